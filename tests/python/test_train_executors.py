"""Self-play by an executor: the same rounds whoever plays them."""

from __future__ import annotations

import os
import pickle
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from contextlib import contextmanager
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mancalab as mc

pytestmark = pytest.mark.train
torch: Any = pytest.importorskip("torch")

from mancalab import train  # noqa: E402  (torch may be missing)
from mancalab.train.actors import Actor, ActorSettings, Rounds  # noqa: E402
from mancalab.train.runs import CHECKPOINT  # noqa: E402
from training_cases import KALAH  # noqa: E402
from training_cases import SMALL as SMALLEST  # noqa: E402

SMALL = replace(SMALLEST, lanes=30, actors=3)
ROUNDS = 4


def learned(folder: Path, executor: Executor | None = None, seed: int = 3) -> str:
    """The digest of the network that some rounds give."""
    how: dict[str, Any] = {"rounds": ROUNDS, "seed": seed, "games": 0, "device": "cpu"}
    trained = train.run(KALAH, folder, SMALL, executor=executor, **how)
    assert trained.rounds == ROUNDS
    assert trained.positions == ROUNDS * 30 * 8
    return mc.agents.Network(trained.folder / "network.npz").name


@contextmanager
def threads_of_torch(count: int) -> Iterator[None]:
    before = torch.get_num_threads()
    torch.set_num_threads(count)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def spawned(workers: int) -> Executor:
    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"))


def test_the_same_is_learned_whoever_plays(tmp_path: Path) -> None:
    names = {}
    for count in (1, 2, 5):
        with threads_of_torch(count):
            names[f"{count} threads of ours"] = learned(tmp_path / f"own{count}" / "a")
    with ThreadPoolExecutor(2) as threads:
        names["threads"] = learned(tmp_path / "threads" / "a", threads)
    for workers in (1, 2):
        with spawned(workers) as processes:
            names[f"{workers} processes"] = learned(tmp_path / f"{workers}" / "a", processes)
    assert len(set(names.values())) == 1, names
    assert learned(tmp_path / "other" / "a", seed=4) not in names.values()


def test_a_killed_worker_loses_nothing(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    alone = learned(tmp_path / "alone" / "a")
    cluster = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    )
    with cluster, distributed.Client(cluster) as client:
        victim = next(iter(client.run(os.getpid).values()))
        killing = Killing(client.get_executor(), victim, after=4)
        assert learned(tmp_path / "killed" / "a", killing) == alone
        assert killing.killed
        assert victim not in client.run(os.getpid).values()


class Killing(Executor):
    """An executor, one of whose workers is killed when so many tasks have been given to it."""

    def __init__(self, inner: Executor, victim: int, after: int) -> None:
        self.inner, self.victim, self.left, self.killed = inner, victim, after, False

    def submit(self, function: Callable[..., Any], /, *args: Any, **options: Any) -> Future[Any]:
        task: Future[Any] = self.inner.submit(function, *args, **options)
        self.left -= 1
        if not self.left:
            os.kill(self.victim, signal.SIGKILL)
            self.killed = True
        return task


class Failing(ThreadPoolExecutor):
    """Breaks down after some tasks."""

    left = 5

    def __init__(self, error: Exception) -> None:
        super().__init__(1)
        self.error = error

    def submit(self, function: Callable[..., Any], /, *args: Any, **options: Any) -> Future[Any]:
        self.left -= 1
        if self.left < 0:
            raise self.error
        return super().submit(function, *args, **options)


@pytest.mark.parametrize("error", [BrokenExecutor("gone"), ConnectionError("gone")])
def test_what_was_learned_is_kept_when_the_executor_fails(tmp_path: Path, error: Exception) -> None:
    with Failing(error) as failing, pytest.raises(type(error), match="gone"):
        learned(tmp_path, failing)
    kept = torch.load(tmp_path / CHECKPOINT, weights_only=True)
    assert kept["learner"]["counts"][1:] == [30 * 8, 1]  # positions, rounds
    assert train.run(KALAH, tmp_path, SMALL, rounds=2, seed=3, games=0, device="cpu").rounds == 2


def test_the_others_stop_when_one_fails() -> None:
    learner = SMALL.learner(KALAH, 1, "cpu")
    begun = time.perf_counter()
    with ThreadPoolExecutor(3) as pool:

        def fails(_shown: Any, mask: Any) -> Any:
            if time.perf_counter() > begun + 0.2:
                raise ZeroDivisionError
            time.sleep(0.01)
            return np.zeros(mask.shape, np.float32), np.zeros(len(mask), np.float32)

        rounds = Rounds(learner.actors, fails, pool)
        with pytest.raises(ZeroDivisionError), rounds.stopped_by_errors():
            rounds.played()
    assert all(actor.stop.is_set() for actor in learner.actors)


