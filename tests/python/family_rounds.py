"""How the next round of a recorded game is laid out, and whose pits are whose then."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from family_laps import Pit
from family_records import Board, Layout, Ply


def last_of_filling(plies: Sequence[Ply], at: int) -> int | None:
    """The ply after which the board is laid out for the next round, if that begins at a ply.

    The players lay out a pit in turn, and pass when they have laid out theirs.
    """
    kinds = [ply["k"] for ply in plies[at:]]
    count = len(list(takewhile({"moven", "pass"}.__contains__, kinds)))
    return at + count - 1 if "moven" in kinds[:count] else None


def marked_pits(marks: Sequence[Sequence[bool]]) -> frozenset[Pit]:
    """The pits with a mark."""
    rows = ((side, enumerate(row)) for side, row in enumerate(marks))
    return frozenset((side, pit) for side, row in rows for pit, mark in row if mark)


def empty_pits(board: Board) -> list[list[bool]]:
    """A mark on each empty pit."""
    return [[seeds == 0 for seeds in side] for side in board.pits]


def without_seeds(
    marks: Sequence[Sequence[bool]], pits: Sequence[Sequence[int]]
) -> list[list[bool]]:
    """The marks on pits that are empty."""
    rows = zip(marks, pits, strict=True)
    return [[mark and not seeds for mark, seeds in zip(*row, strict=True)] for row in rows]


def changed_pits(layout: Layout, board: Board, ply: Ply) -> list[list[bool]]:
    """A mark on each pit that belongs to the player of the other row, by the first choice.

    Who begins the round may play all their pits, since all are filled. A pit that nobody has filled
    counts as its row's.
    """
    mover, mine = ply["p"] - 1, set(ply["legal"])
    return [
        [
            seeds > 0 and (site in mine) != (side == mover)
            for site, seeds in zip(layout.sides[side], row, strict=True)
        ]
        for side, row in enumerate(board.pits)
    ]
