"""What there is to know of a game as an environment, as a page of Markdown."""

from __future__ import annotations


def page(game: str) -> str:
    """Stub."""
    return game