def test_an_actor_that_was_sent_plays_on_as_it_would() -> None:
    settings = ActorSettings(
        KALAH, lanes=20, steps=12, simulations=4, td_lambda=0.9, opening_plies=5, threads=1
    )
    evaluator = SMALL.learner(KALAH, 1, "cpu").model.evaluator()
    here, there = Actor(settings, 7), Actor(settings, 7)
    for _ in range(4):
        there = pickle.loads(pickle.dumps(there))  # noqa: S301  (made here)
        ours, theirs = here.play(evaluator), there.play(evaluator)
        assert ours.games == theirs.games
        for mine, other in zip(ours.positions.arrays(), theirs.positions.arrays(), strict=True):
            np.testing.assert_array_equal(mine, other)
        there = theirs.actor
    assert ours.games > 0
    assert len(pickle.dumps(here)) < 20_000, "openings are not sent"


@pytest.mark.parametrize(
    ("method", "executor", "error", "words"),
    [
        (SMALL, 2, TypeError, "executor: a concurrent.futures.Executor is needed, not int"),
        (train.PPO(), ThreadPoolExecutor(1), ValueError, "executor: it plays .* AlphaZero; PPO"),
    ],
)
def test_what_is_no_executor_or_has_nothing_to_do_is_refused(
    tmp_path: Path, method: Any, executor: Any, error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        train.run(KALAH, tmp_path / "new", method, rounds=1, executor=executor)
    assert not (tmp_path / "new").exists()


def test_a_round_that_was_stopped_can_be_begun_anew() -> None:
    settings = ActorSettings(
        KALAH, lanes=20, steps=12, simulations=4, td_lambda=0.9, opening_plies=5, threads=1
    )
    evaluator = SMALL.learner(KALAH, 1, "cpu").model.evaluator()
    whole, stopped = Actor(settings, 7), Actor(settings, 7)
    calls = 0

    def stops(shown: Any, mask: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == 20:
            raise InterruptedError
        return evaluator(shown, mask)

    with pytest.raises(InterruptedError):
        stopped.play(stops)
    ours, theirs = whole.play(evaluator), stopped.play(evaluator)
    np.testing.assert_array_equal(ours.positions.observations, theirs.positions.observations)


def test_what_follows_a_round_has_the_value_of_the_table() -> None:
    plain = {"lanes": 64, "steps": 1, "simulations": 2, "td_lambda": 0.0, "opening_plies": 12}
    settings = ActorSettings(KALAH, threads=1, table_seeds=12, **plain)  # type: ignore[arg-type]

    def wrong(_shown: Any, mask: Any) -> Any:
        return np.zeros(mask.shape, np.float32), np.full(len(mask), 0.5, np.float32)

    actor = Actor(settings, 3)
    found = 0
    for _ in range(12):
        before = settings.knows(actor.batch.observation)
        played = actor.play(wrong)
        after = settings.knows(actor.batch.observation)
        crossed = after & ~before & (actor.batch.plies > 0)
        assert np.isin(played.positions.values[crossed], (-1.0, 0.0, 1.0)).all()
        found += int(crossed.sum())
    assert found > 10


@pytest.mark.parametrize(
    ("game", "seeds", "words"),
    [("mwambulula", 5, "table_seeds = 5: .*four rows"), ("kalah", 200, "table_seeds = 200: .*200")],
)
def test_tables_that_there_are_not_are_refused_before_anything_is_written(
    tmp_path: Path, game: str, seeds: int, words: str
) -> None:
    method = train.AlphaZero(table_seeds=seeds)
    with pytest.raises(ValueError, match=words):
        train.run(mc.rules(game), tmp_path / "new", method, rounds=1, device="cpu")
    assert not (tmp_path / "new").exists()


def test_games_whose_tables_do_not_answer_are_learned_without(tmp_path: Path) -> None:
    capped = mc.rules("kalah", columns=4, seeds=3, max_actions=200)
    small = train.AlphaZero(simulations=4, lanes=8, steps=4, width=16, blocks=0, replay_size=500)
    assert small.table_seeds_of(capped) == 0
    assert small.table_seeds_of(KALAH) == 24
    assert train.run(capped, tmp_path, small, rounds=1, games=0, device="cpu").rounds == 1
