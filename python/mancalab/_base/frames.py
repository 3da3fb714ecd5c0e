"""polars, where it can work: some processes would wait for ever in it, or end."""

from __future__ import annotations

import io
import os
import sys
from typing import Any

import numpy as np

from mancalab._base.extras import needs, require
from mancalab._base.files import replacing
from mancalab._base.forked import lost_polars_threads, polars_threads

FOR_IMPORT = 768 << 20
"""Bytes of address space that polars may take at its import and with its first threads."""
FOR_THREADS = 256 << 20
"""The same of its threads alone."""
IN_ALL = 1 << 30
"""Bytes of address space of a process that reads a file by polars."""


def polars() -> Any:
    """The module.

    Raises
    ------
    MissingExtra
        It is not installed.
    MemoryError
        There is no room for it: it would end the process.
    """
    needs("polars", "study")
    if not polars_threads():
        _ask_for(FOR_THREADS if "polars" in sys.modules else FOR_IMPORT)
    return require("polars", "study")


def ask_for_process() -> None:
    """Ask whether another process may use polars: it has the limits of this one.

    Raises
    ------
    MemoryError
        It may not take that much memory.
    """
    try:
        import resource
    except ImportError:  # Windows
        return
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    if limit != resource.RLIM_INFINITY and limit < IN_ALL:
        raise _lacking(IN_ALL)


def _ask_for(room: int) -> None:
    try:
        np.empty(room, np.uint8)  # never written to: only the room is asked for
    except MemoryError:
        raise _lacking(room) from None


def _lacking(room: int) -> MemoryError:
    return MemoryError(
        f"polars may take {room} bytes of address space, which the system does not give"
    )


def write_parquet(frame: Any, path: str | os.PathLike[str]) -> None:
    """Write a `polars.DataFrame` as a Parquet file.

    Raises
    ------
    OSError
        The folder does not exist or cannot be written to.
    RuntimeError
        The process was forked when polars had threads already, and would wait for them for ever; or
        polars panicked.
    """
    if lost_polars_threads():
        raise RuntimeError(
            "polars had threads when this process was forked, and would wait for them for ever: "
            "write Parquet in the parent, write CSV, or start processes by spawn or forkserver"
        )
    content = io.BytesIO()  # polars has errors of its own where a file cannot be written
    try:
        frame.write_parquet(content)
    except BaseException as error:
        if type(error).__name__ != "PanicException":
            raise
        raise RuntimeError(f"polars cannot write Parquet: {error}") from None
    with replacing(path) as beside:
        beside.write_bytes(content.getbuffer())
