"""Many positions solved, here and by an executor."""

from __future__ import annotations

import multiprocessing
import pickle
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from typing import Any

import pytest

import mancalab as mc

KALAH = mc.rules("kalah", columns=4, seeds=2)
OWARE = mc.rules("oware").state(pits=[[2, 0, 3, 1, 0, 9], [0, 2, 0, 2, 0, 0]], stores=[21, 8])


def positions() -> list[Any]:
    return [KALAH, *map(KALAH.start().play, KALAH.start().legal_actions), "kalah columns=3"]


def untimed(solution: mc.Solution) -> mc.Solution:
    return replace(solution, seconds=0.0, nodes=0)


def spawned() -> Executor:
    return ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn"))


@pytest.mark.parametrize("by", [nullcontext, lambda: ThreadPoolExecutor(2), spawned])
def test_whoever_solves_the_values_are_those_of_solve_in_their_order(by: Any) -> None:
    seen: list[int] = []
    ours: AbstractContextManager[Executor | None] = by()
    with ours as executor:
        found = mc.solve_many(
            positions(), actions=True, threads=1, executor=executor, progress=seen.append
        )
    one_by_one = [mc.solve(position, actions=True, threads=1) for position in positions()]
    assert list(map(untimed, found)) == list(map(untimed, one_by_one))
    assert sum(seen) == len(found) == 6
    assert len({solution.value for solution in found}) > 2


def test_limits_are_those_of_each_position() -> None:
    first, second = mc.solve_many([OWARE, OWARE], nodes=20_000)
    assert first.bounds == second.bounds == mc.solve(OWARE, nodes=20_000).bounds
    assert not first.solved


def test_nothing_asked_is_nothing_found() -> None:
    assert mc.solve_many([]) == []


def test_what_cannot_be_solved_says_which_it_is() -> None:
    over = KALAH.state(pits=[[0] * 4, [0] * 4], stores=[9, 7])
    with pytest.raises(ValueError, match="over") as refused:
        mc.solve_many([KALAH, over])
    [note] = refused.value.__notes__
    assert note.startswith("positions[1]: ")
    assert isinstance(pickle.loads(pickle.dumps(OWARE)), mc.State)  # noqa: S301  (made here)
    with pytest.raises(TypeError, match=r"positions: a list of positions or games is needed"):
        mc.solve_many(KALAH)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"positions\[1\]: a name, Rules or a State is needed"):
        mc.solve_many([KALAH, 3])  # type: ignore[list-item]
    with pytest.raises(TypeError, match=r"executor: a concurrent.futures.Executor is needed"):
        mc.solve_many([KALAH], executor=2)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="memory = 0"):
        mc.solve_many([KALAH], memory=0)
