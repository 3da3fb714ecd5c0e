"""Which pits lie side by side, however a board is drawn: rows from the top down, seen by South.

On three rows the middle one has two parts: North's half and South's. Where players own halves of
the board both rows have.
"""

from __future__ import annotations

from dataclasses import dataclass

from mancalab._base.words import SIDES
from mancalab._core import Rules


@dataclass(frozen=True)
class Row:
    """A row of pits, or a part of one: whose it is, and its pits from left to right."""

    side: int
    pits: tuple[int, ...]
    forward: int  # to the right (1) or to the left (-1)
    line: int  # from the top, 0 is the uppermost row
    column: int  # of its first pit, from the left


def rows(rules: Rules) -> tuple[Row, ...]:
    """The rows of a game's board, of a row that the sides share both parts, from the top down."""
    turn = -1 if is_clockwise(rules) else 1
    return tuple(
        Row(side, tuple(pits[:: turn * forward]), turn * forward, line, _column(rules, side, pits))
        for side, pits, forward, line in _parts(rules)
        if pits
    )


def _parts(rules: Rules) -> tuple[tuple[int, range, int, int], ...]:
    """Of each row, or part: whose it is, its pits, which way these run, and the line."""
    if has_halves(rules):
        # A side begins in the middle of the far row, and ends in the near one.
        half = rules.columns // 2
        far, near = range(half), range(half, rules.pits_per_side)
        return ((1, near, -1, 0), (0, far, -1, 0), (1, far, 1, 1), (0, near, 1, 1))
    outer = range(rules.columns + has_fields(rules))
    inner = range(len(outer), rules.pits_per_side)
    last = rules.rows - 1
    # North sows the other way round, and an inner row runs against its outer row.
    return ((1, outer, -1, 0), (1, inner, 1, 1), (0, inner, -1, last - 1), (0, outer, 1, last))


def _column(rules: Rules, side: int, pits: range) -> int:
    """Where a row, or a part of one, begins."""
    at_right = (side == 0) == is_south_at_right(rules)
    return drawn_columns(rules) - len(pits) if at_right else 0


def is_south_at_right(rules: Rules) -> bool:
    """Whether South's part of a row, and their store, is at the right: where their sowing leads.

    Where players own halves, that is where South's half lies.
    """
    return is_clockwise(rules) == has_halves(rules)


def share_a_row(rules: Rules) -> bool:
    """Whether the sides share a row, the middle one."""
    return "three_rows" in rules.features


def drawn_columns(rules: Rules) -> int:
    """Columns of pits, and of the fields at both ends or in the middle."""
    fields = (1 if has_halves(rules) else 2) if has_fields(rules) else 0
    return rules.columns + fields


def has_halves(rules: Rules) -> bool:
    """Whether players own halves of the board, of both rows."""
    return "halves" in rules.features


def has_fields(rules: Rules) -> bool:
    """Whether a field follows the last pit of each row, at an end of the board.

    Where players own halves, it follows the last pit of each half, in the middle.
    """
    return "fields" in rules.features


def is_field(rules: Rules, pit: int | None) -> bool:
    """Whether this number, None for a store, is that of a field: it follows those of the pits."""
    return has_fields(rules) and pit == rules.columns


def place_words(rules: Rules, place: tuple[int, int | None]) -> str:
    """A pit or a field by its side and number, or a store by its side and None: "South's pit 3"."""
    side, pit = place
    what = "store" if pit is None else "field" if is_field(rules, pit) else f"pit {pit}"
    return f"{SIDES[side]}'s {what}"


def lies_between_rows(rules: Rules, pit: int) -> bool:
    """Whether this number is that of a field at an end of the board, in no row."""
    return is_field(rules, pit) and not has_halves(rules)


def is_clockwise(rules: Rules) -> bool:
    """Whether pits are numbered from their owner's right."""
    return rules.options["direction"].value == "clockwise"


def has_store_pits(rules: Rules) -> bool:
    """Whether the board has stores; without, captured seeds lie beside the board."""
    return "stores" in rules.features


def trays(rules: Rules) -> tuple[str, ...]:
    """What lies beside the pits: "store" or "captured", "reserve", both, or nothing.

    A board with stores has a "store"; without stores the seeds that were taken are "captured", and
    there is neither where no seed can be taken. A reserve may be empty at first: captured seeds
    that wait for their turn lie in one.
    """
    taken = "store" if has_store_pits(rules) else "captured"
    drawn = {taken: rules.has_stores, "reserve": "own_reserve" in rules.observation_names}
    return tuple(kind for kind, there in drawn.items() if there)


def sown_both_ways(rules: Rules) -> bool:
    """Whether one player sows the pits of the other the other way than that player does."""
    return "sows_through" in rules.features


def ways_chosen(rules: Rules) -> bool:
    """Whether no direction holds for the whole game: players choose, or pits differ."""
    return rules.options["direction"].value not in {"clockwise", "counterclockwise"}
