"""Pits marked together with the one opposite, and rounds laid out evenly, worked by hand."""

from __future__ import annotations

import pytest

import mancalab as mc
import mark_cases

LEYLA, LEYLA_GOBALE = "leyla", "leyla-gobale-gabradarre"


@pytest.mark.parametrize(
    ("before", "action", "left"),
    [
        # A four in the other row: that pit and the one opposite, for either player.
        ("S[1 0 0 0 0 1|0] N[3 1 0 0 0 0|0] S", 5, "S[1 0 0 0 0 0^|0] N[4' 1 0 0 0 0|0] N"),
        ("S[3 1 0 0 0 0|0] N[1 0 0 0 0 1|0] N", 5, "S[4' 1 0 0 0 0|0] N[1 0 0 0 0 0^|0] S"),
        # A four in the own row is sown on, to an empty pit.
        ("S[1 3 0 0 0 0|0] N[0 1 0 0 0 0|0] S", 0, "S[0 0 1 1 1 1|0] N[0 1 0 0 0 0|0] N"),
        # In a pit that the other player has captured: two, or as many as there are.
        ("S[1 0 0 0 1 3'|0] N[3^ 1 0 0 0 0|0] S", 4, "S[1 0 0 0 0 2'|2] N[3^ 1 0 0 0 0|0] N"),
        ("S[1 0 0 0 1 0'|0] N[3^ 1 0 0 0 0|0] S", 4, "S[1 0 0 0 0 0'|1] N[3^ 1 0 0 0 0|0] N"),
        # In one of their own the turn ends, also with four.
        ("S[1 0 0 0 1 3^|0] N[3' 1 0 0 0 0|0] S", 4, "S[1 0 0 0 0 4^|0] N[3' 1 0 0 0 0|0] N"),
        ("S[1 0 0 0 0 1|0] N[3' 1 0 0 0 0|0] S", 5, "S[1 0 0 0 0 0|0] N[4' 1 0 0 0 0|0] N"),
    ],
)
def test_two_pits_are_captured_together(before: str, action: int, left: str) -> None:
    assert mark_cases.after(mc.rules(LEYLA), before, action) == left


def test_every_captured_pit_is_told() -> None:
    state = mark_cases.set_up(mc.rules(LEYLA), "S[1 0 0 0 0 1|0] N[3 1 0 0 0 0|0] S")
    marks = [event for event in state.trace(5) if event.kind == "mark"]
    assert [event.target for event in marks] == [(1, 0), (0, 5)]
    assert {(event.field, event.clause) for event in marks} == {
        ("landing.captured-pits.mark", "LE-4")
    }


def dealt(name: str, south: int, north: int, *changes: tuple[str, str]) -> mc.State:
    """The round that follows when these seeds are in the stores."""
    rules = mark_cases.changed(mc.rules(name), *changes)
    return rules.state(pits=[[0] * 6, [0] * 6], stores=[south, north])


@pytest.mark.parametrize(
    ("south", "north", "filled", "stores"),
    [
        (24, 24, 6, [0, 0]),
        (16, 32, 4, [0, 16]),
        # One and three: who has three gets the one, for one pit more.
        (23, 25, 6, [0, 0]),
        (21, 27, 5, [0, 8]),
        (29, 19, 5, [8, 0]),
        # Two and two: the poorer player gets them.
        (22, 26, 6, [0, 0]),
        (30, 18, 5, [8, 0]),
        (46, 2, 1, [40, 0]),
    ],
)
def test_leyla_fills_equally_many_pits(
    south: int, north: int, filled: int, stores: list[int]
) -> None:
    """Pits are filled from the left, and that is the last one where sowing is clockwise."""
    state = dealt(LEYLA, south, north)
    row = [0] * (6 - filled) + [4] * filled
    assert state.pits.tolist() == [row, row]
    assert state.stores.tolist() == stores


def test_leyla_is_over_when_a_player_fills_no_pit() -> None:
    """One and 47: the one goes to the other player, who has three over."""
    over = dealt(LEYLA, 1, 47)
    assert over.outcome is not None
    assert over.outcome.winner == 1


def test_what_is_given_is_told() -> None:
    rules = mc.rules(LEYLA)
    last = mark_cases.set_up(rules, "S[0 0 0 0 1 0|22] N[0 0 0 0 0 0|25] S")
    given, *filled = [event for event in last.trace(4) if event.kind == "fill"]
    assert (given.source, given.target, given.count) == ((1, None), (0, None), 1)
    assert (given.field, given.clause) == ("rounds.remainder", "LE-9")
    assert len(filled) == 12


@pytest.mark.parametrize(
    ("south", "north", "row", "stores"),
    [
        (30, 30, [5, 5, 5, 5, 5, 5], [0, 0]),
        (22, 38, [4, 4, 4, 4, 3, 3], [0, 16]),
        (35, 25, [5, 4, 4, 4, 4, 4], [10, 0]),
        (54, 6, [1, 1, 1, 1, 1, 1], [48, 0]),
        (4, 56, [1, 1, 1, 1, 0, 0], [0, 52]),
    ],
)
@pytest.mark.parametrize("order", ["left", "right"])
def test_leyla_gobale_lays_out_evenly(
    order: str, south: int, north: int, row: list[int], stores: list[int]
) -> None:
    spread = 'short = "spread"'
    state = dealt(LEYLA_GOBALE, south, north, (spread, f'order = "{order}"\n{spread}'))
    laid = row if order == "left" else row[::-1]
    assert state.pits.tolist() == [laid, laid]
    assert state.stores.tolist() == stores


def test_leyla_gobale_is_over_when_a_player_has_all() -> None:
    over = dealt(LEYLA_GOBALE, 60, 0)
    assert over.outcome is not None
    assert (over.outcome.winner, over.outcome.score) == (0, (60, 0))


@pytest.mark.parametrize(
    ("game", "old", "new", "field"),
    [
        (LEYLA, 'short = "matched"', 'short = "closed"', "rounds.remainder"),
        (LEYLA, 'short = "matched"\nremainder = "majority"', 'remainder = "partial"', ".remainder"),
        (LEYLA_GOBALE, 'short = "spread"', 'short = "closed"', "landing.ur.split"),
        (LEYLA, 'short = "matched"\nremainder = "majority"', 'short = "owned"', ".mark"),
    ],
)
def test_what_does_not_go_together_is_refused(game: str, old: str, new: str, field: str) -> None:
    with pytest.raises(mc.RulesError, match=field):
        mark_cases.changed(mc.rules(game), (old, new))


def test_both_are_told() -> None:
    said = mc.rules(LEYLA).explain()
    assert "marks that pit and the one opposite" in said
    assert "what is missing to one pit" in " ".join(said.split())
    assert "lays out all of them" in mc.rules(LEYLA_GOBALE).explain()
    assert {"spread_seeds", "marks_facing"} <= set(mc.rules(LEYLA_GOBALE).features)
