"""Rounds in which a player fills, and owns, pits of the other row."""

from __future__ import annotations

import numpy as np
import pytest

import mancalab as mc
from mancalab import plots

Owned = list[list[int]]  # by side: its pits that belong to the other player


TEXT = """
name = "owned"
board = { rows = 2, columns = 6 }
setup = { seeds = 4 }
moves = { symmetric = false }
landing = [{ was = "empty", side = "own", take = "facing", to = "store" }]
ending = { when = ["few"], few = 1, final_count = "owner" }
rounds = { refill = 4, short = "owned", gained = "first", remainder = "stored", start = "same" }
"""


def rules(*changes: tuple[str, str]) -> mc.Rules:
    """A small game with pits that change hands, with changes of its text."""
    text = TEXT
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return mc.Rules.from_toml(text)


def dealt(played: mc.Rules, south: int, north: int, to_move: int = 0) -> mc.State:
    """The round that follows when these seeds are in the stores."""
    empty = [[0] * 6, [0] * 6]
    return played.state(pits=empty, stores=[south, north], to_move=to_move)


def changed(state: mc.State) -> Owned:
    return [np.flatnonzero(row).tolist() for row in state.marks]


@pytest.mark.parametrize(
    ("gained", "south", "north", "expected"),
    [
        ("first", 32, 16, [[], [0, 1]]),
        ("first", 16, 32, [[0, 1], []]),
        ("last", 32, 16, [[], [4, 5]]),
        ("last", 16, 32, [[4, 5], []]),
        ("first", 24, 24, [[], []]),
        ("first", 44, 4, [[], [0, 1, 2, 3, 4]]),
    ],
)
def test_which_pits_are_gained(gained: str, south: int, north: int, expected: Owned) -> None:
    state = dealt(rules(('gained = "first"', f'gained = "{gained}"')), south, north)
    assert changed(state) == expected
    assert (state.pits == 4).all()
    assert state.stores.tolist() == [0, 0]


@pytest.mark.parametrize("starter", [0, 1])
def test_the_pits_of_who_begins_lie_side_by_side(starter: int) -> None:
    """From their own first pit on: so they gain first pits, or lose their last ones."""
    beginner = rules(('gained = "first"', 'gained = "beginner"'))
    for south, north in ((32, 16), (16, 32)):
        state = dealt(beginner, south, north, to_move=starter)
        assert state.to_move == starter
        richer = int(north > south)
        pits = [0, 1] if richer == starter else [4, 5]
        assert changed(state)[1 - richer] == pits
        assert changed(state)[richer] == []


@pytest.mark.parametrize(
    ("remainder", "south", "north", "expected", "pit", "stores"),
    [
        ("stored", 27, 21, [[], []], 0, [3, 1]),
        ("majority", 27, 21, [[], [0]], 4, [0, 0]),
        ("majority", 25, 23, [[], []], 4, [0, 0]),
        ("majority", 26, 22, [[], []], 4, [0, 0]),  # two each: the poorer player's
        ("majority", 22, 26, [[], []], 4, [0, 0]),
        ("partial", 27, 21, [[], [0]], 3, [0, 1]),
        ("partial", 25, 23, [[], []], 3, [1, 0]),
    ],
)
def test_seeds_that_fill_no_pit(
    remainder: str, south: int, north: int, expected: Owned, pit: int, stores: list[int]
) -> None:
    state = dealt(rules(('remainder = "stored"', f'remainder = "{remainder}"')), south, north)
    assert changed(state) == expected
    assert state.stores.tolist() == stores
    richer = int(north > south)
    assert state.pits[1 - richer, 0] == pit
    assert (np.delete(state.pits.ravel(), 6 * (1 - richer)) == 4).all()


def test_an_owner_sows_from_a_gained_pit_and_nobody_else_does() -> None:
    state = dealt(rules(), 32, 16)
    assert state.to_move == 0
    assert list(state.legal_actions) == [0, 1, 2, 3, 4, 5, 6, 7]
    after = state.play(7)
    assert after.pits[1].tolist() == [4, 0, 5, 5, 5, 5]
    assert list(after.legal_actions) == [2, 3, 4, 5]
    with pytest.raises(mc.IllegalAction, match="belongs to the other player in this round") as why:
        after.play(0)
    assert why.value.field == "rounds.short"


