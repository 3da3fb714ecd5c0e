"""Files of searches: nothing damaged is believed, and none of another search."""

from __future__ import annotations

import hashlib
import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import mancalab as mc
from refusals import cases, lab, refused

KALAH = mc.rules("kalah", columns=4, seeds=3)
NODES = 2_000
"""Positions after which the value is still open: the whole file is read when a search goes on."""


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    path = tmp_path / "search"
    assert not mc.solve(KALAH, path=path, nodes=NODES, threads=1).solved
    return path


def go_on(path: Path) -> mc.Solution:
    return mc.solve(KALAH, path=path, nodes=NODES)


def test_a_byte_that_is_wrong_is_noticed_wherever_it_stands(kept: Path) -> None:
    data = kept.read_bytes()
    assert len(data) > 5_000
    # Every place at the ends, but of what lies between only some.
    last = range(len(data) - 60, len(data))
    for place in (*range(30), *range(30, len(data) - 60, 97), *last):
        kept.write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
        refused(lambda: go_on(kept), mc.ProofError, (str(kept),))
    refused(lambda: go_on(kept), mc.ProofError, ("damaged: block 1 of 1",))
    kept.write_bytes(data)
    assert go_on(kept).earlier_runs == 1


@pytest.mark.parametrize("size", [0, 10, 100, -1, -100, -4_000])
def test_a_file_that_is_too_short_is_refused(size: int, kept: Path) -> None:
    kept.write_bytes(kept.read_bytes()[:size])
    refused(lambda: go_on(kept), mc.ProofError, (str(kept),))


def test_a_file_with_more_than_a_search_is_refused(kept: Path) -> None:
    kept.write_bytes(kept.read_bytes() + b"\0")
    refused(lambda: go_on(kept), mc.ProofError, (str(kept), "goes on after its last block"))


def test_a_file_that_is_refused_stays_as_it_is(kept: Path) -> None:
    data = kept.read_bytes()[:-1]
    kept.write_bytes(data)
    refused(lambda: go_on(kept), mc.ProofError, (str(kept),))
    assert kept.read_bytes() == data
    assert list(kept.parent.iterdir()) == [kept]


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        (
            mc.rules("kalaha-general", columns=4, seeds=3),
            ("other rules (kalah columns=4 seeds=3)", "kalaha-general"),
        ),
        (KALAH.replace(empty_capture=True), ("other rules",)),
        (
            mc.rules("kalah", columns=5, seeds=3),
            ("other rules (kalah columns=4 seeds=3) than", "game (kalah columns=5 seeds=3)"),
        ),
        (
            mc.rules("kalah", columns=4, seeds=2),
            ("another position, S[3 3 3 3|0] N[3 3 3 3|0] S, not S[2 2 2 2|0]",),
        ),
    ],
)
def test_a_file_of_another_search_is_refused(
    rules: mc.Rules, words: tuple[str, ...], kept: Path
) -> None:
    data = kept.read_bytes()
    refused(lambda: mc.solve(rules, path=kept), ValueError, (f"path: {kept}", *words))
    after = KALAH.start().play(0)
    refused(lambda: mc.solve(after, path=kept), ValueError, (f"path: {kept}", "another position"))
    assert kept.read_bytes() == data


