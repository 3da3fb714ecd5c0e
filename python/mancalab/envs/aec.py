"""One game as an environment of PettingZoo, in which the agents take turns (AEC).

Importing this module makes every game of the catalogue known to PettingZoo 1.27 and newer:

>>> import pettingzoo
>>> import mancalab.envs.aec
>>> game = pettingzoo.make("aec", "mancalab/oware-v0", rewards="margin")
>>> game.possible_agents
['south', 'north']
"""

from __future__ import annotations

import warnings
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from mancalab._base.extras import require

require("pettingzoo", "rl")

from gymnasium.spaces import Box, Dict, Space  # noqa: E402  (a library may be missing)
from gymnasium.utils import seeding  # noqa: E402
from pettingzoo import AECEnv  # noqa: E402
from pettingzoo.utils import wrappers  # noqa: E402

from mancalab._base.arguments import check_word, checked_seed, whole  # noqa: E402
from mancalab._base.lots import refuse_lots  # noqa: E402
from mancalab._catalogue import GameLike  # noqa: E402
from mancalab._core import State  # noqa: E402
from mancalab.envs import registry, render, spaces  # noqa: E402
from mancalab.envs.setting import RENDER_MODES, setting  # noqa: E402

AGENTS = ("south", "north")
"""The agents, by side."""

Observation = dict[str, npt.NDArray[Any]]


def env(game: GameLike = "kalah", **arguments: Any) -> AECEnv[str, Any, Any]:
    """One game, in the wrappers that PettingZoo's own board games have.

    An illegal action ends the game with reward -1 for who took it; calls in the wrong order are
    refused. The arguments are those of `raw_env`.

    Examples
    --------
    >>> from mancalab.envs import aec
    >>> game = aec.env(game="kalah")
    >>> game.reset(seed=1)
    >>> for agent in game.agent_iter():
    ...     observation, reward, terminated, truncated, info = game.last()
    ...     over = terminated or truncated
    ...     game.step(None if over else int(observation["action_mask"].argmax()))
    """
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(game, **arguments), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


class raw_env(AECEnv[str, Any, Any]):  # noqa: N801  (PettingZoo's name for it)
    """One game, in which the agents "south" and "north" take turns; every game and option.

    They do not simply alternate: `agent_selection` is the side to move, after extra turns, in the
    second parts of turns and after turns passed over as well.

    Parameters
    ----------
    game, observation, planes, rewards, render_mode, **options
        As for `mancalab.envs.Env`.

    An observation is a dict: "observation", the position seen by that agent, and "action_mask",
    int8, all 0 for an agent who is not to move. An illegal action raises IllegalAction.

    Raises
    ------
    ValueError, TypeError
        For an argument that is not allowed, with its name and what is.
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "name": "mancalab_v0",
        "render_modes": ["human", *RENDER_MODES],
        "render_fps": 2,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        game: GameLike = "kalah",
        *,
        observation: str = "raw",
        planes: int = 12,
        rewards: str = "result",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._setting = setting(
            game,
            options,
            type(self),
            mode="self-play",
            opponent=None,
            seat="first",
            observation=observation,
            planes=planes,
            rewards=rewards,
            render_mode=None,
        )
        if render_mode is not None:
            check_word("render_mode", render_mode, self.metadata["render_modes"])
        self.rules = self._setting.rules
        refuse_lots(self.rules, "mancalab.envs.aec")
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        self.observation_spaces: dict[str, Space[Any]] = {
            agent: Dict(
                {
                    "observation": self._setting.observer.space(),
                    "action_mask": Box(0, 1, (self.rules.n_actions,), np.int8),
                }
            )
            for agent in AGENTS
        }
        self.action_spaces: dict[str, Space[Any]] = {
            agent: spaces.actions(self.rules) for agent in AGENTS
        }
        self.state_space: Space[Any] = self._setting.observer.space()
        self.board = self.rules.start()

    def observation_space(self, agent: str) -> Space[Any]:
        """The space of what an agent is shown."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """The space of what an agent can do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002  (PettingZoo's signature)
        """Set the game up. There is no chance in it, so that a seed changes nothing."""
        if seed is not None:
            self.np_random, self.np_random_seed = seeding.np_random(checked_seed(seed))
        self.board = self.rules.start()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = self._told()
        self.agent_selection = AGENTS[self.board.to_move]
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """What an agent is shown: the position seen from its side, and its legal actions."""
        side = AGENTS.index(agent)
        mask = np.zeros(self.rules.n_actions, dtype=np.int8)
        if self.board.to_move == side:
            mask[list(self.board.legal_actions)] = 1
        return {
            "observation": self._setting.observer.state(self.board, side),
            "action_mask": mask,
        }

    def state(self) -> npt.NDArray[Any]:
        """The position, always seen by South."""
        return self._setting.observer.state(self.board, 0)

    def step(self, action: int | None) -> None:
        """Play an action of the agent selected; None after the end of the game."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.board = self.board.play(whole("action", action))
        self.infos = self._told()
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.agent_selection = AGENTS[self.board.to_move]
        if self.board.is_over:
            self._end(self.board)
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _told(self) -> dict[str, dict[str, Any]]:
        """In games of rounds, the number of rounds that are over."""
        registers = self.board.registers
        told = {"round": registers["round"][0]} if "round" in registers else {}
        return {agent: dict(told) for agent in self.agents}

    def _end(self, board: State) -> None:
        paid = spaces.paid(board, self._setting.rewards)
        truncated = board.outcome is not None and board.outcome.result == "truncated"
        for side, agent in enumerate(self.agents):
            self.rewards[agent] = float(paid[side])
            self.terminations[agent] = not truncated
            self.truncations[agent] = truncated

    def render(self) -> Any:
        """The position as `render_mode` says; "human" prints it."""
        if self.render_mode is None:
            warnings.warn("render() needs a render_mode, given when env is made", stacklevel=2)
            return None
        if self.render_mode == "human":
            print(self.board)  # noqa: T201  (what "human" asks for)
            return None
        return render.frame(self.board, self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""

    def __repr__(self) -> str:
        return f"mancalab_v0({self.rules.name!r})"

    __str__ = __repr__


registry.register_aec()
