"""Building endgame tables: in memory, or in a file with a file beside it that says how."""

from __future__ import annotations

import os
import time
from concurrent.futures import Executor
from math import comb
from pathlib import Path

from mancalab._base.amounts import in_bytes
from mancalab._base.arguments import checked_threads, flag, integer_or_none
from mancalab._base.executing import checked_executor
from mancalab._base.files import file_for
from mancalab._base.memory import available_memory
from mancalab._base.progress import Progress, reporter
from mancalab._core import Rules, _build_table, _Table, build_info
from mancalab._solving.sharing import build_shared
from mancalab._solving.table_about import TableBuild, write_beside
from mancalab._solving.table_size import TableSize, estimate

MOST_MEMORY = 2**64 - 1
"""Bytes that an address reaches."""

_OTHER = "not a part of this table"
"""What the native module says of an unfinished table that is another one."""


def build_table(
    rules: Rules,
    seeds: int,
    path: Path | None,
    threads: int | None,
    *,
    progress: Progress,
    resume: bool,
    memory: int | None,
    packed: bool,
    executor: Executor | None,
) -> tuple[_Table, list[str]]:
    """Build a table as `Tablebase.build` says; give it, and what is to be warned of."""
    executor = checked_executor(executor)
    threads, resume = checked_threads(threads), flag("resume", resume)
    memory = integer_or_none("memory", memory, 0, MOST_MEMORY, ", or None for what is available")
    if executor is not None and (path is None or packed):
        raise ValueError("executor: it builds a file that is not packed (`save` packs it)")
    size, held = size_that_fits(rules, seeds, memory, in_file=path is not None)
    if flag("packed", packed) and path is None:
        raise ValueError("packed = True: a table in memory is not packed; path= is needed")
    file = None if path is None else file_for(path, "a table")
    info, begun = build_info(), time.monotonic()
    before, unfinished = _stamp(file), file is not None and _stamp(_part(file)) is not None
    with reporter(progress, size.positions, rules, unit=" positions") as report:
        if executor is not None and file is not None:
            table, told = build_shared(
                rules, seeds, file, executor,
                threads=threads or 1, resume=resume, report=report,
            )  # fmt: skip
        else:
            how = (threads, resume, held, packed, report)
            table, told = _build_table(rules, seeds, file, *how)
    if file is None or path is None or _stamp(file) == before:
        return table, told  # a finished table that stood there says itself how it was built
    build = TableBuild(
        version=str(info["version"]),
        simd=str(info["simd"]),
        threads=int(info["threads"] if threads is None else threads),
        seconds=round(time.monotonic() - begun, 3),
        resumed=resume and unfinished and not any(_OTHER in text for text in told),
        date=time.strftime("%Y-%m-%d", time.gmtime()),
    )
    fault = write_beside(table, file, build)
    return table, told if fault is None else [*told, fault]


def size_that_fits(
    rules: Rules, seeds: int, memory: int | None, *, in_file: bool
) -> tuple[TableSize, int | None]:
    """What a table takes that there is memory for, and bytes of values that memory is to hold."""
    size = estimate(rules, seeds)
    allowed = available_memory() if memory is None else memory
    if allowed is None:
        return size, None
    needed = size.least_memory if in_file else size.memory
    if needed > allowed:
        whose = "available" if memory is None else "allowed"
        raise MemoryError(
            f"seeds = {seeds}: building the table takes up to {in_bytes(needed)} of memory; "
            f"{in_bytes(allowed)} are {whose}"
        )
    if size.memory <= allowed:
        return size, size.memory
    left = allowed - size.least_memory
    # Half of what there is: the system needs the other half, for what is read from the file and
    # written to it. Where nothing is said, the layer that is worked out in the file has its room
    # before that: it is read at random, and where it keeps being read from the disk, a build that
    # makes 20 million positions a second makes some thousands.
    room = _last_layer(rules, seeds) if memory is None else 0
    return size, max((left - room) // 2, left // 8)


def _last_layer(rules: Rules, seeds: int) -> int:
    """Positions of that many seeds, the largest layer: a byte each while it is worked out."""
    pits = 2 * rules.columns
    return comb(seeds + pits - 1, pits - 1)


def _part(file: Path) -> Path:
    """Where an unfinished table is kept."""
    return file.with_name(f"{file.name}.part")


def _stamp(file: Path | None) -> tuple[int, int, int] | None:
    """What tells that another file has come to stand at a path; None where there is none."""
    try:
        found = None if file is None else os.stat(file)  # noqa: PTH116  (a path may be None)
    except OSError:
        return None
    return None if found is None else (found.st_ino, found.st_mtime_ns, found.st_size)