def test_blocks_of_another_search_are_refused(kept: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    rules = mc.rules("kalaha-general", columns=4, seeds=3)
    mc.solve(rules, path=other, nodes=NODES)
    mine, theirs = kept.read_bytes(), other.read_bytes()
    kept.write_bytes(mine[: blocks(mine)] + theirs[blocks(theirs) :])
    refused(lambda: go_on(kept), mc.ProofError, ("damaged: block 1 of 1",))


def blocks(data: bytes) -> int:
    """Return where the first block begins."""
    return 24 + int.from_bytes(data[20:24], "little") + 32


def forged(data: bytes, **found: Any) -> bytes:
    """Return a file with another head, and with checksums that are right."""
    start = blocks(data)
    said = json.loads(data[24 : start - 32])
    said["found"] |= found
    text = json.dumps(said, separators=(",", ":"), ensure_ascii=False).encode()
    head = data[:20] + len(text).to_bytes(4, "little") + text
    head += hashlib.sha256(head).digest()
    block = data[start:-32]
    number = (0).to_bytes(4, "little")
    return head + block + hashlib.sha256(head[-32:] + number + block).digest()


def test_what_a_file_says_is_what_was_found(kept: Path) -> None:
    data = kept.read_bytes()
    assert forged(data)[blocks(data) : -32] == data[blocks(data) : -32]
    kept.write_bytes(forged(data))
    found = go_on(kept)
    said = json.loads(data[24 : blocks(data) - 32])
    assert set(said) == {"subject", "found", "blocks"}
    assert said["subject"]["position"] == "S[3 3 3 3|0] N[3 3 3 3|0] S"
    assert mc.Rules.from_toml(said["subject"]["rules"]) == KALAH
    assert said["found"]["spent"]["nodes"] == found.earlier_nodes


@pytest.mark.parametrize(
    ("found", "words"),
    [
        ({"bounds": {"lower": 9, "upper": 8}}, "the head"),
        ({"bounds": {"lower": -24, "upper": 26}}, "the head"),
        ({"actions": []}, "the head"),
        ({"actions": [[0, {"lower": 3, "upper": 2}]]}, "the head"),
        ({"line": [0, 99]}, "the head"),
        ({"line": [1] * 40}, "the head"),
        ({"stage": -1}, "the head"),
        ({"more": 1}, "the head"),
        # The value is 6, and all values are even.
        ({"bounds": {"lower": 23, "upper": 24}}, "contradicts the rest"),
        ({"bounds": {"lower": -24, "upper": -23}}, "contradicts the rest"),
    ],
)
def test_what_cannot_be_is_refused_whatever_its_checksum(
    found: dict[str, Any], words: str, kept: Path
) -> None:
    kept.write_bytes(forged(kept.read_bytes(), **found))
    refused(lambda: mc.solve(KALAH, path=kept), mc.ProofError, (str(kept), "damaged", words))


def test_other_files_and_none(tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_text("hello")
    refused(lambda: go_on(text), mc.ProofError, (str(text), "not a file that keeps a search"))
    assert text.read_text() == "hello"
    table = tmp_path / "table"
    mc.Tablebase.build(KALAH, 2, table)
    refused(lambda: go_on(table), mc.ProofError, (str(table), "not a file that keeps a search"))
    refused(lambda: go_on(tmp_path / "none" / "search"), FileNotFoundError, ("none",))
    with pytest.raises(OSError, match=tmp_path.name):
        go_on(tmp_path)
    assert {file.name for file in tmp_path.iterdir()} == {"table", "table.json", "text"}
    assert list(tmp_path.parent.glob("*.part")) == []


def test_a_later_version_is_told(kept: Path) -> None:
    data = bytearray(kept.read_bytes())
    data[16] = 2
    kept.write_bytes(data)
    words = (str(kept), "a search in format 2; this version reads 1")
    refused(lambda: go_on(kept), mc.ProofError, words)


@pytest.mark.skipif(sys.platform == "win32", reason="needs /dev")
def test_no_device_is_replaced() -> None:
    refused(lambda: mc.solve(KALAH, path="/dev/null"), OSError, ("not a device", "/dev/null"))


def test_a_part_that_was_left_is_written_over(kept: Path) -> None:
    beside = kept.with_name("search.part")
    beside.write_bytes(b"half of a file" * 10_000)
    assert go_on(kept).earlier_runs == 1
    assert list(kept.parent.iterdir()) == [kept]
    assert go_on(kept).earlier_runs == 2


LIMITED = """\
import resource, sys
import mancalab as mc
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]),) * 2)
try:
    mc.solve(mc.rules("kalah", columns=4, seeds=3), path=sys.argv[1], nodes=20_000)
except OSError as error:
    print(error.filename, error.strerror)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs limits of processes")
def test_a_full_disk_is_told_and_leaves_the_old_file(kept: Path) -> None:
    data = kept.read_bytes()
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", LIMITED, str(kept), str(len(data) + 100)],
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )
    assert (done.stdout, done.stderr) == (f"{kept} File too large\n", "")
    assert kept.read_bytes() == data
    assert list(kept.parent.iterdir()) == [kept]


INTERRUPTED = """\
import resource, signal, sys
import mancalab as mc
signal.signal(signal.SIGINT, signal.default_int_handler)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]),) * 2)
print("begin", flush=True)
try:
    mc.solve(mc.rules("kalah", seeds=6), path=sys.argv[1])
except KeyboardInterrupt as interrupt:
    print(interrupt.__notes__)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals and limits of processes")
def test_ctrl_c_does_not_hide_that_nothing_was_written(tmp_path: Path) -> None:
    path = tmp_path / "search"
    mc.solve(mc.rules("kalah", seeds=6), path=path, nodes=1)
    size = path.stat().st_size
    with subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-c", INTERRUPTED, str(path), str(size + 100)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begin\n"
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (out, err) == (f"['not kept: {path}: File too large (os error 27)']\n", "")
    assert list(tmp_path.iterdir()) == [path]


AWARI: Any = mc.rules("awari", columns=3, seeds=2)


@cases(
    [
        (lambda: lab.solve(AWARI, path="x"), ValueError, ("path: only a proof search", "again")),
        (
            lambda: lab.solve(KALAH.replace(max_actions=50), path="x"),
            ValueError,
            ("path: only a proof search", "max_actions = 50 is part of what this game is worth"),
        ),
        (lambda: lab.solve("bao-ki-arabu", path="x"), ValueError, ("path: only a proof search",)),
        (lambda: lab.solve("kalah", path=7), TypeError, ("path: a path is needed, or None",)),
        (
            lambda: lab.solve(mc.rules("kalah", seeds=12), path="x"),
            ValueError,
            ("path: only a proof search", "too many seeds"),
        ),
    ]
)
def test_what_cannot_be_kept_is_refused(
    call: object,
    error: type[BaseException],
    words: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    refused(call, error, words)  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []
