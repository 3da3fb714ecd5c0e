"""Every worked example of the rule specification, played in both colours.

The examples are data (``tests/data/worked_examples``). Each names its clauses, and a
failure shows them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import mancalab as mc
from worked_examples import Ending, Example, Position, Step, load_all

ROWS = {
    "K": 9,
    "T": 8,
    "N": 8,
    "E": 8,
    "P": 14,
    "M": 11,
    "C": 12,
    "O": 9,
    "A": 9,
    "B": 6,
    "W": 4,
    "Q": 10,
    "H": 3,
    "L": 4,
    "J": 3,
    "D": 3,
    "Y": 3,
    "F": 4,
    "G": 10,
    "R": 5,
    "S": 5,
    "V": 5,
    "I": 9,
    "U": 6,
    "X": 9,
    "Z": 6,
    "c": 5,
    "h": 3,
    "m": 3,
    "n": 3,
    "r": 3,
    "a": 5,
    "p": 6,
    "u": 4,
    "s": 17,
    "w": 10,
    "o": 16,
    "b": 34,
    "y": 15,
    "i": 10,
    "e": 6,
    "l": 10,
    "g": 9,
    "cl": 12,
    "k": 5,
    "q": 7,
    "d": 8,
    "f": 8,
    "t": 7,
    "x": 8,
    "j": 6,
    "pd": 11,
    "bd": 7,
    "an": 9,
    "ew": 7,
    "kj": 6,
    "is": 6,
    "lb": 5,
    "ta": 8,
    "uh": 8,
    "iy": 7,
    "og": 8,
    "gi": 8,
    "ik": 4,
    "if": 2,
    "kv": 3,
    "dm": 9,
    "kt": 10,
    "ph": 10,
    "wk": 11,
    "oa": 11,
    "ms": 3,
    "mb": 11,
    "ah": 9,
    "aq": 4,
    "ac": 5,
    "ek": 20,
    "ig": 14,
    "gf": 12,
    "by": 8,
    "mh": 11,
}
EXAMPLES = load_all()
BOTH_COLOURS = [case for example in EXAMPLES for case in (example, example.turned())]


@pytest.mark.parametrize("example", BOTH_COLOURS, ids=[case.name for case in BOTH_COLOURS])
def test_worked_example(example: Example) -> None:
    """Playing the steps of an example gives what its table row says."""
    state = begin(example)
    seeds = observed(state).seeds()
    if example.legal is not None:
        assert state.legal_actions == example.legal, example.clauses
    for step in example.steps:
        if step.illegal is not None:
            assert_illegal(state, step)
            continue
        if step.action is not None:
            assert state.to_move == step.side, example.clauses
            assert step.action in state.legal_actions, example.clauses
            state = state.play(step.action)
        assert_holds(state, step, example.clauses)
        assert observed(state).seeds() == seeds, "GE-7"


@pytest.mark.parametrize("example", EXAMPLES, ids=[case.name for case in EXAMPLES])
def test_seeds_add_up(example: Example) -> None:
    """The positions of an example hold the same number of seeds (GE-7): a check of the data."""
    positions = [example.before, *(step.after for step in example.steps)]
    assert len({position.seeds() for position in positions if position is not None}) <= 1


def test_every_row_is_there() -> None:
    """No row of the tables is missing."""
    wanted = {f"{table}{number + 1}" for table, count in ROWS.items() for number in range(count)}
    assert {example.row for example in EXAMPLES} == wanted


def begin(example: Example) -> mc.State:
    """Return the start of an example; what is played from must be its own settlement (GE-12)."""
    if example.before is None:
        start = ("south", "north")[example.to_move]
        state = mc.rules(example.game, start=start, **example.options).start()
    else:
        rules = mc.rules(example.game, **example.options)
        registers = example.registers or None
        state = rules.state(**given(example.before), registers=registers, to_move=example.to_move)
    if example.steps[0].action is not None:
        assert example.before in (None, observed_as(example.before, state)), "GE-12"
        assert not state.is_over, "GE-12"
        assert state.to_move == example.to_move, "GE-12"
        assert state.phase == 0
    return state


def given(position: Position) -> dict[str, Any]:
    """Return a position as the arguments of ``Rules.state``: zeros for what a game lacks."""
    parts = {
        "pits": position.pits,
        "stores": position.stores,
        "reserves": position.reserves,
        "marks": position.marks,
        "claims": position.claims,
    }
    return parts if position.lifted is None else parts | {"lifted": position.lifted}


def observed(state: mc.State) -> Position:
    """Return the board of a state as plain numbers."""
    pits, marks, claims = state.pits.tolist(), state.marks.tolist(), state.claims.tolist()
    stores, reserves = state.stores.tolist(), state.reserves.tolist()
    return Position(
        pits=(tuple(pits[0]), tuple(pits[1])),
        stores=(stores[0], stores[1]),
        reserves=(reserves[0], reserves[1]),
        marks=(tuple(marks[0]), tuple(marks[1])),
        claims=(tuple(claims[0]), tuple(claims[1])),
    )


def observed_as(position: Position | None, state: mc.State) -> Position:
    """Return the board of a state, with the pits that were lifted if a position has them."""
    found = observed(state)
    if position is None or position.lifted is None:
        return found
    south, north = state.lifted.tolist()
    return replace(found, lifted=(tuple(south), tuple(north)))


def assert_holds(state: mc.State, step: Step, clauses: tuple[str, ...]) -> None:
    """Check everything that a step says about the state after it."""
    if step.after is not None:
        assert observed_as(step.after, state) == step.after, clauses
    if step.next_side is not None:
        assert state.to_move == step.next_side, clauses
    if step.legal is not None:
        assert state.legal_actions == step.legal, clauses
    if step.ending is not None:
        assert_over(state, step.ending, clauses)
        assert step.phase is None or state.phase == step.phase, clauses
    else:
        assert not state.is_over, clauses
        assert state.outcome is None, clauses
        assert state.phase == (step.phase or 0), clauses


def assert_over(state: mc.State, ending: Ending, clauses: tuple[str, ...]) -> None:
    """Check that the game is over, and how."""
    assert state.is_over, clauses
    assert state.legal_actions == (), clauses
    outcome = state.outcome
    assert outcome is not None, clauses
    assert outcome.result == ending.result, clauses
    assert outcome.winner == ending.winner, clauses
    assert outcome.score == ending.score, clauses
    if ending.reason is not None:
        assert outcome.reason == ending.reason, clauses


def assert_illegal(state: mc.State, step: Step) -> None:
    """Check that an action is refused by the clause the step names, and changes nothing."""
    before = observed(state)
    assert step.action is not None
    assert state.to_move == step.side, step.illegal
    assert step.action not in state.legal_actions, step.illegal
    with pytest.raises(mc.IllegalAction, match=rf"\b{step.illegal}\b"):
        state.play(step.action)
    assert observed(state) == before
