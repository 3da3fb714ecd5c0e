"""Rounds for which the richer player fills no more pits than the poorer one can."""

from __future__ import annotations

import random

import numpy as np
import pytest

import mancalab as mc

TEXT = """
name = "matched"
board = { rows = 2, columns = 6 }
setup = { seeds = 4 }
moves = { direction = "counterclockwise" }
laps = { relay = "landing" }
landing = [{ was = "empty", side = "own", take = "facing", to = "store" }]
ending = { when = ["cannot_move"], final_count = "owner" }
rounds = { refill = 4, short = "matched", start = "same" }
"""


def rules(*changes: tuple[str, str]) -> mc.Rules:
    """A small game of matched rounds, with changes of its text."""
    text = TEXT
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return mc.Rules.from_toml(text)


def dealt(played: mc.Rules, south: int, north: int) -> mc.State:
    """The round that follows when these seeds are in the stores."""
    return played.state(pits=[[0] * 6, [0] * 6], stores=[south, north], to_move=0)


LEFT = [("counterclockwise", "left"), ("clockwise", "right")]
RIGHT = [("counterclockwise", "right"), ("clockwise", "left")]


@pytest.mark.parametrize(
    ("south", "north", "filled", "stores"),
    [
        (24, 24, 6, [0, 0]),
        (16, 32, 4, [0, 16]),
        (32, 16, 4, [16, 0]),
        (18, 30, 4, [2, 14]),  # two seeds fill no pit, and stay in the store
        (19, 29, 4, [3, 13]),
        (44, 4, 1, [40, 0]),
        (7, 41, 1, [3, 37]),
    ],
)
@pytest.mark.parametrize(("direction", "order"), LEFT + RIGHT)
def test_both_fill_the_same_pits(
    direction: str, order: str, south: int, north: int, filled: int, stores: list[int]
) -> None:
    """Pits are numbered as their player sows: the left end comes first counter-clockwise only."""
    changes = [
        ('"counterclockwise"', f'"{direction}"'),
        ("refill = 4", f'refill = 4, order = "{order}"'),
    ]
    state = dealt(rules(*changes), south, north)
    row = [4] * filled + [0] * (6 - filled)
    if (direction, order) in RIGHT:
        row.reverse()
    assert state.registers["round"] == (1, 1)
    assert state.pits.tolist() == [row, row]
    assert state.stores.tolist() == stores


def test_empty_pits_are_like_any_other() -> None:
    """Both have filled two pits. Seeds fall in the empty ones; the last takes what it faces."""
    state = dealt(rules(('relay = "landing"', 'relay = "none"')), 8, 40)
    assert not state.marks.any()
    after = state.play(1)
    assert after.pits.tolist() == [[4, 0, 1, 1, 1, 1], [0, 4, 0, 0, 0, 0]]
    assert after.stores.tolist() == [4, 32]
    after = after.play(1)
    assert after.pits.tolist() == [[0, 0, 1, 1, 1, 1], [0, 0, 1, 1, 1, 1]]
    assert after.stores.tolist() == [4, 36]


@pytest.mark.parametrize(("stores", "winner"), [([45, 3], 0), ([3, 45], 1), ([48, 0], 0)])
def test_the_match_is_over_when_a_player_can_fill_no_pit(stores: list[int], winner: int) -> None:
    state = dealt(rules(), *stores)
    assert state.outcome is not None
    assert (state.outcome.winner, list(state.outcome.score)) == (winner, stores)


def test_seeds_that_were_kept_count_in_the_match() -> None:
    """The last round is over with few seeds in play; the stores decide."""
    last = rules(("refill = 4", "refill = 4, most = 2"))
    pits = [[0, 0, 0, 0, 1, 0], [0] * 6]
    state = last.state(pits=pits, stores=[25, 22], to_move=0, registers={"round": (1, 1)})
    after = state.play(4)  # North has nothing to play, and South keeps the seed
    assert after.outcome is not None
    assert (after.outcome.winner, list(after.outcome.score)) == (0, [26, 22])


def test_every_round_of_a_game_begins_alike_for_both() -> None:
    choose = random.Random(5)  # noqa: S311  (a game, no secret)
    state, rounds = rules().start(), 0
    while rounds < 20:
        after = state.play(choose.choice(state.legal_actions))
        if after.is_over:
            assert min(after.outcome.score) < 4 if after.outcome else False
            after = rules().start()
        elif after.registers["round"] != state.registers["round"]:
            rounds += 1
            assert np.array_equal(after.pits[0], after.pits[1])
            full = int((after.pits[0] == 4).sum())
            assert after.pits[0].tolist() == [4] * full + [0] * (6 - full)
            # The poorer player could fill no other pit; or there is none.
            assert after.stores.min() < 4 or full == 6
            assert after.pits.sum() + after.stores.sum() == 48
        state = after


def test_it_is_told() -> None:
    assert "fills no more pits than the other one can" in str(rules().explain())
    assert "matched_pits" in rules().features
