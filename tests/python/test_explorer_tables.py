"""The explorer of a table: all that it says is what the table holds, without a search."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import mancalab as mc
from board_page import MODEL, page_with
from browsers import answer
from mancalab._base.value_words import exactly
from mancalab._browser.bundle import script, style
from mancalab._browser.texts import table as texts_of
from mancalab.agents import AlphaBeta
from mancalab.widget import Explorer

TEXTS = texts_of("en", "explorer")
SMALL = mc.rules("kalah", columns=3, seeds=3)
KALAH = mc.rules("kalah")
LATE = KALAH.state(pits=[[0, 2, 0, 0, 1, 1], [3, 0, 0, 0, 2, 1]], stores=[20, 18])


@pytest.fixture(scope="module")
def solved() -> mc.Tablebase:
    """Every position of the small board."""
    return mc.Tablebase.build(SMALL, 18)


@pytest.fixture(autouse=True)
def no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail what searches."""

    def searched(*_: object, **__: object) -> None:
        raise AssertionError("a search")

    monkeypatch.setattr(AlphaBeta, "analyse", searched)
    monkeypatch.setattr("mancalab.widget.sources.solve", searched)


def values(explorer: Explorer) -> dict[int, str]:
    return {move["action"]: move["value"] for move in explorer.tree["moves"]}


def test_every_position_of_a_game_shows_its_values(solved: mc.Tablebase) -> None:
    explorer = Explorer(solved)
    assert explorer.state == SMALL.start()
    while not explorer.state.is_over:
        state, known = explorer.state, mc.solve(explorer.state, actions=True)
        assert known.value is not None
        assert known.action_values is not None
        side = ("South", "North")[state.to_move]
        said = exactly(TEXTS, "margin", state.to_move, known.value)
        assert explorer.tree["value"] == f"{side} to move: {said}"
        assert explorer.tree["status"] == "Exact: the table proved the value of every action."
        assert values(explorer) == {
            action: exactly(TEXTS, "margin", state.to_move, value)
            for action, value in known.action_values.items()
        }
        hint = explorer.view["hint"]
        assert hint["best"] == list(known.best_actions)
        assert dict(hint["values"]) == {
            action: f"{value:+d}" if value else "0" for action, value in known.action_values.items()
        }
        marked = [move["action"] for move in explorer.tree["moves"] if move["best"]]
        assert marked == hint["best"]
        explorer.play(hint["best"][-1])
    assert explorer.view["hint"] is None
    assert explorer.tree["value"] == ""
    assert explorer.tree["over"].startswith("The game is over: a side is empty. South wins.")
    explorer.undo()
    assert explorer.view["hint"] is not None


@pytest.mark.parametrize("kind", ["memory", "file", "packed"])
def test_any_table_answers(kind: str, tmp_path: Path) -> None:
    path = None if kind == "memory" else tmp_path / "kalah.table"
    mc.Tablebase.build(KALAH, 10, path, packed=kind == "packed")
    table = mc.Tablebase.build(KALAH, 10) if path is None else mc.Tablebase.open(path)
    explorer = Explorer(table, LATE)
    assert explorer.view["hint"]["values"] == [[1, "-2"], [4, "-2"], [5, "+6"]]
    assert explorer.tree["value"] == "South to move: South wins by 6 seeds"
    assert explorer.view["hint"]["text"] == f"Best: 5. {TEXTS['explore.pits']}"


def test_positions_are_set_up_and_replies_opened(solved: mc.Tablebase) -> None:
    explorer = Explorer(solved)
    counts = [0, 0, 1, 2, 0, 0, 4, 3, 0, 0]
    explorer.handle(
        {"do": "position", "counts": counts, "marks": [], "side": 1, "claims": [], "ply": 0}
    )
    assert explorer.state.to_move == 1
    known = mc.solve(explorer.state, actions=True)
    assert explorer.view["hint"]["best"] == list(known.best_actions)
    explorer.handle({"do": "expand", "line": [0], "ply": 0})
    (child,) = [move["child"] for move in explorer.tree["moves"] if move["action"] == 0]
    after = mc.solve(explorer.state.play(0))
    assert after.value is not None
    assert child["value"].endswith(exactly(TEXTS, "margin", 0, after.value))
    explorer.handle({"do": "hint", "ply": 0})  # the key H; the values stay
    assert explorer.view["hint"]["best"] == list(known.best_actions)


def test_results_stand_on_the_pits_as_words() -> None:
    rules = mc.rules("waurie")
    table = mc.Tablebase.build(rules, 8)
    explorer = Explorer(table, rules.state(pits=[[0, 2, 0, 0, 1, 0], [3, 0, 0, 0, 2, 0]]))
    known = table.solution(explorer.state)
    assert known.kind == "result"
    words = {1: "wins", 0: "0", -1: "loses"}
    assert known.action_values is not None
    assert explorer.view["hint"]["values"] == [
        [action, words[value]] for action, value in known.action_values.items()
    ]
    assert explorer.tree["value"] == "South to move: North wins"


