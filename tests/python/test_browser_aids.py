"""The board in a real browser: score, marks, moves, hints, positions, files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import mancalab as mc
from board_page import BoardPage
from mancalab._browser.slots import Slots, counts
from mancalab.widget.session import Session
from mark_cases import claimed, claims_a_pit, flags

pytestmark = pytest.mark.timeout(600)  # the first test may have to install Chromium


def test_what_is_seldom_used_is_folded_away(page: Page) -> None:
    BoardPage(page, Session("kalah"), unfolded=False)
    expect(page.locator("details[open]")).to_have_count(0)
    expect(page.locator('select[name="game"]')).to_be_hidden()
    expect(page.locator(".mb-edit")).to_be_hidden()
    for name in ("new", "undo", "redo", "advice", "pause"):
        expect(page.locator(f".mb-{name}")).to_be_visible()


def test_the_score_is_always_shown(page: Page) -> None:
    board = BoardPage(page, Session("kalah"))
    score = page.locator(".mb-score")
    expect(score).to_have_text(["Score 0", "Score 0"])
    board.slot(2).click()
    board.says("Extra turn")
    expect(score).to_have_text(["Score 0", "Score 1"])  # North above, South below
    page.locator('select[name="game"]').select_option("mwambulula")
    expect(score).to_have_text(["Score 32", "Score 32"])


def test_the_last_action_stays_marked_after_the_answer_of_an_agent(page: Page) -> None:
    board = BoardPage(page, Session("oware", north="greedy", seed=1))
    board.slot(0).click()
    board.rests()
    last = board.session.view()["last"]
    assert min(last["chosen"]) >= 6  # North's
    expect(page.locator(".mb-was-chosen")).to_have_count(1)
    expect(board.slot(last["chosen"][0])).to_have_class(re.compile("mb-was-chosen"))
    expect(board.slot(last["landing"])).to_have_class(re.compile("mb-was-landing"))
    expect(board.slot(last["landing"])).to_have_accessible_name(re.compile("last seed fell here"))
    page.locator(".mb-legend summary").click()
    expect(page.locator(".mb-key-landing")).to_be_visible()
    expect(page.locator(".mb-key-captured")).to_be_hidden()


def test_a_clause_says_its_text_to_pointer_and_focus(page: Page) -> None:
    board = BoardPage(page, Session("kalah"))
    board.press("pause")
    board.slot(0).click()
    page.wait_for_function("window.model.get('view').ply === 1")
    board.press("step")
    chip, tip = page.locator(".mb-clause"), page.locator(".mb-tip")
    expect(chip).to_have_text("KA-2")
    expect(tip).to_be_hidden()
    chip.hover()
    expect(tip).to_be_visible()
    expect(tip).to_contain_text(board.session.rules.clause_text("KA-2"))
    page.mouse.move(0, 0)
    expect(tip).to_be_hidden()
    chip.focus()
    expect(tip).to_be_visible()
    assert chip.get_attribute("aria-describedby") == tip.get_attribute("id")
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()


def test_moves_are_listed_and_gone_to(page: Page) -> None:
    board = BoardPage(page, Session("kalah"))
    for slot, said in ((2, "Extra turn"), (5, "North to move"), (6, "South to move")):
        board.slot(slot).click()
        board.says(said)
    moves = page.locator(".mb-move")
    expect(moves).to_have_text(["2", "5", "0"])
    expect(page.locator(".mb-of")).to_have_text(["South", "North"])
    expect(page.locator(".mb-ply")).to_have_text("Move 3 of 3")
    moves.first.click()
    expect(page.locator(".mb-ply")).to_have_text("Move 1 of 3")
    assert board.session.actions == [2]
    expect(moves.nth(1)).to_have_class(re.compile("mb-ahead"))
    page.locator(".mb-slider").fill("3")
    expect(page.locator(".mb-ply")).to_have_text("Move 3 of 3")
    assert board.session.actions == [2, 5, 0]


def test_redo_plays_again_what_was_taken_back(page: Page) -> None:
    board = BoardPage(page, Session("kalah"))
    expect(page.locator(".mb-redo")).to_be_disabled()
    board.slot(0).click()
    board.says("North to move")
    board.press("undo")
    board.says("South to move")
    board.press("redo")
    board.says("North to move")
    assert board.session.actions == [0]
    board.slot(6).press("u")
    board.says("South to move")
    board.slot(0).press("y")
    board.says("North to move")


def test_an_agent_waits_where_the_player_has_gone_back_to(page: Page) -> None:
    session = Session("kalah", north="greedy", seed=1)
    board = BoardPage(page, session)
    board.slot(0).click()
    board.rests()
    played = list(session.actions)
    page.locator(".mb-slider").fill("1")  # North, an agent, is to move there
    expect(page.locator(".mb-hint:not(button)")).to_contain_text("Paused")
    page.wait_for_timeout(300)
    assert session.actions == played[:1]
    board.press("pause")
    page.wait_for_function("window.model.get('view').ply > 1")


def test_a_hint_stands_on_the_pits_until_something_is_played(page: Page) -> None:
    board = BoardPage(page, Session("kalah"))
    board.press("advice")
    expect(page.locator(".mb-value:not(:empty)")).to_have_count(6)
    found = board.session.view()["hint"]
    for action, text in found["values"]:
        expect(board.slot(action).locator(".mb-value")).to_have_text(text)
    expect(page.locator(".mb-best")).to_have_count(len(found["best"]))
    expect(page.locator("div.mb-hint")).to_contain_text("Best: ")
    board.slot(0).click()
    board.says("North to move")
    expect(page.locator(".mb-value:not(:empty)")).to_have_count(0)
    expect(page.locator("div.mb-hint")).to_be_empty()


def test_a_position_is_set_up_by_hand(page: Page) -> None:
    board = BoardPage(page, Session("kalah columns=2"))
    board.press("edit")
    board.press("clear")
    board.slot(1).click()
    board.press("more-seeds")
    board.press("more-seeds")
    page.keyboard.press("Tab")
    board.slot(2).focus()
    page.keyboard.press("+")
    page.keyboard.press("-")
    page.keyboard.press("+")
    board.slot(Slots(2).store(0)).click()
    page.locator(".mb-seeds").fill("7")
    expect(page.locator(".mb-total")).to_have_text("10 seeds on the board")
    page.locator(".mb-editor select").select_option("1")
    board.press("from-here")
    board.says("North to move")
    assert counts(board.session.state) == [0, 2, 1, 0, 7, 0, 0, 0]
    assert board.shown == counts(board.session.state)
    board.press("edit")
    board.press("clear")
    board.press("cancel")
    assert board.shown == counts(board.session.state)
    board.press("edit")
    for slot in (0, 1):
        board.slot(slot).click()
        page.locator(".mb-seeds").fill("200")
    board.press("from-here")
    expect(page.get_by_role("alert")).to_contain_text("This position cannot be played")
    assert board.shown == counts(board.session.state)


def test_a_game_is_saved_to_a_file_and_read_again(page: Page, tmp_path: Path) -> None:
    board = BoardPage(page, Session("kalah"))
    board.slot(2).click()
    board.says("Extra turn")
    with page.expect_download() as offered:
        board.press("save")
    path = tmp_path / "game.json"
    offered.value.save_as(path)
    assert offered.value.suggested_filename == "kalah.json"
    assert mc.Record.load(path) == board.session.record
    board.press("new")
    board.says("South to move")
    page.locator(".mb-file").set_input_files(path)
    board.says("Extra turn")
    assert board.session.actions == [2]
    path.write_text("no game", encoding="utf-8")
    page.locator(".mb-file").set_input_files(path)
    expect(page.get_by_role("alert")).to_contain_text("This file cannot be read")


def test_two_digits_play_a_pit_beyond_nine(page: Page) -> None:
    board = BoardPage(page, Session("chuba"))
    board.slot(13).focus()
    page.keyboard.press("1")
    page.wait_for_timeout(100)
    assert board.session.actions == []
    expect(page.locator("div.mb-hint")).to_contain_text("1")
    page.keyboard.press("8")
    page.wait_for_function("window.model.get('view').ply === 1")
    assert board.session.actions == [18]
    # One digit is a number too, where a second one could follow: after a while, or with Enter.
    board.says("North to move" if board.session.state.to_move else "South")
    file = BoardPage(page.context.new_page(), Session("chuba"))
    file.slot(13).click()
    file.says("takes another")
    file.slot(0).focus()
    file.page.keyboard.press("1")
    file.page.keyboard.press("Enter")
    file.says("North to move")
    assert file.session.rules.action_text(file.session.actions[-1]) == "f1"


def test_keys_that_do_nothing_in_a_game_are_not_told(page: Page) -> None:
    BoardPage(page, Session("kalah"))
    keys = page.locator(".mb-keys")
    expect(keys).not_to_contain_text("reserve")
    page.locator('select[name="game"]').select_option("mwambulula")
    expect(keys).to_contain_text("R enters the reserve")


def test_the_board_speaks_french(page: Page) -> None:
    board = BoardPage(page, Session("kalah", language="fr"))
    board.says("À Sud de jouer")
    expect(page.get_by_role("button", name="trou 2 de Sud, 4 graines")).to_be_visible()
    expect(page.locator(".mb-undo")).to_have_text("Annuler")


# Marks and claims


def test_claims_are_shown_beside_marks(page: Page) -> None:
    board = BoardPage(page, Session(claimed()))
    expect(page.locator(".mb-marked")).to_have_count(1)
    expect(page.locator(".mb-claimed")).to_have_count(3)
    both = "belongs to the other side, marked by the side that does not own it"
    expect(board.slot(1)).to_have_accessible_name(re.compile(f"seeds, {both}"))
    expect(board.slot(2)).to_have_accessible_name(re.compile("seeds, marked by the side"))
    drawn = "(it) => getComputedStyle(it.querySelector('.mb-claim'), '::before').content"
    assert [board.slot(slot).evaluate(drawn) for slot in (0, 1, 9)] == ["none", '"■"', '"■"']
    page.locator(".mb-legend summary").click()
    expect(page.locator(".mb-key-claimed")).to_be_visible()
    expect(page.locator(".mb-key-claimed")).to_have_text(both.partition(", ")[2])
    page.locator('select[name="game"]').select_option("kalah")
    expect(page.locator(".mb-key-claimed")).to_be_hidden()
    expect(page.locator(".mb-claim")).to_have_count(0)


def test_claims_are_set_up_by_hand(page: Page) -> None:
    board = BoardPage(page, Session(claimed()))
    owned, claim, lifted = page.locator('.mb-editor input[type="checkbox"]').all()
    board.press("edit")
    expect(lifted).to_be_hidden()
    board.slot(2).click()
    expect(claim).to_be_checked()
    expect(owned).not_to_be_checked()
    claim.uncheck()
    expect(page.locator(".mb-claimed")).to_have_count(2)
    board.slot(7).click()
    claim.check()
    board.press("from-here")
    page.wait_for_function("window.model.get('view').claims.includes(7)")
    assert board.messages[-1]["claims"] == [1, 9, 7]
    assert board.session.state.claims.tolist() == flags(6, (0, 1), (1, 3), (1, 1))
    assert board.session.state.marks.tolist() == flags(6, (0, 1))
    page.locator('select[name="game"]').select_option("togyzqumalaq")
    board.press("edit")
    expect(claim).to_be_hidden()
    expect(owned).to_be_visible()


WATCH = """() => {
    window.seen = [];
    const { dataset } = document.querySelector(".mancalab");
    new MutationObserver((records) => {
        for (const { target } of records)
            if (dataset.turn === "moving" && target.dataset.slot)
                window.seen.push([Number(target.dataset.slot), target.className]);
    }).observe(document.querySelector(".mb-board"),
               { attributes: true, attributeFilter: ["class"], subtree: true });
}"""
"""Writes down the classes of slots while a move is shown, each time that they change."""


def seen(page: Page, slot: int) -> set[str]:
    """What was written of a slot: the classes of marks that it had together."""
    found = page.evaluate("window.seen")
    classes = {frozenset(words.split()) for number, words in found if number == slot}
    return {" ".join(sorted(one & {"mb-marked", "mb-claimed"})) for one in classes}


def test_a_player_claims_a_pit_and_seeds_leave_marks_alone(page: Page) -> None:
    board = BoardPage(page, Session(claims_a_pit()))
    page.evaluate(WATCH)
    board.slot(4).click()
    board.rests()
    assert seen(page, 6) == {"mb-claimed"}
    assert "" not in seen(page, 5)  # where a seed fell
    expect(board.slot(6)).to_have_class(re.compile("mb-claimed"))


def test_a_seed_plays_an_unplayed_pit_and_marks_of_players_stay(page: Page) -> None:
    unplayed = BoardPage(page, Session("chuba"))
    page.evaluate(WATCH)
    unplayed.slot(17).click()  # seeds fall in pit 0
    unplayed.rests()
    assert "" in seen(page, 0)
    rules = mc.rules("togyzqumalaq")
    made = BoardPage(
        page.context.new_page(),
        Session(rules.state(pits=[[9] * 9, [9] * 9], marks=flags(9, (0, 4)))),
    )
    made.page.evaluate(WATCH)
    made.slot(3).click()
    made.rests()
    assert "" not in seen(made.page, 4)


def test_no_mark_is_left_when_a_round_begins(page: Page) -> None:
    rules = mc.rules("hufesay")
    state = rules.state(
        pits=[[0, 0, 0, 0, 1, 0], [1, 0, 0, 0, 0, 0]], stores=[23, 23], marks=flags(6, (1, 3))
    )
    board = BoardPage(page, Session(state))
    page.evaluate(WATCH)
    expect(board.slot(9)).to_have_class(re.compile("mb-marked"))
    board.slot(4).click()
    board.says("Round 2")
    board.rests()
    assert "" in seen(page, 9)
    expect(page.locator(".mb-marked")).to_have_count(0)
