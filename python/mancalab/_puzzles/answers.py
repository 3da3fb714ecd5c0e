"""Exact values of all actions of a position: from a small table of endgames, or from the solver."""

from __future__ import annotations

from typing import Literal, NamedTuple

from mancalab._core import Rules, State
from mancalab._solving.solve import solve
from mancalab._solving.tablebase import Tablebase

SOLVER_MEMORY = 64  # megabytes for one position
TABLE_MEMORY = 24 * 10**6  # bytes while the table is built: a second or so
LONGEST = 200  # actions of best play, where it goes round


class Answer(NamedTuple):
    """What is known of a position whose every action has a known value."""

    values: dict[int, int]
    """For the side to move, as `Solution.action_values`."""
    kind: Literal["margin", "result"]
    line: tuple[int, ...]
    """Best play; it ends where play would go round."""


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
        by_seeds = rules.options["winner"].value == "most_seeds"
        self.kind: Literal["margin", "result"] = "margin" if by_seeds else "result"
        self.table = _table(rules)

    def __call__(self, state: State) -> Answer | None:
        """Give the values of a position that is not over; None where they are not all found.

        Raises
        ------
        ValueError
            The game cannot be solved.
        """
        if self.table is not None and int(state.pits.sum()) <= self.table.seeds:
            values = self._looked_up(state)
            return Answer(values, self.kind, self._line(state))
        limits = {"nodes": self.nodes, "memory": SOLVER_MEMORY, "threads": 1}
        found = solve(state, actions=True, **limits)
        if found.action_values is None or len(found.action_values) < len(state.legal_actions):
            return None
        return Answer(found.action_values, found.kind, found.principal_variation)

    def _looked_up(self, state: State) -> dict[int, int]:
        return {action: self._after(state, action) for action in state.legal_actions}

    def _after(self, state: State, action: int) -> int:
        """The value of an action, by the table."""
        assert self.table is not None  # noqa: S101  (asked for only where there is one)
        after = state.play(action)
        mover = state.to_move
        outcome = after.outcome
        if outcome is None:
            value = self.table.probe(after)
            if self.kind == "margin":
                value += int(after.stores[after.to_move]) - int(after.stores[1 - after.to_move])
            return value if after.to_move == mover else -value
        if outcome.result in {"void", "truncated"}:
            return 0
        if self.kind == "margin":
            return int(outcome.score[mover]) - int(outcome.score[1 - mover])
        return 0 if outcome.winner is None else 1 if outcome.winner == mover else -1

    def _line(self, state: State) -> tuple[int, ...]:
        """Best play by the table, as far as no position comes again."""
        found: list[int] = []
        seen: set[str] = set()
        while not state.is_over and state.position_text not in seen and len(found) < LONGEST:
            seen.add(state.position_text)
            values = self._looked_up(state)
            action = max(values, key=values.__getitem__)
            found.append(action)
            state = state.play(action)
        return tuple(found)


def _table(rules: Rules) -> Tablebase | None:
    """The largest table of the game that takes little memory; None where it has none."""
    if rules.refusals["endgame tables"] is not None:
        return None
    seeds = 1
    for more in range(2, int(rules.start().pits.sum()) + 1):
        try:
            if Tablebase.memory(rules, more) > TABLE_MEMORY:
                break
        except ValueError:  # more than any table of this board holds
            break
        seeds = more
    return Tablebase.build(rules, seeds)
