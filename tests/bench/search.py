"""Benchmark of tree search in all lanes of a batch, with an evaluator that costs nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

import mancalab as mc
from mancalab.search import BatchMCTS
from measure import (
    Effort,
    Table,
    machine,
    medians_in_turn,
    millions,
    size_for,
    thread_counts,
    timed,
)

LANES = 1024
SIMULATIONS = 64
GAMES = ("kalah", "oware", "mwambulula", "chuba")
ROOTS: tuple[Literal["puct", "gumbel"], ...] = ("puct", "gumbel")

Array = npt.NDArray[Any]


def run_search(effort: Effort) -> None:
    """Print simulations a second of searches of games in progress."""
    check_answer()
    table = Table(
        f"BatchMCTS, {LANES:,} trees, {SIMULATIONS} simulations each, an evaluator of zeros: "
        "simulations a second",
        f"{'game':<12}",
        "root",
        "threads",
        "a second",
        left=2,
    )
    jobs = {
        (name, root, label): search(name, root, threads, effort.seconds)
        for name in GAMES
        for root in ROOTS
        for label, threads in thread_counts().items()
    }
    for (name, root, label), rate in medians_in_turn(effort.runs, jobs).items():
        table.row(name, root, label, millions(rate))


def zeros(lanes: int, actions: int) -> Callable[[Array, Array], tuple[Array, Array]]:
    """Return an evaluator that knows nothing."""
    logits, values = np.zeros((lanes, actions), np.float32), np.zeros(lanes, np.float32)
    return lambda _observations, mask: (logits[: len(mask)], values[: len(mask)])


def check_answer() -> None:
    """Search small positions whose values are known from exact play."""
    rules = mc.rules("kalah", columns=3, seeds=2)
    batch = mc.Batch(rules, 64, seed=1)
    batch.step(batch.sample())
    for root in ROOTS:
        evaluator = zeros(len(batch), rules.n_actions)
        found = BatchMCTS(batch, 4000, evaluator, root=root).run()
        assert np.all(found.visits.sum(axis=1) == 4000)
        for lane in range(len(batch)):
            values = mc.solve(batch.state(lane), actions=True).action_values
            assert values is not None
            chosen = values[int(found.actions[lane])]
            assert np.sign(chosen) == np.sign(max(values.values())), f"{root}, {values}"


def search(
    name: str, root: Literal["puct", "gumbel"], threads: int | None, seconds: float
) -> Callable[[int], float]:
    """Return a job that measures searches of games that have been going on for some actions."""
    batch = mc.Batch(mc.rules(name), LANES, seed=1)
    for _ in range(20):
        batch.step(batch.sample())
    evaluator = zeros(LANES, batch.rules.n_actions)
    trees = BatchMCTS(batch, SIMULATIONS, evaluator, root=root, threads=threads)

    def measured(_run: int) -> float:
        runs = size_for(seconds, lambda n: [trees.run() for _ in range(n)], first=1)
        _, spent = timed(lambda: [trees.run() for _ in range(runs)])
        return LANES * SIMULATIONS * runs / spent

    return measured


if __name__ == "__main__":
    print(machine())
    run_search(Effort())
