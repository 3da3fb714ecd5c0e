"""What environments show: observations, their ranges, and the pages that tell of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mancalab as mc
from commands import refused
from env_cases import GAMES, OPPONENTS
from mancalab import cli
from mancalab.envs import Env, VectorEnv, page

PAGES = Path(mc.__file__).parent / "envs" / "pages"


# Observations


@pytest.mark.parametrize("game", GAMES)
def test_scaled_observations_are_the_raw_ones_over_the_ranges_of_the_pages(game: str) -> None:
    raw, scaled = VectorEnv(game, 9), VectorEnv(game, 9, observation="scaled")
    numbers, shown = raw.reset(seed=1)[0], scaled.reset(seed=1)[0]
    for _ in range(40):
        actions = raw.batch.sample()
        numbers, shown = raw.step(actions)[0], scaled.step(actions)[0]
    high: Any = raw.single_observation_space
    assert np.allclose(shown, numbers / high.high, rtol=1e-6)
    assert scaled.observation_space.contains(shown)


@pytest.mark.parametrize("arguments", OPPONENTS)
@pytest.mark.parametrize("kind", ["raw", "scaled", "thermometer", "one_hot"])
def test_observations_are_those_of_the_encoding(kind: str, arguments: dict[str, Any]) -> None:
    encoding = mc.Encoding(mc.rules("chuba"), kind, 4)
    envs = VectorEnv("chuba", 6, observation=kind, planes=4, autoreset_mode="NextStep", **arguments)
    env = Env("chuba", observation=kind, planes=4, lanes=6, **arguments)
    shown, info = envs.reset(seed=1)
    single, _ = env.reset(seed=1)
    for _ in range(30):
        assert np.array_equal(shown, encoding(envs.batch))
        assert np.array_equal(single, encoding(env.state))
        assert (shown.dtype, shown.shape[1:]) == (encoding.dtype, encoding.shape)
        assert envs.single_observation_space.contains(single)
        actions = info["action_mask"].argmax(axis=1)
        shown, _, ends, _, info = envs.step(actions)
        single = env.step(actions[0])[0]
        if ends.any():
            break


# Pages


@pytest.mark.parametrize("game", mc.catalogue)
def test_pages_are_those_that_come_with_the_package(game: str) -> None:
    text = (PAGES / f"{game}.md").read_text(encoding="utf-8")
    assert text == page(game), "mancalab envs --write python/mancalab/envs/pages"
    names = mc.catalogue[game].observation_names
    for name, following in zip(names, (*names[1:], ""), strict=True):
        stem, _, number = name.rpartition("_")
        # Rows of a kind are told by the first and the last.
        if not number.isdigit() or number == "0" or not following.startswith(stem):
            assert f"`{name}`" in text


@pytest.mark.parametrize("game", GAMES)
def test_features_keep_within_the_ranges_of_the_pages(game: str) -> None:
    envs = VectorEnv(game, 32, copy=False)
    envs.reset(seed=1)
    greatest = np.zeros(len(envs.rules.observation_names), np.uint8)
    for _ in range(150):
        observations, *_ = envs.step(envs.batch.sample())
        greatest = np.maximum(greatest, observations.max(axis=0))
    assert envs.single_observation_space.contains(greatest)


def test_the_command_prints_pages(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert cli.main(["envs", "kalah"]) == 0
    assert capsys.readouterr().out == page("kalah")
    assert cli.main(["envs"]) == 0
    assert "mancalab/oware-v0" in capsys.readouterr().out
    assert cli.main(["envs", "kalah:columns=4"]) == 0
    assert "uint8 (10,)" in capsys.readouterr().out
    assert cli.main(["envs", "--write", str(tmp_path)]) == 0
    assert sorted(path.stem for path in tmp_path.iterdir()) == sorted(mc.catalogue)


def test_the_command_refuses_a_game_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert "kalah" in refused(["envs", "kala"], capsys)
    assert "--write" in refused(["envs", "kalah", "--write", "x"], capsys)
