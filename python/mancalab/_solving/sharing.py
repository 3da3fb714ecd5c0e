"""Tables that several processes build: this one keeps the file, an executor's work out its layers.

A layer is worked out step by step. The parts of a step do not depend on each other: each is a task,
which reads what is there of the file and gives back its values. Layers and steps that are small are
worked out here.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from pathlib import Path
from uuid import uuid4

from mancalab._base.executing import finished
from mancalab._core import Rules, _keep_table, _Table, _table_share, _TableKeeper

FEW = 1 << 23
"""Layers of fewer positions are worked out here."""
SHARE = 1 << 20
"""Positions of a task, some 20 ms of work; tasks of one step are at most `MOST_SHARES`."""
MOST_SHARES = 256


def build_shared(
    rules: Rules,
    seeds: int,
    path: Path,
    executor: Executor,
    *,
    threads: int,
    resume: bool,
    report: Callable[[int], object] | None,
) -> tuple[_Table, list[str]]:
    """Build a table in a file; gives it, and what is to be warned of.

    Raises
    ------
    RulesError, OSError
        As `mancalab.Tablebase.build`. What an executor raises ends it, too; what is finished stays.
    """
    keeper, told = _keep_table(rules, seeds, path, resume, report)
    if isinstance(keeper, _Table):
        return keeper, told
    part = path.with_name(f"{path.name}.part").absolute()
    try:
        try:
            _work_out(keeper, part, executor, threads, report)
        finally:
            told += keeper.told()
        return keeper.finish(), told
    except BaseException as error:
        for text in told:  # who goes on later is not told again
            error.add_note(text)
        raise
    finally:
        del keeper  # as below


def _work_out(
    keeper: _TableKeeper,
    part: Path,
    executor: Executor,
    threads: int,
    report: Callable[[int], object] | None,
) -> None:
    """Work out all layers that are not there, the large ones by the executor."""
    build = uuid4().hex
    try:
        while (layer := keeper.next(FEW, report)) is not None:
            seeds_of_layer, first, sizes = layer
            if report is not None and first:
                report(sum(sizes[:first]))
            for step in range(first, len(sizes)):
                shares = min(sizes[step] // SHARE, MOST_SHARES)
                if shares < 2:
                    keeper.step_here(step, report)
                else:
                    asked = (part, build, seeds_of_layer, step)
                    tasks = ((*asked, number, shares, threads) for number in range(shares))
                    for number, values in finished(executor, _table_share, tasks):
                        keeper.put(step, number, shares, values)
                        if report is not None:
                            report(len(values))
                keeper.done(step + 1)
            keeper.close_layer()
    finally:
        del keeper  # else what was raised keeps it, and the lock of the file with it
