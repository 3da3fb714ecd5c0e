"""Exact values of many games: what a study of the first player's advantage is measured against."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from mancalab._base.arguments import listed
from mancalab._base.executing import checked_executor, finished
from mancalab._base.progress import Progress, reporter
from mancalab._base.seeds import all_seeds
from mancalab._catalogue import GameLike, as_rules
from mancalab._core import Rules, __version__
from mancalab._solving.solve import MEMORY, checked_limits, solve
from mancalab.study.families import family
from mancalab.study.tables.exact import ExactRow, ExactTable
from mancalab.study.tables.options import changed_options

KEPT = Path(__file__).with_name("exact.csv")
"""The values that come with the package; `mancalab exact` makes them."""


def exact_values(
    games: Iterable[GameLike] | GameLike | None = None,
    *,
    time: float | None = 60.0,
    memory: int = MEMORY,
    threads: int | None = None,
    executor: Executor | None = None,
    resume: str | os.PathLike[str] | None = None,
    progress: Progress = None,
) -> ExactTable:
    """Solve many games from their openings.

    Parameters
    ----------
    games
        Names in the catalogue, rules, or paths of TOML files. None: small boards of the games of
        the main job (`mancalab.study.family`), which takes about an hour.
    time
        Seconds for each game; a game that is not solved by then has its proven bounds. None: no
        limit.
    memory, threads
        As for `mancalab.solve`.
    executor
        Whoever solves the games, one by one, on ``threads`` threads each: a
        `concurrent.futures.Executor`, such as Dask's ``client.get_executor()``. None: this
        process.
    resume
        A CSV file that the table is written to, game by game, and from which a stopped
        run resumes. Games in it that are solved are not solved again; of others the closer
        bounds are kept; games that are not asked for stay in it, after those that are.
    progress
        True for a tqdm bar, or a function that gets the number of games just solved.

    Returns
    -------
    ExactTable
        A row for each game. Games that the solvers refuse have no bounds but those of the game,
        and the reason as their method.

    Raises
    ------
    KeyError, ValueError, TypeError
        An argument is not as described above.
    OSError
        The file of ``resume`` cannot be read or written.

    Examples
    --------
    >>> small = Rules.from_text("kalah columns=3 seeds=2")
    >>> [(row.label, row.value, row.kind) for row in exact_values(small)]
    [('kalah:columns=3,seeds=2', 4, 'margin')]
    """
    if isinstance(games, str | os.PathLike | Rules):
        games = [games]
    default = family() if games is None else ()  # takes a while
    chosen = [as_rules(game, "games") for game in listed("games", games, default)]
    checked_limits(time=time, memory=memory, threads=threads)  # what is refused later is a game
    executor = checked_executor(executor)
    written = _written(resume)
    keys = [(rules.name, rules.digest) for rules in chosen]
    open_ones = [number for number, key in enumerate(keys) if not _is_solved(written.get(key))]
    tasks = [(chosen[number], time, memory, threads) for number in open_ones]
    with reporter(progress, len(chosen), "exact values") as report:
        if report is not None and len(tasks) < len(chosen):
            report(len(chosen) - len(tasks))
        for task, row in _all_solved(tasks, executor):
            key = keys[open_ones[task]]
            written[key] = _closer(written.get(key), row)
            if resume is not None:
                _write(resume, [written[key] for key in keys if key in written], written)
            if report is not None:
                report(1)
    rows = [written[key] for key in keys]
    if resume is not None:
        _write(resume, rows, written)
    return ExactTable(tuple(rows))


def _is_solved(row: ExactRow | None) -> bool:
    return row is not None and row.value is not None


def _all_solved(
    tasks: list[tuple[Any, ...]], executor: Executor | None
) -> Iterator[tuple[int, ExactRow]]:
    """The number of each task with its row, as they are solved."""
    if executor is not None:
        return finished(executor, _solved, tasks)
    return ((number, _solved(*task)) for number, task in enumerate(tasks))


def merged(tables: Iterable[ExactTable]) -> ExactTable:
    """One table of several: each game once, with the bounds of all."""
    rows: dict[tuple[str, str], ExactRow] = {}
    for row in (row for table in tables for row in table):
        key = (row.game, row.digest)
        before = rows.get(key)
        rows[key] = before if before is not None and _is_solved(before) else _closer(before, row)
    return ExactTable(tuple(rows.values()))


def known_values() -> Mapping[str, ExactRow]:
    """The exact values that come with the package, by the digest of the rules."""
    return {row.digest: row for row in _kept() if row.value is not None}


@cache
def _kept() -> tuple[ExactRow, ...]:
    return ExactTable.from_csv(KEPT).rows if KEPT.exists() else ()


def exact_value(
    rules: Rules, time: float = 0.0, *, threads: int | None = None
) -> tuple[int | None, str]:
    """The exact value of a game for the player who starts, and its kind.

    It is looked up among those that come with the package; others are solved if that takes no
    longer than ``time`` seconds. None where it cannot be had so.
    """
    row = known_values().get(rules.digest)
    if row is None and time > 0:
        row = _solved(rules, time, MEMORY, threads)
    return (None, "") if row is None or row.value is None else (row.value, row.kind)


def _written(path: str | os.PathLike[str] | None) -> dict[tuple[str, str], ExactRow]:
    """The rows of a file, by the game's name and digest."""
    if path is None or not Path(path).exists():
        return {}
    return {(row.game, row.digest): row for row in ExactTable.from_csv(path).rows}


def _write(
    path: str | os.PathLike[str], rows: list[ExactRow], known: Mapping[tuple[str, str], ExactRow]
) -> None:
    """Write rows, and after them those of other games."""
    told = {(row.game, row.digest) for row in rows}
    ExactTable((*rows, *(row for key, row in known.items() if key not in told))).to_csv(path)


def _closer(before: ExactRow | None, row: ExactRow) -> ExactRow:
    """A row with the bounds of both, and the value where they meet.

    All else is that of the row with the closer bounds.
    """
    if before is None or row.value is not None:
        return row
    closer = before if before.high - before.low < row.high - row.low else row
    low, high = max(before.low, row.low), min(before.high, row.high)
    return replace(closer, low=low, high=high, value=low if low == high else None)


def _solved(rules: Rules, time: float | None, memory: int, threads: int | None) -> ExactRow:
    start = rules.start()
    seeds = all_seeds(start)
    about: dict[str, Any] = {
        "version": __version__,
        "game": rules.name,
        "digest": rules.digest,
        "options": changed_options(rules),
        "rows": rules.rows,
        "columns": rules.columns,
        "seeds": seeds,
    }
    try:
        found = solve(start, actions=True, time=time, memory=memory, threads=threads)
    except ValueError as refused:
        return ExactRow(
            **about, kind="", value=None, low=-seeds, high=seeds, best="",
            method=f"refused: {refused}", nodes=0, seconds=0.0,
        )  # fmt: skip
    low, high = found.bounds
    values = found.action_values or {}
    best = [str(a) for a, value in values.items() if found.value is not None and value == low]
    return ExactRow(
        **about, kind=found.kind, value=found.value, low=low, high=high, best=" ".join(best),
        method=found.method, nodes=found.nodes, seconds=round(found.seconds, 3),
    )  # fmt: skip
