"""Runs of training, and what they leave in a folder: `make test-train` runs these."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mancalab as mc
from mancalab._agents import weights

pytestmark = pytest.mark.train
pytest.importorskip("torch")

from mancalab import train  # noqa: E402  (torch may be missing)
from mancalab.train import snapshots  # noqa: E402
from mancalab.train.net import gradient_step  # noqa: E402
from mancalab.train.runs import CHECKPOINT, CURVE, NETWORK, PICTURE  # noqa: E402
from training_cases import KALAH, SMALL, SMALL_PPO, TINY, torch  # noqa: E402


@pytest.mark.parametrize("method", [SMALL, SMALL_PPO])
def test_a_run_learns_and_leaves_its_files(tmp_path: Path, method: Any) -> None:
    trained = train.run(KALAH, tmp_path, method, 0.25, games=100, device="cpu")
    files = {NETWORK, CHECKPOINT, CURVE, PICTURE, snapshots.FOLDER}
    assert files == {file.name for file in tmp_path.iterdir()}
    assert trained.minutes >= 0.25
    assert trained.games > 100
    assert trained.positions % method.steps == 0
    assert trained.curve[-1]["minutes"] == trained.minutes
    [rung] = train.ladder(KALAH, trained.agent(16), [mc.agents.Random()], games=200)
    assert rung.score.low > 0.6


def test_a_run_goes_on_where_it_was(tmp_path: Path) -> None:
    first = train.run(KALAH, tmp_path, SMALL, 0.05, games=20, device="cpu")
    again = train.run(KALAH, tmp_path, SMALL, 0.05, games=20, device="cpu")
    assert (again.positions, again.curve) == (first.positions, first.curve)
    longer = train.run(KALAH, tmp_path, SMALL, 0.1, games=20, device="cpu")
    assert longer.positions > first.positions
    assert longer.curve[: len(first.curve)] == first.curve


@pytest.mark.parametrize("method", [SMALL, SMALL_PPO])
def test_so_many_rounds_give_the_same_run(tmp_path: Path, method: Any) -> None:
    first, again = (
        train.run(KALAH, tmp_path / name, method, rounds=4, seed=5, games=2, device="cpu")
        for name in ("first", "again")
    )
    kept = [weights.load(run.folder / NETWORK) for run in (first, again)]
    assert kept[0].digest == kept[1].digest
    assert (first.rounds, first.games, first.positions) == (4, again.games, again.positions)
    assert [row["rounds"] for row in first.curve] == [1, 1, 2, 2, 3, 3, 4, 4]
    longer = train.run(
        KALAH, tmp_path / "again", method, rounds=6, seed=5, games=2, measure_every=9, device="cpu"
    )
    assert (longer.rounds, longer.curve[-1]["rounds"]) == (6, 6)


@pytest.mark.parametrize(
    ("method", "parts"),
    [
        (SMALL, {"network", "search", "learning", "other"}),
        (SMALL_PPO, {"play", "learning", "other"}),
    ],
)
def test_a_run_tells_what_its_time_went_into(tmp_path: Path, method: Any, parts: set[str]) -> None:
    nothing = train.run(KALAH, tmp_path, method, rounds=0, games=0, device="cpu")
    assert (nothing.shares, nothing.positions_per_second) == ({}, 0.0)
    trained = train.run(KALAH, tmp_path, method, rounds=3, games=0, device="cpu")
    assert set(trained.shares) == parts
    assert sum(trained.shares.values()) == pytest.approx(1)
    assert min(trained.shares.values()) >= 0
    seconds = 60 * trained.minutes
    assert trained.positions_per_second == pytest.approx(trained.positions / seconds)


@pytest.mark.parametrize("method", [SMALL, SMALL_PPO])
def test_numbers_of_numpy_are_numbers(tmp_path: Path, method: Any) -> None:
    how: Any = {"seed": np.int64(5), "games": np.int32(0), "device": "cpu"}
    rounds: Any
    for rounds in np.arange(1, 3):
        train.run(KALAH, tmp_path, method, rounds=rounds, **how)
    again = train.run(KALAH, tmp_path, method, np.float64(kept_minutes(tmp_path) + 0.01), **how)
    assert again.rounds > 2


@pytest.mark.parametrize("method", [SMALL, SMALL_PPO])
def test_a_round_that_is_stopped_does_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, method: Any
) -> None:
    steps = []

    def stopped(*args: Any, **options: Any) -> Any:
        steps.append(1)
        if len(steps) == 2:
            raise KeyboardInterrupt
        return gradient_step(*args, **options)

    module = "alphazero" if method is SMALL else "ppo"
    with monkeypatch.context() as patch:
        patch.setattr(f"mancalab.train.{module}.gradient_step", stopped)
        with pytest.raises(KeyboardInterrupt):
            train.run(KALAH, tmp_path, method, rounds=3, games=0, device="cpu")
    whole = torch.load(tmp_path / CHECKPOINT, weights_only=True)
    # AlphaZero learns from a round while it plays the next one.
    assert whole["learner"]["counts"][2] == (1 if method is SMALL else 0)
    assert train.run(KALAH, tmp_path, method, rounds=3, games=0, device="cpu").rounds == 3


@pytest.mark.parametrize("method", [SMALL, SMALL_PPO])
def test_ctrl_c_keeps_what_was_learned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, method: Any
) -> None:
    learner = type(method.learner(KALAH))
    learn, sizes = learner.learn, []

    def stopped(self: Any, passed: float) -> Any:
        sizes.append(self.positions)
        if len(sizes) == 4:
            raise KeyboardInterrupt
        return learn(self, passed)

    with monkeypatch.context() as patch:
        patch.setattr(learner, "learn", stopped)
        with pytest.raises(KeyboardInterrupt):
            train.run(KALAH, tmp_path, method, 5, games=0, device="cpu")
    assert positions(tmp_path) == sizes[-1] > 0
    minutes = kept_minutes(tmp_path) + 0.01
    again = train.run(KALAH, tmp_path, method, minutes, games=0, device="cpu")
    assert again.positions > sizes[-1]


def test_a_run_that_goes_astray_leaves_what_was_saved(tmp_path: Path) -> None:
    train.run(KALAH, tmp_path, SMALL, 0.02, games=0, device="cpu")
    kept = (tmp_path / NETWORK).read_bytes()
    whole = torch.load(tmp_path / CHECKPOINT, weights_only=True)
    whole["learner"]["replay"][2][:] = float("nan")
    torch.save(whole, tmp_path / CHECKPOINT)
    with pytest.raises(FloatingPointError, match="a smaller learning_rate may help"):
        train.run(KALAH, tmp_path, SMALL, 5, games=0, device="cpu")
    assert (tmp_path / NETWORK).read_bytes() == kept


def test_a_measurement_that_was_stopped_is_made_up_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    how: Any = {"games": 2, "measure_every": 9, "device": "cpu"}

    def stopped(*_args: Any, **_kwargs: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("mancalab.train.runs.ladder", stopped)
        with pytest.raises(KeyboardInterrupt):
            train.run(KALAH, tmp_path, SMALL, 0.02, **how)
    again = train.run(KALAH, tmp_path, SMALL, 0.02, **how)
    assert [row["minutes"] for row in again.curve] == [again.minutes] * 2


def test_halves_of_files_are_cleared_away(tmp_path: Path) -> None:
    left = tmp_path / f".{CHECKPOINT}.123.456.part"
    left.touch()
    train.run(KALAH, tmp_path, SMALL, 0.01, games=0, device="cpu")
    assert not left.exists()


def test_other_settings_need_another_folder(tmp_path: Path) -> None:
    train.run(KALAH, tmp_path, SMALL, 0.01, games=0, device="cpu")
    with pytest.raises(ValueError, match=r"simulations = 32: the run in .* was begun with 8"):
        train.run(KALAH, tmp_path, minutes=0.01, games=0, device="cpu")
    with pytest.raises(ValueError, match="game = "):
        train.run(mc.rules("kalah", columns=3), tmp_path, SMALL)


@pytest.mark.parametrize("method", [SMALL, SMALL_PPO])
def test_a_run_whose_network_has_no_outlook_needs_another_folder(
    tmp_path: Path, method: Any
) -> None:
    train.run(KALAH, tmp_path, method, rounds=0, games=0, device="cpu")
    assert weights.load(tmp_path / NETWORK).encoding.outlook
    whole = torch.load(tmp_path / CHECKPOINT, weights_only=True)
    assert whole["about"].pop("outlook")
    torch.save(whole, tmp_path / CHECKPOINT)
    with pytest.raises(ValueError, match=r"by an older version, which did not know outlook"):
        train.run(KALAH, tmp_path, method, rounds=1, games=0, device="cpu")


def test_a_game_of_four_rows_is_learned_with_an_outlook(tmp_path: Path) -> None:
    rules = mc.rules("omweso")
    train.run(rules, tmp_path, TINY[1], rounds=1, games=0, device="cpu")
    assert weights.load(tmp_path / NETWORK).encoding.outlook


def test_a_damaged_checkpoint_is_refused(tmp_path: Path) -> None:
    train.run(KALAH, tmp_path, SMALL, 0.01, games=0, device="cpu")
    (tmp_path / CHECKPOINT).write_bytes(b"nothing")
    with pytest.raises(weights.NetworkError, match="checkpoint"):
        train.run(KALAH, tmp_path, SMALL, 0.01, device="cpu")


SCRIPT = """
import sys
import mancalab as mc
from mancalab import train
from mancalab.train import runs
runs.SAVE_EVERY = 0.05
small = train.AlphaZero(
    simulations=8, lanes=32, steps=4, width=32, blocks=1, replay_size=5000, batch_size=64
)
found = train.run(mc.rules("kalah", columns=4, seeds=3), sys.argv[1], small, float(sys.argv[2]),
                  games=2, device="cpu")
