"""Marks that players make in both rows, worked by hand."""

from __future__ import annotations

import pytest

import mancalab as mc
import mark_cases
from mancalab._base.marks import claims_say, mark_words, marks_say

GAME = "qelat-beni-amir-mensa"


def rules(*changes: tuple[str, str]) -> mc.Rules:
    """The game with parts of its description written anew, each of which stands there once."""
    return mark_cases.changed(mc.rules(GAME), *changes)


def state(text: str, game: mc.Rules | None = None) -> mc.State:
    return mark_cases.set_up(game or mc.rules(GAME), text)


def after(text: str, pit: int, game: mc.Rules | None = None) -> str:
    return mark_cases.after(game or mc.rules(GAME), text, pit)


FIRST = '[[landing]]\nname = "own-walda"'
"""Where an entry of the tests' own can come before all others."""


@pytest.mark.parametrize(
    ("before", "action", "left"),
    [
        # Either end of the own row, from both halves of it.
        ("S[1 0 0 0 1 3|0] N[1 0 0 0 0 0|0] S", 4, "S[1 0 0 0 0 4^|0] N[1 0 0 0 0 0|0] N"),
        ("S[3 1 0 0 0 0|0] N[1 0 0 0 0 0|0] S", 1, "S[4^ 0 0 0 0 0|0] N[1 0 0 0 0 0|0] N"),
        # Across, the ends and the pits next to them.
        ("S[0 0 0 1 0 1|0] N[3 0 0 0 0 1|0] S", 5, "S[0 0 0 1 0 0|0] N[4' 0 0 0 0 1|0] N"),
        ("S[0 0 0 1 0 2|0] N[1 3 0 0 0 1|0] S", 5, "S[0 0 0 1 0 0|0] N[2 4' 0 0 0 1|0] N"),
        ("S[2 0 0 1 0 0|0] N[0 0 0 0 3 1|0] S", 0, "S[0 0 0 1 0 0|0] N[0 0 0 0 4' 2|0] N"),
        ("S[1 0 0 1 0 0|0] N[1 0 0 0 0 3|0] S", 0, "S[0 0 0 1 0 0|0] N[1 0 0 0 0 4'|0] N"),
    ],
)
def test_four_near_the_ends_is_a_walda(before: str, action: int, left: str) -> None:
    assert after(before, action) == left


@pytest.mark.parametrize(
    ("before", "action", "left"),
    [
        ("S[1 0 0 1 3 0|0] N[1 0 0 0 0 0|0] S", 3, "S[1 0 0 0 4 0|0] N[1 0 0 0 0 0|0] N"),
        ("S[0 3 1 0 0 0|0] N[1 0 0 0 0 0|0] S", 2, "S[0 4 0 0 0 0|0] N[1 0 0 0 0 0|0] N"),
        ("S[0 0 0 1 0 3|0] N[1 0 3 0 0 1|0] S", 5, "S[0 0 0 1 0 0|0] N[2 1 4 0 0 1|0] N"),
        ("S[1 0 0 0 1 2|0] N[1 0 0 0 0 0|0] S", 4, "S[1 0 0 0 0 3|0] N[1 0 0 0 0 0|0] N"),
    ],
)
def test_other_pits_and_other_counts_are_none(before: str, action: int, left: str) -> None:
    assert after(before, action) == left


def test_a_walda_of_the_other_player_stays_theirs() -> None:
    before = "S[1 0 0 0 1 3'|0] N[1 0 0 0 0 0|0] S"
    assert after(before, 4) == "S[1 0 0 0 0 4'|0] N[1 0 0 0 0 0|0] N"


def test_nobody_sows_from_a_walda_whosever_it_is() -> None:
    """South's pit 5 is their own walda, pit 0 is North's; pit 4 can be played, and no other."""
    barred = state("S[2' 0 0 0 1 4^|0] N[1 0 0 0 0 0|0] S")
    assert barred.legal_actions == (4,)
    for pit in (0, 5):
        with pytest.raises(mc.IllegalAction) as told:
            barred.play(pit)
        assert told.value.field == "marks.play"


def test_waldas_of_both_rows_are_counted_for_who_made_them() -> None:
    """South's last seed falls in their walda, and nobody can move: they have 13, North 35."""
    before = state("S[0 0 0 0 1 5^|0] N[7' 0 0 0 0 35^|0] S")
    swept = [
        (event.count, event.target, event.clause)
        for event in before.trace(4)
        if event.kind == "sweep"
    ]
    south, north = (0, None), (1, None)
    assert sorted(swept) == [(6, south, "QB-6"), (7, south, "QB-6"), (35, north, "QB-6")]
    outcome = before.play(4).outcome
    assert outcome is not None
    assert (outcome.winner, outcome.score) == (1, (13, 35))