def test_beyond_the_table_bounds_are_told() -> None:
    table = mc.Tablebase.build(KALAH, 9)
    explorer = Explorer(table, LATE)
    assert explorer.tree["status"] == (
        "The table holds positions of up to 9 seeds in the pits; this one has 10 seeds. "
        "Values in bold are exact; of the others at most bounds are known."
    )
    between = "\N{MINUS SIGN}8 to +12 for South"
    assert values(explorer) == {1: between, 4: between, 5: "South wins by 6 seeds"}
    assert [move["exact"] for move in explorer.tree["moves"]] == [False, False, True]
    assert explorer.tree["value"] == "South to move: South wins by 6 seeds at least"
    assert explorer.view["hint"]["values"] == [[5, "+6"]]
    assert explorer.view["hint"]["best"] == []  # that is open

    opening = Explorer(table)
    assert opening.view["hint"] is None
    assert set(values(opening).values()) == {""}
    assert opening.tree["value"] == "South to move"


def test_what_a_table_cannot_speak_of_is_named(solved: mc.Tablebase, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="source: a table of Kalah: other rules than those of the"):
        Explorer(solved, "oware")
    with pytest.raises(TypeError, match="game: a name, a line of rules, rules or a state"):
        Explorer(solved, 3)  # type: ignore[call-overload]
    explorer = Explorer(solved)
    explorer.handle({"do": "game", "name": "oware"})
    assert explorer.tree["status"].startswith("Nothing is known: a table of Kalah: other rules")
    assert explorer.tree["quoted"] in explorer.tree["status"]
    assert explorer.view["hint"] is None

    table = mc.Tablebase.build(SMALL, 4)
    explorer = Explorer(table, SMALL.state(pits=[[1, 0, 1], [1, 1, 0]]))
    table.close()
    explorer.play(0)
    assert explorer.tree["status"] == "Nothing is known: the table is closed"
    for given in ((table,), (table, SMALL), (SMALL, table)):
        with pytest.raises(ValueError, match="the table is closed"):
            Explorer(*given)

    path = tmp_path / "kalah.table"
    mc.Tablebase.build(SMALL, 6, path)
    damaged = path.read_bytes()
    path.write_bytes(damaged[:-40] + bytes(40))
    explorer = Explorer(mc.Tablebase.open(path, verify=False), SMALL.replace(seeds=1))
    assert explorer.tree["status"].startswith("Nothing is known: ")
    assert "layer" in explorer.tree["status"]


def test_a_finished_game_is_told(solved: mc.Tablebase) -> None:
    explorer = Explorer(solved, SMALL.state(pits=[[0, 0, 0], [1, 2, 3]]))
    assert explorer.evaluate() is None
    assert explorer.tree["over"].startswith("The game is over: a side is empty.")


def test_without_a_table_nothing_answers_without_a_search() -> None:
    explorer = Explorer(LATE)
    explorer.time = None
    said = "Nothing is known: only a table answers without a search"
    assert explorer.tree["status"] == said


def test_a_time_lets_others_search_where_the_table_ends(
    solved: mc.Tablebase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    explorer = Explorer(solved, time=1.0)
    assert explorer.limits
    assert explorer.view["hints"]
    worth = explorer.evaluate()
    assert worth is not None
    assert worth.depth > 0
    assert worth.by == "the table"
    assert explorer.tree["value"] == "South to move: South wins by 2 seeds"


def test_the_page_has_values_on_the_pits_and_asks_for_none(
    page: Page, solved: mc.Tablebase
) -> None:
    explorer = Explorer(solved)
    asked: list[dict[str, Any]] = []

    def python(text: str) -> str:
        asked.append(json.loads(text))
        explorer.handle(asked[-1])
        return json.dumps({"tree": explorer.tree, "view": explorer.view})

    page.set_content(page_with(style("explorer")))
    answer(page, python)
    model = MODEL.replace(
        'model.set("view", JSON.parse(await window.python(JSON.stringify(message))));',
        """const told = JSON.parse(await window.python(JSON.stringify(message)));
        for (const [name, value] of Object.entries(told)) model.set(name, value);""",
    )
    traits = {name: getattr(explorer, name) for name in ("view", "tree", "texts", "limits", "time")}
    page.evaluate(model, json.loads(json.dumps({**traits, "module": script("exploring")})))
    expect(page.locator(".mw-worth")).to_have_text("South to move: South wins by 2 seeds")
    expect(page.locator(".mw-field")).to_be_hidden()
    expect(page.get_by_role("button", name="Hint")).to_be_hidden()
    pit = page.locator('.mb-slot[data-slot="1"]')
    expect(pit).to_contain_text("value +2")
    pit.click()
    expect(page.locator(".mw-worth")).to_have_text("North to move: South wins by 2 seeds")
    expect(page.locator('.mb-slot[data-slot="4"]')).to_contain_text("value ")
    assert [message["do"] for message in asked] == ["play"]
