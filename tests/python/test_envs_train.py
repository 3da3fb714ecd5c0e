"""The recipe for MaskablePPO of sb3-contrib."""

from __future__ import annotations

import numpy as np
import pytest

from mancalab.envs import Env

pytestmark = pytest.mark.train


def test_maskable_ppo_learns_with_the_masks() -> None:
    contrib = pytest.importorskip("sb3_contrib")
    env = Env("kalah", mode="opponent", opponent="greedy", seat="random", observation="scaled")
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
