"""Pits that rest until they are full, worked by hand."""

from __future__ import annotations

import pytest

import mancalab as mc
import mark_cases

GAME = "khrour"


@pytest.mark.parametrize(
    ("before", "action", "left"),
    [
        # Two, four, six or eight are taken from an occupied pit, whosever it is.
        ("S[1 1|6] N[2 1|5] S", 0, "S[0 0|8] N[2 1|5] N"),
        ("S[0 2|6] N[2 1|5] S", 1, "S[0 0|8] N[3 0|5] N"),
        ("S[1 2|5] N[2 1|5] S", 0, "S[0 3|5] N[2 1|5] N"),
        ("S[1 9|2] N[2 1|1] S", 0, "S[0 10|2] N[2 1|1] N"),
        # Nothing is taken from a pit that is not full, and with four it is like any other.
        ("S[1 1'|6] N[2 1|5] S", 0, "S[0 2'|6] N[2 1|5] N"),
        ("S[1 3'|4] N[2 1|5] S", 0, "S[0 4|4] N[2 1|5] N"),
        # Seeds fall in it on the way, too.
        ("S[3 3'|4] N[2 1|3] S", 0, "S[0 4|6] N[3 0|3] N"),
        ("S[1 2|5] N[0' 1|7] S", 1, "S[1 0|7] N[1' 0|7] S"),
    ],
)
def test_even_numbers_are_taken_from_full_pits(before: str, action: int, left: str) -> None:
    rules = mc.rules(GAME)
    assert mark_cases.after(rules, before, action) == left


def dealt(south: int, north: int) -> mc.State:
    """The round that follows when these seeds are in the stores."""
    return mc.rules(GAME).state(pits=[[0, 0], [0, 0]], stores=[south, north])


@pytest.mark.parametrize(
    ("south", "north", "pits", "marks", "stores"),
    [
        (8, 8, [[4, 4], [4, 4]], [[0, 0], [0, 0]], [0, 0]),
        (6, 10, [[4, 2], [4, 4]], [[0, 1], [0, 0]], [0, 2]),
        (13, 3, [[4, 4], [3, 0]], [[0, 0], [1, 1]], [5, 0]),
        (12, 4, [[4, 4], [4, 0]], [[0, 0], [0, 1]], [4, 0]),
    ],
)
def test_the_poorer_player_fills_what_they_can(
    south: int, north: int, pits: list[list[int]], marks: list[list[int]], stores: list[int]
) -> None:
    state = dealt(south, north)
    assert state.pits.tolist() == pits
    assert state.marks.astype(int).tolist() == marks
    assert state.stores.tolist() == stores


def test_who_has_taken_everything_has_won() -> None:
    over = dealt(16, 0)
    assert over.outcome is not None
    assert (over.outcome.winner, over.outcome.score) == (0, (16, 0))


def test_nobody_sows_from_a_pit_that_is_not_full() -> None:
    state = mark_cases.set_up(mc.rules(GAME), "S[1 3'|4] N[2 1|5] S")
    assert state.legal_actions == (0,)
    with pytest.raises(mc.IllegalAction, match="not full yet") as told:
        state.play(1)
    assert told.value.clause == "KH-5, KH-6"
    with pytest.raises(mc.PositionError, match="less than 4"):
        mark_cases.set_up(mc.rules(GAME), "S[1 4'|4] N[2 1|4] S")


def test_seeds_that_nobody_can_play_end_the_round() -> None:
    """South has taken six. What lies in their two pits cannot be sown, and North has nothing."""
    state = mark_cases.set_up(mc.rules(GAME), "S[1' 3'|0] N[1 5|6] N")
    (end,) = [event for event in state.trace(0) if event.kind == "round"]
    after = state.play(0)
    assert end.clause == "KH-5"
    assert after.registers["round"] == (1, 1)
    assert after.pits.tolist() == [[4, 0], [4, 4]]


@pytest.mark.parametrize(
    "new", ['marked = "own"', 'marked = "no"\nmarks = [1]', 'marked = "no"\nmark = "own"']
)
def test_players_mark_no_pits_beside(new: str) -> None:
    with pytest.raises(mc.RulesError, match=r"rounds\.refill"):
        mark_cases.changed(mc.rules(GAME), ('marked = "no"', new))


def test_it_is_told() -> None:
    assert "nobody sows from them" in " ".join(mc.rules(GAME).explain().split())
    assert "fills_pits" in mc.rules(GAME).features
