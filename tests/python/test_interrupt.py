"""Ctrl-C: long calls stop soon, and the next call works.

The bound here only tells a stop from a hang; the latency is printed (``pytest -rP``).
"""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time

import pytest

import children

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="SIGINT cannot be sent alone"),
    pytest.mark.timeout(children.TEST),
]

HANG = 60.0  # seconds, for a slow machine; it takes some hundredths of one

CALLS = {
    "playouts": "mc.playouts(kalah, 10**15)",
    "playouts-one-thread": "mc.playouts(kalah, 10**15, threads=1)",
    "playouts-relays": 'mc.playouts(mc.rules("mwambulula"), 10**15)',
    "playouts-trials": 'mc.playouts(mc.rules("pratt"), 10**15)',
    "playouts-phases": 'mc.playouts(mc.rules("chuba"), 10**15, threads=1)',
    "playouts-reference": 'mc.playouts(kalah, 10**15, engine="reference")',
    "playouts-progress": "mc.playouts(kalah, 10**15, progress=lambda n: None)",
    "match": "mc.match(kalah, greedy, greedy, 10**15)",
    "match-relays": 'mc.match(mc.rules("mwambulula"), greedy, greedy, 10**15)',
    "match-repetition": 'mc.match(mc.rules("oware", repetition=again), greedy, greedy, 10**15)',
    "series": "playing.series(kalah, mc.agents.Random(), greedy, 10**15)",
    "match-policy": "mc.match(kalah, lambda s: s.legal_actions[0], greedy, 10**15)",
    "one-game-without-end": "mc.playouts(endless, 1)",
    "one-game-without-end-by-the-book": 'mc.playouts(endless, 1, engine="reference")',
    "one-match-without-end": "mc.match(endless, greedy, greedy, 1)",
    "one-match-without-bytecode": "mc.match(endless.replace(columns=1), phase, phase, 1)",
    "alpha-beta": "mc.agents.AlphaBeta(depth=99).analyse(kalah.start())",
    "alpha-beta-by-the-book": 'mc.agents.AlphaBeta(time=1e6)(mc.rules("chuba").start())',
    "alpha-beta-judged": "mc.agents.AlphaBeta(depth=50, evaluation=phase)(kalah.start())",
    "alpha-beta-match": "mc.match(kalah, mc.agents.AlphaBeta(depth=40), greedy, 4)",
    "alpha-beta-match-policy": "mc.match(kalah, mc.agents.AlphaBeta(depth=40), phase, 4)",
    "mcts": "mc.agents.MCTS(10**9).analyse(kalah.start())",
    "mcts-one-thread": "mc.agents.MCTS(10**9).analyse(kalah.start(), threads=1)",
    "mcts-match": "mc.match(kalah, mc.agents.MCTS(10**9), greedy, 1)",
    "mcts-against-a-policy": "mc.match(kalah, mc.agents.MCTS(10**9), lambda s: 0, 1)",
    "mcts-rollouts-without-end": "mc.agents.MCTS(10**6, leaf_batch=64)(endless.start())",
    "tables": "mc.Tablebase.build(kalah, 22, memory=10**12)",
    "tables-rounds": 'mc.Tablebase.build(mc.rules("awari"), 22, memory=10**12)',
    "solve-proof": 'mc.solve(mc.rules("kalah", seeds=6))',
    "solve-one-thread": 'mc.solve(mc.rules("kalah", seeds=6), threads=1)',
    "solve-actions": 'mc.solve(mc.rules("kalah", seeds=6), actions=True)',
    "solve-graph": 'mc.solve(mc.rules("oware"), memory=10**4)',
    "solve-graph-states": 'mc.solve(mc.rules("bao-ki-arabu"), memory=10**4)',
    "solve-tables": 'mc.solve(mc.rules("awari", columns=4, seeds=4), memory=10**4)',
    "solve-deepening": 'mc.solve(mc.rules("oware"), memory=1, nodes=10**15)',
    "solve-deepening-states": 'mc.solve(mc.rules("chuba"), memory=1, nodes=10**15)',
    "exact-values": 'mc.study.exact_values("kalah", time=None)',
    "perft": "mc.perft(kalah.start(), 60)",
}

PROGRAM = """\
import operator
import signal
import mancalab as mc
import mancalab.study
from mancalab._matches import playing

# A shell's background jobs ignore Ctrl-C from their birth on.
signal.signal(signal.SIGINT, signal.default_int_handler)
kalah = mc.rules("kalah")
greedy = mc.agents.Greedy()
again = "first_since_capture"
endless = mc.rules("pratt-single-lap", capture="none", feeding="forced", max_actions=None)
# A policy that runs no bytecode, in which Python would notice Ctrl-C: always 0.
phase = operator.attrgetter("phase")
wanted = mc.playouts(kalah, 1000), mc.perft(kalah.start(), 5)
print("begin", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print("stopped", flush=True)
print((mc.playouts(kalah, 1000), mc.perft(kalah.start(), 5)) == wanted, flush=True)
"""


@pytest.mark.parametrize("name", CALLS)
def test_ctrl_c_stops(name: str) -> None:
    program = PROGRAM.replace("{call}", CALLS[name])
    with subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begin\n"
        time.sleep(0.3)
        killer = threading.Timer(HANG, process.kill)
        killer.start()
        sent = time.monotonic()
        process.send_signal(signal.SIGINT)
        stopped = process.stdout.readline()
        latency = time.monotonic() - sent
        rest = process.stdout.read()
        killer.cancel()
    print(f"{name}: stopped {latency:.3f} s after Ctrl-C")  # noqa: T201 - what it is for
    assert stopped == "stopped\n"
    assert rest == "True\n"
    assert process.returncode == 0


# Most of what is to be written is still to come when the signal does.
HALFWAY = """\
import signal
import numpy as np
import mancalab as mc

# A timer of the system comes in time however busy the machine is; 73 MB take longer than 1 ms.
signal.signal(signal.SIGALRM, signal.default_int_handler)
kalah = mc.rules("kalah")
batch, encoding = mc.Batch(kalah, 100_000), mc.Encoding(kalah, "one_hot")
out = np.full((100_000, *encoding.shape), np.nan, dtype=np.float32)
try:
    signal.setitimer(signal.ITIMER_REAL, 0.001)
    encoding(batch, out, threads=1)
    while True:
        pass
except KeyboardInterrupt:
    print(bool(np.isnan(out[-1]).all()))
"""


def test_ctrl_c_stops_an_encoding_halfway() -> None:
    done = children.program("-c", HALFWAY)
    assert done.stdout == "True\n", done.stderr
