"""The lanes of a vector environment in which the agent moves for both sides."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from mancalab._base.rounds import round_column
from mancalab._batch.batch import Batch
from mancalab._batch.buffers import Given
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
        self._observation, self._final = batch.observation.T, batch.final_observation
        self._round_column = round_column(batch.rules)
        self._mask, self._final_mask = batch.mask.view(np.int8), batch.final_mask.view(np.int8)
        self._same_step = batch.autoreset == "same_step"
        self._raw = self._observer.raw
        self._every = np.ones(n, dtype=np.bool_)
        self._every.flags.writeable = False
        features, actions = self._observation.shape[0], self._mask.shape[1]
        # What a step fills, by name: its memory, and whether it holds column by column.
        self._told_after: dict[str, tuple[Memory, bool]] = {
            "ended": (Memory((n,), np.bool_), True),
            "reward": (Memory((n,), np.float64), True),
            "sign": (Memory((n,), np.int8), True),
        }
        self._buffer: Array | None = None
        self._kept: tuple[dict[str, Array], list[Given]] | None = None
        self._final_buffer: Array | None = None
        self._final_places = _NOBODY
        if self._copy:
            self._told_after |= {
                "mask": (Memory((actions, n), np.int8), True),
                "to_move": (Memory((n,), np.uint8), True),
                "terminated": (Memory((n,), np.bool_), True),
                "truncated": (Memory((n,), np.bool_), True),
                "rewards": (Memory((2, n), np.float32), True),
            }
            if self._raw:
                self._told_after["observation"] = (Memory((features, n), np.uint8), True)
                if self._same_step:
                    self._told_after["final_or_zeros"] = (Memory((n, features), np.uint8), False)
            self._encoded = Memory((n, *self._observer.shape), self._observer.dtype)
        else:
            told, _ = self._kept = self._arrays()
            self._flags = batch.terminated, batch.truncated
            # Always the same arrays: what is told of a step needs to be put together once.
            self._info = self._told() | self._done(batch.rewards, told["sign"], self._every)
            self._ends = self._info | self._told_of_ends(self._info, told["ended"], self._final)
            self._buffer = None if self._raw else self._observer.empty(n)

    def _arrays(self) -> tuple[dict[str, Array], list[Given]]:
        """Arrays for what a step fills, by name, and as the batch is given them."""
        told: dict[str, Array] = {}
        given: list[Given] = []
        for name, (memory, columns) in self._told_after.items():
            told[name] = array = memory.array()
            given.append((name, array, columns))
        return told, given

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
        return self._observation.copy().T if self._copy else self.batch.observation

    def _told(self) -> Info:
        batch = self.batch
        if self._copy:
            return self._seen(self._mask.T.copy().T, batch.to_move.copy())
        return self._seen(self._mask, batch.to_move)

    def _seen(self, mask: Array, to_move: Array) -> Info:
        every = self._every
        info = {"action_mask": mask, "_action_mask": every, "to_move": to_move, "_to_move": every}
        if self._round_column is not None:
            now = self._observation[self._round_column]
            info["round"] = now.copy() if self._copy else now
            info["_round"] = every
        return info

    def _done(self, by_side: Array, sign: Array, of: Array) -> Info:
        """What is told of actions, and of which lanes it is told."""
        return {"rewards": by_side, "_rewards": of, "sign": sign, "_sign": of}

    # Steps

    def step(self, actions: npt.ArrayLike) -> Step:
        """Play one action in every lane."""
        told, given = self._kept or self._arrays()
        self.batch._step_into(actions, given)  # noqa: SLF001  (arrays that only environments give)
        self.ended = ended = told["ended"]
        if self._resets:
            told["sign"][self._waiting] = 0
            self._waiting = ended.nonzero()[0]
        tells_ends = self._same_step and bool(np.count_nonzero(ended))  # quicker than `any`
        seen = told["observation"].T if "observation" in told else self._observations()
        if not self._copy:
            return seen, told["reward"], *self._flags, self._told_anew(ended, ends=tells_ends)
        info = self._seen(told["mask"].T, told["to_move"])
        info |= self._done(told["rewards"].T, told["sign"], self._every)
        if tells_ends:
            final = told["final_or_zeros"] if self._raw else self._finals(ended)
            info |= self._told_of_ends(info, ended, final)
        return seen, told["reward"], told["terminated"], told["truncated"], info

    def _told_anew(self, ended: Array, *, ends: bool) -> Info:
        """What is told of a step in arrays that are always the same, in a dict of its own."""
        if not ends:
            return self._info.copy()
        info = self._ends.copy()
        info["final_info"] = final_info = info["final_info"].copy()
        if self._round_column is not None:
            final_info["round"] = self._final[:, self._round_column].copy()
        if not self._raw:
            info["final_obs"] = self._finals(ended)
        return info

    def _told_of_ends(self, info: Info, ended: Array, final: Array) -> Info:
        """How games ended whose lanes show the next one already."""
        final_info = {
            "action_mask": self._final_mask,
            "_action_mask": ended,
            **self._done(info["rewards"], info["sign"], ended),
        }
        if self._round_column is not None:
            rounds = self._final[:, self._round_column].copy()
            final_info |= {"round": rounds, "_round": ended}
        return {
            "final_obs": final,
            "_final_obs": ended,
            "final_info": final_info,
            "_final_info": ended,
        }

    def _finals(self, ended: Array) -> Array:
        """The last observations of the games that ended, in an array for all lanes."""
        places = ended.nonzero()[0]
        shape, dtype = (len(ended), *self._observer.shape), self._observer.dtype
        if self._copy:
            final = np.zeros(shape, dtype)
        else:
            if self._final_buffer is None:
                self._final_buffer = np.zeros(shape, dtype)
            final = self._final_buffer
            final[self._final_places] = 0  # quicker than all
            self._final_places = places
        final[places] = self._observer.rows(self._final[places])
        return final
