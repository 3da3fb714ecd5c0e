"""Exact values: who wins with perfect play, and by how much."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any, Literal

from mancalab._base.arguments import (
    MOST_COUNT,
    checked_threads,
    flag,
    integer,
    integer_or_none,
    positive_seconds_or_none,
    wrong_type,
)
from mancalab._catalogue import GameLike, as_rules
from mancalab._core import Rules, State, _solve

MOST_TIME = 1e9  # seconds: 30 years

MEMORY = 2048
"""Megabytes that `solve` may use by default."""


@dataclass(frozen=True)
class Solution:
    """The proven value of a position.

    Attributes
    ----------
    value
        The final value with perfect play, for the side to move; None where only bounds are known.
        A margin is that of the whole game, seeds stored before included.
    kind
        "margin" in games won by seeds: own score minus the other's. "result" in all others: 1 for
        a win, -1 for a loss, 0 for neither.
    bounds
        The value is proven to lie between these two, both included.
    action_values
        The value of every legal action, if it was asked for, else None. An action whose value a
        limit has left open is missing.
    action_bounds
        The same as pairs of bounds, of all legal actions.
    principal_variation
        Actions of best play. In a game with cycles it ends where play would go round for ever.
    nodes
        Positions looked at.
    seconds
        Time it took.
    method
        "proof": search with endgame tables; "tables": endgame tables alone; "graph": all positions
        within reach; "deepening": deeper and deeper search.
    """

    value: int | None
    kind: Literal["margin", "result"]
    bounds: tuple[int, int]
    action_values: dict[int, int] | None
    action_bounds: dict[int, tuple[int, int]] | None
    principal_variation: tuple[int, ...]
    nodes: int
    seconds: float
    method: str

    @property
    def solved(self) -> bool:
        """Whether the value is known."""
        return self.value is not None

    @property
    def best_actions(self) -> tuple[int, ...]:
        """The actions that keep the value; needs ``actions=True``."""
        if self.action_values is None:
            raise ValueError("best_actions: ask for them, as in solve(rules, actions=True)")
        return tuple(a for a, value in self.action_values.items() if value == self.value)


def solve(
    rules_or_state: GameLike | State,
    actions: bool = False,  # noqa: FBT001, FBT002  (the same)
    time: float | None = None,
    *,
    nodes: int | None = None,
    memory: int = MEMORY,
    threads: int | None = None,
) -> Solution:
    """Find the value of a game, or of a position, under perfect play.

    The value is that of the game's own winning rule: the final margin where the player with more
    seeds wins, else the result. Play that never ends gives neither side anything more: the margin
    is that of the scores as they stand (the rest is split, as in the awari databases), a result
    is 0. A void counts 0. The limit on actions, `max_actions`, is no part of the value where it is
    1000 or more; where it is smaller, it is taken exactly or refused.

    Parameters
    ----------
    rules_or_state
        A position, or a game, which is solved from its opening: rules, a name in the catalogue, or
        the path of a TOML file.
    actions
        Whether the value of every legal action is wanted too.
    time
        Seconds after which to stop with what is proven by then; None: no limit.
    nodes
        Positions after which to stop in the same way.
    memory
        Megabytes that may be used.
    threads
        Number of threads; None for all cores. Values do not depend on it.

    Returns
    -------
    Solution
        Exact, or proven bounds where a limit was met; never a guess.

    Raises
    ------
    KeyError
        The game is not in the catalogue.
    ValueError
        For a game that is over; for one that cannot be solved, with the reason; for an argument
        that is not allowed.
    KeyboardInterrupt
        Ctrl-C stops within 0.1 s.

    Examples
    --------
    >>> import mancalab as mc
    >>> solution = mc.solve(mc.rules("kalah", columns=4, seeds=3), actions=True)
    >>> solution.value, solution.kind
    (6, 'margin')
    >>> solution.action_values
    {0: -6, 1: 6, 2: 2, 3: -2}
    """
    state = rules_or_state
    if isinstance(state, str | os.PathLike | Rules):
        state = as_rules(state).start()
    if not isinstance(state, State):
        raise wrong_type("rules_or_state", "a name, Rules or a State is needed", state)
    flag("actions", actions)
    limits = checked_limits(time=time, nodes=nodes, memory=memory, threads=threads)
    return solution_of(_solve(state, {"actions": actions, **limits}))


def solution_of(found: dict[str, Any]) -> Solution:
    """A solution from what the native module found."""
    bounds = found.pop("bounds")
    all_bounds = found.pop("actions")
    return Solution(
        value=bounds[0] if bounds[0] == bounds[1] else None,
        bounds=bounds,
        action_values=None
        if all_bounds is None
        else {action: low for action, (low, high) in all_bounds if low == high},
        action_bounds=None if all_bounds is None else dict(all_bounds),
        principal_variation=tuple(found.pop("principal_variation")),
        **found,
    )


def checked_limits(
    *, time: float | None, memory: int, threads: int | None, nodes: int | None = None
) -> dict[str, float | None]:
    """The limits of `solve`, checked, as the native module takes them."""
    found = positive_seconds_or_none("time", time)
    return {
        "time": None if found is None else min(found, MOST_TIME),
        "nodes": integer_or_none("nodes", nodes, 1, MOST_COUNT),
        "memory": integer("memory", memory, 1, 2**24) << 20,
        "threads": checked_threads(threads),
    }
