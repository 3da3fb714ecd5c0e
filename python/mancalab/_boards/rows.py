"""Which pits lie side by side, however a board is drawn: rows from the top down, seen by South."""

from __future__ import annotations

from dataclasses import dataclass

from mancalab._core import Rules


@dataclass(frozen=True)
class Row:
    """A row of pits: whose it is, and its pits from left to right."""

    side: int
    pits: tuple[int, ...]
    forward: int  # to the right (1) or to the left (-1)


def rows(rules: Rules) -> tuple[Row, ...]:
    """The rows of a game's board, from the top down."""
    columns = rules.columns
    outer, inner = range(columns), range(columns, 2 * columns)
    # North sows the other way round, and an inner row runs against its outer row.
    found = [(1, outer, -1), (1, inner, 1), (0, inner, -1), (0, outer, 1)]
    turn = -1 if is_clockwise(rules) else 1
    return tuple(
        Row(side, tuple(pits[:: turn * forward]), turn * forward)
        for side, pits, forward in found
        if rules.rows == 4 or pits is outer
    )


def is_clockwise(rules: Rules) -> bool:
    """Whether pits are numbered from their owner's right."""
    return rules.options["direction"].value == "clockwise"


def has_store_pits(rules: Rules) -> bool:
    """Whether the board has stores; without, captured seeds lie beside the board."""
    return "stores" in rules.features


def trays(rules: Rules) -> tuple[str, ...]:
    """What lies beside the pits: "store" or "captured", "reserve", both, or nothing.

    A board with stores has a "store"; without stores the seeds that were taken are "captured", and
    there is neither where no seed can be taken.
    """
    taken = "store" if has_store_pits(rules) else "captured"
    drawn = {taken: rules.has_stores, "reserve": bool(rules.start().reserves.any())}
    return tuple(kind for kind, there in drawn.items() if there)


def ways_chosen(rules: Rules) -> bool:
    """Whether no direction holds for the whole game: players choose, or pits differ."""
    return rules.options["direction"].value not in {"clockwise", "counterclockwise"}