TAKE_BACK = '[[landing]]\nname = "take-back"\nmarked = "other"\ntake = "landing"\nto = "store"\n\n'


def test_a_test_of_marks_asks_who_made_them() -> None:
    game = rules((FIRST, TAKE_BACK + FIRST))
    own = "S[1 0 0 0 1 5{}|0] N[1 0 0 0 0 0|0] S"
    assert after(own.format("'"), 4, game) == "S[1 0 0 0 0 0'|6] N[1 0 0 0 0 0|0] N"
    assert after(own.format("^"), 4, game) == "S[1 0 0 0 0 6^|0] N[1 0 0 0 0 0|0] N"
    across = "S[1 0 0 0 0 1|0] N[5{} 0 0 0 0 1|0] S"
    assert after(across.format("^"), 5, game) == "S[1 0 0 0 0 0|6] N[0^ 0 0 0 0 1|0] N"
    assert after(across.format("'"), 5, game) == "S[1 0 0 0 0 0|0] N[6' 0 0 0 0 1|0] N"


def test_marks_of_both_rows_count_together() -> None:
    """With two marks, one in each row, a seed in the empty pit 4 is taken; with one it is not."""
    count = '[[landing]]\nname = "third"\nmarks = [2]\nwas = "empty"\n'
    count += 'take = "landing"\nto = "store"\n\n'
    game = rules((FIRST, count + FIRST))
    before = "S[1 0 0 1 0 4^|0] N[4{} 0 0 0 0 1|0] S"
    assert after(before.format("'"), 3, game) == "S[1 0 0 0 0 4^|1] N[4' 0 0 0 0 1|0] N"
    assert after(before.format("^"), 3, game) == "S[1 0 0 0 1 4^|0] N[4^ 0 0 0 0 1|0] N"


def test_who_marks_a_pit_anew_has_it() -> None:
    anew = '[[landing]]\nname = "anew"\ncounts = [7]\nmark = "own"\n\n'
    game = rules((FIRST, anew + FIRST))
    own = after("S[1 0 0 0 1 6'|0] N[1 0 0 0 0 0|0] S", 4, game)
    assert own == "S[1 0 0 0 0 7^|0] N[1 0 0 0 0 0|0] N"
    across = after("S[1 0 0 0 0 1|0] N[6^ 0 0 0 0 1|0] S", 5, game)
    assert across == "S[1 0 0 0 0 0|0] N[7' 0 0 0 0 1|0] N"


def test_seeds_of_marked_pits_go_home_to_their_makers() -> None:
    game = rules(('play = "never"', 'play = "never"\nseeds = "home"'))
    before = "S[1 0 0 0 1 5^|0] N[1 7' 0 0 0 2^|0] S"
    assert after(before, 4, game) == "S[1 0 0 0 0 0^|13] N[1 0' 0 0 0 0^|2] N"


def test_words_say_who_has_marked_a_pit() -> None:
    there = state("S[2' 0 0 0 1 4^|0] N[1 0 0 0 3' 5^|0] S")
    assert (marks_say(there.rules), claims_say(there.rules)) == ("made", "own")
    assert mark_words(there, 0, 0) == ["marked by North"]
    assert mark_words(there, 0, 5) == ["marked by South"]
    assert mark_words(there, 1, 4) == ["marked by South"]
    assert mark_words(there, 1, 5) == ["marked by North"]
    assert mark_words(there, 1, 0) == []


def test_one_player_has_marked_a_pit() -> None:
    with pytest.raises(mc.PositionError) as told:
        state("S[2'^ 0 0 0 1 4|0] N[1 0 0 0 0 0|0] S")
    assert "claims (south)" in str(told.value)


def test_marks_go_with_the_round() -> None:
    """Each has 24 when nobody can move; the next round begins with no mark in either row."""
    open_rounds = rules(("[clauses]", '[rounds]\nrefill = 4\nshort = "open"\n\n[clauses]'))
    ended = state("S[0 0 0 0 1 23^|0] N[0 0 0 0 0 24^|0] S", open_rounds).play(4)
    assert ended.registers["round"] == (1, 1)
    assert ended.pits.tolist() == [[4] * 6] * 2
    assert not ended.marks.any()
    assert not ended.claims.any()


def test_pits_that_change_hands_are_marked_by_the_other_player_alone() -> None:
    with pytest.raises(mc.RulesError) as told:
        rules(("[clauses]", '[rounds]\nrefill = 4\nshort = "owned"\n\n[clauses]'))
    assert "mark" in str(told.value)
    assert 'rounds.short = "owned"' in str(told.value)
