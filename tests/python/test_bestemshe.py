"""Bestemshe on small boards: who wins, by search and by tables, which know nothing of one another.

The tables are of the game that is played on past half of the seeds (`end_above_half=False`): that
changes no winner, only by how much they win, so the signs of the values are compared.
"""

from __future__ import annotations

import math

import pytest

import mancalab as mc

# Columns and seeds a pit, and the margin of the first player where the game is played on.
PLAYED_ON = {
    (2, 2): 0,
    (2, 3): 4,
    (2, 4): 0,
    (2, 5): 0,
    (3, 2): 0,
    (3, 3): 2,
    (3, 4): -4,
    (4, 2): 0,
}
# These take minutes together, and 0.4 GB.
LARGE = {(3, 5): 10, (4, 3): 4, (4, 4): 4, (4, 5): 4, (5, 2): 0}


def sign(value: float) -> float:
    return math.copysign(1, value) if value else 0


def by_table(columns: int, seeds: int) -> float:
    rules = mc.rules("bestemshe", columns=columns, seeds=seeds, end_above_half=False)
    with mc.Tablebase.build(rules, 2 * columns * seeds) as table:
        return table.probe(rules.start())


@pytest.mark.parametrize(("columns", "seeds"), PLAYED_ON)
def test_search_and_tables_name_the_same_winner(columns: int, seeds: int) -> None:
    played_on = by_table(columns, seeds)
    assert played_on == PLAYED_ON[columns, seeds]
    found = mc.solve(mc.rules("bestemshe", columns=columns, seeds=seeds)).value
    assert found is not None
    assert sign(found) == sign(played_on)


@pytest.mark.nightly
@pytest.mark.parametrize(("columns", "seeds"), LARGE)
def test_larger_boards_by_tables(columns: int, seeds: int) -> None:
    assert by_table(columns, seeds) == LARGE[columns, seeds]


@pytest.mark.parametrize("first", [2, 4])
def test_half_of_the_seeds_ends_the_game(first: int) -> None:
    """The same game with and without the end above half: nobody who is past half loses."""
    rules = mc.rules("bestemshe", columns=3, seeds=3)
    plays_on = rules.replace(end_above_half=False)
    for seed in range(first, 200, 4):
        state, longer = (each.start() for each in (rules, plays_on))
        random = seed
        while not state.is_over:
            random = random * 6364136223846793005 % 2**64
            action = state.legal_actions[(random >> 33) % len(state.legal_actions)]
            state, longer = state.play(action), longer.play(action)
        while not longer.is_over:
            longer = longer.play(longer.legal_actions[0])
        assert state.outcome is not None
        assert longer.outcome is not None
        if longer.outcome.reason != "max_actions":
            assert longer.outcome.winner == state.outcome.winner, seed
