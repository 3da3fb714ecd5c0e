"""Values of positions and actions in words, as people say them.

Numbers are seen by the side to move: positive is good for them, negative for the other side.
`web/js/values.js` says the same on the web page.
"""

from __future__ import annotations

from mancalab._base.words import SIDES, seeds_words

MINUS = "\N{MINUS SIGN}"
DECIDED = 10_000
"""What a search counts for a win where seeds do not decide the game."""


def with_sign(value: float) -> str:
    """A value with its sign: ``+4``, ``0``, and a minus as wide as the plus."""
    if value == 0:
        return "0"
    return f"+{value:g}" if value > 0 else f"{MINUS}{-value:g}"


def exactly(kind: str, side: int, value: int) -> str:
    """A value that is known, for `side`; `kind`: "margin" or "result"."""
    if value == 0:
        return "nobody wins"
    winner = SIDES[side if value > 0 else 1 - side]
    return f"{winner} wins by {seeds_words(abs(value))}" if kind == "margin" else f"{winner} wins"


def proven(  # noqa: PLR0911  (a case each)
    kind: str, side: int, bounds: tuple[int, int], stake: int
) -> str:
    """What is proven of a value, for `side`; empty where that is nothing.

    Parameters
    ----------
    kind
        "margin" in a game decided by seeds, else "result".
    side
        The side to move.
    bounds
        The value lies between these two, both included.
    stake
        The seeds of the game.
    """
    lower, upper = bounds
    if lower == upper:
        return exactly(kind, side, lower)
    seeds = kind == "margin"
    most = stake if seeds else 1
    if lower <= -most and upper >= most:
        return ""
    mover, other = SIDES[side], SIDES[1 - side]
    if lower > 0:
        return f"{mover} wins by {seeds_words(lower)} at least"
    if upper < 0:
        return f"{other} wins by {seeds_words(-upper)} at least"
    if not seeds:
        return f"{mover} does not {'lose' if lower == 0 else 'win'}"
    if lower == 0:
        return f"{mover} does not lose, and wins by {seeds_words(upper)} at most"
    if upper == 0:
        return f"{mover} does not win, and loses by {seeds_words(-lower)} at most"
    return f"{with_sign(lower)} to {with_sign(upper)} for {mover}"


def searched(side: int, value: float, depth: int) -> str:
    """What a search thinks of an action of `side`, that many actions ahead."""
    if abs(value) >= DECIDED:
        return f"{SIDES[side]} {'wins' if value > 0 else 'loses'}, {depth} ahead"
    return f"{with_sign(value)} for {SIDES[side]}, {depth} ahead"
