"""Lots between rounds: which actions they are, and who cannot play games that have them."""

from __future__ import annotations

from functools import lru_cache

from mancalab._core import Rules


@lru_cache(maxsize=64)
def first_lot(rules: Rules) -> int | None:
    """The number of the first action that is a lot; None in a game without any."""
    return next((action.number for action in rules.actions if action.kind == "lot"), None)


def refuse_lots(rules: Rules, who: str) -> None:
    """Raise the error for a game whose lots somebody would have to choose.

    Raises
    ------
    ValueError
        Lots are drawn in the game.
    """
    if first_lot(rules) is not None:
        raise ValueError(
            f"rounds.start = 'lot': {who} cannot play games with lots that are drawn between rounds"
        )
