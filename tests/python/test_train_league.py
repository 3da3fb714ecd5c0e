"""Leagues: the networks that runs keep, their strengths, and scores that these do not explain.

Only the runs need torch.
"""

from __future__ import annotations

import csv
import math
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mancalab as mc
from commands import refused
from leagues import KALAH, keep, made, scripted
from mancalab import cli, plots, study, train
from mancalab._agents import weights
from mancalab._batch.encoding import Encoding
from mancalab.train import snapshots
from mancalab.train.league import OPPONENTS
from mancalab.train.league_table import League, LeagueTable

RANDOM, GREEDY = mc.agents.Random(), mc.agents.Greedy()
TWO = mc.agents.AlphaBeta(depth=2)


# The networks that a run keeps


def test_networks_are_sorted_by_rounds_and_say_how_far_the_run_was(tmp_path: Path) -> None:
    for rounds in (5, 1000, 30, 0, 123_456_789):
        keep(tmp_path, rounds)
    (tmp_path / "networks" / "mine.npz").touch()
    assert list(snapshots.kept(tmp_path)) == [0, 5, 30, 1000, 123_456_789]
    last = snapshots.thinned(tmp_path, 9)[-1]
    assert (last.rounds, last.games, last.positions) == (123_456_789, 123_456_789, 12_345_678_900)
    assert last.minutes == 12_345_678.9
    assert last.agent(8).name == "123,456,789 rounds"
    assert weights.load(last.path).digest == made(0.0).digest


@pytest.mark.parametrize(
    ("most", "chosen"), [(1, [10]), (2, [0, 10]), (3, [0, 5, 10]), (50, list(range(11)))]
)
def test_networks_are_thinned_evenly_down_to_the_last(
    tmp_path: Path, most: int, chosen: list[int]
) -> None:
    for rounds in range(11):
        keep(tmp_path, rounds)
    assert [snapshot.rounds for snapshot in snapshots.thinned(tmp_path, most)] == chosen


def test_what_a_run_has_lost_is_removed(tmp_path: Path) -> None:
    paths = {rounds: keep(tmp_path, rounds) for rounds in (0, 5, 9)}
    half, mine = (tmp_path / "networks" / name for name in (".5.npz.1.2.part", "mine.npz"))
    half.touch()
    mine.touch()
    snapshots.clear(tmp_path, 5)
    assert sorted((tmp_path / "networks").iterdir()) == sorted([paths[0], paths[5], mine])


def test_networks_that_are_no_ones_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no run kept networks there"):
        train.league(tmp_path)
    path = keep(tmp_path, 5)
    weights.save(made(0.0), path)
    with pytest.raises(weights.NetworkError, match="does not say how far its run was"):
        train.league(tmp_path)
    for training in ({"minutes": -1.0}, {"minutes": "long"}):
        weights.save(made(0.0), path, training)  # type: ignore[arg-type]
        with pytest.raises(weights.NetworkError, match="what it says of its training is damaged"):
            train.league(tmp_path)
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(weights.NetworkError, match="it is no network of mancalab, or it is damag"):
        train.league(tmp_path)


# Leagues


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> League:
    run = tmp_path_factory.mktemp("run")
    scripted(run)
    return train.league(run, [GREEDY, RANDOM, TWO], games=60, simulations=32)


def test_a_run_that_gets_better_is_seen_to(found: League) -> None:
    elos = [row.elo for row in found.strengths]
    assert [row.agent for row in found.strengths] == ["0 rounds", "30 rounds", "120 rounds"]
    assert [row.minutes for row in found.strengths] == [0.0, 3.0, 12.0]
    assert [row.positions for row in found.strengths] == [0, 3000, 12_000]
    assert elos[0].value < elos[1].value < elos[2].value
    assert elos[0].high < elos[2].low
    assert found.gained.value == pytest.approx(elos[2].value - elos[0].value)
    assert found.gained.low > 0
    assert all(row.games == 5 * 60 for row in (*found.strengths, *found.opponents))


