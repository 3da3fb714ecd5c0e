"""What waits for child processes in other tests: nothing there runs for ever."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from children import DONE, EXPECTED, FAULTY, begun, ended, program, sent

# Python warns of a fork where other tests have left threads; a child here makes one call and ends.
pytestmark = pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
posix = pytest.mark.skipif(sys.platform == "win32", reason="needs fork and signals")


def fail() -> None:
    raise LookupError("none of ours")


@posix
def test_a_forked_child_ends_with_a_code(capfd: pytest.CaptureFixture[str]) -> None:
    assert ended(begun(int, LookupError)) == DONE
    assert ended(begun(fail, LookupError)) == EXPECTED
    assert ended(begun(fail, MemoryError)) == FAULTY
    assert capfd.readouterr().err == "LookupError: none of ours\n"


@posix
def test_a_forked_child_that_hangs_is_killed() -> None:
    process = begun(signal.pause, LookupError)
    with pytest.raises(TimeoutError, match="for ever"):
        ended(process, within=0.1)
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


def two(to: Connection) -> None:
    to.send(1)
    to.send(2)


def one_and_hang(to: Connection) -> None:
    to.send(os.getpid())
    time.sleep(3600)


def test_what_a_child_sends_comes_one_by_one() -> None:
    assert list(sent(multiprocessing.get_context("spawn"), two)) == [1, 2]


@posix
def test_a_child_that_nobody_listens_to_is_killed() -> None:
    answers = sent(multiprocessing.get_context("spawn"), one_and_hang)
    process = next(answers)
    answers.close()
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


def test_a_child_that_sends_no_more_is_told() -> None:
    with pytest.raises(TimeoutError, match="for ever"):
        list(sent(multiprocessing.get_context("spawn"), one_and_hang, within=1))


def test_a_program_is_told_with_all_it_says() -> None:
    done = program("-c", "import sys; print(1); sys.exit('two')")
    assert (done.returncode, done.stdout, done.stderr) == (1, "1\n", "two\n")


FORKS = """\
import os, signal, sys
pipe = os.open(sys.argv[1], os.O_WRONLY)
os.fork()
os.write(pipe, b"begun ")
signal.pause()
"""


@posix
def test_a_program_that_hangs_is_killed_with_its_children(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    pipe = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    os.set_blocking(pipe, True)
    with os.fdopen(pipe, "rb") as told:
        for within in (1, 10, 100):  # a slow machine has not begun after a second
            with pytest.raises(subprocess.TimeoutExpired):
                program("-c", FORKS, str(path), within=within)
            # The end comes when both processes are gone, and not before.
            if told.read() == b"begun begun ":
                return
    pytest.fail("it never began")
