"""Many games as one `gymnasium.vector.VectorEnv`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.error import ClosedEnvironmentError, ResetNeeded
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from mancalab._agents.agent import Agent
from mancalab._base.arguments import (
    check_text,
    check_word,
    checked_seed,
    checked_threads,
    integer,
    wrong_type,
)
from mancalab._base.lots import refuse_lots
from mancalab._batch.batch import Batch
from mancalab._catalogue import GameLike
from mancalab._core import State
from mancalab.envs import render, spaces
from mancalab.envs.answering import Answering
from mancalab.envs.selfplay import Info, SelfPlay, Step
from mancalab.envs.setting import ILLEGAL, RENDER_MODES, Opponents, setting

Array = npt.NDArray[Any]

MOST_LANES = 2**31 - 1

RENDERED = 16
"""Lanes that `VectorEnv.render` shows at most."""

_WORDS = {
    AutoresetMode.SAME_STEP: "same_step",
    AutoresetMode.NEXT_STEP: "next_step",
    AutoresetMode.DISABLED: "disabled",
}


class VectorEnv(gymnasium.vector.VectorEnv[Array, Array, Array]):
    """Many games in lockstep, over one `mancalab.Batch`.

    Lane i of n plays the games i, i + n, i + 2 n ... of the seed, and shows what Gymnasium's
    `SyncVectorEnv` shows over `Env(..., lane=i, lanes=n)`.

    Parameters
    ----------
    game
        A name in the catalogue, rules, or the path of a TOML file; rules that ask for the history
        of a game (`repetition`), or in which lots are drawn between rounds, are refused: `Env`
        plays them.
    num_envs
        Number of lanes.
    mode, opponent, seat, observation, planes, rewards, starts, opening_plies
        As for `Env`.
    illegal
        "raise": an illegal action raises IllegalAction, which names its lane, and nothing is
        stepped. "lose": it ends the game of its lane with reward -1 and `info["illegal"]`, as in
        `Env`; steps take longer then.
    autoreset_mode
        What becomes of a lane whose game is over: SAME_STEP, NEXT_STEP or DISABLED of
        `gymnasium.vector.AutoresetMode`, or their names. A lane that shows an end ignores its
        action; with DISABLED, `reset(options={"reset_mask": ...})` begins its next game.
    copy
        Whether every call gives fresh arrays. Without, they are views of the batch, which show the
        new state after a step and cannot be written, and memory that is used again.
    render_mode
        "ansi" or "rgb_array": `render` shows the first 16 lanes.
    threads
        Most threads; None for all cores.
    **options
        Options of the game, as for `mancalab.rules`.

    Notes
    -----
    `batch.sample()` gives random legal actions; `action_space.sample()` knows of no mask.

    `info` is that of `Env`, as arrays for all lanes: "action_mask" (n, actions), "to_move" (n,),
    after a step "rewards" (n, 2) and "sign" (n,), with an opponent "seat" (n,), with several of
    them "opponent" (n,), in games of rounds "round" (n,). With SAME_STEP, when games have ended,
    "final_obs" is one array for all lanes, of which "_final_obs" tells the ones that have ended
    (the others are 0, or without `copy` older ends), and "final_info" a dict with what `Env` tells
    at an end.

    Raises
    ------
    ValueError, TypeError
        For an argument that is not allowed, with its name and what is.

    Examples
    --------
    >>> import mancalab.envs
    >>> envs = mancalab.envs.VectorEnv("kalah", 1_000)
    >>> observations, info = envs.reset(seed=1)
    >>> for _ in range(50):
    ...     actions = info["action_mask"].argmax(axis=1)  # the first legal one
    ...     observations, rewards, terminations, truncations, info = envs.step(actions)
    >>> observations.shape, info["action_mask"].shape
    ((1000, 14), (1000, 6))
    """

    def __init__(
        self,
        game: GameLike = "kalah",
        num_envs: int = 1,
        *,
        mode: str = "self-play",
        opponent: Opponents | None = None,
        seat: str = "first",
        observation: str = "raw",
        planes: int = 12,
        rewards: str = "result",
        illegal: str = "raise",
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        copy: bool = True,
        render_mode: str | None = None,
        threads: int | None = None,
        starts: Iterable[State] | None = None,
        opening_plies: int = 0,
        **options: Any,
    ) -> None:
        self._setting = chosen = setting(
            game,
            options,
            type(self),
            mode=mode,
            opponent=opponent,
            seat=seat,
            observation=observation,
            planes=planes,
            rewards=rewards,
            render_mode=render_mode,
            starts=starts,
            opening_plies=opening_plies,
            threads=checked_threads(threads),
        )
        refuse_lots(chosen.rules, "VectorEnv")
        check_word("illegal", illegal, ILLEGAL)
        self.illegal = illegal
        num_envs = integer("num_envs", num_envs, 1, MOST_LANES)
        reset_mode = _autoreset(autoreset_mode)
        self.rules, self.render_mode, self.copy = chosen.rules, render_mode, bool(copy)
        self.metadata = {
            "render_modes": list(RENDER_MODES),
            "render_fps": 2,
            "autoreset_mode": reset_mode,
        }
        # With an opponent, lanes are reset when the opponent opens the next game; and a batch does
        # not know of games that are lost by an illegal action.
        loses = illegal == "lose"
        by_parts = loses or bool(chosen.opponents)
        word = "disabled" if by_parts else _WORDS[reset_mode]
        batch = Batch(
            chosen.rules,
            num_envs,
            0,
            word,
            chosen.rewards,
            starts=chosen.starts,
            threads=threads,
        )
        self.num_envs = len(batch)
        self._lanes: SelfPlay | Answering
        if by_parts:
            how = _WORDS[reset_mode]
            self._lanes = Answering(batch, chosen, how, copy=self.copy, loses=loses)
        else:
            self._lanes = SelfPlay(batch, chosen.observer, copy=self.copy)
        self.single_observation_space = chosen.observer.space()
        self.single_action_space = spaces.actions(chosen.rules)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._started = False

    @cached_property
    def observation_space(self) -> gymnasium.Space[Array]:  # type: ignore[override]
        """The space of all observations; made when asked for, it takes more memory than games."""
        return batch_space(self.single_observation_space, self.num_envs)

    @property
    def autoreset_mode(self) -> AutoresetMode:
        """What becomes of a lane whose game is over, as `metadata` says, too."""
        mode: AutoresetMode = self.metadata["autoreset_mode"]
        return mode

    @property
    def opponent(self) -> Agent | tuple[Agent, ...] | None:
        """The opponent, or several; None in self-play.

        Others can be set: they answer from the next step on, in running games number i modulo their
        number, and one of them is drawn for each game that begins.
        """
        return self._setting.opponent()

    @opponent.setter
    def opponent(self, opponent: Opponents) -> None:
        self._setting = self._setting.against(opponent)
        if isinstance(self._lanes, Answering):
            self._lanes.exchange(self._setting)

    @property
    def batch(self) -> Batch:
        """The games. After stepping or resetting them directly, reset the environment."""
        return self._lanes.batch

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, Info]:
        """Begin the next game in every lane, or the first ones of a seed.

        Parameters
        ----------
        seed
            Lane i begins game i of this seed.
        options
            "reset_mask": the lanes to reset, bool (n,), at least one; not together with a seed.

        Raises
        ------
        TypeError, ValueError
            The seed or an option is not allowed.
        """
        self._check_open()
        if not isinstance(options, dict | None):
            raise wrong_type("options", "a dict is needed", options)
        options = options or {}
        if unknown := set(options) - {"reset_mask"}:
            raise ValueError(f"options = {sorted(map(str, unknown))}: allowed is 'reset_mask'")
        mask = options.get("reset_mask")
        if mask is not None:
            self._check_mask(mask, seed)
        if isinstance(seed, list | tuple):
            raise TypeError(
                "seed: one for all lanes is needed, not one for each; lane i plays game i of it. "
                "A SyncVectorEnv over Env has a seed for each lane"
            )
        if seed is not None:
            seed = checked_seed(seed)  # Python's own: Gymnasium takes no other
        super().reset(seed=seed, options=options)
        if seed is None and self._started:
            self._started = False
            self._lanes.next(mask)
        else:
            self._started = False
            self._lanes.begin(int(self.np_random.integers(2**63)) if seed is None else seed)
        self._started = True
        return self._lanes.shown()

    def _check_mask(self, mask: Any, seed: int | None) -> None:
        what = "options['reset_mask']"
        if seed is not None:
            raise ValueError(f"{what} and seed: a new seed is for all lanes; allowed is one")
        if not self._started:
            raise ResetNeeded(f"{what}: the first reset is one of all lanes")
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
            raise TypeError(f"{what}: a NumPy array of bool is needed")
        if mask.shape != (self.num_envs,) or not mask.any():
            raise ValueError(
                f"{what}: shape ({self.num_envs},) with at least one True is needed, "
                f"not {mask.shape} with {int(mask.sum())}"
            )

    def step(self, actions: npt.ArrayLike) -> Step:
        """Play one action in every lane, and the opponent's answers if there is one.

        Parameters
        ----------
        actions
            An action for each lane, integers of any type, (n,).

        Returns
        -------
        tuple
            Observations, (n, ...) as `single_observation_space` has them; rewards, float64 (n,): of
            the side that acted, against an opponent the agent's; terminations and truncations,
            bool (n,); `info`, with "action_mask" int8, "to_move" and "seat" uint8, "rewards"
            float32 and "sign" int8.

        Raises
        ------
        IllegalAction
            With `illegal="raise"`. Names the lane, the action and the clause that forbids it.
            Nothing was stepped, unless it says that the action is the opponent's: a reset is needed
            then.
        ResetNeeded
            Before the first reset, and after an opponent failed to answer.
        """
        if not self._started:
            self._check_open()
            raise ResetNeeded("the environment has no games yet: call reset() first")
        lanes = self._lanes
        if isinstance(lanes, SelfPlay):
            return lanes.step(actions)
        lanes.act(actions)
        self._started = False  # until the opponent has answered everywhere
        step = lanes.answered()
        self._started = True
        return step

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal: bool (n, actions), all at the end of a game."""
        return self.batch.mask.copy()

    # What Gymnasium's own vector environments have

    def call(self, name: str, *args: Any, **kwargs: Any) -> tuple[Any, ...]:
        """Call a method, or look up an attribute; one entry a lane."""
        found = getattr(self, name)
        result = found(*args, **kwargs) if callable(found) else found
        if isinstance(result, np.ndarray) and result.shape[:1] == (self.num_envs,):
            return tuple(result)
        return (result,) * self.num_envs

    def get_attr(self, name: str) -> tuple[Any, ...]:
        """Look up an attribute; one entry a lane."""
        return self.call(name)

    def render(self) -> tuple[Any, ...] | None:
        """The positions of the first lanes as `render_mode` says."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs a render_mode, given when VectorEnv is made")
            return None
        shown = range(min(self.num_envs, RENDERED))
        return tuple(render.frame(self.batch.state(lane), self.render_mode) for lane in shown)

    def close_extras(self, **kwargs: Any) -> None:  # noqa: ARG002  (Gymnasium's signature)
        """Refuse steps and resets from now on."""
        self._started = False

    def _check_open(self) -> None:
        if self.closed:
            raise ClosedEnvironmentError("the environment is closed")


def _autoreset(mode: AutoresetMode | str) -> AutoresetMode:
    if isinstance(mode, AutoresetMode):
        return mode
    check_text("autoreset_mode", mode)
    for known, word in _WORDS.items():
        if mode in {word, known.value, known.name}:
            return known
    allowed = ", ".join(known.name for known in _WORDS)
    raise ValueError(f"autoreset_mode = {mode!r}: allowed are {allowed}")
