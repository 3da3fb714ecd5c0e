"""The lanes of a vector environment whose steps have parts.

Another player answers inside `step`, or an illegal action loses the game.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from mancalab._base.rounds import round_column
from mancalab._batch.batch import Batch
from mancalab.envs import opponents
from mancalab.envs.selfplay import Info, Step
from mancalab.envs.setting import Setting
from mancalab.envs.spaces import copied

Array = npt.NDArray[Any]


class Answering:
    """A batch in which the agent has one side of every game, or both, and what is reported of it.

    Parameters
    ----------
    batch
        The games, with autoreset "disabled".
    setting
        What is shown, and who answers: nobody in self-play.
    autoreset
        What becomes of a lane whose game is over, in the words of `Batch`.
    copy
        Whether arrays are fresh, else memory used again and again.
    loses
        Whether an illegal action of the agent loses the game, else it raises.
    """

    def __init__(
        self, batch: Batch, setting: Setting, autoreset: str, *, copy: bool, loses: bool = False
    ) -> None:
        self.batch, self._setting, self._copy = batch, setting, copy
        self._loses, self._self_play = loses, not setting.opponents
        self._observer = setting.observer
        self._autoreset, self._seed = autoreset, 0
        n = len(batch)
        self._drawn = np.zeros(n, dtype=np.uint16)  # the opponents, by their places
        self.sides = np.zeros(n, dtype=np.uint8)  # the agent's; in self-play who acted
        # Lost by an illegal action, of which the batch does not know.
        self._lost = np.zeros(n, dtype=np.bool_)
        self.ended = np.zeros(n, dtype=np.bool_)  # lanes that show an end
        self._waiting = self.ended
        self._paid = np.zeros((n, 2), dtype=np.float32)
        self._buffers: dict[str, Array] = {}
        self._round_column = round_column(batch.rules)

    def exchange(self, setting: Setting) -> None:
        """Let the opponents of another setting go on."""
        self._setting = setting
        self._drawn %= np.uint16(len(setting.opponents))

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
        batch = self.batch
        self._lost = self._lost & ~lanes
        if self._self_play:
            self.ended = self._over()
            return
        for _ in range(opponents.FRUITLESS):
            sides = opponents.sides(self._setting.seat, batch.to_move, self._seed, batch.games)
            self.sides = np.where(lanes, sides, self.sides)
            if (many := len(self._setting.opponents)) > 1:
                drawn = opponents.drawn(many, self._seed, batch.games)
                self._drawn = np.where(lanes, drawn, self._drawn)
            self._answer(lanes)
            lanes = lanes & self._over()
            if not lanes.any():
                self.ended = self._over()
                return
            batch.reset(lanes)
        raise opponents.fruitless(self._setting.opponents)

    def _over(self) -> Array:
        """The lanes whose games are over."""
        over: Array = self.batch.terminated | self.batch.truncated | self._lost
        return over

    def _answer(self, lanes: Array) -> Array:
        """Let the opponent play in some lanes; gives what these actions paid both sides."""
        batch = self.batch
        paid = np.zeros((len(batch), 2), dtype=np.float32)
        while True:
            theirs = lanes & ~self._over() & (batch.to_move != self.sides)
            if self._self_play or not theirs.any():
                return paid
            for place, agent in enumerate(self._setting.opponents):
                asked = theirs & (self._drawn == place)
                if not asked.any():
                    continue
                with opponents.blamed(agent):
                    actions = opponents.answers(agent, batch, asked, self._seed)
                    batch.step(actions, lanes=asked)
                paid += batch.rewards

    def shown(self) -> tuple[Array, Info]:
        """The results of a reset."""
        return self._observations(), self._told()

    # Steps

    def act(self, actions: npt.ArrayLike) -> None:
        """Play the agent's actions; an illegal one loses, or raises, and nothing is stepped."""
        acting = ~self.ended
        lost = self._illegal(actions) & acting
        self.batch.step(actions, lanes=acting & ~lost)
        self._waiting, self._lost = self.ended, self._lost | lost
        if self._self_play:
            self.sides = np.where(lost, self.batch.to_move, self.batch.acted)
        self._paid = self.batch.rewards.copy()
        self._paid[lost] = 1.0
        self._paid[lost, self.sides[lost]] = -1.0

    def _illegal(self, actions: npt.ArrayLike) -> Array:
        """The lanes in which actions lose, as they are not allowed there."""
        batch, chosen = self.batch, np.asarray(actions)
        fits = chosen.shape == (len(batch),) and chosen.dtype.kind in "iu"
        if not (self._loses and fits):  # the batch says what is wrong with them
            return np.zeros(len(batch), dtype=np.bool_)
        beyond = (chosen < 0) | (chosen >= batch.mask.shape[1])
        illegal: Array = ~batch.mask[np.arange(len(batch)), np.where(beyond, 0, chosen)] | beyond
        return illegal

    def answered(self) -> Step:
        """Let the opponent answer, and tell what has become of the games."""
        batch, waited = self.batch, self._waiting
        paid = self._paid + self._answer(~waited)
        if self._autoreset == "next_step" and waited.any():
            batch.reset(waited)
            self._open(waited)
        terminated, truncated = batch.terminated | self._lost, batch.truncated.copy()
        self.ended = ended = terminated | truncated
        sides, lost = self.sides, self._lost
        reward = np.where(sides, paid[:, 1], paid[:, 0]).astype(np.float64)
        sign = np.where(batch.to_move == sides, 1, -1) if self._self_play else 1
        extra: Info = {"rewards": paid, "sign": (sign * ~(ended | waited)).astype(np.int8)}
        if self._autoreset == "same_step" and ended.any():
            extra |= self._ends(ended, paid)
            batch.reset(ended)
            self._open(ended)
        elif (new := lost & ~waited).any():
            extra |= {"illegal": new, "_illegal": new}
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
            "to_move": self.batch.to_move.copy(),
            "rewards": paid,
            "sign": np.zeros(n, dtype=np.int8),
        }
        told |= self._seat_info() | self._drawn_info() | self._round_info()
        masks = {f"_{name}": ended for name in told}
        if self._lost.any():
            told["illegal"] = masks["_illegal"] = self._lost
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
        if self._self_play:
            return rows
        other = (batch.to_move != self.sides)[lanes]
        rows[other] = rows[other][:, self._observer.swapped]
        return rows

    def _observations(self) -> Array:
        out = None
        if not self._copy:
            out = self._buffers.setdefault("observation", self._observer.empty(len(self.batch)))
        seen = self._observer.batch(self.batch, out)
        other = self.ended & (self.batch.to_move != self.sides)
        if other.any() and not self._self_play:
            seen[other] = self._observer.rows(self._turned(other))
        return seen

    def _seat_info(self) -> Info:
        """With an opponent, the agent's side in each lane."""
        return {} if self._self_play else {"seat": self.sides.copy()}

    def _drawn_info(self) -> Info:
        """With several opponents, who plays in each lane."""
        return {"opponent": self._drawn.copy()} if len(self._setting.opponents) > 1 else {}

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
        }
        told["action_mask"][self._lost] = 1
        told |= self._seat_info() | self._drawn_info() | self._round_info()
        return told | {f"_{name}": every for name in told}
