"""What a table holds, counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

_LOWEST = -128
"""The value that a histogram of the native module begins with."""


@dataclass(frozen=True)
class TableStats:
    """The contents of a table for one number of seeds.

    Every distribution of the seeds over the pits counts once, seen by the player to move; where the
    stores matter, once for each content of the stores. If that player cannot move, the position is
    settled as it would be after an action.
    """

    seeds: int
    positions: int
    wins: int
    """Positions in which the player to move gains more than the other; where the stores matter,
    those that they win."""
    draws: int
    losses: int
    histogram: dict[int, int]
    """The number of positions by value, the lowest value first."""

    @classmethod
    def of(cls, seeds: int, histogram: Sequence[int], results: Sequence[int]) -> TableStats:
        """From how often each value stands in a layer, and losses, draws and wins in it."""
        counts = dict(enumerate(histogram, start=_LOWEST))
        return cls(
            seeds=seeds,
            positions=sum(counts.values()),
            wins=results[2],
            draws=results[1],
            losses=results[0],
            histogram={value: count for value, count in counts.items() if count},
        )
