"""Signs that steer a terminal, or that XML does not know: in no game, and in no error."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import mancalab as mc
from mancalab._base.words import printable
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


def chunks(signs: Sequence[str], most: int) -> Iterator[Sequence[str]]:
    return (signs[start : start + most] for start in range(0, len(signs), most))


def in_python(sign: str) -> bool:
    """Whether what Python writes has the number of a sign in its place."""
    return printable(sign) != sign


# Halves of a pair cannot come to Rust.
SIGNS = [chr(n) for n in range(sys.maxunicode + 1) if not 0xD800 <= n <= 0xDFFF]
PROSE = "\t\n"  # a game's prose has them, and what Python writes, but no title


def test_rust_refuses_every_sign_that_python_writes_as_its_number() -> None:
    refused = [sign for sign in SIGNS if in_python(sign)] + [*PROSE]
    assert set(STEERING) < set(refused)
    for some in chunks(refused, 40):  # an error tells at most 50 faults
        names = ", ".join(f'"{escaped(sign)}"' for sign in some)
        found = faults(f"names = [{names}]\n{GAME}")
        said = [fault.partition(": ")[2].partition(",")[0] for fault in found]
        assert said == [
            f"names[{place}]: holds U+{ord(sign):04X}" for place, sign in enumerate(some)
        ]


def test_rust_takes_every_other_sign() -> None:
    taken = [sign for sign in SIGNS if not in_python(sign) and sign not in PROSE]
    assert len(taken) > 1_000_000
    for some in chunks(taken, 30_000):  # of four bytes at most; a description has 128 KiB at most
        text = "".join(some)
        quoted = text.replace("\\", "\\\\").replace('"', '\\"')
        assert mc.Rules.from_toml(f'title = "{quoted}"\n{GAME}').title == text


def test_halves_of_a_pair_are_written_as_their_numbers() -> None:
    assert printable("a\ud800b\udfff") == "a\\u{d800}b\\u{dfff}"
    assert printable(f"a{PROSE}b") == f"a{PROSE}b"
