"""The recipes for policy gradient: one of our own, and MaskablePPO of sb3-contrib."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mancalab.envs import Env, VectorEnv

pytestmark = pytest.mark.train

HOW: dict[str, Any] = {
    "mode": "opponent",
    "opponent": "greedy",
    "seat": "random",
    "observation": "scaled",
}


def test_the_file_of_masked_ppo_learns() -> None:
    pytest.importorskip("torch")
    path = Path(__file__).parents[2] / "docs" / "reinforcement_learning" / "masked_ppo.py"
    results = runpy.run_path(str(path))["train"](12)
    assert len(results) == 12
    assert np.mean(results[-3:]) > np.mean(results[:3]) + 0.15


def test_maskable_ppo_learns_with_the_masks() -> None:
    contrib = pytest.importorskip("sb3_contrib")
    env = Env("kalah", **HOW)
    model = contrib.MaskablePPO("MlpPolicy", env, n_steps=256, batch_size=64, seed=1)
    model.learn(512)
    observation, info = env.reset(seed=1)
    for _ in range(50):
        action, _ = model.predict(observation, action_masks=env.action_masks())
        assert info["action_mask"][action]
        observation, _, terminated, truncated, info = env.step(action)
        if terminated or truncated:
            observation, info = env.reset()
    assert np.isfinite(observation).all()


def test_a_vec_env_shows_what_its_vector_environment_does() -> None:
    pytest.importorskip("stable_baselines3")
    from mancalab.envs import sb3

    ours, theirs = (
        sb3.VecEnv(VectorEnv("kalah", 8, max_actions=20, **HOW)),
        VectorEnv("kalah", 8, max_actions=20, **HOW),
    )
    ours.seed(5)
    observations, info = theirs.reset(seed=5)
    assert np.array_equal(ours.reset(), observations)
    ended = cut = 0
    for _ in range(60):
        masks = np.stack(ours.env_method("action_masks"))
        assert np.array_equal(masks, info["action_mask"] == 1)
        actions = masks.argmax(axis=1)
        found, rewards, dones, infos = ours.step(actions)
        observations, paid, terminated, truncated, info = theirs.step(actions)
        assert np.array_equal(found, observations)
        assert rewards.dtype == np.float32
        assert np.array_equal(rewards, paid.astype(np.float32))
        assert np.array_equal(dones, terminated | truncated)
        for lane, told in enumerate(infos):
            assert bool(told) == dones[lane]
            if told:
                assert np.array_equal(told["terminal_observation"], info["final_obs"][lane])
                assert told["TimeLimit.truncated"] == truncated[lane]
        ended, cut = ended + int(terminated.sum()), cut + int(truncated.sum())
    assert ended > 0
    assert cut > 0


def test_maskable_ppo_learns_from_many_games_at_once() -> None:
    contrib = pytest.importorskip("sb3_contrib")
    from mancalab.envs import sb3

    games = sb3.VecEnv(VectorEnv("kalah", 32, **HOW))
    model = contrib.MaskablePPO("MlpPolicy", games, n_steps=16, batch_size=128, seed=1)
    model.learn(1_024)
    games.set_attr("opponent", "random")
    model.learn(512)
    assert games.get_attr("opponent", [3])[0].name == "Random"
    with pytest.raises(ValueError, match="indices"):
        games.set_attr("opponent", "random", [1])
    assert games.env_is_wrapped(object, 4) == [False]


def test_what_is_no_environment_for_it_is_refused() -> None:
    pytest.importorskip("stable_baselines3")
    from mancalab.envs import sb3

    with pytest.raises(TypeError, match="a mancalab"):
        sb3.VecEnv("kalah")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="NEXT_STEP: allowed is SAME_STEP"):
        sb3.VecEnv(VectorEnv("kalah", 2, autoreset_mode="next_step", **HOW))
