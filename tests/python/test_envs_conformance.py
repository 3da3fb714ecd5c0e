"""Every environment passes the checks of the API that it is written for."""

from __future__ import annotations

import importlib
import subprocess
import sys
import warnings
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import mancalab as mc
import mancalab.envs
from chosen_games import some_of
from env_cases import GAMES
from mancalab.envs import Env, VectorEnv, aec, registry, render

checks: Any = importlib.import_module("pettingzoo.test")  # it has no types
states: Any = importlib.import_module("pettingzoo.test.state_test")

# What PettingZoo would have otherwise: a Box for what is a dict with a mask, agents with numbers,
# and no word about illegal actions, which are what its tests try.
LIKES = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
    "We recommend agents to be named",
    "Action mask numpy array is all zeros",
)


@pytest.fixture
def tolerant() -> Iterator[None]:
    with warnings.catch_warnings():
        for words in LIKES:
            warnings.filterwarnings("ignore", words)
        yield


@pytest.mark.parametrize("game", GAMES)
def test_check_env_passes(game: str) -> None:
    env = gymnasium.make(f"mancalab/{game}-v0", render_mode="ansi")
    check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.parametrize(
    "arguments",
    [
        {"mode": "opponent", "opponent": "greedy", "seat": "second"},
        {"mode": "opponent", "opponent": "random", "seat": "random", "rewards": "margin"},
        {"start": "north", "max_actions": 5},
    ],
)
@pytest.mark.parametrize("game", ["kalah", "chuba", "mwambulula"])
def test_check_env_passes_with_other_arguments(game: str, arguments: dict[str, Any]) -> None:
    env = gymnasium.make(f"mancalab/{game}-v0", render_mode="ansi", **arguments)
    check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.parametrize("game", ["kalah", "tsoro", "mwambulula"])
def test_check_env_passes_with_its_render_check(game: str) -> None:
    check_env(gymnasium.make(f"mancalab/{game}-v0", render_mode="rgb_array").unwrapped)


@pytest.mark.usefixtures("tolerant")
@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo_api_test_passes(game: str) -> None:
    checks.api_test(aec.env(game=game), num_cycles=60)
    checks.api_test(aec.raw_env(game=game, max_actions=20), num_cycles=60)


@pytest.mark.usefixtures("tolerant")
@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo_seed_test_passes(game: str) -> None:
    checks.seed_test(lambda: aec.env(game=game), num_cycles=40)


@pytest.mark.parametrize("game", ["kalah", "oware", "togyzqumalaq"])
def test_pettingzoo_state_test_passes(game: str) -> None:
    for observation in ("raw", "one_hot"):
        states.test_state_space(aec.env(game, observation=observation))
        env: Any = aec.env(game, observation=observation)
        env.reset(seed=1)
        for _ in env.agent_iter(25):
            assert env.state_space.contains(env.state())
            mask = env.last()[0]["action_mask"]
            env.step(int(mask.argmax()) if mask.any() else None)


@pytest.mark.usefixtures("tolerant")
@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo_render_test_passes(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if game not in {"kalah", "chuba"}:  # its pictures are drawn below, one for each game
        monkeypatch.setattr(render, "pixels", lambda _: np.zeros((2, 2, 3), np.uint8))
    checks.render_test(lambda render_mode=None: aec.env(game=game, render_mode=render_mode))


@pytest.mark.nightly
@pytest.mark.usefixtures("tolerant")
@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo_render_test_passes_with_all_pictures(game: str) -> None:
    checks.render_test(lambda render_mode=None: aec.env(game=game, render_mode=render_mode))


@pytest.mark.parametrize("game", some_of(GAMES, 4))
def test_pictures_show_the_board(game: str) -> None:
    env = Env(game, render_mode="rgb_array")
    env.reset(seed=0)
    before = env.render()
    assert before.dtype == np.uint8
    assert before.ndim == 3
    assert before.shape[2] == 3
    env.step(env.state.legal_actions[0])
    after = env.render()
    assert after.shape == before.shape
    assert not np.array_equal(before, after)


@pytest.mark.parametrize("game", GAMES)
def test_ids_are_known_to_gymnasium(game: str) -> None:
    envs = gymnasium.make_vec(f"mancalab/{game}-v0", num_envs=3)
    assert isinstance(envs, VectorEnv)
    assert envs.rules == mc.catalogue[game]
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    env = gymnasium.make(f"mancalab/{game}-v0").unwrapped
    assert isinstance(env, Env)
    assert env.rules == mc.catalogue[game]
    assert env.illegal == "lose"


@pytest.mark.skipif(not hasattr(pettingzoo, "make"), reason="it has a registry from 1.27 on")
def test_ids_are_known_to_pettingzoo() -> None:
    for game, rules in mc.catalogue.items():
        env: Any = pettingzoo.make("aec", f"mancalab/{game}-v0").unwrapped
        assert isinstance(env, aec.raw_env)
        assert env.rules == rules
    made: Any = pettingzoo.make("aec", "mancalab/kalah", columns=4, observation="scaled")
    made.reset(seed=1)
    shown = made.last()[0]
    assert shown["action_mask"].tolist() == [1, 1, 1, 1]
    assert shown["observation"].dtype == np.float32
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # PettingZoo warns where an id is registered twice
        registry.register_aec()


def test_a_pettingzoo_without_a_registry_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("aec_registry", "register"):
        monkeypatch.delattr(pettingzoo, name, raising=False)
    registry.register_aec()


def test_ids_take_the_arguments_of_the_classes() -> None:
    envs = gymnasium.make_vec(
        "mancalab/kalah-v0", 2, columns=4, mode="opponent", autoreset_mode="NextStep"
    )
    assert envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    assert envs.reset(seed=1)[0].shape == (2, 10)
    module = "mancalab.envs:mancalab/kalah-v0"
    assert gymnasium.make(module, columns=4).reset(seed=1)[0].shape == (10,)


def test_sync_and_async_vectors_of_the_id_play() -> None:
    for kind in ("sync", "async"):
        envs = gymnasium.make_vec("mancalab/kalah-v0", 2, vectorization_mode=kind)
        _, info = envs.reset(seed=1)
        envs.step(info["action_mask"].argmax(axis=1))
        envs.close()


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_gymnasiums_wrappers_count_whole_games(mode: AutoresetMode) -> None:
    envs: Any = VectorEnv("kalah", 8, columns=3, seeds=2, autoreset_mode=mode)
    envs = gymnasium.wrappers.vector.RecordEpisodeStatistics(envs)
    listed = gymnasium.wrappers.vector.DictInfoToList(envs)
    _, info = envs.reset(seed=1)
    games = 0
    for _ in range(40):
        *_, ends, cuts, info = envs.step(info["action_mask"].argmax(axis=1))
        games += int((ends | cuts).sum())
        assert ("episode" in info) == bool((ends | cuts).any())
        if mode is AutoresetMode.DISABLED and ends.any():
            _, info = envs.reset(options={"reset_mask": ends})
    assert games > 8
    assert envs.episode_count == games
    assert len(listed.reset(seed=2)[1]) == 8


def test_importing_mancalab_does_not_import_gymnasium() -> None:
    code = (
        "import sys, mancalab; assert 'gymnasium' not in sys.modules; "
        "mancalab.envs; assert 'gymnasium' in sys.modules and 'pettingzoo' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)  # noqa: S603
    assert mc.envs is mancalab.envs
