"""Pits that nobody sows or captures for a round, and those that a sowing passes over."""

from __future__ import annotations

import mancalab as mc
from mancalab._base.marks import mark_words, marks_say

KOTU, DARAMUTI = mc.rules("kotu-baendum"), mc.rules("daramuti")
NAGA = "S[4 4 4 4 2' 0' 0'|0] N[4 4 2 4 4 4 4|12] S"


def test_a_mark_says_what_is_held_and_what_is_closed() -> None:
    state = mc.State.from_text(NAGA, DARAMUTI)
    assert marks_say(DARAMUTI) == "held"
    assert mark_words(state, 0, 4) == ["neither sown from nor captured"]
    assert mark_words(state, 0, 5) == ["closed"]
    assert mark_words(state, 1, 2) == []
    assert list(state.legal_actions) == [0, 1, 2, 3]


def test_an_end_hole_is_tied_up() -> None:
    state = KOTU.state(
        pits=[[0, 0, 0, 0, 2, 0, 3], [2, 0, 0, 0, 0, 0, 0]],
        stores=[20, 29],
        registers={"turns": [1, 1]},
    )
    events = state.trace(4)
    (tied,) = (event for event in events if event.key == "mark.held")
    assert (tied.kind, tied.field) == ("mark", "landing.tied.hold")
    assert "nobody sows or captures" in str(tied)
    assert bool(state.play(4).marks[0, 6])


def test_seeds_that_are_kept_back_are_told() -> None:
    """North lays out full holes, and takes two seeds out of the one opposite South's naga."""
    state = DARAMUTI.state(
        pits=[[0, 0, 1, 0, 0, 0, 0], [0] * 7],
        stores=[17, 38],
    )
    back = [event for event in state.trace(2) if event.field == "rounds.opposite"]
    assert [(event.kind, event.count) for event in back] == [("fill", 2)]


def test_a_held_pit_is_no_closed_one_when_a_position_is_set_up() -> None:
    pits = [[4, 4, 3, 0, 0, 0, 0], [4] * 7]
    marks = [[False, False, True, True, True, True, True], [False] * 7]
    state = DARAMUTI.state(pits=pits, stores=[8, 9], marks=marks)
    assert list(state.legal_actions) == [0, 1]


def test_the_rules_say_what_is_passed_over() -> None:
    said = {field: text for field, _, text in mc.rules("puhulmutu").lines()}
    assert "passed over" in said["sowing.passes"]
    assert "nobody sows" in said["rounds.held"]
