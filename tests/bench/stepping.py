"""Benchmark of `mc.Batch` from Python: steps, samples, and memory per lane."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from time import perf_counter_ns
from typing import Any

import numpy as np
import numpy.typing as npt

import mancalab as mc
from measure import Effort, Table, millions, thread_counts

# Kalah(6, 4), Oware and a relay game.
GAMES: dict[str, dict[str, int]] = {
    "kalah": {"columns": 6, "seeds": 4},
    "oware": {},
    "mwambulula": {},
}
SEED = 1
STATM = Path("/proc/self/statm")

# The rewards of the sides by the index in `mc.Batch.RESULTS`.
REWARDS = np.array([[1, -1], [-1, 1], [0, 0], [0, 0], [0, 0]], dtype=np.float32)

Actions = npt.NDArray[np.uint8]
Out = Mapping[str, npt.NDArray[Any]] | None


def run_steps(effort: Effort) -> None:
    """Print steps and samples a second by game, lanes and threads."""
    table = Table(
        "mc.Batch from Python, all outputs written, autoreset same_step: lanes stepped or sampled "
        "a second.\nThe last two columns also copy all outputs into buffers of the caller, "
        "(features, n) and (n, features).",
        "game       ",
        "lanes",
        "threads",
        "step",
        "sample",
        "both",
        "out=(k, n)",
        "out=(n, k)",
    )
    for name, options in GAMES.items():
        rules = mc.rules(name, **options)
        check_first_games(rules, 1_024)
        plies = mc.playouts(rules, 1_000, seed=SEED).plies // 1_000
        for lanes in effort.lanes:
            for label, threads in thread_counts().items():
                batch = mc.Batch(rules, lanes, seed=SEED, autoreset="same_step", threads=threads)
                figures = measure_steps(batch, 2 * plies, effort)
                table.row(name, f"{lanes:,}", label, *map(millions, figures))


def run_memory(effort: Effort) -> None:
    """Print the bytes that a lane of Kalah takes, by the number of lanes."""
    if not STATM.exists():
        print("\nmemory: left out, this system does not show it in /proc")
        return
    table = Table(
        "Memory of a batch of Kalah(6, 4) after 60 steps, each measured in a process of its own",
        "lanes       ",
        "bytes per lane",
        "of them views",
        "to the first",
    )
    first = 0.0
    for lanes in effort.memory:
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
            grown, visible = process.submit(memory_of, lanes).result()
        first = first or grown / lanes
        table.row(
            f"{lanes:,}",
            f"{grown / lanes:.1f}",
            f"{visible / lanes:.1f}",
            f"{grown / lanes / first:.3f}",
        )


def check_first_games(rules: mc.Rules, games: int) -> None:
    """Check that sampled games of a batch are those of the reference engine's playouts."""
    counts = count_first_games(mc.Batch(rules, games, seed=SEED, autoreset="same_step"))
    tally = mc.playouts(rules, games, seed=SEED, engine="reference")
    expected = {name: getattr(tally, name) for name in counts}
    assert counts == expected, f"{rules.name}: batch {counts}, playouts {expected}"


def count_first_games(batch: mc.Batch) -> dict[str, Any]:
    """Play the first game of every lane to its end and count what `mc.Tally` counts."""
    n = len(batch)
    running = np.ones(n, dtype=np.bool_)
    plies = np.zeros(n, dtype=np.int64)
    results = np.zeros(n, dtype=np.int64)
    margins = np.zeros(n, dtype=np.int64)
    choices = choices_squares = 0
    while running.any():
        legal = batch.mask.sum(axis=1)[running]
        choices += int(legal.sum())
        choices_squares += int((legal**2).sum())
        plies += running
        batch.step(batch.sample())
        check_rewards(batch)
        ended = running & (batch.terminated | batch.truncated)
        results[ended] = batch.results[ended]
        margins[ended] = batch.scores[ended].astype(np.int64) @ [1, -1]
        running &= ~ended
    margins = margins[results < 3]  # of games won, lost or drawn
    by_result = np.bincount(results, minlength=5).tolist()
    return {
        "games": n,
        **dict(zip(("south", "north", "draws", "voids", "truncated"), by_result, strict=True)),
        "plies": int(plies.sum()),
        "plies_sum_squares": int((plies**2).sum()),
        "choices_sum": choices,
        "choices_sum_squares": choices_squares,
        "margin_sum": int(margins.sum()),
        "margin_sum_squares": int((margins**2).sum()),
        "plies_histogram": dict(Counter(plies.tolist())),
        "margin_histogram": dict(Counter(margins.tolist())),
    }


