"""Training: needs torch, so `make test-train` runs these."""

from __future__ import annotations

import io
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
from commands import refused
from mancalab import cli
from mancalab._agents import weights

pytestmark = pytest.mark.train
torch: Any = pytest.importorskip("torch")

from mancalab import train  # noqa: E402  (torch may be missing)
from mancalab._batch.openings import openings  # noqa: E402
from mancalab.train import snapshots  # noqa: E402
from mancalab.train.actors import Rounds  # noqa: E402
from mancalab.train.net import Model, gradient_step  # noqa: E402
from mancalab.train.returns import returns  # noqa: E402
from mancalab.train.runs import CHECKPOINT, CURVE, NETWORK, PICTURE  # noqa: E402
from mancalab.train.selfplay import play, seeds_of  # noqa: E402
from mancalab.train.strength import RUNGS  # noqa: E402

KALAH = mc.rules("kalah", columns=4, seeds=3)
SMALL = train.AlphaZero(
    simulations=8,
    lanes=32,
    steps=8,
    width=32,
    blocks=1,
    replay_size=5000,
    batch_size=64,
    table_seeds=4,
)
SMALL_PPO = train.PPO(lanes=64, steps=8, width=32, blocks=1, batch_size=256)


# The parts


def test_the_network_plays_the_same_without_torch(tmp_path: Path) -> None:
    model = Model(KALAH, 32, 2, "cpu")
    weights.save(model.network(), tmp_path / NETWORK)
    network = weights.load(tmp_path / NETWORK)
    batch = mc.Batch(KALAH, 100, seed=1)
    for _ in range(4):
        batch.step(batch.sample())
    shown = network.encoding(batch)
    for ours, theirs in zip(model(shown, batch.mask), network(shown, batch.mask), strict=True):
        np.testing.assert_allclose(ours, theirs, atol=1e-5)


def one_by_one(game: list[tuple[float, int, float]], last: float, lambda_: float) -> list[float]:
    """Returns of one lane: (reward, sign, value) of each step."""
    found = []
    for begin in range(len(game)):
        total, weight, sign = 0.0, 1.0, 1
        for step, (reward, passed, _) in enumerate(game[begin:], begin):
            total += weight * sign * reward
            sign *= passed
            after = game[step + 1][2] if step + 1 < len(game) else last
            end = step + 1 == len(game)
            total += weight * sign * after * (1.0 if end else 1 - lambda_)
            weight *= lambda_
        found.append(total)
    return found


@pytest.mark.parametrize("lambda_", [0.0, 0.7, 1.0])
def test_returns_follow_whoever_moves(lambda_: float) -> None:
    random = np.random.default_rng(1)
    signs = random.choice([-1, 0, 1], size=(12, 30)).astype(np.int8)
    rewards = random.choice([-1, 0, 1], size=(12, 30)).astype(np.float32)
    values = random.uniform(-1, 1, (12, 30)).astype(np.float32)
    last = random.uniform(-1, 1, 30).astype(np.float32)
    found = returns(rewards, signs, values, last, lambda_)
    for lane in range(30):
        columns = (column[:, lane].tolist() for column in (rewards, signs, values))
        game = list(zip(*columns, strict=True))
        np.testing.assert_allclose(found[:, lane], one_by_one(game, last[lane], lambda_), atol=1e-5)


def test_the_targets_of_whole_games_are_their_results() -> None:
    settings = train.AlphaZero(
        simulations=4, lanes=16, steps=64, width=16, blocks=1, replay_size=5000, td_lambda=1.0
    )
    learner = settings.learner(KALAH, 1, "cpu")
    with ThreadPoolExecutor() as pool:
        rounds = Rounds(learner.actors, learner.model.evaluator(), pool).played()
    # All but the games under way at the end are decided.
    values = [one.positions.values.reshape(64, -1)[:16] for one in rounds]
    first = np.concatenate(values, axis=1)
    assert sum(one.games for one in rounds) >= 16
    assert np.isin(first, (-1, 0, 1)).all()


@pytest.mark.parametrize("game", ["kalah", "mwambulula", "chuba"])
def test_returns_of_real_games_are_what_they_came_to_for_the_mover(game: str) -> None:
    batch = mc.Batch(mc.rules(game, max_actions=60), 50, seed=1)
    steps: list[Any] = []
    movers: list[Any] = []
    paid: list[Any] = []
    for _ in range(120):
        movers.append(batch.to_move.copy())
        steps.append(play(batch, batch.sample()))
        paid.append(batch.rewards.copy())
    rewards, signs, ended = (np.stack(column) for column in zip(*steps, strict=True))
    nothing = np.zeros(50, np.float32)
    found = returns(rewards, signs, np.zeros_like(rewards), nothing, 1.0)
    wins = 0
    for lane in range(50):
        for begin in range(120):
            ends = np.flatnonzero(ended[begin:, lane])
            result = paid[begin + ends[0]][lane] if len(ends) else (0.0, 0.0)
            assert found[begin, lane] == result[movers[begin][lane]]
            wins += result[0] != 0
    assert wins > 100
    assert (signs == 1).any(), "somebody moved twice"


def test_games_begin_in_positions_that_were_reached() -> None:
    states = openings(KALAH, 6, 1)
    assert {state.plies for state in states} == set(range(7))
    assert len(set(states)) > 20
    assert not any(state.is_over for state in states)


