"""The lanes of a vector environment in which the agent moves for both sides."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from mancalab._base.rounds import round_column
from mancalab._batch.batch import Batch
from mancalab.envs.array_pool import Memory
from mancalab.envs.spaces import Observer

Array = npt.NDArray[Any]
Info = dict[str, Any]
Step = tuple[Array, Array, Array, Array, Info]

_NOBODY = np.empty(0, dtype=np.intp)


class SelfPlay:
    """A batch, and what is reported of it after resets and steps.

    Parameters
    ----------
    batch
        The games; it resets lanes by itself.
    observer
        What is shown of positions.
    copy
        Whether arrays are fresh, else views of the batch and memory used again and again.
    """

    def __init__(self, batch: Batch, observer: Observer, *, copy: bool) -> None:
        self.batch, self._observer, self._copy = batch, observer, copy
        self.ended = np.zeros(len(batch), dtype=np.bool_)  # in the last step
        self._resets = batch.autoreset == "next_step"
        self._waiting: Array = _NOBODY  # lanes that the next step resets
        self._set_up()

    def _set_up(self) -> None:
        batch, n = self.batch, len(self.batch)
        # Views of the batch, as it has them: column by column, which are cheap to copy.
        self._observation, self._final = batch.observation.T, batch.final_observation.T
        self._round_column = round_column(batch.rules)
        self._mask, self._final_mask = batch.mask.view(np.int8), batch.final_mask.view(np.int8)
        self._to_move, self._acted, self._by_side = batch.to_move, batch.acted, batch.rewards
        self._terminated, self._truncated = batch.terminated, batch.truncated
        self._earned, self._norths = tuple(self._by_side.T), self._acted.view(np.bool_)
        self._same_step = batch.autoreset == "same_step"
        self._raw = self._observer.raw
        self._every = np.ones(n, dtype=np.bool_)
        self._every.flags.writeable = False
        self._acted_int, self._to_move_int = self._acted.view(np.int8), self._to_move.view(np.int8)
        self._ones, self._turned = np.ones(n, dtype=np.int8), np.empty(n, dtype=np.int8)
        self._sign: Array | None = None
        self._buffer: Array | None = None
        if self._copy:
            features, actions = self._observation.shape[0], self._mask.shape[1]
            self._features, self._ends = (Memory((features, n), np.uint8) for _ in range(2))
            self._masks = Memory((actions, n), np.int8)
            self._pairs, self._rewards = Memory((2, n), np.float32), Memory((n,), np.float64)
            self._encoded = Memory((n, *self._observer.shape), self._observer.dtype)
        else:
            self._reward, self._sign = np.zeros(n), np.zeros(n, dtype=np.int8)
            self._rewarded = _NOBODY
            self._buffer = None if self._raw else self._observer.empty(n)

    def __getstate__(self) -> dict[str, Any]:
        kept = ("batch", "_observer", "_copy", "ended", "_resets", "_waiting")
        return {name: self.__dict__[name] for name in kept}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._set_up()

    # Resets

    def begin(self, seed: int) -> None:
        """Begin the first games of a seed."""
        self.batch.reset(seed=seed)
        self._begun()

    def next(self, lanes: Array | None) -> None:
        """Begin the next game in all lanes, or in some (truth values)."""
        self.batch.reset(lanes)
        if lanes is None:
            self._begun()
        else:
            self.ended = self.ended & ~lanes
            self._waiting = self.ended.nonzero()[0] if self._resets else _NOBODY

    def _begun(self) -> None:
        self.ended = np.zeros(len(self.batch), dtype=np.bool_)
        self._waiting = _NOBODY

    def shown(self) -> tuple[Array, Info]:
        """The results of a reset."""
        return self._observations(), self._told()

    def _observations(self) -> Array:
        if not self._raw:
            out = self._encoded.array() if self._copy else self._buffer
            return self._observer.batch(self.batch, out)
        return self._features.copy(self._observation).T if self._copy else self.batch.observation

    def _told(self) -> Info:
        every = self._every
        if self._copy:
            mask, to_move = self._masks.copy(self._mask.T).T, self._to_move.copy()
        else:
            mask, to_move = self._mask, self._to_move
        info = {"action_mask": mask, "_action_mask": every, "to_move": to_move, "_to_move": every}
        if self._round_column is not None:
            now = self._observation[self._round_column]
            info["round"] = now.copy() if self._copy else now
            info["_round"] = every
        return info

    # Steps

    def step(self, actions: npt.ArrayLike) -> Step:
        """Play one action in every lane."""
        self.batch.step(actions)
        ended = self._terminated | self._truncated
        places = ended.nonzero()[0]
        terminated, truncated, by_side = self._terminated, self._truncated, self._by_side
        if self._copy:
            terminated, truncated = terminated.copy(), truncated.copy()
            by_side = self._pairs.copy(by_side.T).T
        info, every = self._told(), self._every
        reward = self._paid(places)
        sign = self._signs(places)
        info["rewards"], info["_rewards"], info["sign"], info["_sign"] = by_side, every, sign, every
        if self._same_step and len(places):
            self._tell_ends(info, ended, places)
        self.ended = ended
        return self._observations(), reward, terminated, truncated, info

    def _paid(self, places: Array) -> Array:
        """The reward of the side that acted, in every lane."""
        if self._copy:
            reward = self._rewards.zeros()
        else:
            reward = self._reward
            reward[self._rewarded] = 0.0  # quicker than all
            self._rewarded = places
        if len(places):
            acted = self._norths.take(places)
            south, north = self._earned[0].take(places), self._earned[1].take(places)
            reward[places] = np.where(acted, north, south)
        return reward

    def _signs(self, places: Array) -> Array:
        """With what sign a value passes from the state shown now to the one before."""
        turned = self._turned
        np.bitwise_xor(self._acted_int, self._to_move_int, out=turned)
        # Of arrays alone, which is quicker than with a number: 1 - turned - turned.
        sign = np.subtract(self._ones, turned, out=self._sign)
        np.subtract(sign, turned, out=sign)
        sign[places] = 0
        if self._resets:
            sign[self._waiting] = 0
            self._waiting = places
        return sign

    def _tell_ends(self, info: Info, ended: Array, places: Array) -> None:
        """Put into `info` how games ended whose lanes show the next one already."""
        info["final_obs"], info["_final_obs"] = self._finals(ended, places), ended
        info["final_info"] = {
            "action_mask": self._final_mask,
            "_action_mask": ended,
            "rewards": info["rewards"],
            "_rewards": ended,
            "sign": info["sign"],
            "_sign": ended,
        }
        if self._round_column is not None:
            info["final_info"] |= {"round": self._final[self._round_column].copy(), "_round": ended}
        info["_final_info"] = ended

    def _finals(self, ended: Array, places: Array) -> Array:
        """The last observations of the games that ended, in an array for all lanes."""
        if not self._raw:
            final = np.zeros((len(ended), *self._observer.shape), self._observer.dtype)
            final[places] = self._observer.rows(self._final.T[places])
            return final
        if not self._copy:
            return self._final.T
        # Zeros where a game is not over; quicker than to gather the lanes.
        every_bit = np.negative(ended.view(np.int8), out=self._turned).view(np.uint8)
        return np.bitwise_and(self._final, every_bit, out=self._ends.array()).T
