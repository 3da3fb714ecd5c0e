"""Games of rounds, and where their observations count them."""

from __future__ import annotations

from mancalab._core import Rules, _observed


def has_rounds(rules: Rules) -> bool:
    """Whether a game is of several rounds, so that a match can be hundreds of actions long."""
    return round_column(rules) is not None


def round_column(rules: Rules) -> int | None:
    """The index in an observation of the number of rounds that are over; None without rounds."""
    kinds = [kind for _, kind, _, _ in _observed(rules)]
    return kinds.index("round") if "round" in kinds else None
