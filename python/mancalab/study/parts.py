"""The parts of a cell: consecutive rounds that are played, sent away and stored as one piece.

A part says everything that its result depends on, so it can be played anywhere: in this process,
in another one, on another machine. The series of the parts of a cell add up to that of the cell.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from mancalab import _play
from mancalab.study.cells import Cell
from mancalab.study.measures import Batch, batch

if TYPE_CHECKING:
    from collections.abc import Callable

    from mancalab._core import Series

SMALLEST, LARGEST = 4, 2**14
"""Rounds in the first part of a cell, and the most in any."""

OF_A_SIZE = 16
"""Parts of one size before it doubles.

So the parts do not depend on how many rounds are played in all (but for the last, which may be cut
short): a longer study begins with the parts of a shorter one. And however many rounds there are,
most of them lie in a few dozen parts of nearly one size: enough for the variance between parts, and
for many processes to share."""


@dataclass(frozen=True)
class Part:
    """Some consecutive rounds of a cell."""

    cell: Cell
    number: int
    """Which cell of its study this is."""
    first_round: int
    rounds: int


def bounds() -> Iterator[int]:
    """Where parts end, in rounds from the start of a cell; without end."""
    at, size = 0, SMALLEST
    while True:
        for _ in range(OF_A_SIZE):
            at += size
            yield at
        size = min(2 * size, LARGEST)


def next_bound(rounds: int) -> int:
    """Where the part with that many rounds before its end has its end."""
    return next(bound for bound in bounds() if bound >= rounds)


def cut(cell: Cell, number: int, *, start: int = 0, stop: int | None = None) -> Iterator[Part]:
    """The parts of the rounds ``start`` ... ``stop`` - 1 (None: all of the cell)."""
    stop = cell.rounds if stop is None else stop
    for bound in bounds():
        if start >= stop:
            return
        if bound > start:
            end = min(bound, stop)
            yield Part(cell, number, start, end - start)
            start = end


def whole_cell(cell: Cell, number: int) -> Part:
    """All rounds of a cell as one part."""
    return Part(cell, number, 0, cell.rounds)


def play_part(
    part: Part, threads: int | None = None, progress: Callable[[int], object] | None = None
) -> Series:
    """Play a part; this is the task that executors run."""
    cell = part.cell
    return _play.series(
        cell.rules,
        cell.first,
        cell.second,
        part.rounds,
        swap=cell.swap,
        seed=cell.seed,
        threads=threads,
        opening_plies=cell.opening_plies,
        first_round=part.first_round,
        progress=progress,
    )


@dataclass
class Total:
    """The parts of one cell that have been played, in whatever order, and their sum."""

    rounds: int = 0
    _batches: dict[int, Batch] = field(default_factory=dict)
    _sums: list[Series] = field(default_factory=list)

    def add(self, part: Part, series: Series) -> None:
        """Count a part.

        Raises
        ------
        ValueError
            The part, or one that begins at the same round, has been counted before.
        """
        if part.first_round in self._batches:
            raise ValueError(f"round {part.first_round} has been counted before")
        self._batches[part.first_round] = batch(series)
        self.rounds += part.rounds
        # Adding copies the sample of distinct games; like is added to like, so each is copied a few
        # times.
        self._sums.append(series)
        while len(self._sums) > 1 and self._sums[-2].rounds <= self._sums[-1].rounds:
            self._add_last_two()

    def _add_last_two(self) -> None:
        last = self._sums.pop()
        self._sums[-1] += last

    @property
    def series(self) -> Series:
        """The sum of all parts (there must be one)."""
        while len(self._sums) > 1:
            self._add_last_two()
        return self._sums[0]

    @property
    def batches(self) -> list[Batch]:
        """The parts in the order of their rounds."""
        return [self._batches[first] for first in sorted(self._batches)]
