"""What the environments promise beside the games that they play."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ClosedEnvironmentError, ResetNeeded
from gymnasium.vector import AutoresetMode

import mancalab as mc
from batch_model import difference, snapshot
from env_cases import MODES, OPPONENTS, legal
from mancalab.envs import Env, VectorEnv, aec
from mancalab.envs.opponents import sides


def digest(step: Any) -> str:
    """Everything that a reset or step gives, as text."""
    if isinstance(step, dict):
        return str({name: digest(step[name]) for name in sorted(step)})
    if isinstance(step, tuple):
        return str([digest(part) for part in step])
    return f"{step.dtype} {step.tolist()}" if isinstance(step, np.ndarray) else str(step)


def run(envs: VectorEnv, steps: int, shown: Any) -> list[str]:
    """What random play shows."""
    rng, told = np.random.default_rng(5), []
    for _ in range(steps):
        shown = envs.step(legal(shown[-1]["action_mask"], rng))
        told.append(digest(shown))
    return told


# Illegal actions


def test_an_illegal_action_loses() -> None:
    env = Env("kalah", start="north")
    env.reset(seed=1)
    env.step(2)
    before = env.state
    _, reward, terminated, truncated, info = env.step(2)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert info["illegal"]
    assert info["illegal"].dtype == np.bool_
    assert info["rewards"].tolist() == [1.0, -1.0]
    assert info["sign"] == 0
    assert info["action_mask"].all() and env.action_masks().all()  # noqa: PT018
    assert env.state == before
    with pytest.raises(ResetNeeded, match="the game is over"):
        env.step(1)


@pytest.mark.parametrize("action", [-1, 6, 10**30])
def test_numbers_that_are_no_action_lose_as_well(action: int) -> None:
    env = Env("kalah")
    env.reset(seed=1)
    assert env.step(action)[1:3] == (-1.0, True)


def test_an_illegal_action_raises_where_that_is_asked_for() -> None:
    env = Env("kalah", illegal="raise")
    env.reset(seed=1)
    env.step(2)
    before = env.state
    with pytest.raises(mc.IllegalAction, match="legal are"):
        env.step(2)
    assert env.state is before
    env.step(0)


def test_an_action_is_a_whole_number() -> None:
    env = Env("kalah")
    env.reset(seed=np.uint8(1))  # type: ignore[arg-type]  # NumPy's numbers are numbers
    for action in (1.5, "1", None, True):
        with pytest.raises(TypeError, match="action"):
            env.step(action)
    env.step(np.int32(1))


@pytest.mark.parametrize("arguments", OPPONENTS)
@pytest.mark.parametrize("mode", MODES)
def test_the_vector_environment_steps_nothing_with_an_illegal_action(
    mode: AutoresetMode, arguments: dict[str, Any]
) -> None:
    envs = VectorEnv("kalah", 5, autoreset_mode=mode, **arguments)
    shown = envs.reset(seed=1)
    run(envs, 4, shown)
    before = snapshot(envs.batch)
    for actions in ([0, 0, 0, 0, 9], [-1] * 5):
        with pytest.raises(mc.IllegalAction, match="lane"):
            envs.step(np.array(actions))
    assert not difference(snapshot(envs.batch), before)
    run(envs, 3, (None, {"action_mask": envs.action_masks()}))


def test_an_illegal_action_in_the_aec_environment() -> None:
    raw = aec.raw_env("kalah")
    raw.reset()
    raw.step(2)
    with pytest.raises(mc.IllegalAction):
        raw.step(2)
    wrapped = aec.env("kalah")
    wrapped.reset()
    wrapped.step(2)
    wrapped.step(2)
    assert wrapped.terminations == {"south": True, "north": True}
    assert wrapped.rewards == {"south": -1.0, "north": 0}


# Resets and seeds


@pytest.mark.parametrize("arguments", OPPONENTS)
@pytest.mark.parametrize("mode", MODES)
def test_a_masked_reset_begins_the_next_game_of_these_lanes_only(
    mode: AutoresetMode, arguments: dict[str, Any]
) -> None:
    envs = VectorEnv("kalah", 6, autoreset_mode=mode, **arguments)
    shown = envs.reset(seed=4)
    run(envs, 5, shown)
    games, plies = envs.batch.games.copy(), envs.batch.plies.copy()
    mask = np.array([True, False, True, False, False, True])
    envs.reset(options={"reset_mask": mask})
    assert envs.batch.games.tolist() == (games + 6 * mask).tolist()
    assert envs.batch.plies[~mask].tolist() == plies[~mask].tolist()
    assert (envs.batch.plies[mask] < plies[mask]).all()


def test_faults_of_a_masked_reset_are_told() -> None:
    envs = VectorEnv("kalah", 2)
    good = np.array([True, False])
    with pytest.raises(ResetNeeded, match="reset_mask"):
        envs.reset(options={"reset_mask": good})
    envs.reset(seed=1)
    with pytest.raises(ValueError, match=r"reset_mask.*seed"):
        envs.reset(seed=1, options={"reset_mask": good})
    with pytest.raises(ValueError, match=r"options = \['reset_maks'\]: allowed is 'reset_mask'"):
        envs.reset(options={"reset_maks": good})
    for mask in ([True, False], np.array([1, 0])):
        with pytest.raises(TypeError, match="reset_mask"):
            envs.reset(options={"reset_mask": mask})
    for mask in (np.array([False, False]), np.array([True])):
        with pytest.raises(ValueError, match="at least one True"):
            envs.reset(options={"reset_mask": mask})


@pytest.mark.parametrize("arguments", OPPONENTS)
def test_the_same_seed_gives_the_same_games(arguments: dict[str, Any]) -> None:
    one, other = (VectorEnv("mwambulula", 7, **arguments) for _ in range(2))
    first = run(one, 60, one.reset(seed=9))
    assert first == run(other, 60, other.reset(seed=9))
    assert first == run(other, 60, other.reset(seed=np.int64(9)))  # type: ignore[arg-type]
    if arguments:
        assert first != run(other, 60, other.reset(seed=10))
        assert first != run(other, 60, other.reset())


def test_without_a_seed_each_environment_has_its_own() -> None:
    arguments: dict[str, Any] = {"mode": "opponent", "seat": "random"}
    one, other = (VectorEnv("kalah", 64, **arguments) for _ in range(2))
    assert digest(one.reset()) != digest(other.reset())
    one_env, other_env = Env("kalah"), Env("kalah")
    one_env.reset()
    other_env.reset()
    assert one_env.np_random_seed != other_env.np_random_seed


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5])
def test_seeds_out_of_range_are_refused(seed: Any) -> None:
    for env in (Env("kalah"), VectorEnv("kalah", 2), aec.raw_env("kalah")):
        with pytest.raises((ValueError, TypeError), match="seed"):
            env.reset(seed=seed)


def test_random_seats_are_fair_and_of_seed_and_game() -> None:
    games = np.arange(20_000)
    drawn = sides("random", np.zeros(20_000), 3, games)
    assert abs(drawn.mean() - 0.5) < 0.02
    assert sides("random", np.ones(20_000), 3, games).tolist() == (1 - drawn).tolist()
    assert sides("random", 0, 3, 17).tolist() == drawn[17:18].tolist()
    assert sides("random", np.zeros(20_000), 4, games).tolist() != drawn.tolist()


# Arrays


@pytest.mark.parametrize("arguments", OPPONENTS)
def test_arrays_are_fresh(arguments: dict[str, Any]) -> None:
    envs = VectorEnv("kalah", 8, columns=3, **arguments)
    kept: list[Any] = [envs.reset(seed=1)]
    said = [digest(kept[0])]
    rng = np.random.default_rng(0)
    for _ in range(25):
        kept.append(envs.step(legal(kept[-1][-1]["action_mask"], rng)))
        said.append(digest(kept[-1]))
    assert [digest(step) for step in kept] == said
    for array in (*kept[-1][:4], kept[-1][4]["action_mask"], kept[-1][4]["to_move"]):
        array[...] = 0  # the caller's own


def test_without_copies_arrays_are_those_of_the_batch() -> None:
    envs = VectorEnv("kalah", 8, copy=False)
    observations, info = envs.reset(seed=1)
    assert np.shares_memory(observations, envs.batch.observation)
    assert np.shares_memory(info["action_mask"], envs.batch.mask)
    later, rewards, _, _, _ = envs.step(envs.batch.sample())
    assert later is observations
    assert envs.step(envs.batch.sample())[1] is rewards
    with pytest.raises(ValueError, match="read-only"):
        observations[0, 0] = 1


# Copies of environments, closing, looking into them


@pytest.mark.parametrize("arguments", OPPONENTS)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("fresh", [True, False])
def test_a_pickled_environment_goes_on_in_the_same_way(
    fresh: bool, mode: AutoresetMode, arguments: dict[str, Any]
) -> None:
    envs = VectorEnv("kalah", 5, columns=4, autoreset_mode=mode, copy=fresh, **arguments)
    run(envs, 13, envs.reset(seed=2))
    for again in (pickle.loads(pickle.dumps(envs)), copy.deepcopy(envs)):  # noqa: S301
        shown = (None, {"action_mask": again.action_masks()})
        assert run(again, 40, shown) == run(copy.deepcopy(envs), 40, shown)


def test_a_pickled_single_environment_goes_on_in_the_same_way() -> None:
    env = Env("kalah", mode="opponent", seat="random")
    env.reset(seed=1)
    again = pickle.loads(pickle.dumps(env))  # noqa: S301
    action = env.state.legal_actions[0]
    assert digest(env.step(action)) == digest(again.step(action))


@pytest.mark.parametrize("arguments", OPPONENTS)
def test_an_environment_wants_to_be_reset_first_and_not_to_be_closed(
    arguments: dict[str, Any],
) -> None:
    envs = VectorEnv("kalah", 2, **arguments)
    with pytest.raises(ResetNeeded):
        envs.step([0, 0])
    envs.reset(seed=1)
    envs.close()
    envs.close()
    with pytest.raises(ClosedEnvironmentError):
        envs.step([0, 0])
    with pytest.raises(ClosedEnvironmentError):
        envs.reset()
    with pytest.raises(ResetNeeded):
        Env("kalah", **arguments).step(0)


def test_attributes_of_all_lanes() -> None:
    envs = VectorEnv("kalah", 3)
    envs.reset(seed=1)
    assert envs.get_attr("rules") == (mc.rules("kalah"),) * 3
    assert [mask.tolist() for mask in envs.call("action_masks")] == [[True] * 6] * 3
    assert envs.np_random_seed == 1


def test_text_of_the_first_lanes() -> None:
    envs = VectorEnv("kalah", 20, render_mode="ansi")
    envs.reset(seed=1)
    assert envs.render() == (str(mc.rules("kalah").start()),) * 16
    env = Env("kalah", render_mode="ansi")
    env.reset()
    assert env.render() == str(env.state)


def test_nothing_is_drawn_without_a_render_mode() -> None:
    for env in (Env("kalah"), VectorEnv("kalah", 2), aec.raw_env("kalah")):
        env.reset()
        with pytest.warns(UserWarning, match="render_mode"):
            assert env.render() is None


# Opponents


class Tired(Exception):
    pass


def test_an_opponent_that_fails_leaves_an_environment_to_be_reset() -> None:
    calls = []

    def tires(state: mc.State) -> int:
        calls.append(state)
        if len(calls) == 5:
            raise Tired
        return state.legal_actions[0]

    envs = VectorEnv("kalah", 2, mode="opponent", opponent=tires, replay=False)
    envs.reset(seed=1)
    with pytest.raises(Tired):
        run(envs, 9, (None, {"action_mask": envs.action_masks()}))
    with pytest.raises(ResetNeeded):
        envs.step([0, 0])
    envs.reset()
    envs.step(envs.action_masks().argmax(axis=1))


@pytest.mark.parametrize("make", [Env, VectorEnv])
def test_an_opponent_that_always_ends_the_game_first_is_told(make: Any) -> None:
    env = make("kalah", mode="opponent", seat="second", columns=1, seeds=1)
    with pytest.raises(RuntimeError, match="1000 games in a row"):
        env.reset(seed=1)


def test_no_opponent_is_random() -> None:
    said = [
        digest(VectorEnv("oware", 9, mode="opponent", seat="second", **arguments).reset(seed=1))
        for arguments in ({}, {"opponent": "random"}, {"opponent": mc.agents.Random()})
    ]
    assert said[0] == said[1] == said[2]


# Errors


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"mode": "both"}, "mode = 'both': allowed are self-play, opponent"),
        ({"seat": "third"}, "seat = 'third': allowed are first, second, random"),
        ({"seat": "second"}, 'it goes with mode="opponent"'),
        ({"opponent": "greedy"}, 'it goes with mode="opponent"'),
        ({"mode": "opponent", "opponent": "gredy"}, "opponent = 'gredy': there is no"),
        ({"observation": "pixels"}, "observation = 'pixels'"),
        ({"planes": 0}, "planes = 0"),
        ({"rewards": "points"}, "rewards = 'points'"),
        ({"render_mode": "human"}, "render_mode = 'human'"),
        ({"colums": 3}, "colums"),
        ({"columns": 99}, "columns"),
        ({"game": "kala"}, "kalah"),
        ({"game": 3}, "game: a name, rules or the path of a TOML file is needed, not int"),
    ],
)
@pytest.mark.parametrize("make", [Env, VectorEnv])
def test_wrong_arguments_are_told(make: Any, arguments: dict[str, Any], words: str) -> None:
    with pytest.raises((ValueError, TypeError, KeyError)) as error:
        make(**arguments)
    assert words in str(error.value)


@pytest.mark.parametrize(
    ("make", "arguments", "words"),
    [
        (Env, {"illegal": "ignore"}, "illegal = 'ignore': allowed are lose, raise"),
        (Env, {"lane": 3, "lanes": 3}, "lane = 3"),
        (VectorEnv, {"num_envs": 0}, "num_envs = 0"),
        (aec.raw_env, {"render_mode": "x"}, "human, ansi, rgb_array"),
        (VectorEnv, {"threads": 0}, "threads = 0"),
        (VectorEnv, {"autoreset_mode": "Never"}, "SAME_STEP, NEXT_STEP, DISABLED"),
        (VectorEnv, {"game": "oware", "repetition": "first_since_capture"}, "repetition"),
    ],
)
def test_arguments_of_one_kind_are_told(make: Any, arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=r"[=:]") as error:
        make(**arguments)
    assert words in str(error.value)


def test_env_plays_rules_of_repetition() -> None:
    env = Env("oware", repetition="first_since_capture")
    env.reset(seed=1)
    env.step(0)


@pytest.mark.parametrize("word", ["next_step", "NextStep", "NEXT_STEP", AutoresetMode.NEXT_STEP])
def test_names_of_autoreset_modes(word: Any) -> None:
    envs = VectorEnv("kalah", 1, autoreset_mode=word)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP


# Memory


def test_memory_that_is_held_is_never_given_again() -> None:
    envs = VectorEnv("kalah", 70_000)
    kept: list[Any] = [envs.reset(seed=1)]
    said = [kept[0][0].copy()]
    for _ in range(6):
        kept.append(envs.step(envs.batch.sample()))
        said.append(kept[-1][0].copy())
    rows = [step[0][:3] for step in kept]
    del kept
    for _ in range(4):
        envs.step(envs.batch.sample())
    for row, whole in zip(rows, said, strict=True):
        assert np.array_equal(row, whole[:3])
