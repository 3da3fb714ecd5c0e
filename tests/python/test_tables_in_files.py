"""Tables larger than the memory that they may take: the same bytes, whatever happens."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import mancalab as mc
from mancalab._base.amounts import in_bytes, in_time
from mancalab.cli import main

KALAH = mc.rules("kalah")

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs signals and limits of processes")


def least(rules: mc.Rules, seeds: int) -> int:
    return mc.Tablebase.estimate(rules, seeds).least_memory


@pytest.mark.parametrize(
    ("game", "seeds"), [("kalah", 11), ("awari", 7), ("kalaha-nigerian", 7), ("elf", 6)]
)
def test_memory_makes_no_difference_to_a_file(game: str, seeds: int, tmp_path: Path) -> None:
    rules = mc.rules(game)
    size = mc.Tablebase.estimate(rules, seeds)
    whole = tmp_path / "whole"
    mc.Tablebase.build(rules, seeds, whole, memory=size.memory)
    for memory in (size.least_memory, size.least_memory + size.positions):
        path = tmp_path / "table"
        table = mc.Tablebase.build(rules, seeds, path, memory=memory)
        assert len(table) == size.positions
        assert path.read_bytes() == whole.read_bytes()
        path.unlink()
    assert size.least_memory < size.memory


def test_less_memory_than_the_least_is_refused(tmp_path: Path) -> None:
    memory = least(KALAH, 9)
    with pytest.raises(MemoryError, match=r"seeds = 9: building the table takes up to"):
        mc.Tablebase.build(KALAH, 9, tmp_path / "table", memory=memory - 1)
    assert not list(tmp_path.iterdir())
    with pytest.raises(MemoryError, match="allowed"):  # without a file it takes all of it
        mc.Tablebase.build(KALAH, 9, memory=memory)


KILLED = """\
import sys
import mancalab as mc
print("begin", flush=True)
rules, seeds = mc.rules("kalah"), int(sys.argv[1])
mc.Tablebase.build(rules, seeds, sys.argv[2], memory=mc.Tablebase.estimate(rules, seeds).least_memory)
"""


@posix
@pytest.mark.parametrize(
    ("seeds", "kills"), [(14, 3), pytest.param(19, 10, marks=pytest.mark.nightly)]
)
def test_a_build_in_a_file_that_is_killed_goes_on(seeds: int, kills: int, tmp_path: Path) -> None:
    whole, path = tmp_path / "whole", tmp_path / "table"
    began = time.monotonic()
    mc.Tablebase.build(KALAH, seeds, whole)
    lasts = time.monotonic() - began
    moments = random.Random(seeds)  # noqa: S311 - any moments will do
    killed = 0
    while killed < kills:
        with subprocess.Popen(  # noqa: S603 - our own program
            [sys.executable, "-c", KILLED, str(seeds), str(path)], stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "begin\n"
            time.sleep(moments.uniform(0, lasts))
            process.kill()
        killed += process.returncode == -signal.SIGKILL
        if path.exists():  # it was finished before it was killed
            assert path.read_bytes() == whole.read_bytes()
            path.unlink()
    mc.Tablebase.build(KALAH, seeds, path, memory=least(KALAH, seeds))
    assert path.read_bytes() == whole.read_bytes()
    assert sorted(tmp_path.iterdir()) == [path, whole]


LIMITED = """\
import resource, sys
import mancalab as mc
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000,) * 2)
rules = mc.rules("kalah")
try:
    mc.Tablebase.build(rules, 10, sys.argv[1], memory=mc.Tablebase.estimate(rules, 10).least_memory)
except OSError as error:
    print(error.filename, error.strerror)
"""


@posix
def test_a_disk_without_room_is_told(tmp_path: Path) -> None:
    """What is mapped has its place on the disk before it is written: else the process ends."""
    path = tmp_path / "table"
    out = subprocess.check_output([sys.executable, "-c", LIMITED, str(path)], text=True)  # noqa: S603
    assert out == f"{path}.part File too large\n"
    mc.Tablebase.build(KALAH, 10, path)
    assert list(tmp_path.iterdir()) == [path]


def test_a_dry_run_says_what_it_takes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "table"
    size = mc.Tablebase.estimate(mc.rules("kalah", columns=3), 30)
    command = ["tables", "build", "kalah:columns=3", "--seeds", "30", "--out", str(path)]
    assert main([*command, "--dry-run"]) == 0
    out = capsys.readouterr().out
    assert f"{size.positions:,} positions" in out
    assert f"memory    {in_bytes(size.memory)}, or {in_bytes(size.least_memory)} at least" in out
    assert not path.exists()


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.4, "0.4 seconds"), (1, "1 second"), (5900, "98 minutes"), (7000, "1.9 hours"), (3e7, "350 days")],
)
def test_times_in_words(seconds: float, words: str) -> None:
    assert in_time(seconds) == words
