"""Games that an agent plays against itself: how they begin, and what a step of them brings."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from mancalab._batch import Batch
from mancalab._core import Rules, State


class Step(NamedTuple):
    """What a step brought, lane by lane, for the player who acted."""

    rewards: npt.NDArray[np.float32]
    signs: npt.NDArray[np.int8]
    """1 where the same player goes on, -1 where the other does, 0 where the game ended."""
    ended: npt.NDArray[np.bool_]


def play(batch: Batch, actions: npt.ArrayLike) -> Step:
    """Play one action in every lane."""
    mover = batch.to_move.copy()
    batch.step(actions)
    ended = batch.terminated | batch.truncated
    signs: npt.NDArray[Any] = np.where(batch.to_move == mover, 1, -1)
    signs[ended] = 0
    return Step(batch.rewards[np.arange(len(batch)), mover], signs.astype(np.int8), ended)


def openings(rules: Rules, most: int, count: int, seed: int) -> list[State]:
    """Positions after 0 to ``most`` random plies, from which games of training begin."""
    batch = Batch(rules, count, seed, "disabled")
    states = [batch.state(0)]
    for ply in range(most):
        batch.step(batch.sample())
        chosen = range(ply, count, most)
        states += [state for state in map(batch.state, chosen) if not state.is_over]
    return states
