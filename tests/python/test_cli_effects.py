"""The command line of studies of clauses and of complexity."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

import mancalab as mc
from commands import refused
from mancalab import cli
from mancalab._matches import playing
from mancalab.study import EffectTable, clause_effect, complexity

EFFECT = ["effect", "kalah:columns=4", "replay", "true", "false", "--agents", "random:random"]
ABLATION = ["ablation", "kalah", "replay=false", "final_count=home", "--agents", "random:greedy"]


def test_effect_prints_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([*EFFECT, "--n", "50", "--seed", "3"]) == 0
    rules = mc.rules("kalah", columns=4)
    table = clause_effect(rules, "replay", [True, False], [("random", "random")], 50, seed=3)
    assert capsys.readouterr() == (f"{table}\n", "")


def test_keys_of_the_landing_table_are_taken_like_options(
    capsys: pytest.CaptureFixture[str],
) -> None:
    key = "landing.capture.counts"
    assert cli.main(["effect", "oware", key, "[2,3]", "[2,3,4]", "--n", "9"]) == 0
    assert cli.main(["ablation", "oware", f"{key}=[2,3,4]", "--n", "9"]) == 0
    out, err = capsys.readouterr()
    assert (out.count(f"\n{key}=[2,3,4] "), err) == (4, "")


def test_ablation_takes_all_that_the_function_takes(tmp_path: Path) -> None:
    path, parts = tmp_path / "table.csv", tmp_path / "parts"
    words = ["--n", "31", "--threads", "1", "--opening-plies", "2", "--resume", str(parts)]
    assert cli.main([*ABLATION, *words, "--out", str(path), "--quiet"]) == 0
    table = EffectTable.from_csv(path)
    assert [row.change for row in table] == ["unchanged", "replay=false", "final_count=home"]
    assert {(row.agents, row.games, row.opening_plies) for row in table} == {
        ("Random v Greedy", 32, 2)
    }
    assert list(parts.iterdir())


@pytest.mark.parametrize("name", ["table.csv", "table.parquet", "table.md"])
def test_the_name_of_a_file_says_what_is_written(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / name
    assert cli.main([*EFFECT, "--n", "20", "--out", str(path), "--quiet"]) == 0
    begins = {".csv": b"version,", ".parquet": b"PAR1", ".md": b"kalah:columns=4, Random"}
    assert path.read_bytes().startswith(begins[path.suffix])
    assert capsys.readouterr() == ("", "")


def test_until_that_is_not_reached_is_told_in_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([*EFFECT, "--until", "0.001", "--n", "400"]) == 0
    out, err = capsys.readouterr()
    assert "400 games each" in out
    assert err.startswith("mancalab: after 400 rounds the score is known to within 0.0")
    assert err.count("\n") == 1


def test_study_can_be_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["study", "--games", "kalah", "--n", "20", "--resume", str(tmp_path / "parts")]
    assert cli.main([*words, "--out", str(tmp_path / "one")]) == 0

    def played_again(*_: Any, **__: Any) -> None:
        raise AssertionError

    monkeypatch.setattr(playing, "series", played_again)
    assert cli.main([*words, "--out", str(tmp_path / "two")]) == 0
    one, two = ((tmp_path / f"{x}/first_player_advantage.csv").read_text() for x in ("one", "two"))
    assert one == two


def test_complexity_prints_what_the_function_gives(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["complexity", "kalah:seeds=3", "--n", "30", "--seed", "2"]) == 0
    assert capsys.readouterr().out == f"{complexity(mc.rules('kalah', seeds=3), 30, 2)}\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["effect", "kalha", "replay", "true", "false"], "kalah"),
        (["effect", "kalah", "rely", "true", "false"], "relay"),
        (["effect", "kalah", "replay", "true"], "values: 1 value of replay"),
        (["effect", "kalah", "replay"], "VALUE"),
        (["effect", "kalah", "replay", "true", "often"], "replay"),
        ([*EFFECT, "--n", "0"], "n = 0: allowed are"),
        ([*EFFECT, "--until", "2"], "until = 2.0: allowed are"),
        ([*EFFECT, "--agents", "random"], "first:second"),
        ([*EFFECT, "--out", "table.txt"], ".csv, .parquet, .md"),
        ([*EFFECT, "--out", "none/table.md"], "none: there is no such folder"),
        ([*EFFECT, "--resume", "file"], "file"),
        (
            ["ablation", "kalah", "replay"],
            "'replay' is not of the form name=value, as in columns=4",
        ),
        (["ablation", "kalah", "replay=true"], ": replay=true: nothing in it changes kalah"),
        (["ablation", "kalah", "rely=true"], "relay"),
        (["complexity", "kalha"], "kalah"),
        (["complexity", "kalah", "--n", "0"], "n = 0: allowed are"),
    ],
)
def test_a_mistake_gets_one_clear_line(
    words: list[str],
    said: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    assert said in refused(words, capsys)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_missing_library_is_named_before_anything_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "polars", None)
    assert cli.main([*EFFECT, "--n", str(10**15), "--out", str(tmp_path / "table.parquet")]) == 2
    assert 'pip install "mancalab[study]"' in capsys.readouterr().err


def test_ctrl_c_ends_with_its_status(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(playing, "series", interrupted)
    assert cli.main(EFFECT) == 130
    assert capsys.readouterr().err == "mancalab: interrupted\n"
