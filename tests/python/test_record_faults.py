"""Damaged records, and arguments that make none: errors with the line, the field and the fault."""

from __future__ import annotations

import dataclasses
import json
import pickle
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mancalab as mc
from refusals import Call, Error, Words, cases, refused

lab: Any = mc
KALAH = mc.rules("kalah")
SOUND = mc.Record.play("kalah", south="greedy", north="random", seed=5)
TEXT = SOUND.to_json()
TWO_PARTS = mc.Record.play("chuba", seed=2)
OWN = mc.Record.play(
    Path(__file__).parents[1] / "data" / "own_games" / "vai-lung-thlan.toml", seed=1
)


def changed(**fields: Any) -> str:
    """The text of the sound record with other values; `...` leaves a field out."""
    data = json.loads(TEXT) | fields
    return json.dumps({name: value for name, value in data.items() if value is not ...}, indent=1)


def line_of(name: str, text: str) -> int:
    return next(n for n, line in enumerate(text.splitlines(), 1) if f'"{name}":' in line)


@pytest.mark.parametrize(
    ("fields", "at", "said"),
    [
        ({"format": "chess"}, "format", "format = \"chess\": it is 'mancalab record'"),
        ({"version": 2}, "version", "version = 2: this mancalab reads version 1"),
        ({"version": "1"}, "version", 'version = "1": allowed is the number 1'),
        ({"version": True}, "version", "version = true"),
        ({"rules": 3}, "rules", "rules = 3: allowed is a line of text"),
        ({"rules": "kalahh"}, "rules", 'did you mean "kalah"?'),
        ({"rules": "kalah columns=99"}, "rules", "columns"),
        ({"rules": ['name = "x"', "b = 1"]}, "rules", "b = 1: no such field"),
        ({"digest": "0" * 32}, "digest", "digest = '0000"),
        ({"start": 1}, "start", "start = 1: allowed is the text of a position"),
        ({"start": "S[1|0] N[1|0] S"}, "start", "start: "),
        ({"agents": ["a", "b"]}, "agents", 'an object with the texts "south" and "north"'),
        ({"agents": {"south": "a"}}, "agents", 'an object with the texts "south" and "north"'),
        ({"agents": {"south": "a\x07", "north": ""}}, "agents", "cannot be printed"),
        ({"seed": -1}, "seed", "seed = -1: allowed is a whole number from 0 to 1844"),
        ({"seed": 1.5}, "seed", "seed = 1.5"),
        ({"number": None}, "number", "number = null"),
        ({"actions": "2 5"}, "actions", 'actions = "2 5": allowed is a list of texts'),
        ({"actions": [2, 5]}, "actions", "actions = [2, 5]: allowed is a list of texts"),
        ({"end": "S"}, "end", 'end = "S": the actions lead to "S['),
        ({"result": None}, "result", 'result = null: the actions lead to {"result"'),
        ({"result": {"result": "south"}}, "result", "two whole numbers"),
        ({"comment": "hello"}, "comment", "comment: no such field; allowed are format, version"),
        ({"rules": ..., "seed": ..., "actions": ...}, None, "rules: the field is missing"),
    ],
)
def test_a_fault_is_named_with_its_line(fields: dict[str, Any], at: str | None, said: str) -> None:
    text = changed(**fields)
    with pytest.raises(mc.RecordError) as caught:
        mc.Record.from_json(text)
    line = 1 if at is None else line_of(at, text)
    assert caught.value.lines[0] == line
    assert str(caught.value).startswith(f"line {line}: ")
    assert said in str(caught.value)


def test_all_faults_of_fields_are_told_at_once() -> None:
    with pytest.raises(mc.RecordError) as caught:
        mc.Record.from_json(changed(seed=-1, number="x", comment=1, actions=...))
    assert len(caught.value.faults) == 4
    assert caught.value.lines == sorted(caught.value.lines)
    twin = pickle.loads(pickle.dumps(caught.value))  # noqa: S301
    assert (str(twin), twin.lines) == (str(caught.value), caught.value.lines)


