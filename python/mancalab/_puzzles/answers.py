"""Exact values of all actions of a position: from a small table of endgames, or from the solver."""

from __future__ import annotations

from mancalab._core import Rules, State
from mancalab._solving.largest_table import largest_table
from mancalab._solving.solve import Solution, solve
from mancalab._solving.tablebase import Tablebase

SOLVER_MEMORY = 64  # megabytes for one position
TABLE_MEMORY = 24 * 10**6  # bytes while the table is built: a second or so


class Answers:
    """Who answers for a game.

    Parameters
    ----------
    rules
        The game.
    nodes
        Positions that the solver may look at for one position.
    """

    def __init__(self, rules: Rules, nodes: int) -> None:
        self.nodes = nodes
        self.table = _table(rules)

    def __call__(self, state: State) -> Solution | None:
        """Give the values of a position that is not over; None where they are not all found.

        Raises
        ------
        ValueError
            The game cannot be solved.
        """
        if self.table is not None:
            found = self.table.solution(state)
            if _complete(found, state):
                return found
        found = solve(state, actions=True, nodes=self.nodes, memory=SOLVER_MEMORY, threads=1)
        return found if _complete(found, state) else None


def _complete(found: Solution, state: State) -> bool:
    """Whether the value of every action is known."""
    return len(found.action_values or ()) == len(state.legal_actions)


def _table(rules: Rules) -> Tablebase | None:
    """The largest table of the game that takes little memory; None where none answers for it."""
    try:
        return largest_table(rules, TABLE_MEMORY)
    except ValueError:
        return None
