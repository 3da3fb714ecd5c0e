"""Endgame tables: what is still to come, for all positions with few seeds in the pits."""

from __future__ import annotations

import os
import warnings
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from mancalab._base.files import file_for
from mancalab._base.memory import available_memory
from mancalab._base.progress import Progress, reporter
from mancalab._base.words import counted
from mancalab._core import _build_table, _open_table, _table_size
from mancalab._solving.solve import Solution, solution_of

if TYPE_CHECKING:
    from mancalab._core import Rules, State, _Table

_LOWEST = -128
"""The value that a histogram of the native module begins with."""


class TableWarning(UserWarning):
    """The file at the path of a table could not be used; the table is built anew."""


@dataclass(frozen=True)
class TableStats:
    """The contents of a table for one number of seeds.

    Every distribution of the seeds over the pits counts once, seen by the player to move. If that
    player cannot move, the position is settled as it would be after an action.
    """

    seeds: int
    positions: int
    wins: int
    """Positions in which the player to move gains more than the other."""
    draws: int
    losses: int
    histogram: dict[int, int]
    """The number of positions by value, the lowest value first."""


class Tablebase:
    """What is still to come with perfect play, for all positions with few seeds in the pits.

    A value is the margin that the player to move will yet gain, whatever the stores hold: the final
    margin is the value plus their own store less the other's. In games that are not won by the most
    seeds it is 1 for a win, -1 for a loss and 0 for all else. Play that never ends is worth 0 (the
    seeds in the pits are split); `max_actions` is not taken into account.

    There are tables for every game of two rows, of up to 7 pits each, in which all that still
    happens follows from the seeds in the pits. Refused are games with a reserve, marks or files to
    choose (more than the pits decides), with an end or a win by "above_half" or "enough", or lone
    seeds that move only if the store after them is empty (the stores decide), with a rule of
    repetition (the past decides), and with relays where no store is sown or with captures that are
    sown on (a sowing may never end, which makes the game void and the stores worth nothing).

    A table of a game serves all openings of it (`seeds`, `start`) and any `max_actions`.

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
    ) -> Tablebase:
        """Build the table of all positions with up to `seeds` seeds in the pits.

        With a path the table grows beside it as ``PATH.part``, layer by layer (a layer is all
        positions of one number of seeds), and is renamed when it is finished. A build that was
        stopped, by Ctrl-C, a full disk or otherwise, resumes from its last finished layer when it
        is called again. The bytes of the file are the same on any number of threads, and however
        often the build was stopped. While one process builds, ``PATH.part`` is locked.

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
            Most bytes of memory to take; None for what the machine has available.

        Raises
        ------
        ValueError
            The game has no tables (`RulesError` with the field), or none of that many seeds.
        MemoryError
            `Tablebase.memory` says that it takes more. Nothing has been written.
        OSError
            The file cannot be written, for instance because the disk is full. ``PATH.part`` stays
            for the next call; the file at the path is unchanged. It is a `BlockingIOError` if
            somebody else is building this table. A device or a pipe is refused.
        """
        positions, needed = _table_size(rules, seeds)
        allowed = available_memory() if memory is None else memory
        if allowed is not None and needed > allowed:
            whose = "available" if memory is None else "allowed"
            raise MemoryError(
                f"seeds = {seeds}: building the table takes up to {_in_words(needed)} of memory; "
                f"{_in_words(allowed)} are {whose}"
            )
        target = None if path is None else Path(path)
        file = None if target is None else file_for(target, "a table")
        with reporter(progress, positions, rules, unit=" positions") as report:
            table, told = _build_table(rules, seeds, file, threads, resume, report)
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

    @staticmethod
    def memory(rules: Rules, seeds: int) -> int:
        """Bytes of memory that building a table takes at most.

        A byte for each position. Where play can be endless, some ten bytes more for each position
        of the largest layer, and eight for each of its actions.

        Raises
        ------
        ValueError
            The game has no tables (`RulesError` with the field), or none of that many seeds.
        """
        return _table_size(rules, seeds)[1]

    def probe(self, state: State) -> int:
        """Give what is still to come for the player to move: 0 if the game is over.

        Raises
        ------
        ValueError
            The state has other rules, or more seeds in its pits than the table.
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
            over; else an action that leads farther has the bounds that the seeds on the board set.

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
        counts = dict(enumerate(self._open().histogram(n), start=_LOWEST))
        return TableStats(
            seeds=int(n),
            positions=sum(counts.values()),
            wins=sum(count for value, count in counts.items() if value > 0),
            draws=counts[0],
            losses=sum(count for value, count in counts.items() if value < 0),
            histogram={value: count for value, count in counts.items() if count},
        )

    @property
    def rules(self) -> Rules:
        """The game for which the table was built."""
        return self._open().rules

    @property
    def seeds(self) -> int:
        """Most seeds in the pits."""
        return self._open().seeds

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
        return Tablebase.open, (self._path,)

    def _open(self) -> _Table:
        if self._table is None:
            raise ValueError("the table is closed")
        return self._table


def largest_table(rules: Rules, memory: int, threads: int | None = None) -> Tablebase:
    """Build the largest table of a game that takes so many bytes of memory while it is built.

    Raises
    ------
    ValueError
        The game has no tables, or none that answers for it (`Tablebase.check_game`).
    """
    return Tablebase.build(rules, seeds_of_largest_table(rules, memory), threads=threads)


def seeds_of_largest_table(rules: Rules, memory: int) -> int:
    """Most seeds in the pits that such a table knows; errors as those of `largest_table`."""
    check_tables(rules)
    seeds = 0
    for more in range(1, int(rules.start().pits.sum()) + 1):
        try:
            if Tablebase.memory(rules, more) > memory:
                break
        except ValueError:  # more than any table of this board holds
            break
        seeds = more
    return seeds


def check_tables(rules: Rules) -> None:
    """Raise ValueError, with the reason, unless the game has tables that answer for it."""
    Tablebase.build(rules, 0).check_game(rules)


def _in_words(size: int) -> str:
    """Bytes as people say them."""
    amount, unit = float(size), "bytes"
    for larger in ("kB", "MB", "GB", "TB"):
        if amount < 1000:
            break
        amount, unit = amount / 1000, larger
    return f"{amount:.3g} {unit}"
