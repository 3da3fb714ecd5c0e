"""Whether a game has rounds."""

from __future__ import annotations

from mancalab._core import Rules, _observed


def has_rounds(rules: Rules) -> bool:
    """Whether a game is of several rounds, so that a match can be hundreds of actions long."""
    return any(kind == "round" for _, kind, _, _ in _observed(rules))