@pytest.mark.parametrize("method", [SMALL, SMALL_PPO])
def test_what_was_learned_comes_back(method: Any) -> None:
    first = method.learner(KALAH, 1, "cpu")
    for passed in (0.0, 0.5):
        first.learn(passed)
    again = method.learner(KALAH, 2, "cpu")
    assert again.model.network().digest != first.model.network().digest
    memory = io.BytesIO()
    torch.save(first.state(), memory)
    memory.seek(0)
    again.restore(torch.load(memory, weights_only=True))
    assert again.model.network().digest == first.model.network().digest
    assert flat(again.state()) == flat(first.state())
    counts = again.state()["counts"]
    again.learn(0.6)
    assert all(new >= old for new, old in zip(again.state()["counts"], counts, strict=True))


def flat(value: Any) -> Any:
    """All that is kept, as lists."""
    if isinstance(value, dict):
        return {name: flat(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [flat(part) for part in value]
    return value.tolist() if hasattr(value, "tolist") else value


# Runs


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


def test_the_ladder_plays_swapped_pairs_from_random_openings() -> None:
    same = mc.agents.AlphaBeta(depth=2)
    [rung] = train.ladder(KALAH, same, [same], games=60, seed=2)
    assert rung.score[0] == 0.5, "a player with both seats of an opening wins as much as they lose"
    assert rung.games == 60
    assert 20 < rung.distinct <= 60
    assert [agent.name for agent in RUNGS] == [
        "Random",
        "Greedy",
        *(f"AlphaBeta({depth})" for depth in (2, 4, 6)),
    ]


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


def test_a_game_of_four_rows_is_learned_without_an_outlook(tmp_path: Path) -> None:
    rules = mc.rules("omweso")
    train.run(rules, tmp_path, TINY[1], rounds=1, games=0, device="cpu")
    assert not weights.load(tmp_path / NETWORK).encoding.outlook
    assert "outlook" not in torch.load(tmp_path / CHECKPOINT, weights_only=True)["about"]


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


@pytest.mark.parametrize(
    ("method", "arguments", "error"),
    [
        (train.AlphaZero, {"width": 0}, "width"),
        (train.AlphaZero, {"td_lambda": 2}, "td_lambda"),
        (train.AlphaZero, {"blocks": -1}, "blocks"),
        (train.PPO, {"batch_size": 0}, "batch_size"),
        (train.PPO, {"clip_range": -0.1}, "clip_range"),
    ],
)
def test_bad_settings_are_named(method: Any, arguments: Any, error: str) -> None:
    with pytest.raises(ValueError, match=error):
        method(**arguments)


def test_a_method_is_one(tmp_path: Path) -> None:
    method: Any = {"lanes": 3}
    with pytest.raises(TypeError, match=r"method: AlphaZero\(...\) or PPO"):
        train.run(KALAH, tmp_path, method)


def test_how_far_the_result_reaches_back_follows_from_the_length_of_the_game() -> None:
    short, long = mc.rules("kalah", columns=2, seeds=1), mc.rules("bao-ki-arabu")
    found = [train.AlphaZero().lambda_of(rules) for rules in (short, KALAH, long)]
    assert found == sorted(found)
    assert 0.0 <= found[0] < 0.9 < found[2] < 1.0
    assert train.AlphaZero(td_lambda=0.5).lambda_of(long) == 0.5


def test_no_two_runs_share_their_random_numbers() -> None:
    seeds = [seed for run in range(5) for rounds in range(5) for seed in seeds_of(run, rounds, 4)]
    assert len(set(seeds)) == len(seeds)


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


TINY = (
    train.AlphaZero(
        simulations=4, lanes=8, steps=4, width=16, blocks=1, replay_size=200, batch_size=16
    ),
    train.PPO(lanes=8, steps=4, width=16, blocks=1, batch_size=16),
)


@pytest.mark.parametrize("method", TINY, ids=lambda method: type(method).__name__)
@pytest.mark.parametrize("game", mc.catalogue)
def test_every_game_can_be_learned(game: str, method: Any) -> None:
    learner = method.learner(mc.catalogue[game], 1, "cpu")
    losses = learner.learn(0.0)
    assert learner.positions >= 32  # the lanes are shared out evenly among the actors
    assert all(np.isfinite(loss) for loss in losses.values())


def test_the_command_line_trains(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["train", "kalah:columns=3,seeds=2", "--minutes", "0.05", "--games", "10"]
    words += ["--ladder", "10", "--league", "0"]
    assert cli.main([*words, "--out", str(tmp_path), "--device", "cpu"]) == 0
    out = capsys.readouterr().out
    assert " positions a second; the time: network " in out
    assert "the network alone" in out
    assert "v Greedy" in out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--ladder", "3"], "ladder = 3: games come in pairs"),
        (["--league", "3"], "league = 3: games come in pairs"),
        (["--league", "2", "--n", "0"], "league = 2: with --n 0 the run keeps no networks"),
        (["--simulations", "-1"], "simulations = -1"),
        (["--threads", "0"], "threads = 0"),
        (["--device", "gpu"], "device = 'gpu'"),
        (["--minutes", "-1"], "minutes = -1"),
        (["--rounds", "-1"], "rounds = -1"),
    ],
)
def test_the_command_line_refuses_before_it_trains(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], told: str
) -> None:
    command = ["train", "kalah", "--minutes", "10", "--out", str(tmp_path / "run"), *words]
    assert told in refused(command, capsys)
    assert not (tmp_path / "run").exists()
