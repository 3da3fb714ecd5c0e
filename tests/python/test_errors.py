"""Bad input for games, options, descriptions, actions and counts: the error says what is wrong."""

from __future__ import annotations

import contextlib
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mancalab as mc
from refusals import (
    GREEDY,
    KALAH,
    START,
    TALLY,
    Call,
    Error,
    Words,
    assert_unharmed,
    cases,
    lab,
    refused,
)

LISTED = f"`mancalab games` lists all {len(mc.catalogue)} names, in Python"


@pytest.fixture(autouse=True)
def _unharmed() -> Iterator[None]:
    yield
    assert_unharmed()


# Names of games and options


@cases(
    [
        (
            lambda: lab.rules("kalha"),
            KeyError,
            (
                'no game is called "kalha"; did you mean "kalah"? `mancalab games` '
                f"lists all {len(mc.catalogue)} names, in Python `list(mancalab.catalogue)`",
            ),
        ),
        (
            lambda: lab.rules("kahla"),
            KeyError,
            ('"kahla"; did you mean "kalah" or "katra"? `mancalab',),
        ),
        (lambda: lab.rules("KALAH"), KeyError, ("KALAH", "did you mean", "kalah")),
        (lambda: lab.rules(""), KeyError, (f'""; {LISTED}',)),
        (lambda: lab.rules("\ud800"), KeyError, ("`mancalab games` lists",)),
        (
            lambda: lab.rules("zzzz"),
            KeyError,
            (f'"zzzz"; {LISTED}',),
        ),
        (
            lambda: lab.rules("game.json"),
            KeyError,
            ('no game is called "game.json"; the name of a file with a description ends in .toml',),
        ),
        (
            lambda: lab.Rules.from_text("game.json"),
            ValueError,
            ('"game.json"; the name of a file with a description ends in .toml',),
        ),
        (
            lambda: lab.rules("game.toml"),
            KeyError,
            ('"game.toml"; a file is named by a path, not by a text: write pathlib.Path(...)',),
        ),
        (
            lambda: lab.rules("kalah:columns=4,seeds=3"),
            KeyError,
            ('in Python it is mancalab.rules("kalah", columns=4, seeds=3)',),
        ),
        (
            lambda: lab.Rules.from_text("kalah:columns=4"),
            ValueError,
            ('in a line of rules blanks stand before options: "kalah columns=4"',),
        ),
        (
            lambda: KALAH.state(pits=[[1] * 6, [1] * 6], to_move="north"),
            TypeError,
            ("to_move: 0 (South) or 1 (North) is needed, not str",),
        ),
        (
            lambda: lab.rules("igisoro", columns=9),
            lab.RulesError,
            ("columns = 9: allowed is 8:", "laps.turn_at = [0, 7, 9, 14]"),
        ),
        (
            lambda: lab.rules("igisoro").replace(**{"setup.outer": 4}),
            lab.RulesError,
            ("setup.outer = 4: this is a key of a description, and no option",),
        ),
        (lambda: lab.rules(3), TypeError, ("name", "str", "int")),
        (lambda: lab.rules(None), TypeError, ("name", "str", "None")),
        (lambda: lab.rules(b"kalah"), TypeError, ("name", "str", "bytes")),
        (lab.rules, TypeError, ("name",)),
        (lambda: lab.catalogue["kalha"], KeyError, ("kalha", "kalah")),
        (lambda: lab.catalogue["aoyayo"], KeyError, ("aoyayo", "ayoayo")),
        (lambda: lab.catalogue[3], KeyError, ("name: a str is needed, not int 3",)),
        (lab.Rules, TypeError, ("Rules",)),
        (lab.State, TypeError, ("State",)),
        (lab.Outcome, TypeError, ("Outcome",)),
        (lab.Tally, TypeError, ("Tally",)),
    ]
)
def test_a_game_that_is_not_there(call: Call, error: Error, words: Words) -> None:
    refused(call, error, words)


