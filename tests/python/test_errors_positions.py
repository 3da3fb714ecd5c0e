"""Bad input for positions set up by hand: the error says what is wrong, and nothing is harmed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mancalab as mc
from refusals import KALAH, START, Call, Error, Words, assert_unharmed, cases, refused

MWAMBULULA: Any = mc.rules("mwambulula")
CHUBA: Any = mc.rules("chuba")
OPENING = [[4] * 6, [4] * 6]


@pytest.fixture(autouse=True)
def _unharmed() -> Iterator[None]:
    yield
    assert_unharmed()


def position(**parts: object) -> Call:
    return lambda: KALAH.state(**({"pits": OPENING} | parts))


SHAPE = ("shape (2, 6)",)
WHOLE = ("pits", "whole numbers")
RANGE = ("pits", "0 to 255")


@cases(
    [
        (KALAH.state, TypeError, ("pits",)),
        (lambda: KALAH.state(OPENING), TypeError, ("positional",)),
        (position(seeds=3), TypeError, ("seeds",)),
        (position(pits=[[4.0] * 6] * 2), TypeError, (*WHOLE, "float")),
        (position(pits=np.full((2, 6), np.nan)), TypeError, (*WHOLE, "float")),
        (position(pits="444444"), TypeError, WHOLE),
        (position(pits=b"444444"), TypeError, WHOLE),
        (position(pits=None), TypeError, WHOLE),
        (position(pits={}), TypeError, WHOLE),
        (position(pits=START), TypeError, WHOLE),
        (position(pits=[["4"] * 6] * 2), TypeError, WHOLE),
        (position(pits=[[None] * 6] * 2), TypeError, WHOLE),
        (position(pits=[[True] * 6] * 2), TypeError, (*WHOLE, "bool")),
        (position(pits=[[1j] * 6] * 2), TypeError, (*WHOLE, "complex")),
        (position(pits=[[4] * 6]), mc.PositionError, (*SHAPE, "not one of shape (1, 6)")),
        (position(pits=[[4] * 5] * 2), mc.PositionError, SHAPE),
        (position(pits=[4] * 12), mc.PositionError, (*SHAPE, "not one of shape (12,)")),
        (position(pits=[[[4]] * 6] * 2), mc.PositionError, SHAPE),
        (position(pits=[]), mc.PositionError, SHAPE),
        (position(pits=7), mc.PositionError, (*SHAPE, "not a single number")),
        (
            position(pits=[[4] * 6, [4] * 5]),
            mc.PositionError,
            ("pits", *SHAPE, "not lists of different lengths"),
        ),
        (
            position(registers={"turns": 3}),
            mc.PositionError,
            ('registers["turns"]: no rule of this game asks for registers',),
        ),
        (position(pits=[[[4], *[4] * 5], [4] * 6]), mc.PositionError, ("pits", *SHAPE)),
        (position(pits=[[-1, *[4] * 5], [4] * 6]), mc.PositionError, (*RANGE, "-1")),
        (position(pits=[[256, *[0] * 5], [0] * 6]), mc.PositionError, (*RANGE, "256")),
        (position(pits=[[2**63, *[4] * 5], [4] * 6]), mc.PositionError, (*RANGE, str(2**63))),
        (position(pits=[[10**30, *[4] * 5], [4] * 6]), mc.PositionError, (*RANGE, str(10**30))),
        (position(pits=[[-(10**30), *[4] * 5], [4] * 6]), mc.PositionError, RANGE),
        (position(pits=np.full((2, 6), 2**64 - 1, np.uint64)), mc.PositionError, RANGE),
        (position(pits=[[22] * 6] * 2), mc.PositionError, ("pits", "264", "255")),
        (position(stores=[200, 200]), mc.PositionError, ("stores", "448", "255")),
        (position(stores=[1]), mc.PositionError, ("stores", "(2,)")),
        (position(stores=3), mc.PositionError, ("stores", "(2,)")),
        (position(stores=[[1, 2], [3, 4]]), mc.PositionError, ("stores", "(2,)")),
        (position(stores=[-1, 0]), mc.PositionError, ("stores", "-1", "0 to 255")),
        (position(stores=[0, 256]), mc.PositionError, ("stores", "256", "0 to 255")),
        (position(stores=[1.5, 0]), TypeError, ("stores", "float")),
        (position(stores="ab"), TypeError, ("stores",)),
        (position(reserves=[16, 0]), mc.PositionError, ("reserves", "16")),
        (position(reserves=[0.0, 0]), TypeError, ("reserves", "float")),
        (position(marks=[[1] * 6] * 2), mc.PositionError, ("marks", "no marks")),
        (position(marks=[[2] * 6] * 2), mc.PositionError, ("marks", "2", "True")),
        (position(marks=[[10**30] * 6] * 2), mc.PositionError, ("marks", "True")),
        (position(marks=[[0] * 5] * 2), mc.PositionError, ("marks", *SHAPE)),
        (position(marks=[["x"] * 6] * 2), TypeError, ("marks", "truth values")),
        (position(marks=[[0.0] * 6] * 2), TypeError, ("marks", "truth values")),
        (position(claims=[[1] * 6] * 2), mc.PositionError, ("claims", "no claims")),
        (position(claims=[[0] * 5] * 2), mc.PositionError, ("claims", *SHAPE)),
        (position(claims=[["x"] * 6] * 2), TypeError, ("claims", "truth values")),
        (position(lifted=[[1] * 6] * 2), mc.PositionError, ("lifted", "no entry")),
        (position(lifted=[[0] * 5] * 2), mc.PositionError, ("lifted", *SHAPE)),
        (position(phase=1), mc.PositionError, ("phase = 1", "0")),
        (position(phase=-1), mc.PositionError, ("phase = -1", "0")),
        (position(phase=10**30), mc.PositionError, (f"phase = {10**30}", "0")),
        (position(phase=0.0), TypeError, ("phase", "float")),
        (position(phase="0"), TypeError, ("phase", "str")),
        (position(to_move=2), mc.PositionError, ("to_move = 2", "0", "1")),
        (position(to_move=-1), mc.PositionError, ("to_move = -1", "0", "1")),
        (position(to_move=2**64), mc.PositionError, (f"to_move = {2**64}", "0", "1")),
        (position(to_move=True), TypeError, ("to_move", "bool")),
        (position(to_move="south"), TypeError, ("to_move", "str")),
    ]
)
def test_a_position_that_is_none(call: Call, error: Error, words: Words) -> None:
    said = refused(call, error, words)
    if error is mc.PositionError:
        with pytest.raises(mc.PositionError) as caught:
            call()
        assert caught.value.faults == said.splitlines()


TURNS: Any = KALAH.replace(**{"landing.capture.turns": "3.."})
HEADING: Any = KALAH.replace(direction="fixed_by_first")


def registers(rules: Any, value: object) -> Call:
    return lambda: rules.state(pits=OPENING, registers=value)


@cases(
    [
        (
            registers(TURNS, 5),
            TypeError,
            ("registers: a dict from name to (South's, North's) is needed, not int 5",),
        ),
        (registers(TURNS, [("turns", (1, 0))]), TypeError, ("registers: a dict", "not list")),
        (registers(TURNS, {5: (1, 0)}), TypeError, ("registers: a str is needed, not int 5",)),
        (
            registers(TURNS, {"turns": "ab"}),
            TypeError,
            (
                "registers[\"turns\"]: two whole numbers, South's and North's, are needed",
                "str 'ab'",
            ),
        ),
        (registers(TURNS, {"turns": (1, 0.5)}), TypeError, ("South's and North's", "float 0.5")),
        (registers(TURNS, {"turns": 1}), mc.PositionError, ('registers["turns"]', "shape (2,)")),
        (
            registers(TURNS, {"turns": (300, 0)}),
            mc.PositionError,
            ("registers (south, turns) = 300: allowed are 0 to 2",),
        ),
        (
            registers(TURNS, {"turns": (0, -1)}),
            mc.PositionError,
            ("registers (north, turns) = -1: allowed are 0 to 2",),
        ),
        (
            registers(HEADING, {"heading": (0, 3)}),
            mc.PositionError,
            ("registers (north, heading) = 3: allowed are 0 to 2",),
        ),
        (
            registers(TURNS, {"heading": (1, 0)}),
            mc.PositionError,
            ("registers (south, heading) = 1: no rule of this game asks for it: allowed is 0",),
        ),
        (
            registers(KALAH, {"turn": (0, 0)}),
            mc.PositionError,
            ('registers = "turn": no rule of this game asks for registers',),
        ),
        (
            lambda: mc.State.from_text("S[4 4 4 4 4 4|0 turn=1] N[4 4 4 4 4 4|0] S", TURNS),
            ValueError,
            ("turn=1", "the name=value of a register is needed; allowed are turns"),
        ),
        (
            lambda: mc.State.from_text("S[4 4 4 4 4 4|0 turns=3] N[4 4 4 4 4 4|0] S", TURNS),
            mc.PositionError,
            ("registers (south, turns) = 3: allowed are 0 to 2",),
        ),
    ]
)
def test_registers_that_the_game_has_not(call: Call, error: Error, words: Words) -> None:
    refused(call, error, words)


@pytest.mark.parametrize(("rules", "name"), [(TURNS, "turns"), (HEADING, "heading")])
def test_only_registers_of_the_game_are_named(rules: Any, name: str) -> None:
    with pytest.raises(mc.PositionError) as caught:
        rules.state(pits=OPENING, registers={"turn": (0, 0)})
    assert caught.value.faults == [f'registers = "turn": allowed are {name}']
    assert rules.state(pits=OPENING, registers={name: (2, 0)}).registers == {name: (2, 0)}


TWOS = [[2] * 16] * 2
SINGLES = [[1] * 22] * 2


@cases(
    [
        (
            lambda: MWAMBULULA.state(pits=TWOS, reserves=[15, 0]),
            mc.PositionError,
            ("15", "0 and 16"),
        ),
        (lambda: MWAMBULULA.state(pits=TWOS, stores=[1, 0]), mc.PositionError, ("stores", "1")),
        (lambda: MWAMBULULA.state(pits=TWOS, phase=2), mc.PositionError, ("phase = 2", "0", "1")),
        (
            lambda: MWAMBULULA.state(pits=TWOS, reserves=[16, 0], phase=1),
            mc.PositionError,
            ("phase = 1", "reserve"),
        ),
        (
            lambda: MWAMBULULA.state(pits=[[1] * 16] * 2, phase=1),
            mc.PositionError,
            ("phase = 1", "2"),
        ),
        (lambda: CHUBA.state(pits=SINGLES, phase=12), mc.PositionError, ("phase = 12", "0 to 11")),
        (lambda: CHUBA.state(pits=SINGLES, phase=3), mc.PositionError, ("phase = 3", "file 2")),
        (
            lambda: CHUBA.state(pits=[[1] * 22, [0] * 22], phase=3),
            mc.PositionError,
            ("phase = 3",),
        ),
        (
            lambda: CHUBA.state(pits=[[2] * 22] * 2, marks=[[True] + [False] * 21] * 2),
            mc.PositionError,
            ("marks", "pit 0", "exactly 1"),
        ),
    ]
)
def test_a_position_with_what_the_game_has_not(call: Call, error: Error, words: Words) -> None:
    refused(call, error, words)


def test_every_fault_of_a_position_is_reported_at_once() -> None:
    with pytest.raises(mc.PositionError) as caught:
        KALAH.state(pits=[[-1] * 6, [256] * 6], stores=[-1, 0], reserves=[1, 0], phase=9)
    for part in ("pits", "stores", "reserves", "phase"):
        assert any(fault.startswith(part) for fault in caught.value.faults)


NUMBERS = st.none() | st.booleans() | st.integers(-2, 300) | st.integers() | st.floats() | st.text()
PITS = st.lists(st.lists(st.integers(-1, 40) | NUMBERS, min_size=5, max_size=7), max_size=3)
PAIRS = st.none() | st.lists(NUMBERS, max_size=3) | NUMBERS


@given(
    st.fixed_dictionaries(
        {"pits": PITS | PAIRS},
        optional={
            "stores": PAIRS,
            "reserves": PAIRS,
            "marks": PITS | NUMBERS,
            "claims": PITS | NUMBERS,
            "lifted": PITS | NUMBERS,
            "to_move": NUMBERS,
            "phase": NUMBERS,
        },
    )
)
def test_any_position_is_refused_clearly_or_taken(parts: dict[str, Any]) -> None:
    try:
        said = f"pits: {KALAH.state(**parts)}"
    except (TypeError, mc.PositionError) as error:
        said = str(error)
    assert any(name in said for name in parts)


@pytest.mark.parametrize("name", ["mwambulula", "chuba", "kalah"])
def test_the_arrays_of_a_state_make_the_same_state(name: str) -> None:
    state = mc.rules(name).start()
    while not state.is_over:
        again = state.rules.state(
            pits=state.pits,
            stores=state.stores,
            reserves=state.reserves,
            marks=state.marks,
            claims=state.claims,
            lifted=state.lifted,
            to_move=state.to_move,
            phase=state.phase,
        )
        assert again == state
        state = state.play(state.legal_actions[-1])
