"""The board in a real browser: every feature is used as a person uses it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import mancalab as mc
from board_page import BoardPage
from browsers import emptied
from mancalab._browser.frames import apply
from mancalab._browser.slots import HAND, Slots, counts
from mancalab.widget.html import replay_html
from mancalab.widget.session import Session

pytestmark = pytest.mark.timeout(600)  # the first test may have to install Chromium

GAMES = ("kalah", "elf symmetric=true", "mwambulula", "chuba")


def test_the_tab_of_all_tests_keeps_nothing_of_one(tab: Page) -> None:
    with emptied(tab) as page:
        BoardPage(page, Session("kalah"))
        BoardPage(page.context.new_page(), Session("kalah"))
        page.emulate_media(color_scheme="dark")
        assert tab.evaluate("'model' in window")
    assert not tab.evaluate("'model' in window")
    assert not tab.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    assert tab.context.pages == [tab]
    with pytest.raises(AssertionError, match="broken"), emptied(tab) as page:
        page.evaluate("console.error('broken')")


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_by_clicks_against_an_agent(page: Page, game: str) -> None:
    board = BoardPage(page, Session(game, north="random", seed=3))
    for turn in range(6):
        if board.session.turn == "over":
            break
        choices = board.session.choices
        chosen = choices[(3 * turn) % len(choices)]
        slots = [page.locator(".mb-playable").nth(n) for n in range(len(choices))]
        expect(board.slot(chosen.slots[0])).to_have_class(re.compile("mb-playable"))
        assert slots
        played = len(board.session.actions)
        board.slot(chosen.slots[-1]).click()
        board.rests()
        assert board.session.actions[played] == chosen.action
        assert board.shown == counts(board.session.state)
    assert len(board.session.actions) > 6


@pytest.mark.parametrize("game", GAMES)
def test_agents_play_against_each_other(page: Page, game: str) -> None:
    board = BoardPage(page, Session(game, south="greedy", north="random", seed=2))
    page.wait_for_function("window.model.get('view').ply >= 6")
    board.press("pause")
    page.wait_for_timeout(50)
    played = len(board.session.actions)
    page.wait_for_timeout(100)
    assert len(board.session.actions) == played
    board.press("finish")
    board.press("undo")
    board.says(board.session.view()["status"])
    assert len(board.session.actions) == played - 1
    assert board.shown == counts(board.session.state)
    board.press("pause")
    page.wait_for_function(f"window.model.get('view').ply > {played}")


def test_agents_play_to_the_end(page: Page) -> None:
    session = Session("kalah columns=2 seeds=2", south="random", north="alphabeta(depth=4)", seed=1)
    board = BoardPage(page, session)
    board.says("The game is over")
    assert session.turn == "over"
    assert board.shown == counts(session.state)
    assert page.locator(".mb-playable").count() == 0


@pytest.mark.parametrize("game", GAMES)
def test_steps_are_shown_one_by_one_in_the_order_of_the_trace(page: Page, game: str) -> None:
    board = BoardPage(page, Session(game))
    board.press("pause")
    expect(page.locator(".mb-hint")).to_contain_text("Paused")
    # In Chuba this one captures and asks for a file; in Mwambulula the last is the reserve.
    chosen = {"chuba": 13, "mwambulula": 16}.get(game, 2)
    [slot] = [one.slots[0] for one in board.session.choices if one.action == chosen]
    before = board.shown
    board.slot(slot).click()
    steps = []
    page.wait_for_function("window.model.get('view').ply === 1")
    steps = board.session.moves[0]["steps"]
    for number, step in enumerate(steps, 1):
        board.press("step")
        shown = apply(before, steps[:number])
        page.wait_for_function(
            """(wanted) => {
                const found = [...document.querySelectorAll(".mb-slot")].every((slot) =>
                    Number(slot.querySelector(".mb-badge").textContent)
                        === wanted[slot.dataset.slot]);
                return found;
            }""",
            arg=shown,
            timeout=5_000,
        )
        if step.text and number < len(steps):
            board.says(step.text)
            chip = page.locator(".mb-clause")
            expect(chip).to_have_text(step.clause)
            text = board.session.rules.clause_text(step.clause)
            expect(page.get_by_role("tooltip", include_hidden=True)).to_have_text(
                f"{step.clause}: {text}"
            )
    board.says(board.session.view()["status"])


def test_every_pit_of_a_move_flashes_in_turn(page: Page) -> None:
    session = Session(mc.rules("kalah").state(pits=[[0, 1, 0, 4, 4, 4], [4] * 6]))
    board = BoardPage(page, session)
    page.wait_for_timeout(100)
    # South to move flashed: its name is no slot.
    assert page.evaluate("window.flashes").count(-1) == 1
    page.evaluate("window.flashes.length = 0")
    board.slot(1).click()
    board.rests()
    steps = session.moves[0]["steps"]
    assert [step.kind for step in steps] == ["lift", "drop", "capture", "capture"]
    places = [[1], [1], [2], *([step.source, step.target] for step in steps[2:])]
    flashed = [slot for slots in places for slot in slots if slot != HAND]
    assert page.evaluate("window.flashes.filter((slot) => slot >= 0)") == flashed
    assert {step.target for step in steps[2:]} == {Slots(6).store(0)}
    page.wait_for_timeout(300)
    assert page.locator(".mb-slot .mb-glow").count() == 0


def test_stones_travel_through_the_hand(page: Page) -> None:
    board = BoardPage(page, Session("kalah"), speed=1)
    board.press("pause")
    hand = page.locator(".mb-hand")
    expect(hand).to_be_hidden()
    board.slot(0).click()
    page.wait_for_timeout(800)
    board.press("step")
    expect(hand).to_be_visible()
    expect(hand.locator("circle")).to_have_count(4)
    board.press("step")
    expect(hand.locator("circle")).to_have_count(3)
    expect(board.slot(1).locator("circle")).to_have_count(5)
    board.press("finish")
    expect(hand).to_be_hidden()
    board.says("North to move")
    assert board.shown == counts(board.session.state)


def test_speed_is_chosen(page: Page) -> None:
    BoardPage(page, Session("kalah"))
    page.locator(".mb-speed").fill("-1")
    assert page.evaluate("window.model.get('speed')") == 0.5
    expect(page.locator(".mb-told")).to_contain_text("0.5")


def test_counts_and_numbers_stand_beside_the_pits_and_counts_can_be_hidden(page: Page) -> None:
    board = BoardPage(page, Session("kalah"))
    pit = board.slot(6 + 2)
    expect(pit.locator(".mb-badge")).to_be_visible()
    expect(pit.locator(".mb-badge")).to_have_text("4")
    expect(pit.locator(".mb-number")).to_have_text("2")
    page.locator(".mb-counts-switch").uncheck()
    expect(pit.locator(".mb-badge")).to_be_hidden()
    expect(pit.locator(".mb-number")).to_be_visible()
    # What has been captured is no secret: the score is always shown.
    expect(board.slot(Slots(6).store(0)).locator(".mb-badge")).to_be_visible()
    expect(page.locator(".mb-score").first).to_be_visible()
    page.locator(".mb-counts-switch").check()
    expect(pit.locator(".mb-badge")).to_be_visible()


def test_undo_takes_back_a_move_and_the_answer(page: Page) -> None:
    board = BoardPage(page, Session("kalah", north="greedy", seed=4))
    expect(page.locator(".mb-undo")).to_be_disabled()
    board.slot(0).click()
    board.rests()
    assert len(board.session.actions) > 1
    board.press("undo")
    expect(page.locator(".mb-undo")).to_be_disabled()
    assert board.session.actions == []
    assert board.shown == counts(mc.rules("kalah").start())


def test_undo_in_the_middle_of_an_animation_stops_it(page: Page) -> None:
    board = BoardPage(page, Session("kalah"), speed=0.5)
    board.slot(0).click()
    page.wait_for_timeout(300)
    board.press("undo")
    board.says("South to move")
    assert board.shown == counts(mc.rules("kalah").start())
    expect(board.slot(0)).to_have_class(re.compile("mb-playable"))


def test_keys_play(page: Page) -> None:
    board = BoardPage(page, Session("kalah"))
    board.slot(0).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(board.slot(2)).to_be_focused()
    page.keyboard.press("Enter")
    board.says("Extra turn for South")
    page.keyboard.press("5")
    board.says("North to move")
    assert board.session.actions == [2, 5]
    page.keyboard.press("u")
    board.says("Extra turn for South")
    page.keyboard.press("p")
    expect(page.locator(".mb-hint")).to_contain_text("Paused")
    page.keyboard.press("p")
    expect(page.locator(".mb-hint")).to_be_empty()
    board.slot(2).focus()
    page.keyboard.press("ArrowUp")
    expect(board.slot(6 + 3)).to_be_focused()
    assert board.session.actions == [2]


def test_keys_are_heard_wherever_the_focus_is_in_the_board(page: Page) -> None:
    board = BoardPage(page, Session("kalah"))
    page.keyboard.press("2")  # outside: a notebook's own keys
    page.wait_for_timeout(200)
    assert board.session.actions == []
    page.locator(".mb-status").click()
    page.keyboard.press("2")
    board.says("Extra turn for South")
    page.locator(".mb-advice").focus()
    page.keyboard.press("5")
    board.says("North to move")
    assert board.session.actions == [2, 5]
    page.locator(".mb-slider").focus()
    page.keyboard.press("u")  # a field keeps its keys
    page.wait_for_timeout(200)
    assert board.session.actions == [2, 5]
    page.locator(".mb-advice").focus()
    page.keyboard.press("u")
    board.says("Extra turn for South")


def test_keys_enter_the_reserve_and_choose_a_file(page: Page) -> None:
    board = BoardPage(page, Session("mwambulula"))
    board.slot(0).focus()
    page.keyboard.press("r")
    board.says("has entered the reserve and moves now")
    assert board.session.state.phase == 1
    page.locator('select[name="game"]').select_option("chuba")
    board.says("South to move")
    board.slot(13).focus()
    page.keyboard.press("Enter")
    board.says("takes another: choose a file of North")
    page.keyboard.press("0")
    board.says("North to move")
    assert board.session.actions == [13, 22]


def test_touch_plays(page: Page) -> None:
    board = BoardPage(page, Session("kalah"))
    board.slot(2).tap()
    board.says("Extra turn for South")
    assert board.session.actions == [2]


def test_pits_are_buttons_that_say_what_they_hold(page: Page) -> None:
    BoardPage(page, Session("kalah"))
    pit = page.get_by_role("button", name="South's pit 2, 4 seeds, can be played")
    expect(pit).to_be_visible()
    expect(page.get_by_role("button", name="North's pit 2, 4 seeds")).to_have_attribute(
        "aria-disabled", "true"
    )
    expect(page.get_by_role("status")).to_contain_text("South to move")
    page.locator('select[name="game"]').select_option("chuba")
    expect(page.get_by_role("button", name="South's pit 0, 1 seed, not yet played")).to_be_visible()


def test_the_direction_is_asked_for_after_the_pit(page: Page) -> None:
    board = BoardPage(page, Session("kalaha-ethiopian"))
    board.slot(5).click()
    expect(page.locator(".mb-way")).to_have_text(["← clockwise", "counter-clockwise →"])
    box, around = page.locator(".mb-ways").bounding_box(), page.locator(".mb-board").bounding_box()
    assert box is not None
    assert around is not None
    assert box["x"] + box["width"] <= around["x"] + around["width"]
    page.keyboard.press("Escape")
    expect(page.locator(".mb-way")).to_have_count(0)
    expect(board.slot(5)).to_be_focused()
    page.keyboard.press("3")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    board.says("North to move")
    assert board.session.rules.action_text(board.session.actions[0]) == "3<"
    board.slot(6 + 3).click()
    # North sits opposite: counter-clockwise leads to the left.
    expect(page.locator(".mb-way")).to_have_text(["← counter-clockwise", "clockwise →"])
    page.locator(".mb-way").first.click()
    page.wait_for_function("window.model.get('view').ply === 2")
    assert board.session.rules.action_text(board.session.actions[1]) == "3>"


def test_a_skip_and_the_end_are_told_in_words(page: Page) -> None:
    state = mc.rules("kalaha-ethiopian").state(pits=[[2, 0, 0, 0, 2, 3], [1, 0, 1, 0, 0, 0]])
    board = BoardPage(page, Session(state))
    board.slot(0).click()
    page.locator(".mb-way").last.click()
    board.says("North cannot move and is passed over.")
    last = mc.rules("kalah").state(pits=[[0] * 5 + [1], [4] * 6], stores=[23, 0])
    other = BoardPage(page.context.new_page(), Session(last))
    other.slot(5).click()
    other.says("The game is over: a side is empty. It is a draw. South 24, North 24.")
    assert other.shown == counts(other.session.state)


@pytest.mark.parametrize("game", GAMES)
def test_every_choice_in_the_form_begins_a_new_game(page: Page, game: str) -> None:
    board = BoardPage(page, Session(game))
    for option in board.session.view()["setup"]["options"]:
        name, old = option["name"], option["value"]
        wanted = _another(board.session.rules, option)
        if wanted is None:
            continue  # no other value goes with these rules
        board.session.play(board.session.state.legal_actions[0])
        board.shows_all()  # or the form would be built anew under the pointer
        page.evaluate("document.querySelector('.mb-more').open = true")
        field = page.locator(f'.mb-setup [name="{name}"]')
        if option["type"] == "flag":
            field.click()
        elif option["type"] == "word":
            field.select_option(str(wanted))
        else:
            field.fill(str(wanted))
            field.blur()
        page.wait_for_function("window.model.get('view').ply === 0")
        assert board.session.fault == ""
        assert board.session.rules.options[name].value == wanted
        board.session.set_option(name, old)


def _another(rules: mc.Rules, option: dict[str, Any]) -> bool | int | str | None:
    """Another value of an option that can be played, if there is one."""
    old = option["value"]
    if option["type"] == "flag":
        values = [not old]
    elif option["type"] == "word":
        values = [value for value, _ in option["values"] if value != old]
    else:
        values = [old - 1, old + 1]
    for value in values:
        try:
            rules.replace(**{option["name"]: value})
        except mc.RulesError:
            continue
        return value
    return None


def test_games_and_players_are_chosen(page: Page) -> None:
    board = BoardPage(page, Session("kalah"))
    assert page.locator('select[name="game"] option').count() == len(mc.catalogue)
    page.locator('select[name="game"]').select_option("elf")
    board.says("South to move")
    page.locator('input[name="symmetric"]').check()
    expect(page.locator(".mb-playable")).to_have_count(12)
    page.locator('select[name="start"]').select_option("north")
    board.says("North to move")
    page.locator('select[name="player-1"]').select_option("Greedy")
    board.says("South to move")
    assert len(board.session.actions) > 0
    expect(page.locator(".mb-side").first).to_contain_text("Greedy")
    page.locator('input[name="seeds"]').fill("200")
    page.locator('input[name="seeds"]').blur()
    expect(page.get_by_role("alert")).to_contain_text("at most 255")
    expect(page.locator('input[name="seeds"]')).to_have_value("4")
    page.locator(".mb-about summary").click()
    expect(page.locator(".mb-about")).to_contain_text("EL-3")


def test_a_fault_of_an_agent_is_shown(page: Page) -> None:
    def broken(state: mc.State) -> int:
        raise RuntimeError(f"no idea at ply {state.plies}")

    board = BoardPage(page, Session("kalah", north=broken))
    board.slot(0).click()
    expect(page.get_by_role("alert")).to_contain_text("broken failed: no idea at ply 1")
    board.press("undo")
    board.says("South to move")


def test_light_and_dark_follow_the_system_and_the_notebook(page: Page) -> None:
    BoardPage(page, Session("kalah"))

    def ground() -> str:
        style = "getComputedStyle(document.querySelector('.mancalab'))"
        return str(page.evaluate(f"{style}.backgroundColor"))

    light = ground()
    page.emulate_media(color_scheme="dark")
    dark = ground()
    assert light != dark
    page.evaluate("document.body.dataset.jpThemeLight = 'true'")
    assert ground() == light
    page.emulate_media(color_scheme="light")
    page.evaluate("document.body.dataset.jpThemeLight = 'false'")
    assert ground() == dark


def test_who_wants_no_motion_gets_none(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    board = BoardPage(page, Session("kalah"), speed=4)
    board.slot(0).click()
    expect(page.locator(".mb-lit").first).to_be_attached()
    assert page.evaluate("document.getAnimations().length") == 0
    board.says("North to move")
    assert board.shown == counts(board.session.state)
    assert page.evaluate("window.flashes") == []


def test_a_board_that_is_closed_is_gone(page: Page) -> None:
    board = BoardPage(page, Session("kalah", south="random", north="random"))
    page.wait_for_function("window.model.get('view').ply > 1")
    page.evaluate("window.closeBoard()")
    expect(page.locator(".mancalab")).to_have_count(0)
    played = len(board.session.actions)
    page.wait_for_timeout(200)
    assert len(board.session.actions) <= played + 1


@pytest.mark.parametrize("game", GAMES)
def test_a_page_replays_a_game_from_disk_without_network(
    browser: Browser, tmp_path: Path, game: str
) -> None:
    session = Session(game, south="random", north="random", seed=9)
    while session.turn == "agent":
        session.answer()
    path = tmp_path / "game.html"
    page_text = replay_html(session.opening, session.actions, names=("Ada", "Bob"), speed=1_000)
    path.write_text(page_text, encoding="utf-8")
    context = browser.new_context(offline=True)
    page = context.new_page()
    asked: list[str] = []
    faults: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: faults.append(message.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(path.as_uri())
    expect(page.locator(".mb-side").first).to_contain_text("Bob")
    expect(page.locator(".mancalab")).to_have_attribute("data-turn", "over", timeout=60_000)
    page.wait_for_timeout(100)
    shown = page.locator(".mb-badge").all_text_contents()
    assert sorted(map(int, shown)) == sorted(counts(session.state)[: len(shown)])
    assert page.locator(".mb-choices").is_hidden()
    page.locator(".mb-undo").click()
    page.locator(".mb-new").click()
    page.wait_for_timeout(100)
    assert asked == [path.as_uri()]
    assert faults == []
    context.close()
