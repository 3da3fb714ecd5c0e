"""The first player's advantage: every game by every pair of agents, one row each."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from typing import TYPE_CHECKING, Any

from mancalab._agents.naming import AgentLike
from mancalab._base.arguments import MOST_TIME, listed, number
from mancalab._base.extras import require
from mancalab._base.progress import Progress, reporter
from mancalab._catalogue import GameLike, as_rules
from mancalab._core import Rules, __version__
from mancalab.study.cells import BOTH_OPENINGS, MAIN_GAMES, Cell, Plies, cells_of
from mancalab.study.exact import exact_value
from mancalab.study.kinds import kind_of
from mancalab.study.measures import measures
from mancalab.study.parts import SERIES
from mancalab.study.run import Runner, check_resumable
from mancalab.study.tables.advantage import AdvantageRow, AdvantageTable
from mancalab.study.tables.options import changed_options

if TYPE_CHECKING:
    from mancalab._core import Series


def first_player_advantage(
    games: Iterable[GameLike] | GameLike | None = None,
    agents: Iterable[Sequence[AgentLike]] | None = None,
    *,
    n: int | None = None,
    seed: int | None = 0,
    threads: int | None = None,
    opening_plies: Plies = None,
    executor: Executor | None = None,
    resume: str | os.PathLike[str] | None = None,
    progress: Progress = None,
    exact_time: float = 0.0,
) -> AdvantageTable:
    """Measure what it is worth to move first, in each game for each pair of agents.

    Two different agents play every opening twice, with swapped seats, and intervals are computed
    over these pairs of games. Two agents of one kind would play the same game twice; they play
    every opening once.

    Parameters
    ----------
    games
        Names in the catalogue, rules, or paths of TOML files. None: those of the main job,
        `MAIN_GAMES`.
    agents
        Pairs of agents; each is "random", "greedy", an agent of `mancalab.agents`, or a function
        of a state (see `mancalab.agents.Policy`).
        None: Random against Random and Greedy against Greedy, the latter both after random plies
        and from the opening.
    n
        Games per cell; in swapped pairs an odd number is rounded up to whole pairs. None: 100,000,
        and 2,000 of games of rounds, each of which is hundreds or thousands of actions long.
    seed
        0 ... 2**64 - 1. The same seed gives the same table, whatever plays it.
        None draws one; the rows record it.
    threads
        None: all that the machine (or RAYON_NUM_THREADS) gives.
    opening_plies
        Random plies at the start of each game; several numbers, as ``(4, 0)``, make a series each.
        None: 4 for every pair with an agent other than Random, which from the fixed opening (0)
        would play few lines of play over and over; 0 for Random against Random, where random
        plies change nothing.
    executor
        Any `concurrent.futures.Executor` to play parts of the study: threads, processes, a cluster
        (Dask's ``client.get_executor()``, ``mpi4py.futures``). Each part then plays on ``threads``
        threads (None: 1), and agents must pickle if it is another process that plays. None plays
        in this process. The games and the table are the same.
    resume
        A folder for finished parts. A study that was stopped resumes from the parts it finds
        there; damaged ones are played again, with a warning. None keeps nothing.
    progress
        True for a tqdm bar, or a function that gets the number of games just finished.
    exact_time
        Seconds to solve each game in whose exact value is not among those that come with the
        package (`mancalab.study.exact_values` made these): rows have it beside what was measured.
        0 solves nothing.

    Returns
    -------
    AdvantageTable
        Rows game by game, and within a game in the order of ``agents``. ``str`` shows the scores
        of all pairs side by side, sorted within each kind of game, and says what was found;
        ``details`` has the other measures.

    Raises
    ------
    KeyError
        A game is not in the catalogue.
    ValueError, TypeError
        An argument is not as described above.
    OSError
        The folder of ``resume`` cannot be made or written to.
    MissingExtra
        scipy is not installed (an ImportError).

    Examples
    --------
    >>> table = first_player_advantage(["kalah", "elf"], [("random", "greedy")], n=100)
    >>> [(row.game, row.agents, row.games) for row in table]
    [('kalah', 'Random v Greedy', 100), ('elf', 'Random v Greedy', 100)]
    """
    cells = plan(games, agents, n=n, seed=seed, opening_plies=opening_plies)
    if resume is not None:
        check_resumable(cells, seed)
    rows = play(
        cells,
        threads=threads,
        executor=executor,
        resume=resume,
        progress=progress,
        exact_time=exact_seconds(exact_time),
    )
    return AdvantageTable(tuple(rows))


def plan(
    games: Iterable[GameLike] | GameLike | None = None,
    agents: Iterable[Sequence[AgentLike]] | None = None,
    *,
    n: int | None = None,
    seed: int | None = 0,
    opening_plies: Plies = None,
) -> tuple[Cell, ...]:
    """The cells of a study, everything checked; arguments as in `first_player_advantage`."""
    if isinstance(games, str | os.PathLike | Rules):
        games = [games]
    played = [as_rules(game, "games") for game in listed("games", games, MAIN_GAMES)]
    if agents is None and opening_plies is None:
        opening_plies = BOTH_OPENINGS
    return cells_of(played, agents, n=n, seed=seed, opening_plies=opening_plies)


def play(
    cells: Sequence[Cell],
    *,
    threads: int | None = None,
    executor: Executor | None = None,
    resume: str | os.PathLike[str] | None = None,
    progress: Progress = None,
    exact_time: float = 0.0,
) -> Iterator[AdvantageRow]:
    """Play the cells one after the other and give the row of each as soon as it is there."""
    require("scipy.stats", "study")  # before the games are played, not after
    runner = Runner.of(SERIES, threads, executor, resume)
    values: dict[str, tuple[int | None, str]] = {}
    with reporter(progress, sum(cell.games for cell in cells), "study") as report:
        for cell, total in zip(cells, runner.totals(cells, report), strict=True):
            digest = cell.rules.digest
            if digest not in values:
                values[digest] = exact_value(cell.rules, exact_time, threads=threads)
            exact, kind = values[digest]
            yield AdvantageRow(**facts(cell, total.series), exact=exact, exact_kind=kind)


def exact_seconds(exact_time: float) -> float:
    """The time for exact values, checked."""
    return number("exact_time", exact_time, 0.0, MOST_TIME)


def facts(cell: Cell, series: Series) -> dict[str, Any]:
    """The fields of the row of a cell that has been played."""
    return {
        "version": __version__,
        "game": cell.rules.name,
        "title": cell.rules.title,
        "digest": cell.rules.digest,
        "options": changed_options(cell.rules),
        "seed": cell.seed,
        "first": cell.first.name,
        "second": cell.second.name,
        "swapped": cell.swap,
        "opening_plies": cell.opening_plies,
        "games": series.games,
        "distinct": series.distinct,
        "seconds": series.seconds,
        "kind": kind_of(cell.rules),
        **measures(series),
    }
