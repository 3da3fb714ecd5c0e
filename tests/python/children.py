"""Child processes of tests: forked for one call, or programs of their own. None runs for ever.

The limits are far longer than anything takes, on a slow machine too: what comes to one hangs.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator
from multiprocessing.connection import Connection
from typing import Any

CALL = 300.0
"""Seconds for one call in a child process."""
PROGRAM = 540.0
"""Seconds for a program that makes several."""
TEST = 600
"""Seconds for the test that waits for it: longer, so that the program is ended by its own test."""
LONG_PROGRAM, LONG_TEST = 3_500.0, 3_600
"""The same where very many calls are made."""

DONE, EXPECTED, FAULTY = 0, 3, 4
"""How a forked child ends: after its call, with the error that was expected, with another one."""


def begun(call: Callable[[], object], expected: type[BaseException]) -> int:
    """Fork a child that makes a call and ends at once; gives its number."""
    process = os.fork()
    if process:
        return process
    code = FAULTY
    try:
        call()
        code = DONE
    except expected:
        code = EXPECTED
    except BaseException as error:  # noqa: BLE001 - told as it is
        os.write(2, f"{type(error).__name__}: {error}\n".encode())
    finally:
        os._exit(code)


def ended(process: int, within: float = CALL) -> int:
    """Wait for a forked child, and give its code; what takes longer is killed: TimeoutError."""
    latest = time.monotonic() + within
    while True:
        found, status = os.waitpid(process, os.WNOHANG)
        if found:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() > latest:
            break
        time.sleep(0.002)
    os.kill(process, signal.SIGKILL)
    os.waitpid(process, 0)
    raise TimeoutError("it waits for ever")


def sent(
    context: Any, target: Callable[[Connection], None], within: float = CALL
) -> Generator[Any, None, None]:
    """What a child of a multiprocessing context sends, until it ends.

    Where nothing comes for too long it is killed: TimeoutError.
    """
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=target, args=(theirs,))
    process.start()
    theirs.close()
    try:
        while ours.poll(within):
            try:
                answer = ours.recv()
            except EOFError:
                return
            yield answer
        raise TimeoutError("it waits for ever")
    finally:
        process.kill()
        process.join()


def program(*words: str, within: float = PROGRAM) -> subprocess.CompletedProcess[str]:
    """Run Python with these words; what takes longer is killed with all children of its own."""
    with subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            out, err = process.communicate(timeout=within)
        except BaseException:
            # Children of its own hold the pipes open: without their end nobody gets on here.
            if sys.platform == "win32":
                process.kill()
            else:
                os.killpg(process.pid, signal.SIGKILL)
            raise
    return subprocess.CompletedProcess(process.args, process.returncode, out, err)
