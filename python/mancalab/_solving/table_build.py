"""Building endgame tables: in memory, or in a file with a file beside it that says how."""

from __future__ import annotations

import errno
import os
import time
from pathlib import Path

from mancalab._base.files import followed, is_no_file
from mancalab._base.memory import available_memory
from mancalab._base.progress import Progress, reporter
from mancalab._core import Rules, _build_table, _Table, _table_size, build_info
from mancalab._solving.table_about import TableBuild, write_beside

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
) -> tuple[_Table, list[str]]:
    """Build a table as `Tablebase.build` says; give it, and what is to be warned of."""
    positions = _size_that_fits(rules, seeds, memory)
    file = None if path is None else _file_for(path)
    info, begun = build_info(), time.monotonic()
    before, unfinished = _stamp(file), file is not None and _stamp(_part(file)) is not None
    with reporter(progress, positions, rules, unit=" positions") as report:
        table, told = _build_table(rules, seeds, file, threads, resume, report)
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


def _size_that_fits(rules: Rules, seeds: int, memory: int | None) -> int:
    """The number of positions of a table that there is memory for."""
    positions, needed = _table_size(rules, seeds)
    allowed = available_memory() if memory is None else memory
    if allowed is not None and needed > allowed:
        whose = "available" if memory is None else "allowed"
        raise MemoryError(
            f"seeds = {seeds}: building the table takes up to {_in_words(needed)} of memory; "
            f"{_in_words(allowed)} are {whose}"
        )
    return positions


def _file_for(path: Path) -> Path:
    """Where the file of a table goes: never in place of a device or a pipe."""
    file = followed(path)
    if is_no_file(file):
        raise OSError(errno.EINVAL, "a table needs a file, not a device or a pipe", str(path))
    return file


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


def _in_words(size: int) -> str:
    """Bytes as people say them."""
    amount, unit = float(size), "bytes"
    for larger in ("kB", "MB", "GB", "TB"):
        if amount < 1000:
            break
        amount, unit = amount / 1000, larger
    return f"{amount:.3g} {unit}"
