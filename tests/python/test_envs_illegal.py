"""A vector environment in which an illegal action loses the game."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import mancalab as mc
from env_cases import MODES, OPPONENTS, check_info, check_reset
from mancalab.envs import Env, VectorEnv

N = 5


def pair(
    game: str, autoreset: AutoresetMode, *, copy: bool, **arguments: Any
) -> tuple[VectorEnv, Any]:
    single = [
        lambda lane=lane: Env(game, lane=lane, lanes=N, **arguments)  # an illegal action loses
        for lane in range(N)
    ]
    theirs: Any = SyncVectorEnv(single, autoreset_mode=autoreset)
    how: dict[str, Any] = {"autoreset_mode": autoreset, "illegal": "lose", "copy": copy}
    return VectorEnv(game, N, **how, **arguments), theirs


@pytest.mark.parametrize("copy", [True, False])
@pytest.mark.parametrize("arguments", OPPONENTS, ids=["self-play", "opponent"])
@pytest.mark.parametrize("autoreset", MODES)
@pytest.mark.parametrize("game", ["kalah", "chuba", "bao-la-kiswahili"])
def test_any_actions_give_what_sync_vector_env_gives(
    game: str, autoreset: AutoresetMode, arguments: dict[str, Any], copy: bool
) -> None:
    ours, theirs = pair(game, autoreset, copy=copy, **arguments)
    rng, lost, ended = np.random.default_rng(1), 0, 0
    check_reset(ours.reset(seed=3), theirs.reset(seed=[3] * N))
    for _ in range(80):
        masks = ours.action_masks()
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])
        wild = rng.random(N) < 0.2
        actions[wild] = rng.integers(0, masks.shape[1], N)[wild]
        step, wanted = ours.step(actions), theirs.step(actions)
        for found, value in zip(step[:4], wanted[:4], strict=True):
            assert found.dtype == value.dtype
            assert np.array_equal(found, value)
        check_info(step[4], wanted[4])
        assert ("illegal" in step[4]) == ("illegal" in wanted[4])
        told = step[4].get("final_info", step[4])
        lost += int(told.get("illegal", np.zeros(1)).sum())
        over = step[2] | step[3]
        ended += int(over.sum())
        if autoreset is AutoresetMode.DISABLED and over.any():
            some = {"reset_mask": over}
            check_reset(ours.reset(options=some), theirs.reset(options=some))
    assert ended >= lost > 5


@pytest.mark.parametrize("action", [-1, 6, 100])
def test_an_action_that_no_game_has_loses_too(action: int) -> None:
    envs = VectorEnv("kalah", 3, illegal="lose")
    envs.reset(seed=1)
    _, reward, terminated, _, info = envs.step([0, action, 0])
    assert terminated.tolist() == [False, True, False]
    assert reward.tolist() == [0.0, -1.0, 0.0]
    assert info["final_info"]["rewards"][1].tolist() == [-1.0, 1.0]
    assert info["final_info"]["illegal"].tolist() == [False, True, False]
    assert envs.batch.games.tolist() == [0, 4, 2]


def test_actions_of_a_wrong_kind_raise_all_the_same() -> None:
    envs = VectorEnv("kalah", 3, illegal="lose")
    envs.reset(seed=1)
    with pytest.raises(TypeError):
        envs.step([0.5, 1.5, 2.5])
    with pytest.raises(ValueError, match="3"):
        envs.step([0, 1])


def test_a_list_of_seeds_is_told_what_to_do_instead() -> None:
    envs = VectorEnv("kalah", 2)
    with pytest.raises(TypeError, match="seed: one for all lanes is needed"):
        envs.reset(seed=[1, 2])  # type: ignore[arg-type]


def test_raising_is_the_default_and_other_words_are_refused() -> None:
    envs = VectorEnv("kalah", 2)
    envs.reset(seed=1)
    with pytest.raises(mc.IllegalAction):
        envs.step([0, 6])
    with pytest.raises(ValueError, match="illegal = 'abacus'"):
        VectorEnv("kalah", 2, illegal="abacus")
