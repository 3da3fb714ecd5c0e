"""Studies played by executors: threads, processes, a Dask cluster; the same tables from all."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import mancalab as mc
from executors import processes, threads
from mancalab.study import (
    AdvantageTable,
    EffectTable,
    ablation,
    clause_effect,
    first_player_advantage,
)
from mancalab.study.tables.advantage import AdvantageRow
from simple_agents import lowest


def forbidden(_: mc.State) -> int:
    return 63


def timeless(table: AdvantageTable | EffectTable) -> list[AdvantageRow]:
    return [replace(row, seconds=0) for row in table]


@contextlib.contextmanager
def dask() -> Iterator[Executor]:
    distributed = pytest.importorskip("distributed")
    cluster = distributed.LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        dashboard_address=None,
        memory_limit=0,
        host="127.0.0.1",
    )
    with cluster, distributed.Client(cluster) as client:
        yield client.get_executor()


EXECUTORS = {"threads": threads, "processes": processes, "dask": dask}


@pytest.mark.parametrize("name", EXECUTORS)
def test_every_executor_gives_the_same_tables(name: str, tmp_path: Path) -> None:
    agents: list[Any] = [("random", "greedy"), (mc.agents.Policy(lowest), "random")]
    games: list[Any] = ["kalah", mc.rules("oware", columns=4)]

    def tables(executor: Executor | None, folder: Path | None) -> list[list[AdvantageRow]]:
        common: dict[str, Any] = {"executor": executor, "resume": folder}
        return [
            timeless(first_player_advantage(games, agents, n=300, **common)),
            timeless(clause_effect("kalah", "relay", [False, True], agents, 300, **common)),
            timeless(ablation("kalah", {"replay": False}, agents[:1], until=0.02, **common)),
        ]

    with EXECUTORS[name]() as executor:
        found = tables(executor, tmp_path)
    plain = tables(None, None)
    assert found == plain
    # What the executor played is there for a study without one, and whole.
    stored = sorted(tmp_path.iterdir())
    assert tables(None, tmp_path) == plain
    assert sorted(tmp_path.iterdir()) == stored


def test_threads_of_each_part_can_be_given() -> None:
    with threads() as executor:
        two = first_player_advantage("kalah", n=300, executor=executor, threads=2)
    assert timeless(two) == timeless(first_player_advantage("kalah", n=300))


def test_progress_counts_every_game_once() -> None:
    seen: list[int] = []
    with threads() as executor:
        first_player_advantage("kalah", n=200, executor=executor, progress=seen.append)
    assert sum(seen) == 3 * 200  # three series are played by default


def test_rows_come_in_their_order_whatever_is_finished_first() -> None:
    class Backwards(Executor):
        """Runs what it has been given last of all first."""

        def __init__(self) -> None:
            self._waiting: list[Callable[[], None]] = []

        def submit(self, function: Any, /, *args: Any, **options: Any) -> Future[Any]:
            future: Future[Any] = Future()
            self._waiting.append(lambda: future.set_result(function(*args, **options)))
            threading.Timer(0.05, self._run).start()
            return future

        def _run(self) -> None:
            with contextlib.suppress(IndexError):
                while True:
                    self._waiting.pop()()

    table = first_player_advantage(["kalah", "elf"], n=100, executor=Backwards())
    assert [row.game for row in table] == ["kalah"] * 3 + ["elf"] * 3
    assert timeless(table) == timeless(first_player_advantage(["kalah", "elf"], n=100))


def test_an_agents_mistake_ends_the_study_and_what_waits_is_cancelled() -> None:
    class Counting(ThreadPoolExecutor):
        futures: list[Future[Any]] = []  # noqa: RUF012 - one object, one test

        def submit(self, *args: Any, **options: Any) -> Future[Any]:
            future = super().submit(*args, **options)
            self.futures.append(future)
            return future

    calls = 0

    def mistaken(state: mc.State) -> int:
        nonlocal calls
        calls += 1
        if calls > 1:
            time.sleep(0.3)  # the second part is still running when the first one's end is seen
        return forbidden(state)

    with Counting(1) as executor, pytest.raises(mc.IllegalAction, match="63"):
        first_player_advantage("kalah", [(mistaken, "random")], n=10**6, executor=executor)
    assert any(future.cancelled() for future in executor.futures)


def test_a_function_that_cannot_be_sent_is_refused_by_the_executor() -> None:
    with processes() as executor, pytest.raises(Exception, match=r"(?i)pickle"):
        first_player_advantage("kalah", [(lambda _: 0, "random")], n=8, executor=executor)


def test_a_study_of_many_games_does_not_list_them_all() -> None:
    class Refusing(Executor):
        """Takes a few parts and then fails."""

        taken = 0

        def submit(self, *_: Any, **__: Any) -> Future[Any]:
            self.taken += 1
            if self.taken > 5:
                raise RuntimeError("enough")
            return Future()

    with pytest.raises(RuntimeError, match="enough"):
        first_player_advantage("kalah", n=10**15, executor=Refusing())
