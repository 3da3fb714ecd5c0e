"""Training: needs torch, so `make test-train` runs these."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mancalab as mc
from mancalab import _network, cli

pytestmark = pytest.mark.train
pytest.importorskip("torch")

from mancalab import train  # noqa: E402  (torch may be missing)
from mancalab.train.net import Brain  # noqa: E402
from mancalab.train.returns import returns  # noqa: E402
from mancalab.train.runs import CHECKPOINT, CURVE, NETWORK, PICTURE  # noqa: E402

KALAH = mc.rules("kalah", columns=4, seeds=3)
SMALL = train.AlphaZero(simulations=8, lanes=32, steps=8, width=32, blocks=1, memory=5000, batch=64)
SMALL_PPO = train.PPO(lanes=64, steps=8, width=32, blocks=1, batch=256)


# The parts


def test_the_network_plays_the_same_without_torch(tmp_path: Path) -> None:
    brain = Brain(KALAH, 32, 2, "cpu")
    _network.save(brain.network(), tmp_path / NETWORK)
    network = _network.load(tmp_path / NETWORK)
    batch = mc.Batch(KALAH, 100, seed=1)
    for _ in range(4):
        batch.step(batch.sample())
    shown = network.encoding(batch)
    for ours, theirs in zip(brain(shown, batch.mask), network(shown, batch.mask), strict=True):
        np.testing.assert_allclose(ours, theirs, atol=1e-5)


def one_by_one(game: list[tuple[float, int, float]], last: float, share: float) -> list[float]:
    """Returns of one lane: (reward, sign, value) of each step."""
    found = []
    for begin in range(len(game)):
        total, weight, sign = 0.0, 1.0, 1
        for step, (reward, passed, _) in enumerate(game[begin:], begin):
            total += weight * sign * reward
            sign *= passed
            after = game[step + 1][2] if step + 1 < len(game) else last
            end = step + 1 == len(game)
            total += weight * sign * after * (1.0 if end else 1 - share)
            weight *= share
        found.append(total)
    return found


@pytest.mark.parametrize("share", [0.0, 0.7, 1.0])
def test_returns_follow_whoever_moves(share: float) -> None:
    random = np.random.default_rng(1)
    signs = random.choice([-1, 0, 1], size=(12, 30)).astype(np.int8)
    rewards = random.choice([-1, 0, 1], size=(12, 30)).astype(np.float32)
    values = random.uniform(-1, 1, (12, 30)).astype(np.float32)
    last = random.uniform(-1, 1, 30).astype(np.float32)
    found = returns(rewards, signs, values, last, share)
    for lane in range(30):
        columns = (column[:, lane].tolist() for column in (rewards, signs, values))
        game = list(zip(*columns, strict=True))
        np.testing.assert_allclose(found[:, lane], one_by_one(game, last[lane], share), atol=1e-5)


def test_the_targets_of_whole_games_are_their_results() -> None:
    settings = train.AlphaZero(
        simulations=4, lanes=16, steps=64, width=16, blocks=1, memory=5000, share=1.0
    )
    learner = settings.learner(KALAH, 1, "cpu")
    with ThreadPoolExecutor() as pool:
        played = learner._play(pool)  # noqa: SLF001
    # All but the games under way at the end are decided.
    first = np.concatenate([table.values.reshape(64, -1)[:16] for table in played], axis=1)
    assert learner.games >= 16
    assert np.isin(first, (-1, 0, 1)).all()


# Runs


@pytest.mark.parametrize("method", [SMALL, SMALL_PPO])
def test_a_run_learns_and_leaves_its_files(tmp_path: Path, method: Any) -> None:
    trained = train.run(KALAH, tmp_path, method, 0.25, games=100, device="cpu")
    assert {NETWORK, CHECKPOINT, CURVE, PICTURE} == {file.name for file in tmp_path.iterdir()}
    assert trained.minutes >= 0.25
    assert trained.games > 100
    assert trained.positions % method.steps == 0
    last = {row["opponent"]: row["score"] for row in trained.curve[-2:]}
    assert last["Greedy"] > 0.5
    [rung] = train.ladder(KALAH, trained.agent(16), [mc.agents.Random()], games=200)
    assert rung.score.low > 0.6


def test_a_run_goes_on_where_it_was(tmp_path: Path) -> None:
    first = train.run(KALAH, tmp_path, SMALL, 0.05, games=20, device="cpu")
    again = train.run(KALAH, tmp_path, SMALL, 0.05, games=20, device="cpu")
    assert (again.positions, again.curve) == (first.positions, first.curve)
    longer = train.run(KALAH, tmp_path, SMALL, 0.1, games=20, device="cpu")
    assert longer.positions > first.positions
    assert longer.curve[: len(first.curve)] == first.curve


def test_other_settings_need_another_folder(tmp_path: Path) -> None:
    train.run(KALAH, tmp_path, SMALL, 0.01, games=0, device="cpu")
    with pytest.raises(ValueError, match=r"simulations is 32; the run in .* was begun with 8"):
        train.run(KALAH, tmp_path, minutes=0.01, games=0, device="cpu")
    with pytest.raises(ValueError, match="game is"):
        train.run(mc.rules("oware"), tmp_path, SMALL)


def test_a_damaged_checkpoint_is_refused(tmp_path: Path) -> None:
    train.run(KALAH, tmp_path, SMALL, 0.01, games=0, device="cpu")
    (tmp_path / CHECKPOINT).write_bytes(b"nothing")
    with pytest.raises(_network.NetworkError, match="checkpoint"):
        train.run(KALAH, tmp_path, SMALL, 0.01, device="cpu")


SCRIPT = """
import sys
import mancalab as mc
from mancalab import train
from mancalab.train import runs
runs.SAVE_EVERY = 0.05
small = train.AlphaZero(simulations=8, lanes=32, steps=4, width=32, blocks=1, memory=5000, batch=64)
found = train.run(mc.rules("kalah", columns=4, seeds=3), sys.argv[1], small, float(sys.argv[2]),
                  games=2, device="cpu")
