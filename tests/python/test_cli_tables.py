"""``mancalab tables``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import mancalab as mc
from commands import lines_of, refused
from mancalab import cli
from table_faults import values_of, with_values


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
            ["build", "pratt", "--seeds", "3", "--out", "x"],
            'laps.relay = "landing"',
        ),
        (["build", "awari", "--seeds", "99", "--out", "x"], "seeds = 99: allowed are 0 to 28"),
        (["build", "awari", "--seeds", "28", "--out", "x"], "of memory"),
        (["build", "awari", "--seeds", "3", "--out", "none/x"], "none/x.part: No such file"),
        (["build", "awari", "--seeds", "3", "--out", "."], ".: Is a directory"),
        (["build", "awari", "--seeds", "3", "--memory", "nan", "--out", "x"], "--memory = nan"),
        (["build", "awari", "--seeds", "3", "--memory", "inf", "--out", "x"], "--memory = inf"),
        (
            ["build", "awari", "--seeds", "3", "--threads", "0", "--dry-run", "--out", "x"],
            "threads = 0: allowed are 1 to",
        ),
        (["stats", "none"], "none: No such file"),
        (["stats", __file__], "not a file of endgame tables"),
        (["verify", "none"], "none: No such file"),
        (["verify", __file__], "not a file of endgame tables"),
        (["about", __file__], "not a file of endgame tables"),
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


def built(path: Path, seeds: int, game: str = "kalah:columns=2") -> mc.Tablebase:
    return mc.Tablebase.build(cli.parse_game(game), seeds, path)


def test_verify_counts_what_it_looks_at(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "table"
    built(path, 3)
    assert cli.main(["tables", "verify", str(path)]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out == (
        "kalah columns=2, up to 3 seeds in the pits\n\n"
        "seeds       positions         checked           wrong\n"
        "    0               1               1               0\n"
        "    1               4               4               0\n"
        "    2              10              10               0\n"
        "    3              20              20               0\n"
        "  all              35              35               0\n\n"
        "No value is wrong (35 positions checked).\n"
    )
    assert cli.main(["tables", "verify", str(path), "--quiet", "--threads", "1"]) == 0
    assert capsys.readouterr() == ("", "")


def test_verify_draws_a_share_and_says_what_it_does_not_prove(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "table"
    built(path, 8, "awari")
    words = ["tables", "verify", str(path), "--share", "0.05", "--seed", "9"]
    assert cli.main(words) == 0
    out, _ = capsys.readouterr()
    assert "5 % of large layers, seed 9" in out
    assert "Play can go round" in out
    assert all(len(line) < 80 for line in out.splitlines())


def test_verify_names_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, wrong = tmp_path / "table", tmp_path / "wrong"
    table = built(path, 4)
    with_values(table, wrong, {(4, 7): values_of(table, 4)[7] + 1})
    assert cli.main(["tables", "verify", str(wrong), "--quiet"]) == 1
    out, err = capsys.readouterr()
    assert err == ""
    found = mc.Tablebase.open(wrong).verify()
    assert f"  {found.faults[0]}" in out.splitlines()


def test_verify_of_a_damaged_file_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "table"
    built(path, 3)
    data = path.read_bytes()
    path.write_bytes(data[:-33] + bytes([data[-33] ^ 1]) + data[-32:])
    assert cli.main(["tables", "verify", str(path)]) == 1
    assert capsys.readouterr() == ("", f"mancalab: {path}: damaged: the layer of 3 seeds\n")


def test_about_prints_what_a_table_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "table"
    about = built(path, 3).about()
    assert cli.main(["tables", "about", str(path)]) == 0
    out, err = capsys.readouterr()
    assert (out, err) == (f"{about}\n", "")
    assert cli.main(["tables", "about", str(path), "--json"]) == 0
    out, _ = capsys.readouterr()
    assert json.loads(out)["sha256"] == about.sha256
    said = path.with_name("table.json")
    assert out == said.read_text(encoding="utf-8")
    said.write_text("{}")
    assert cli.main(["tables", "about", str(path)]) == 0
    _, err = capsys.readouterr()
    assert err == f"mancalab: {said}: it says nothing of a table; left aside\n"


def test_stats_of_greedy_play(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "table"
    row = built(path, 6, "kalah").greedy_regret()[6]
    assert cli.main(["tables", "stats", str(path), "--greedy", "--share", "0.5"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert all(len(line) < 80 for line in out.splitlines())
    last = next(line.split() for line in out.splitlines() if line.startswith("    6 "))
    shares = [100 * row.mistake_share, 100 * row.result_loss_share, row.mean_loss]
    assert last[:3] == ["6", "12,376", f"{row.positions:,}"]
    assert [float(word) for word in last[3:]] == pytest.approx(shares, abs=0.006)


def test_stats_of_the_longest_play(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "table"
    row = built(path, 6, "kalah").longest_play()[6]
    assert cli.main(["tables", "stats", str(path), "--longest"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert all(len(line) < 100 for line in out.splitlines())
    last = next(line for line in out.splitlines() if line.startswith("    6 "))
    assert last.split(maxsplit=2) == ["6", str(row.actions), row.position]
    assert cli.main(["tables", "stats", str(path), "--longest", "--greedy"]) == 2
    assert "not allowed with" in capsys.readouterr().err
