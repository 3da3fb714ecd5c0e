"""Too little memory, or no more threads: an error that says so, never the end of the process."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from children import LONG_PROGRAM, LONG_TEST, TEST, program

PROGRAM = Path(__file__).with_name("starved.py")
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="limits are kept on Linux")


@LINUX
@pytest.mark.timeout(TEST)
def test_too_little_memory_is_an_error() -> None:
    done = program(str(PROGRAM), "quick")
    assert done.returncode == 0, done.stderr


@LINUX
@pytest.mark.nightly
@pytest.mark.timeout(LONG_TEST)
def test_too_little_memory_is_an_error_in_every_call() -> None:
    done = program(str(PROGRAM), "all", within=LONG_PROGRAM)
    assert done.returncode == 0, done.stderr


# Whoever may start any number of processes gives that up first.
NO_THREADS = """\
import os, resource, threading
import mancalab as mc
if os.getuid() == 0:
    os.setresuid(65534, 65534, 65534)
resource.setrlimit(resource.RLIMIT_NPROC, (1, 1))
try:
    threading.Thread(target=int).start()
except RuntimeError:
    pass
else:
    raise SystemExit("a thread can be started all the same")
kalah = mc.rules("kalah")
calls = {
    "playouts": lambda: mc.playouts(kalah, 1000),
    "two threads": lambda: mc.playouts(kalah, 1000, threads=2),
    "alpha-beta": lambda: mc.agents.AlphaBeta(4).analyse(kalah.start()),
    "large batch": lambda: mc.Batch(kalah, 10**5),
    "solve": lambda: mc.solve(kalah, time=0.1),
    "small batch": lambda: mc.Batch(kalah, 3).sample(),
}
for name, call in calls.items():
    try:
        call()
        print(name, "works")
    except RuntimeError as error:
        print(name, error)
"""


@LINUX
@pytest.mark.timeout(TEST)
def test_no_more_threads_is_an_error_with_the_number() -> None:
    done = program("-c", NO_THREADS)
    if "all the same" in done.stderr:
        pytest.skip("the limit of processes does not bind here")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    why = "the system starts no more threads, as its limit of processes says"
    assert [why in line for line in lines] == [True] * 5 + [False]
    assert "threads = 2: " in lines[1]
    assert "fewer threads= ask for less" in lines[1]
    assert lines[5] == "small batch works"
