"""Exact values of many positions, by this process or by an executor's."""

from __future__ import annotations

import os
from collections.abc import Iterable
from concurrent.futures import Executor
from typing import Any

from mancalab._base.arguments import flag, wrong_type
from mancalab._base.executing import checked_executor, finished
from mancalab._base.progress import Progress, reporter
from mancalab._catalogue import GameLike, as_rules
from mancalab._core import Rules, State
from mancalab._solving.solve import MEMORY, Solution, checked_limits, solve


def solve_many(
    positions: Iterable[GameLike | State],
    actions: bool = False,  # noqa: FBT001, FBT002  (as in `solve`)
    time: float | None = None,
    *,
    nodes: int | None = None,
    memory: int = MEMORY,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Progress = None,
) -> list[Solution]:
    """Find the values of many positions under perfect play, on other machines too.

    Parameters
    ----------
    positions
        Positions, or games, which are solved from their openings, as `solve` takes them.
    actions, time, nodes, memory, threads
        As for `solve`, for each position.
    executor
        Whoever solves the positions, one by one: a `concurrent.futures.Executor`, such as Dask's
        ``client.get_executor()``. None: this process.
    progress
        True for a tqdm bar, or a function that gets the number of positions just solved.

    Returns
    -------
    list of Solution
        In the order of the positions.

    Raises
    ------
    KeyError, ValueError, TypeError
        An argument is not as described above, or `solve` refuses a position: a note says which.

    Examples
    --------
    >>> import mancalab as mc
    >>> start = mc.rules("kalah", columns=3, seeds=2).start()
    >>> after = [start.play(action) for action in start.legal_actions]
    >>> [solution.value for solution in mc.solve_many(after)]
    [8, 4, 0]
    """
    if isinstance(positions, str | os.PathLike | Rules | State):
        raise wrong_type("positions", "a list of positions or games is needed", positions)
    states = [_state(number, position) for number, position in enumerate(positions)]
    flag("actions", actions)
    limits = {"time": time, "memory": memory, "threads": threads, "nodes": nodes}
    checked_limits(time=time, memory=memory, threads=threads, nodes=nodes)
    executor = checked_executor(executor)
    tasks = [(number, state, actions, limits) for number, state in enumerate(states)]
    solved: dict[int, Solution] = {}
    with reporter(progress, len(tasks), "positions") as report:
        found = (
            ((task[0], _solved(*task)) for task in tasks)
            if executor is None
            else finished(executor, _solved, tasks)
        )
        for number, solution in found:
            solved[number] = solution
            if report is not None:
                report(1)
    return [solved[number] for number in range(len(tasks))]


def _state(number: int, position: GameLike | State) -> State:
    state, argument = position, f"positions[{number}]"
    if isinstance(state, str | os.PathLike | Rules):
        state = as_rules(state, argument).start()
    if not isinstance(state, State):
        raise wrong_type(argument, "a name, Rules or a State is needed", state)
    return state


def _solved(number: int, state: State, actions: bool, limits: dict[str, Any]) -> Solution:  # noqa: FBT001
    try:
        return solve(state, actions, **limits)
    except ValueError as error:
        error.add_note(f"positions[{number}]: {state!r}")
        raise