def test_strengths_are_those_of_the_tournament_from_the_first_opponent_on(found: League) -> None:
    strengths = {row.agent: row for row in found.tournament.strengths}
    assert found.anchor == "Greedy"
    for row in (*found.strengths, *found.opponents):
        assert row.elo.value == pytest.approx(strengths[row.agent].elo - strengths["Greedy"].elo)
        assert row.anchor == "Greedy"
    assert [row.agent for row in found.opponents] == ["AlphaBeta(2)", "Greedy", "Random"]
    assert (*found.opponents.rows[1].elo,) == (0, 0, 0)
    # The error of a difference, from the covariance of both.
    fit = found.tournament.block().fit
    one, two = fit.agents.index("120 rounds"), fit.agents.index("Greedy")
    contrast = np.zeros(len(fit.covariance))
    contrast[[one, two]] = 1, -1
    error = math.sqrt(contrast @ np.array(fit.covariance) @ contrast) * 400 / math.log(10)
    last = found.strengths.rows[-1].elo
    assert last.high - last.low == pytest.approx(2 * 1.96 * error, rel=1e-4)


def test_a_league_is_told_in_words(found: League) -> None:
    text = str(found)
    assert "kalah:columns=4,seeds=3: 60 games of each two agents" in text
    assert "networks\nwith 32 simulations" in text or "networks with 32 simulations" in text
    assert "Elo: Greedy has 0." in text
    assert "Elo ahead of that of 0 rounds." in " ".join(text.split())
    assert "| 120 rounds | 12.0 | 12,000 |" in found.to_markdown()
    assert "<td>120 rounds</td>" in found._repr_html_()
    assert str(LeagueTable(())) == "An empty table."


def test_two_agents_have_strengths_but_nothing_to_explain(tmp_path: Path) -> None:
    keep(tmp_path, 30, 0.1)
    found = train.league(tmp_path, [GREEDY], games=40, simulations=4)
    text = " ".join(str(found).split())
    assert "Found: the network of 30 rounds has -" in text
    assert "too few games to tell whether one strength for each explains" in text


def test_strengths_without_bounds_are_said_to_be_so(tmp_path: Path) -> None:
    keep(tmp_path, 0, 0.1, noise=2.0)
    keep(tmp_path, 30, 0.1)
    always = mc.agents.AlphaBeta(depth=6)
    found = train.league(tmp_path, [always], games=2, simulations=0)
    assert not any(math.isfinite(row.elo.low) for row in found.strengths)
    assert "from 0 rounds to 30 rounds has no bounds" in " ".join(str(found).split())
    ax = found.plot(plots.league_figure(found).add_subplot())
    assert not np.isfinite(np.asarray(ax.lines[0].get_ydata(), dtype=float)).any()


def test_a_league_can_be_written_and_read(found: League, tmp_path: Path) -> None:
    found.to_csv(tmp_path / "league.csv")
    again = LeagueTable.from_csv(tmp_path / "league.csv")
    assert again == found.strengths + found.opponents
    assert str(again).splitlines()[1].startswith("0 rounds")
    frame = found.strengths.to_pandas()
    assert frame["elo_low"].tolist() == [row.elo.low for row in found.strengths]
    found.residuals.to_csv(tmp_path / "residuals.csv")
    assert study.ResidualTable.from_csv(tmp_path / "residuals.csv") == found.residuals


def test_the_same_seed_gives_the_same_league_here_and_by_an_executor(tmp_path: Path) -> None:
    scripted(tmp_path)
    how: Any = {"games": 6, "simulations": 4, "seed": 3}
    first = train.league(tmp_path, [GREEDY, TWO], **how)
    with ThreadPoolExecutor(2) as executor:
        assert train.league(tmp_path, [GREEDY, TWO], executor=executor, **how) == first
    games: list[int] = []
    train.league(tmp_path, [GREEDY, TWO], progress=games.append, threads=1, **how)
    assert sum(games) == 10 * 6


def test_a_league_resumes_but_not_with_other_networks(tmp_path: Path) -> None:
    scripted(tmp_path)
    how: Any = {"games": 4, "simulations": 4, "resume": tmp_path / "parts"}
    first = train.league(tmp_path, [GREEDY], **how)
    parts = {path: path.stat().st_mtime_ns for path in (tmp_path / "parts").iterdir()}
    assert train.league(tmp_path, [GREEDY], **how) == first
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "parts").iterdir()} == parts
    keep(tmp_path, 120, worth=-0.3)  # another run in the same folder
    train.league(tmp_path, [GREEDY], **how)
    assert len(list((tmp_path / "parts").iterdir())) == len(parts) + 3


