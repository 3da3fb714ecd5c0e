"""The parts of a cell: consecutive rounds that are played, sent away and stored as one piece.

A part says everything that its result depends on, so it can be played anywhere: in this process,
in another one, on another machine. The series of the parts of a cell add up to that of the cell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Protocol, Self, TypeVar

from mancalab._core import _series_from_json, _series_to_json
from mancalab._matches import playing
from mancalab.study.cells import Cell
from mancalab.study.measures import Batch, batch

if TYPE_CHECKING:
    from mancalab._core import Series

Report = Callable[[int], object] | None
"""Gets the number of games just finished."""

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


def play_part(part: Part, threads: int | None = None, progress: Report = None) -> Series:
    """Play a part: the task of most studies."""
    cell = part.cell
    return playing.series(
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


class Summand(Protocol):
    """The result of a part."""

    @property
    def rounds(self) -> int:
        """Rounds played."""

    @property
    def swapped(self) -> bool:
        """Whether each round was played again with the seats swapped."""

    @property
    def games(self) -> int:
        """Games played."""

    def __add__(self, other: Self, /) -> Self:
        """The result of both parts."""


Result = TypeVar("Result", bound=Summand)


@dataclass(frozen=True)
class Job(Generic[Result]):
    """How the parts of one kind of study are played, and their results written down."""

    play: Callable[[Part, int | None, Report], Result]
    """Plays a part; this is the task that executors run."""
    said: Callable[[Cell], dict[str, Any]]
    """What the result depends on beside all that every cell has."""
    dump: Callable[[Result], str]
    """The result in one line."""
    load: Callable[[str], Result]
    """The result from its line; raises ValueError."""


SERIES: Job[Series] = Job(
    play_part,
    lambda _: {},
    _series_to_json,
    _series_from_json,
)
"""Studies that need nothing but the series of their cells."""


@dataclass
class Sum(Generic[Result]):
    """A sum of the results of parts.

    Adding copies the sample of distinct games; like is added to like, so each is copied a few
    times.
    """

    _sums: list[Result] = field(default_factory=list)

    def add(self, result: Result) -> None:
        """Add the result of a part."""
        self._sums.append(result)
        while len(self._sums) > 1 and self._sums[-2].rounds <= self._sums[-1].rounds:
            self._add_last_two()

    def _add_last_two(self) -> None:
        last = self._sums.pop()
        self._sums[-1] += last

    @property
    def value(self) -> Result:
        """The sum of all parts (there must be one)."""
        while len(self._sums) > 1:
            self._add_last_two()
        return self._sums[0]


@dataclass
class Total:
    """The parts of one cell that have been played, in whatever order, and their sum."""

    rounds: int = 0
    _batches: dict[int, Batch] = field(default_factory=dict)
    _sum: Sum[Series] = field(default_factory=Sum)

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
        self._sum.add(series)

    @property
    def series(self) -> Series:
        """The sum of all parts (there must be one)."""
        return self._sum.value

    @property
    def batches(self) -> list[Batch]:
        """The parts in the order of their rounds."""
        return [self._batches[first] for first in sorted(self._batches)]
