"""The course of games, ply by ply: it agrees with tallies of the same games."""

from __future__ import annotations

import math

import numpy as np
import pytest

import mancalab as mc
from mancalab.study import by_ply
from mancalab.study.by_ply import Curve

SMALL = mc.rules("kalah", columns=3, seeds=2)


def total(curve: Curve) -> float:
    return float((curve.mean * curve.games).sum())


@pytest.mark.parametrize("game", ["kalah", "oware", "pratt", "mwambulula"])
def test_random_games_are_those_of_playouts(game: str) -> None:
    tally = mc.playouts(mc.rules(game), 200, seed=5)
    found = by_ply(game, games=200, seed=5)
    assert found.branching.games.sum() == tally.plies
    assert total(found.branching) == pytest.approx(tally.choices_sum)
    decided = tally.south + tally.north + tally.draws
    assert found.advantage.games[-1] == decided
    assert found.advantage.mean[-1] == pytest.approx(tally.margin_sum / decided)
    assert len(found.advantage) == len(found.branching) + 1 == max(tally.plies_histogram) + 1


def test_games_between_agents_are_those_of_a_match() -> None:
    agents = (mc.agents.Greedy(), mc.agents.AlphaBeta(depth=2))
    rules = mc.rules("kalah", start="north")
    tally = mc.match(rules, *agents, 50, seed=3, opening_plies=2)
    found = by_ply(rules, agents, 50, seed=3, opening_plies=2)
    assert found.branching.games.sum() == tally.plies
    # North starts, and the advantage is that of the player who starts.
    assert found.advantage.mean[-1] == pytest.approx(-tally.margin_sum / 50)
    assert (found.label, found.agents) == ("kalah:start=north", "Greedy v AlphaBeta(2)")


def test_two_deterministic_agents_begin_with_random_plies() -> None:
    agents = ("alphabeta(depth=1)", "alphabeta(depth=2)")
    assert by_ply(SMALL, agents, games=3).opening_plies == 4
    assert by_ply(SMALL, games=3).opening_plies == 0


def test_the_interval_is_that_of_student() -> None:
    found = by_ply("kalah", games=50)
    first = [mc.Batch(mc.rules("kalah"), 50)]
    first[0].step(first[0].sample())
    choices = first[0].mask.sum(axis=1)
    assert found.branching.mean[1] == pytest.approx(choices.mean())
    reach = 2.009575 * choices.std(ddof=1) / math.sqrt(50)  # 97.5 % point, 49 degrees of freedom
    assert found.branching.high[1] - found.branching.mean[1] == pytest.approx(reach, rel=1e-5)
    assert found.branching.mean[1] - found.branching.low[1] == pytest.approx(reach, rel=1e-5)
    assert np.isnan(by_ply("kalah", games=1).branching.low).all()


def test_an_exact_judge_of_perfect_play_never_changes_its_mind() -> None:
    judge = mc.agents.AlphaBeta(depth=60)
    found = by_ply(SMALL, (judge, judge), 4, judge=judge, opening_plies=0)
    value = mc.solve(SMALL).value
    assert found.advantage.mean == pytest.approx(value)
    assert (found.judge, found.unit) == ("AlphaBeta(60)", "seeds")


def test_a_function_judges_for_the_side_to_move() -> None:
    def ahead(state: mc.State) -> float:
        mine, other = state.scores[state.to_move], state.scores[1 - state.to_move]
        return float(mine) - float(other)

    one, two = by_ply("kalah", games=20), by_ply("kalah", games=20, judge=ahead)
    assert two.advantage.mean == pytest.approx(one.advantage.mean)
    assert two.judge == "ahead"


def test_a_tree_search_judges_in_per_cent() -> None:
    found = by_ply(SMALL, games=20, seed=1, judge=mc.agents.MCTS(simulations=200))
    assert found.unit == "%"
    assert ((found.advantage.mean >= 0) & (found.advantage.mean <= 100)).all()
    tally = mc.playouts(SMALL, 20, seed=1)
    assert found.advantage.mean[-1] == pytest.approx(5 * tally.south + 2.5 * tally.draws)


def test_games_without_a_result_count_until_they_end() -> None:
    rules = mc.rules("kalah", max_actions=10)
    found = by_ply(rules, games=30)
    assert found.advantage.games.tolist() == [30] * 10 + [0]
    assert math.isnan(found.advantage.mean[-1])


def test_finished_games_are_reported() -> None:
    told: list[int] = []
    by_ply(SMALL, games=25, progress=told.append)
    assert sum(told) == 25


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (
            {"rules": 3},
            TypeError,
            "rules: a name, rules or the path of a TOML file is needed, not int",
        ),
        (
            {"agents": "random"},
            TypeError,
            'agents: pairs such as ("random", "greedy") are needed, not str',
        ),
        ({"agents": ["random"]}, ValueError, "agents: a pair has 2 agents; ['random'] has 1 agent"),
        ({"games": 0}, ValueError, "n = 0: allowed are 1 to 1000000"),
        ({"judge": "stones"}, TypeError, "judge = 'stones': allowed are \"margin\", an AlphaBeta"),
        ({"seed": -1}, ValueError, "seed = -1: allowed are 0 to"),
        ({"opening_plies": -1}, ValueError, "opening_plies = -1: allowed are 0 to"),
    ],
)
def test_wrong_arguments_are_named(
    arguments: dict[str, object], error: type[Exception], message: str
) -> None:
    given: dict[str, object] = {"rules": "kalah", "games": 2, **arguments}
    with pytest.raises(error) as raised:
        by_ply(**given)  # type: ignore[arg-type]  # wrong on purpose
    assert message in str(raised.value)
