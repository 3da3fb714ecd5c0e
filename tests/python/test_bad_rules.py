"""Faulty descriptions, each with the message that it should get.

A file of `tests/data/bad_rules` begins with a line ``# expect: PART OF THE MESSAGE`` for each of
its faults.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import mancalab as mc

FOLDER = Path(__file__).parents[1] / "data" / "bad_rules"
FILES = sorted(FOLDER.glob("*.toml"))
LINE = re.compile(r"line (\d+): ")


def expectations(path: Path) -> list[str]:
    mark = "# expect: "
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line.removeprefix(mark) for line in lines if line.startswith(mark)]


def faults_of(path: Path) -> list[str]:
    with pytest.raises(mc.RulesError) as caught:
        mc.Rules.from_toml(path)
    return caught.value.faults


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_faulty_description_gets_its_message(path: Path) -> None:
    unexpected = faults_of(path)
    missing = []
    for part in expectations(path):
        found = next((fault for fault in unexpected if part in fault), None)
        if found is None:
            missing.append(part)
        else:
            unexpected.remove(found)
    assert (missing, unexpected) == ([], [])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_faults_come_in_the_order_of_the_lines(path: Path) -> None:
    numbers = [int(found[1]) for fault in faults_of(path) if (found := LINE.match(fault))]
    assert numbers == sorted(numbers)
    length = len(path.read_text(encoding="utf-8").splitlines())
    assert all(1 <= number <= length for number in numbers)


def test_every_file_expects_something() -> None:
    assert len(FILES) >= 64
    assert [path.stem for path in FILES if not expectations(path)] == []


def test_every_table_has_faulty_files() -> None:
    expected = "\n".join(part for path in FILES for part in expectations(path))
    axes = "board setup moves sowing laps landing capture turn ending limits"
    for axis in axes.split():
        assert len(re.findall(rf": {axis}[.\[]", expected)) >= 2, axis


def test_a_text_of_its_own_gets_the_same_faults_as_its_file() -> None:
    path = FOLDER / "several-values.toml"
    with pytest.raises(mc.RulesError) as caught:
        mc.Rules.from_toml(path.read_text(encoding="utf-8"))
    assert caught.value.faults == faults_of(path)


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "latin.toml"
    path.write_bytes("name = 'café'".encode("latin-1"))
    with pytest.raises(mc.RulesError, match="UTF-8"):
        mc.Rules.from_toml(path)


def test_lines_are_counted_in_files_from_windows(tmp_path: Path) -> None:
    path = FOLDER / "board-five-rows.toml"
    copy = tmp_path / "copy.toml"
    copy.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert faults_of(copy) == faults_of(path)
