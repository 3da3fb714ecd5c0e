"""Agents: players for `mancalab.match` and for studies.

A function of a state that returns an action is an agent as it stands; `Policy` gives it a name.
"""

from mancalab._agents.agent import Agent, Greedy, Random
from mancalab._agents.alphabeta import AlphaBeta, AlphaBetaAnalysis
from mancalab._agents.mcts import MCTS, Analysis
from mancalab._agents.network import Learnt, Network
from mancalab._agents.policies import BatchPolicy, Policy
from mancalab._agents.zoo import PRETRAINED

__all__ = [
    "MCTS",
    "PRETRAINED",
    "Agent",
    "AlphaBeta",
    "AlphaBetaAnalysis",
    "Analysis",
    "BatchPolicy",
    "Greedy",
    "Learnt",
    "Network",
    "Policy",
    "Random",
]
