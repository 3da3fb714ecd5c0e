"""What training is made of, and its command: needs torch, so `make test-train` runs these."""

from __future__ import annotations

import io
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
pytest.importorskip("torch")

from mancalab import train  # noqa: E402  (torch may be missing)
from mancalab._batch.openings import openings  # noqa: E402
from mancalab.train.actors import Rounds  # noqa: E402
from mancalab.train.net import Model  # noqa: E402
from mancalab.train.returns import returns  # noqa: E402
from mancalab.train.runs import NETWORK  # noqa: E402
from mancalab.train.selfplay import play, seeds_of  # noqa: E402
from mancalab.train.strength import RUNGS  # noqa: E402
from training_cases import KALAH, SMALL, SMALL_PPO, TINY, torch  # noqa: E402


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


def test_how_far_the_result_reaches_back_follows_from_the_length_of_the_game() -> None:
    short, long = mc.rules("kalah", columns=2, seeds=1), mc.rules("bao-ki-arabu")
    found = [train.AlphaZero().lambda_of(rules) for rules in (short, KALAH, long)]
    assert found == sorted(found)
    assert 0.0 <= found[0] < 0.9 < found[2] < 1.0
    assert train.AlphaZero(td_lambda=0.5).lambda_of(long) == 0.5


def test_no_two_runs_share_their_random_numbers() -> None:
    seeds = [seed for run in range(5) for rounds in range(5) for seed in seeds_of(run, rounds, 4)]
    assert len(set(seeds)) == len(seeds)


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
