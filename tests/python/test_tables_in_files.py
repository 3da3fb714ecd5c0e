"""Tables larger than the memory that they may take: the same bytes, whatever happens."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from dataclasses import replace
from math import comb
from pathlib import Path
from unittest.mock import ANY

import numpy as np
import pytest

import mancalab as mc
from mancalab._base.amounts import in_bytes, in_time
from mancalab._solving.table_build import size_that_fits
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


@pytest.mark.parametrize(("game", "seeds"), [("kalah", 11), ("awari", 7), ("unnee-tugalluulax", 6)])
def test_a_packed_table_knows_the_same(game: str, seeds: int, tmp_path: Path) -> None:
    rules = mc.rules(game)
    size = mc.Tablebase.estimate(rules, seeds)
    plain = mc.Tablebase.build(rules, seeds)
    contents = set()
    for memory in (None, size.least_memory, size.least_memory + size.positions // 2):
        path = tmp_path / f"table {memory}"
        table = mc.Tablebase.build(rules, seeds, path, memory=memory, packed=True)
        assert (table.packed, plain.packed, len(table)) == (True, False, len(plain))
        assert [table.stats(n) for n in range(seeds + 1)] == [
            plain.stats(n) for n in range(seeds + 1)
        ]
        contents.add(path.read_bytes())
    assert len(contents) == 1
    assert len(contents.pop()) < 4000 + 0.7 * size.positions
    opened = mc.Tablebase.open(path, verify=False)
    count = 2 * rules.columns
    for pits in np.random.default_rng(seeds).multinomial(seeds, [1 / count] * count, 100):
        state = rules.state(pits=pits.reshape(2, -1).tolist())
        if not state.is_over:
            assert opened.solution(state) == replace(
                plain.solution(state), seconds=ANY, principal_variation=ANY
            )


def test_a_table_is_packed_and_unpacked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plain, packed = tmp_path / "plain", tmp_path / "packed"
    mc.Tablebase.build(KALAH, 9, plain)
    assert main(["tables", "pack", str(plain), "--out", str(packed), "--quiet"]) == 0
    assert main(["tables", "pack", str(packed), "--out", str(tmp_path / "again"), "--plain"]) == 0
    assert "293,930 positions" in capsys.readouterr().out
    assert (tmp_path / "again").read_bytes() == plain.read_bytes()
    mc.Tablebase.build(KALAH, 9).save(tmp_path / "saved", packed=True)
    assert (tmp_path / "saved").read_bytes() == packed.read_bytes()
    with pytest.raises(ValueError, match="packed = True: a table in memory is not packed"):
        mc.Tablebase.build(KALAH, 3, packed=True)


def look_at_all(path: Path) -> None:
    table = mc.Tablebase.open(path, verify=False)
    for n in range(table.seeds + 1):
        table.stats(n)
    table.probe(KALAH.state(pits=[[0, 0, 1, 0, 2, 1], [1, 0, 0, 1, 0, 1]]))


def test_a_wrong_byte_of_a_packed_table_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "table"
    mc.Tablebase.build(KALAH, 7, path, packed=True)
    whole = path.read_bytes()
    moments = random.Random(7)  # noqa: S311 - any bytes will do
    for at in (0, 16, 20, len(whole) - 1, *(moments.randrange(len(whole)) for _ in range(40))):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 4]) + whole[at + 1 :])
        with pytest.raises(mc.TableError):
            mc.Tablebase.open(path)
        with pytest.raises(mc.TableError):  # or when it is first asked
            look_at_all(path)
    for size in (0, 100, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:size])
        with pytest.raises(mc.TableError):
            mc.Tablebase.open(path, verify=False)


def test_less_memory_than_the_least_is_refused(tmp_path: Path) -> None:
    memory = least(KALAH, 9)
    with pytest.raises(MemoryError, match=r"seeds = 9: building the table takes up to"):
        mc.Tablebase.build(KALAH, 9, tmp_path / "table", memory=memory - 1)
    assert not list(tmp_path.iterdir())
    with pytest.raises(MemoryError, match="allowed"):  # without a file it takes all of it
        mc.Tablebase.build(KALAH, 9, memory=memory)


@pytest.mark.parametrize(
    ("words", "error", "said"),
    [
        ({"memory": -1}, ValueError, "memory = -1: allowed are 0 to"),
        ({"memory": "1"}, TypeError, "memory: an integer is needed, not str"),
        ({"memory": 1e9}, TypeError, "memory: an integer is needed, not float"),
        ({"resume": "no"}, TypeError, "resume: True or False is needed"),
        ({"threads": 0}, ValueError, "threads = 0: allowed are 1 to"),
    ],
)
def test_what_is_not_allowed_is_said_before_anything_is_written(
    words: dict[str, object], error: type[Exception], said: str, tmp_path: Path
) -> None:
    with pytest.raises(error, match=said):
        mc.Tablebase.build(KALAH, 3, tmp_path / "table", **words)  # type: ignore[arg-type]
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("available", "memory", "held"),
    [
        (10**9, None, (10**9 - comb(35, 11)) // 2),
        (10**8, None, 10**8 // 8),
        (2 * 10**9, 10**9, 10**9 // 2),
    ],
    ids=["beside the layer", "without room for it", "as asked for"],
)
def test_a_layer_in_a_file_has_its_room(
    available: int, memory: int | None, held: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mancalab._solving.table_build.available_memory", lambda: available)
    size, found = size_that_fits(KALAH, 24, memory, in_file=True)
    assert found is not None
    assert held - size.least_memory <= found <= held


def test_what_cannot_be_saved_leaves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "table"
    mc.Tablebase.build(KALAH, 9, path)
    whole = path.read_bytes()
    path.write_bytes(whole[:-40] + bytes([whole[-40] ^ 1]) + whole[-39:])
    table = mc.Tablebase.open(path, verify=False)
    with pytest.raises(mc.TableError):
        table.save(tmp_path / "copy", packed=True)
    assert not list(tmp_path.glob("copy*"))


def test_a_folder_is_no_place_for_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    table = mc.Tablebase.build(KALAH, 3)
    with pytest.raises(IsADirectoryError, match="folder"):
        table.save(folder)
    monkeypatch.chdir(folder)
    for path in (folder, ".", ""):
        with pytest.raises(IsADirectoryError):
            mc.Tablebase.build(KALAH, 3, path)
    assert list(tmp_path.rglob("*")) == [folder]


KILLED = """\
import sys
import mancalab as mc
print("begin", flush=True)
rules, seeds, packed = mc.rules("kalah"), int(sys.argv[1]), sys.argv[3] == "True"
least = mc.Tablebase.estimate(rules, seeds).least_memory
mc.Tablebase.build(rules, seeds, sys.argv[2], memory=least, packed=packed)
"""


@posix
@pytest.mark.parametrize(
    ("seeds", "packed", "kills"),
    [
        (14, False, 3),
        (11, True, 3),
        pytest.param(19, False, 10, marks=pytest.mark.nightly),
        pytest.param(16, True, 10, marks=pytest.mark.nightly),
    ],
)
def test_a_build_in_a_file_that_is_killed_goes_on(
    seeds: int, packed: bool, kills: int, tmp_path: Path
) -> None:
    whole, path = tmp_path / "whole", tmp_path / "table"
    began = time.monotonic()
    mc.Tablebase.build(KALAH, seeds, whole, memory=least(KALAH, seeds), packed=packed)
    lasts = time.monotonic() - began
    moments = random.Random(seeds)  # noqa: S311 - any moments will do
    killed = 0
    while killed < kills:
        with subprocess.Popen(  # noqa: S603 - our own program
            [sys.executable, "-c", KILLED, str(seeds), str(path), str(packed)],
            stdout=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "begin\n"
            time.sleep(moments.uniform(0, lasts))
            process.kill()
        killed += process.returncode == -signal.SIGKILL
        if path.exists():  # it was finished before it was killed
            assert path.read_bytes() == whole.read_bytes()
            path.unlink()
    mc.Tablebase.build(KALAH, seeds, path, memory=least(KALAH, seeds), packed=packed)
    assert path.read_bytes() == whole.read_bytes()
    assert {file.name for file in tmp_path.iterdir() if file.suffix != ".json"} == {
        "table",
        "whole",
    }


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
    assert not path.with_name("table.part").exists()


def test_a_dry_run_says_what_it_takes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "table"
    size = mc.Tablebase.estimate(mc.rules("kalah", columns=3), 30)
    command = ["tables", "build", "kalah:columns=3", "--seeds", "30", "--out", str(path)]
    assert main([*command, "--dry-run"]) == 0
    out = capsys.readouterr().out
    assert f"{size.positions:,} positions" in out
    assert f"memory    {in_bytes(size.memory)}, or {in_bytes(size.least_memory)} at least" in out
    assert f"disk      {in_bytes(size.positions)}, " in out
    assert main([*command, "--dry-run", "--packed"]) == 0
    disk = f"{in_bytes(size.positions)} at most, about {in_bytes(size.positions // 2)} in the end, "
    assert f"disk      {disk}" in capsys.readouterr().out
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.4, "0.4 seconds"),
        (1, "1 second"),
        (5900, "98 minutes"),
        (7000, "1.9 hours"),
        (3e7, "350 days"),
    ],
)
def test_times_in_words(seconds: float, words: str) -> None:
    assert in_time(seconds) == words
