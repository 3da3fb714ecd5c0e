"""Reading Parquet files of records, in a process of its own.

A file may be damaged, or made to do harm. polars panics at some such files, ends its process at
others, and unpacks a few bytes to as much as they say. So another process reads the file, with a
limit to its memory and its time, and tells what it found in lines of JSON: some rows of all columns
in each, and at last their number, or what is wrong. Whatever becomes of it is an error here.
"""

from __future__ import annotations

import errno
import io
import json
import os
import subprocess
import sys
import tempfile
import threading
from typing import IO, Any, NoReturn

from mancalab._base.extras import needs
from mancalab._base.frames import ask_for_process
from mancalab._records.columns import COLUMNS, check, lists
from mancalab._records.json_format import RecordError

MEMORY = (2**30, 64)  # bytes, and more for each byte of the file; kept to on Linux
TEXT = (2**26, 200)  # the same of what the columns take as JSON: here, about a fifth of the memory
SECONDS = (120.0, 2e-5)  # and more for each byte

_PART = 1 << 20  # bytes of one read
_ROWS = 4096  # in a line

_CHILD = "from mancalab._records.parquet import tell; tell()"


def read(path: str | os.PathLike[str]) -> dict[str, list[Any]]:
    """The columns of `Records` in a file.

    Raises
    ------
    OSError
        The file cannot be read, or no process can be started.
    RecordError
        It is no Parquet file, is damaged, has other columns, or takes more memory or time than its
        size allows for.
    MissingExtra
        polars is not installed (an ImportError).
    MemoryError
        This process may not take as much as polars may need.
    """
    needs("polars", "study")
    ask_for_process()
    with open(os.fspath(path), "rb") as file:  # noqa: PTH123  (takes what os.PathLike takes)
        told = _told(path, file)
    try:
        parts: list[dict[str, Any]] = [{}, *map(json.loads, told.splitlines())]
    except ValueError:
        _refuse(path, "no Parquet file: what the process that read it says is no JSON")
    end = parts.pop()
    if "fault" in end:
        _refuse(path, end["fault"])
    columns: dict[str, list[Any]] = {name: [] for name in COLUMNS}
    for part in parts:
        for name, values in part.items():
            columns[name] += values
    if end != {"rows": len(columns["rules"])}:
        _refuse(path, "no Parquet file: reading it came to no end")
    return columns


def _refuse(path: object, fault: str) -> NoReturn:
    raise RecordError([f"{path}: {fault}"])


def _told(path: object, file: IO[bytes]) -> bytes:
    """What the other process tells of a file."""
    size = os.fstat(file.fileno()).st_size
    memory, longest, seconds = (
        round(least + each * size) for least, each in (MEMORY, TEXT, SECONDS)
    )
    paths = os.pathsep.join(os.path.abspath(entry) for entry in sys.path)  # noqa: PTH100
    late = threading.Event()
    with tempfile.TemporaryFile() as complaint:
        child = subprocess.Popen(  # noqa: S603  (this very Python)
            [sys.executable, "-P", "-c", _CHILD, str(memory)],
            env={**os.environ, "PYTHONPATH": paths, "POLARS_MAX_THREADS": "1"},
            stdin=file,
            stdout=subprocess.PIPE,
            stderr=complaint,
        )

        def stop() -> None:
            late.set()
            child.kill()

        clock = threading.Timer(seconds, stop)
        clock.daemon = True
        try:
            _start(clock)
            text = _up_to(longest, child.stdout)  # type: ignore[arg-type]  # a pipe
            if len(text) <= longest:
                child.wait()
        finally:
            clock.cancel()
            child.kill()
            child.wait()
            child.stdout.close()  # type: ignore[union-attr]
        complaint.seek(0)
        last = complaint.read()[-500:].decode(errors="replace").strip().rpartition("\n")[2]
    trusted = "if you trust it, read it by polars, and use Records.from_polars"
    if late.is_set():
        _refuse(path, f"reading {size} bytes takes more than {seconds} seconds; {trusted}")
    if len(text) > longest:
        _refuse(path, f"{size} bytes hold more than {longest} bytes of text; {trusted}")
    if child.returncode:
        said = last or f"reading it ended by signal {-child.returncode}"
        _refuse(path, f"no Parquet file, a damaged one, or too large a one ({memory} bytes of "
                      f"memory are allowed for {size} bytes): {said}")  # fmt: skip
    return text


def _start(clock: threading.Timer) -> None:
    try:
        clock.start()
    except RuntimeError as error:
        raise OSError(
            errno.EAGAIN, f"no thread can be started to watch the clock: {error}"
        ) from error


def _up_to(longest: int, pipe: IO[bytes]) -> bytes:
    """What comes through a pipe, and no more than a part beyond `longest` bytes.

    A single read of so many would take that memory at once, however little comes.
    """
    parts, length = [], 0
    while length <= longest and (part := pipe.read(_PART)):
        parts.append(part)
        length += len(part)
    return b"".join(parts)


# The other process


def tell() -> None:
    """Tell the columns of the file that is the standard input; the argument is bytes of memory."""
    _limit_memory(int(sys.argv[1]))
    try:
        import polars as pl

        file = io.BytesIO(sys.stdin.buffer.read())
        schema = pl.read_parquet_schema(file)
        check(schema, pl)
        file.seek(0)
        known = [name for name in COLUMNS if name in schema]
        frame = pl.read_parquet(file, columns=known)
        for first in range(0, len(frame), _ROWS):
            _say(lists(frame.slice(first, _ROWS)))
        _say({"rows": len(frame)})
    except RecordError as error:
        _say({"fault": str(error)})
    except BaseException as error:  # noqa: BLE001  (a panic of polars is no Exception)
        said = " ".join(f"{type(error).__name__}: {error}".split())[:500]
        _say({"fault": f"no Parquet file, or a damaged one: {said}"})


def _say(found: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(found) + "\n")


def _limit_memory(most: int) -> None:
    """Let this process have no more memory than that; where the system knows no limit, more."""
    try:
        import resource
    except ImportError:  # Windows
        return
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    if hard == resource.RLIM_INFINITY or hard > most:
        resource.setrlimit(resource.RLIMIT_DATA, (most, hard))