def test_an_illegal_action_is_explained_with_ply_and_clause() -> None:
    record = mc.Record.from_actions("kalaha-ethiopian", ["0>", "0<", "1>"])
    lines = record.to_json().splitlines()
    at = next(n for n, line in enumerate(lines) if '"1>"' in line)
    lines[at] = lines[at].replace("1>", "0<")
    with pytest.raises(mc.RecordError) as caught:
        mc.Record.from_json("\n".join(lines))
    said = str(caught.value)
    assert said.startswith(f"line {at + 1}: actions[2] (ply 2, South): 0< is illegal (KT-4): ")
    assert "legal are 1>, 2>" in said
    assert isinstance(caught.value.__cause__, mc.RecordError)


def test_a_word_that_is_no_action_is_named_with_its_line() -> None:
    text = mc.Record.from_actions("kalah", [2, 5, 0]).to_json().replace('"0"\n', '"x"\n')
    with pytest.raises(mc.RecordError, match=r'line 12: actions\[2\]: action "x": allowed are 0'):
        mc.Record.from_json(text)


def test_an_action_after_the_end_is_refused() -> None:
    actions = json.loads(TEXT)["actions"]
    with pytest.raises(mc.RecordError, match="the game is over"):
        mc.Record.from_json(changed(actions=[*actions, "0"]))


def test_a_field_given_twice_is_a_fault() -> None:
    text = TEXT.replace('  "seed": 5,\n', '  "seed": 5,\n  "seed": 5,\n')
    with pytest.raises(mc.RecordError, match="line 9: seed is given twice"):
        mc.Record.from_json(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "line 1, column 1: not a JSON text: Expecting value"),
        ("{\n\n'a': 1}", "line 3, column 1: not a JSON text: Expecting property name"),
        ('{"a": 1,\n "b" 2}', "line 2, column 6: not a JSON text: Expecting ':' delimiter"),
        ("[1,\n2]", "line 1: a record is a JSON object"),
        ('"text"', "line 1: a record is a JSON object"),
        ('{"a": 1,\n "seed": NaN}', "line 2: NaN is no number"),
        ('{"a": 1,\n "seed": ' + "1" * 5000 + "}", "line 2: "),
        ("[" * 100_000 + "]" * 100_000, "line 1: "),
    ],
)
def test_what_is_no_json_is_refused_with_line_and_column(text: str, said: str) -> None:
    with pytest.raises(mc.RecordError) as caught:
        mc.Record.from_json(text)
    assert str(caught.value).startswith(said)


def test_a_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(TEXT.encode().replace(b'"greedy"', b'"gr\xffdy"'))
    with pytest.raises(mc.RecordError) as caught:
        mc.Record.load(path)
    assert str(caught.value) == f"{path}, line 7: no UTF-8 text"
    path.write_text(TEXT[:100], encoding="utf-8")
    with pytest.raises(mc.RecordError, match=r"game\.json, line \d+, column \d+: not a JSON text"):
        mc.Record.load(path)
    with pytest.raises(FileNotFoundError):
        mc.Record.load(tmp_path / "none.json")


def assert_sound_or_named(text: str, sound: mc.Record) -> None:
    """A damaged text is refused with a line of it, or says the same game."""
    try:
        record = mc.Record.from_json(text)
    except mc.RecordError as error:
        assert error.lines  # noqa: PT017  (what is raised is half of what may happen)
        assert all(1 <= line <= text.count("\n") + 1 for line in error.lines)  # noqa: PT017
        assert all(f.startswith("line ") for f in error.faults)  # noqa: PT017
    else:
        # Nothing can tell that a name, a seed or a number was another one before.
        same = dataclasses.replace(
            record, agents=sound.agents, seed=sound.seed, number=sound.number
        )
        assert same == sound or record.final == sound.final
        assert mc.Record.from_json(record.to_json()) == record


RECORDS = st.sampled_from([SOUND, TWO_PARTS, OWN])


@given(RECORDS, st.data())
def test_a_changed_character_is_found(record: mc.Record, data: st.DataObject) -> None:
    text = record.to_json()
    at = data.draw(st.integers(0, len(text) - 1))
    sign = data.draw(st.one_of(st.sampled_from('0123456789"{}[],:\n \\x-'), st.characters()))
    assert_sound_or_named(text[:at] + sign + text[at + 1 :], record)


