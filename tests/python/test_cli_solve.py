"""``mancalab solve`` and ``mancalab exact``."""

from __future__ import annotations

from pathlib import Path

import pytest

import mancalab as mc
from commands import refused
from mancalab import cli
from mancalab._base.words import signed
from mancalab.study import ExactTable, exact

SMALL = "kalah:columns=3,seeds=2"


def lines_of(capsys: pytest.CaptureFixture[str]) -> list[list[str]]:
    """The words of every line of an answer; the error stream says what is solved."""
    out, err = capsys.readouterr()
    assert err.startswith("Solving ")
    assert err.count("\n") == 1
    return [line.split() for line in out.splitlines()]


def test_the_value_of_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["solve", SMALL]) == 0
    title, value, line, cost = lines_of(capsys)
    assert title == ["Kalah", f"({SMALL})"]
    assert " ".join(value) == "South, who starts, wins by 4 seeds with perfect play."
    assert line[:2] == ["best", "play"]
    assert cost[-2:] == ["by", "proof"]


def test_the_line_told_can_be_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["solve", SMALL]) == 0
    rules = cli.parse_game(SMALL)
    state = rules.start()
    for word in lines_of(capsys)[2][2:]:
        state = state.play(rules.action_from_text(word))
    assert state.outcome is not None
    assert state.outcome.score[0] - state.outcome.score[1] == 4


def test_a_value_of_zero_has_no_sign(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["solve", "oware:columns=2,seeds=4", "--actions"]) == 0
    lines = lines_of(capsys)
    assert " ".join(lines[1]) == "With perfect play the game is a draw; South starts."
    assert [line[1:] for line in lines[3:5]] == [["0"], ["-2"]]
    assert [signed(value) for value in (-1, 0, 1)] == ["-1", "0", "+1"]


def test_the_value_of_every_action(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["solve", SMALL, "--actions"]) == 0
    rules = cli.parse_game(SMALL)
    values = mc.solve(rules, actions=True).action_values
    assert values is not None
    wanted = [[rules.action_text(action), signed(value)] for action, value in values.items()]
    assert lines_of(capsys)[3 : 3 + len(wanted)] == wanted


def test_actions_can_be_played_first(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["solve", SMALL, "--play", "1", "0", "--threads", "1"]) == 0
    value = mc.solve(cli.parse_game(SMALL).start().play(1).play(0)).value
    assert value == 0
    said = " ".join(lines_of(capsys)[1])
    assert said == "With perfect play the game is a draw; North is to move."


def test_the_other_side_may_win(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["solve", SMALL, "--play", "0"]) == 0
    assert mc.solve(cli.parse_game(SMALL).start().play(0)).value == 8
    said = " ".join(lines_of(capsys)[1])
    assert said == "North, who is to move, wins by 8 seeds with perfect play."


def test_beyond_the_time_bounds_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["solve", "kalah", "--actions", "--time", "0.05"]) == 0
    lines = lines_of(capsys)
    assert " ".join(lines[1]).startswith(
        "Not solved: for South, who starts, the value lies between"
    )
    assert all("to" in line for line in lines[3:9])


def test_a_game_that_seeds_do_not_decide(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["solve", "waurie:columns=2"]) == 0
    value = mc.solve(mc.rules("waurie", columns=2)).value
    end = {1: "South, who starts, wins", 0: "neither side wins", -1: "North wins"}[value or 0]
    said = " ".join(lines_of(capsys)[1])
    assert end in said
    assert "seed" not in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["solve", "kalahh"], "kalahh"),
        (["solve", SMALL, "--play", "7"], "7"),
        (["solve", SMALL, "--time", "-1"], "time = -1.0: allowed are positive"),
        (["solve", SMALL, "--memory", "0"], "memory = 0: allowed are 1 to"),
        (["solve", SMALL, "--threads", "0"], "threads = 0"),
        (["exact", "--games", "kalahh"], "kalahh"),
        (["exact", "--games", SMALL, "--time", "-1"], "time = -1.0"),
        (["exact", "--games", SMALL, "--out", "."], "Is a directory"),
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
    assert said in refused(words, capsys)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "Solving Kalah: no limit of time, at most 2,048 MB of memory, all cores"),
        (
            ["--play", "2", "--time", "1.5", "--memory", "64", "--threads", "1"],
            "Solving Kalah after 1 action: at most 1.5 s, at most 64 MB of memory, 1 thread",
        ),
    ],
)
def test_what_is_solved_is_said_before_it_is(
    words: list[str],
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def interrupted(*_: object, **__: object) -> mc.Solution:
        raise KeyboardInterrupt

    monkeypatch.setattr(mc, "solve", interrupted)
    assert cli.main(["solve", "kalah", *words]) == 130
    assert capsys.readouterr() == ("", f"{said}\nmancalab: interrupted\n")


def test_a_limit_that_solving_meets_is_told_after_it_has_begun(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert cli.main(["solve", "awari:columns=3,seeds=3", "--memory", "1"]) == 2
    out, err = capsys.readouterr()
    begun, mistake = err.splitlines()
    assert out == ""
    assert begun.startswith("Solving Awari")
    assert "positions: more than" in mistake


def test_a_table_of_exact_values(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "new" / "exact.csv"
    words = ["exact", "--games", SMALL, "kalah", "--time", "0.05", "--out", str(path)]
    assert cli.main(words) == 0
    out = capsys.readouterr().out
    assert "1 of 2 games solved" in out
    assert f"table: {path}" in out
    table = ExactTable.from_csv(path)
    assert [(row.label, row.value) for row in table] == [(SMALL, 4), ("kalah", None)]
    assert cli.main([*words, "--quiet"]) == 0
    assert capsys.readouterr() == ("", "")
    # What was solved is not solved again.
    assert ExactTable.from_csv(path).rows[0] == table.rows[0]


def test_ctrl_c_keeps_what_is_solved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "exact.csv"
    solve = mc.solve

    def interrupted(state: mc.State, **options: object) -> mc.Solution:
        if state.rules.columns == 6:
            raise KeyboardInterrupt
        return solve(state, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(exact, "solve", interrupted)
    assert cli.main(["exact", "--games", SMALL, "kalah", "--out", str(path)]) == 130
    assert f"interrupted; what is solved is in {path}" in capsys.readouterr().err
    (row,) = ExactTable.from_csv(path)
    assert row.value == 4
