"""Regret of runs: the networks that they keep, beside perfect play. Only the runs need torch."""

from __future__ import annotations

import importlib
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mancalab as mc
from commands import refused
from leagues import KALAH, keep, scripted
from mancalab import cli, study, train
from mancalab._agents import weights
from mancalab._batch.encoding import Encoding
from mancalab.train import RunRegret, snapshots

MODULE = importlib.import_module("mancalab.train.regret")  # not the function of that name
HOW: Any = {"n": 240, "most_seeds": 8, "simulations": 16}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("run")
    scripted(folder)
    return folder


@pytest.fixture(scope="module")
def found(run: Path) -> RunRegret:
    return train.regret(run, **HOW)


def test_rows_are_those_of_a_study_with_the_time_of_each_network(
    run: Path, found: RunRegret
) -> None:
    agents = [snapshot.agent(16) for snapshot in snapshots.thinned(run, 9)]
    plain = study.regret(KALAH, agents, n=240, most_seeds=8)
    assert len(found) == len(plain)
    for row, wanted in zip(found, plain, strict=True):
        assert asdict(row).items() >= asdict(wanted).items()
    assert [row.rounds for row in found.totals] == [0, 30, 120]
    assert [row.minutes for row in found.totals] == [0.0, 3.0, 12.0]
    assert [row.learned_from for row in found.totals] == [0, 3000, 12_000]
    assert {row.simulations for row in found.rows} == {16}


def test_a_run_that_gets_better_makes_fewer_mistakes(found: RunRegret) -> None:
    first, *_, last = found.totals
    assert last.mistakes < first.mistakes
    assert last.mean_loss.value < first.mean_loss.value


def test_the_networks_are_told_in_the_order_of_learning(found: RunRegret) -> None:
    lines = [" ".join(line.split()) for line in str(found).splitlines()]
    text = " ".join(lines)
    assert text.startswith("kalah:columns=4,seeds=3: 240 positions of random games, with up to 8")
    assert "exact values by endgame tables; networks with 16 simulations" in text
    places = [text.index(word) for word in ("0 rounds 0.0 0 ", "30 rounds 3.0 3,000 ", "120 rou")]
    assert places == sorted(places)
    assert "seeds positions left out 0 30 120" in lines
    layer = next(row for row in found if row.seeds == 5)
    row = next(line for line in lines if line.startswith("5 "))
    assert row.startswith(
        f"5 {layer.positions} {layer.left_out} {100 * layer.mistake_share[0]:.1f} "
    )
    assert "Found: in kalah:columns=4,seeds=3 the network of 120 rounds loses value in" in text
    assert "| 120 rounds | 12.0 | 12,000 |" in found.to_markdown()
    assert max(map(len, str(found).splitlines())) <= 80
    assert str(RunRegret(())) == "An empty table."


def test_a_file_has_all_columns(found: RunRegret, tmp_path: Path) -> None:
    found.to_csv(tmp_path / "regret.csv")
    assert RunRegret.from_csv(tmp_path / "regret.csv") == found
    shown = study.RegretTable.from_csv(tmp_path / "regret.csv")  # the columns of a study
    assert [row.mistakes for row in shown] == [row.mistakes for row in found]
    assert found.to_dict()["minutes"].dtype == np.float64


def test_one_network_is_told_alone(tmp_path: Path) -> None:
    keep(tmp_path, 30, 0.1)
    table = train.regret(tmp_path, n=20, most_seeds=5, simulations=0)
    assert ", that of" not in table.findings[0]
    assert "networks with 0 simulations" in " ".join(str(table).split())


def test_a_table_that_is_there_is_used(run: Path) -> None:
    table = mc.Tablebase.build(KALAH, 5)
    rows = train.regret(run, n=20, table=table, simulations=0, most=1).totals
    assert [(row.rounds, row.most_seeds) for row in rows] == [(120, 5)]


def mwambulula(run: Path) -> None:
    """Keep a network of a game that has no tables."""
    rules = mc.rules("mwambulula")
    encoding = Encoding(rules, "thermometer", 12)
    shapes = {
        "first.weight": (1, int(np.prod(encoding.shape))),
        "first.bias": (1,),
        "policy.weight": (rules.n_actions, 1),
        "policy.bias": (rules.n_actions,),
        "value.weight": (1, 1),
        "value.bias": (1,),
    }
    arrays = {name: np.zeros(shape, np.float32) for name, shape in shapes.items()}
    far = {"minutes": 1.0, "rounds": 2, "games": 2, "positions": 2}
    snapshots.keep(weights.Weights(rules, encoding, arrays), run, far)


def test_a_game_without_tables_is_refused(tmp_path: Path) -> None:
    mwambulula(tmp_path)
    with pytest.raises(ValueError, match=r"game = mwambulula: no endgame tables: board\.rows = "):
        train.regret(tmp_path)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"n": 0}, "n = 0: allowed are 1 to"),
        ({"most_seeds": 25}, "most_seeds = 25: allowed are 1 to 24"),
        ({"simulations": -1}, "simulations = -1"),
        ({"most": 0}, "most = 0"),
        ({"seed": -1}, "seed = -1"),
    ],
)
def test_bad_arguments_are_named(run: Path, arguments: Any, error: str) -> None:
    with pytest.raises(ValueError, match=error):
        train.regret(run, **arguments)


def test_what_is_no_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no run kept networks there"):
        train.regret(tmp_path)
    with pytest.raises(TypeError, match="folder: the path of a folder is needed"):
        train.regret(3)  # type: ignore[arg-type]


def test_memory_is_asked_for_first(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MODULE, "available_memory", lambda: 10**5)
    with pytest.raises(MemoryError, match="most_seeds = 20: building the table takes up to"):
        train.regret(run, most_seeds=20)


def test_it_needs_no_torch(run: Path) -> None:
    code = "import sys; from mancalab import train; "
    code += "print(train.regret(sys.argv[1], n=20, most_seeds=5, simulations=0)); "
    code += "assert 'torch' not in sys.modules"
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", code, str(run)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "120 rounds" in done.stdout


@pytest.mark.train
def test_the_command_line_trains_and_compares(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("torch")
    words = ["train", "kalah:columns=3,seeds=2", "--rounds", "1", "--n", "2", "--ladder", "0"]
    words += ["--device", "cpu", "--simulations", "4", "--out", str(tmp_path)]
    assert cli.main([*words, "--regret", "40", "--regret-seeds", "6"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    table = RunRegret.from_csv(tmp_path / "regret.csv")
    assert " ".join(str(table).split()) in told
    assert [(row.rounds, row.most_seeds) for row in table.totals] == [(0, 6), (1, 6)]


@pytest.mark.train
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["mwambulula", "--regret", "9"], "game = mwambulula: no endgame tables: board.rows"),
        (["kalah", "--regret", "-1"], "regret = -1: allowed are 0 to"),
        (["kalah", "--regret", "9", "--n", "0"], "regret = 9: with --n 0 the run keeps no net"),
        (["kalah", "--regret", "9", "--regret-seeds", "300"], "--regret-seeds = 300: allowed"),
        (["kalah", "--regret", "9", "--regret-seeds", "26"], "--regret-seeds = 26: building"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_cannot_be_compared_is_refused_before_the_run(
    words: list[str],
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("torch")
    monkeypatch.setattr(MODULE, "available_memory", lambda: 10**9)
    out = tmp_path / "run"
    assert said in refused(["train", *words, "--out", str(out)], capsys)
    assert not out.exists()
