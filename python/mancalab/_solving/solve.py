"""Exact values: who wins with perfect play, and by how much."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
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
from mancalab._base.files import file_for
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
    at_least
        The value that was asked about, or None.
    earlier_runs
        Calls that searched before in the same file (`path`), and of which this one knows all.
    earlier_nodes
        Positions that they looked at.
    earlier_seconds
        Time that they took.
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
    at_least: int | None = None
    earlier_runs: int = 0
    earlier_nodes: int = 0
    earlier_seconds: float = 0.0

    @property
    def answer(self) -> bool | None:
        """Whether the value is at least `at_least`: proven either way, or None where it is open."""
        if self.at_least is None:
            raise ValueError("answer: ask for it, as in solve(rules, at_least=1)")
        low, high = self.bounds
        return True if low >= self.at_least else False if high < self.at_least else None

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
    at_least: int | None = None,
    path: str | os.PathLike[str] | None = None,
) -> Solution:
    """Find the value of a game, or of a position, under perfect play.

    The value is that of the game's own winning rule: the final margin where the player with more
    seeds wins, else the result. Play that never ends gives neither side anything more: the margin
    is that of the scores as they stand (the rest is split, as in the awari databases), a result
    is 0. A void counts 0. The limit on actions, `max_actions`, is no part of the value where it is
    1000 or more; where it is smaller, it is taken exactly or refused: a game that is cut off is
    worth the margin as it stands then, or the result 0.

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
    at_least
        Ask only whether the value is at least this: `Solution.answer` tells. A proof search looks
        for nothing else, which is quicker, and leaves the value itself open; other methods find it.
        Not with `actions`.
    path
        A file that keeps what a proof search has found: bounds, and what is known of positions. A
        later call with the same rules and position goes on from it, whatever else it asks for, and
        answers at once what is known already. It is written at the end, be it a limit or Ctrl-C,
        and between, at most once a minute, so that this takes 5 % of the time. `time` and `nodes`
        are for this call; reading and writing come on top of `time`, and endgame tables are worked
        out anew in up to a third of it. Only for games of two rows in which the pits decide all
        that still happens and no position comes again, such as Kalah. While one process uses it,
        the file is locked. Whatever happens, an old file or a new one is there, beside it at times
        ``PATH.part``.

    Returns
    -------
    Solution
        Exact, or proven bounds where a limit was met; never a guess.

    Raises
    ------
    KeyError
        The game is not in the catalogue.
    ValueError
        For a game that is over; for one that cannot be solved, or not with `path`, with the reason;
        for an argument that is not allowed; for a file of other rules or another position.
    ProofError
        The file is damaged (an OSError; it says where), or of another kind.
    OSError
        It cannot be read or written, for instance because the disk is full: the old one stays. It
        is a `BlockingIOError` if somebody else uses it.
    KeyboardInterrupt
        Ctrl-C stops within 0.1 s, with `path` when what was found is written.

    Examples
    --------
    >>> import mancalab as mc
    >>> solution = mc.solve(mc.rules("kalah", columns=4, seeds=3), actions=True)
    >>> solution.value, solution.kind
    (6, 'margin')
    >>> solution.action_values
    {0: -6, 1: 6, 2: 2, 3: -2}
    >>> mc.solve(mc.rules("kalah", columns=4, seeds=3), at_least=7).answer
    False
    """
    state = rules_or_state
    if isinstance(state, str | os.PathLike | Rules):
        state = as_rules(state).start()
    if not isinstance(state, State):
        raise wrong_type("rules_or_state", "a name, Rules or a State is needed", state)
    flag("actions", actions)
    limits = checked_limits(time=time, nodes=nodes, memory=memory, threads=threads)
    if actions and at_least is not None:
        raise ValueError(
            f"at_least = {at_least}: allowed only without actions, which finds the value itself"
        )
    asked = {"actions": actions, "at_least": at_least, "path": _kept_in(path), "between": None}
    return solution_of(_solve(state, {**asked, **limits}))


def _kept_in(path: str | os.PathLike[str] | None) -> Path | None:
    """The file of a search, as the native module takes it."""
    if path is None:
        return None
    if not isinstance(path, str | os.PathLike):
        raise wrong_type("path", "a path is needed, or None", path)
    return file_for(Path(path), "a search")


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
