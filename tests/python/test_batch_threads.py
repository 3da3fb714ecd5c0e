"""Batches and threads: one batch in two gives an error and no race, two batches run in parallel."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import partial
from typing import TypeVar

import numpy as np
import pytest

import mancalab as mc
from batch_model import difference, future, snapshot

KALAH = mc.rules("kalah")
LARGE = 200_000  # a step of so many lanes takes long enough for another thread to meet it
PATIENCE = 20.0  # seconds

T = TypeVar("T")


def in_use(error: RuntimeError) -> bool:
    return "in use by another thread" in str(error)


class Meeting:
    """Calls of two threads on one batch, of which some are refused."""

    def __init__(self) -> None:
        self.refused = 0
        self.stop = threading.Event()
        self.broken: list[BaseException] = []

    def insist(self, call: Callable[[], T]) -> T:
        """Call until it is not refused."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                return call()
            except RuntimeError as error:
                assert in_use(error), error  # noqa: PT017 - RuntimeError has other uses
                self.refused += 1
                time.sleep(0.0001)
        raise TimeoutError

    def meanwhile(self, calls: list[Callable[[], object]]) -> threading.Thread:
        """Start a thread that makes these calls over and over."""

        def work() -> None:
            try:
                while not self.stop.is_set():
                    for call in calls:
                        try:
                            call()
                        except RuntimeError as error:
                            assert in_use(error), error  # noqa: PT017
                            self.refused += 1
                        time.sleep(0.001)  # or the other thread would hardly get a turn
            except BaseException as error:  # noqa: BLE001 - the test shows it
                self.broken.append(error)

        thread = threading.Thread(target=work)
        thread.start()
        return thread


OTHERS: dict[str, Callable[[mc.Batch], object]] = {
    "sample": lambda batch: batch.sample(),
    "state": lambda batch: batch.state(0),
    "copy": lambda batch: batch.copy(),
    "select": lambda batch: batch.select([0, 1]),
    "reset": lambda batch: batch.reset(np.zeros(len(batch), dtype=np.bool_)),
    "write": lambda batch: batch.write({"to_move": np.zeros(len(batch), dtype=np.uint8)}),
    "reduce": lambda batch: batch.__reduce__(),
}


@pytest.mark.parametrize("name", OTHERS)
def test_a_batch_in_use_by_another_thread(name: str) -> None:
    batch, twin = mc.Batch(KALAH, LARGE, threads=1), mc.Batch(KALAH, LARGE, threads=1)
    meeting = Meeting()
    thread = meeting.meanwhile([lambda: OTHERS[name](batch)])
    steps, end = 0, time.monotonic() + PATIENCE
    try:
        while (steps < 10 or not meeting.refused) and time.monotonic() < end:
            actions = meeting.insist(batch.sample)
            meeting.insist(partial(batch.step, actions))
            steps += 1
    finally:
        meeting.stop.set()
        thread.join()
    assert meeting.broken == []
    assert meeting.refused > 0
    for _ in range(steps):
        twin.step(twin.sample())
    assert difference(snapshot(batch), snapshot(twin)) == []
    assert future(batch, 2) == future(twin, 2)


def test_two_threads_that_step_one_batch() -> None:
    batch = mc.Batch(KALAH, LARGE, threads=1)
    meeting = Meeting()
    taken = 0

    def step() -> None:
        nonlocal taken
        try:
            batch.step(batch.sample())
            taken += 1
        except mc.IllegalAction:
            pass  # the other thread stepped between the sample and the step

    thread = meeting.meanwhile([step])
    end = time.monotonic() + PATIENCE
    try:
        while (taken < 50 or not meeting.refused) and time.monotonic() < end:
            meeting.insist(step)
    finally:
        meeting.stop.set()
        thread.join()
    assert meeting.broken == []
    assert meeting.refused > 0
    # All lanes are whole: no seed is lost, and what each shows belongs together.
    own = batch.observation[:, :6]
    np.testing.assert_array_equal(batch.observation.sum(axis=1), 48)
    np.testing.assert_array_equal(batch.mask, own > 0)
    for i in range(0, LARGE, 9973):
        state = batch.state(i)
        np.testing.assert_array_equal(batch.observation[i], state.observation)
        assert (batch.plies[i], batch.to_move[i]) == (state.plies, state.to_move)
    assert batch.games.max() < LARGE * (taken + 1)
    assert future(batch.copy(), 5) == future(batch, 5)


def test_an_error_leaves_the_batch_free() -> None:
    batch = mc.Batch(KALAH, 100)
    for _ in range(3):
        with pytest.raises(mc.IllegalAction):
            batch.step([9] * 100)
        with pytest.raises(IndexError):
            batch.state(100)
    thread = threading.Thread(target=lambda: batch.step(batch.sample()))
    thread.start()
    thread.join()
    assert set(batch.plies) == {1}


@pytest.mark.parametrize("n", [100, 20_000])
@pytest.mark.parametrize("threads", [1, None])
def test_batches_in_several_threads_do_not_mix(n: int, threads: int | None) -> None:
    games = ["kalah", "mwambulula", "chuba", "pratt"]
    steps = 400_000 // n // 4 + 1
    wanted = {game: future(mc.Batch(mc.rules(game), n, seed=1), steps) for game in games}
    found: dict[str, str] = {}

    def play(game: str) -> None:
        found[game] = future(mc.Batch(mc.rules(game), n, seed=1, threads=threads), steps)

    workers = [threading.Thread(target=play, args=(game,)) for game in games]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert found == wanted


def test_a_batch_steps_while_another_does() -> None:
    # Seen from inside: whole steps of the small batch within one step of the large one.
    large = mc.Batch(mc.rules("mwambulula"), 5 * LARGE, threads=1)
    small = mc.Batch(KALAH, 64)
    stop, ends = threading.Event(), list[float]()

    def play() -> None:
        while not stop.is_set():
            small.step(small.sample())
            ends.append(time.perf_counter())

    worker = threading.Thread(target=play)
    worker.start()
    middles = []
    try:
        for _ in range(5):
            actions = large.sample()
            begun = time.perf_counter()
            large.step(actions)
            quarter = (time.perf_counter() - begun) / 4
            # The threads may take turns at both ends of the step.
            middles.append((begun + quarter, begun + 3 * quarter))
    finally:
        stop.set()
        worker.join()
    inside = [sum(a < end < b for end in ends) for a, b in middles]
    assert sum(inside) > 20, inside
