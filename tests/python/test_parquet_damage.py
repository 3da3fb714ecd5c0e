"""Parquet files that are damaged, or made to do harm: an error of ours in a process that lives."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import mancalab as mc
from mancalab._records import parquet

SHORT = mc.Records(mc.Record.play("kalah", seed=1, number=n) for n in range(3))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    whole = tmp_path / "games.parquet"
    SHORT.to_parquet(whole)
    return whole


def assert_refused(path: Path, said: str) -> None:
    with pytest.raises(mc.RecordError, match=said) as caught:
        mc.Records.from_parquet(path)
    assert str(caught.value).startswith(f"{path}: ")


def test_a_panic_of_the_reader_is_an_error_of_ours(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        parquet, "_CHILD", "import polars; raise polars.exceptions.PanicException('index 7')"
    )
    assert_refused(path, "no Parquet file, a damaged one, .*index 7")


def test_the_end_of_the_readers_process_is_an_error_of_ours(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parquet, "_CHILD", "import os; os.abort()")
    assert_refused(path, "no Parquet file, a damaged one")
    monkeypatch.setattr(parquet, "_CHILD", "print('{}')")
    assert_refused(path, "no Parquet file: reading it came to no end")


def test_a_reader_that_never_ends_is_stopped(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet, "SECONDS", (1.0, 0.0))
    monkeypatch.setattr(parquet, "_CHILD", "import time; time.sleep(1000)")
    assert_refused(path, "takes more than 1 seconds")


def test_a_file_that_unpacks_to_far_more_than_its_size_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "large.parquet"
    one = pl.DataFrame({"rules": ["kalah"], "actions": [[2, 5]], "south": ["s" * 1000]})
    pl.concat([one] * 200_000, rechunk=True).write_parquet(path, compression="zstd")
    assert path.stat().st_size < 1_000_000
    assert_refused(path, "hold more than .* bytes of text")


@pytest.mark.skipif(sys.platform != "linux", reason="others keep no limit of memory")
def test_a_reader_that_takes_too_much_memory_is_refused(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parquet, "MEMORY", (2**25, 0))
    # One that is refused memory may end, or wait for it until its time is over.
    monkeypatch.setattr(parquet, "SECONDS", (30.0, 0.0))
    assert_refused(path, "no Parquet file, (a damaged|or a damaged) one|takes more than 30 seconds")


def test_single_bytes_of_a_file_changed(path: Path) -> None:
    """Some of them are no harm; the others are refused. (polars panics at a few in a thousand.)"""
    whole = path.read_bytes()
    for place in range(8, len(whole), len(whole) // 3):
        damaged = bytearray(whole)
        damaged[place] ^= 0xFF
        path.write_bytes(damaged)
        try:
            found = mc.Records.from_parquet(path)
        except mc.RecordError as error:
            assert str(error).startswith(f"{path}: ")  # noqa: PT017  (or it is read)
        else:
            assert all(record.rules.name for record in found)


def test_no_open_file_is_taken_for_a_path() -> None:
    """``open(1)`` would close the standard output at its end."""
    code = """
import mancalab as mc
try:
    mc.Records.from_parquet(1)
except TypeError as error:
    print("refused:", error)
"""
    run = subprocess.run(  # noqa: S603
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=300
    )
    assert run.stdout.startswith("refused: ")


FULL = """
import resource, sys
import mancalab as mc
games = mc.Records(mc.Record.play("kalah", seed=1, number=n) for n in range(3))
resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))  # as if the disk were full then
for write in (games.to_parquet, games[0].save):
    try:
        write(sys.argv[1])
    except OSError as error:
        print(error.filename == sys.argv[1], error.errno, sep=" ")
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="limits of this kind are Unix's")
def test_a_full_disk_is_an_error_that_names_the_file(tmp_path: Path) -> None:
    run = subprocess.run(  # noqa: S603
        [sys.executable, "-c", FULL, str(tmp_path / "games")],
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    assert run.stdout == "True 27\nTrue 27\n"  # EFBIG
    assert list(tmp_path.iterdir()) == []


def test_what_the_other_process_says_is_read_in_parts() -> None:
    class Pipe:
        """It gives 5 bytes, and refuses to be asked for very many at once."""

        left = b"12345"

        def read(self, most: int) -> bytes:
            assert most <= 1 << 20
            part, self.left = self.left[:3], self.left[3:]
            return part

    pipe: Any = Pipe()
    assert parquet._up_to(10**12, pipe) == b"12345"  # noqa: SLF001
    short: Any = Pipe()
    assert parquet._up_to(2, short) == b"123"  # noqa: SLF001  (one part beyond, no more)
