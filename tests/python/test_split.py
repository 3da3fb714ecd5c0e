"""Pits that share their seeds, worked by hand."""

from __future__ import annotations

import pytest

import mancalab as mc
import mark_cases

GAME = "leyla-gobale-somaliland"
UR = 'was = "empty"\nside = "own"\nfacing = [3]'


def rules(*changes: tuple[str, str]) -> mc.Rules:
    return mark_cases.changed(mc.rules(GAME), *changes)


def state(text: str, game: mc.Rules | None = None) -> mc.State:
    return mark_cases.set_up(game or mc.rules(GAME), text)


def after(text: str, pit: int, game: mc.Rules | None = None) -> str:
    return mark_cases.after(game or mc.rules(GAME), text, pit)


def test_the_first_turn_is_played_out() -> None:
    """A, E, J, C and I, as the source has it; the last seed is in C, and one lies opposite."""
    around = [4] * 12  # A to L, from South's right end on
    for pit in "AEJCI":
        at = ord(pit) - ord("A")
        hand, around[at] = around[at], 0
        for step in range(1, hand + 1):
            around[(at + step) % 12] += 1
    assert (around[2], around[9]) == (1, 1)
    around[2] = around[9] = 0
    start = mc.rules(GAME).start()
    assert start.pits[0].tolist() == around[:6]
    assert start.pits[1].tolist() == around[6:]
    assert start.stores.tolist() == [2, 0]
    assert start.to_move == 1


@pytest.mark.parametrize(
    ("before", "action", "left"),
    [
        # Three opposite: two and two, for either player.
        ("S[1 0 0 0 1 0|0] N[3 0 0 0 0 1|0] S", 4, "S[1 0 0 0 0 2^|0] N[2' 0 0 0 0 1|0] N"),
        ("S[3 0 0 0 0 1|0] N[1 0 0 0 1 0|0] N", 4, "S[2' 0 0 0 0 1|0] N[1 0 0 0 0 2^|0] S"),
        # Any other number is captured with the last seed; nothing where there is none.
        ("S[1 0 0 0 1 0|0] N[4 0 0 0 0 1|0] S", 4, "S[1 0 0 0 0 0|5] N[0 0 0 0 0 1|0] N"),
        ("S[1 0 0 0 1 0|0] N[2 0 0 0 0 1|0] S", 4, "S[1 0 0 0 0 0|3] N[0 0 0 0 0 1|0] N"),
        ("S[1 0 0 0 1 0|0] N[0 0 0 0 0 1|0] S", 4, "S[1 0 0 0 0 1|0] N[0 0 0 0 0 1|0] N"),
        # In the other row three opposite are left alone.
        ("S[0 0 0 0 3 2|0] N[0 0 0 0 0 1|0] S", 5, "S[0 0 0 0 3 0|0] N[1 1 0 0 0 1|0] N"),
        # A last seed in an ur ends the turn, whosever it is.
        ("S[1 0 0 0 1 2^|0] N[2' 0 0 0 0 1|0] S", 4, "S[1 0 0 0 0 3^|0] N[2' 0 0 0 0 1|0] N"),
        ("S[1 0 0 0 1 2'|0] N[2^ 0 0 0 0 1|0] S", 4, "S[1 0 0 0 0 3'|0] N[2^ 0 0 0 0 1|0] N"),
    ],
)
def test_a_last_seed_in_an_empty_pit(before: str, action: int, left: str) -> None:
    assert after(before, action) == left


def test_an_ur_is_counted_for_its_maker() -> None:
    """South cannot play. North takes four of their row; the ur with two and two is South's."""
    over = state("S[0 0 0 0 0 2^|19] N[2' 1 0 0 0 3|21] S")
    assert over.outcome is not None
    assert over.outcome.score == (23, 25)


@pytest.mark.parametrize(
    ("changed", "before", "left"),
    [
        # One and four: the odd seed stays in the landing pit.
        ('was = "empty"\nside = "own"\nfacing = [4]', "0 4", "3^ 2'"),
        # Five and one: seeds go the other way.
        ('was = "occupied"\nside = "own"\nfacing = [1]', "4 1", "3^ 3'"),
        # Five and none.
        ('was = "occupied"\nside = "own"\nfacing = [0]', "4 0", "3^ 2'"),
    ],
)
def test_seeds_are_shared_equally(changed: str, before: str, left: str) -> None:
    game = rules((UR, changed))
    (here, there), (kept, given) = before.split(), left.split()
    text = f"S[1 0 0 0 1 {here}|0] N[{there} 0 0 0 0 1|0] S"
    assert after(text, 4, game) == f"S[1 0 0 0 0 {kept}|0] N[{given} 0 0 0 0 1|0] N"


def test_the_trace_tells_what_goes_where() -> None:
    events = state("S[1 0 0 0 1 0|0] N[3 0 0 0 0 1|0] S").trace(4)
    told = [(event.kind, event.source, event.target, event.count) for event in events]
    assert ("capture", (1, 0), (0, 5), 1) in told
    assert [event.target for event in events if event.kind == "mark"] == [(0, 5), (1, 0)]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("split = true", 'split = true\ntake = "facing"\nto = "store"'), "without take"),
        (("[clauses]", '[rounds]\nrefill = 4\nshort = "owned"\n\n[clauses]'), "rounds.short"),
    ],
)
def test_what_does_not_go_with_it(change: tuple[str, str], said: str) -> None:
    with pytest.raises(mc.RulesError) as told:
        rules(change)
    assert "split = true" in str(told.value)
    assert said in str(told.value)
