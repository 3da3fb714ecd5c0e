"""Environments of games with rounds tell how many are over."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import mancalab as mc
from mancalab.envs import Env, VectorEnv, aec

GAME = "main-chongkak"


def test_an_environment_counts_rounds() -> None:
    env = Env(GAME)
    _, info = env.reset(seed=3)
    assert info["round"] == 0
    rounds = []
    for _ in range(5_000):
        _, _, ended, _, info = env.step(int(info["action_mask"].argmax()))
        rounds.append(int(info["round"]))
        if ended:
            break
    assert rounds == sorted(rounds)
    assert rounds[-1] > 0


@pytest.mark.parametrize("copy", [True, False])
@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
@pytest.mark.parametrize("arguments", [{}, {"mode": "opponent"}])
def test_lanes_count_rounds_as_they_show_them(
    arguments: dict[str, Any], mode: str, *, copy: bool
) -> None:
    envs = VectorEnv(GAME, 5, autoreset_mode=mode, copy=copy, **arguments)
    observations, info = envs.reset(seed=2)
    column, most = mc.rules(GAME).observation_names.index("own_round"), 0
    for _ in range(300):
        assert np.array_equal(info["round"], observations[:, column])
        most = max(most, int(info["round"].max()))
        observations, _, ended, _, info = envs.step(info["action_mask"].argmax(axis=1))
        if "final_info" in info:
            final = info["final_info"]["round"][ended]
            assert np.array_equal(final, info["final_obs"][ended, column])
        if mode == "Disabled" and ended.all():
            break
    assert most > 0


def test_two_players_are_told_too() -> None:
    game = aec.env(GAME)
    game.reset()
    assert game.infos["south"] == {"round": 0}


def test_other_games_do_not_speak_of_rounds() -> None:
    _, info = Env("kalah").reset(seed=1)
    assert "round" not in info
    _, told = VectorEnv("kalah", 2).reset(seed=1)
    assert "round" not in told
