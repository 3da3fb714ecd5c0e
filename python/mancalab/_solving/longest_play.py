"""How long best play can be, over all positions of an endgame table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mancalab._base.arguments import checked_threads
from mancalab._base.progress import Progress, reporter
from mancalab._core import _longest_play, _Table
from mancalab._solving.table_check import position_text


@dataclass(frozen=True)
class LongestPlay:
    """The longest line of best play from the positions with so many seeds in the pits.

    In such a line both players only choose actions of the greatest value, whichever of them. Lines
    of more than 254 actions count as 254.
    """

    seeds: int
    """Seeds in the pits."""
    actions: int
    """Actions of both players up to the end of the game."""
    pits: tuple[tuple[int, ...], tuple[int, ...]]
    """The seeds of a position with such a line: those of the player to move first, then of the
    other; each in sowing order."""
    stores: tuple[int, int]
    """Seeds in their stores: none where the table does not ask for them."""

    @property
    def position(self) -> str:
        """The position in the words of `State.from_text`, South to move."""
        return position_text(self.pits, self.stores)


def longest_play(table: _Table, threads: int | None, progress: Progress) -> tuple[LongestPlay, ...]:
    """Find the longest lines of best play as `Tablebase.longest_play` says."""
    threads = checked_threads(threads)
    with reporter(progress, table.positions, table.rules, unit=" positions") as report:
        found = _longest_play(table, threads, report)
    return tuple(_row(seeds, actions, sides) for seeds, (actions, sides) in enumerate(found))


def _row(seeds: int, actions: int, sides: Sequence[tuple[Sequence[int], int]]) -> LongestPlay:
    (own, store), (other, other_store) = sides
    return LongestPlay(seeds, actions, (tuple(own), tuple(other)), (store, other_store))


def as_text(rows: Sequence[LongestPlay]) -> str:
    """A line for each number of seeds."""
    lines = [
        "seeds  actions  a position",
        *(f"{row.seeds:>5}  {row.actions:>7}  {row.position}" for row in rows),
        "",
        "actions: of both players up to the end of the game, if they only choose actions of",
        "the greatest value, and among these the ones that make the game longest.",
    ]
    return "\n".join(lines)
