"""``mancalab solve`` with ``--at-least`` and ``--path``."""

from __future__ import annotations

from pathlib import Path

import pytest

import mancalab as mc
from mancalab import cli

SMALL = "kalah:columns=4,seeds=3"  # South wins by 6
GAME = "Kalah (kalah:columns=4,seeds=3)"


def told(words: list[str], capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Return the lines of an answer."""
    assert cli.main(["solve", *words]) == 0
    out, err = capsys.readouterr()
    assert err.startswith("Solving ")
    assert err.count("\n") == 1
    return out.splitlines()


def test_yes_and_no_are_proven(capsys: pytest.CaptureFixture[str]) -> None:
    title, yes, cost = told([SMALL, "--at-least", "6"], capsys)
    assert title == GAME
    assert yes == "At least +6 for South, who starts: yes, proven: at least +6."
    assert cost.endswith(", by proof")
    _, no, _ = told([SMALL, "--at-least", "7"], capsys)
    assert no.startswith("At least +7 for South, who starts: no, proven: at most +")
    _, low, _ = told([SMALL, "--at-least", "-20"], capsys)
    assert low.startswith("At least -20 for South, who starts: yes, proven: at least ")


def test_a_question_after_some_actions_is_about_who_is_to_move(
    capsys: pytest.CaptureFixture[str],
) -> None:
    said = told([SMALL, "--at-least", "0", "--play", "0"], capsys)[1]
    assert said.startswith("At least 0 for North, who is to move: yes, proven: at least ")


def test_a_game_that_seeds_do_not_decide(capsys: pytest.CaptureFixture[str]) -> None:
    game = "waurie:columns=2,seeds=4"
    value = mc.solve(mc.rules("waurie", columns=2, seeds=4)).value
    said = told([game, "--at-least", "1"], capsys)[1]
    answer = "yes" if value == 1 else "no"
    assert said.startswith(f"At least +1 for South, who starts (1 won, -1 lost): {answer}, proven:")


def test_what_is_open_says_how_to_go_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "search"
    words = ["kalah:seeds=6", "--at-least", "2", "--time", "0.1"]
    _, said, cost, how = told(words, capsys)
    assert said.startswith("At least +2 for South, who starts: open after 0.")
    assert " s: the value lies between -" in said
    assert cost.endswith(", by proof")
    assert how == "With --path FILE the same command goes on another day from what it has found."
    words += ["--path", str(path)]
    assert told(words, capsys)[-1] == f"The same command goes on from {path}."
    *_, earlier, how = told(words, capsys)
    assert earlier.startswith("1 earlier run: ")
    assert how == f"The same command goes on from {path}."
    *_, earlier, how = told(words, capsys)
    assert earlier.startswith("2 earlier runs: ")
    # Without a question, too.
    lines = told(["kalah:seeds=6", "--time", "0.1", "--path", str(path)], capsys)
    assert lines[1].startswith("Not solved: ")
    assert lines[-1] == f"The same command goes on from {path}."


def test_what_is_solved_needs_no_going_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [SMALL, "--actions", "--path", str(tmp_path / "search")]
    first = told(words, capsys)
    assert first[1] == "South, who starts, wins by 6 seeds with perfect play."
    again = told(words, capsys)
    assert again[:-2] == first[:-1]
    assert again[-2].startswith("0 positions, ")
    assert again[-1].startswith(f"1 earlier run: {first[-1].partition(',')[0]}")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([SMALL, "--at-least", "25"], "at_least = 25: allowed are -24 to 24"),
        ([SMALL, "--at-least", "1", "--actions"], "at_least = 1: allowed only without actions"),
        (["awari:columns=3,seeds=2", "--path", "x"], "path: only a proof search can be kept"),
        ([SMALL, "--path", "damaged"], "damaged: not a file that keeps a search"),
        ([SMALL, "--path", "none/x"], "none/x: No such file or directory"),
    ],
)
def test_mistakes_are_told(
    words: list[str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("damaged").write_text("no search")
    assert cli.main(["solve", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert f"mancalab: {said}" in err.splitlines()[-1]


@pytest.mark.parametrize(
    ("path", "note", "said"),
    [
        (None, None, "mancalab: interrupted"),
        ("x", None, "mancalab: interrupted; the same command goes on from x"),
        ("x", "not kept: x: disk full", "mancalab: interrupted; not kept: x: disk full"),
    ],
)
def test_ctrl_c_says_what_has_become_of_a_search(
    path: str | None,
    note: str | None,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def interrupted(*_: object, **__: object) -> mc.Solution:
        interrupt = KeyboardInterrupt()
        if note is not None:
            interrupt.add_note(note)
        raise interrupt

    monkeypatch.setattr(mc, "solve", interrupted)
    words = ["solve", "kalah", *([] if path is None else ["--path", path])]
    assert cli.main(words) == 130
    assert capsys.readouterr().err.splitlines()[1:] == [said]
