"""Matches of games that each begin anew, as in Mangala's tournaments (MA-9, MA-10)."""

from __future__ import annotations

import numpy as np
import pytest

import mancalab as mc

MATCH = mc.rules("mangala-match")
GAME = mc.rules("mangala")


@pytest.mark.parametrize("seed", range(6))
def test_a_match_is_five_games(seed: int) -> None:
    """Each game of the match goes as a game of its own does, begun by the players in turn."""
    rng = np.random.default_rng(seed)
    match = MATCH.start()
    won = [0, 0]
    for number in range(5):
        game = GAME.replace(start=("south", "north")[number % 2]).start()
        assert [match.registers["round"], match.registers["won"]] == [(number, number), tuple(won)]
        while not game.is_over:
            assert not match.is_over
            assert np.array_equal(match.pits, game.pits)
            assert (match.to_move, match.legal_actions) == (game.to_move, game.legal_actions)
            action = int(rng.choice(game.legal_actions))
            match, game = match.play(action), game.play(action)
        south, north = game.scores
        won[0] += south > north
        won[1] += north > south
    assert match.outcome is not None
    last = (south > north, north > south)
    before = tuple(all_won - now for all_won, now in zip(won, last, strict=True))
    assert match.registers["won"] == before
    expected = "draw" if won[0] == won[1] else ("south", "north")[won[1] > won[0]]
    assert match.outcome.result == expected


def test_rounds_decide_and_not_seeds() -> None:
    last = mc.State.from_text(
        "S[0 0 0 0 0 1|10 round=4 began=1 won=2] N[0 0 0 0 0 3|34 round=4 won=1] S",
        MATCH,
    )
    over = last.play(5)
    assert over.outcome is not None
    assert over.outcome.result == "draw"


def test_rounds_are_counted_in_studies() -> None:
    tally = mc.playouts(MATCH, 400, seed=5)
    assert tally.games == 400
    assert tally.south + tally.north + tally.draws == 400


def test_agents_play_for_rounds() -> None:
    """One more round won is worth more than any seeds of the round that is played."""
    before = mc.State.from_text(
        "S[0 0 0 0 0 1|24 round=3 began=1 won=1] N[0 0 0 0 0 3|20 round=3 won=1] S",
        MATCH,
    )
    assert mc.agents.AlphaBeta(depth=2).analyse(before).value > 100
