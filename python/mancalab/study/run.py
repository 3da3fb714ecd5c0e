"""Playing the parts of a study: here, or by an executor, or not again where they are stored."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Generic

from mancalab._base.arguments import checked_threads
from mancalab._base.executing import checked_executor, finished
from mancalab.study.cells import Cell
from mancalab.study.parts import Job, Part, Report, Result, Total, cut, whole_cell
from mancalab.study.store import Store, lasting_name

if TYPE_CHECKING:
    from mancalab._core import Series


@dataclass(frozen=True)
class Runner(Generic[Result]):
    """How the parts of a study are played: arguments as in `first_player_advantage`."""

    job: Job[Result]
    threads: int | None = None
    executor: Executor | None = None
    store: Store[Result] | None = None

    @classmethod
    def of(
        cls,
        job: Job[Result],
        threads: int | None,
        executor: Executor | None,
        resume: str | os.PathLike[str] | None,
    ) -> Runner[Result]:
        """A runner, its arguments checked."""
        threads = checked_threads(threads)
        executor = checked_executor(executor)
        store = None if resume is None else Store(resume, job)
        return cls(job, threads, executor, store)

    def parts(self, cells: Sequence[Cell]) -> Iterator[Part]:
        """The parts of whole cells: each in one piece if that is played here and not stored."""
        at_once = self.executor is None and self.store is None
        return chain.from_iterable(
            (whole_cell(cell, number),) if at_once else cut(cell, number)
            for number, cell in enumerate(cells)
        )

    def totals(self: Runner[Series], cells: Sequence[Cell], report: Report) -> Iterator[Total]:
        """Play whole cells and give the total of each in their order, as soon as it is there."""
        totals = [Total() for _ in cells]
        at = 0
        for part, series in self.played(self.parts(cells), report):
            totals[part.number].add(part, series)
            while at < len(cells) and totals[at].rounds == cells[at].rounds:
                yield totals[at]
                at += 1

    def played(self, parts: Iterable[Part], report: Report) -> Iterator[tuple[Part, Result]]:
        """Give each part with its series, in any order."""
        store = self.store
        if store is None:
            yield from self._play(parts, report)
            return
        found: list[tuple[Part, Result]] = []
        for part, series in self._play(_missing(store, parts, found, report), report):
            store.save(part, series)
            yield part, series
            while found:
                yield found.pop()
        yield from found

    def _play(self, parts: Iterable[Part], report: Report) -> Iterator[tuple[Part, Result]]:
        if self.executor is not None:
            return _by_executor(self.job, self.executor, parts, self.threads or 1, report)
        return ((part, self.job.play(part, self.threads, report)) for part in parts)


def _missing(
    store: Store[Result], parts: Iterable[Part], found: list[tuple[Part, Result]], report: Report
) -> Iterator[Part]:
    """The parts that are not stored; those that are go into ``found``."""
    for part in parts:
        series = store.load(part)
        if series is None:
            yield part
        else:
            found.append((part, series))
            if report is not None:
                report(series.games)


def check_resumable(cells: Iterable[Cell], seed: int | None) -> None:
    """Refuse to store parts that nobody would find again.

    Raises
    ------
    ValueError
        The seed is drawn anew each time, or an agent has no lasting name.
    """
    if seed is None:
        raise ValueError("seed = None: a study that can be resumed needs a seed of its own")
    for cell in cells:
        lasting_name(cell.first)
        lasting_name(cell.second)


def _by_executor(
    job: Job[Result], executor: Executor, parts: Iterable[Part], threads: int, report: Report
) -> Iterator[tuple[Part, Result]]:
    """Parts as they are finished; what has not begun is cancelled when something fails."""
    asked: dict[int, Part] = {}

    def tasks() -> Iterator[tuple[Part, int, None]]:
        for number, part in enumerate(parts):
            asked[number] = part
            yield part, threads, None

    for number, series in finished(executor, job.play, tasks()):
        if report is not None:
            report(series.games)
        yield asked.pop(number), series
