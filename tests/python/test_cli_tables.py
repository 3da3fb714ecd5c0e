"""``mancalab tables``."""

from __future__ import annotations

from pathlib import Path

import pytest

import mancalab as mc
from commands import lines_of, refused
from mancalab import cli


def test_one_position_and_one_seed_are_said_as_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "awari.table"
    for seeds, said in (0, "1 position of up to 0 seeds"), (1, "13 positions of up to 1 seed"):
        assert (
            cli.main(["tables", "build", "awari", "--seeds", str(seeds), "--out", str(path)]) == 0
        )
        assert capsys.readouterr() == (f"{said}: {path}\n", "")
        path.unlink()


def test_build_and_stats(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "awari.table"
    words = ["tables", "build", "awari", "--seeds", "4", "--out", str(path), "--threads", "1"]
    assert cli.main(words) == 0
    assert capsys.readouterr() == (f"1,820 positions of up to 4 seeds: {path}\n", "")
    assert mc.Tablebase.open(path).seeds == 4
    assert cli.main(["tables", "stats", str(path), "--seeds", "3"]) == 0
    lines = lines_of(capsys)
    assert lines[0] == ["awari,", "up", "to", "4", "seeds"]
    assert ["4", "1,365", "580", "143", "642"] in lines
    assert lines[-6:] == [
        ["value", "positions"],
        *(
            [value, count]
            for value, count in [("-3", "177"), ("-1", "1"), ("0", "63"), ("1", "7"), ("3", "116")]
        ),
    ]


def test_quiet_says_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--seeds", "3", "--out", str(tmp_path / "table"), "--quiet"]
    assert cli.main(["tables", "build", "kalah:columns=3,seeds=2", *words]) == 0
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["build", "oware", "--seeds", "3", "--out", "x"],
            'ending.when = ["cannot_move","above_half"]',
        ),
        (["build", "awari", "--seeds", "99", "--out", "x"], "seeds = 99: allowed are 0 to 28"),
        (["build", "awari", "--seeds", "28", "--out", "x"], "of memory"),
        (["build", "awari", "--seeds", "3", "--out", "none/x"], "none/x.part: No such file"),
        (["stats", "none"], "none: No such file"),
        (["stats", __file__], "not a file of endgame tables"),
    ],
)
def test_mistakes_take_one_line(
    words: list[str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert said in refused(["tables", *words], capsys)
    assert list(tmp_path.iterdir()) == []


def test_what_was_found_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "table.part").write_text("something else")
    words = ["--seeds", "3", "--out", str(tmp_path / "table"), "--quiet"]
    assert cli.main(["tables", "build", "kalah", *words]) == 0
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"mancalab: {tmp_path / 'table.part'}: not a part of this table")