print(found.positions)
"""


def test_a_run_that_is_killed_goes_on(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    random = np.random.default_rng(5)
    folder, seen = tmp_path / "run", 0
    command = [sys.executable, "-c", SCRIPT, str(folder), "60"]
    for _ in range(5):
        with subprocess.Popen(command) as process:  # noqa: S603
            while not (folder / CHECKPOINT).exists() or positions(torch, folder) <= seen:
                assert process.poll() is None
                time.sleep(0.05)
            time.sleep(random.uniform(0, 0.5))
            os.kill(process.pid, signal.SIGKILL)
        kept = positions(torch, folder)
        assert kept >= seen
        seen = kept
        mc.agents.Network(folder / NETWORK)
    last = [*command[:-1], str(kept_minutes(torch, folder) + 0.01)]
    done = subprocess.run(last, capture_output=True, text=True, check=True)  # noqa: S603
    assert int(done.stdout) > seen


def positions(torch: Any, folder: Path) -> int:
    return int(torch.load(folder / CHECKPOINT, weights_only=True)["learner"]["counts"][1])


def kept_minutes(torch: Any, folder: Path) -> float:
    return float(torch.load(folder / CHECKPOINT, weights_only=True)["seconds"]) / 60


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"minutes": -1}, "minutes"),
        ({"games": 3}, "games is 3"),
        ({"measure_every": 0}, "measure_every"),
    ],
)
def test_bad_arguments_are_named(tmp_path: Path, arguments: Any, error: str) -> None:
    with pytest.raises(ValueError, match=error):
        train.run(KALAH, tmp_path, SMALL, **arguments)


def test_a_device_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="device is 'abacus'; allowed are 'cpu'"):
        train.run(KALAH, tmp_path, SMALL, device="abacus")


TINY = (
    train.AlphaZero(simulations=4, lanes=8, steps=4, width=16, blocks=1, memory=200, batch=16),
    train.PPO(lanes=8, steps=4, width=16, blocks=1, batch=16),
)


@pytest.mark.parametrize("method", TINY, ids=lambda method: type(method).__name__)
@pytest.mark.parametrize("game", mc.catalogue)
def test_every_game_can_be_learned(game: str, method: Any) -> None:
    learner = method.learner(mc.catalogue[game], 1, "cpu")
    losses = learner.learn(0.0)
    assert learner.positions >= 32  # the lanes are shared out evenly among the threads
    assert all(np.isfinite(loss) for loss in losses.values())


def test_the_command_line_trains(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["train", "kalah:columns=3,seeds=2", "--minutes", "0.05", "--games", "10"]
    assert cli.main([*words, "--ladder", "10", "--out", str(tmp_path), "--device", "cpu"]) == 0
    out = capsys.readouterr().out
    assert "the network alone" in out
    assert "v Greedy" in out
