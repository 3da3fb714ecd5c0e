"""What comes in from outside and is wrong: the right kind of error, the game unharmed, no wait."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import matplotlib as mpl
import matplotlib.text
import pytest
from matplotlib import pyplot as plt

import mancalab as mc
from mancalab import plots
from mancalab._browser.texts import LANGUAGES, translated
from mancalab.agents import BatchPolicy, Policy
from mancalab.study import first_player_advantage, tournament
from mancalab.study.tables.exact import ExactTable
from mancalab.widget.session import Session

KALAH = mc.rules("kalah")

# Arguments


@pytest.mark.parametrize("time", [10**400, -(10**400), 10**5000], ids="abc")
def test_a_time_of_more_digits_than_a_float_has(time: int) -> None:
    with pytest.raises(ValueError, match=r"time = .*: allowed are") as caught:
        mc.solve("kalah", time=time)
    assert type(caught.value) is ValueError


def test_a_number_of_more_digits_than_are_written() -> None:
    with pytest.raises(ValueError, match="seed = a number of thousands of digits: allowed are 0"):
        mc.playouts(KALAH, 1, seed=10**5000)


@pytest.mark.parametrize(
    "text",
    [
        "alphabeta(depth={[]:1})",
        "alphabeta(depth={**1})",
        "alphabeta(depth=" + "(" * 4000 + ")" * 4000 + ")",
        "alphabeta(depth=" + "-" * 9000 + "1)",
        "alphabeta(depth=" + "[" * 90 + "]" * 90 + ")",
        "alphabeta(depth=9" + "+9" * 4000 + ")",
        "alphabeta(depth=" + "9" * 5000 + ")",
        "a" + ".a" * 4000,
        "alphabeta(depth=" + "-" * 1_000_000 + "1)",
        "(" * 1_000_000,
    ],
)
def test_a_text_that_is_no_agent_is_a_value_error(text: str) -> None:
    """In a process of its own: Python's parser may end one by what is nested too deeply."""
    code = (
        "import sys, mancalab as mc\n"
        "try:\n    mc.Record.play('kalah', south=sys.stdin.read())\n"
        "except ValueError as error:\n    print(type(error).__name__, str(error)[:8])\n"
    )
    run = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", code], input=text, capture_output=True, text=True, check=True,
        timeout=300,
    )  # fmt: skip
    assert run.stdout == "ValueError south = \n"


@pytest.mark.parametrize("label", ["one\ntwo", "a\x1b[2J", "a\tb"])
def test_the_label_of_an_agent_is_one_line(label: str) -> None:
    with pytest.raises(ValueError, match=r"label = .*: allowed are signs that can be printed"):
        Policy(_first, label=label)
    with pytest.raises(ValueError, match="label = "):
        BatchPolicy(lambda batch: batch.sample(), label=label)


def _first(state: mc.State) -> int:
    return state.legal_actions[0]


# Tables


def exact_csv(path: Path, **cells: str) -> Path:
    row = {
        "version": "1", "game": "x", "digest": "y", "options": "{}", "rows": "2", "columns": "3",
        "seeds": "6", "kind": "result", "value": "1", "low": "1", "high": "1", "best": "0",
        "method": "graph", "nodes": "5", "seconds": "0.1", **cells,
    }  # fmt: skip
    quoted = ['"' + cell.replace('"', '""') + '"' for cell in row.values()]
    path.write_text(",".join(row) + "\n" + ",".join(quoted) + "\n", encoding="utf-8")
    return path


def test_a_result_that_there_is_not_is_printed_as_it_stands(tmp_path: Path) -> None:
    table = ExactTable.from_csv(exact_csv(tmp_path / "a.csv", value="2", low="2", high="2"))
    assert "+2" in str(table)
    assert "+2" in table.to_markdown()


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        ({"options": "[" * 100_000}, "options is '\\[\\[.*'\\.\\.\\., not Mapping"),
        ({"method": "x" * 200_000}, "field larger than field limit"),
        ({"nodes": str(2**64)}, "nodes is '18446744073709551616': it is out of range"),
        ({"nodes": "9" * 5000}, "nodes is '9999.*'\\.\\.\\., not int"),
        ({"game": "a\x1b[2J"}, r"game is 'a\\x1b\[2J': it cannot be printed"),
    ],
)
def test_a_cell_that_holds_something_else(tmp_path: Path, cells: dict[str, str], said: str) -> None:
    with pytest.raises(ValueError, match=said) as caught:
        ExactTable.from_csv(exact_csv(tmp_path / "a.csv", **cells))
    assert type(caught.value) is ValueError
    assert str(caught.value).startswith(f"{tmp_path / 'a.csv'}, line ")


# Figures


DOLLARS = r"a $\frac{1}{ $ \$ b_1"


