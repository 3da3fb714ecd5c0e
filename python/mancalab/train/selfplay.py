"""Games that an agent plays against itself: what a step of them brings."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from mancalab._batch.batch import Batch


class Step(NamedTuple):
    """The results of a step, lane by lane, for the player who acted."""

    rewards: npt.NDArray[np.float32]
    signs: npt.NDArray[np.int8]
    """1 where the same player moves again, -1 where the other moves, 0 where the game ended."""
    ended: npt.NDArray[np.bool_]


def play(batch: Batch, actions: npt.ArrayLike) -> Step:
    """Play one action in every lane."""
    mover = batch.to_move.copy()
    batch.step(actions)
    ended = batch.terminated | batch.truncated
    signs: npt.NDArray[Any] = np.where(batch.to_move == mover, 1, -1)
    signs[ended] = 0
    return Step(batch.rewards[np.arange(len(batch)), mover], signs.astype(np.int8), ended)


def seeds_of(seed: int, rounds: int, count: int) -> list[int]:
    """Seeds of what begins after that many rounds of a run, unlike those of all other runs."""
    return [int(one) for one in np.random.SeedSequence((seed, rounds)).generate_state(count, "u8")]
