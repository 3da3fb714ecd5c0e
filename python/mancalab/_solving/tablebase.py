"""Endgame tables: what is still to come, for all positions with few seeds in the pits."""

from __future__ import annotations

import os
import warnings
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from mancalab._base.arguments import flag
from mancalab._base.progress import Progress
from mancalab._base.words import counted
from mancalab._core import _open_table
from mancalab._solving.greedy_regret import GreedyRegret, greedy_regret
from mancalab._solving.longest_play import LongestPlay, longest_play
from mancalab._solving.solve import Solution, solution_of
from mancalab._solving.table_about import TableAbout, about_table
from mancalab._solving.table_build import build_table
from mancalab._solving.table_check import TableCheck, check_table
from mancalab._solving.table_save import save_table
from mancalab._solving.table_size import TableSize, estimate
from mancalab._solving.table_stats import TableStats

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from mancalab._core import Rules, State, _Table


class TableWarning(UserWarning):
    """A file at the path of a table, or beside it, could not be used or written."""


class Tablebase:
    """What is still to come with perfect play, for all positions with few seeds in the pits.

    A value is the margin that the player to move will yet gain: the final margin is the value plus
    their own store less the other's. In games that are not won by the most
    seeds it is 1 for a win, -1 for a loss and 0 for all else. Play that never ends is worth 0 (the
    seeds in the pits are split); `max_actions` is not taken into account.

    There are tables for every game of two rows, of up to 7 pits each, in which all that still
    happens follows from the seeds in the pits, or, with an end by "above_half" as in Oware, from
    those and the stores. Such a game has a value for every content of the stores: with n of 48
    seeds in the pits n + 1 positions for each distribution, as long as n is at most 24. Refused are
    games with a reserve, marks or files to choose (more than that decides), with "enough", or lone
    seeds that move only if the store after them is empty, with a rule of
    repetition (the past decides), and with relays where no store is sown or with captures that are
    sown on (a sowing may never end, which makes the game void and the stores worth nothing).

    A table of a game serves all openings of it (`seeds`, `start`) and any `max_actions`; one whose
    stores matter those with as many seeds in all.

    Use `Tablebase.build` or `Tablebase.open`.
    """

    def __init__(self, table: _Table, path: Path | None = None) -> None:
        self._table: _Table | None = table
        self._path = path

    @staticmethod
    def build(
        rules: Rules,
        seeds: int,
        path: str | os.PathLike[str] | None = None,
        threads: int | None = None,
        *,
        progress: Progress = None,
        resume: bool = True,
        memory: int | None = None,
        packed: bool = False,
        executor: Executor | None = None,
    ) -> Tablebase:
        """Build the table of all positions with up to `seeds` seeds in the pits.

        With a path the table grows beside it as ``PATH.part``, layer by layer (a layer is all
        positions of one number of seeds), and is renamed when it is finished. A build that was
        stopped, by Ctrl-C, a full disk or otherwise, resumes from its last finished layer when it
        is called again. What memory does not hold stays in the file, which is mapped: a table can
        be larger than memory. Of a layer in the file a build resumes from its last finished slice,
        if the game is one of one lap without cycles in which the stores do not matter. The bytes of
        the file are the same on any number of threads, and however often the build was stopped.
        While one process builds, ``PATH.part`` is locked. How it was built is written beside it at
        the end, into ``PATH.json``: see `Tablebase.about`.

        Parameters
        ----------
        rules
            The game.
        seeds
            Most seeds in the pits.
        path
            The file; None keeps the table in memory. A finished table of the same rules and seeds
            that stands there already is opened, any other file is replaced. A link is followed.
        threads
            Number of threads; None for all cores.
        progress
            True for a tqdm bar, or a function that gets the number of positions just finished.
        resume
            False begins anew, whatever stands at the path or beside it.
        memory
            Most bytes of memory to take; None for what the machine has available, with room left
            for a layer that is worked out in the file. What a file holds, and the system keeps in
            memory as long as there is room, does not count.
        packed
            Whether the file holds its values packed (Zstandard), for keeping and for what does not
            fit on the disk: in about half a byte a position instead of one. It is slower to probe,
            and slower to build where memory does not hold it: then the layer that is worked out
            stands meanwhile in ``PATH.layer``.
        executor
            Whoever works out the large layers, in parts, on ``threads`` threads each (1 if that is
            None): a `concurrent.futures.Executor`, such as Dask's ``client.get_executor()``. Its
            processes read ``PATH.part`` while it is written, so they must see at once what is
            written here: processes of this machine do. On other machines that takes a file system
            which keeps mapped files alike on all of them; NFS does not, and the values may be
            wrong then, which `verify` tells. What they find comes back here. For games of one lap
            without cycles in which the stores do not matter. None: this process.

        Raises
        ------
        ValueError
            The game has no tables (`RulesError` with the field), or none of that many seeds.
        MemoryError
            It takes more: `Tablebase.estimate` says how much. Nothing has been written.
        OSError
            The file cannot be written, for instance because the disk is full. ``PATH.part`` stays
            for the next call; the file at the path is unchanged. It is a `BlockingIOError` if
            somebody else is building this table. A device or a pipe is refused.
        """
        target = None if path is None else Path(path)
        table, told = build_table(
            rules, seeds, target, threads,
            progress=progress, resume=resume, memory=memory, packed=packed, executor=executor,
        )  # fmt: skip
        for text in told:
            warnings.warn(text, TableWarning, stacklevel=2)
        return Tablebase(table, target)

    @staticmethod
    def open(path: str | os.PathLike[str], *, verify: bool = True) -> Tablebase:
        """Open the file of a table. It is mapped into memory, not read into it.

        So the file must not be changed while the table is open: a value that is overwritten is
        given as it is then. Where the file has been cut short, calls raise `TableError`, and a
        search that is going on does without the table. `build` never does either: it puts
        a new file in place of the old one, which stays as it is for those who have it open. Before
        others write to a file (a copy that is resumed, a network drive), close the table or open a
        copy.

        Parameters
        ----------
        path
            The file.
        verify
            True reads all of it once and compares all checksums (about a second a gigabyte). False
            compares those of a layer when it is first asked.

        Raises
        ------
        OSError
            The file cannot be read.
        TableError
            It is damaged (an OSError; it names the layer), or no table.
        """
        where = Path(path)
        return Tablebase(_open_table(where, verify), where)

    def save(
        self, path: str | os.PathLike[str], *, packed: bool = False, progress: Progress = None
    ) -> None:
        """Write the table to another file, whose bytes are those of a build with the same `packed`.

        What is known of how it was built is written beside that, too: see `Tablebase.about`.

        Raises
        ------
        TableError
            The table is damaged.
        OSError
            The file cannot be written. What stood at the path is unchanged then.
        """
        flag("packed", packed)
        fault = save_table(self._open(), self._path, Path(path), progress, packed=packed)
        if fault is not None:
            warnings.warn(fault, TableWarning, stacklevel=2)

    @property
    def packed(self) -> bool:
        """Whether its file holds its values packed."""
        return self._open().packs

    @staticmethod
    def memory(rules: Rules, seeds: int) -> int:
        """Bytes of memory that building a table takes at most if it is kept in memory.

        A byte for each position. Where play can be endless, some ten bytes more for each position
        of the largest layer, and eight for each of its actions.

        Raises
        ------
        ValueError
            The game has no tables (`RulesError` with the field), or none of that many seeds.
        """
        return estimate(rules, seeds).memory

    @staticmethod
    def estimate(rules: Rules, seeds: int) -> TableSize:
        """Say what building a table takes, before it is built.

        Raises
        ------
        ValueError
            The game has no tables (`RulesError` with the field), or none of that many seeds.

        Examples
        --------
        >>> import mancalab as mc
        >>> size = mc.Tablebase.estimate(mc.rules("kalah", columns=4, seeds=6), 48)
        >>> f"{size.positions:,} positions, {size.least_memory:,} bytes of memory at least"
        '1,420,494,075 positions, 1,082,900 bytes of memory at least'
        """
        return estimate(rules, seeds)

    def probe(self, state: State) -> int:
        """Give what is still to come for the player to move: 0 if the game is over.

        Raises
        ------
        ValueError
            The state has other rules, more seeds in its pits than the table, or, where the stores
            matter, not as many seeds in all.
        TableError
            The layer is damaged (where the file was opened with ``verify=False``).
        """
        return self._open().probe(state)

    def solution(self, state: State) -> Solution:
        """Give what the table knows of a position and of its actions, without a search.

        Returns
        -------
        Solution
            As `mc.solve` gives it, by the method "tables": final values, seeds stored before
            included. Exact where the position, or all that its actions lead to, is in the table or
            over; else an action that leads farther has the bounds that the seeds on the board set,
            as has any of a position with other than `all_seeds` seeds.

        Raises
        ------
        ValueError
            The table is one of other rules; the rules have a `max_actions` below 1000, which is
            part of what their positions are worth; or the game is over.
        TableError
            A layer is damaged (where the file was opened with ``verify=False``).

        Examples
        --------
        >>> import mancalab as mc
        >>> table = mc.Tablebase.build(mc.rules("kalah"), 6)
        >>> state = table.rules.state(pits=[[0, 0, 0, 0, 2, 1], [1, 0, 0, 0, 0, 2]])
        >>> table.solution(state).action_values
        {4: -2, 5: 0}
        """
        return solution_of(self._open().solution(state))

    def check_game(self, rules: Rules) -> None:
        """Ask that `solution` answers for positions of these rules.

        Raises
        ------
        ValueError
            It does not, with the reason.
        """
        self._open().check_game(rules)

    def stats(self, n: int) -> TableStats:
        """Count the values of all positions with n seeds in the pits.

        Raises
        ------
        ValueError
            The table has no positions of that many seeds.
        """
        table = self._open()
        return TableStats.of(int(n), table.histogram(n), table.results(n))

    def verify(
        self,
        share: float = 1.0,
        seed: int = 0,
        threads: int | None = None,
        *,
        progress: Progress = None,
    ) -> TableCheck:
        """Check the table with the reference engine, which had no part in building it.

        The checksums of all layers are compared. Then, for each position of the share, every action
        is played by the book: the value must be the best of what the actions bring at once and the
        table says of the positions that they lead to, or what the engine says where it is over.

        In a game in which no position comes again that is a proof, if the share is 1: each value
        follows from others that follow from the rules, down to ends of the game. Where play can go
        round (`TableCheck.has_cycles`) it is none, although every right table passes: values that
        only hold each other up, all round a cycle, follow from each other as well. One wrong value
        alone is found in either case, save where an action leads back to its own position.

        Of a share less than 1 this follows: if n positions of a layer were drawn and no value was
        wrong, then with 95 % confidence less than 3/n of its values are.

        Parameters
        ----------
        share
            Share of the positions of each layer to look at, 0 to 1. Layers of up to 65,536
            positions are always looked at whole.
        seed
            By which they are drawn, 0 to 2**64 - 1: each position by itself. The same are drawn on
            any machine; those of a smaller share are among those of a larger one.
        threads
            Number of threads; None for all cores.
        progress
            True for a tqdm bar, or a function that gets the number of positions just gone through,
            drawn or not.

        Raises
        ------
        TableError
            A layer is damaged.

        Examples
        --------
        >>> import mancalab as mc
        >>> found = mc.Tablebase.build(mc.rules("kalah"), 6).verify()
        >>> found.ok, sum(found.checked), found.faults
        (True, 18564, ())
        """
        return check_table(self._open(), share, seed, threads, progress)

    def greedy_regret(
        self,
        share: float = 1.0,
        seed: int = 0,
        threads: int | None = None,
        *,
        progress: Progress = None,
    ) -> tuple[GreedyRegret, ...]:
        """Count how often `mancalab.agents.Greedy` errs, over all positions with 0, 1, 2 ... seeds.

        `mancalab.study.regret` does the same for any agent, in positions of random games.

        Parameters
        ----------
        share, seed, threads, progress
            As in `verify`.

        Raises
        ------
        TableError
            A layer is damaged.

        Examples
        --------
        >>> import mancalab as mc
        >>> rows = mc.Tablebase.build(mc.rules("kalah"), 6).greedy_regret()
        >>> rows[6].looked_at, rows[6].positions, f"{rows[6].mistake_share:.1%}"
        (12376, 5802, '24.8%')
        """
        return greedy_regret(self._open(), share, seed, threads, progress)

    def longest_play(
        self, threads: int | None = None, *, progress: Progress = None
    ) -> tuple[LongestPlay, ...]:
        """Find how many actions best play can take, over all positions with 0, 1, 2 ... seeds.

        Both players only choose actions of the greatest value, and of these the ones that make the
        game longest. How long a win takes is another question. Where the stores do not matter it
        has no answer for the pits alone: who hurries to the end, and who puts it off, depends on
        what they have stored before. It takes a byte of memory for each position.

        Parameters
        ----------
        threads, progress
            As in `verify`.

        Raises
        ------
        ValueError
            It is not known of this game that no position comes again.
        TableError
            A layer is damaged.
        MemoryError
            There is not enough memory.

        Examples
        --------
        >>> import mancalab as mc
        >>> rows = mc.Tablebase.build(mc.rules("kalah"), 6).longest_play()
        >>> rows[6].actions, rows[6].position
        (20, 'S[1 1 0 0 0 2|0] N[1 1 0 0 0 0|0] S')
        """
        return longest_play(self._open(), threads, progress)

    def about(self) -> TableAbout:
        """Tell what the table is, how it was built, and how to cite and check it.

        What its values depend on stands in the table. How it was built, and the SHA-256 of the
        whole file, `build` and `save` write beside it, into ``PATH.json``. Without that file they
        are None; one that is of another table is warned of (`TableWarning`) and left aside.

        Raises
        ------
        TableError
            The file has been cut short.

        Examples
        --------
        >>> import mancalab as mc
        >>> about = mc.Tablebase.build(mc.rules("kalah"), 6).about()
        >>> about.positions, about.bytes, about.checksums[0][:8], about.built
        (18564, 21500, 'a71b8950', None)
        """
        about, fault = about_table(self._open(), self._path)
        if fault is not None:
            warnings.warn(fault, TableWarning, stacklevel=2)
        return about

    @property
    def rules(self) -> Rules:
        """The game for which the table was built."""
        return self._open().rules

    @property
    def seeds(self) -> int:
        """Most seeds in the pits."""
        return self._open().seeds

    @property
    def all_seeds(self) -> int | None:
        """All seeds of its positions, in the stores too; None where the stores do not matter."""
        return self._open().all_seeds

    @property
    def path(self) -> Path | None:
        """The file; None for a table in memory."""
        return self._path

    def __len__(self) -> int:
        """Positions of the table."""
        return self._open().positions

    def __repr__(self) -> str:
        if self._table is None:
            return "<Tablebase, closed>"
        where = "in memory" if self._path is None else f"in {str(self._path)!r}"
        return f"<Tablebase of {self.rules!r}, up to {counted(self.seeds, 'seed')}, {where}>"

    def close(self) -> None:
        """Give back the memory or the file. The table cannot be used after that."""
        self._table = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def __reduce__(self) -> tuple[Any, tuple[Path]]:
        if self._path is None:
            raise TypeError("a table in memory cannot be pickled; build it with path=")
        return Tablebase.open, (self._path.absolute(),)  # another process may be elsewhere

    def _open(self) -> _Table:
        if self._table is None:
            raise ValueError("the table is closed")
        return self._table
