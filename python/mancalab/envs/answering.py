"""The lanes of a vector environment in which another player answers inside `step`."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from mancalab import agents
from mancalab._base.rounds import round_column
from mancalab._batch.batch import Batch
from mancalab.envs import opponents
from mancalab.envs.selfplay import Info, Step
from mancalab.envs.setting import Setting
from mancalab.envs.spaces import copied

Array = npt.NDArray[Any]


class Answering:
    """A batch in which the agent has one side of every game, and what is reported of it.

    Parameters
    ----------
    batch
        The games, with autoreset "disabled".
    setting
        What is shown, and who answers.
    autoreset
        What becomes of a lane whose game is over, in the words of `Batch`.
    copy
        Whether arrays are fresh, else memory used again and again.
    """

    def __init__(self, batch: Batch, setting: Setting, autoreset: str, *, copy: bool) -> None:
        if setting.opponent is None:
            raise ValueError("opponent = None: an agent is needed")
        self.batch, self._observer, self._copy = batch, setting.observer, copy
        self._agent: agents.Agent = setting.opponent
        self._seat, self._autoreset, self._seed = setting.seat, autoreset, 0
        n = len(batch)
        self.sides = np.zeros(n, dtype=np.uint8)  # the agent's
        self.ended = np.zeros(n, dtype=np.bool_)  # lanes that show an end
        self._waiting = self.ended
        self._paid = np.zeros((n, 2), dtype=np.float32)
        self._buffers: dict[str, Array] = {}
        self._round_column = round_column(batch.rules)

    # Resets

    def begin(self, seed: int) -> None:
        """Begin the first games of a seed."""
        self._seed = seed
        self.batch.reset(seed=seed)
        self._open(np.ones(len(self.batch), dtype=np.bool_))

    def next(self, lanes: Array | None) -> None:
        """Begin the next game in all lanes, or in some (truth values)."""
        self.batch.reset(lanes)
        every = np.ones(len(self.batch), dtype=np.bool_)
        self._open(every if lanes is None else lanes)

    def _open(self, lanes: Array) -> None:
        """Let the opponent play until the agent is to move, in lanes with a new game."""
        for _ in range(opponents.FRUITLESS):
            batch = self.batch
            drawn = opponents.sides(self._seat, batch.to_move, self._seed, batch.games)
            self.sides = np.where(lanes, drawn, self.sides)
            self._answer(lanes)
            lanes = lanes & (batch.terminated | batch.truncated)
            if not lanes.any():
                self.ended = batch.terminated | batch.truncated
                return
            batch.reset(lanes)
        raise opponents.fruitless(self._agent)

    def _answer(self, lanes: Array) -> Array:
        """Let the opponent play in some lanes; gives what these actions paid both sides."""
        batch = self.batch
        paid = np.zeros((len(batch), 2), dtype=np.float32)
        while True:
            running = ~(batch.terminated | batch.truncated)
            theirs = lanes & running & (batch.to_move != self.sides)
            if not theirs.any():
                return paid
            with opponents.blamed(self._agent):
                actions = opponents.answers(self._agent, batch, theirs, self._seed)
                batch.step(actions, lanes=theirs)
            paid += batch.rewards

    def shown(self) -> tuple[Array, Info]:
        """The results of a reset."""
        return self._observations(), self._told()

    # Steps

    def act(self, actions: npt.ArrayLike) -> None:
        """Play the agent's actions; an illegal one raises, and nothing is stepped."""
        self.batch.step(actions, lanes=~self.ended)
        self._waiting = self.ended
        self._paid = self.batch.rewards.copy()

    def answered(self) -> Step:
        """Let the opponent answer, and tell what has become of the games."""
        batch, waited = self.batch, self._waiting
        paid = self._paid + self._answer(~waited)
        if self._autoreset == "next_step" and waited.any():
            batch.reset(waited)
            self._open(waited)
        terminated, truncated = batch.terminated.copy(), batch.truncated.copy()
        self.ended = ended = terminated | truncated
        sides = self.sides
        reward = np.where(sides, paid[:, 1], paid[:, 0]).astype(np.float64)
        extra: Info = {"rewards": paid, "sign": (~(ended | waited)).astype(np.int8)}
        if self._autoreset == "same_step" and ended.any():
            extra |= self._ends(ended, paid)
            batch.reset(ended)
            self._open(ended)
        info = self._told() | extra
        for name in ("rewards", "sign"):
            info[f"_{name}"] = np.ones(len(batch), dtype=np.bool_)
        return self._observations(), reward, terminated, truncated, info

    def _ends(self, ended: Array, paid: Array) -> Info:
        """How games ended whose lanes will show the next one at once."""
        observer, n = self._observer, len(self.batch)
        final = np.zeros((n, *observer.shape), observer.dtype)
        final[ended] = observer.rows(self._turned(ended))
        told = {
            "action_mask": np.ones(self.batch.mask.shape, dtype=np.int8),
            "rewards": paid,
            "sign": np.zeros(n, dtype=np.int8),
            "seat": self.sides.copy(),
        }
        told |= self._round_info()
        masks = {f"_{name}": ended for name in told}
        return {
            "final_obs": final,
            "_final_obs": ended,
            "final_info": told | masks,
            "_final_info": ended,
        }

    def _turned(self, lanes: Array) -> Array:
        """Raw observations of some lanes, always seen by the agent."""
        batch = self.batch
        rows: Array = batch.observation[lanes]
        other = (batch.to_move != self.sides)[lanes]
        rows[other] = rows[other][:, self._observer.swapped]
        return rows

    def _observations(self) -> Array:
        out = None
        if not self._copy:
            out = self._buffers.setdefault("observation", self._observer.empty(len(self.batch)))
        seen = self._observer.batch(self.batch, out)
        other = self.ended & (self.batch.to_move != self.sides)
        if other.any():
            seen[other] = self._observer.rows(self._turned(other))
        return seen

    def _round_info(self) -> Info:
        """In games of rounds, how many are over in each lane."""
        if self._round_column is None:
            return {}
        return {"round": self.batch.observation[:, self._round_column].copy()}

    def _told(self) -> Info:
        batch = self.batch
        every = np.ones(len(batch), dtype=np.bool_)
        told: Info = {
            "action_mask": copied(batch.mask.view(np.int8)),
            "to_move": batch.to_move.copy(),
            "seat": self.sides.copy(),
        }
        told |= self._round_info()
        return told | {f"_{name}": every for name in told}
