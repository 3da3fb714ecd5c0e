"""The line below a board that says what its numbers and marks mean."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from mancalab._boards.shapes import Box, Circle, Line, Shape, Text

_LINE = 20.0  # from line to line
_SAMPLE = 20.0  # width of a mark
_LETTER = 6.9  # width of a letter of 12 pixels, on the safe side
_BETWEEN = 14.0  # from an item to the next
_MARGIN = 16.0

MEANINGS = {
    "number": "number of the pit",
    "count": "seeds in the pit",
    "legal": "can be played",
    "arrow": "direction can be chosen",
    "way": "direction in which it can be played",
    "path": "direction of sowing",
    "origin": "last action began here",
    "landing": "last seed fell here",
    "captured": "captured here",
    "unplayed": "not yet played",
    "made": "marked by the other side",
    "closed": "closed",
    "left": "left without seeds",
    "held": "closed if empty, else not sown from or captured",
    "filling": "not to be sown before it is full",
    "owned": "belongs to the other side",
    "house": "a house",
    "claim": "marked by the side that does not own it",
    "kept": "marked by its own side",
    "blocked": "blocked for this turn",
    "lifted": "its seeds were lifted before",
    "rests": "resting until the other side sows in it",
    "rests_once": "resting for one turn",
}
"""By the part that shapes play, in the order of the line."""

SIGNS = {
    "mark": ((0, -6), (6, 0), (0, 6), (-6, 0)),
    "claim": ((-5, -5), (5, -5), (5, 5), (-5, 5)),
    "lifted": ((0, -6), (6, 5), (-6, 5)),
}
"""The corners of the signs on the rim of a pit, by the part that they play."""

_SIGNS = dict.fromkeys(
    ("unplayed", "made", "closed", "left", "held", "filling", "owned", "house"), "mark"
)
_SIGNS |= {
    "claim": "claim",
    "kept": "claim",
    "blocked": "claim",
    "lifted": "lifted",
    "rests": "lifted",
    "rests_once": "lifted",
}


def legend_line(roles: AbstractSet[str], width: float, top: float) -> tuple[list[Shape], float]:
    """The shapes of the legend for these parts, and its height.

    Parameters
    ----------
    roles
        The parts that are drawn on the board; others are not explained.
    width, top
        Of the picture, and where the legend begins.
    """
    found: list[Shape] = []
    x, line = _MARGIN, 0
    items = [(role, words) for role, words in MEANINGS.items() if role in roles]
    for role, words in items:
        wide = _SAMPLE + _LETTER * len(words)
        if x > _MARGIN and x + wide > width - _MARGIN:
            x, line = _MARGIN, line + 1
        y = top + _LINE * (line + 0.4)
        found += _sample(role, x + _SAMPLE / 2, y)
        middle = x + _SAMPLE + _LETTER * len(words) / 2
        space = width - _MARGIN - x - _SAMPLE
        found.append(Text("legend", middle, y, words, min(1.0, space / (_LETTER * len(words)))))
        x += wide + _BETWEEN
    return found, _LINE * (line + 1) + 4 if items else 0.0


def _sample(role: str, x: float, y: float) -> Iterator[Shape]:
    """A small one of what is explained."""
    if role in _SIGNS:
        sign = _SIGNS[role]
        yield Line(sign, tuple((x + dx, y + dy) for dx, dy in SIGNS[sign]), closed=True)
        return
    match role:
        case "number":
            yield Text("number", x, y, "3")
        case "count":
            yield Box("pill", x - 9, y - 7.5, 18, 15, 7)
            yield Text("count", x, y, "4", 0.9)
        case "arrow" | "way":
            yield Line("arrow", ((x - 4, y - 6), (x + 5, y), (x - 4, y + 6)), closed=True)
        case "path":
            yield Line("path", ((x - 2.5, y - 5), (x + 2.5, y), (x - 2.5, y + 5)))
        case "captured":
            yield Line("captured", ((x - 5, y - 5), (x + 5, y + 5)))
            yield Line("captured", ((x - 5, y + 5), (x + 5, y - 5)))
        case _:
            yield Circle(role, x, y, 6.5)