@pytest.mark.parametrize(("gained", "taken"), [(False, 0), (True, 2)])
def test_own_and_other_go_by_the_owner(gained: bool, taken: int) -> None:
    """A last seed in an empty pit of one's own takes what lies opposite, in either row."""
    pits = [[0, 0, 0, 2, 0, 3], [0, 0, 0, 0, 0, 4]]
    marks = [[False] * 6, [False, False, gained, False, False, False]]
    state = rules().state(pits=pits, stores=[20, 19], marks=marks, to_move=0)
    after = state.play(5)  # ends in North's pit 2, opposite South's pit 3 with 2 seeds
    assert after.stores[0] - 20 == taken


def test_drops_capture_for_the_owner() -> None:
    text = rules(("landing = ", 'sowing = { on_drop = { count = 4, side = "own" } }\nlanding = '))
    pits = [[0, 0, 0, 0, 0, 4], [3, 3, 1, 1, 0, 4]]
    marks = [[False] * 6, [True] + [False] * 5]
    after = text.state(pits=pits, stores=[16, 16], marks=marks, to_move=0).play(5)
    assert after.stores.tolist() == [20, 16]  # North's pit 1 holds four too, and keeps them
    assert after.pits[1].tolist() == [0, 4, 2, 2, 0, 4]


def test_seeds_left_at_the_end_are_the_owners() -> None:
    """A round ends with a seed in a gained pit: it counts for its owner."""
    last = [[0] * 6, [1, 0, 0, 0, 0, 0]]
    gained = [[False] * 6, [True] + [False] * 5]
    for marks, south in ((gained, 28), ([[False] * 6] * 2, 27)):
        state = rules().state(pits=last, stores=[27, 20], marks=marks, to_move=0)
        assert state.registers["round"] == (1, 1)
        assert int((~state.marks[0]).sum() + state.marks[1].sum()) == south // 4


def test_gained_pits_are_drawn_and_told() -> None:
    state = dealt(rules(), 32, 16)
    assert plots.board_svg(state).count("belongs to the other side") == 1
    encoded = state.rules.observation_names
    assert sum("mark" in name for name in encoded) == 12


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (
            ("seeds = 4", "seeds = 3"),
            "fills all pits with 48 seeds where pits are owned, but 36 are in the game",
        ),
        (("symmetric = false", "symmetric = true"), "needs moves.symmetric = false"),
        (('short = "owned", gained = "first"', 'gained = "last"'), 'is for rounds.short = "owned"'),
    ],
)
def test_what_gained_pits_do_not_go_with(change: tuple[str, str], why: str) -> None:
    with pytest.raises(mc.RulesError, match=why):
        rules(change)


ONE_MORE = (
    'gained = "first", remainder = "stored"',
    'gained = "one_more", seeds = "anew"',
)


@pytest.mark.parametrize(
    ("owned", "south", "north", "expected"),
    [
        ([[], []], 40, 8, [[], [0]]),  # whatever the seeds
        ([[], []], 25, 23, [[], [0]]),
        ([[], []], 23, 25, [[0], []]),
        ([[], []], 24, 24, [[], []]),
        ([[], [0, 1]], 25, 23, [[], [0, 1, 2]]),
        ([[], [0, 1]], 1, 47, [[], [0]]),
        ([[], [0, 1]], 24, 24, [[], [0, 1]]),
        ([[0, 1, 2, 3], []], 20, 28, [[0, 1, 2, 3, 4], []]),
        ([[0, 1, 2, 3], []], 28, 20, [[0, 1, 2], []]),
    ],
)
@pytest.mark.parametrize("to_move", [0, 1])
def test_who_wins_a_round_gains_one_pit(
    owned: Owned, south: int, north: int, expected: Owned, to_move: int
) -> None:
    """All pits are full again; each player has the seeds that their pits need."""
    marks = [[pit in row for pit in range(6)] for row in owned]
    empty = [[0] * 6, [0] * 6]
    played = rules(ONE_MORE)
    state = played.state(pits=empty, stores=[south, north], marks=marks, to_move=to_move)
    assert changed(state) == expected
    assert (state.pits == 4).all()
    assert state.stores.tolist() == [0, 0]


def test_who_owns_no_pit_has_lost() -> None:
    marks = [[False] * 6, [True] * 5 + [False]]
    stores = [25, 23]
    state = rules(ONE_MORE).state(pits=[[0] * 6] * 2, stores=stores, marks=marks, to_move=0)
    assert state.outcome is not None
    assert (state.outcome.winner, list(state.outcome.score)) == (0, stores)


def test_one_pit_more_is_told() -> None:
    told = rules(ONE_MORE).explain()
    assert "owns one pit more than before" in told
    assert "The game is over when a player owns no pit" in told