OPTIONS: list[tuple[str, dict[str, object], Error, Words]] = [
    ("kalah", {"columns": 0}, mc.RulesError, ("columns = 0", "1 to 16")),
    ("kalah", {"columns": 17}, mc.RulesError, ("columns = 17", "1 to 16")),
    ("kalah", {"columns": 10**30}, mc.RulesError, (f"columns = {10**30}", "1 to 16")),
    ("kalah", {"columns": -(10**30)}, mc.RulesError, (f"columns = -{10**30}", "1 to 16")),
    ("kalah", {"columns": "6"}, mc.RulesError, ("columns = ", "6", "1 to 16")),
    ("kalah", {"columns": True}, mc.RulesError, ("columns = ", "1 to 16")),
    ("kalah", {"columns": None}, mc.RulesError, ("columns = ", "1 to 16")),
    ("kalah", {"columns": 6.0}, TypeError, ("columns", "float")),
    ("kalah", {"columns": [6]}, TypeError, ("columns", "list")),
    ("kalah", {"start": 1.5}, TypeError, ("start", "float", "south")),
    ("kalah", {"empty_capture": 1.0}, TypeError, ("empty_capture", "float", "rue")),
    ("kalah", {"empty_capture": 1}, mc.RulesError, ("empty_capture = 1", "rue", "alse")),
    ("kalah", {"seeds": -1}, mc.RulesError, ("seeds = -1", "0 to")),
    ("kalah", {"seeds": 22}, mc.RulesError, ("seeds", "264", "255")),
    ("kalah", {"start": "west"}, mc.RulesError, ("start", "west", "south", "north")),
    ("kalah", {"start": 0}, mc.RulesError, ("start = 0", "south", "north")),
    ("kalah", {"max_actions": 0}, mc.RulesError, ("max_actions = 0", "1 to", "one")),
    ("kalah", {"max_actions": 2**70}, mc.RulesError, (f"max_actions = {2**70}", "1 to", "one")),
    ("kalah", {"endless": "draw"}, mc.RulesError, ("endless", "draw", "void", "loss")),
    ("kalah", {"colums": 5}, mc.RulesError, ("colums", "kalah", 'did you mean "columns"')),
    ("chuba", {"columns": 3}, mc.RulesError, ("columns", "chuba", "max_actions")),
    ("chuba", {"seeds": 3}, mc.RulesError, ("seeds", "chuba")),
    ("mwambulula", {"reentry": "next"}, mc.RulesError, ("reentry", "lap", "landing", "turn")),
    ("pratt", {"skip": "all"}, mc.RulesError, ("skip", "all", "lap", "turn")),
    ("elf", {"capture": "up"}, mc.RulesError, ("capture", "up", "none", "home", "across")),
]


@pytest.mark.parametrize(("game", "options", "error", "words"), OPTIONS)
def test_an_option_that_is_not_allowed(
    game: str, options: dict[str, object], error: Error, words: Words
) -> None:
    rules: Any = mc.catalogue[game]
    digest = rules.digest
    said = refused(lambda: lab.rules(game, **options), error, words)
    assert refused(lambda: rules.replace(**options), error, words) == said
    assert rules.digest == digest
    assert rules.replace() == rules


def test_every_wrong_option_is_reported_at_once() -> None:
    with pytest.raises(mc.RulesError) as caught:
        KALAH.replace(columns=99, seeds=-1, colour="red")
    names = [fault.split(" = ")[0] for fault in caught.value.faults]
    assert names == ["columns", "seeds", "colour"]
    assert all(fault in str(caught.value) for fault in caught.value.faults)


@cases(
    [
        (lambda: KALAH.replace(3), TypeError, ("positional",)),
        (lambda: KALAH.diff(3), TypeError, ("other", "Rules", "int")),
        (lambda: KALAH.diff(None), TypeError, ("other", "Rules", "None")),
        (lambda: setattr(KALAH, "name", "x"), AttributeError, ("name",)),
    ]
)
def test_rules_refuse(call: Call, error: Error, words: Words) -> None:
    refused(call, error, words)


def test_faults_are_values_with_their_parts() -> None:
    with pytest.raises(mc.RulesError) as caught:
        KALAH.replace(columns=99, colour="red")
    error = caught.value
    assert [str(fault) for fault in error.details] == error.faults
    columns, colour = error.details
    assert (columns.field, columns.value, columns.line) == ("columns", "99", None)
    assert columns.allowed == "allowed are 1 to 16"
    assert colour.field == "colour"
    assert columns == mc.Fault("columns", "99", "allowed are 1 to 16")
    assert hash(columns) == hash(mc.Fault("columns", "99", "allowed are 1 to 16"))
    assert repr(columns) == "<Fault columns = 99: allowed are 1 to 16>"
    assert str(mc.Fault("board.rows", "3", "allowed are 2 and 4", 6)).startswith("line 6: ")


def test_faults_of_a_description_know_their_lines() -> None:
    with pytest.raises(mc.RulesError) as caught:
        mc.Rules.from_toml(KALAH.to_toml().replace("rows = 2", "rows = 5"))
    (fault,) = caught.value.details
    lines = KALAH.to_toml().splitlines()
    assert (fault.field, fault.value) == ("board.rows", "5")
    assert fault.line == lines.index("rows = 2") + 1
    with pytest.raises(mc.RulesError) as caught:
        mc.Rules.from_toml("name = ")
    (fault,) = caught.value.details
    assert (fault.field, fault.value, fault.line) == ("", "", 1)


