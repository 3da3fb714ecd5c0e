"""Gymnasium's wrappers go round the environments."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gymnasium import wrappers
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers import vector

from env_cases import MODES, OPPONENTS
from mancalab.envs import Env, VectorEnv

OPPONENT = OPPONENTS[1]
Wrap = Callable[[Any], Any]


def same(value: Any) -> Any:
    return value


SINGLE: dict[str, Wrap] = {
    "TransformObservation": lambda env: wrappers.TransformObservation(
        env, same, env.observation_space
    ),
    "FlattenObservation": wrappers.FlattenObservation,
    "FrameStackObservation": lambda env: wrappers.FrameStackObservation(env, 3),
    "DelayObservation": lambda env: wrappers.DelayObservation(env, 2),
    "TimeAwareObservation": lambda env: wrappers.TimeAwareObservation(wrappers.TimeLimit(env, 60)),
    "NormalizeObservation": wrappers.NormalizeObservation,
    "RescaleObservation": lambda env: wrappers.RescaleObservation(
        env, np.float32(0), np.float32(1)
    ),
    "DtypeObservation": lambda env: wrappers.DtypeObservation(env, np.float32),
    "NormalizeReward": wrappers.NormalizeReward,
    "ClipReward": lambda env: wrappers.ClipReward(env, -0.5, 0.5),
    "TransformReward": lambda env: wrappers.TransformReward(env, same),
    "StickyAction": lambda env: wrappers.StickyAction(env, 0.1),
    "Autoreset": wrappers.Autoreset,
    "PassiveEnvChecker": wrappers.PassiveEnvChecker,
}
# Those of observations Gymnasium refuses where a step shows the next game at once.
OBSERVATIONS: dict[str, Wrap] = {
    "TransformObservation": lambda envs: vector.TransformObservation(envs, same),
    "FlattenObservation": vector.FlattenObservation,
    "RescaleObservation": lambda envs: vector.RescaleObservation(
        envs, np.float32(0), np.float32(1)
    ),
    "DtypeObservation": lambda envs: vector.DtypeObservation(envs, np.float32),
    "NormalizeObservation": vector.NormalizeObservation,
}
OTHERS: dict[str, Wrap] = {
    "NormalizeReward": vector.NormalizeReward,
    "ClipReward": lambda envs: vector.ClipReward(envs, -0.5, 0.5),
    "TransformReward": lambda envs: vector.TransformReward(envs, same),
    "TransformAction": lambda envs: vector.TransformAction(envs, same),
}


def play(env: Any, steps: int = 60) -> list[float]:
    """Play first legal actions, check that observations are in their space; gives the rewards."""
    observation, info = env.reset(seed=1)
    rewards = []
    for _ in range(steps):
        assert env.observation_space.contains(observation)
        observation, reward, ended, cut, info = env.step(int(info["action_mask"].argmax()))
        rewards.append(float(reward))
        if ended or cut:
            observation, info = env.reset()
    return rewards


def play_many(envs: Any, steps: int = 40) -> Any:
    """The same for many games; gives rewards (steps, n)."""
    observations, info = envs.reset(seed=1)
    rewards = []
    for _ in range(steps):
        assert envs.observation_space.contains(observations)
        observations, paid, ends, cuts, info = envs.step(info["action_mask"].argmax(axis=1))
        rewards.append(paid.copy())
        over = ends | cuts
        if envs.metadata["autoreset_mode"] is AutoresetMode.DISABLED and over.any():
            observations, info = envs.reset(options={"reset_mask": over})
    return np.stack(rewards)


@pytest.mark.parametrize("observation", ["raw", "scaled"])
@pytest.mark.parametrize("name", SINGLE)
def test_a_wrapper_goes_round_one_game(name: str, observation: str) -> None:
    env = SINGLE[name](Env("kalah", observation=observation, **OPPONENT))
    assert any(play(env))
    assert env.unwrapped.action_masks().dtype == np.bool_


@pytest.mark.parametrize("copy", [True, False])
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", [*OBSERVATIONS, *OTHERS])
def test_a_wrapper_goes_round_many_games(name: str, mode: AutoresetMode, copy: bool) -> None:
    envs = VectorEnv("kalah", 6, autoreset_mode=mode, copy=copy, **OPPONENT)
    allowed = set(MODES)
    if name in OBSERVATIONS:
        allowed -= {AutoresetMode.SAME_STEP}
    if name == "NormalizeObservation":
        allowed -= {AutoresetMode.DISABLED}
    wrap = (OBSERVATIONS | OTHERS)[name]
    if mode not in allowed:
        with pytest.raises(ValueError, match="autoreset_mode"):
            wrap(envs)
        return
    assert play_many(wrap(envs)).any()


def test_a_wrapper_of_rewards_changes_nothing_else() -> None:
    plain = play(Env("kalah", **OPPONENT))
    assert play(SINGLE["ClipReward"](Env("kalah", **OPPONENT))) == [x / 2 for x in plain]
    many = play_many(VectorEnv("kalah", 6, **OPPONENT))
    clipped = play_many(OTHERS["ClipReward"](VectorEnv("kalah", 6, **OPPONENT)))
    assert np.array_equal(clipped, many / 2)


def test_a_limit_cuts_games_off_and_statistics_count_them() -> None:
    env = wrappers.RecordEpisodeStatistics(wrappers.TimeLimit(Env("kalah", **OPPONENT), 5))
    _, info = env.reset(seed=1)
    for step in range(5):
        *_, ended, cut, info = env.step(int(info["action_mask"].argmax()))
        assert (ended, cut) == (False, step == 4)
    assert info["episode"]["l"] == 5


def test_pictures_of_a_game_have_one_size() -> None:
    env = Env("kalah", render_mode="rgb_array", **OPPONENT)
    seen = wrappers.AddRenderObservation(env, render_only=True)
    play(seen, 2)
    film: Any = wrappers.RenderCollection(env)
    film.reset(seed=1)
    for _ in range(2):
        film.step(int(film.unwrapped.action_masks().argmax()))
    assert {frame.shape for frame in film.render()} == {seen.observation_space.shape}


@pytest.mark.skipif(importlib.util.find_spec("moviepy") is None, reason="films need moviepy")
def test_films_are_recorded(tmp_path: Path) -> None:
    one: Any = wrappers.RecordVideo(Env("kalah", render_mode="rgb_array"), str(tmp_path / "one"))
    play(one, 2)
    one.close()
    games = VectorEnv("kalah", 2, render_mode="rgb_array", autoreset_mode="next_step")
    many = vector.RecordVideo(games, str(tmp_path / "many"))
    play_many(many, 2)
    many.close()
    for folder in ("one", "many"):
        assert [film.suffix for film in (tmp_path / folder).iterdir()] == [".mp4"]
