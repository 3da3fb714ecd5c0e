"""Matches in which an agent answers for many games at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from mancalab._batch import Batch
from mancalab._core import Rules, State
from mancalab.agents import Agent, BatchPolicy, Greedy, Policy, Random

LANES = 4096
"""Games in lockstep: enough that a call of a policy costs little for each."""

Seat = Agent | Callable[[State], int]


class Played(NamedTuple):
    """What some games came to, one entry a game, in the order of their numbers."""

    results: npt.NDArray[np.uint8]
    scores: npt.NDArray[np.uint8]
    plies: npt.NDArray[np.uint32]
    starters: npt.NDArray[np.uint8]
    choices: npt.NDArray[np.int64]
    choices_squares: npt.NDArray[np.int64]


def needs_batches(*agents: object) -> bool:
    """Whether one of the agents answers for batches."""
    return any(isinstance(agent, BatchPolicy) for agent in agents)


def play(
    rules: Rules,
    seats: tuple[Seat, Seat],
    games: range,
    seed: int,
    opening_plies: int,
    starts: Sequence[State] | None,
    report: Callable[[int], object] | None,
) -> Iterator[Played]:
    """Play games of these numbers, `seats[0]` with the side that starts, some at a time."""
    for first in range(games.start, games.stop, LANES):
        count = min(LANES, games.stop - first)
        batch = Batch(rules, count, seed, "disabled", starts=starts, first_game=first)
        yield _play_batch(batch, seats, opening_plies)
        if report is not None:
            report(count)


def _play_batch(batch: Batch, seats: tuple[Seat, Seat], opening_plies: int) -> Played:
    starters = batch.to_move.copy()
    choices = np.zeros(len(batch), dtype=np.int64)
    squares = np.zeros(len(batch), dtype=np.int64)
    while True:
        running = ~(batch.terminated | batch.truncated)
        if not running.any():
            break
        number = np.where(running, batch.mask.sum(axis=1), 0)
        choices += number
        squares += number**2
        opening = batch.plies < opening_plies
        actions = np.zeros(len(batch), dtype=np.int64)
        if (running & opening).any():
            actions = np.where(opening, batch.sample(), actions)
        second = batch.to_move != starters
        for seat, theirs in zip(seats, (~second, second), strict=True):
            lanes = np.flatnonzero(running & ~opening & theirs)
            if len(lanes):
                actions[lanes] = _answers(seat, batch, lanes)
        batch.step(actions)
    ends = (batch.results.copy(), batch.scores.copy(), batch.plies.copy())
    return Played(*ends, starters, choices, squares)


def _answers(seat: Seat, batch: Batch, lanes: npt.NDArray[np.intp]) -> npt.NDArray[Any]:
    """Actions of an agent in some lanes."""
    if isinstance(seat, BatchPolicy):
        # A copy, so that what the function does to it has no effect on the match.
        asked = batch.copy() if len(lanes) == len(batch) else batch.select(lanes)
        return _checked(seat.function(asked), len(lanes))
    if isinstance(seat, Random):
        return batch.sample()[lanes]
    if isinstance(seat, Greedy):
        return batch._chosen_by("greedy")[lanes]  # noqa: SLF001  (for matches only)
    function = seat.function if isinstance(seat, Policy) else seat
    if not callable(function):
        raise TypeError(f"{type(seat).__name__} cannot play against a BatchPolicy")
    return np.array([function(batch.state(int(lane))) for lane in lanes])


def _checked(answer: npt.ArrayLike, lanes: int) -> npt.NDArray[Any]:
    actions = np.asarray(answer)
    if actions.dtype.kind not in "iu":
        found = actions.dtype if actions.dtype.kind in "bfc" else type(answer).__name__
        raise TypeError(f"a batch policy answers with integers, not {found}")
    if actions.shape != (lanes,):
        text = f"a batch policy answers with one action a lane, shape ({lanes},)"
        raise ValueError(f"{text}, not {actions.shape}")
    return actions
