"""Pits that are closed in the middle of a game, worked by hand from the clauses of Deka."""

from __future__ import annotations

import numpy as np
import pytest

import mancalab as mc
import mark_cases

DEKA = mc.rules("deka")


def event(before: str, action: int, key: str) -> mc.Event:
    (found,) = [e for e in mark_cases.set_up(DEKA, before).trace(action) if e.key == key]
    return found


@pytest.mark.parametrize(
    ("before", "action", "left"),
    [
        # DK-4: the last seed makes three. The pit is covered, the three go on from the next one.
        ("S[0 0 0 2 0 2|0] N[1 0 0 0 0 1|0] S", 3, "S[0 0 0 0 1 0'|0] N[2 1 1 0 0 1|0] N"),
        # In the other row it is the same.
        ("S[1 0 0 0 0 2|0] N[0 2 0 0 0 1|0] S", 5, "S[1 0 0 0 0 0|0] N[1 0' 1 1 1 1|0] N"),
        # DK-5: a sowing passes over the player's own covered pit.
        ("S[1 0 0 1 0' 0|0] N[0 0 0 0 0 1|0] S", 3, "S[1 0 0 0 0' 1|0] N[0 0 0 0 0 1|0] N"),
        # DK-6: the seed for a covered pit of the other row is lost, and the sowing goes on.
        ("S[1 0 0 0 0 3|0] N[0 0' 0 0 0 1|0] S", 5, "S[1 0 0 0 0 0|0] N[1 0' 1 0 0 1|0] N"),
        # As the last one it ends the turn.
        ("S[1 0 0 0 0 2|0] N[1 0' 0 0 0 0|0] S", 5, "S[1 0 0 0 0 0|0] N[2 0' 0 0 0 0|0] N"),
        # What is South's own for South is the other row for North.
        ("S[0 0' 0 0 0 1|0] N[1 0 0 1 0' 2|0] N", 5, "S[1 0' 0 0 0 1|0] N[1 0 0 1 0' 0|0] S"),
        ("S[0 0' 0 0 0 1|0] N[1 0 0 1 0' 0|0] N", 3, "S[0 0' 0 0 0 1|0] N[1 0 0 0 0' 1|0] S"),
        # DK-7: an end pit is not covered; its three seeds are sown on.
        ("S[1 0 0 0 0 1|0] N[2 0 0 0 0 1|0] S", 5, "S[1 0 0 0 0 0|0] N[0 1 1 1 0 1|0] N"),
        # DK-3: four are sown on like any other number.
        ("S[1 0 0 0 1 3|0] N[0 0 0 0 0 1|0] S", 4, "S[1 0 0 0 0 0|0] N[1 1 1 1 0 1|0] N"),
    ],
)
def test_a_turn(before: str, action: int, left: str) -> None:
    assert mark_cases.after(DEKA, before, action) == left


def test_what_happens_is_told() -> None:
    closes = event("S[0 0 0 2 0 2|0] N[1 0 0 0 0 1|0] S", 3, "mark.closed")
    assert (str(closes), closes.clause) == ("South closes South's pit 5.", "DK-4")
    gone = event("S[1 0 0 0 0 3|0] N[0 0' 0 0 0 1|0] S", 5, "capture.closed")
    assert (gone.removed, gone.count, gone.clause) == (True, 1, "DK-5, DK-6")
    assert str(gone) == "1 seed in North's pit 1, which is closed: off the board."


def test_who_cannot_sow_has_lost() -> None:
    before = mark_cases.set_up(DEKA, "S[1 0 1 0 0 0|0] N[0 0 0 0 0 0'|0] S")
    outcome = before.play(2).outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (0, "cannot_move")


def test_a_covered_pit_that_is_passed_over_keeps_no_seed() -> None:
    """The same with `closed = "passed"`: the seed goes to the next pit of the other row."""
    passes = mark_cases.changed(DEKA, ('closed = "other_removed"\n', ""))
    before = "S[1 0 0 0 0 3|0] N[0 0' 0 0 0 1|0] S"
    assert mark_cases.after(passes, before, 5) == "S[1 0 0 0 0 0|0] N[1 0' 1 1 0 1|0] N"


def test_pits_stay_closed_for_a_round() -> None:
    """South's 0 makes three in South's 1, takes them and closes it.

    North's last seed leaves South without any, and is North's: South has 3 seeds and North 5 for
    the next round. The pit that South cannot fill lies open, as the closed one does again.
    """
    text = """
name = "t"
board = { rows = 2, columns = 2, stores = true }
setup = { seeds = 2 }
ending = { when = ["cannot_move"], final_count = "owner" }
rounds = { refill = 2, short = "open" }
[[landing]]
at = [1]
counts = [3]
take = "landing"
close = true
"""
    before = mark_cases.set_up(mc.Rules.from_toml(text), "S[1 2|0] N[1 0|4] S")
    closed = before.play(0)
    assert closed.marks.tolist() == [[False, True], [False, False]]
    again = closed.play(0)
    assert again.pits.tolist() == [[2, 0], [2, 2]]
    assert again.stores.tolist() == [1, 1]
    assert not again.marks.any()


def test_games_end() -> None:
    results = mc.playouts("deka", games=2000, seed=1)
    assert results.games == 2000


def test_solvers_and_tables_refuse_it() -> None:
    with pytest.raises(ValueError, match="seeds that leave the game at closed pits"):
        mc.solve(DEKA)
    refusals = DEKA.refusals
    assert refusals["lanes"] is None
    assert all(why for name, why in refusals.items() if name != "lanes")


@pytest.mark.parametrize("seed", range(5))
def test_both_engines_play_alike(seed: int) -> None:
    rng = np.random.default_rng(seed)
    batch = mc.Batch(DEKA, 16, seed=seed, autoreset="disabled")
    games = [DEKA.start() for _ in range(16)]
    while not all(game.is_over for game in games):
        assert [batch.state(lane) for lane in range(16)] == games
        actions = [0 if game.is_over else int(rng.choice(game.legal_actions)) for game in games]
        games = [
            game if game.is_over else game.play(action)
            for game, action in zip(games, actions, strict=True)
        ]
        batch.step(np.array(actions))
    assert [batch.state(lane).outcome for lane in range(16)] == [game.outcome for game in games]
