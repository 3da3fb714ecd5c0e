"""The command line: what it writes, and what it says to mistakes."""

from __future__ import annotations

import ntpath
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import mancalab as mc
from commands import refused
from mancalab import cli
from mancalab._matches import playing
from mancalab.study import AdvantageTable

CSV = "first_player_advantage.csv"
PNG = "first_player_advantage.png"


def run(out: Path, *words: str) -> int:
    return cli.main(["study", "--games", "kalah", "elf", "--n", "20", "--out", str(out), *words])


# mancalab study


def test_study_writes_a_table_and_a_figure(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "new" / "folder"
    assert run(out) == 0
    assert sorted(file.name for file in out.iterdir()) == [CSV, PNG]
    assert (out / PNG).read_bytes().startswith(b"\x89PNG")
    table = AdvantageTable.from_csv(out / CSV)
    assert [row.label for row in table] == ["kalah"] * 3 + ["elf"] * 3
    said = capsys.readouterr()
    assert str(table) in said.out
    assert str(out / CSV) in said.out
    assert str(out / PNG) in said.out
    assert said.err == ""


def test_study_takes_all_that_the_function_takes(tmp_path: Path) -> None:
    words = ("--agents", "random:greedy", "--seed", "5", "--threads", "1", "--opening-plies", "2")
    assert run(tmp_path, *words, "--n", "31") == 0
    (row, _) = AdvantageTable.from_csv(tmp_path / CSV)
    assert (row.agents, row.seed, row.opening_plies) == ("Random v Greedy", 5, 2)
    assert (row.games, row.swapped) == (32, True)


def test_study_says_at_once_what_it_is_going_to_play(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(playing, "series", interrupted)
    assert run(tmp_path) == 130
    said = capsys.readouterr().out
    assert said == f"Playing 120 games: 2 rule sets, 6 series; results go to {tmp_path}\n"


def test_without_a_bar_study_tells_how_far_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mancalab.cli.study.TELL_AFTER", -1.0)
    assert run(tmp_path) == 0
    said = capsys.readouterr().out
    assert [f"{i} of 6 series played" in said for i in range(1, 7)] == [True] * 6


def test_study_tells_details_and_openings_that_are_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path, "--opening-plies", "2", "0", "--details") == 0
    table = AdvantageTable.from_csv(tmp_path / CSV)
    assert [row.opening_plies for row in table] == [0, 2, 0] * 2
    assert str(table.details) in capsys.readouterr().out


def test_quiet_says_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, "--quiet") == 0
    assert capsys.readouterr() == ("", "")


