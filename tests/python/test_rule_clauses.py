"""A changed option is told without the clause that says the opposite."""

from __future__ import annotations

from typing import Any

import pytest

import mancalab as mc
from mancalab._base.words import NO_CLAUSE

CHANGED: dict[str, tuple[str, dict[str, Any], str]] = {
    "direction": ("oware", {"direction": "clockwise"}, "moves.direction"),
    "least": ("oware", {"least": 2}, "moves.least"),
    "relay": ("oware", {"relay": True}, "laps.relay"),
    "counts": ("oware", {"landing.capture.counts": [2, 3, 4]}, "landing.capture.take"),
    "chain": ("oware", {"landing.capture.counts": [2, 3, 4]}, "landing.capture.chain"),
    "replay": ("kalah", {"replay": False}, "turn.replay"),
    "reentry": ("mwambulula", {"reentry": "turn"}, "landing.capture.take"),
}


def clause(rules: mc.Rules, field: str) -> str:
    """Return the clause of the sentence about a field."""
    (found,) = [clause for name, clause, _ in rules.lines() if name == field]
    return found


def refusal(state: mc.State, action: int) -> mc.IllegalAction:
    """Return why an action is illegal."""
    with pytest.raises(mc.IllegalAction) as caught:
        state.play(action)
    return caught.value


@pytest.mark.parametrize("name", CHANGED)
def test_a_changed_value_is_told_without_its_clause(name: str) -> None:
    game, options, field = CHANGED[name]
    rules = mc.rules(game, **options)
    number = clause(mc.rules(game), field)
    assert number != NO_CLAUSE
    assert clause(rules, field) == NO_CLAUSE
    sentence = next(text for found, _, text in rules.lines() if found == field)
    (line,) = [line for line in rules.explain().splitlines() if line.endswith(sentence)]
    assert line.startswith(f"{NO_CLAUSE}  ")
    again = mc.Rules.from_toml(rules.to_toml())
    assert again.lines() == rules.lines()
    assert again.to_toml() == rules.to_toml()


@pytest.mark.parametrize("value", ["legal_no_capture", "forbidden", "capture"])
def test_a_clause_that_names_the_other_value_is_cited_for_it(value: str) -> None:
    rules = mc.rules("oware", grand_slam=value)
    cited = {number for _, number, _ in rules.lines()}
    assert ("OW-6" in cited) == (value != "capture"), "an ordinary capture has no sentence"
    state = mc.rules("oware", grand_slam="forbidden").state(
        pits=[[1, 0, 0, 0, 0, 2], [1, 1, 0, 0, 0, 0]], stores=[20, 23]
    )
    with pytest.raises(mc.IllegalAction) as caught:
        state.play(5)
    assert caught.value.clause == "OW-6"


def test_events_and_errors_cite_no_changed_value() -> None:
    drops = mc.rules("oware", direction="clockwise").start().trace(2)
    assert {event.clause for event in drops if event.kind == "drop"} == {NO_CLAUSE}
    assert {event.clause for event in drops if event.kind == "lift"} == {"OW-2"}
    rules = mc.rules("kalah", direction="fixed_by_first")
    assert "first sowing" in next(text for field, _, text in rules.lines() if "direction" in field)
    state = rules.start().play(0).play(0)
    legal = set(state.legal_actions)
    errors = [refusal(state, action) for action in range(rules.n_actions) if action not in legal]
    error = next(error for error in errors if "fixed the direction" in error.reason)
    assert (error.field, error.clause, error.clause_text) == ("moves.direction", NO_CLAUSE, "")
    assert "KA-3" not in str(error)
    assert "counter-clockwise" not in str(error)
    assert rules.clause_text(error.clause) == ""


def test_a_lone_clause_is_not_written_beside_what_nobody_says() -> None:
    for name in mc.catalogue:
        turns = name in {"kiuthi", "uthi"}
        assert ("turn_round" in mc.rules(name).to_toml()) == turns, name