def test_faults_of_entries_have_the_field_that_events_and_options_have() -> None:
    state = KALAH.state(pits=[[1, 0, 0, 0, 0, 1], [1, 2, 3, 4, 5, 6]])
    fields = [event.field for event in state.trace(0)]
    assert "landing.capture.take" in fields
    with pytest.raises(mc.RulesError) as changed:
        KALAH.replace(**{"landing.capture.turns": [0]})
    text = KALAH.to_toml().replace('facing = "occupied"', "turns = [0]")
    with pytest.raises(mc.RulesError) as read:
        mc.Rules.from_toml(text)
    with pytest.raises(mc.RulesError) as without:
        mc.Rules.from_toml(text.replace('name = "capture"\n', ""))
    fields = [error.value.details[0].field for error in (changed, read, without)]
    assert fields == ["landing.capture.turns[0]"] * 2 + ["landing[0].turns[0]"]
    assert str(read.value).startswith("line ")


def test_faults_of_a_position_are_values_too() -> None:
    with pytest.raises(mc.PositionError) as caught:
        KALAH.state(pits=[[300, 0, 0, 0, 0, 0], [0] * 6], to_move=2)
    error = caught.value
    assert [str(fault) for fault in error.details] == error.faults
    assert {fault.field for fault in error.details} >= {"to_move"}
    assert all(fault.line is None for fault in error.details)


def test_errors_cross_between_processes_with_their_faults() -> None:
    with pytest.raises(mc.RulesError) as caught:
        KALAH.replace(columns=99)
    again = pickle.loads(pickle.dumps(caught.value))  # noqa: S301 - our own
    assert (again.faults, again.details) == (caught.value.faults, caught.value.details)
    fault = caught.value.details[0]
    assert pickle.loads(pickle.dumps(fault)) == fault  # noqa: S301 - our own


# Descriptions in TOML


@cases(
    [
        (lab.Rules.from_toml, TypeError, ("text",)),
        (lambda: lab.Rules.from_toml(b"name"), TypeError, ("text", "str", "path", "bytes")),
        (lambda: lab.Rules.from_toml(None), TypeError, ("text", "str", "path", "None")),
        (lambda: lab.Rules.from_toml(3), TypeError, ("text", "str", "path", "int")),
        (lambda: lab.Rules.from_toml(""), mc.RulesError, ("name", "board.rows", "2, 3 and 4")),
        (lambda: lab.Rules.from_toml('name = "x'), mc.RulesError, ("line 1",)),
        (lambda: lab.Rules.from_toml("\n\nname = "), mc.RulesError, ("line 3",)),
        (lambda: lab.Rules.from_toml("\0\x01\x02"), mc.RulesError, ("line 1",)),
        (lambda: lab.Rules.from_toml("\ud800"), mc.RulesError, ()),
        (
            lambda: lab.Rules.from_toml('a = "x"\n' * 2),
            mc.RulesError,
            ("line 2", "`a` stands there twice"),
        ),
        (lambda: lab.Rules.from_toml("x" * 100_000), mc.RulesError, ("line 1",)),
        (lambda: lab.Rules.from_toml("a=" + "[" * 100_000), mc.RulesError, ("line 1",)),
        (lambda: lab.Rules.from_toml("kalah.toml"), mc.RulesError, ("line 1",)),
    ]
)
def test_a_text_that_describes_no_game(call: Call, error: Error, words: Words) -> None:
    refused(call, error, words)


def test_every_fault_of_a_description_is_named_with_its_line() -> None:
    text = KALAH.to_toml().replace("rows = 2", "rows = 5").replace("seeds = 4", 'seeds = "x"')
    text = text.replace("[turn]", "[turn]\nagain = true")
    lines = text.splitlines()
    with pytest.raises(mc.RulesError) as caught:
        mc.Rules.from_toml(text)
    said = "\n".join(caught.value.faults)
    assert said == str(caught.value)
    wanted = [("board.rows = 5", "rows = 5"), ("setup.seeds", "seeds ="), ("turn.again", "again =")]
    for field, start in wanted:
        number = next(n for n, line in enumerate(lines, 1) if line.startswith(start))
        assert any(f"line {number}: {field}" in fault for fault in caught.value.faults), said


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    missing = tmp_path / "missing.toml"
    refused(lambda: lab.Rules.from_toml(missing), FileNotFoundError, (str(missing),))
    refused(lambda: lab.Rules.from_toml(tmp_path), IsADirectoryError, (str(tmp_path),))
    garbage = tmp_path / "garbage.toml"
    garbage.write_bytes(bytes(range(256)))
    refused(lambda: lab.Rules.from_toml(garbage), mc.RulesError, (str(garbage), "UTF-8"))
    empty = tmp_path / "empty.toml"
    empty.write_text("")
    refused(lambda: lab.Rules.from_toml(empty), mc.RulesError, ("name",))
    broken = tmp_path / "broken.toml"
    broken.write_text('name = "x"\n[board\n')
    refused(lambda: lab.Rules.from_toml(broken), mc.RulesError, ("line 2",))


