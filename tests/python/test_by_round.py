"""Rounds of matches: they agree with the matches, and with states that are played one by one."""

from __future__ import annotations

import pytest

import mancalab as mc
from mancalab._agents.choosing import chooser
from mancalab.study import by_round

RANDOM = mc.agents.Random()


def rounds_of(rules: mc.Rules, seed: int, game: int) -> list[tuple[int, int]]:
    """Who began each round of a random match, and South's margin when it was over."""
    state, found, began = rules.start(), [], 0
    while not state.is_over:
        after = state.play(chooser(RANDOM, seed, game)(state))
        round_before = state.registers["round"][0]
        if after.is_over:
            assert after.outcome is not None
            south, north = after.outcome.score
            found.append((began, south - north))
        elif after.registers["round"][0] > round_before:
            # The players lay out what they have won.
            south, north = (after.pits.sum(axis=1) + after.stores).tolist()
            found.append((began, south - north))
            began = after.registers["began"].index(1)
        state = after
    return found


def test_rounds_are_those_of_states() -> None:
    rules = mc.rules("main-chongkak")
    found = by_round(rules, n=6, seed=4)
    played = [rounds_of(rules, 4, game) for game in range(6)]
    assert found.length.value == pytest.approx(sum(map(len, played)) / 6)
    for row in found.rows:
        these = [match[row.number - 1] for match in played if len(match) >= row.number]
        margins = [-margin if began else margin for began, margin in these]
        assert row.rounds == len(margins)
        assert (row.won, row.lost) == (sum(m > 0 for m in margins), sum(m < 0 for m in margins))
        assert row.margin.value == pytest.approx(sum(margins) / len(margins))
    assert len({began for match in played for began, _ in match}) == 2


def test_rounds_that_begin_anew_are_those_of_states() -> None:
    """The players lay out nothing that they have won: who has, `rounds_won` tells."""
    rules = mc.rules("mangala-match")
    found = by_round(rules, n=8, seed=4)
    assert [row.rounds for row in found.rows] == [8] * 5
    outcomes = [[0, 0, 0] for _ in range(5)]
    margins: list[list[int]] = [[] for _ in range(5)]
    for game in range(8):
        state, before = rules.start(), (0, 0)
        for number in range(5):
            moved = []
            while not state.is_over and state.registers["round"][0] == number:
                action = chooser(RANDOM, 4, game)(state)
                moved = state.trace(action)
                state = state.play(action)
            assert state.rounds_won is not None
            south, north = (now - past for now, past in zip(state.rounds_won, before, strict=True))
            before, began = state.rounds_won, number % 2
            outcomes[number][0 if south == north else 1 + ((north if began else south) > 0)] += 1
            # Half of the seeds are each player's: what goes to the other store is half the margin.
            given = [e for e in moved if e.field == "rounds.seeds"]
            if state.is_over:
                margin = state.scores[0] - state.scores[1]
            else:
                margin = sum(2 * e.count * (1, -1)[e.source[0]] for e in given if e.source)
            margins[number].append(-margin if began else margin)
    for row, (drawn, lost, won), known in zip(found.rows, outcomes, margins, strict=True):
        assert (row.drawn, row.lost, row.won) == (drawn, lost, won)
        assert row.margin.value == pytest.approx(sum(known) / 8)
    assert found.undecided == 0


def test_matches_are_those_of_a_match() -> None:
    agents = (mc.agents.Greedy(), RANDOM)
    tally = mc.match(mc.rules("pallankuli"), *agents, 30, seed=2, opening_plies=3)
    found = by_round("pallankuli", agents, 30, seed=2, opening_plies=3)
    decided = tally.south + tally.north + tally.draws
    assert found.match.value == pytest.approx((tally.south + tally.draws / 2) / decided)
    assert (found.undecided, found.matches) == (30 - decided, 30)
    assert (found.agents, found.opening_plies) == ("Greedy v Random", 3)


def test_who_wins_the_first_round_is_compared_with_who_wins_the_match() -> None:
    # Of two rounds the second one can still turn the match.
    rules = mc.rules("main-chongkak")
    short = mc.Rules.from_toml(rules.to_toml().replace("[rounds]", "[rounds]\nmost = 2"))
    found = by_round(short, n=40, seed=1)
    assert [row.number for row in found.rows] == [1, 2]
    assert 0 < found.first_decides.value < 1
    assert found.length.value <= 2


def test_what_is_printed_says_how_sure_it_is() -> None:
    text = " ".join(str(by_round("pallankuli", n=40)).split())
    assert text.startswith("pallankuli, Random v Random: 40 matches")
    assert "score of who began" in text
    assert "others may find it otherwise" in text


def test_mistakes() -> None:
    with pytest.raises(ValueError, match="kalah has no rounds"):
        by_round("kalah")
    with pytest.raises(ValueError, match="n = 0"):
        by_round("pallankuli", n=0)
