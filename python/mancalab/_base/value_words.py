"""Values of positions and actions in words, as people say them.

Numbers are seen by the side to move: positive is good for them, negative for the other side. The
words are those of a table of texts, `_browser/languages/explorer`, with the names of the sides.
`web/js/values.js` chooses among the same texts on the web page.
"""

from __future__ import annotations

from collections.abc import Mapping

MINUS = "\N{MINUS SIGN}"
DECIDED = 10_000
"""What a search counts for a win where seeds do not decide the game."""


def with_sign(value: float) -> str:
    """A value with its sign: ``+4``, ``0``, and a minus as wide as the plus."""
    if value == 0:
        return "0"
    return f"+{value:g}" if value > 0 else f"{MINUS}{-value:g}"


def exactly(texts: Mapping[str, str], kind: str, side: int, value: int) -> str:
    """A value that is known, for `side`; `kind`: "margin" or "result"."""
    if value == 0:
        return texts["worth.nobody"]
    winner = side if value > 0 else 1 - side
    key = "worth.wins_by" if kind == "margin" else "worth.wins"
    return _said(texts, key, winner, abs(value))


def proven(  # noqa: PLR0911  (a case each)
    texts: Mapping[str, str], kind: str, side: int, bounds: tuple[int, int], stake: int
) -> str:
    """What is proven of a value, for `side`; empty where that is nothing.

    Parameters
    ----------
    texts
        The table of texts.
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
        return exactly(texts, kind, side, lower)
    by_seeds = kind == "margin"
    most = stake if by_seeds else 1
    if lower <= -most and upper >= most:
        return ""
    if lower > 0:
        return _said(texts, "worth.at_least", side, lower)
    if upper < 0:
        return _said(texts, "worth.at_least", 1 - side, -upper)
    if not by_seeds:
        return _said(texts, "worth.not_lose" if lower == 0 else "worth.not_win", side)
    if lower == 0:
        return _said(texts, "worth.not_lose_most", side, upper)
    if upper == 0:
        return _said(texts, "worth.not_win_most", side, -lower)
    low, high = with_sign(lower), with_sign(upper)
    return texts["worth.between"].format(low=low, high=high, side=texts[f"side.{side}"])


def searched(texts: Mapping[str, str], side: int, value: float, depth: int) -> str:
    """What a search thinks of an action of `side`, that many actions ahead."""
    key = "worth.search"
    if abs(value) >= DECIDED:
        key = "worth.search_wins" if value > 0 else "worth.search_loses"
    return texts[key].format(value=with_sign(value), side=texts[f"side.{side}"], depth=depth)


def _said(texts: Mapping[str, str], key: str, side: int, n: int = 0) -> str:
    """A text of the table about a side and a number of seeds."""
    seeds = texts["seeds.1" if n == 1 else "seeds"].format(n=n)
    return texts[key].format(side=texts[f"side.{side}"], seeds=seeds)
