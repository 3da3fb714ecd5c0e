"""How many seeds are in a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mancalab._core import State


def all_seeds(state: State) -> int:
    """All seeds: in the pits, in the stores, and not placed yet."""
    return int(state.pits.sum()) + int(state.stores.sum()) + int(state.reserves.sum())
