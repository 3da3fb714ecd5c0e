"""``mancalab explore``: what a table says of positions, once or by what is typed."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

import mancalab as mc
from commands import refused
from mancalab import cli
from mancalab.cli import explore

SMALL = "kalah:columns=3,seeds=3"
LATE = ["--pits", "0 2 0 0 1 1 / 3 0 0 0 2 1", "--stores", "20", "18"]


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What the command prints."""
    assert cli.main(["explore", *words]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


@pytest.fixture
def kalah(tmp_path: Path) -> str:
    """The file of a table of Kalah."""
    path = tmp_path / "kalah.table"
    mc.Tablebase.build(mc.rules("kalah"), 9, path).close()
    return str(path)


def test_a_small_board_is_built_and_every_move_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "--game", SMALL) == (
        """\
          2    1    0
  North  [3]  [3]  [3]   store 0
  ------------------------------
  South  [3]  [3]  [3]   store 0
          0    1    2

South, who is to move, wins by 2 seeds with perfect play.
  0  +2  best  South moves again, 17 seeds in the pits, South +1
  1  +2  best  North moves, 17 seeds in the pits, South +1
  2  -4        North moves, 17 seeds in the pits, South +1
best play  South 0 1, North 1, South 0, North 0, South 1 2, North 0, South 0, North 1, \
South 2 1, North 2, South 2, North 0, South 1, North 2 1 2: \
South wins, South 10, North 8 (a side is empty)
"""
    )


def test_the_page_shows_what_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    page = Path(__file__).parents[2] / "docs" / "exact_play.md"
    words = page.read_text(encoding="utf-8").split()
    assert " ".join(said(capsys, "--game", SMALL).split()) in " ".join(words)


def test_a_position_and_moves_to_begin_with(kalah: str, capsys: pytest.CaptureFixture[str]) -> None:
    out = said(capsys, kalah, *LATE)
    assert "Not solved: for South, who is to move, the value lies between +6 and +12" in out
    assert "The table goes up to 9 seeds in the pits; this position has 10.\n" in out
    assert "\n  1  -8 to +12        North moves, 10 seeds in the pits\n" in out
    assert "\n  5         +6        South moves again, 9 seeds in the pits, South +1" in out
    after = said(capsys, kalah, *LATE, "--moves", "5")
    assert "South, who is to move, wins by 6 seeds with perfect play.\n" in after
    assert said(capsys, kalah, *LATE, "--moves", "5 4") == said(
        capsys, kalah, *LATE, "--moves", "5", "4", "--once"
    )
    north = said(capsys, kalah, "--pits", "0,1,0,0,0,1/0,0,0,0,2,1", "--to-move", "north")
    assert "North, who is to move, wins by" in north
    one_seed = said(capsys, kalah, "--game", "kalah:seeds=1")
    assert "this position has 12." in one_seed


