"""The web page: it plays, counts, solves and explains what the package does."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

import mancalab as mc
from mancalab._agents.choosing import chooser
from mancalab._agents.naming import as_agent
from mancalab._browser.slots import claims, counts, lifted, marks
from mancalab.study.intervals import wilson
from mancalab.widget.session import Session
from mark_cases import claimed, claims_a_pit
from web_page import PAGE, WebPage, opened, opened_for_games

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.timeout(1800),  # the first test compiles the engine
    pytest.mark.usefixtures("web_built"),
]

MOST_BYTES = 4_400_000  # the engine has 2.2 million of them, the networks 1.6


@pytest.fixture
def web(browser: Browser) -> Iterator[WebPage]:
    """The page, which must be without errors to the end."""
    with opened(browser, viewport={"width": 1280, "height": 900}) as found:
        yield found
        assert found.errors == []


@pytest.fixture(scope="module")
def shared(browser: Browser) -> Iterator[WebPage]:
    """A page for many games in turn."""
    with opened_for_games(browser) as found:
        yield found


def test_it_is_one_small_file_that_asks_the_network_for_nothing(web: WebPage) -> None:
    assert PAGE.stat().st_size < MOST_BYTES
    web.panel("measure")
    addresses = {re.split(r"[:/]", address)[0] for address in web.requests}
    assert addresses <= {"file", "blob"}
    assert [address for address in web.requests if address.startswith("file")] == [PAGE.as_uri()]


@pytest.mark.parametrize("name", mc.catalogue)
def test_random_games_are_those_of_the_package(shared: WebPage, name: str) -> None:
    games = {"player": "random", "seed": 7, "from": 0, "count": 20}
    counted = shared.ask({"do": "playouts", "game": {"name": name}, "games": games})
    tally = mc.playouts(mc.rules(name), 20, seed=7)
    assert counted == {
        **{field: getattr(tally, field) for field in counted if not field.endswith("histogram")},
        "margin_histogram": {str(key): n for key, n in tally.margin_histogram.items()},
        "plies_histogram": {str(key): n for key, n in tally.plies_histogram.items()},
        "rounds_histogram": {str(key): n for key, n in tally.rounds_histogram.items()},
    }
    assert counted["games"] == 20


def test_parts_of_a_run_add_up(shared: WebPage) -> None:
    games = {"player": "greedy", "seed": 3, "from": 30, "count": 70}
    part = shared.ask({"do": "playouts", "game": {"name": "kalah"}, "games": games})
    greedy = [mc.match(mc.rules("kalah"), "greedy", "greedy", n, seed=3) for n in (30, 100)]
    assert part["south"] == greedy[1].south - greedy[0].south
    assert part["plies"] == greedy[1].plies - greedy[0].plies


def test_greedy_plays_after_random_plies(web: WebPage) -> None:
    web.session({"do": "game", "name": "french-wari"})
    web.panel("measure")
    games, players, plies = web.page.locator(".mw-measure select").all()
    expect(plies).to_be_disabled()  # two at random: nothing would change
    games.select_option("1000")
    players.select_option("greedy")
    expect(plies).to_have_value("4")
    status, recipe = web.page.locator(".mw-measure .mw-status"), web.page.locator(".mw-recipe")
    for number, words in ((4, "other openings may"), (0, "of the fixed opening only")):
        plies.select_option(str(number))
        web.page.get_by_role("button", name="Measure").click()
        expect(status).to_contain_text(words, timeout=60_000)
        expect(status).to_contain_text("1,000 games")
        assert ("opening_plies=4" in recipe.inner_text()) == (number == 4)
        tally = mc.match("french-wari", "greedy", "greedy", 1000, opening_plies=number)
        cells = web.page.locator(".mw-table td:nth-child(2)").all_inner_texts()
        assert [int(cell) for cell in cells[:3]] == [tally.south, tally.north, tally.draws]


LEFT_OUT = {"serial", "file", "hint"}


def shown(view: dict[str, Any]) -> dict[str, Any]:
    """What both boards show alike: the menus of players differ."""
    found = {key: value for key, value in view.items() if key not in LEFT_OUT}
    found["setup"] = {key: value for key, value in view["setup"].items() if key != "players"}
    return found


def both_show_alike(web: WebPage, board: Session) -> None:
    assert shown(web.view()) == shown(json.loads(json.dumps(board.view())))


def both_do(web: WebPage, board: Session, request: dict[str, Any]) -> None:
    board.handle(request)
    web.session(request)
    both_show_alike(web, board)


def by_hand(state: mc.State) -> dict[str, Any]:
    """What sets up a position."""
    held = {
        "counts": counts(state),
        "marks": marks(state),
        "claims": claims(state),
        "lifted": lifted(state),
    }
    return {"do": "position", **held, "side": state.to_move}


@pytest.mark.parametrize("name", mc.catalogue)
def test_the_board_shows_what_the_notebook_shows(shared: WebPage, name: str) -> None:
    """Views of a game of up to 12 random actions, move by move, word by word."""
    draw = random.Random(name)  # noqa: S311  (the same games in every run)
    board = Session(name, seed=1)
    shared.session({"do": "game", "name": name})
    shared.session({"do": "player", "side": 1, "name": "manual"})
    for _ in range(12):
        both_show_alike(shared, board)
        if board.state.is_over:
            break
        action = draw.choice(board.state.legal_actions)
        board.play(action)
        shared.session({"do": "play", "action": action})


def test_positions_are_set_up_taken_back_and_played_again(web: WebPage) -> None:
    board = Session("oware", seed=1)
    web.session({"do": "game", "name": "oware"})
    web.session({"do": "player", "side": 1, "name": "manual"})
    seeds = [0, 0, 3, 0, 0, 1, 2, 1, 0, 0, 0, 4, 20, 17, 0, 0]
    for request in (
        {"do": "position", "counts": seeds, "marks": [], "side": 0},
        {"do": "play", "action": 5},
        {"do": "undo"},
        {"do": "redo"},
        {"do": "go", "to": 0},
        {"do": "position", "counts": [1] * 16, "marks": [], "side": 0},
    ):
        both_do(web, board, request)
    assert "reserves" in web.view()["fault"]


@pytest.mark.parametrize("state", [claimed(), claims_a_pit()], ids=["claimed", "claims_a_pit"])
def test_claims_are_set_up_made_and_taken_back(web: WebPage, state: mc.State) -> None:
    board = Session(state.rules.name, seed=1)
    web.session({"do": "game", "name": state.rules.name})
    web.session({"do": "player", "side": 1, "name": "manual"})
    for request in (
        by_hand(state),
        {"do": "play", "action": 4},
        {"do": "undo"},
        {"do": "redo"},
        {"do": "go", "to": 0},
    ):
        both_do(web, board, request)
    assert web.view()["claims"] == claims(state)
    web.session({"do": "save"})
    assert mc.Record.from_json(web.view()["file"]["text"]).start == state


def test_no_claims_are_set_up_where_marks_are_made(web: WebPage) -> None:
    board = Session("gamacha-nobility", seed=1)
    web.session({"do": "game", "name": "gamacha-nobility"})
    web.session({"do": "player", "side": 1, "name": "manual"})
    start = by_hand(board.state)
    for claimed_slots in ([], [1]):
        both_do(web, board, {**start, "claims": claimed_slots})
    assert "this game has no claims" in web.view()["fault"]


@pytest.mark.parametrize("name", ["kalah", "oware", "elf-manbula", "mwambulula"])
@pytest.mark.parametrize("player", ["random", "greedy", "alphabeta(depth=4)"])
def test_players_choose_as_they_do_in_the_package(shared: WebPage, name: str, player: str) -> None:
    choose = chooser(as_agent(player), 11, 2)
    mind = {"alphabeta": {"depth": 4}} if "(" in player else player
    state, actions = mc.rules(name).start(), list[int]()
    while not state.is_over and len(actions) < 20:
        course = {"game": {"name": name}, "actions": actions}
        request = {"do": "choose", "at": course, "mind": {"player": mind, "seed": 11, "game": 2}}
        assert shared.ask(request)["action"] == choose(state), actions
        actions.append(choose(state))
        state = state.play(actions[-1])


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("kalah", {"columns": 3, "seeds": 3}),  # by proof
        ("oware", {"columns": 2, "seeds": 3}),  # by a graph
        ("kalaha-ethiopian", {"columns": 2, "seeds": 2}),
        ("elf-manbula", {"columns": 2, "seeds": 2}),
    ],
)
def test_the_explorer_says_the_exact_values(
    web: WebPage, name: str, options: dict[str, int]
) -> None:
    state = mc.rules(name, **options).start()
    solved = mc.solve(state, actions=True)
    assert solved.action_bounds is not None
    web.session({"do": "game", "name": name})
    for option, value in options.items():
        web.session({"do": "option", "name": option, "value": value})
    web.panel("explore")
    status = web.page.locator(".mw-explorer .mw-status")
    expect(status).to_contain_text("these values are exact", timeout=60_000)
    rows = web.page.locator(".mw-move-head")
    for row, (action, (value, _)) in zip(
        rows.all(), sorted(solved.action_bounds.items()), strict=True
    ):
        assert row.locator(".mw-play").inner_text() == state.rules.action_text(action)
        winner = "nobody wins" if value == 0 else f"{'South' if value > 0 else 'North'} wins"
        seeds = f"{abs(value)} seed{'s' * (abs(value) != 1)}"
        by = f" by {seeds}" if value and solved.kind == "margin" else ""
        assert row.locator(".mw-value").inner_text() == winner + by


def test_the_explorer_says_what_it_does_not_know(web: WebPage) -> None:
    web.page.locator(".mw-explorer select").select_option("3")
    status = web.page.locator(".mw-explorer .mw-status")
    expect(status).to_contain_text("Not solved in 3 seconds", timeout=60_000)
    for row in web.page.locator(".mw-move-head").all():
        assert "ahead" in row.locator(".mw-estimate").inner_text()
    web.page.locator(".mw-more").nth(2).click()
    expect(web.page.locator(".mw-moves .mw-moves .mw-play").first).to_be_visible()
    web.page.locator(".mw-moves .mw-moves .mw-play").first.click()
    expect(web.page.locator(".mw-explorer .mw-status")).to_contain_text(
        "Not solved", timeout=60_000
    )
    assert web.view()["ply"] >= 2


def test_what_is_measured_is_what_the_package_counts(web: WebPage) -> None:
    web.panel("measure")
    web.page.locator(".mw-measure select").first.select_option("1000")
    web.page.locator(".mw-measure input").fill("5")
    web.page.get_by_role("button", name="Measure").click()
    expect(web.page.locator(".mw-measure .mw-status")).to_contain_text("1,000 games")
    tally = mc.playouts(mc.rules("kalah"), 1000, seed=5)
    cells = web.page.locator(".mw-table td:nth-child(2)").all_inner_texts()
    assert [int(cell) for cell in cells] == [tally.south, tally.north, tally.draws]
    share = 100 * ((tally.south + tally.draws / 2) / 1000)
    assert f"{share:.1f} %" in web.page.locator(".mw-measure .mw-status").inner_text()
    low, high = wilson(tally.south, 1000)
    interval = f"{100 * low:.1f} to {100 * high:.1f} %"
    assert web.page.locator(".mw-table td:nth-child(4)").first.inner_text() == interval


def test_a_game_of_ones_own_is_checked_and_played(web: WebPage) -> None:
    web.panel("own")
    text = mc.rules("kalah", columns=3).to_toml().replace('"kalah"', '"mine"', 1)
    bad = text.replace("columns = 3", "columns = 99").replace("[turn]", "[turn]\nreplai = true")
    area = web.page.locator("#own-game")
    area.fill(bad)
    with pytest.raises(mc.RulesError) as error:
        mc.Rules.from_toml(bad)
    faults = web.page.locator(".mw-faults li")
    expect(faults).to_have_text(error.value.faults)
    area.fill(text)
    expect(web.page.locator(".mw-own .mw-status")).to_contain_text("can be played")
    web.page.get_by_role("button", name="Play this game").click()
    expect(web.page.locator("#board .mb-pit")).to_have_count(6)
    assert web.view()["setup"]["game"] == "mine"


def test_the_rules_are_said_with_their_clauses(web: WebPage) -> None:
    web.session({"do": "game", "name": "oware"})
    web.panel("rules")
    rules = mc.rules("oware")
    lines = web.page.locator(".mw-rules .mw-lines > li").all_text_contents()
    for line, (_, clause, sentence) in zip(lines, rules.lines(), strict=True):
        assert line.startswith(sentence)
        if clause != "no clause":
            assert clause in line
            assert rules.clause_text(clause) in line


def test_a_game_is_played_to_its_end_saved_and_loaded(web: WebPage) -> None:
    web.page.evaluate("window.mancalab.session.wish('speed', 1000)")
    web.session({"do": "player", "side": 0, "name": "Greedy"})
    web.until("over")
    web.session({"do": "save"})
    view = web.view()
    record = mc.Record.from_json(view["file"]["text"])
    assert len(record.actions) == view["ply"]
    assert list(record.agents) == ["greedy", "alphabeta(depth=4)"]
    assert record.outcome is not None
    web.session({"do": "new"})
    web.session({"do": "load", "text": record.to_json()})
    again = web.view()
    assert again["ply"] == view["ply"]
    assert again["counts"] == view["counts"]
    web.session({"do": "load", "text": "{}"})
    assert "format" in web.view()["fault"]


def test_a_number_plays_a_pit_before_anything_is_pressed(web: WebPage) -> None:
    web.session({"do": "player", "side": 1, "name": "manual"})
    web.page.keyboard.press("2")
    expect(web.page.locator("#board .mb-status")).to_contain_text("Extra turn")
    assert web.view()["ply"] == 1
    web.panel("measure")
    web.page.locator(".mw-measure input").fill("")
    web.page.keyboard.press("5")  # a field keeps its keys
    web.page.wait_for_timeout(300)
    assert web.view()["ply"] == 1


def test_a_person_plays_against_a_level(web: WebPage) -> None:
    web.page.evaluate("window.mancalab.session.wish('speed', 64)")
    web.page.locator('#board .mb-slot[data-slot="2"]').click()  # ends in the store: again
    expect(web.page.locator("#board .mb-status")).to_contain_text("Extra turn")
    web.page.locator('#board .mb-slot[data-slot="5"]').click()
    web.until("manual", plies=3)
