"""``mancalab tournament``: what it writes, and what it says to mistakes."""

from __future__ import annotations

from pathlib import Path

import pytest

from commands import refused
from mancalab import cli
from mancalab.study import StrengthTable, TournamentTable, tournament

PLAYERS = """
def lowest(state):
    return state.legal_actions[0]


def broken(state):
    return 99


number = 3
"""


@pytest.fixture
def players(tmp_path: Path) -> Path:
    path = tmp_path / "players.py"
    path.write_text(PLAYERS)
    return path


def run(*words: object) -> int:
    return cli.main(["tournament", *map(str, words)])


def test_tables_and_a_figure_are_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "new" / "folder"
    games = ("kalah:columns=4", "oware")
    assert run(*games, "--agents", "random", "greedy", "--games", 31, "--out", out) == 0
    names = ["strengths.csv", "tournament.csv", "tournament.md", "tournament.png"]
    assert sorted(file.name for file in out.iterdir()) == names
    table = TournamentTable.from_csv(out / "tournament.csv")
    assert [(row.label, row.games) for row in table] == [("kalah:columns=4", 32), ("oware", 32)]
    assert StrengthTable.from_csv(out / "strengths.csv") == table.strengths
    assert (out / "tournament.md").read_text(encoding="utf-8") == table.to_markdown()
    assert (out / "tournament.png").read_bytes().startswith(b"\x89PNG")
    said = capsys.readouterr()
    assert str(table) in said.out
    assert "64 games in " in said.out
    assert all(str(out / name) in said.out for name in names)
    assert said.err == ""


def test_it_takes_all_that_the_function_takes(
    tmp_path: Path, players: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("--games", 8, "--seed", 5, "--threads", 1, "--opening-plies", 2, "--quiet")
    folders = ("--resume", tmp_path / "parts", "--out", tmp_path / "out")
    faults = ("--on-fault", "forfeit", "--move-time", 10)
    agents = ("--agents", "greedy", f"{players}:lowest", f"{players}:broken")
    assert run("kalah", *agents, *words, *faults, *folders) == 0
    assert capsys.readouterr() == ("", "")
    stored = len(list((tmp_path / "parts").iterdir()))
    assert stored > 0
    table = TournamentTable.from_csv(tmp_path / "out" / "tournament.csv")
    assert {(row.seed, row.opening_plies, row.games) for row in table} == {(5, 2, 8)}
    assert [row.opponent_forfeits for row in table] == [0, 8, 8]
    assert run("kalah", *agents, *words, *faults, *folders) == 0
    assert len(list((tmp_path / "parts").iterdir())) == stored
    assert TournamentTable.from_csv(tmp_path / "out" / "tournament.csv") == table


def test_without_a_folder_nothing_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("kalah", "--agents", "random", "greedy", "--n", 20) == 0
    assert str(tournament("kalah", ["random", "greedy"], n=20)) in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []


def test_a_fault_ends_with_one_line(players: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("kalah", "--agents", "random", f"{players}:broken") == 2
    said = capsys.readouterr()
    assert said.err.startswith("mancalab: agent 'broken', illegal action: action 99 is illegal")
    assert said.err.count("\n") == 1
    assert said.out == ""


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["kalah"], "the following arguments are required: --agents"),
        (["--agents", "random", "greedy"], "required: GAME"),
        (
            ["--games", "kalah", "--agents", "random", "greedy"],
            "--games: 'kalah' is no number of games; allowed are whole numbers; "
            "games that are to be played stand first: mancalab tournament kalah ...",
        ),
        (
            ["kalah", "--agents", "random", "greedy", "--n", "many"],
            "--n: 'many' is no number of games; allowed are whole numbers (see",
        ),
        (["chess", "--agents", "random", "greedy"], "chess"),
        (["kalah", "--agents", "random"], "agents: 1 agent; a tournament needs two or more"),
        (["kalah", "--agents", "random", "chess"], "allowed are random, greedy"),
        (["kalah", "--agents", "random", "gredy"], "; did you mean 'greedy'?"),
        (["kalah", "--agents", "random", "greedy(depth=3)"], "greedy has no argument depth"),
        (
            ["kalah", "--agents", "random", "greedy", "--games", "0"],
            "n = 0: allowed are 1 to",
        ),
        (
            ["kalah", "--agents", "random", "greedy", "--threads", "0"],
            "threads = 0: allowed are 1 to 1024\n",
        ),
        (["kalah", "--agents", "random", "greedy", "--on-fault", "x"], "invalid choice: 'x'"),
        (
            ["kalah", "--agents", "random", "greedy", "--move-time", "0"],
            "move_time = 0.0: allowed are",
        ),
        (["kalah", "--agents", "random", "none.py:f"], "none.py: there is no such file"),
        (["kalah", "--agents", "random", "{}:f"], "players.py: it has no f"),
        (
            ["kalah", "--agents", "random", "{}:number"],
            "agents: a name, an agent of mancalab.agents or a function of a",
        ),
    ],
)
def test_mistakes_are_told_in_one_line(
    words: list[str], error: str, players: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ["tournament", *(word.format(players) for word in words)]
    assert error in refused(given, capsys)


def test_a_file_that_fails_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "failing.py"
    path.write_text("import nothing_of_the_kind")
    assert run("kalah", "--agents", "random", f"{path}:f") == 2
    assert f"{path}: ModuleNotFoundError: No module named" in capsys.readouterr().err
