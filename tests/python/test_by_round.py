"""Rounds of matches: they agree with the matches, and with states that are played one by one."""

from __future__ import annotations

import pytest

import mancalab as mc
from mancalab._agents.choosing import chooser
from mancalab.study import by_round

RANDOM = mc.agents.Random()


def counts(state: mc.State, action: int) -> list[tuple[int, int]]:
    """What South and North have in store at the end of each round that an action ends."""
    stores, found = state.stores.tolist(), []
    for event in state.trace(action):
        if event.kind in {"round", "end"}:
            found.append((stores[0], stores[1]))
        for place, sign in ((event.target, 1), (event.source, -1)):
            if place is not None and place[1] is None:
                stores[place[0]] += sign * event.count
    after = state.play(action)
    scored = after.outcome is None or after.outcome.result in {"south", "north", "draw"}
    return found if scored else found[:-1]


def rounds_of(rules: mc.Rules, seed: int, game: int) -> list[tuple[int, int]]:
    """Who began each round of a random match, and South's margin when it was over.

    Of rounds that one action ends, the players are taken to begin them in turn.
    """
    state, found, began = rules.start(), [], 0
    while not state.is_over:
        action = chooser(RANDOM, seed, game)(state)
        for south, north in counts(state, action):
            found.append((began, south - north))
            began = 1 - began
        state = state.play(action)
        began = state.registers["began"].index(1)
    return found


TWO_ROUNDS_AT_ONCE = """
name = "two-at-once"
board = { rows = 2, columns = 3 }
setup = { seeds = 3 }
ending = { when = ["all_single", "cannot_move"], final_count = "owner", winner = "most_rounds" }
rounds = { refill = 1, most = 6 }

[moves]
least = 1

[[landing]]
side = "other"
counts = [2, 3]
take = "landing"
to = "store"
"""


@pytest.mark.parametrize(
    "game",
    ["main-chongkak", "mangala-match", "hufesay", "gabata-wuqro", "qelat", "erherhe", "two", "cut"],
)
def test_rounds_are_those_of_states(game: str) -> None:
    """Where all seeds are laid out, where pits change hands, and where each round begins anew."""
    rules = {
        "two": lambda: mc.Rules.from_toml(TWO_ROUNDS_AT_ONCE),
        "cut": lambda: mc.rules("mangala-match", max_actions=90),
    }.get(game, lambda: mc.rules(game))()
    found = by_round(rules, n=6, seed=4)
    played = [rounds_of(rules, 4, game) for game in range(6)]
    if found.undecided == 0:
        assert found.length.value == pytest.approx(sum(map(len, played)) / 6)
    assert len(found.rows) == max(map(len, played))
    for row in found.rows:
        these = [match[row.number - 1] for match in played if len(match) >= row.number]
        margins = [-margin if began else margin for began, margin in these]
        assert row.rounds == len(margins)
        assert (row.won, row.lost) == (sum(m > 0 for m in margins), sum(m < 0 for m in margins))
        assert row.margin.value == pytest.approx(sum(margins) / len(margins))
    assert any(row.won + row.lost for row in found.rows[:1])
    assert len({began for match in played for began, _ in match}) == 2


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
