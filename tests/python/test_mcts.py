"""Monte Carlo tree search as an agent: analyses, matches, studies, errors."""

from __future__ import annotations

import math
import pickle
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mancalab as mc
from mancalab import study

KALAH = mc.rules("kalah")
START = KALAH.start()
MCTS = mc.agents.MCTS


def test_an_analysis_says_what_became_of_all_actions() -> None:
    agent = MCTS(simulations=3000)
    found = agent.analyse(START)
    assert tuple(found.visits) == tuple(found.values) == START.legal_actions
    assert sum(found.visits.values()) == found.simulations == 3000
    assert found.action == max(found.visits, key=lambda action: found.visits[action])
    assert found.value == found.values[found.action]
    assert all(0 <= value <= 1 for value in found.values.values())
    assert found.seconds > 0
    assert found.principal_variation[0] == found.action == agent(START)
    state = START
    for action in found.principal_variation:
        state = state.play(action)
    assert agent.analyse(START, threads=1) == found


def test_an_action_that_was_never_tried_has_no_value() -> None:
    found = MCTS(simulations=2).analyse(START)
    assert sorted(found.visits.values()) == [0, 0, 0, 0, 1, 1]
    untried = {action for action, visits in found.visits.items() if visits == 0}
    assert untried == {action for action, value in found.values.items() if math.isnan(value)}


@pytest.mark.parametrize("to_move", [0, 1])
def test_values_are_those_of_the_side_to_move(to_move: int) -> None:
    def settled(mine: list[int], my_store: int, other_store: int) -> mc.State:
        pits, stores = [mine, [0, 0, 0, 0, 2, 1]], [my_store, other_store]
        if to_move == 1:
            pits.reverse()
            stores.reverse()
        return KALAH.state(pits=pits, stores=stores, to_move=to_move)

    # The 25th seed is at most two actions away; or the other side has it already.
    won = MCTS(5000).analyse(settled([0, 0, 0, 0, 1, 1], 24, 19))
    assert won.values[5] == won.value == 1.0
    lost = MCTS(5000).analyse(settled([0, 0, 0, 0, 1, 1], 18, 25))
    assert set(lost.values.values()) == {0.0}


def test_two_searches_with_the_same_seed_are_the_same_and_others_differ() -> None:
    found = MCTS(500).analyse(START)
    assert MCTS(500).analyse(START) == found
    assert MCTS(500, seed=1).analyse(START) != found


def test_numbers_of_numpy_make_an_equal_agent() -> None:
    agent = MCTS(simulations=np.int64(50), exploration=np.float32(0.5))  # type: ignore[arg-type]
    assert agent == MCTS(50)
    assert repr(agent) == repr(MCTS(50))


def test_names_say_the_limits() -> None:
    assert MCTS().name == "MCTS(1000)"
    assert MCTS(None, time=0.5).name == "MCTS(0.5 s)"
    assert MCTS(20, time=2).name == "MCTS(20, 2 s)"


def test_a_finished_game_is_refused() -> None:
    over = KALAH.state(pits=[[0] * 6, [0] * 6], stores=[24, 24])
    assert over.is_over
    with pytest.raises(ValueError, match="the game is over"):
        MCTS(10).analyse(over)


@pytest.mark.parametrize(
    ("arguments", "kind", "words"),
    [
        ({"simulations": 0}, ValueError, "simulations = 0: allowed are 1 to 1000000000"),
        ({"simulations": 1.5}, TypeError, "simulations: an integer is needed, not float"),
        ({"simulations": None}, ValueError, "simulations = None: allowed only with a time"),
        ({"time": -1}, ValueError, "time = -1: allowed are 0 to 1e\\+06"),
        ({"time": math.nan}, ValueError, "time = nan: allowed are"),
        ({"time": "1"}, TypeError, "time: a number is needed, not str"),
        ({"rollout": "best"}, ValueError, "rollout = 'best': allowed are random, greedy"),
        ({"leaf_batch": 0}, ValueError, "leaf_batch = 0: allowed are 1 to 4096"),
        ({"exploration": -0.1}, ValueError, "exploration = -0.1: allowed are 0 to 1000"),
        ({"exploration": True}, TypeError, "exploration: a number is needed, not bool"),
        ({"seed": -1}, ValueError, "seed = -1: allowed are 0 to 18446744073709551615"),
    ],
)
def test_faults_are_named(arguments: dict[str, Any], kind: type[Exception], words: str) -> None:
    with pytest.raises(kind, match=words):
        MCTS(**arguments)


def test_fields_that_were_changed_behind_its_back_are_refused_by_name() -> None:
    for name, value, kind in [
        ("simulations", 0, ValueError),
        ("simulations", None, ValueError),
        ("time", -1.0, ValueError),
        ("time", "soon", TypeError),
        ("rollout", "best", ValueError),
        ("rollout", 1, TypeError),
        ("leaf_batch", 5000, ValueError),
        ("exploration", math.nan, ValueError),
        ("seed", 2**64, ValueError),
    ]:
        agent = MCTS()
        object.__setattr__(agent, name, value)
        with pytest.raises(kind, match=f"^{name}"):
            mc.match(KALAH, agent, agent, 0)


def test_a_wrong_state_or_number_of_threads_is_refused() -> None:
    with pytest.raises(TypeError, match="state: a State is needed, not str"):
        MCTS(10).analyse("kalah")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="threads = 0: allowed are 1 to"):
        MCTS(10).analyse(START, threads=0)


def test_a_pickled_agent_and_analysis_are_the_same() -> None:
    agent = MCTS(20, rollout="greedy", leaf_batch=4)
    assert pickle.loads(pickle.dumps(agent)) == agent  # noqa: S301 - our own
    found = agent.analyse(START)
    assert pickle.loads(pickle.dumps(found)) == found  # noqa: S301 - our own


def test_a_match_does_not_depend_on_threads_or_on_who_plays_it() -> None:
    greedy = mc.agents.Greedy()
    tally = mc.match(KALAH, MCTS(50), greedy, 12, seed=3, threads=1)
    assert mc.match(KALAH, MCTS(50), greedy, 12, seed=3, threads=2) == tally
    assert tally.south > tally.north
    # With a function in the other seat the games are played on the calling thread.
    first = mc.agents.Policy(lambda state: state.legal_actions[0])
    played = [mc.match(KALAH, MCTS(50), first, 4, seed=3) for _ in range(2)]
    assert played[0] == played[1]


def test_plays_against_a_batch_policy_with_the_numbers_of_each_game() -> None:
    lowest = mc.agents.BatchPolicy(lambda batch: batch.mask.argmax(axis=1))
    series = [
        mc.match(KALAH, MCTS(30), lowest, 6, seed=seed).margin_histogram for seed in (1, 1, 2)
    ]
    assert series[0] == series[1] != series[2]
    assert len(series[0]) > 1, "the games differ"


def played(table: study.AdvantageTable) -> list[study.AdvantageRow]:
    assert {row.second for row in table} == {"MCTS(20)"}
    return [replace(row, seconds=0.0) for row in table]


def test_a_study_resumes_and_takes_executors(tmp_path: Path) -> None:
    def run(**more: Any) -> study.AdvantageTable:
        return study.first_player_advantage(
            ["kalah"], agents=[("greedy", MCTS(simulations=20))], n=40, seed=5, **more
        )

    wanted = played(run())
    with ThreadPoolExecutor(2) as executor:
        assert played(run(executor=executor, resume=tmp_path)) == wanted
    stored = sorted(tmp_path.iterdir())
    assert stored
    assert played(run(resume=tmp_path)) == wanted
    assert sorted(tmp_path.iterdir()) == stored