print(found.positions)
"""


def test_a_run_that_is_killed_goes_on(tmp_path: Path) -> None:
    random = np.random.default_rng(5)
    folder, seen = tmp_path / "run", 0
    command = [sys.executable, "-c", SCRIPT, str(folder), "60"]
    for _ in range(5):
        with subprocess.Popen(command) as process:  # noqa: S603
            while not (folder / CHECKPOINT).exists() or positions(folder) <= seen:
                assert process.poll() is None
                time.sleep(0.05)
            time.sleep(random.uniform(0, 0.5))
            os.kill(process.pid, signal.SIGKILL)
        kept = positions(folder)
        assert kept >= seen
        seen = kept
        mc.agents.Network(folder / NETWORK)
    last = [*command[:-1], str(kept_minutes(folder) + 0.01)]
    done = subprocess.run(last, capture_output=True, text=True, check=True)  # noqa: S603
    assert int(done.stdout) > seen


def positions(folder: Path) -> int:
    return int(torch.load(folder / CHECKPOINT, weights_only=True)["learner"]["counts"][1])


def kept_minutes(folder: Path) -> float:
    return float(torch.load(folder / CHECKPOINT, weights_only=True)["seconds"]) / 60


def test_a_method_is_one(tmp_path: Path) -> None:
    method: Any = {"lanes": 3}
    with pytest.raises(TypeError, match=r"method: AlphaZero\(...\) or PPO"):
        train.run(KALAH, tmp_path, method)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"minutes": -1}, "minutes"),
        ({"rounds": -1}, "rounds"),
        ({"seed": -1}, "seed"),
        ({"games": 3}, "games = 3: games come in pairs"),
        ({"measure_every": 0}, "measure_every"),
        ({"device": "gpu"}, "device = 'gpu'"),
    ],
)
def test_bad_arguments_are_named(tmp_path: Path, arguments: Any, error: str) -> None:
    with pytest.raises(ValueError, match=error):
        train.run(KALAH, tmp_path, SMALL, **arguments)


def test_a_device_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="device = 'abacus'"):
        train.run(KALAH, tmp_path, SMALL, device="abacus")