def test_a_league_is_played_without_torch(tmp_path: Path) -> None:
    scripted(tmp_path)
    code = "import mancalab.cli, sys; mancalab.cli.main(sys.argv[1:]); "
    code += "assert 'torch' not in sys.modules"
    words = ["league", str(tmp_path), "--n", "4", "--simulations", "0", "--opponents", "greedy"]
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", code, *words],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "networks with 0 simulations" in done.stdout


def test_the_command_line_rates_a_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scripted(tmp_path / "run")
    words = ["league", str(tmp_path / "run"), "--n", "4", "--simulations", "4", "--most", "2"]
    out = tmp_path / "out"
    assert cli.main([*words, "--opponents", "random", "greedy", "--out", str(out)]) == 0
    told = capsys.readouterr().out
    assert "Elo: Random has 0." in told
    with (out / "league.csv").open(newline="") as file:
        rows = [(row["agent"], row["rounds"]) for row in csv.DictReader(file)]
    assert rows[:2] == [("0 rounds", "0"), ("120 rounds", "120")]
    assert (out / "league.png").read_bytes().startswith(b"\x89PNG")
    assert cli.main([*words, "--opponents", "greedy", "--quiet"]) == 0
    assert capsys.readouterr().out == ""
    assert (tmp_path / "run" / "league.png").exists()


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"games": 3}, "games = 3: games come in pairs"),
        ({"games": 0}, "games = 0"),
        ({"simulations": -1}, "simulations = -1"),
        ({"most": 0}, "most = 0"),
        ({"seed": -1}, "seed = -1"),
        ({"threads": 0}, "threads = 0"),
        ({"opponents": []}, "opponents: it is empty"),
        ({"opponents": ["alphabets"]}, "opponents = 'alphabets'"),
        ({"opponents": ["greedy", "greedy"]}, r"2 are called 'Greedy\(\)'"),
    ],
)
def test_bad_arguments_are_named(tmp_path: Path, arguments: Any, error: str) -> None:
    scripted(tmp_path)
    with pytest.raises(ValueError, match=error):
        train.league(tmp_path, **({"opponents": [GREEDY]} | arguments))


def test_networks_of_two_games_are_refused(tmp_path: Path) -> None:
    keep(tmp_path, 1)
    rules = mc.rules("kalah", columns=3, seeds=3)
    encoding = Encoding(rules, "thermometer", 12)
    arrays = {
        "first.weight": np.zeros((1, int(np.prod(encoding.shape))), np.float32),
        "first.bias": np.zeros(1, np.float32),
        "policy.weight": np.zeros((rules.n_actions, 1), np.float32),
        "policy.bias": np.zeros(rules.n_actions, np.float32),
        "value.weight": np.zeros((1, 1), np.float32),
        "value.bias": np.zeros(1, np.float32),
    }
    far = {"minutes": 1.0, "rounds": 2, "games": 2, "positions": 2}
    snapshots.keep(weights.Weights(rules, encoding, arrays), tmp_path, far)
    with pytest.raises(weights.NetworkError, match="do not all play the same game"):
        train.league(tmp_path)


@pytest.mark.parametrize(
    ("words", "told"),
    [(["--n", "3"], "games = 3"), (["--most", "0"], "most = 0"), ([], "no run kept networks")],
)
def test_the_command_line_refuses(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], told: str
) -> None:
    assert told in refused(["league", str(tmp_path), *words], capsys)


# Pictures


def test_a_league_is_drawn(found: League, tmp_path: Path) -> None:
    figure = plots.league_figure(found, path=tmp_path / "league.png")
    ax: Any = figure.axes[0]
    names = [text.get_text() for text in ax.texts]
    assert names == ["Random", "Greedy", "AlphaBeta(2)"]
    curve, *lines = ax.lines
    np.testing.assert_allclose(curve.get_xdata(), [0, 3, 12])
    np.testing.assert_allclose(curve.get_ydata(), [row.elo.value for row in found.strengths])
    heights = sorted(float(line.get_ydata()[0]) for line in lines)
    np.testing.assert_allclose(heights, sorted(row.elo.value for row in found.opponents))
    assert ax.get_ylabel() == "Strength (Elo points, Greedy = 0)"
    # Names stand far enough apart to be read.
    heights = [text.xyann[1] for text in ax.texts]
    assert min(np.diff(heights)) > 0.04
    with pytest.raises(TypeError, match=r"found: a League of mancalab\.train is needed"):
        plots.league(found.strengths)  # type: ignore[arg-type]