@given(RECORDS, st.data())
def test_a_cut_is_found(record: mc.Record, data: st.DataObject) -> None:
    text = record.to_json()
    at = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.one_of(st.just(len(text)), st.integers(at, min(at + 30, len(text)))))
    assert_sound_or_named(text[:at] + text[end:], record)


@given(RECORDS, st.integers(0, 2**32))
def test_the_end_of_a_text_is_missed(record: mc.Record, number: int) -> None:
    text = record.to_json().rstrip()
    with pytest.raises(mc.RecordError, match=r"^line \d+, column \d+: not a JSON text"):
        mc.Record.from_json(text[: number % len(text)])


def made(*args: Any, **options: Any) -> Callable[[], object]:
    return lambda: lab.Record(*args, **options)


@cases(
    [
        (made("kalah"), TypeError, ("rules: a Rules is needed, not str",)),
        (made(KALAH, "25"), TypeError, ("actions: a sequence of actions",)),
        (made(KALAH, (2.0,)), TypeError, ("actions[0]: an integer is needed, not float",)),
        (made(KALAH, (2, 6)), mc.RecordError, ("actions[1] = 6: allowed are 0 to 5",)),
        (made(KALAH, (2, 2)), mc.RecordError, ("actions[1] (ply 1, South): 2 is illegal (KA-2)",)),
        (made(KALAH, start=1), TypeError, ("start: a State is needed, or None, not int",)),
        (
            made(KALAH, start=mc.rules("oware").start()),
            ValueError,
            ("start: it has the rules of Oware",),
        ),
        (made(KALAH, agents="ab"), TypeError, ("agents: two names are needed, not str",)),
        (made(KALAH, agents=("a",)), TypeError, ("agents = ('a',): two names are needed",)),
        (made(KALAH, agents=("a\n", "b")), ValueError, ("agents: 'a\\n'",)),
        (made(KALAH, seed=-1), ValueError, ("seed = -1: allowed are 0 to", "or None")),
        (made(KALAH, number=1.0), TypeError, ("number: an integer is needed",)),
        (lambda: lab.Record.play("kalahh"), KeyError, ("kalahh", "did you mean")),
        (
            lambda: lab.Record.play(3),
            TypeError,
            ("game: a name, rules or the path of a TOML file is needed, not int",),
        ),
        (
            lambda: lab.Record.play("kalah", south="gredy"),
            ValueError,
            ("south = 'gredy': there is no such agent", "did you mean 'greedy'"),
        ),
        (
            lambda: lab.Record.play("kalah", north=3),
            TypeError,
            ("north: a name, an agent", "is needed, not int"),
        ),
        (lambda: lab.Record.play("kalah", seed=2**64), ValueError, ("seed = 18446744",)),
        (lambda: lab.Record.play("kalah", south=lambda _: 9), mc.IllegalAction, ("action 9",)),
        (
            lambda: lab.Record.play("kalah", south=lambda _: "2"),
            TypeError,
            ("<lambda> answers with an action: an integer is needed, not str",),
        ),
        (lambda: lab.Record.from_actions("kalah", ["x"]), mc.RecordError, ("actions[0]: action",)),
        (lambda: lab.Record.from_actions("kalah", 2), TypeError, ("actions: a sequence",)),
        (lambda: lab.Record.from_json(b"{}"), TypeError, ("text: a str is needed, not bytes",)),
    ]
)
def test_what_makes_no_record_is_refused(call: Call, error: Error, words: Words) -> None:
    refused(call, error, words)


def test_what_lies_deep_takes_no_memory_of_its_own() -> None:
    """A place was kept for every value: a megabyte of numbers in lists in lists took gigabytes."""
    deep = "[" * 900 + "1," * 20_000 + "1" + "]" * 900
    text = TEXT.rstrip().removesuffix("}") + f', "more": {deep}}}'
    tracemalloc.start()
    with pytest.raises(mc.RecordError, match="more: no such field"):
        mc.Record.from_json(text)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 100 * len(text)


def test_of_very_many_faults_the_first_are_told() -> None:
    with pytest.raises(mc.RecordError) as caught:
        mc.Record.from_json(changed(**{f"more{n}": n for n in range(1000)}))
    assert len(caught.value.faults) == 51
    assert caught.value.faults[-1].endswith("there are more faults: these are the first 50")
