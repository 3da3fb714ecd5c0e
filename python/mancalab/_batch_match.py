"""Matches in which an agent answers for many games at once."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from mancalab._arguments import whole
from mancalab._batch import Batch
from mancalab._core import Rules, Series, State, _series_of
from mancalab._random import GOLDEN, Words, mixed
from mancalab.agents import MCTS, Agent, AlphaBeta, BatchPolicy, Greedy, Policy, Random

LANES = 4096
"""Games in lockstep: enough that a call of a policy costs little for each."""

MOST_ACTION = 2**63 - 1
"""Of what an array of integers with a sign holds. No game has nearly so many actions."""

Seat = Agent | Callable[[State], int]


class Played(NamedTuple):
    """What some games came to, one entry a game, in the order of their numbers."""

    results: npt.NDArray[np.uint8]
    scores: npt.NDArray[np.uint8]
    plies: npt.NDArray[np.uint32]
    starters: npt.NDArray[np.uint8]
    choices: npt.NDArray[np.uint32]
    choices_squares: npt.NDArray[np.uint64]
    prints: npt.NDArray[np.uint64]


class Games(NamedTuple):
    """Games to be played: numbers, seed, and how they begin."""

    rules: Rules
    numbers: range
    seed: int
    opening_plies: int
    starts: Sequence[State] | None


def play_series(
    games: Games, seats: tuple[Seat, Seat], *, swap: bool, report: Callable[[int], object] | None
) -> Series:
    """Play rounds with `seats[0]` in the seat of the side that starts, and swapped."""
    begun = time.perf_counter()
    series = _series_of(_nothing(), _nothing() if swap else None, 0.0)
    for first in range(games.numbers.start, games.numbers.stop, LANES):
        numbers = range(first, min(first + LANES, games.numbers.stop))
        some = games._replace(numbers=numbers)
        played = _play(some, seats)
        again = _play(some, seats[::-1]) if swap else None
        series += _series_of(played, again, time.perf_counter() - begun - series.seconds)
        if report is not None:
            report(len(numbers) * (2 if swap else 1))
    return series


def _nothing() -> Played:
    kinds = (np.uint8, np.uint8, np.uint32, np.uint8, np.uint32, np.uint64, np.uint64)
    empty: list[Any] = [np.empty(0, dtype=kind) for kind in kinds]
    empty[1] = empty[1].reshape(0, 2)
    return Played(*empty)


def _play(games: Games, seats: tuple[Seat, Seat]) -> Played:
    numbers, starts = games.numbers, games.starts
    first, opening_plies = numbers.start, games.opening_plies
    batch = Batch(
        games.rules, len(numbers), games.seed, "disabled", starts=starts, first_game=first
    )
    starters = batch.to_move.copy()
    choices = np.zeros(len(batch), dtype=np.uint32)
    squares = np.zeros(len(batch), dtype=np.uint64)
    prints = _first_prints(numbers, 1 if starts is None else len(starts))
    while True:
        running = ~(batch.terminated | batch.truncated)
        if not running.any():
            break
        number = np.where(running, batch.mask.sum(axis=1), 0).astype(np.uint32)
        choices += number
        squares += number.astype(np.uint64) ** 2
        opening = batch.plies < opening_plies
        actions = np.zeros(len(batch), dtype=np.int64)
        if (running & opening).any():
            actions = np.where(opening, batch.sample(), actions)
        second = batch.to_move != starters
        for seat, theirs in zip(seats, (~second, second), strict=True):
            lanes = np.flatnonzero(running & ~opening & theirs)
            if len(lanes):
                actions[lanes] = answers(seat, batch, lanes, games)
        batch.step(actions)
        prints = np.where(running, _next_prints(prints, actions), prints)
    ends = (batch.results.copy(), batch.scores.copy(), batch.plies.copy())
    return Played(*ends, starters, choices, squares, prints)


# Fingerprints of the sequences of actions, as the engines make them.


def _first_prints(numbers: range, starts: int) -> Words:
    return mixed(np.array([number % starts for number in numbers], dtype=np.uint64))


def _next_prints(prints: Words, actions: npt.NDArray[Any]) -> Words:
    turned = (prints << np.uint64(7)) | (prints >> np.uint64(57))
    with_actions: Words = turned ^ (actions.astype(np.uint64) + np.uint64(1))
    return with_actions * GOLDEN


def answers(
    seat: Seat, batch: Batch, lanes: npt.NDArray[np.intp], games: Games
) -> npt.NDArray[Any]:
    """Actions of an agent in some lanes."""
    if isinstance(seat, BatchPolicy):
        # A copy, so that what the function does to it has no effect on the match.
        asked = batch.copy() if len(lanes) == len(batch) else batch.select(lanes)
        actions = checked(seat.function(asked), len(lanes))
        if (beyond := actions > MOST_ACTION).any():
            first = int(beyond.argmax())
            asked.state(first).play(int(actions[first]))  # the error that the engine would give
        return actions
    if isinstance(seat, Random):
        return batch.sample()[lanes]
    if isinstance(seat, Greedy):
        return batch._chosen_by("greedy")[lanes]  # noqa: SLF001  (for matches only)
    if isinstance(seat, AlphaBeta | MCTS):
        choices = (
            seat._choose(batch.state(int(lane)), games.seed, games.numbers[lane])  # noqa: SLF001  (for matches only)
            for lane in lanes
        )
        return np.fromiter(choices, dtype=np.int64)
    function = seat.function if isinstance(seat, Policy) else seat
    if not callable(function):
        raise TypeError(f"{type(seat).__name__} cannot play against a BatchPolicy")
    choices = (_answer(function, batch.state(int(lane))) for lane in lanes)
    return np.fromiter(choices, dtype=np.int64)


def _answer(function: Callable[[State], int], state: State) -> int:
    """The answer of a function of one state, if it is an action."""
    action = whole("a policy answers with an action", function(state))
    if abs(action) > MOST_ACTION:
        state.play(action)  # the error that the engine would give
    return action


def checked(answer: npt.ArrayLike, lanes: int) -> npt.NDArray[Any]:
    """The answer of a batch policy, if it is one action for each lane."""
    actions = np.asarray(answer)
    if actions.dtype.kind not in "iu":
        found = actions.dtype if actions.dtype.kind in "bfc" else type(answer).__name__
        raise TypeError(f"a batch policy answers with integers, not {found}")
    if actions.shape != (lanes,):
        text = f"a batch policy answers with one action a lane, shape ({lanes},)"
        raise ValueError(f"{text}, not {actions.shape}")
    return actions