# Actions and counts

INTEGERS = sorted({np.dtype(code).name for code in np.typecodes["AllInteger"]})


@pytest.mark.parametrize("action", [0, 6, 63, 64, -1, 2**31, 2**63, -(2**63) - 1, 10**30])
def test_an_illegal_action(action: int) -> None:
    state = KALAH.state(pits=[[0, 4, 4, 4, 4, 4], [4] * 6])
    for call in (state.play, state.trace):
        with pytest.raises(mc.IllegalAction) as caught:
            call(action)
        assert (caught.value.action, caught.value.legal) == (action, (1, 2, 3, 4, 5))
        assert caught.value.clause == "KA-2"
        for word in (f"action {action} ", "KA-2", "1, 2, 3, 4, 5"):
            assert word in str(caught.value)
    assert state.legal_actions == (1, 2, 3, 4, 5)


@pytest.mark.parametrize(
    "action", [1.0, "1", None, [1], (1,), True, np.float64(2), np.True_, START]
)
def test_an_action_that_is_no_integer(action: object) -> None:
    words = ("action", type(action).__name__)
    refused(lambda: START.play(action), TypeError, words)
    refused(lambda: START.trace(action), TypeError, words)


@pytest.mark.parametrize("name", INTEGERS)
def test_integers_of_numpy_are_welcome(name: str) -> None:
    kind = np.dtype(name).type
    assert START.play(kind(2)) == START.play(2)
    assert START.trace(kind(2)) == START.trace(2)
    assert mc.perft(START, kind(2)) == 35
    assert lab.rules("kalah", columns=kind(5)) == mc.rules("kalah", columns=5)
    assert KALAH.state(pits=np.full((2, 6), kind(4)), to_move=kind(1), phase=kind(0)).to_move == 1
    assert lab.playouts(KALAH, kind(3), seed=kind(1), threads=kind(1)).games == 3
    assert mc.match(KALAH, GREEDY, lambda state: kind(state.legal_actions[0]), 1).games == 1


def test_a_finished_game_goes_no_further() -> None:
    state = KALAH.state(pits=[[0] * 6, [0] * 6], stores=[30, 18])
    words = ("action 0 ", "KA-6", "over")
    refused(lambda: state.play(0), mc.IllegalAction, words)
    refused(lambda: state.trace(0), mc.IllegalAction, words)
    assert mc.perft(state, 3) == 0


@cases(
    [
        (lambda: lab.perft(START, -1), ValueError, ("depth = -1", "0 to")),
        (lambda: lab.perft(START, 10**40), ValueError, (f"depth = {10**40}", "0 to")),
        (lambda: lab.perft(START, 1.5), TypeError, ("depth", "float")),
        (lambda: lab.perft(START, "3"), TypeError, ("depth", "str")),
        (lambda: lab.perft(START, None), TypeError, ("depth", "None")),
        (lambda: lab.perft(START, True), TypeError, ("depth", "bool")),
        (lambda: lab.perft(START), TypeError, ("depth",)),
        (lambda: lab.perft(KALAH, 1), TypeError, ("state", "State", "Rules")),
        (lambda: lab.perft(None, 1), TypeError, ("state", "State", "None")),
    ]
)
def test_perft_refuses(call: Call, error: Error, words: Words) -> None:
    refused(call, error, words)


JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.binary(max_size=5)
    | st.sampled_from([KALAH, START, TALLY, mc, np.zeros((2, 6)), np.arange(3)]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=6,
)


@given(JUNK)
def test_junk_raises_what_is_documented_or_works(junk: Any) -> None:
    calls: list[Call] = [
        lambda: lab.rules(junk),
        lambda: lab.catalogue[junk],
        lambda: lab.Rules.from_toml(junk),
        lambda: KALAH.replace(columns=junk),
        lambda: KALAH.replace(start=junk, max_actions=junk),
        lambda: START.play(junk),
        lambda: START.trace(junk),
        lambda: KALAH.diff(junk),
        lambda: lab.match(KALAH, junk, GREEDY, 1),
        lambda: lab.match(KALAH, GREEDY, lambda _: junk, 1),
        lambda: lab.match(KALAH, GREEDY, GREEDY, 1, starts=junk),
    ]
    for call in calls:
        with contextlib.suppress(TypeError, ValueError, KeyError):
            call()
