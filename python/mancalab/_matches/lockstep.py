"""Matches in which an agent answers for many games at once."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from mancalab._agents.choosing import Seat, answers
from mancalab._base.lots import first_lot
from mancalab._base.rounds import round_column
from mancalab._batch.batch import Batch
from mancalab._core import Rules, Series, State, _prints_after, _prints_begun, _series_of

LANES = 4096
"""Games in lockstep: enough that a call of a policy costs little for each."""


class Played(NamedTuple):
    """The results of some games, one entry a game, in the order of their numbers."""

    results: npt.NDArray[np.uint8]
    scores: npt.NDArray[np.uint8]
    plies: npt.NDArray[np.uint32]
    rounds: npt.NDArray[np.uint8]
    """Rounds begun; 0 in a game that has none."""
    starters: npt.NDArray[np.uint8]
    choices: npt.NDArray[np.uint32]
    choices_squares: npt.NDArray[np.uint64]
    prints: npt.NDArray[np.uint64]
    """Fingerprints of the sequences of actions, as the engines make them."""


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
    kinds = (
        np.uint8,
        np.uint8,
        np.uint32,
        np.uint8,
        np.uint8,
        np.uint32,
        np.uint64,
        np.uint64,
    )
    empty: list[Any] = [np.empty(0, dtype=kind) for kind in kinds]
    empty[1] = empty[1].reshape(0, 2)
    return Played(*empty)


def _play(games: Games, seats: tuple[Seat, Seat]) -> Played:
    numbers, starts = games.numbers, games.starts
    batch = Batch(
        games.rules,
        len(numbers),
        games.seed,
        "disabled",
        starts=starts,
        first_game=numbers.start,
    )
    starters = batch.to_move.copy()
    choices = np.zeros(len(batch), dtype=np.uint32)
    squares = np.zeros(len(batch), dtype=np.uint64)
    prints = _prints_begun(numbers.start, len(numbers), 1 if starts is None else len(starts))
    while True:
        running = ~(batch.terminated | batch.truncated)
        if not running.any():
            break
        number = np.where(running, batch.mask.sum(axis=1), 0).astype(np.uint32)
        choices += number
        squares += number.astype(np.uint64) ** 2
        actions = chosen(batch, running, starters, seats, games)
        batch.step(actions)
        _prints_after(prints, actions, running)
    column = round_column(games.rules)
    rounds = np.zeros(len(batch), dtype=np.uint8)
    if column is not None:
        rounds = batch.observation[:, column].astype(np.uint8) + np.uint8(1)
    ends = (batch.results.copy(), batch.scores.copy(), batch.plies.copy(), rounds)
    return Played(*ends, starters, choices, squares, prints)


def chosen(
    batch: Batch,
    running: npt.NDArray[np.bool_],
    starters: npt.NDArray[np.uint8],
    seats: tuple[Seat, Seat],
    games: Games,
) -> npt.NDArray[np.int64]:
    """One action for every lane: lots and the opening at random, else by the agents; 0 at an end.

    Parameters
    ----------
    batch
        The games.
    running
        Which of them are not over.
    starters
        The sides that started.
    seats
        Who plays for the side that started, and who for the other.
    games
        What is played: its seed and its opening count.
    """
    actions = np.zeros(len(batch), dtype=np.int64)
    opening = running & (batch.plies < games.opening_plies)
    lot = first_lot(games.rules)
    if lot is not None:
        opening |= running & batch.mask[:, lot]  # drawn, not chosen
    if opening.any():
        actions[opening] = batch.sample()[opening]
    second = batch.to_move != starters
    for seat, theirs in zip(seats, (~second, second), strict=True):
        lanes = np.flatnonzero(running & ~opening & theirs)
        if len(lanes):
            actions[lanes] = answers(seat, batch, lanes, games.seed)
    return actions
