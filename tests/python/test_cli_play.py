"""``mancalab play``: games by what is typed."""

from __future__ import annotations

import builtins
import io
import os
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

import pytest

import mancalab as mc
from commands import refused
from mancalab import cli
from mancalab.widget.session import Session


class Typed(Protocol):
    """Runs a command line with lines typed, and gives what is printed."""

    def __call__(self, words: str, *lines: str, status: int = 0) -> str: ...


@pytest.fixture
def typed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Typed:
    """Run a command line with lines typed, and give what is printed."""
    monkeypatch.chdir(tmp_path)

    def run(words: str, *lines: str, status: int = 0) -> str:
        out, err = ran(words, lines, status, monkeypatch, capsys)
        assert err == ""
        return out

    return run


def ran(
    words: str,
    lines: Iterable[str],
    status: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> tuple[str, str]:
    """Run a command line with lines typed; give what is printed, and the errors."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    assert cli.main(["play", *words.split()]) == status
    return capsys.readouterr()


def saved(name: str = "game.json") -> mc.Record:
    """Return the record in a file of the folder in which the command ran."""
    return mc.Record.load(name)


def test_two_people_see_the_board_with_the_numbers_of_its_pits(typed: Typed) -> None:
    out = typed("kalah:columns=3,seeds=2", "1", "2", "q")
    assert out == (
        """\
Kalah: South (human) against North (human). ? helps, q leaves.

          2    1    0
  North  [2]  [2]  [2]   store 0
  ------------------------------
  South  [2]  [2]  [2]   store 0
          0    1    2

South to move: 0 1 2
South> 1
South plays 1: 2 seeds sown.
  South has an extra turn (KA-4).

          2    1    0
  North  [2]  [2]  [2]   store 0
  ------------------------------
  South  [2]  [0]  [3]   store 1
          0    1    2

South to move: 0 2
South> 2
South plays 2: 3 seeds sown.

          2    1    0
  North  [2]  [3]  [3]   store 0
  ------------------------------
  South  [2]  [0]  [0]   store 2
          0    1    2

North to move: 0 1 2
North> q
Left after 2 actions. Continue with: mancalab play kalah:columns=3,seeds=2 --play 1 2
"""
    )


def test_a_game_is_played_to_its_end_and_the_end_is_explained(typed: Typed) -> None:
    record = mc.Record.play("kalah", seed=3)
    assert record.outcome is not None
    out = typed("kalah", *map(str, record.actions), "why")
    assert f"South {record.outcome.score[0]}, North {record.outcome.score[1]}. (KA-6)" in out
    assert "left: to " in out
    assert "over; u takes back, why explains, Enter leaves> why" in out
    assert f"\nThe rules:\n  KA-2: {mc.rules('kalah').clause_text('KA-2')}\n" in out
    assert f"\n  KA-6: {mc.rules('kalah').clause_text('KA-6')}\n" in out
    assert "Left after" not in out


def test_the_end_can_be_taken_back(typed: Typed) -> None:
    actions = [str(action) for action in mc.Record.play("kalah", seed=3).actions]
    out = typed("kalah", *actions, "5", "u", actions[-1], "")
    assert "The game is over: u takes back" in out
    assert "Taken back: 1 action." in out
    assert out.count("The game is over: a side is empty.") == 2


def test_an_agent_answers_and_undo_goes_back_to_the_last_decision(typed: Typed) -> None:
    out = typed("kalah --north greedy --seed 4", "2", "5", "u", "u", "u", "2", "5")
    assert "North plays" in out
    assert "Taken back: 2 actions." in out  # the agent's and one's own
    assert "Taken back: 1 action." in out  # an extra turn of one's own
    assert "There is nothing to take back." in out
    shown = out.split("South> 5\n")
    assert shown[1].split("South to move")[0] == shown[2].split("South to move")[0]


def test_an_agent_may_begin_and_cannot_be_taken_back(typed: Typed) -> None:
    out = typed("oware --south greedy --seed 1", "u")
    assert "South plays" in out
    assert "There is nothing to take back." in out


def test_illegal_input_is_explained_and_asked_again(typed: Typed) -> None:
    out = typed("chuba", "why", "0", "why", "x9", "why 3", "why 12", "why z", "11")
    assert "Nothing was played yet." in out
    said = "0 is illegal (CH-2): the seed there is unplayed and stays until another is dropped"
    assert out.count(f"{said} in its pit; legal are 11, 12") == 2
    assert out.count(f". {mc.rules('chuba').clause_text('CH-2')}\n") == 3
    assert "'x9' is no action here; South to move: 11 12" in out
    assert "3 is illegal (CH-2)" in out
    assert "South would play 12:" in out
    assert 'action "z": allowed are 0, 1' in out
    assert "South plays 11: 27 seeds sown in 11 laps." in out


def test_only_the_clause_that_forbids_an_action_is_said(typed: Typed) -> None:
    out = typed("kalah", "2", "why 2", "q")
    fault = "2 is illegal (KA-2): the pit is empty; legal are 0, 1, 3, 4, 5. "
    rule = mc.rules("kalah").clause_text("KA-2")
    assert f"South> why 2\n{fault}{rule}\nSouth to move" in out


def test_why_says_every_clause_that_it_cites(typed: Typed) -> None:
    out = typed("kalah", "why 2", "why 3", "q")
    again, landed = (part.split("South>")[0] for part in out.split("South would play ")[1:])
    assert "South has an extra turn (KA-4).\n" in again
    assert f"\n  KA-4: {mc.rules('kalah').clause_text('KA-4')}\n" in again
    assert "Seeds fall in South's pits 4, 5, South's store, North's pit 0. (KA-3)" in landed
    assert "it asks for an empty pit of the player's own. (KA-5)" in landed
    assert f"\n  KA-5: {mc.rules('kalah').clause_text('KA-5')}\n" in landed


BARE = """
name = "bare"
board = { rows = 2, columns = 2 }
setup = { seeds = [0, 1] }
ending = { when = ["either_empty"] }
"""


def test_a_game_without_a_rule_book_is_explained_by_its_description(
    typed: Typed, tmp_path: Path
) -> None:
    path = tmp_path / "bare.toml"
    path.write_text(BARE, encoding="utf-8")
    out = typed(str(path), "why 0", "1", "why")
    rule = "  A player plays a pit of their own that holds at least one seed.\n"
    assert f"0 is illegal: the pit is empty; legal are 1\nThe rules:\n{rule}" in out
    assert "  South picks up 1 seed from South's pit 1.\n" in out
    assert "no clause" not in out


STOPPED = """
name = "stopped"
board = { rows = 2, columns = 2 }
setup = { seeds = 2 }
landing = [{ was = "occupied", take = "facing", to = "hand" }]
ending = { when = ["either_empty"], test = "lap", final_count = "home" }
"""


def test_a_hand_stays_where_the_end_stops_the_sowing(typed: Typed, tmp_path: Path) -> None:
    path = tmp_path / "stopped.toml"
    path.write_text(STOPPED, encoding="utf-8")
    out = typed(str(path), "1")
    assert "\n  The sowing stops; the hand, 2 seeds, stays in North's pit 1.\n" in out
    assert "2 seeds left" not in out


def test_a_turn_of_two_parts_on_four_rows(typed: Typed) -> None:
    out = typed("mwambulula", "?", "r", "r", "3", "why")
    assert "  r          enter your reserve; the turn then continues with a pit" in out
    assert "  North  [2]  [2]  [2]  [2]  [2]  [2]  [2]  [2]   reserve 16\n" in out
    assert not re.search(r"\bstore \d", out)
    assert "South enters 16 seeds from the reserve, one in each pit, and moves again. (MW-3)" in out
    assert "The turn has another part: South plays a pit after the reserve." in out
    assert "South plays a pit after the reserve: 0 1 2 3 4 5 6 7\n" in out
    assert "r is illegal (MW-3)" in out
    assert "South plays 3: 25 seeds sown in 8 laps." in out
    assert "  Seeds fall in South's pits 7, 8, 9, 10. (MW-4)" in out
    rows = [line for line in out.splitlines() if line.startswith(("  North  [", "  South  ["))]
    assert len(rows) == 3 * 4
    assert "         15   14   13   12   11   10    9    8\n" in out


def test_a_further_file_is_chosen(typed: Typed) -> None:
    out = typed("chuba", "?", "11", "12", "f3")
    assert "  f5         after a capture, take the seeds of file 5 too" in out
    assert "The turn has another part: South takes a further file." in out
    assert "South takes a further file: f0 f1 f2 f3 f4 f6" in out
    assert "12 is illegal (CH-7): another file must be chosen now; legal are f0, f1" in out
    assert "South takes 2 seeds from North's pit 18 with the chosen file. (CH-7)" in out
    assert "[1']" in out


def test_directions_and_skips(typed: Typed) -> None:
    game = "kalaha-ethiopian"
    record = next(
        record
        for record in (mc.Record.play(game, seed=seed) for seed in range(100))
        if any(event.kind == "skip" for step in record.steps() for event in step.events)
    )
    out = typed(game, "?", *(step.text for step in record.steps()))
    assert "  3<         play your pit 3 the other way" in out
    assert "cannot move and is passed over. (KT-5)" in out
    assert "moves again.\n" in out
    assert "The game is over" in out


def test_a_clockwise_board_is_numbered_from_the_right(typed: Typed) -> None:
    game = next(
        name
        for name, rules in mc.catalogue.items()
        if rules.options["direction"].value == "clockwise"
    )
    lines = typed(game).splitlines()
    south = next(n for n, line in enumerate(lines) if line.startswith("  South"))
    assert lines[south + 1].split()[-1] == "0"
    seeds = mc.rules(game).start().pits[0].tolist()
    assert lines[south].split()[1] == f"[{seeds[mc.rules(game).columns - 1]}]"


def test_rules_and_board_on_demand(typed: Typed) -> None:
    out = typed("kalah", "rules", "")
    assert mc.rules("kalah").explain() in out
    assert out.count("  South  [4]") == 2


def test_agents_play_by_themselves(typed: Typed) -> None:
    out = typed("kalah --south greedy --north random --seed 5")
    record = mc.Record.play("kalah", south="greedy", north="random", seed=5)
    words = [line.split()[2].rstrip(":.") for line in out.splitlines() if " plays " in line]
    assert words == [step.text for step in record.steps()]
    assert ">" not in out


def test_a_game_is_saved_left_and_gone_on_with(typed: Typed) -> None:
    out = typed("kalah --north greedy --seed 4 --save game.json", "2", "5")
    assert out.endswith("Continue with: mancalab play --load game.json\n")
    record = saved()
    assert record.agents == ("human", "greedy")
    assert record.seed == 4
    assert record.actions[:2] == (2, 5)
    again = typed("--load game.json", "q")
    assert again.endswith(out[out.rindex("South to move") :].replace("South> \n", "South> q\n"))
    typed("--load game.json", "0", "u", "u")
    assert saved().actions == (2,)
    # It goes on elsewhere, and against another one.
    typed("--load game.json --north human --save other.json", "5", "q")
    assert saved("other.json").actions == (2, 5)
    assert saved("other.json").agents == ("human", "human")
    assert saved().actions == (2,)


def test_a_game_without_a_file_goes_on_by_its_actions(typed: Typed) -> None:
    out = typed("kalaha-ethiopian --south random --seed 9", "0<")
    command = out.rstrip().rpartition("mancalab play ")[2]
    again = typed(command.replace("'", ""))
    assert again.rstrip().endswith(command)
    board = out[: out.rindex("North to move")].rpartition("store")[0].splitlines()[-2:]
    assert all(line in again for line in board)


def test_ctrl_c_leaves_without_loss(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["2", KeyboardInterrupt])

    def answer(_: str) -> str:
        word = next(answers)
        if isinstance(word, str):
            return word
        raise KeyboardInterrupt

    monkeypatch.setattr(builtins, "input", answer)
    out = typed("kalah --save game.json", status=130)
    assert out.endswith("Left after 1 action. Continue with: mancalab play --load game.json\n")
    assert saved().actions == (2,)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("kalahh", 'did you mean "kalah"?'),
        ("game.json", '"game.json"; the name of a file with a description ends in .toml'),
        ("games/one", '"games/one"; the name of a file with a description ends in .toml'),
        ("", "a game is needed, as in mancalab play kalah; or --load FILE"),
        (
            "kalah --south gredy",
            "--south = 'gredy': there is no such agent; allowed are random, greedy",
        ),
        ("kalah --north none.py:f", "--north: none.py: there is no such file"),
        ("kalah --seed -1", "seed = -1: allowed are 0 to"),
        ("kalah --play 2 2", "actions[1] (ply 1, South): 2 is illegal (KA-2)"),
        ("kalah --play x", 'actions[0]: action "x": allowed are 0, 1'),
        ("kalah --save there.json", "there.json is there; --load there.json continues that game"),
        ("kalah --save no/where.json", "No such file or directory"),
        ("--load none.json", "none.json: No such file or directory"),
        ("--load there.json", "there.json, line 1, column 1: not a JSON text"),
        ("oware --load kalah.json", "kalah.json: it is a game of Kalah, not oware"),
        ("--load kalah.json", "kalah.json: 'Anna' played south; say --south WHO"),
    ],
)
def test_mistakes_take_one_line(
    words: str,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("there.json").write_text("no record", encoding="utf-8")
    mc.Record.from_actions("kalah", [2], agents=("Anna", "human")).save("kalah.json")
    assert said in refused(["play", *words.split()], capsys)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("return 99", "South (p.py:f): action 99 is illegal"),
        ("return 1 / 0", "South (p.py:f): ZeroDivisionError: division by zero"),
    ],
)
def test_an_agent_at_fault_ends_the_game_without_loss(
    body: str,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("p.py").write_text(f"def f(state):\n    {body}\n", encoding="utf-8")
    out, err = ran("oware --south p.py:f --save game.json", ["2"], 2, monkeypatch, capsys)
    assert "South to move" not in out
    assert said in err
    assert "Continue with: mancalab play --load game.json" in err
    assert saved().plies == 0


def test_lines_come_from_a_pipe() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "mancalab", "play", "kalah", "--north", "greedy", "--seed", "1"],
        input="2\n5\n",
        capture_output=True,
        text=True,
        check=True,
        env=dict(os.environ),
    )
    assert "South> 2\nSouth plays 2: 4 seeds sown.\n" in run.stdout
    assert run.stdout.rstrip().split("\n")[-1].startswith("Left after")
    assert run.stderr == ""


def test_a_record_of_the_notebooks_board_is_gone_on_with(typed: Typed, tmp_path: Path) -> None:
    session = Session("kalah", south="manual", north="greedy", seed=1)
    session.play(2)
    session.record.save(tmp_path / "game.json")
    out = typed(f"--load {tmp_path / 'game.json'}", "0", "q")
    assert "Kalah: South (human) against North (greedy)." in out
    assert saved().actions[:2] == (2, 0)


def test_registers_that_say_nothing_are_left_out(typed: Typed) -> None:
    """Where captured seeds would be sown from is 0 between turns, and so is what nobody dropped."""
    out = typed("igisoro", "8>", "q")
    first, _, then = out.partition("South plays 8>")
    assert "turns played" not in first
    assert then.count("turns played 1") == 1
    assert "captured seeds" not in out
    assert max(map(len, then.partition("Left after")[0].splitlines())) < 100
    assert "began the round\n" in typed("gifia", "q")
    assert "seeds dropped so far 9" in typed("enkeshui", "7", "q")
