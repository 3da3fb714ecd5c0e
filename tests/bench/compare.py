"""Two builds in turn: `compare.py OLD NEW`, each a checkout whose native module is built.

Machines differ from day to day, so a figure of one run cannot be compared with one of another.
Here each build has a process of its own, and they take turns job by job. Each job gives an answer
too: the two builds must agree on it before any time is printed.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, Literal

Answer = Any
Job = Callable[[], Answer]

# Games for about half a second each, on a machine with AVX-512.
LANES = {
    "kalah": 4_000_000,
    "mwambulula": 800_000,
    "chuba": 250_000,
    "oware": 600_000,
    "french-wari": 1_000_000,
    "congklak": 5_000,
    "omweso": 200_000,
    "bao-la-kiswahili": 60_000,
    "pallankuli": 20_000,
}
REFERENCE = {"kalah": 150_000, "mwambulula": 60_000, "chuba": 30_000, "oware": 40_000}
SEED = 3


def jobs() -> dict[str, Job]:
    """Return what is measured, by name; called in the process of a build."""
    found: dict[str, Job] = {}
    for name, games in LANES.items():
        found[f"lanes {name}"] = partial(played, name, games, "lanes")
    for name, games in REFERENCE.items():
        found[f"reference {name}"] = partial(played, name, games, "reference")
    for name, depth in {"kalah": 18, "oware": 15, "kalaha-egyptian": 16, "mwambulula": 8}.items():
        found[f"AlphaBeta({depth}) {name}"] = partial(searched, name, depth)
    for name, seeds in {"kalah": 15, "awari": 11}.items():
        found[f"tables {name} {seeds}"] = partial(built, name, seeds)
    for name in ("kalah", "chuba"):
        found[f"Batch.step {name}"] = partial(stepped, name)
    found["perft kalah"] = counted_sequences
    found["solve Kalah(6,4)"] = solved
    return found


# Each job imports the package of the build that its process is for.


def played(name: str, games: int, engine: Literal["lanes", "reference"]) -> Answer:
    """All that a tally of random games counts; the sums speak for the histograms."""
    import mancalab as mc

    tally = mc.playouts(mc.rules(name), games, SEED, 1, engine=engine)
    names = ("games", "south", "north", "draws", "voids", "truncated", "plies")
    sums = ("plies_sum_squares", "choices_sum", "choices_sum_squares")
    margins = ("margin_sum", "margin_sum_squares")
    return [getattr(tally, name) for name in (*names, *sums, *margins)]


def searched(name: str, depth: int) -> Answer:
    """What a search from the opening found."""
    import mancalab as mc
    from mancalab.agents import AlphaBeta

    analysis = AlphaBeta(depth=depth).analyse(mc.rules(name).start())
    return [analysis.action, analysis.value, analysis.nodes]


def built(name: str, seeds: int) -> Answer:
    """The values of the largest layer of a table."""
    import mancalab as mc

    histogram = mc.Tablebase.build(mc.rules(name), seeds, None, 1).stats(seeds).histogram
    return {str(value): int(count) for value, count in histogram.items()}


def stepped(name: str) -> Answer:
    """A batch after steps of random actions."""
    import mancalab as mc

    batch = mc.Batch(mc.rules(name), 16_384, threads=1)
    for _ in range(400):
        batch.step(batch.sample())
    return [int(batch.games.sum()), int(batch.plies.sum()), int(batch.observation.sum())]


def counted_sequences() -> Answer:
    """Sequences of ten actions."""
    import mancalab as mc

    return mc.perft(mc.rules("kalah").start(), 10)


def solved() -> Answer:
    """The value that was found; how many positions it took depends on the threads."""
    import mancalab as mc

    return list(mc.solve(mc.rules("kalah")).bounds)


# The process of a build: it is told names of jobs and answers with seconds and answers.


def serve() -> None:
    """Run the jobs that are asked for, one a line."""
    import mancalab as mc

    known = jobs()
    print(json.dumps({"file": mc.__file__, "jobs": list(known), **mc.build_info()}), flush=True)
    for line in sys.stdin:
        begun = time.perf_counter()
        answer = known[line.strip()]()
        seconds = time.perf_counter() - begun
        print(json.dumps({"seconds": seconds, "answer": answer}), flush=True)


class Build:
    """A checkout, and the process that runs its build."""

    def __init__(self, checkout: Path) -> None:
        environment = {**os.environ, "PYTHONPATH": str(checkout / "python")}
        command = [sys.executable, __file__, "--serve"]
        self._process = subprocess.Popen(  # noqa: S603  # this script
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.about = self._line()
        if not Path(self.about["file"]).is_relative_to(checkout):
            raise SystemExit(f"{checkout}: its build was not found")

    def run(self, job: str) -> tuple[float, Answer]:
        """Run a job: the seconds that it took, and its answer."""
        assert self._process.stdin is not None
        self._process.stdin.write(job + "\n")
        self._process.stdin.flush()
        line = self._line()
        return line["seconds"], line["answer"]

    def _line(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit("a build ended before its job was done")
        found: dict[str, Any] = json.loads(line)
        return found


def compare(builds: list[Build], job: str, runs: int) -> None:
    """Print the medians of a job and their ratio."""
    first = [build.run(job)[1] for build in builds]  # warms up as well
    if first[0] != first[1]:
        raise SystemExit(f"{job}: the builds disagree: {first[0]} and {first[1]}")
    times: list[list[float]] = [[], []]
    for run in range(runs):
        for index in (0, 1) if run % 2 == 0 else (1, 0):
            times[index].append(builds[index].run(job)[0])
    old, new = map(median, times)
    best = min(times[0]) / min(times[1])
    print(f"{job:<32}{old:>9.3f}{new:>9.3f}{old / new:>9.3f}{best:>9.3f}", flush=True)


def main() -> None:
    """Compare two builds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("old", nargs="?", type=Path)
    parser.add_argument("new", nargs="?", type=Path)
    parser.add_argument("--runs", type=int, default=5, help="runs of each build (default 5)")
    parser.add_argument("--only", help="only jobs whose names hold this")
    arguments = parser.parse_args()
    if arguments.serve:
        serve()
        return
    if arguments.old is None or arguments.new is None:
        parser.error("two checkouts are needed")
    builds = [Build(path.resolve()) for path in (arguments.old, arguments.new)]
    print("SIMD level:", " and ".join(build.about["simd"] for build in builds))
    print(f"Medians of {arguments.runs} runs in turn; a speed above 1: the new build is faster")
    print(f"{'job':<32}{'old s':>9}{'new s':>9}{'speed':>9}{'of best':>9}")
    for job in builds[0].about["jobs"]:
        if arguments.only is None or arguments.only in job:
            compare(builds, job, arguments.runs)


if __name__ == "__main__":
    main()
