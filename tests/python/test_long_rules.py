"""Descriptions that are far too long: refused in a time that does not matter, with a few faults."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

import mancalab as mc

LONGEST = 2**17
MOST_FAULTS = 51  # the last one says that there are more

HEAD = 'name = "x"\n[board]\nrows = 2\ncolumns = 6\n'

LONG: dict[str, Callable[[int], str]] = {
    "no values": lambda n: "= \n" * (n // 3),
    "unknown fields": lambda n: "".join(f"k{i}=1\n" for i in range(n // 9)),
    "unknown tables": lambda n: "".join(f"[k{i}]\n" for i in range(n // 9)),
    "a field many times": lambda n: "a=1\n" * (n // 4),
    "texts without end": lambda n: 'a="\n' * (n // 4),
    "bad entries": lambda n: "[[capture]]\nfoo=1\n" * (n // 18),
    "good entries": lambda n: HEAD + "[[landing]]\ncounts=[2]\n" * (n // 24),
    "clauses": lambda n: "[clauses]\n" + "".join(f"A-{i}='x'\n" for i in range(n // 12)),
    "a long list of words": lambda n: "[ending]\nwhen=[" + "'above_hal'," * (n // 13) + "]",
    "a long list of numbers": lambda n: "[[landing]]\ncounts=[" + "500," * (n // 5) + "]",
    "a long word": lambda n: f'book = "{"k" * (n - 20)}"',
    "clauses that are not there": lambda n: (
        f'{HEAD}[moves]\nclause="{", ".join(f"A-{i}" for i in range(n // 9))}"\n'
        "[clauses]\nB-1='x'\n"
    ),
    "lists in lists": lambda n: "a=" + "[" * (n // 2 - 2) + "]" * (n // 2 - 2),
}


@pytest.mark.parametrize("kind", LONG)
def test_a_long_description_is_refused_with_a_few_faults(kind: str) -> None:
    """The time of each grew with the square of its length: together they took many minutes."""
    text = LONG[kind](LONGEST)
    assert LONGEST // 2 < len(text) <= LONGEST
    with pytest.raises(mc.RulesError) as caught:
        mc.Rules.from_toml(text)
    assert 1 <= len(caught.value.faults) <= MOST_FAULTS
    assert len(str(caught.value)) <= 3 * LONGEST


def test_of_very_many_faults_the_first_are_told() -> None:
    with pytest.raises(mc.RulesError) as caught:
        mc.Rules.from_toml("".join(f"k{i} = 1\n" for i in range(1000)))
    faults = caught.value.faults
    assert [fault.partition(" = ")[0] for fault in faults[:-1]] == [
        f"line {i + 1}: k{i}" for i in range(50)
    ]
    assert faults[-1] == "there are more faults: these are the first 50"


def test_a_text_that_is_too_long_is_not_looked_at(tmp_path: Path) -> None:
    text = mc.rules("kalah").to_toml() + "#" * LONGEST
    with pytest.raises(mc.RulesError, match=f"bytes: allowed are at most {LONGEST}$"):
        mc.Rules.from_toml(text)
    path = tmp_path / "long.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(mc.RulesError, match=rf"long\.toml has more than the {LONGEST} bytes"):
        mc.Rules.from_toml(path)
    fits = text[:LONGEST]
    assert mc.Rules.from_toml(fits) == mc.rules("kalah")
    lines = [*mc.rules("kalah").to_toml().splitlines(), "#" * LONGEST]
    record = mc.Record(mc.rules("kalah")).to_json()
    with pytest.raises(mc.RecordError, match=r"^line \d+: rules: the text has \d+ bytes"):
        mc.Record.from_json(json.dumps(json.loads(record) | {"rules": lines}))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[landing]]\n" * 33, "landing = 33 entries: at most 32 entries are allowed"),
        ("[[capture]]\n" * 33, "capture = 33 entries: at most 32 entries are allowed"),
        (
            "[clauses]\n" + "".join(f"A-{i} = 'x'\n" for i in range(1001)),
            "clauses = 1001 clauses: at most 1000 clauses are allowed",
        ),
        (
            f"{HEAD}[[landing]]\ncounts = {[2] * 256}\n",
            "landing[0].counts = 256 numbers: at most 255 are allowed",
        ),
    ],
)
def test_lists_that_no_game_has(text: str, said: str) -> None:
    with pytest.raises(mc.RulesError) as caught:
        mc.Rules.from_toml(text)
    assert any(said in fault for fault in caught.value.faults)


def test_other_threads_run_on_while_a_description_is_read() -> None:
    """A thread that counts gets on during each of many readings of the longest text."""
    text = LONG["unknown fields"](LONGEST)
    reading, counted = threading.Event(), threading.Event()
    at_work = []

    def count() -> None:
        while not counted.is_set():
            if reading.is_set():
                at_work.append(1)
                counted.set()

    thread = threading.Thread(target=count)
    thread.start()
    try:
        while not counted.is_set():
            reading.set()
            with pytest.raises(mc.RulesError):
                mc.Rules.from_toml(text)
            reading.clear()
    finally:
        counted.set()
        thread.join()
    assert at_work == [1]


def test_a_line_of_rules_that_is_too_long_is_not_looked_at() -> None:
    for line in ("kalah" + " columns=4" * 2000, "k" * 20_000):
        with pytest.raises(ValueError, match=r"has \d+ bytes: allowed are at most 10000$"):
            mc.Rules.from_text(line)
    assert mc.Rules.from_text("kalah" + " columns=4" * 900) == mc.rules("kalah", columns=4)
