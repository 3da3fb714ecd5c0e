"""``mancalab regret``: what it writes, and what it says to mistakes."""

from __future__ import annotations

from pathlib import Path

import pytest

import mancalab as mc
from commands import refused
from mancalab import cli
from mancalab.study import RegretTable, regret

SMALL = "kalah:columns=3,seeds=2"

PLAYERS = """
def lowest(state):
    return state.legal_actions[0]


def broken(state):
    return 99
"""


@pytest.fixture
def players(tmp_path: Path) -> Path:
    path = tmp_path / "players.py"
    path.write_text(PLAYERS)
    return path


def run(*words: object) -> int:
    return cli.main(["regret", *map(str, words)])


def test_a_table_and_a_figure_are_written(
    tmp_path: Path, players: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "new" / "folder"
    agents = ("greedy", f"{players}:lowest")
    assert run(SMALL, *agents, "--seeds", 6, "--n", 60, "--seed", 3, "--out", out) == 0
    table = RegretTable.from_csv(out / "regret.csv")
    assert [row.agent for row in table.totals] == ["Greedy", "lowest"]
    assert {(row.seed, row.most_seeds) for row in table} == {(3, 6)}
    assert (out / "regret.md").read_text(encoding="utf-8") == table.to_markdown()
    assert (out / "regret.png").read_bytes().startswith(b"\x89PNG")
    said = capsys.readouterr()
    assert said.out.startswith(str(table))
    assert all(str(path) in said.out for path in out.iterdir())
    assert said.err == ""


def test_without_a_folder_nothing_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(SMALL, "random", "--n", 20) == 0
    assert capsys.readouterr().out == f"{regret(cli.parse_game(SMALL), ['random'], n=20)}\n"
    assert run(SMALL, "random", "--n", 20, "--quiet") == 0
    assert capsys.readouterr() == ("", "")
    assert list(tmp_path.iterdir()) == []


def test_a_table_of_a_file_is_used(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "small.table"
    mc.Tablebase.build(cli.parse_game(SMALL), 5, path).close()
    assert run(SMALL, "random", "--table", path, "--n", 20) == 0
    assert "with up to 5 seeds in the pits" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["kalha", "random"], "kalah"),
        (["kalah", "nobody"], "agents = 'nobody'"),
        (["kalah", "random", "--n", "0"], "n = 0: allowed are"),
        (["kalah", "random", "--seeds", "0"], "--seeds = 0: allowed are 1 to 39"),
        (
            ["kalah", "random", "--seeds", "300"],
            "= 300: allowed are 1 to 39 (no table of this board holds more of its 48 seeds)",
        ),
        ([SMALL, "random", "--seeds", "13"], "--seeds = 13: allowed are 1 to 12"),
        (["togyzqumalaq", "random", "--seeds", "163"], "--seeds = 163: allowed are 1 to 162"),
        (["congklak", "random", "--seeds", "300"], "neither endgame tables nor `solve`"),
        (["kalah", "random", "--seeds", "26"], "seeds = 26: building the table takes"),
        (["kalah", "random", "--table", "missing.table"], "missing.table: No such file"),
        (["congklak", "random"], "neither endgame tables nor `solve`"),
        (["kalah", "{}:broken"], "agent 'broken', illegal action: action 99 is illegal"),
        (["kalah"], "the following arguments are required: AGENT"),
    ],
    ids=lambda value: " ".join(value)[:30] if isinstance(value, list) else "",
)
def test_mistakes_take_one_line(
    words: list[str],
    said: str,
    players: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("mancalab._solving.table_build.available_memory", lambda: 10**9)
    assert said in refused(["regret", *(word.format(players) for word in words)], capsys)
