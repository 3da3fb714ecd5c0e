"""The explorer: what it says of actions is what solvers, tables and searches found."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import mancalab as mc
from board_page import MODEL, page_with
from browsers import answer
from mancalab._base.value_words import exactly, proven, searched
from mancalab._browser.bundle import script, style
from mancalab._browser.texts import LANGUAGES, Language, table
from mancalab.widget import Explorer
from web_sources import bundled

TEXTS = table("en", "explorer")
KALAH = mc.rules("kalah")
LATE = KALAH.state(pits=[[0, 2, 0, 0, 1, 1], [3, 0, 0, 0, 2, 1]], stores=[20, 18])
SMALL = "kalah columns=3 seeds=2"


def moves(explorer: Explorer) -> dict[int, dict[str, Any]]:
    return {move["action"]: move for move in explorer.tree["moves"]}


def test_solved_values_are_those_of_solve() -> None:
    explorer = Explorer(LATE)
    solution = mc.solve(LATE, actions=True)
    worth = explorer.evaluate()
    assert worth is not None
    assert worth.solved
    assert worth.bounds == solution.action_bounds
    assert worth.best == solution.best_actions
    for action, move in moves(explorer).items():
        assert solution.action_values is not None
        assert move["value"] == exactly(
            TEXTS, "margin", LATE.to_move, solution.action_values[action]
        )
        assert move["best"] == ("best" if action in solution.best_actions else "")
        assert move["exact"]
    assert explorer.tree["status"] == "Exact: the solver proved the value of every action."


def test_a_table_answers_where_it_reaches() -> None:
    table = mc.Tablebase.build(KALAH, 10)
    few = LATE.play(1)
    for state in (LATE, few):
        worth = Explorer(state, table).evaluate()
        assert worth is not None
        assert worth.by == "the table"
        assert worth.bounds == mc.solve(state, actions=True).action_bounds


def test_results_are_told_as_results() -> None:
    rules = mc.rules("french-wari", columns=3, seeds=2, endless="loss")
    explorer = Explorer(rules, mc.solve(rules, actions=True))
    explorer.evaluate()
    said = [move["value"] for move in explorer.tree["moves"]]
    assert said == ["South wins", "South wins", "North wins"]


def test_a_table_does_not_speak_of_a_game_with_a_cap() -> None:
    table = mc.Tablebase.build(mc.rules("kalah", columns=3, seeds=2), 12)
    capped = mc.rules("kalah", columns=3, seeds=2, max_actions=3)
    with pytest.raises(ValueError, match=r"source: a table of Kalah: max_actions = 3"):
        Explorer(capped, table)
    explorer = Explorer(capped)
    for action in (1, 2):
        explorer.play(action)
    worth = explorer.evaluate()
    assert worth is not None
    assert worth.bounds == mc.solve(explorer.state, actions=True).action_bounds


def test_beyond_a_table_nothing_is_called_exact_that_is_not_proven() -> None:
    explorer = Explorer("kalah", mc.Tablebase.build(KALAH, 4), time=0.05)
    worth = explorer.evaluate()
    assert worth is not None
    assert not worth.solved
    assert set(worth.estimates) == set(range(6))
    for move in moves(explorer).values():
        assert not move["exact"]
        assert move["estimate"].endswith(f", {worth.depth} ahead")
        assert move["best"] in {"", "best so far"}
    assert "Not proven: AlphaBeta looked" in explorer.tree["status"]
    assert "+ is good for South, who is to move" in explorer.tree["status"]


def test_an_agent_as_source_proves_nothing() -> None:
    agent = mc.agents.AlphaBeta(3)
    worth = Explorer(LATE, agent).evaluate()
    assert worth is not None
    assert worth.bounds == {}
    assert worth.depth == 3
    assert worth.estimates == agent.analyse(LATE, actions=True).action_values


def test_a_solution_is_believed_for_its_position_only() -> None:
    solution = mc.solve(LATE, actions=True)
    explorer = Explorer(LATE, solution)
    worth = explorer.evaluate()
    assert worth is not None
    assert worth.by == "the solution given"
    assert worth.bounds == solution.action_bounds
    explorer.play(5)
    after = explorer.evaluate()
    assert after is not None
    assert after.by == "the solver"


@pytest.mark.parametrize(
    ("source", "error", "said"),
    [
        (3, TypeError, "source: a Solution, a Tablebase, an AlphaBeta or None is needed"),
        (mc.solve(LATE), ValueError, "source: a Solution without its actions"),
        (mc.solve(LATE, actions=True), ValueError, "source: the Solution of another position"),
        (mc.Tablebase.build(KALAH, 2), ValueError, "source: a table of Kalah"),
    ],
    ids=["number", "without actions", "another position", "another game"],
)
def test_sources_of_something_else_are_refused(
    source: Any, error: type[Exception], said: str
) -> None:
    with pytest.raises(error, match=said):
        Explorer("oware", source)


@pytest.mark.parametrize("time", [0, -1, float("inf")])
def test_a_time_that_is_not_allowed(time: float) -> None:
    with pytest.raises(ValueError, match=r"time = .*: allowed are 0\.01 to 86400"):
        Explorer("kalah", time=time)


def test_visits_count_games_and_what_is_played() -> None:
    games = [mc.Record(mc.rules("kalah"), (2, 5)), mc.Record(mc.rules("kalah"), (2, 0))]
    explorer = Explorer("kalah", games=games)
    assert {a: move["visits"] for a, move in moves(explorer).items()} == {
        0: 0, 1: 0, 2: 2, 3: 0, 4: 0, 5: 0,
    }  # fmt: skip
    explorer.play(2)
    assert moves(explorer)[5]["visits"] == 1
    explorer.undo()
    assert moves(explorer)[2]["visits"] == 3


def test_the_tree_opens_lines_and_plays_them() -> None:
    explorer = Explorer(SMALL)
    explorer.handle({"do": "evaluate", "line": [], "ply": 0})
    explorer.handle({"do": "expand", "line": [1], "ply": 0})
    child = moves(explorer)[1]["child"]
    state = explorer.state.play(1)
    assert [move["action"] for move in child["moves"]] == list(state.legal_actions)
    known = mc.solve(state, actions=True).action_values
    assert known is not None
    for move in child["moves"]:
        assert move["value"] == exactly(TEXTS, "margin", state.to_move, known[move["action"]])
    explorer.handle({"do": "line", "line": [1, child["moves"][0]["action"]], "ply": 0})
    assert len(explorer.session.actions) == 2
    assert all(move["child"] is None for move in explorer.tree["moves"])
    explorer.handle({"do": "line", "line": [0], "ply": 0})  # pressed too late
    assert len(explorer.session.actions) == 2


def test_a_finished_game_says_how_it_ended() -> None:
    explorer = Explorer("kalah columns=1 seeds=1")
    explorer.play(0)
    assert explorer.state.is_over
    assert explorer.evaluate() is None
    assert explorer.tree["moves"] == []
    assert explorer.tree["over"] == (
        "The game is over: a side is empty. It is a draw. South 1, North 1."
    )


CASES: list[tuple[str, list[Any]]] = [
    *[("exactly", [kind, side, value]) for kind in ("margin", "result") for side in (0, 1)
      for value in (-1, 0, 1)],
    *[("proven", [kind, side, list(bounds), 48]) for kind in ("margin", "result") for side in (0, 1)
      for bounds in ((-48, 48), (-48, 44), (0, 6), (0, 1), (-4, 0), (2, 9), (-9, -1), (3, 3))],
    *[("searched", [side, value, 7]) for side in (0, 1) for value in (-10_000, -3, 0, 3, 10_000)],
]  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_notebook_and_web_page_word_values_alike(page: Page, language: Language) -> None:
    texts = table(language, "explorer")
    told = page.evaluate(
        """async ([text, texts, cases]) => {
            const url = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
            const words = await import(url);
            return cases.map(([name, given]) => words[name](texts, ...given));
        }""",
        [bundled("values"), texts, json.loads(json.dumps(CASES))],
    )
    here: dict[str, Callable[..., str]] = {
        "exactly": exactly, "proven": proven, "searched": searched,
    }  # fmt: skip
    assert told == [here[name](texts, *given) for name, given in CASES]


def test_the_page_shows_values_and_plays_from_the_tree(page: Page) -> None:
    explorer = Explorer(SMALL)

    def python(text: str) -> str:
        explorer.handle(json.loads(text))
        return json.dumps({"tree": explorer.tree, "view": explorer.view})

    page.set_content(page_with(style("explorer")))
    answer(page, python)
    model = MODEL.replace(
        'model.set("view", JSON.parse(await window.python(JSON.stringify(message))));',
        """const told = JSON.parse(await window.python(JSON.stringify(message)));
        for (const [name, value] of Object.entries(told))
          if (JSON.stringify(value) !== JSON.stringify(values[name])) model.set(name, value);""",
    )
    traits = {name: getattr(explorer, name) for name in ("view", "tree", "texts", "limits", "time")}
    page.evaluate(model, json.loads(json.dumps({**traits, "module": script("exploring")})))
    rows = page.locator(".mw-tree .mw-move")
    expect(rows.nth(1).locator(".mw-value")).to_have_text("South wins by 4 seeds")
    expect(rows.nth(1).locator(".mw-star")).to_have_text("best")
    expect(page.locator(".mw-status")).to_have_text(
        "Exact: the solver proved the value of every action."
    )
    rows.nth(1).get_by_role("button", name="Replies to 1").click()
    expect(rows).to_have_count(3 + len(explorer.state.play(1).legal_actions))
    page.get_by_role("button", name="Play 1 on the board").first.click()
    expect(page.locator(".mb-move[aria-current]")).to_have_text("1")
    assert explorer.session.actions == [1]
