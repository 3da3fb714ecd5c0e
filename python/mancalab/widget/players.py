"""Who plays a side of the board: a person, or an agent that answers in Python."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import numpy as np

from mancalab.agents import Agent, Greedy, Policy, Random
from mancalab.study.cells import as_agent, named_agent

if TYPE_CHECKING:
    from mancalab._core import State

MANUAL = "manual"

MENU = (
    "random",
    "greedy",
    "alphabeta(depth=2)",
    "alphabeta(depth=4)",
    "alphabeta(depth=6)",
    "alphabeta(depth=8)",
    "mcts(simulations=1000)",
    "mcts(simulations=10000)",
)
"""The agents to choose from, weakest first."""

PlayerLike = str | Agent | Callable[["State"], int] | None
"""``"manual"`` or None, an agent, the name of one, or a function of a state."""


@dataclass(frozen=True)
class Player:
    """Who plays a side."""

    name: str
    agent: Agent | None = None
    """None: a person."""

    @property
    def manual(self) -> bool:
        """Whether a person plays."""
        return self.agent is None

    def choose(self, state: State, random: np.random.Generator) -> int:
        """The agent's action.

        Parameters
        ----------
        state
            Somebody is to move in it.
        random
            Where chance comes from for agents that bring none of their own.
        """
        if isinstance(self.agent, Random):
            return int(random.choice(state.legal_actions))
        if isinstance(self.agent, Greedy):
            return _greedy(state, random)
        if isinstance(self.agent, Policy):
            return self.agent.function(state)
        # The searches are functions of a state.
        return cast("Callable[[State], int]", self.agent)(state)


def player(who: PlayerLike) -> Player:
    """A player from whatever names it.

    Raises
    ------
    ValueError, TypeError
        There is no such agent, or the agent cannot play a single game.
    """
    if who is None or (isinstance(who, str) and who.lower() == MANUAL):
        return Player(MANUAL)
    agent = as_agent(who)
    if not isinstance(agent, Random | Greedy | Policy) and not callable(agent):
        raise TypeError(f"{type(agent).__name__} cannot play on the board: it plays only batches")
    return Player(agent.name, agent)


def menu() -> dict[str, Player]:
    """The players to choose from, by name."""
    found = [Player(MANUAL)]
    for text in MENU:
        agent = named_agent(text)
        found.append(Player(agent.name, agent))
    return {player.name: player for player in found}


def _greedy(state: State, random: np.random.Generator) -> int:
    """The greatest own score minus the other's after the action; ties are broken at random."""

    def worth(action: int) -> int:
        after = state.play(action)
        if after.outcome is not None and after.outcome.result == "void":
            return 0
        own, other = after.scores[state.to_move], after.scores[1 - state.to_move]
        return int(own) - int(other)

    worths = {action: worth(action) for action in state.legal_actions}
    best = max(worths.values())
    return int(random.choice([action for action, value in worths.items() if value == best]))