def test_ctrl_c_keeps_the_cells_that_are_finished(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = iter(range(9))
    series = playing.series

    def interrupted(*args: Any, **options: Any) -> Any:
        if next(calls) == 3:
            raise KeyboardInterrupt
        return series(*args, **options)

    monkeypatch.setattr(playing, "series", interrupted)
    assert run(tmp_path) == 130
    assert len(AdvantageTable.from_csv(tmp_path / CSV)) == 3
    assert not (tmp_path / PNG).exists()
    assert "interrupted after 3 of 6 series; they are in" in capsys.readouterr().err


def test_ctrl_c_in_the_first_cell_writes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(playing, "series", interrupted)
    assert run(tmp_path) == 130
    assert list(tmp_path.iterdir()) == []
    assert capsys.readouterr().err == "mancalab: interrupted after 0 of 6 series\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["study", "--games", "kalha"], "kalah"),
        (["study", "--games", "kalah:colums=4"], "colums"),
        (["study", "--games", "kalah:columns"], "name=value"),
        (["study", "--games", "kalah:columns=many"], "columns"),
        (["study", "--games", "kalah:columns=99"], "columns"),
        (["study", "--games", "none.toml"], "none.toml"),
        (["study", "--agents", "random"], "first:second"),
        (["study", "--agents", "random:clever"], "agents = 'clever': there is no such agent"),
        (["study", "--n", "0"], "n = 0: allowed are"),
        (["study", "--n", "many"], "--n: 'many' is no number of games; allowed are whole numbers"),
        (["study", "--seed", "-1"], "seed = -1: allowed are"),
        (["study", "--threads", "0"], "threads = 0: allowed are"),
        (["study", "--opening-plies", "-2"], "opening_plies = -2: allowed are"),
        (["study", "--colour"], "unrecognized"),
        (["stdy"], "invalid choice"),
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
    assert said in refused(words, capsys)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    assert run(tmp_path / "file" / "folder") == 2
    assert capsys.readouterr().err.startswith(f"mancalab: {tmp_path / 'file'}")


@pytest.mark.parametrize("missing", ["scipy", "matplotlib"])
def test_a_missing_extra_is_named_before_anything_is_played(
    missing: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    assert run(tmp_path / "out", "--n", str(10**15)) == 2
    assert 'pip install "mancalab[study,plot]"' in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


# Words for games


@pytest.mark.parametrize(
    ("word", "options"),
    [
        ("kalah", {}),
        ("kalah:columns=4,seeds=3", {"columns": 4, "seeds": 3}),
        ("kalah:start=north", {"start": "north"}),
        ("kalah:empty_capture=true", {"empty_capture": True}),
        ("kalah:empty_capture=False", {"empty_capture": False}),
        ("kalah:max_actions=none", {"max_actions": None}),
        (
            "kalah:landing.capture.facing=[2,3],columns=4,landing.capture.turns=[1,2]",
            {"landing.capture.facing": [2, 3], "columns": 4, "landing.capture.turns": [1, 2]},
        ),
    ],
)
def test_a_game_and_its_options_in_a_word(word: str, options: dict[str, Any]) -> None:
    assert cli.parse_game(word).digest == mc.rules("kalah", **options).digest


def test_a_game_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(mc.rules("kalah", columns=5).to_toml())
    assert cli.parse_game(str(path)).digest == mc.rules("kalah", columns=5).digest
    path.write_text("columns = [")
    with pytest.raises(cli.UserError):
        cli.parse_game(str(path))


def test_a_game_in_a_file_on_a_windows_drive(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.path.splitdrive", ntpath.splitdrive)
    with pytest.raises(cli.UserError, match=r"^C:\\games\\own\.toml: No such file"):
        cli.parse_game(r"C:\games\own.toml:columns=4")
    assert cli.parse_game("kalah:columns=4") == mc.rules("kalah", columns=4)


def test_the_label_of_a_row_is_a_word_for_its_game(tmp_path: Path) -> None:
    words = ["kalah:columns=4,max_actions=none", "kalah:empty_capture=true"]
    assert cli.main(["study", "--games", *words, "--n", "5", "--out", str(tmp_path)]) == 0
    for row in AdvantageTable.from_csv(tmp_path / CSV):
        assert cli.parse_game(row.label).digest == row.digest


# The rest


def test_games_lists_the_catalogue(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["games"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(mc.catalogue)
    assert lines[0].endswith(next(iter(mc.catalogue.values())).title)


@pytest.mark.parametrize("words", [["--help"], []])
def test_help_names_every_command(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(words) == 0
    said = capsys.readouterr().out
    assert "study" in said
    assert "games" in said


def process(*words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(  # noqa: S603 - our own command
        [sys.executable, "-m", "mancalab", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_python_m_mancalab() -> None:
    with process("--version") as version:
        assert version.communicate() == (f"mancalab {mc.__version__}\n", "")
    assert version.returncode == 0
    with process("study", "--n", "0") as mistake:
        assert "n = 0: allowed are" in mistake.communicate()[1]
    assert mistake.returncode == 2


def test_a_reader_that_goes_away_is_no_fault() -> None:
    with process("games") as games:
        assert games.stdout is not None
        assert games.stderr is not None
        games.stdout.close()
        assert games.stderr.read() == ""


def test_letters_that_the_output_cannot_hold_are_no_fault() -> None:
    # What a pipe on Windows often is; the table has a Greek letter.
    words = ["ablation", "kalah", "replay=false", "--n", "10"]
    run = subprocess.run(  # noqa: S603
        [sys.executable, "-m", "mancalab", *words],
        env={**os.environ, "PYTHONIOENCODING": "cp1252"},
        capture_output=True,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, b"")
    assert "? starter" in run.stdout.decode("cp1252")
    assert "±" in run.stdout.decode("cp1252")


def test_words_of_an_option_are_words() -> None:
    assert cli.parse_game("elf:capture=none") == mc.rules("elf", capture="none")
    unlimited = cli.parse_game("kalah:max_actions=none,stores=none,replay=false,feeding=none")
    assert unlimited.options["max_actions"].value is None
    assert unlimited.options["stores"].value == "none"


def test_training_without_torch_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    for name in [name for name in sys.modules if name.startswith("mancalab.train")]:
        monkeypatch.delitem(sys.modules, name)
    said = refused(["train", "kalah", "--out", str(tmp_path / "run")], capsys)
    assert 'pip install "mancalab[train]"' in said
    assert not (tmp_path / "run").exists()
