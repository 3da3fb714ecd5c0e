"""A program that makes calls under limits of address space: `starved.py quick|all`.

Each call has a child process of its own, which ends with an answer or with MemoryError; all others
are told.
"""

from __future__ import annotations

import contextlib
import pickle
import resource
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np

import mancalab as mc
from children import DONE, EXPECTED, begun, ended
from mancalab.search import BatchMCTS
from mancalab.testing import check_rules
from mancalab.widget import Board

KALAH = mc.rules("kalah")
MEGABYTE = 2**20
SECONDS = 1.0


def _judge(observations: np.ndarray, mask: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return np.zeros(mask.shape, np.float32), np.zeros(len(observations), np.float32)


def _stepped(lanes: int) -> None:
    batch = mc.Batch(KALAH, lanes)
    batch.step(batch.sample())


def _built(seeds: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table"
        mc.Tablebase.build(KALAH, seeds, path=path, memory=10**12).close()
        with mc.Tablebase.open(path) as table:
            table.stats(seeds)


def _searched(lanes: int, simulations: int) -> None:
    BatchMCTS(mc.Batch(KALAH, lanes), simulations, _judge).run()


def _refused(game: str, memory: int) -> None:
    """Solve a game that takes more memory than is allowed, where the system gives that much."""
    with contextlib.suppress(ValueError):
        mc.solve(game, memory=memory)


def _environments() -> None:
    env = mc.envs.VectorEnv("kalah", 4096)
    env.reset(seed=1)
    env.step(env.batch.sample())


def _kept() -> None:
    records = mc.Records([mc.Record.play(KALAH, seed=seed) for seed in range(20)])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.parquet"
        records.to_parquet(path)
        mc.Records.from_parquet(path)


def _study() -> None:
    mc.study.first_player_advantage(["kalah", "oware"], n=200)


CALLS: dict[str, Callable[[], object]] = {
    "rules": lambda: mc.rules("oware").explain(),
    "trace": lambda: KALAH.start().trace(2),
    "playouts": lambda: mc.playouts(KALAH, 100_000),
    "playouts(threads=8)": lambda: mc.playouts(KALAH, 100_000, threads=8),
    "match": lambda: mc.match(KALAH, mc.agents.AlphaBeta(12), mc.agents.Greedy(), 2),
    "match with MCTS": lambda: mc.match(KALAH, mc.agents.MCTS(20_000), mc.agents.Greedy(), 1),
    "alpha-beta": lambda: mc.agents.AlphaBeta(time=SECONDS).analyse(KALAH.start()),
    "mcts": lambda: mc.agents.MCTS(400_000)(mc.rules("chuba").start()),
    "mcts by the clock": lambda: mc.agents.MCTS(time=SECONDS)(KALAH.start()),
    "solve kalah": lambda: mc.solve("kalah", time=SECONDS),
    "solve oware": lambda: mc.solve("oware", time=SECONDS),
    "solve chuba": lambda: mc.solve("chuba", time=SECONDS),
    "solve chuba without limits": lambda: _refused("chuba", memory=400),
    "solve awari": lambda: mc.solve(mc.rules("awari", columns=4, seeds=4), time=SECONDS),
    "exact_values": lambda: mc.study.exact_values(["kalah"], time=SECONDS),
    "table": lambda: _built(12),
    "large table": lambda: mc.Tablebase.build(KALAH, 17, memory=10**12),
    "table with cycles": lambda: mc.Tablebase.build(mc.rules("awari"), 11, memory=10**12),
    "batch": lambda: _stepped(100_000),
    "large batch": lambda: _stepped(5_000_000),
    "select": lambda: mc.Batch(KALAH, 64).select(np.zeros(5_000_000, np.int64)),
    "copy": lambda: mc.Batch(KALAH, 2_000_000).copy(),
    "pickle": lambda: pickle.loads(pickle.dumps(mc.Batch(KALAH, 2_000_000))),  # noqa: S301
    "encoding": lambda: mc.Encoding(KALAH, "one_hot")(mc.Batch(KALAH, 300_000)),
    "BatchMCTS": lambda: _searched(4096, 100),
    "large BatchMCTS": lambda: _searched(100_000, 60),
    "record": lambda: mc.Record.play(KALAH, seed=1).to_json(),
    "study": _study,
    "perft": lambda: mc.perft(KALAH.start(), 6),
    "tournament": lambda: mc.study.tournament("kalah", ["random", "greedy"], n=20),
    "clause_effect": lambda: mc.study.clause_effect("kalah", "replay", [True, False], n=400),
    "ablation": lambda: mc.study.ablation("kalah", {"replay": False, "seeds": [3, 4]}, n=200),
    "by_ply": lambda: mc.study.by_ply("oware", n=200),
    "complexity": lambda: mc.study.complexity("kalah", n=200),
    "environments": _environments,
    "board": lambda: Board("kalah").play(2),
    "puzzles": lambda: mc.puzzles(mc.rules("kalah", columns=3, seeds=3), 2),
    "records": _kept,
    "conformance": lambda: check_rules("kalah columns=2 seeds=2", games=20),
}
# Megabytes more than the process has already.
QUICK = (
    *(("playouts", 60), ("match", 60), ("alpha-beta", 60), ("mcts", 60), ("solve oware", 60)),
    *(("solve chuba without limits", 60), ("table with cycles", 60), ("large table", 60)),
    *(("large batch", 60), ("select", 60), ("select", 250), ("pickle", 60), ("pickle", 250)),
    *(("BatchMCTS", 60), ("playouts", 10), ("playouts(threads=8)", 60), ("table", 10)),
)


def limited(call: Callable[[], object], limit: int) -> None:
    """Make a call under a limit of the process."""
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    call()


def told(name: str, megabytes: int) -> str | None:
    """What is wrong with a call under a limit; None for nothing."""
    process = begun(lambda: limited(CALLS[name], megabytes * MEGABYTE), MemoryError)
    try:
        code = ended(process)
    except TimeoutError as error:
        return f"{name}, {megabytes} MB: {error}"
    return None if code in {DONE, EXPECTED} else f"{name}, {megabytes} MB: ended with {code}"


def main(which: str) -> None:
    """Make the calls under some limits, or all of them under many."""
    _study()  # what it imports is no matter of ours
    held = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    held = held * resource.getpagesize() // MEGABYTE
    if which == "quick":
        tried = [(name, held + more) for name, more in QUICK]
    else:
        more = (10, 20, 50, 100, 150, 250, 450, 750, 1200, 1700, 2400, 3100, 3800)
        tried = [(name, held + each) for name in CALLS for each in more]
    found = [told(name, limit) for name, limit in tried]
    faults = [fault for fault in found if fault is not None]
    if faults:
        sys.exit("\n".join(faults))


if __name__ == "__main__":
    main(sys.argv[1])
