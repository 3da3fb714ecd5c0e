"""The board in a real browser, where a turn may end instead of being sown on."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

import mancalab as mc
from board_page import BoardPage
from mancalab.widget.session import Session

pytestmark = pytest.mark.timeout(600)  # the first test may have to install Chromium

STOP = mc.rules("musoro-tsoro").n_actions - 1


def test_the_end_of_the_turn_is_chosen_at_the_pit(page: Page) -> None:
    board = BoardPage(page, Session("musoro-tsoro"))
    board.slot(5).click()
    board.says("South to move: sow on from the pit, or end the turn.")
    board.slot(7).click()
    expect(page.locator(".mb-way")).to_have_text(["sow on", "end the turn"])
    group = page.get_by_role("group", name="Sow on from South's pit 7, or end the turn")
    expect(group).to_be_visible()
    page.locator(".mb-way").last.click()
    board.says("North to move")
    assert board.session.actions == [5, STOP]


def test_the_pit_is_sown_on_by_keys(page: Page) -> None:
    board = BoardPage(page, Session("musoro-tsoro"))
    board.slot(5).click()
    board.says("or end the turn")
    board.rests()  # keys are heard when all is shown
    page.keyboard.press("7")
    expect(page.locator(".mb-way").first).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_function("window.model.get('view').ply === 2")
    assert board.session.actions == [5, 7]
