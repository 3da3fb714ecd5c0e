"""Playing the parts of a study: here, or by an executor, or not again where they are stored."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from itertools import chain, islice
from queue import SimpleQueue
from typing import TYPE_CHECKING

from mancalab.study.cells import Cell, whole
from mancalab.study.parts import Part, Total, cut, play_part, whole_cell
from mancalab.study.store import Store, lasting_name

if TYPE_CHECKING:
    from mancalab._core import Series

IN_FLIGHT = 1024
"""Parts that an executor has at a time: enough for as many workers, without listing all parts."""

Report = Callable[[int], object] | None
"""Told the number of games just finished."""


@dataclass(frozen=True)
class Runner:
    """How the parts of a study are played: arguments as in `first_player_advantage`."""

    threads: int | None = None
    executor: Executor | None = None
    store: Store | None = None

    @classmethod
    def of(
        cls,
        threads: int | None,
        executor: Executor | None,
        resume: str | os.PathLike[str] | None,
    ) -> Runner:
        """A runner, its arguments checked."""
        if threads is not None:
            threads = whole("threads", threads, least=1, most=1024)
        if executor is not None and not isinstance(executor, Executor):
            raise TypeError(f"executor is {executor!r}; a concurrent.futures.Executor is needed")
        return cls(threads, executor, None if resume is None else Store(resume))

    def totals(self, cells: Sequence[Cell], report: Report) -> Iterator[Total]:
        """Play whole cells and give the total of each in their order, as soon as it is there."""
        at_once = self.executor is None and self.store is None
        parts = chain.from_iterable(
            (whole_cell(cell, number),) if at_once else cut(cell, number)
            for number, cell in enumerate(cells)
        )
        totals = [Total() for _ in cells]
        at = 0
        for part, series in self.played(parts, report):
            totals[part.number].add(part, series)
            while at < len(cells) and totals[at].rounds == cells[at].rounds:
                yield totals[at]
                at += 1

    def played(self, parts: Iterable[Part], report: Report) -> Iterator[tuple[Part, Series]]:
        """Give each part with its series, in any order."""
        store = self.store
        if store is None:
            yield from self._play(parts, report)
            return
        found: list[tuple[Part, Series]] = []
        for part, series in self._play(_missing(store, parts, found, report), report):
            store.save(part, series)
            yield part, series
            while found:
                yield found.pop()
        yield from found

    def _play(self, parts: Iterable[Part], report: Report) -> Iterator[tuple[Part, Series]]:
        if self.executor is not None:
            return _by_executor(self.executor, parts, self.threads or 1, report)
        return ((part, play_part(part, self.threads, report)) for part in parts)


def _missing(
    store: Store, parts: Iterable[Part], found: list[tuple[Part, Series]], report: Report
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
        raise ValueError("seed is None; a study that can be resumed needs a seed of its own")
    for cell in cells:
        lasting_name(cell.first)
        lasting_name(cell.second)


def _by_executor(
    executor: Executor, parts: Iterable[Part], threads: int, report: Report
) -> Iterator[tuple[Part, Series]]:
    """Parts as they are finished; what has not begun is cancelled when something fails."""
    finished: SimpleQueue[Future[Series]] = SimpleQueue()
    waiting: dict[Future[Series], Part] = {}
    parts = iter(parts)
    try:
        while True:
            for part in islice(parts, IN_FLIGHT - len(waiting)):
                future = executor.submit(play_part, part, threads)
                waiting[future] = part
                future.add_done_callback(finished.put)
            if not waiting:
                return
            future = finished.get()
            part, series = waiting.pop(future), future.result()
            if report is not None:
                report(series.games)
            yield part, series
    finally:
        for future in waiting:
            future.cancel()
