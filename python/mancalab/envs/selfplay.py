"""The lanes of a vector environment in which the agent moves for both sides."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from mancalab._base.rounds import round_column
from mancalab._batch.batch import Batch
from mancalab._core import _ArrayPool
from mancalab.envs.spaces import Observer

Array = npt.NDArray[Any]
Info = dict[str, Any]
Step = tuple[Array, Array, Array, Array, Info]
_Now = tuple[Array, Array, Array, Array]
_Ends = tuple[Array, Array, Array]

_NOBODY = np.empty(0, dtype=np.intp)

# What a step fills, and whether it holds column by column, as the batch does: that is cheap.
_ALWAYS = (("ended", True), ("reward", True), ("sign", True))
_COPIED = (
    ("mask", True),
    ("to_move", True),
    ("terminated", True),
    ("truncated", True),
    ("rewards", True),
)
_SEEN = (("observation", True),)
_LAST_SEEN = (("final_or_zeros", False),)
_ENDS = (("final_to_move", True),)


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
        self._buffer: Array | None = None
        self._final_buffer: Array | None = None
        self._final_places = _NOBODY
        if self._copy:
            seen = _SEEN if self._raw else ()
            last = _LAST_SEEN if self._raw else ()
            names = _ALWAYS + _COPIED + seen + (last + _ENDS if self._same_step else ())
            self._outputs = batch._outputs(names, fresh=True)  # noqa: SLF001
            self._encoded = _ArrayPool((n, *self._observer.shape))
        else:
            self._outputs = batch._outputs(_ALWAYS, fresh=False)  # noqa: SLF001
            ended, _, sign = self._outputs.same()
            self._flags = batch.terminated, batch.truncated
            # Always the same arrays: what is told of a step needs to be put together once.
            now = self._mask, batch.to_move, batch.rewards, sign
            self._info = self._stepped(now)
            self._ends = self._stepped_to_ends(now, (ended, self._final, batch.final_to_move))
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
        return self._observation.copy().T if self._copy else self.batch.observation

    def _told(self) -> Info:
        batch = self.batch
        if self._copy:
            return self._seen(self._mask.T.copy().T, batch.to_move.copy())
        return self._seen(self._mask, batch.to_move)

    def _seen(self, mask: Array, to_move: Array) -> Info:
        every = self._every
        info = {"action_mask": mask, "_action_mask": every, "to_move": to_move, "_to_move": every}
        return info if self._round_column is None else info | self._round()

    def _round(self) -> Info:
        now = self._observation[self._round_column]
        return {"round": now.copy() if self._copy else now, "_round": self._every}

    # Steps

    def step(self, actions: npt.ArrayLike) -> Step:
        """Play one action in every lane."""
        any_ended, told = self.batch._step_told(actions, self._outputs)  # noqa: SLF001
        self.ended = ended = told[0]
        if self._resets:
            told[2][self._waiting] = 0  # the sign
            self._waiting = ended.nonzero()[0]
        tells_ends = any_ended and self._same_step
        if not self._copy:
            seen = self.batch.observation if self._raw else self._observations()
            return seen, told[1], *self._flags, self._told_anew(ended, ends=tells_ends)
        _, reward, sign, mask, to_move, terminated, truncated, rewards, *shown = told
        now = mask, to_move, rewards, sign
        if tells_ends:
            final = shown[1] if self._raw else self._finals(ended)
            info = self._stepped_to_ends(now, (ended, final, shown[-1]))
        else:
            info = self._stepped(now)
        seen = shown[0] if self._raw else self._observations()
        return seen, reward, terminated, truncated, info

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

    def _stepped(self, now: _Now) -> Info:
        """What is told of a step in which no game ended, or whose ends stay to be seen."""
        info = _told_of(now, self._every)
        return info if self._round_column is None else info | self._round()

    def _stepped_to_ends(self, now: _Now, ends: _Ends) -> Info:
        """What is told of a step, and how games ended whose lanes show the next one already."""
        (_, _, rewards, sign), (ended, final, final_to_move) = now, ends
        final_info = _told_of((self._final_mask, final_to_move, rewards, sign), ended)
        info = self._stepped(now)
        if self._round_column is not None:
            rounds = self._final[:, self._round_column].copy()
            final_info |= {"round": rounds, "_round": ended}
        info["final_obs"], info["final_info"] = final, final_info
        info["_final_obs"] = info["_final_info"] = ended
        return info

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


def _told_of(now: _Now, lanes: Array) -> Info:
    """What is told of these lanes, all in one display: items set one by one take twice the time."""
    mask, to_move, rewards, sign = now
    return {
        "action_mask": mask,
        "_action_mask": lanes,
        "to_move": to_move,
        "_to_move": lanes,
        "rewards": rewards,
        "_rewards": lanes,
        "sign": sign,
        "_sign": lanes,
    }
