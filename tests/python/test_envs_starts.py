"""Where the games of environments begin, and against whom."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import mancalab as mc
from env_cases import MODES, STEPS, check_steps, pair
from mancalab.envs import Env, VectorEnv

KALAH = mc.rules("kalah", columns=3, seeds=2)
STARTS = [KALAH.start(), KALAH.start().play(0), KALAH.start().play(2)]
POOL: list[Any] = ["random", "greedy", mc.agents.AlphaBeta(depth=2)]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("arguments", [{"starts": STARTS}, {"opening_plies": 5}])
def test_starts_equal_sync_vector_env(mode: AutoresetMode, arguments: dict[str, Any]) -> None:
    assert check_steps(*pair(KALAH, 4, mode, **arguments), STEPS) > 0
    others = {"mode": "opponent", "opponent": "greedy", "seat": "random"}
    assert check_steps(*pair(KALAH, 4, mode, **arguments, **others), STEPS) > 0


@pytest.mark.parametrize("mode", MODES)
def test_several_opponents_equal_sync_vector_env(mode: AutoresetMode) -> None:
    arguments = {"mode": "opponent", "opponent": POOL, "seat": "random", "opening_plies": 3}
    assert check_steps(*pair(KALAH, 6, mode, **arguments), STEPS) > 0


def test_games_begin_in_turn_in_the_positions_that_are_given() -> None:
    env, envs = Env(KALAH, starts=STARTS), VectorEnv(KALAH, 5, starts=STARTS)
    envs.reset(seed=3)
    for game in range(5):
        env.reset(seed=3 if game == 0 else None)
        assert env.state == STARTS[game % 3]
        assert envs.batch.state(game) == STARTS[game % 3]


def test_openings_are_many_and_the_same_for_every_seed() -> None:
    envs = VectorEnv("kalah", 2_000, opening_plies=6)
    first, _ = envs.reset(seed=1)
    assert len(np.unique(first, axis=0)) > 500
    assert not envs.batch.plies.any()
    again, _ = envs.reset(seed=2)
    assert np.array_equal(first, again)


def test_a_game_can_begin_in_a_position_that_is_asked_for() -> None:
    env = Env(KALAH)
    env.reset(seed=1)
    observation, info = env.reset(options={"state": STARTS[2]})
    assert env.state == STARTS[2]
    assert np.array_equal(observation, STARTS[2].observation)
    assert info["to_move"] == STARTS[2].to_move
    env.reset(options={})
    assert env.state == KALAH.start()
    with pytest.raises(ValueError, match=r"options = \['stat'\]: allowed is 'state'"):
        env.reset(options={"stat": STARTS[2]})
    with pytest.raises(ValueError, match=r"options\['state'\]: it has other rules"):
        env.reset(options={"state": mc.rules("kalah").start()})
    with pytest.raises(TypeError, match=r"options\['state'\]: a State is needed"):
        env.reset(options={"state": 1})


def test_an_opponent_is_drawn_for_each_game() -> None:
    envs = VectorEnv(KALAH, 600, mode="opponent", opponent=POOL)
    _, info = envs.reset(seed=1)
    assert np.bincount(info["opponent"]).min() > 150
    assert isinstance(envs.opponent, tuple)
    assert [type(one) for one in envs.opponent] == [
        mc.agents.Random,
        mc.agents.Greedy,
        mc.agents.AlphaBeta,
    ]
    env = Env(KALAH, mode="opponent", opponent=POOL)
    drawn = [env.reset(seed=1)[1]["opponent"], *(env.reset()[1]["opponent"] for _ in range(50))]
    assert drawn == info["opponent"][:51].tolist()
    assert "opponent" not in VectorEnv(KALAH, 2, mode="opponent").reset(seed=1)[1]


def test_others_can_take_the_opponents_place() -> None:
    asked = []

    def watched(state: mc.State) -> int:
        asked.append(state)
        return state.legal_actions[0]

    env = Env(KALAH, mode="opponent", seat="second")
    env.reset(seed=1)
    env.opponent = watched
    assert not asked
    env.reset()
    assert asked
    envs = VectorEnv(KALAH, 4, mode="opponent", seat="second", opponent=POOL)
    envs.reset(seed=1)
    asked.clear()
    envs.opponent = watched
    _, info = envs.reset()
    assert asked
    assert "opponent" not in info
    for one in (Env(KALAH), VectorEnv(KALAH, 2)):
        assert one.opponent is None
        with pytest.raises(ValueError, match="it goes with mode"):
            one.opponent = "greedy"


@pytest.mark.parametrize("make", [Env, lambda *args, **more: VectorEnv(args[0], 2, **more)])
def test_what_is_refused(make: Any) -> None:
    with pytest.raises(TypeError, match=r"oponent = .*; did you mean 'opponent'\?"):
        make("kalah", oponent="greedy")
    with pytest.raises(
        TypeError,
        match=r"frameskip = 1: kalah has no such option; .*Env has the arguments game, mode",
    ):
        make("kalah", frameskip=1)
    with pytest.raises(ValueError, match=r"starts\[1\]: it has other rules"):
        make(KALAH, starts=[STARTS[0], mc.rules("kalah").start()])
    with pytest.raises(ValueError, match="starts: it is empty"):
        make(KALAH, starts=[])
    with pytest.raises(TypeError, match="starts: a sequence of states is needed"):
        make(KALAH, starts=1)
    over = mc.rules("kalah").state(pits=[[0] * 6, [1] * 6])
    assert over.is_over
    with pytest.raises(ValueError, match=r"starts\[0\]: it is over"):
        make("kalah", starts=[over])
    with pytest.raises(ValueError, match="opening_plies = 2: it goes without starts"):
        make(KALAH, starts=STARTS, opening_plies=2)
    with pytest.raises(ValueError, match="opening_plies = -1"):
        make(KALAH, opening_plies=-1)
    with pytest.raises(ValueError, match="opponent: it is empty"):
        make(KALAH, mode="opponent", opponent=[])
    with pytest.raises(ValueError, match=r"opponent\[1\] = 'gredy'"):
        make(KALAH, mode="opponent", opponent=["random", "gredy"])


def test_options_that_only_a_change_brings_are_options() -> None:
    for game, options in (
        ("oware", {"landing.capture.counts": [2, 3]}),
        ("kalah", {"capture_side": "any", "grand_slam": "forbidden"}),
    ):
        wanted = mc.rules(game, **options)
        assert Env(game, **options).rules == wanted
        assert VectorEnv(game, 2, **options).rules == wanted
    with pytest.raises(mc.RulesError, match="grand_slam"):
        Env("kalah", grand_slam="forbidden")


def test_an_environment_with_opponents_can_be_copied() -> None:
    arguments: dict[str, Any] = {"mode": "opponent", "opponent": POOL, "starts": STARTS}
    for one in (Env(KALAH, **arguments), VectorEnv(KALAH, 3, **arguments)):
        one.reset(seed=1)
        for other in (copy.deepcopy(one), pickle.loads(pickle.dumps(one))):  # noqa: S301
            found, wanted = other.reset(), copy.deepcopy(one).reset()
            assert np.array_equal(found[0], wanted[0])
            assert np.array_equal(found[1]["opponent"], wanted[1]["opponent"])


def test_the_opponent_of_a_running_game_stays() -> None:
    env = Env(KALAH, mode="opponent", opponent=POOL)
    info: dict[str, Any] = {"opponent": 0}
    while info["opponent"] != 2:
        _, info = env.reset(seed=1) if env._seed is None else env.reset()  # noqa: SLF001
    env.opponent = ["random", "greedy"]
    *_, info = env.step(env.state.legal_actions[0])
    assert info["opponent"] == 2
    assert env.reset()[1]["opponent"] < 2


def test_rules_that_no_batch_plays_have_no_random_openings() -> None:
    with pytest.raises(ValueError, match=r"opening_plies = 3: .*repetition"):
        Env("oware", repetition="first_since_capture", opening_plies=3)
    with pytest.raises(TypeError, match="options: a dict is needed"):
        Env(KALAH).reset(options=["state"])  # type: ignore[arg-type]


def test_what_torchrl_asks_for() -> None:
    assert VectorEnv(KALAH, 2).autoreset_mode is AutoresetMode.SAME_STEP
    assert VectorEnv(KALAH, 2, autoreset_mode="next_step").autoreset_mode is AutoresetMode.NEXT_STEP
