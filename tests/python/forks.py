"""A program whose child processes make every long call: `forks.py METHOD used|fresh`.

Each call gives an answer that must be the same in the child as in the parent. A call that waits for
ever is named.
"""

from __future__ import annotations

import multiprocessing
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from pathlib import Path

import numpy as np

import mancalab as mc
from children import sent
from mancalab._solving import sharing
from mancalab.search import BatchMCTS

KALAH = mc.rules("kalah")
SMALL = mc.rules("kalah", columns=3, seeds=2)
LANES = 20_000  # several tasks

Arrays = tuple[np.ndarray, np.ndarray]


def _judge(observations: np.ndarray, mask: np.ndarray) -> Arrays:
    return np.zeros(mask.shape, np.float32), np.zeros(len(observations), np.float32)


def _stepped(batch: mc.Batch) -> int:
    batch.step(batch.sample())
    return int(batch.observation.astype(np.int64).sum())


def _searched(threads: int | None) -> int:
    batch = mc.Batch(KALAH, 100)
    return int(BatchMCTS(batch, 8, _judge, threads=threads).run().visits.sum())


def _table() -> tuple[int, int]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "kalah.table"
        with mc.Tablebase.build(KALAH, 6, path=path) as table:
            built = table.stats(6).positions
        with mc.Tablebase.open(path) as table:
            return built, table.stats(6).positions


def _shared_table() -> int:
    sharing.FEW, sharing.SHARE = 1 << 10, 1 << 9
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as executor:
        path = Path(folder) / "kalah.table"
        with mc.Tablebase.build(KALAH, 8, path=path, executor=executor) as table:
            return len(table)


def _encoded() -> float:
    batch = mc.Batch(KALAH, LANES)
    return float(mc.Encoding(KALAH, "one_hot")(batch).sum())


def _tournament() -> list[int]:
    agents = [mc.agents.Random(), mc.agents.Greedy()]
    return [row.games for row in mc.study.tournament("kalah", agents, n=100)]


def _environments() -> float:
    env = mc.envs.VectorEnv(KALAH, LANES)
    env.reset(seed=1)
    return float(env.step(env.batch.sample())[0].sum())


def _kept() -> int:
    """Keep and read records; polars cannot write without its parent's threads."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.parquet"
        try:
            mc.Records([mc.Record.play(SMALL, seed=1)]).to_parquet(path)
        except RuntimeError as error:
            if "polars had threads when" not in str(error):
                raise
            return 1
        return len(mc.Records.from_parquet(path))


GREEDY = mc.agents.Greedy()
CALLS: dict[str, Callable[[], object]] = {
    "playouts": lambda: mc.playouts(KALAH, 20_000).plies,
    "playouts(threads=2)": lambda: mc.playouts(KALAH, 20_000, threads=2).plies,
    "playouts by the book": lambda: mc.playouts(KALAH, 500, engine="reference").plies,
    "match": lambda: mc.match(KALAH, GREEDY, mc.agents.AlphaBeta(2), 50).south,
    "match with MCTS": lambda: mc.match(SMALL, GREEDY, mc.agents.MCTS(50), 4).south,
    "match with a policy": lambda: mc.match(SMALL, lambda s: s.legal_actions[0], GREEDY, 9).south,
    "survey": lambda: [row.games for row in mc.study.first_player_advantage(["kalah"], n=500)],
    "tournament": _tournament,
    "regret": lambda: [row.mistakes for row in mc.study.regret(SMALL, [GREEDY], n=20)],
    "exact_values": lambda: [row.method for row in mc.study.exact_values([SMALL])],
    "solve by proof": lambda: mc.solve("kalah", nodes=3_000_000).bounds,
    "solve by graph": lambda: mc.solve("oware", time=0.2, memory=64).kind,
    "solve by tables": lambda: mc.solve(mc.rules("awari", columns=3, seeds=3), memory=64).value,
    "table": _table,
    "shared table": _shared_table,
    "batch": lambda: _stepped(mc.Batch(KALAH, LANES)),
    "small batch": lambda: _stepped(mc.Batch(KALAH, 3)),
    "encoding": _encoded,
    "alpha-beta": lambda: mc.agents.AlphaBeta(6).analyse(KALAH.start()).value,
    "mcts": lambda: mc.agents.MCTS(40_000)(KALAH.start()),
    "BatchMCTS": lambda: _searched(None),
    "BatchMCTS(threads=2)": lambda: _searched(2),
    "perft": lambda: mc.perft(KALAH.start(), 4),
    "clause_effect": lambda: [
        row.games for row in mc.study.clause_effect(SMALL, "replay", [True, False], n=200)
    ],
    "by_ply": lambda: mc.study.by_ply(SMALL, n=100).games,
    "complexity": lambda: mc.study.complexity(SMALL, 100).games,
    "environments": _environments,
    "records": _kept,
}
BATCH = mc.Batch(KALAH, LANES, seed=5)
SEARCH = BatchMCTS(mc.Batch(KALAH, 100), 8, _judge, threads=2)


def child(told: Connection) -> None:
    """Make every call and tell the answers, one by one."""
    for name, call in CALLS.items():
        told.send((name, call()))
    told.send(("batch of the parent", _stepped(BATCH)))
    told.send(("search of the parent", int(SEARCH.run().visits.sum())))
    told.send(("end", None))


def main(method: str, used: bool) -> None:
    """Ask a child for every call, and compare."""
    if used:
        wanted = {name: call() for name, call in CALLS.items()}
        SEARCH.run()
    found: dict[str, object] = {}
    try:
        found.update(sent(multiprocessing.get_context(method), child))
    except TimeoutError as error:
        sys.exit(f"{method}: {error}, after {[*found][-1:]}")
    if "end" not in found:
        sys.exit(f"{method}: the child ended, after {[*found][-1:]}")
    if not used:
        wanted = {name: call() for name, call in CALLS.items()}
    other = {name: (found[name], wanted[name]) for name in CALLS if found[name] != wanted[name]}
    if other:
        sys.exit(f"{method}: other answers: {other}")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2] == "used")
