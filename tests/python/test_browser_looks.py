"""How the board looks in a browser: stones that can be counted, labels that are free of them."""

from __future__ import annotations

import itertools
import math
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import mancalab as mc
from board_page import BoardPage
from mancalab._boards.palette import LIGHT
from mancalab.widget.session import Session

pytestmark = pytest.mark.timeout(600)  # the first test may have to install Chromium

STONES = """() => Object.fromEntries([...document.querySelectorAll(".mb-pit")].map((pit) =>
    [pit.dataset.slot, [...pit.querySelectorAll("circle")].map((stone) =>
        ["cx", "cy", "r"].map((name) => Number(stone.getAttribute(name))))]))"""

BOXES = """(names) => names.flatMap((name) => [...document.querySelectorAll(name)]
    .filter((one) => getComputedStyle(one).visibility === "visible" && one.textContent)
    .map((one) => { const { x, y, width, height } = one.getBoundingClientRect();
        return [name, x, y, width, height]; }))"""


def test_every_stone_of_a_pit_can_be_seen(page: Page) -> None:
    seeds = list(range(13))
    state = mc.rules("kalah", columns=8).state(pits=[seeds[:8], [*seeds[8:13], 0, 0, 0]])
    BoardPage(page, Session(state))
    stones: dict[str, list[list[float]]] = page.evaluate(STONES)
    for pit, found in stones.items():
        held = int(state.pits.reshape(-1)[int(pit)])
        assert len(found) == held
        for one, other in itertools.combinations(found, 2):
            assert math.dist(one[:2], other[:2]) >= one[2] + other[2] - 0.1
        assert all(math.hypot(x, y) + r <= 44 for x, y, r in found)


def test_a_big_pile_is_a_number(page: Page) -> None:
    state = mc.rules("kalah").state(pits=[[30, 0, 0, 0, 0, 0], [13, 1, 0, 0, 0, 0]])
    board = BoardPage(page, Session(state))
    expect(board.slot(0).locator(".mb-heap")).to_have_text("30")
    expect(board.slot(0).locator("circle")).to_have_count(0)
    expect(board.slot(6).locator(".mb-heap")).to_have_text("13")
    expect(board.slot(7).locator(".mb-heap")).to_be_empty()


@pytest.mark.parametrize("game", ["kalah", "mwambulula", "chuba", "moruba"])
@pytest.mark.parametrize("width", [360, 1000])
def test_no_label_lies_on_another_or_on_a_pit(page: Page, game: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    board = BoardPage(page, Session(game))
    page.wait_for_timeout(100)
    _no_label_lies_on_another_or_on_a_pit(board)
    board.press("advice")
    expect(page.locator(".mb-best").first).to_be_visible(timeout=60_000)
    _no_label_lies_on_another_or_on_a_pit(board)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def _no_label_lies_on_another_or_on_a_pit(board: BoardPage) -> None:
    page = board.page
    labels = page.evaluate(BOXES, [".mb-badge", ".mb-number", ".mb-pit .mb-value"])
    assert len(labels) >= 4 * board.session.rules.pits_per_side
    for one, other in itertools.combinations(labels, 2):
        assert not _overlap(one, other), (one, other)
    faces = page.evaluate(
        """() => [...document.querySelectorAll(".mb-pit .mb-face")].map((face) => {
            const { x, y, width, height } = face.getBoundingClientRect();
            return ["face", x + 0.06 * width, y + 0.06 * height, 0.88 * width, 0.88 * height]; })"""
    )
    for label, face in itertools.product(labels, faces):
        assert not _overlap(label, face, spare=1.5), (label, face)


def _overlap(one: list[Any], other: list[Any], spare: float = 0.5) -> bool:
    x, y, w, h = map(float, one[1:])
    x2, y2, w2, h2 = map(float, other[1:])
    across = min(x + w, x2 + w2) - max(x, x2)
    down = min(y + h, y2 + h2) - max(y, y2)
    return across > spare and down > spare


def test_pits_are_large_enough_for_a_finger(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    for game, least in (("kalah", 44), ("moruba", 30)):
        board = BoardPage(page.context.new_page(), Session(game))
        board.page.set_viewport_size({"width": 360, "height": 800})
        board.page.wait_for_timeout(100)
        box = board.slot(0).bounding_box()
        assert box["width"] >= least
        assert box["height"] >= least


def test_the_board_has_the_colours_of_the_pictures(page: Page) -> None:
    BoardPage(page, Session("kalah"))
    fill = page.evaluate("getComputedStyle(document.querySelector('.mb-stone')).fill")
    stone = LIGHT["stone"].removeprefix("#")
    red, green, blue = (int(stone[i : i + 2], 16) for i in (0, 2, 4))
    assert fill == f"rgb({red}, {green}, {blue})"


def test_a_state_in_a_page_becomes_a_picture_with_its_words(page: Page) -> None:
    state = mc.rules("moruba").start()
    page.set_viewport_size({"width": 400, "height": 800})
    page.set_content(state._repr_mimebundle_()["text/html"])
    picture = page.get_by_role("img", name="Moruba: South to move")
    expect(picture).to_be_visible()
    box = picture.bounding_box()
    assert box is not None
    assert box["width"] <= 400
    expect(page.locator("svg desc")).to_contain_text("South: pit 0: 4, pit 1: 4")
    # Scripts may be forbidden: then the image says the same.
    policy = '<meta http-equiv="Content-Security-Policy" content="script-src \'none\'">'
    quiet = page.context.browser.new_context(java_script_enabled=False).new_page()  # type: ignore[union-attr]
    quiet.set_content(policy + state._repr_mimebundle_()["text/html"])
    expect(quiet.get_by_role("img", name="South: pit 0: 4, pit 1: 4")).to_be_visible()
    quiet.context.close()
