"""Where each pit, store and reserve of a board lies, and which slot of the picture it is.

A slot is a number: first South's pits in sowing order, then North's, then the two stores, then the
two reserves. Lengths are in hundredths of a pit's width.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mancalab._boards.rows import (
    Row,
    drawn_columns,
    is_field,
    is_south_at_right,
    lies_between_rows,
    rows,
    trays,
)

if TYPE_CHECKING:
    from mancalab._core import Rules, State

HAND = -1
"""Where seeds are between a pit and the next."""
GONE = -2
"""Where seeds are that left the board."""

PIT = 100
LINES = 44
"""On its owner's side of a pit: the count of its seeds and its number."""
GAP = 12
"""Between South's rows and North's."""
RIM = 8
"""Above the upper row and below the lower one."""
STORE = 116
EDGE = 10
"""Beside the pits of a board that has neither stores nor reserves."""


class Slots:
    """The slots of a board with that many pits on a side."""

    def __init__(self, pits: int) -> None:
        self.pits = pits
        self.count = 2 * pits + 4

    def pit(self, side: int, pit: int) -> int:
        """The slot of a pit."""
        return side * self.pits + pit

    def store(self, side: int) -> int:
        """The slot of a store."""
        return 2 * self.pits + side

    def reserve(self, side: int) -> int:
        """The slot of a reserve."""
        return 2 * self.pits + 2 + side

    def place(self, where: tuple[int, int | None]) -> int:
        """The slot of what an event names: a side and a pit, or None for the store."""
        side, pit = where
        return self.store(side) if pit is None else self.pit(side, pit)


def counts(state: State) -> list[int]:
    """The seeds of a state, slot by slot."""
    parts = (state.pits.reshape(-1), state.stores, state.reserves)
    return list(itertools.chain.from_iterable(part.tolist() for part in parts))


def marks(state: State) -> list[int]:
    """The slots of marked pits."""
    return [slot for slot, marked in enumerate(state.marks.reshape(-1).tolist()) if marked]


def claims(state: State) -> list[int]:
    """The slots of claimed pits."""
    return [slot for slot, claimed in enumerate(state.claims.reshape(-1).tolist()) if claimed]


def lifted(state: State) -> list[int]:
    """The slots of pits whose seeds were lifted before."""
    return [slot for slot, was in enumerate(state.lifted.reshape(-1).tolist()) if was]


def read_position(
    rules: Rules,
    seeds: Sequence[int],
    marked: Sequence[int],
    side: int,
    claimed: Sequence[int] = (),
    *,
    were_lifted: Sequence[int] = (),
) -> State:
    """A position from what its slots hold, as `counts`, `marks`, `claims` and `lifted` give it.

    Raises
    ------
    ValueError, TypeError
        It is no position of this game.
    """
    n = rules.pits_per_side
    if len(seeds) != 2 * n + 4:
        raise ValueError(f"counts: {len(seeds)} numbers; this board has {2 * n + 4} slots")
    marks, claims, lifted = (
        [[side * n + pit in found for pit in range(n)] for side in (0, 1)]
        for found in (marked, claimed, were_lifted)
    )
    return rules.state(
        pits=[list(seeds[:n]), list(seeds[n : 2 * n])],
        stores=list(seeds[2 * n : 2 * n + 2]),
        reserves=list(seeds[2 * n + 2 :]),
        marks=marks,
        claims=claims,
        lifted=lifted,
        to_move=side,
    )


def layout(rules: Rules) -> dict[str, Any]:
    """The picture of a board: its size, and for each slot what it is and where its centre lies."""
    slots = Slots(rules.pits_per_side)
    lines = rows(rules)
    kinds = trays(rules)
    beside = STORE if kinds else EDGE
    high = PIT + LINES
    middles = _middles(lines)
    height = middles[-1] + high / 2 + RIM
    width = PIT * drawn_columns(rules) + 2 * beside
    found: dict[int, dict[str, Any]] = {}
    for row, y in zip(lines, middles, strict=True):
        for column, pit in enumerate(row.pits, row.column):
            x = beside + PIT * column + PIT / 2
            # A field lies between the rows, its count on the side of the row that it follows.
            level = height / 2 + (LINES / 2 if row.side == 0 else -LINES / 2)
            between = lies_between_rows(rules, pit)
            middle = level if between else y
            found[slots.pit(row.side, pit)] = {
                **_slot("pit", row.side, (x, middle), (PIT, high), pit),
                "field": is_field(rules, pit),
            }
    for side in (0, 1):
        right = (side == 0) == is_south_at_right(rules)
        x = width - STORE / 2 if right else STORE / 2
        share = height / max(1, len(kinds))
        for kind in kinds:
            # The reserve is the half nearer to its owner.
            low = (side == 0) == (kind == "reserve")
            y = height - share / 2 if low else share / 2
            slot = slots.reserve(side) if kind == "reserve" else slots.store(side)
            found[slot] = _slot(kind, side, (x, y), (STORE, share))
    return {
        "width": width,
        "height": height,
        "columns": rules.columns,
        "beside": beside,
        "slots": [found.get(slot) for slot in range(slots.count)],
    }


def _middles(lines: Sequence[Row]) -> list[float]:
    """The middle of each row with its counts and numbers, which stand on their owner's side."""
    middles = [RIM + (PIT + LINES) / 2]
    for above, row in itertools.pairwise(lines):
        # Pits that share a row lie side by side, the counts of North's above, of South's below.
        apart = LINES if row.line == above.line else PIT + LINES
        between = GAP if row.side != above.side and row.line != above.line else 0
        middles.append(middles[-1] + apart + between)
    return middles


def _slot(
    kind: str,
    side: int,
    centre: tuple[float, float],
    size: tuple[float, float],
    pit: int | None = None,
) -> dict[str, Any]:
    (x, y), (w, h) = centre, size
    return {"kind": kind, "side": side, "pit": pit, "x": x, "y": y, "w": w, "h": h, "field": False}
