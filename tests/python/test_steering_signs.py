"""Signs that steer a terminal, or that XML does not know: in no game, and in no error."""

from __future__ import annotations

import json
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import mancalab as mc
from mancalab.plots import board_svg

GAME = """name = "x"
board = { rows = 2, columns = 6 }
setup = { seeds = 4 }
ending = { when = ["cannot_move"] }
"""

STEERING = ["\x00", "\x07", "\x1b", "\x7f", "\x9b", "\u2028", "\u202e", "\u2066", "\uffff"]


def escaped(sign: str) -> str:
    return f"\\u{ord(sign):04x}"


def faults(text: str) -> list[str]:
    with pytest.raises(mc.RulesError) as caught:
        mc.Rules.from_toml(text)
    return caught.value.faults


@pytest.mark.parametrize("sign", STEERING, ids=escaped)
def test_a_text_of_a_game_holds_no_sign_that_steers(sign: str) -> None:
    said = f"holds U+{ord(sign):04X}, which cannot be printed"
    for field in ("title", "region", "language", "source", "informant", "about", "note"):
        found = faults(f'{field} = "a{escaped(sign)}[2J"\n{GAME}')
        assert [said in fault for fault in found] == [True]
        assert field in found[0]
        assert found[0].isprintable()


@pytest.mark.parametrize("field", ["names", "aliases"])
def test_nor_does_a_list_of_texts(field: str) -> None:
    found = faults(f'{field} = ["a", "b\\u001b"]\n{GAME}')
    assert found == [
        f"line 1: {field}[1]: holds U+001B, which cannot be printed: allowed are letters, digits "
        "and other signs that are seen"
    ]


def test_nor_do_clauses() -> None:
    found = faults(f'{GAME}[clauses]\n"K\\u001b-1" = "text"\n"K-2" = "te\\u0007xt"\n')
    assert len(found) == 2
    assert all("cannot be printed" in fault and fault.isprintable() for fault in found)


def test_prose_may_have_lines_and_tabs() -> None:
    rules = mc.Rules.from_toml(f'about = "one\\n\\ttwo\\r\\nthree"\n{GAME}')
    assert rules.about == "one\n\ttwo\r\nthree"


@pytest.mark.parametrize("sign", STEERING, ids=escaped)
def test_an_error_names_a_steering_sign_by_its_number(sign: str) -> None:
    if sign < "\x80":
        found = faults(f'"a{escaped(sign)}b" = 1\n')
        assert all(fault.isprintable() for fault in found)
        assert any(f"a\\u{{{ord(sign):x}}}b" in fault for fault in found)
    for made in ({"a" + sign: 1}, {"end": sign}, {"agents": {"south": sign, "north": ""}}):
        fields: dict[str, Any] = json.loads(mc.Record(mc.rules("kalah")).to_json())
        with pytest.raises(mc.RecordError) as caught:
            mc.Record.from_json(json.dumps(fields | made))
        assert str(caught.value).isprintable()
    with pytest.raises(ValueError, match=r".") as refused:
        mc.Rules.from_text(f"kalah columns{sign}=4")
    assert all(line.isprintable() for line in str(refused.value).splitlines())
    with pytest.raises(ValueError, match=r".") as refused:
        mc.State.from_text(f"S[{sign}] N[1] S", mc.rules("kalah"))
    assert all(line.isprintable() for line in str(refused.value).splitlines())


def test_a_picture_is_well_formed_whatever_the_game_is_called() -> None:
    rules = mc.Rules.from_toml(f'title = "A <b> & \\"c\\" \U0001f600"\n{GAME}')
    assert "A <b> & " in "".join(ET.fromstring(board_svg(rules.start())).itertext())  # noqa: S314