def test_a_dollar_is_a_dollar_in_every_figure(tmp_path: Path) -> None:
    """What is between two was a formula: a study that had been played ended at its figure."""
    text = KALAH.to_toml()
    title = next(line for line in text.splitlines() if line.startswith("title ="))
    rules = mc.Rules.from_toml(text.replace(title, f"title = {json.dumps(DOLLARS)}"))
    assert rules.title == DOLLARS
    agents = [Policy(_first, label=f"{DOLLARS} {n}") for n in range(2)]
    table = first_player_advantage([rules], [(agents[0], "greedy")], n=4)
    plots.figure(table, path=tmp_path / "advantage.png")
    many = tournament([rules], [*agents, "random"], n=4)
    plots.tournament_figure(many, path=tmp_path / "tournament.png")
    tally = mc.playouts(KALAH, 20, seed=1)
    values = {0: 1.0, 1: 2.0}
    for drawn in (
        plots.lengths({DOLLARS: tally, "b": tally}),
        plots.openings({DOLLARS: values, "b": values}),
        plots.learning_curve({DOLLARS: [0.1, 0.2], "b": [0.2, 0.3]}),
        plots.cross_table(many),
        plots.first_player_advantage(table),
    ):
        figure = drawn.figure
        figure.canvas.draw()
        shown = [found.get_text() for found in figure.findobj(mpl.text.Text)]
        assert [found for found in shown if "frac" in found]
        assert all(found.count("$") == found.count(r"\$") for found in shown)
        plt.close("all")


# Boards


@pytest.mark.parametrize(
    "message",
    [
        None, 3, "new", [], ["do", "new"], {}, {"do": None}, {"do": []}, {"do": "x"},
        {"do": "play"}, {"do": "play", "action": "1"}, {"do": "play", "action": 10**30},
        {"do": "go", "to": None}, {"do": "go", "to": -(10**30)},
        {"do": "player", "side": 0, "name": []}, {"do": "player", "side": 9, "name": "manual"},
        {"do": "option", "name": "seeds", "value": []},
        {"do": "option", "name": "seeds", "value": 10**400},
        {"do": "option", "name": "seeds", "value": {}}, {"do": "game", "name": "x"},
        {"do": "position", "counts": [None], "marks": [], "side": 0},
        {"do": "position", "counts": [10**400] * 16, "marks": [0] * 12, "side": 1},
        {"do": "position", "counts": [1] * 16, "marks": [], "claims": 3, "side": 1},
        {"do": "load", "text": "{"}, {"do": "new", "ply": []},
        {"do": "line", "line": [[]]}, {"do": "expand", "line": [10**30]},
        {"do": "evaluate", "line": [None]}, {"do": "collapse", "line": [{}]},
    ],
)  # fmt: skip
def test_a_message_that_no_board_sends_does_nothing(message: Any) -> None:
    session = Session()
    session.handle(message)
    assert (session.state, session.rules) == (KALAH.start(), KALAH)
    from mancalab.widget import Board, Explorer

    for board in (Board(), Explorer(time=0.01)):
        board.handle(message)
        assert board.state == KALAH.start()


@pytest.mark.parametrize(
    "text",
    ["{side:>999999999}", "{side!r}", "{side:{side}}", "{side:{side:>9}}", "{side.x}", "{side[0]}"],
)
def test_a_text_of_a_board_fills_in_words_alone(text: str) -> None:
    with pytest.raises(ValueError, match=r"texts\['turn.pit'\] = "):
        translated({"turn.pit": text})
    for language in LANGUAGES:
        assert translated(translated(None, language), language) == translated(None, language)


def test_a_record_names_no_file_that_a_board_opens(tmp_path: Path) -> None:
    record = json.loads(mc.Record(KALAH, (2,)).to_json())
    for word in (f"network(path={str(tmp_path)!r})", f" Network (path={str(tmp_path)!r})"):
        session = Session()
        session.load(json.dumps(record | {"agents": {"south": word, "north": "greedy"}}))
        assert [player.name for player in session.players] == ["manual", "Greedy"]


@pytest.mark.parametrize("rollout", ["random", "greedy"])
def test_mcts_answers_in_a_game_without_a_limit_to_its_actions(rollout: str) -> None:
    """A game played out from a leaf could go on for ever."""
    code = (
        "import sys, mancalab as mc\n"
        "for game in ('oware', 'awari', 'owela-benguela'):\n"
        "    rules = mc.rules(game, max_actions=None)\n"
        "    agent = mc.agents.MCTS(simulations=300, rollout=sys.argv[1])\n"
        "    print(agent(rules.start()) in rules.start().legal_actions)\n"
    )
    run = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", code, rollout], capture_output=True, text=True, check=True,
        timeout=300,
    )  # fmt: skip
    assert run.stdout == "True\n" * 3
