"""polars, where it can work: some processes would wait for ever in it, or end."""

from __future__ import annotations

import io
import os
import re
import sys
from pathlib import Path
from typing import Any

import numpy as np

from mancalab._base.extras import require
from mancalab._base.files import replacing

NEEDED = 768 << 20
"""Bytes of address space that polars may take at its import and with its first threads."""

_has_threads = False
_lost_threads = False
"""Whether polars counts on threads of this process's parent."""


def _note_threads() -> None:
    """Before a fork: polars starts its threads with the first job that can be shared out."""
    global _has_threads  # noqa: PLW0603 - a fact about this process
    _has_threads = "polars" in sys.modules and _threads_of_polars()


def _threads_of_polars() -> bool:
    tasks = Path("/proc/self/task")
    if not tasks.is_dir():
        return True  # a system that does not say: supposed
    try:
        names = [(task / "comm").read_text(encoding="utf-8") for task in tasks.iterdir()]
    except OSError:  # one has just ended
        return True
    return any(re.match(r"polars-\d", name) for name in names)


def _note_loss() -> None:
    global _lost_threads  # noqa: PLW0603 - a fact about this process
    _lost_threads = _lost_threads or _has_threads


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_note_threads, after_in_child=_note_loss)


def polars() -> Any:
    """The module.

    Raises
    ------
    MissingExtra
        It is not installed.
    MemoryError
        There is no room for it: it would end the process.
    """
    ask_for_room()
    return require("polars", "study")


def ask_for_room() -> None:
    """Ask for the room that polars may take, here or in a child, which has the same limits.

    Raises
    ------
    MemoryError
        There is none.
    """
    try:
        np.empty(NEEDED, np.uint8)  # never written to: only the room is asked for
    except MemoryError:
        raise MemoryError(
            f"polars may take {NEEDED} bytes of address space, which the system does not give"
        ) from None


def write_parquet(frame: Any, path: str | os.PathLike[str]) -> None:
    """Write a `polars.DataFrame` as a Parquet file.

    Raises
    ------
    OSError
        The folder does not exist or cannot be written to.
    RuntimeError
        The process was forked when polars had threads already: it would wait for them for ever.
    """
    if _lost_threads:
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
