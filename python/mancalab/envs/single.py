"""One game as a `gymnasium.Env`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.error import ResetNeeded

from mancalab import agents
from mancalab._agents.choosing import chooser
from mancalab._base.arguments import (
    MOST_COUNT,
    check_word,
    checked_seed,
    integer,
    whole,
    wrong_type,
)
from mancalab._catalogue import GameLike
from mancalab._core import State
from mancalab.envs import opponents, render, spaces
from mancalab.envs.setting import ILLEGAL, RENDER_MODES, Opponents, checked_start, setting

Array = npt.NDArray[Any]
Info = dict[str, Any]


class Env(gymnasium.Env[Array, np.int64]):
    """One game, played by the reference engine; every game and option.

    In self-play the agent moves for both sides, and a reward is that of the side that acted. With
    an opponent the agent has one side, and its observations and rewards are that side's.

    Parameters
    ----------
    game
        A name in the catalogue, a line of rules such as ``"kalah columns=4"``, rules, or the path
        of a TOML file.
    mode
        "self-play", or "opponent": another player answers inside `step`, and opens the game when
        they sit first.
    opponent
        An agent, its name, or a function of a state; None for `mancalab.agents.Random`. Of a list
        of them one is drawn for every game, from its number and the seed.
    seat
        The agent's: "first" (that of the side that starts), "second" or "random", which is drawn
        for every game from its number and the seed.
    observation
        "raw": uint8, the numbers that `rules.observation_names` names. "scaled": float32, each
        over the greatest it can be. "thermometer", "one_hot": float32, scaled and in planes; see
        `mancalab.Encoding`.
    planes
        How many numbers the planes tell apart.
    rewards
        "result": 1 for a win, -1 for a loss, else 0. "margin": score minus the other's, by all
        seeds of the game's start; 0 for void and truncated games.
    illegal
        "lose": an illegal action ends the game with reward -1 and `info["illegal"]`. "raise": it
        raises IllegalAction and nothing happens.
    lane, lanes
        Resets play the games number lane, lane + lanes, lane + 2 lanes ... of the seed, as that
        lane of a `VectorEnv` does.
    render_mode
        "ansi" for text, "rgb_array" for pixels (with matplotlib), or None.
    starts
        Positions to start from instead of the opening: game g begins in number g modulo their
        number.
    opening_plies
        Instead of `starts`: games begin after 0 to so many random plies, in up to 4,096 positions,
        the same for every seed, so that games against a deterministic opponent differ.
    **options
        Options of the game, as for `mancalab.rules`.

    Notes
    -----
    `info` has "action_mask" (int8, 1 for legal actions, all 1 at the end) and "to_move" (the side;
    at the end, the one who would have moved next: in self-play the last observation of a game that
    was cut off is theirs). After a step it has "rewards" (of both sides) and "sign", with which
    the value of the next state counts for this one: 1 if the same player is to move, -1 if the
    other is, 0 if the game has ended. With an opponent it has "seat", the agent's side; in games of
    rounds "round", the number of rounds that are over; with several opponents "opponent", the place
    of the one who plays.

    In self-play both players are paid in turn; `gymnasium.wrappers.RecordEpisodeStatistics` adds up
    the rewards of both.

    Raises
    ------
    ValueError, TypeError
        For an argument that is not allowed, with its name and what is.

    Examples
    --------
    >>> import mancalab.envs
    >>> env = mancalab.envs.Env("kalah", mode="opponent", opponent="greedy")
    >>> observation, info = env.reset(seed=1)
    >>> observation, reward, terminated, truncated, info = env.step(2)
    >>> int(info["sign"]), float(reward)
    (1, 0.0)
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # type: ignore[misc]

    def __init__(
        self,
        game: GameLike = "kalah",
        *,
        mode: str = "self-play",
        opponent: Opponents | None = None,
        seat: str = "first",
        observation: str = "raw",
        planes: int = 12,
        rewards: str = "result",
        illegal: str = "lose",
        lane: int = 0,
        lanes: int = 1,
        render_mode: str | None = None,
        starts: Iterable[State] | None = None,
        opening_plies: int = 0,
        **options: Any,
    ) -> None:
        self._setting = setting(
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
        )
        check_word("illegal", illegal, ILLEGAL)
        self.illegal = illegal
        self._lanes = integer("lanes", lanes, 1, MOST_COUNT)
        self._lane = integer("lane", lane, 0, self._lanes - 1)
        self.render_mode = render_mode
        self.rules = self._setting.rules
        self.observation_space = self._setting.observer.space()
        self.action_space = spaces.actions(self.rules)
        self._seed: int | None = None
        self._game = self._lane
        self._state: State | None = None
        self._side: int | None = None
        self._agent: agents.Agent | None = None  # who has the other side
        self._drawn: int | None = None  # their place, if there are several opponents
        self._over = True

    @property
    def state(self) -> State:
        """The position.

        Raises
        ------
        ResetNeeded
            Before the first reset.
        """
        if self._state is None:
            raise ResetNeeded("the environment has no game yet: call reset() first")
        return self._state

    @property
    def opponent(self) -> agents.Agent | tuple[agents.Agent, ...] | None:
        """The opponent, or several; None in self-play.

        Others can be set, behind wrappers as `env.unwrapped.opponent`: they play from the next game
        on.
        """
        return self._setting.opponent()

    @opponent.setter
    def opponent(self, opponent: Opponents) -> None:
        self._setting = self._setting.against(opponent)

    @property
    def game(self) -> int:
        """The number of the game."""
        return self._game

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal, as MaskablePPO of sb3-contrib asks for it; all at the end."""
        return self._mask().view(np.bool_)

    def _mask(self) -> npt.NDArray[np.int8]:
        mask = spaces.mask_of(self.state)
        if self._over:  # by an illegal action too
            mask.fill(1)
        return mask

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, Info]:
        """Begin the next game, or the first one of a seed.

        Parameters
        ----------
        seed
            Of the games from here on; without one the next game of the last seed begins.
        options
            "state": the position in which this game begins, without what was played before.

        Raises
        ------
        TypeError, ValueError
            The seed or an option is not allowed.
        """
        if not isinstance(options, dict | None):
            raise wrong_type("options", "a dict is needed", options)
        start = self._asked_start(options or {})
        if seed is not None:
            seed = checked_seed(seed)  # Python's own: Gymnasium takes no other
        super().reset(seed=seed, options=options)
        if seed is not None or self._seed is None:
            self._seed = int(self.np_random.integers(2**63)) if seed is None else seed
            self._game = self._lane
        else:
            self._game += self._lanes
        self._over = True  # until the opponent has opened the game, which may fail
        self._state = self._opened(self._seed, start)
        self._over = False
        return self._observed(), self._told()

    def _asked_start(self, options: dict[str, Any]) -> State | None:
        """The position that was asked for instead of the usual one."""
        if unknown := set(options) - {"state"}:
            raise ValueError(f"options = {sorted(map(str, unknown))}: allowed is 'state'")
        if "state" not in options:
            return None
        return checked_start("options['state']", self.rules, options["state"])

    def _opened(self, seed: int, asked: State | None) -> State:
        """The first position in which the agent is to move."""
        others = self._setting.opponents
        if not others:
            return self._answered(self._setting.start(self._game) if asked is None else asked)
        for _ in range(opponents.FRUITLESS):
            start = self._setting.start(self._game) if asked is None else asked
            sides = opponents.sides(self._setting.seat, start.to_move, seed, self._game)
            self._side = int(sides[0])
            drawn = int(opponents.drawn(len(others), seed, self._game)[0])
            self._agent, self._drawn = others[drawn], drawn if len(others) > 1 else None
            state = self._answered(start)
            if not state.is_over:
                return state
            self._game += self._lanes
        raise opponents.fruitless(others)

    def _answered(self, state: State) -> State:
        """The position after lots, and after the opponent's actions if it is their turn."""
        if self._seed is None or not self._goes_on(state):
            return state
        who = agents.Random() if self._agent is None else self._agent
        choose: Callable[[State], int] = chooser(who, self._seed, self._game)
        with opponents.blamed(who):
            while self._goes_on(state):
                state = state.play(choose(state))
        return state

    def _goes_on(self, state: State) -> bool:
        """Whether the agent is not asked: a lot is drawn, or the opponent is to move."""
        his = self._side is not None and state.to_move != self._side
        return not state.is_over and (state.chance or his)

    def step(self, action: Any) -> tuple[Array, float, bool, bool, Info]:
        """Play an action, and the opponent's answers if there is one.

        Parameters
        ----------
        action
            An integer, NumPy's too.

        Returns
        -------
        tuple
            The observation, as `observation_space` has it; the reward of the side that acted,
            against an opponent the agent's; whether the game has ended, and whether it was cut off;
            `info`.

        Raises
        ------
        IllegalAction
            With `illegal="raise"`, or for one of the opponent, which says so; nothing has happened
            then.
        ResetNeeded
            When no game is running.
        """
        state = self.state
        if self._over:
            raise ResetNeeded("the game is over: call reset() to begin the next one")
        number = whole("action", action)
        if number not in state.legal_actions and self.illegal == "lose":
            return self._lost(state.to_move)
        self._state = after = self._answered(state.play(number))
        mover = state.to_move
        paid = spaces.paid(after, self._setting.rewards)
        self._over = after.is_over
        outcome = after.outcome
        truncated = outcome is not None and outcome.result == "truncated"
        sign = 0 if after.is_over else 1 if after.to_move == mover else -1
        info = self._told() | {"rewards": paid, "sign": np.int8(sign)}
        ended = after.is_over and not truncated
        return self._observed(), float(paid[mover]), ended, truncated, info

    def _lost(self, mover: int) -> tuple[Array, float, bool, bool, Info]:
        """The end of a game by an illegal action: it is lost."""
        self._over = True
        paid = np.ones(2, dtype=np.float32)
        paid[mover] = -1.0
        # An array, as all in `info` has a type: TorchRL asks each entry for its own.
        told = {"rewards": paid, "sign": np.int8(0), "illegal": np.array(True)}  # noqa: FBT003
        info = self._told() | told
        return self._observed(), -1.0, True, False, info

    def _observed(self) -> Array:
        state = self.state
        return self._setting.observer.state(
            state, state.to_move if self._side is None else self._side
        )

    def _told(self) -> Info:
        """The part of `info` that resets and steps have in common."""
        state = self.state
        info: Info = {"action_mask": self._mask(), "to_move": np.uint8(state.to_move)}
        if self._side is not None:
            info["seat"] = np.uint8(self._side)
        if self._drawn is not None:
            info["opponent"] = np.uint16(self._drawn)
        if "round" in state.registers:
            info["round"] = np.uint8(state.registers["round"][0])
        return info

    def render(self) -> Any:
        """The position as `render_mode` says."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs a render_mode, given when the Env is made")
            return None
        return render.frame(self.state, self.render_mode)
