"""What marks on pits say."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from mancalab._core import Rules, _observed


@lru_cache(maxsize=64)
def marks_say(rules: Rules) -> Literal["", "unplayed", "made"]:
    """That pits are "unplayed" yet, or that the other player has "made" them theirs.

    "" where the game has no marks.
    """
    if not any(kind == "mark" for _, kind, _, _ in _observed(rules)):
        return ""
    return "unplayed" if rules.start().marks.any() else "made"
