"""Jobs that leave a file, and what may befall them: `faults.py killed|crossed NAMES TIMES`.

`killed` kills the jobs at random moments, and lets them go on where they were. `crossed` lets two
processes write one file, and stops one of them halfway. Whatever is found there is told.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import mancalab as mc
from children import DONE, EXPECTED, begun, ended
from mancalab import plots
from mancalab._agents.naming import AgentLike
from mancalab._agents.weights import save
from mancalab.study import (
    AdvantageTable,
    ExactTable,
    TournamentTable,
    exact_values,
    first_player_advantage,
    tournament,
)
from networks import random_network
from simple_agents import lowest

KALAH = mc.rules("kalah")
SMALL = [mc.rules("kalah", columns=columns, seeds=2) for columns in (1, 2, 3)]


@dataclass(frozen=True)
class Job:
    """What is done in a folder, the file it leaves there, and what two runs have the same."""

    do: Callable[[Path], object]
    file: str
    read: Callable[[Path], object] = Path.read_bytes

    def result(self, folder: Path) -> object:
        """What the file of a folder says; None where there is no file."""
        path = folder / self.file
        return self.read(path) if path.exists() else None


def _studied(folder: Path) -> None:
    pairs = [("random", "greedy"), ("random", "random")]
    found = first_player_advantage(
        ["kalah", "oware"], pairs, n=500, opening_plies=0, resume=folder / "parts"
    )
    found.to_csv(folder / "study.csv")


def _compared(folder: Path) -> None:
    agents: list[AgentLike] = ["random", "alphabeta(depth=2)", lowest]
    tournament("kalah", agents, n=40, resume=folder / "parts").to_csv(folder / "table.csv")


def _records() -> mc.Records:
    return mc.Records(mc.Record.play(KALAH, seed=1, number=number) for number in range(60))


def _solved(folder: Path) -> None:
    games = [*SMALL, mc.rules("oware", columns=2)]
    # How many positions are looked at hangs on the threads.
    exact_values(games, resume=folder / "exact.csv", time=None, threads=1)


def _rows(table: AdvantageTable | ExactTable | TournamentTable) -> object:
    """The rows of a table without times."""
    return [replace(row, seconds=0.0) for row in table.rows]


JOBS = {
    "table": Job(lambda folder: mc.Tablebase.build(KALAH, 9, folder / "table").close(), "table"),
    "exact values": Job(_solved, "exact.csv", lambda path: _rows(ExactTable.from_csv(path))),
    "study": Job(_studied, "study.csv", lambda path: _rows(AdvantageTable.from_csv(path))),
    "tournament": Job(_compared, "table.csv", lambda path: _rows(TournamentTable.from_csv(path))),
    "record": Job(lambda folder: _records()[0].save(folder / "one.json"), "one.json"),
    "records": Job(lambda folder: _records().to_parquet(folder / "all.parquet"), "all.parquet"),
    "network": Job(
        lambda folder: save(random_network(KALAH), folder / "network.npz"), "network.npz"
    ),
    "figure": Job(
        lambda folder: plots.figure(
            first_player_advantage("kalah", [("random", "greedy")], n=50), path=folder / "some.png"
        ),
        "some.png",
        lambda path: path.read_bytes()[:8],
    ),
}


@contextlib.contextmanager
def file_size(most: int) -> Iterator[None]:
    """Let no file of this process grow larger: one write is short, the next one fails."""
    import resource

    old, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (old, hard))
        signal.signal(signal.SIGXFSZ, ignored)


# In processes of their own


def in_child(job: Job, folder: Path) -> int:
    """Begin a job in a child process; a job that another one is at is expected."""
    return begun(lambda: job.do(folder), BlockingIOError)


def killed(job: Job, folder: Path, times: int, moments: Iterator[float]) -> list[str]:
    """What is wrong after a job was killed some times and then left alone."""
    wanted = whole(job, folder)
    faults = []
    for moment in (next(moments) for _ in range(times)):
        process = in_child(job, folder / "killed")
        time.sleep(moment)
        os.kill(process, signal.SIGKILL)
        code = ended(process)
        if code not in {DONE, -signal.SIGKILL}:
            faults.append(f"killed after {moment:.3f} s: ended with {code}")
        faults += unsound(job, folder / "killed", wanted, f"killed after {moment:.3f} s")
        if code == DONE:
            (folder / "killed" / job.file).unlink()
    if (code := ended(in_child(job, folder / "killed"))) != DONE:
        faults.append(f"left alone: ended with {code}")
    if job.result(folder / "killed") != wanted:
        faults.append("the file differs from that of a run that was left alone")
    return faults


def crossed(job: Job, folder: Path, times: int, moments: Iterator[float]) -> list[str]:
    """What is wrong after two processes have written one file, one of them stopped halfway."""
    wanted = whole(job, folder)
    faults = []
    for number, moment in enumerate(next(moments) for _ in range(times)):
        place = folder / f"crossed-{number}"
        place.mkdir()
        first = in_child(job, place)
        time.sleep(moment)
        os.kill(first, signal.SIGSTOP)
        try:
            codes = [ended(in_child(job, place))]
            faults += unsound(job, place, wanted, f"one stopped after {moment:.3f} s")
        finally:
            os.kill(first, signal.SIGCONT)
        codes.append(ended(first))
        if DONE not in codes or not set(codes) <= {DONE, EXPECTED}:
            faults.append(f"two, one stopped after {moment:.3f} s: ended with {codes}")
        if job.result(place) != wanted:
            faults.append(f"two, one stopped after {moment:.3f} s: the file is another")
    return faults


def whole(job: Job, folder: Path) -> object:
    """What a run says that is left alone."""
    for name in ("whole", "killed"):
        (folder / name).mkdir()
    if (code := ended(in_child(job, folder / "whole"))) != DONE:
        raise RuntimeError(f"left alone from the beginning: ended with {code}")
    return job.result(folder / "whole")


def unsound(job: Job, folder: Path, wanted: object, when: str) -> list[str]:
    """What is wrong with a file that may be there: it is whole, or of fewer games."""
    try:
        found = job.result(folder)
    except ValueError as error:
        return [f"{when}: {error}"]
    fewer = isinstance(found, list) and isinstance(wanted, list) and found == wanted[: len(found)]
    return [] if found is None or found == wanted or fewer else [f"{when}: half a file"]


def main(how: str, names: str, times: str) -> None:
    """Try some jobs, or all; a comma stands between their names."""
    for name in ("scipy.stats", "polars", "matplotlib.pyplot", "PIL.PngImagePlugin"):
        importlib.import_module(name)  # else most moments would fall into these imports
    chance = random.Random(times)  # noqa: S311 - any moments will do
    faults = []
    for name in JOBS if names == "all" else names.split(","):
        # Some before anything is written, some when most is; the first uses wake the machine up.
        with tempfile.TemporaryDirectory() as folder:
            job, place = JOBS[name], Path(folder)
            began = time.monotonic()
            (place / "first").mkdir()
            ended(in_child(job, place / "first"))
            lasts = time.monotonic() - began
            moments = iter(lambda lasts=lasts: chance.uniform(0, lasts), None)  # type: ignore[misc]
            found = {"killed": killed, "crossed": crossed}[how](job, place, int(times), moments)
            faults += [f"{name}: {fault}" for fault in found]
    if faults:
        sys.exit("\n".join(faults))


if __name__ == "__main__":
    main(*sys.argv[1:])
