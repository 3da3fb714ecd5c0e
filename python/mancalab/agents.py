"""Agents: players for `mancalab.match` and for studies.

Any function of a state that returns an action can be used as an agent as it stands; `Policy` gives
it a name.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Protocol

from mancalab._alphabeta import AlphaBeta, AlphaBetaAnalysis
from mancalab._mcts import MCTS, Analysis
from mancalab._policies import BatchPolicy, Policy
from mancalab._trained import Network

__all__ = [
    "MCTS",
    "Agent",
    "AlphaBeta",
    "AlphaBetaAnalysis",
    "Analysis",
    "BatchPolicy",
    "Greedy",
    "Network",
    "Policy",
    "Random",
]


class Agent(Protocol):
    """What all agents have in common."""

    @property
    def name(self) -> str:
        """A name for tables."""

    @property
    def deterministic(self) -> bool:
        """Whether chance has no part in what the agent does."""


@dataclass(frozen=True)
class Random:
    """Any legal action, all equally likely."""

    name: ClassVar[str] = "Random"
    deterministic: ClassVar[bool] = False
    _native: ClassVar[str] = "random"


@dataclass(frozen=True)
class Greedy:
    """The greatest own score minus the other's after the action, in seeds.

    Sweeps at the end count, a void counts 0, ties are broken at random.
    """

    name: ClassVar[str] = "Greedy"
    deterministic: ClassVar[bool] = False
    _native: ClassVar[str] = "greedy"
