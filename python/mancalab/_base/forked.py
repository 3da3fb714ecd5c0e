"""What a process lost when it was forked: the threads of polars.

The package imports this at once, since a fork may come before anything else is used.
"""

from __future__ import annotations

import os
import sys

_had_threads = False
_lost_threads = False


def polars_threads() -> bool:
    """Whether polars has started its threads here, as its first job that can be shared out does."""
    if "polars" not in sys.modules:
        return False
    try:
        tasks = os.listdir("/proc/self/task")  # noqa: PTH208 - no more modules than needed
    except OSError:
        return True  # a system that does not say: supposed
    return any(_is_worker(_name(task)) for task in tasks)


def _is_worker(name: bytes) -> bool:
    """Workers are called polars-0, polars-1, ...; polars-ooc-cleanup is none."""
    return name.startswith(b"polars-") and name[7:8].isdigit()


def _name(task: str) -> bytes:
    """The name of a thread; of one that has just ended, nothing."""
    try:
        with open(f"/proc/self/task/{task}/comm", "rb") as file:  # noqa: PTH123 - as above
            return file.read()
    except OSError:
        return b""


def lost_polars_threads() -> bool:
    """Whether polars counts on threads of this process's parent, and would wait for ever."""
    return _lost_threads


def _before() -> None:
    global _had_threads  # noqa: PLW0603 - a fact about this process
    _had_threads = polars_threads()


def _in_child() -> None:
    global _lost_threads  # noqa: PLW0603 - a fact about this process
    _lost_threads = _lost_threads or _had_threads


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before, after_in_child=_in_child)
