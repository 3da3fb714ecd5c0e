"""What the parts of the benchmark share: runs in turn, their medians, and tables of plain text."""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any, ParamSpec, TypeVar

import numpy as np

import mancalab as mc

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")
Name = TypeVar("Name", bound=Hashable)

GAP = "  "


@dataclass(frozen=True)
class Effort:
    """How much is run."""

    runs: int = 5
    seconds: float = 0.3  # a run lasts about as long, or longer
    checked_games: int = 20_000
    lanes: tuple[int, ...] = (1_024, 16_384, 65_536, 1_048_576)
    memory: tuple[int, ...] = (100_000, 1_048_576, 10_000_000)
    scale: tuple[int, ...] = (100_000, 1_000_000, 10_000_000)


QUICK = Effort(
    runs=3,
    seconds=0.02,
    checked_games=2_000,
    lanes=(1_024, 16_384),
    memory=(100_000,),
    scale=(100_000, 1_000_000),
)


def timed(
    job: Callable[Arguments, Result], *args: Arguments.args, **kwargs: Arguments.kwargs
) -> tuple[Result, float]:
    """Return what a job gives, and the seconds that it took."""
    begun = time.perf_counter()
    result = job(*args, **kwargs)
    return result, time.perf_counter() - begun


def size_for(seconds: float, job: Callable[[int], object], first: int = 16) -> int:
    """Return the size with which a job lasts about that long, from trials with smaller ones."""
    size, spent = first, 0.0
    while spent < seconds / 10:
        size *= 4
        _, spent = timed(job, size)
    return max(size, round(1.1 * size * seconds / spent))


def medians_in_turn(runs: int, jobs: Mapping[Name, Callable[[int], float]]) -> dict[Name, float]:
    """Return the median of what each job gives; it is told the number of the run.

    The jobs take turns, so that a machine that is slow for a while is slow for all of them.
    """
    given: dict[Name, list[float]] = {name: [] for name in jobs}
    for run in range(runs):
        for name, job in jobs.items():
            given[name].append(job(run))
    return {name: median(figures) for name, figures in given.items()}


def build() -> dict[str, Any]:
    """Return what `mc.build_info` says."""
    return dict(mc.build_info())


def thread_counts() -> dict[str, int | None]:
    """Return the values of `threads` to measure, by their name in the tables."""
    return {"1": 1, "all": None} if build()["threads"] > 1 else {"1": 1}


def machine() -> str:
    """Describe the processor, the build and the versions, in two lines."""
    about = build()
    system = f"{platform.system()} {platform.machine()}"
    python = f"Python {platform.python_version()}, numpy {np.__version__}"
    levels = ", ".join(about["simd_levels"])
    return (
        f"{processor()}, {cores()} cores, {system}; {python}\n"
        f"mancalab {about['version']}, {about['profile']} build, {about['threads']} threads, "
        f"SIMD level {about['simd']} (usable: {levels})"
    )


def processor() -> str:
    """Return the name of the processor."""
    facts = Path("/proc/cpuinfo")
    if facts.exists():
        for line in facts.read_text().splitlines():
            key, _, value = line.partition(":")
            if key.strip() == "model name":
                return value.strip()
    return platform.processor() or "unknown processor"


def cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Table:
    """A table printed row by row: the first columns as text to the left, numbers to the right."""

    def __init__(self, title: str, *columns: str, left: int = 1) -> None:
        """Print the title and the heads; a head padded with blanks makes its column wider."""
        self._left = left
        self._widths = [max(len(column), 9) for column in columns]
        print(f"\n{title}\n", flush=True)
        self.row(*(column.strip() for column in columns))

    def row(self, *cells: str) -> None:
        """Print one row."""
        sides = ["<"] * self._left + [">"] * (len(cells) - self._left)
        padded = (
            f"{cell:{side}{width}}"
            for cell, side, width in zip(cells, sides, self._widths, strict=True)
        )
        print(GAP.join(padded).rstrip(), flush=True)


def millions(per_second: float) -> str:
    """Return a rate in millions, with three or more digits."""
    value = per_second / 1e6
    digits = 0 if value >= 100 else 1 if value >= 10 else 2 if value >= 1 else 3
    return f"{value:,.{digits}f} M"
