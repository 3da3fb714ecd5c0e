"""Marks that players make in games whose pits change hands, worked by hand."""

from __future__ import annotations

import numpy as np
import pytest

import mancalab as mc


def state(game: str, text: str, **options: int | str) -> mc.State:
    return mc.State.from_text(f"{mc.rules(game, **options).to_text()}: {text}")


def after(game: str, text: str, action: int, **options: int | str) -> str:
    """The position after an action, without what says which round it is."""
    played = state(game, text, **options).play(action).to_text().split(": ", 1)[1]
    return played.replace(" began=1", "").replace(" round=1", "")


NOBODY = "0 0 0 0 0"


@pytest.mark.parametrize("game", ["gabata-shoa", "qelat", "um-el-banat", "tuz"])
def test_four_in_a_pit_of_the_other_player_is_claimed(game: str) -> None:
    before = f"S[1 {NOBODY[2:]} 1|0] N[3 2 0 0 0 0|0] S"
    assert after(game, before, 5) == f"S[1 {NOBODY}|0] N[4^ 2 0 0 0 0|0] N"
    assert state(game, before).play(5).legal_actions == (1,)  # not North's pit 0


@pytest.mark.parametrize("game", ["gabata-shoa", "qelat", "um-el-banat", "tuz"])
def test_nobody_sows_from_a_claim(game: str) -> None:
    """A last seed in the own claim stays there, and the turn ends, where any other is sown on."""
    before = f"S[1 {NOBODY[2:]} 1|0] N[5^ 2 0 0 0 0|0] S"
    assert after(game, before, 5) == f"S[1 {NOBODY}|0] N[6^ 2 0 0 0 0|0] N"
    assert after(game, before.replace("^", ""), 5) != f"S[1 {NOBODY}|0] N[6 2 0 0 0 0|0] N"
    barred = state(game, f"S[1 {NOBODY[2:]} 1|0] N[5^ 2 0 0 0 0|0] N")
    with pytest.raises(mc.IllegalAction) as told:
        barred.play(0)
    assert told.value.field == "marks.play"


@pytest.mark.parametrize(
    ("game", "held", "left", "taken", "mover"),
    [
        ("gabata-shoa", 5, 4, 2, "S"),
        ("qelat", 5, 4, 2, "N"),
        ("um-el-banat", 5, 4, 2, "N"),
        ("tuz", 5, 4, 2, "N"),
        ("gabata-shoa", 1, 0, 2, "S"),
        ("gabata-shoa", 0, 0, 1, "S"),
        ("qelat", 0, 0, 1, "N"),
    ],
)
def test_a_last_seed_in_a_claim_of_the_other_player_takes_two(
    game: str, held: int, left: int, taken: int, mover: str
) -> None:
    before = f"S[1 {NOBODY}|0] N[1 {held}^ 0 0 0 2|0] N"
    assert after(game, before, 0) == f"S[1 {NOBODY}|0] N[0 {left}^ 0 0 0 2|{taken}] {mover}"


def test_how_many_seeds_are_taken_is_an_option() -> None:
    before = f"S[1 {NOBODY}|0] N[1 5^ 0 0 0 2|0] N"
    said = after("qelat", before, 0, **{"landing.take-back.most": 1})
    assert said == f"S[1 {NOBODY}|0] N[0 5^ 0 0 0 2|1] N"


def test_the_seeds_of_a_claim_are_its_makers_at_the_end() -> None:
    """South's last seed goes into their claim, and nobody can move: South has 9, North 1 and 39."""
    before = state("gabata-shoa", f"S[{NOBODY} 1|0] N[7^ 1^ 0 0 0 0|39] S")
    events = before.trace(5)
    swept = [(event.count, event.target, event.clause) for event in events if event.kind == "sweep"]
    assert swept == [(8, (0, None), "GS-8"), (1, (0, None), "GS-8")]


def test_a_claim_in_a_pit_that_has_changed_hands() -> None:
    """North's pit 5 belongs to South. North makes four there, and has a claim on South's pit."""
    before = f"S[1 {NOBODY}|0] N[2 0 0 0 1 3'|0] N"
    claimed = state("gabata-shoa", before).play(4)
    assert claimed.to_text().split(": ", 1)[1].startswith(f"S[1 {NOBODY}|0")
    assert claimed.claims.tolist() == [[False] * 6, [False] * 5 + [True]]
    assert claimed.marks.tolist() == claimed.claims.tolist()
    assert claimed.legal_actions == (0,)  # and not South's pit 5 of the other row, action 11
    # South takes two of them back with a last seed there.
    taken = mc.State.from_text(
        claimed.to_text().replace("N[2 0 0 0 0 4'^", "N[2 0 0 0 1' 4'^")
    ).play(10)
    assert (taken.pits[1, 5], taken.stores[0]) == (3, 2)


def test_claims_are_gone_with_the_round() -> None:
    """Nobody can move: each has 24, and the next round begins without claims."""
    ended = state("qelat", f"S[{NOBODY} 1|23] N[0^ 0 0 0 0 0|24] S").play(5)
    assert ended.registers["round"] == (1, 1)
    assert not ended.claims.any()
    assert ended.pits.tolist() == [[4] * 6] * 2


@pytest.mark.parametrize(
    ("game", "own", "other", "claims"),
    [
        ("gabata-shoa-adegrat", [4, 5, 3, 5, 3, 5], [3, 5, 3, 5, 3, 4], [0]),
        ("gabata-wuqro", [1, 6, 6, 6, 6, 1], [0, 3, 3, 0, 1, 3], []),
        ("tuz", [4] * 6, [4] * 6, []),  # the first round alone has a formal first turn
    ],
)
def test_a_round_begins_as_the_game_did(
    game: str, own: list[int], other: list[int], claims: list[int]
) -> None:
    """The opening is seen by the player who begins: North in the first round, then South."""
    half = int(mc.rules(game).start().pits.sum()) // 2
    began = mc.rules(game).state(
        pits=[[0] * 6] * 2, stores=[half, half], registers={"began": (0, 1)}, to_move=0
    )
    assert began.to_move == 0
    assert began.pits.tolist() == [own, other]
    assert [np.flatnonzero(row).tolist() for row in began.claims] == [claims, []]
    first = mc.rules(game).start()
    assert first.to_move == 1
    assert np.flatnonzero(first.claims[1]).tolist() == ([0] if game != "gabata-wuqro" else [])


def test_four_left_by_a_sowing_are_their_owners() -> None:
    """North's pit 5 belongs to South, who so has both fours; North plays on, as South cannot."""
    before = f"S[0 4 0 {NOBODY[4:]}|0] N[1 0 2 0 2 4'|0] N"
    assert after("gabata-wuqro", before, 0) == f"S[0 {NOBODY}|8] N[0 1 2 0 2 0'|0] N"


def test_pits_that_cannot_be_filled_may_lie_open() -> None:
    text = mc.rules("kalah").to_toml()
    text += '\n[rounds]\nrefill = 4\nshort = "open"\n'
    rules = mc.Rules.from_toml(text)
    began = rules.state(pits=[[0] * 6] * 2, stores=[30, 18])
    assert began.pits.tolist() == [[4] * 6, [4, 4, 4, 4, 0, 0]]
    assert not began.marks.any()
    assert began.stores.tolist() == [6, 2]
    assert "lies empty, and is like any other" in rules.explain()