def check_rewards(batch: mc.Batch) -> None:
    """Check the rewards against the results of the lanes that ended."""
    ended = batch.terminated | batch.truncated
    assert np.array_equal(batch.rewards[ended], REWARDS[batch.results[ended]])
    assert not batch.rewards[~ended].any()


class Followed:
    """Some lanes of a batch, played along on the reference engine."""

    def __init__(self, batch: mc.Batch, lanes: Iterable[int]) -> None:
        self._batch = batch
        self._states = {lane: batch.state(lane) for lane in lanes}

    def play(self, actions: Actions) -> None:
        """Play the actions of these lanes; a game that ends gives way to the next one."""
        for lane, state in self._states.items():
            after = state.play(int(actions[lane]))
            self._states[lane] = after.rules.start() if after.is_over else after

    def check(self) -> None:
        """Check position, plies, legal actions and side to move."""
        for lane, state in self._states.items():
            shown = self._batch.state(lane)
            assert (shown, shown.plies) == (state, state.plies), f"lane {lane}: {shown} {state}"
            mask = self._batch.mask[lane]
            assert tuple(np.flatnonzero(mask).tolist()) == state.legal_actions, f"lane {lane}"
            assert self._batch.to_move[lane] == state.to_move, f"lane {lane}"


def advance(batch: mc.Batch, actions: Actions, steps: int) -> None:
    """Step with sampled actions and check the first, the middle and the last lane."""
    n = len(batch)
    followed = Followed(batch, {0, n // 2, n - 1})
    for _ in range(steps):
        batch.sample(out=actions)
        followed.play(actions)
        batch.step(actions)
    followed.check()


def check_out(batch: mc.Batch, actions: Actions, out: Mapping[str, npt.NDArray[Any]]) -> None:
    """Check that one more step leaves in the buffers what the views show."""
    batch.sample(out=actions)
    batch.step(actions, out=out)
    ended, all_lanes = batch.terminated | batch.truncated, np.ones(len(batch), dtype=np.bool_)
    for name, array in out.items():
        view = getattr(batch, name)
        copied = array if array.shape == view.shape else array.T
        rows = ended if name.startswith("final_") else all_lanes
        assert np.array_equal(copied[rows], view[rows]), f"{name} of {len(batch)} lanes"


def measure_steps(batch: mc.Batch, warm_up: int, effort: Effort) -> list[float]:
    """Return the rates of a row of the table, after checks."""
    actions = np.zeros(len(batch), dtype=np.uint8)
    advance(batch, actions, warm_up)  # so that lanes are in all stages of a game
    outs: list[Out] = [None]
    for layout in ("columns", "rows"):
        buffers = batch.buffers(layout=layout)
        check_out(batch, actions, buffers)
        outs.append(buffers)
    steps: list[list[float]] = [[] for _ in outs]
    samples, both = [], []
    for _ in range(effort.runs):
        for rates, out in zip(steps, outs, strict=True):
            step, sample = alternate(batch, actions, out, effort.seconds)
            rates.append(step)
            samples.append(sample)
            if out is None:
                both.append(1 / (1 / step + 1 / sample))
    plain, columns, rows = map(median, steps)
    return [plain, median(samples), median(both), columns, rows]


def alternate(batch: mc.Batch, actions: Actions, out: Out, seconds: float) -> tuple[float, float]:
    """Sample and step in turn for that long; return the lanes stepped and sampled a second."""
    rounds = in_sample = in_step = 0
    while in_sample + in_step < seconds * 1e9:
        begun = perf_counter_ns()
        batch.sample(out=actions)
        between = perf_counter_ns()
        batch.step(actions, out=out)
        in_step += perf_counter_ns() - between
        in_sample += between - begun
        rounds += 1
    lanes = rounds * len(batch) * 1e9
    return lanes / in_step, lanes / in_sample


def memory_of(lanes: int) -> tuple[int, int]:
    """Return by how many bytes this process grows with a batch, and the bytes of its views."""
    rules = mc.rules("kalah", columns=6, seeds=4)
    mc.playouts(rules, 1_000)  # starts the threads
    advance(mc.Batch(rules, 1_024), np.zeros(1_024, dtype=np.uint8), 60)
    actions = np.full(lanes, 1, dtype=np.uint8)
    before = resident()
    batch = mc.Batch(rules, lanes)
    advance(batch, actions, 60)
    grown = resident() - before
    views = ("observation", "mask", "to_move", "acted", "rewards", "terminated", "truncated")
    more = ("final_observation", "final_mask", "plies", "games", "results", "reasons", "scores")
    return grown, sum(getattr(batch, name).nbytes for name in views + more)


def resident() -> int:
    """Return the bytes of memory that this process holds."""
    return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
