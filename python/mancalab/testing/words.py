"""Words that the reports share."""

from __future__ import annotations

from collections.abc import Sequence

from mancalab._core import State


def line_of(game: Sequence[State]) -> str:
    """The actions of a game so far, by their texts."""
    rules = game[0].rules
    played = [rules.action_text(state.last[1]) for state in game[1:] if state.last is not None]
    return f"actions {' '.join(played)}" if played else "no action"
