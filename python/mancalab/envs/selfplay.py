"""The lanes of a vector environment in which the agent moves for both sides."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from mancalab._batch import Batch
from mancalab.envs.spaces import Observer, copied

Array = npt.NDArray[Any]
Info = dict[str, Any]
Step = tuple[Array, Array, Array, Array, Info]

_NOBODY = np.empty(0, dtype=np.intp)


class SelfPlay:
    """A batch, and what is told of it after resets and steps.

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
        self._mask = batch.mask.view(np.int8)
        self._final_mask = batch.final_mask.view(np.int8)
        self._every = np.ones(n, dtype=np.bool_)
        self._every.flags.writeable = False
        self._turned = np.empty(n, dtype=np.uint8)
        self._live = not self._copy and self._observer.kind == "raw"
        if not self._copy:
            self._reward, self._sign = np.zeros(n), np.zeros(n, dtype=np.int8)
            self._buffer = None if self._live else self._observer.empty(n)

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
        """What a reset gives."""
        return self._observations(), self._told()

    def _observations(self) -> Array:
        if self._copy:
            return self._observer.batch(self.batch)
        if self._live:
            return self.batch.observation
        return self._observer.batch(self.batch, self._buffer)

    def _told(self) -> Info:
        batch, every = self.batch, self._every
        if self._copy:
            mask, to_move = copied(self._mask), batch.to_move.copy()
        else:
            mask, to_move = self._mask, batch.to_move
        return {"action_mask": mask, "_action_mask": every, "to_move": to_move, "_to_move": every}

    # Steps

    def step(self, actions: npt.ArrayLike) -> Step:
        """Play one action in every lane."""
        batch, every = self.batch, self._every
        batch.step(actions)
        ended = batch.terminated | batch.truncated
        places = ended.nonzero()[0]
        by_side = copied(batch.rewards) if self._copy else batch.rewards
        info = self._told()
        reward = self._paid(places)
        sign = self._signs(places)
        info["rewards"], info["_rewards"], info["sign"], info["_sign"] = by_side, every, sign, every
        if len(places) and batch.autoreset == "same_step":
            self._tell_ends(info, ended, places)
        self.ended = ended
        if self._copy:
            flags = batch.terminated.copy(), batch.truncated.copy()
        else:
            flags = batch.terminated, batch.truncated
        return self._observations(), reward, *flags, info

    def _paid(self, places: Array) -> Array:
        """The reward of the side that acted, in every lane."""
        batch = self.batch
        if self._copy:
            reward = np.zeros(len(batch))
        else:
            reward = self._reward
            reward.fill(0.0)
        if len(places):
            reward[places] = batch.rewards[places, batch.acted[places]]
        return reward

    def _signs(self, places: Array) -> Array:
        """With what sign a value passes from the state shown now to the one before."""
        batch, turned = self.batch, self._turned
        sign = np.empty(len(batch), dtype=np.int8) if self._copy else self._sign
        np.bitwise_xor(batch.acted, batch.to_move, out=turned)
        np.add(turned, turned, out=turned)
        np.subtract(1, turned.view(np.int8), out=sign)
        sign[places] = 0
        if self._resets:
            sign[self._waiting] = 0
            self._waiting = places
        return sign

    def _tell_ends(self, info: Info, ended: Array, places: Array) -> None:
        """Put into `info` how games ended whose lanes show the next one already."""
        info["final_obs"], info["_final_obs"] = self._final(ended, places), ended
        info["final_info"] = {
            "action_mask": self._final_mask,
            "_action_mask": ended,
            "rewards": info["rewards"],
            "_rewards": ended,
            "sign": info["sign"],
            "_sign": ended,
        }
        info["_final_info"] = ended

    def _final(self, ended: Array, places: Array) -> Array:
        """The last observations of the games that ended, in an array for all lanes."""
        seen = self.batch.final_observation
        if self._live:
            return seen
        if self._observer.kind == "raw":
            every_bit = (-ended.view(np.int8)).view(np.uint8)
            shown: Array = (seen.T & every_bit).T  # quicker than to gather the lanes
            return shown
        final = np.zeros((len(self.batch), *self._observer.shape), self._observer.dtype)
        final[places] = self._observer.rows(seen[places])
        return final
