"""What marks on pits say."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from mancalab._base.rounds import has_rounds
from mancalab._core import Rules, _observed


@lru_cache(maxsize=64)
def marks_say(rules: Rules) -> Literal["", "unplayed", "made", "closed", "owned"]:
    """What a mark says of its pit.

    It is "unplayed" yet, "closed" for the round, "made" theirs by the other player, or "owned" by
    the player of the other row for the round; "" where the game has no marks.
    """
    if not any(kind == "mark" for _, kind, _, _ in _observed(rules)):
        return ""
    if has_rounds(rules):
        return "owned" if "owned_pits" in rules.features else "closed"
    return "unplayed" if rules.start().marks.any() else "made"
