"""The observations of an environment: numbers of a position, and their spaces."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Box, Discrete

from mancalab._base.arguments import check_word, integer
from mancalab._base.seeds import all_seeds
from mancalab._batch.batch import Batch
from mancalab._batch.encoding import KINDS, MOST_PLANES, Encoding
from mancalab._core import Rules, State, _observed

Array = npt.NDArray[Any]


class Observer:
    """Turns positions of one game into the observations that were asked for.

    Parameters
    ----------
    rules
        The game.
    kind
        That of a `mancalab.Encoding`.
    planes
        How many numbers the planes of the last two kinds tell apart.
    threads
        Most threads of an encoding; None for all cores.
    """

    def __init__(self, rules: Rules, kind: str, planes: int, threads: int | None = None) -> None:
        check_word("observation", kind, KINDS)
        self.encoding = Encoding(rules, kind, integer("planes", planes, 1, MOST_PLANES))
        self.threads, self.raw = threads, kind == "raw"
        self.shape, self.dtype = self.encoding.shape, self.encoding.dtype
        self.swapped = swapped(rules)

    def space(self) -> Box:
        """The space of one observation."""
        if self.raw:
            return Box(
                np.zeros(self.shape, np.uint8), greatest(self.encoding.rules), dtype=np.uint8
            )
        return Box(0.0, 1.0, self.shape, np.float32)

    def state(self, state: State, side: int) -> Array:
        """A position, seen by a side."""
        seen = state.observation
        rows = self.rows((seen if state.to_move == side else seen[self.swapped])[None])
        row: Array = rows[0]
        return row

    def rows(self, numbers: Array) -> Array:
        """Raw observations as those that were asked for, in memory of their own."""
        return self.encoding(numbers, threads=self.threads)

    def batch(self, batch: Batch, out: Array | None = None) -> Array:
        """All positions of a batch, each seen by the player to move, in memory of their own."""
        if not self.raw:
            return self.encoding(batch, out, self.threads)
        return copied(batch.observation) if out is None else filled(out, batch.observation)

    def empty(self, lanes: int) -> Array:
        """Memory for the observations of a batch."""
        if self.raw:
            return np.zeros((*self.shape, lanes), np.uint8).T
        return np.zeros((lanes, *self.shape), self.dtype)


def copied(view: Array) -> Array:
    """A copy of a view of a batch, column by column, as the batch has it: that is cheap."""
    return view.T.copy().T


def filled(out: Array, view: Array) -> Array:
    """The array, filled with what the view shows."""
    np.copyto(out, view)
    return out


def swapped(rules: Rules) -> npt.NDArray[np.intp]:
    """For each feature, its place in the other player's observation."""
    places = {feature[:3]: place for place, feature in enumerate(_observed(rules))}
    other: dict[str | None, str | None] = {"own": "other", "other": "own", None: None}
    turned = [places[other[owner], kind, number] for owner, kind, number in places]
    return np.array(turned, dtype=np.intp)


def seeds_of(rules: Rules) -> int:
    """All seeds of a game at its start."""
    return all_seeds(rules.start())


def greatest(rules: Rules) -> npt.NDArray[np.uint8]:
    """The greatest that each feature can be."""
    return np.array([most for *_, most in _observed(rules)], dtype=np.uint8)


def actions(rules: Rules) -> Discrete[np.int64]:
    """The space of actions."""
    return Discrete(rules.n_actions)


def mask_of(state: State) -> npt.NDArray[np.int8]:
    """Which actions are legal, 1 or 0, as `Discrete.sample(mask)` takes it; all at the end."""
    mask = np.zeros(state.rules.n_actions, dtype=np.int8)
    mask[list(state.legal_actions) or slice(None)] = 1
    return mask


@lru_cache(maxsize=64)
def _seeds(rules: Rules) -> int:
    return seeds_of(rules)


def paid(state: State, kind: str) -> npt.NDArray[np.float32]:
    """The rewards of South and North in a position: 0 before the end of the game."""
    outcome = state.outcome
    if outcome is None or outcome.result in {"void", "truncated"}:
        return np.zeros(2, dtype=np.float32)
    if kind == "margin":
        south, north = outcome.score
        value = np.float32(south - north) / np.float32(_seeds(state.rules))
    else:
        value = np.float32({0: 1, 1: -1, None: 0}[outcome.winner])
    return np.array([value, -value], dtype=np.float32)