def test_a_finished_game_and_its_last_move(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--game", "kalah:columns=1,seeds=1"]
    assert "\n  0  0  best  the game is over: draw, South 1, North 1" in said(capsys, *words)
    out = said(capsys, *words, "--moves", "0")
    assert out.endswith("\nThe game is over: draw, South 1, North 1 (a side is empty).\n")


def test_results_are_words_and_a_line_may_have_no_end(capsys: pytest.CaptureFixture[str]) -> None:
    out = said(capsys, "--game", "waurie", "--pits", "0 2 0 0 1 0 / 3 0 0 0 2 0")
    assert "North wins with perfect play; South is to move.\n" in out
    assert "\n  1  loss  best  North moves, 8 seeds in the pits\n" in out
    out = said(capsys, "--game", "awari", "--pits", "1 0 0 3 0 0 / 1 0 0 2 0 1")
    assert "\n  0   0  best  North moves" in out
    assert out.endswith(": and so on, without end\n")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def typed(
    lines: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    *words: str,
) -> str:
    """What is printed to somebody who types these lines at a terminal."""
    monkeypatch.setattr(sys, "stdin", Terminal(lines))
    monkeypatch.setattr(explore, "_on_terminal", lambda: True)
    return said(capsys, *words)


def test_moves_are_asked_for_taken_back_and_explained(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = typed("0\n2\nu\n9\nq\n", monkeypatch, capsys, "--game", SMALL)
    assert out.startswith(
        "kalah columns=3 seeds=3: a table of 134,596 positions, up to 18 seeds. ? helps, q leaves."
    )
    assert out.count("wins by 2 seeds with perfect play.\n") == 3
    assert out.count("North, who is to move, wins by 4 seeds with perfect play.\n") == 1
    assert "South plays 0: 3 seeds sown.\n" in out
    assert "Taken back: 1 action." in out
    assert "'9' is no action here; South to move: 1 2; ? helps.\n" in out
    assert out.endswith(
        "Left after 1 action. Continue with: "
        "mancalab explore --game kalah:columns=3,seeds=3 --moves 0\n"
    )
    again = typed("q\n", monkeypatch, capsys, "--game", SMALL, "--moves", "0")
    assert again.split("\n", 1)[1].startswith(out.split("extra turn (KA-4).\n")[1][:200])
    assert "--once" not in typed("", monkeypatch, capsys, "--game", SMALL, "--once")


def test_ctrl_c_says_how_to_come_back(
    kalah: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(_: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(explore, "_on_terminal", lambda: True)
    monkeypatch.setattr("builtins.input", interrupted)
    words = [kalah, *LATE, "--to-move", "north"]
    assert cli.main(["explore", *words]) == 130
    out = capsys.readouterr().out
    assert out.endswith(
        f"Left after 0 actions. Continue with: mancalab explore {kalah} "
        "--pits '0 2 0 0 1 1 / 3 0 0 0 2 1' --to-move north --stores 20 18\n"
    )


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], "explore: FILE is needed, the file of a table, or --game GAME"),
        (["none"], "none: No such file"),
        ([__file__], "not a file of endgame tables"),
        (
            ["--game", "kalah:columns=4,seeds=6"],
            "a table of all 48 seeds has 1,420,494,075 positions; at most 100,000,000 are built on "
            "the spot. Build a file first (--dry-run says what it takes): mancalab tables build "
            "kalah:columns=4,seeds=6 --seeds 48 --out kalah.table && mancalab explore kalah.table",
        ),
        (
            ["--game", "kalah"],
            "kalah: no table has all 48 seeds (seeds = 48: allowed are 0 to 39). Build one of its "
            "endgames, and explore that: mancalab tables build kalah --seeds 18 --out kalah.table",
        ),
        (["--game", "mwambulula"], "endgame tables cannot play games with four rows"),
        (["--game", "kalah:max_actions=5,columns=2"], "max_actions = 5"),
        (["--game", SMALL, "--moves", "0 0"], "actions[1] (ply 1, South): 0 is illegal (KA-2)"),
        (["--game", SMALL, "--moves", "x"], 'actions[0]: action "x": allowed are'),
        (["--game", SMALL, "--stores", "1", "2"], "--pits is needed"),
        (["--game", SMALL, "--pits", "1 2 / 3 4"], "3 pits of South, a slash and as many of North"),
        (["--game", SMALL, "--pits", "1 2 3"], "as in '0 0 0 / 0 0 0'"),
        (["--game", SMALL, "--pits", "1 2 x / 1 2 3"], "--pits '1 2 x': allowed are whole numbers"),
        (["--game", SMALL, "--pits", "1 2 300 / 1 2 3"], "pits (south, pit 2) = 300: allowed are"),
    ],
)
def test_mistakes_take_one_line(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert told in refused(["explore", *words], capsys)


def test_a_game_that_is_not_the_tables(kalah: str, capsys: pytest.CaptureFixture[str]) -> None:
    told = refused(["explore", kalah, "--game", "oware"], capsys)
    assert f"{kalah}: a table of Kalah, not for oware: other rules than those of the table" in told
