"""What marks and claims on pits say."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from mancalab._base.words import SIDES
from mancalab._core import Rules, State, _observed


@lru_cache(maxsize=64)
def marks_say(rules: Rules) -> Literal["", "unplayed", "made", "closed", "owned"]:
    """What a mark says of its pit.

    It is "unplayed" yet, "closed" for the round, "made" theirs by the other player, or "owned" by
    the player of the other row for the round; "" where the game has no marks.
    """
    if not any(kind == "mark" for _, kind, _, _ in _observed(rules)):
        return ""
    features = rules.features
    if "owned_pits" in features:
        return "owned"
    if "closed_pits" in features:
        return "closed"
    return "unplayed" if "marks" in features else "made"


@lru_cache(maxsize=64)
def has_claims(rules: Rules) -> bool:
    """Whether players mark pits where marks say whose a pit is: then their marks are claims."""
    return any(kind == "claim" for _, kind, _, _ in _observed(rules))


def mark_words(state: State, side: int, pit: int) -> list[str]:
    """What a mark and a claim say of a pit, as in "belongs to North"; nothing of most pits."""
    said = marks_say(state.rules)
    marked = bool(state.marks[side, pit])
    owner = 1 - side if marked and said == "owned" else side
    words = []
    if marked:
        words.append(_WORDS[said].format(other=SIDES[1 - side]))
    if state.claims[side, pit]:
        words.append(f"marked by {SIDES[1 - owner]}")
    return words


_WORDS = {
    "unplayed": "not yet played",
    "made": "marked by {other}",
    "closed": "closed for this round",
    "owned": "belongs to {other}",
}