# Runs


@pytest.mark.train
def test_a_run_keeps_a_network_at_each_measurement(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    how: Any = {"games": 2, "device": "cpu"}
    run = train.run(KALAH, tmp_path, small(), rounds=3, **how)
    assert list(snapshots.kept(tmp_path)) == [0, 1, 2, 3]
    chosen = snapshots.thinned(tmp_path, 9)
    assert chosen[0].minutes == chosen[0].positions == 0
    assert [one.minutes for one in chosen[1:]] == [row["minutes"] for row in run.curve[::2]]
    assert (chosen[-1].minutes, chosen[-1].positions) == (run.minutes, run.positions)
    last = weights.load(chosen[-1].path)
    assert last.digest == weights.load(tmp_path / "network.npz").digest
    assert weights.load(chosen[0].path).digest != last.digest
    train.run(KALAH, tmp_path, small(), rounds=5, **how)
    assert list(snapshots.kept(tmp_path)) == [0, 1, 2, 3, 4, 5]
    found = train.league(tmp_path, [RANDOM, GREEDY], games=4, simulations=4, most=3)
    assert [row.rounds for row in found.strengths] == [0, 2, 5]


@pytest.mark.train
def test_a_run_without_games_keeps_networks_if_it_is_said_how_often(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    train.run(KALAH, tmp_path / "none", small(), rounds=3, games=0, device="cpu")
    assert not (tmp_path / "none" / "networks").exists()
    # A round of these takes longer than 0.001 minutes.
    slow = replace(small(), lanes=128, steps=64, simulations=32)
    often: Any = {"games": 0, "measure_every": 0.001, "device": "cpu"}
    run = train.run(KALAH, tmp_path / "some", slow, rounds=2, **often)
    assert run.curve == []
    assert list(snapshots.kept(tmp_path / "some")) == [0, 1, 2]
    seldom = often | {"measure_every": 1000}
    train.run(KALAH, tmp_path / "some", slow, rounds=4, **seldom)
    assert list(snapshots.kept(tmp_path / "some")) == [0, 1, 2, 4]


@pytest.mark.train
def test_a_run_that_lost_rounds_loses_their_networks(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    how: Any = {"games": 2, "device": "cpu"}
    train.run(KALAH, tmp_path, small(), rounds=2, **how)
    keep(tmp_path, 7)  # as if it had been killed before it was saved
    train.run(KALAH, tmp_path, small(), rounds=2, **how)
    assert list(snapshots.kept(tmp_path)) == [0, 1, 2]


@pytest.mark.train
def test_the_command_line_trains_and_rates(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("torch")
    words = ["train", "kalah:columns=3,seeds=2", "--rounds", "1", "--n", "2", "--ladder", "0"]
    words += ["--device", "cpu", "--simulations", "4"]
    assert cli.main([*words, "--out", str(tmp_path / "one"), "--league", "2"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "Found: the network of 1 round is" in told or "to 1 round has no bounds" in told
    assert all(agent.name in told for agent in OPPONENTS)
    assert (tmp_path / "one" / "league.csv").exists()
    assert (tmp_path / "one" / "league.png").exists()
    assert cli.main([*words, "--out", str(tmp_path / "two"), "--league", "0"]) == 0
    assert not (tmp_path / "two" / "league.csv").exists()


def test_the_ladder_and_the_league_need_no_torch() -> None:
    code = "import sys; sys.modules['torch'] = None\nfrom mancalab import train\n"
    code += "print(train.ladder, train.league)\ntrain.run"
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "function ladder" in done.stdout
    assert 'pip install "mancalab[train]"' in done.stderr


def small() -> Any:
    return train.AlphaZero(
        simulations=4, lanes=8, steps=8, width=16, blocks=1, replay_size=500, batch_size=32
    )
