"""The board's module in a real browser, with a game in Python behind it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from mancalab._browser.bundle import script, style
from mancalab.widget.session import Session

NAMES = ("chromium", "chromium-browser", "google-chrome")

PAGE = f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Board</title><style>{style()}</style></head>
<body><main><h1>Board</h1><div id="root"></div></main></body></html>"""

# A model as anywidget has it, whose messages go to `window.python` and whose answer is the view.
# It also writes down every flash, and the longest time between two frames in milliseconds.
MODEL = """
async (first) => {
  const values = { speed: 64, counts: true, ...first };
  const heard = {};
  const model = {
    get: (name) => values[name],
    set(name, value) {
      values[name] = value;
      for (const hear of [...(heard[`change:${name}`] ?? [])]) hear();
    },
    save_changes() {},
    on: (name, hear) => (heard[name] ??= []).push(hear),
    off: (name, hear) => (heard[name] = (heard[name] ?? []).filter((other) => other !== hear)),
    async send(message) {
      model.set("view", JSON.parse(await window.python(JSON.stringify(message))));
    },
  };
  window.model = model;
  window.flashes = [];
  new MutationObserver((records) => {
    for (const { addedNodes, target } of records)
      for (const node of addedNodes)
        if (node.className === "mb-glow") window.flashes.push(Number(target.dataset.slot ?? -1));
  }).observe(document.body, { childList: true, subtree: true });
  const url = URL.createObjectURL(new Blob([first.module], { type: "text/javascript" }));
  const el = document.getElementById("root");
  window.closeBoard = (await import(url)).default.render({ model, el });
  window.longest = 0;
  let last = null;
  const tick = (now) => {
    if (last !== null) window.longest = Math.max(window.longest, now - last);
    last = now;
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}
"""


def chromium_path() -> str | None:
    """Chromium of the system; Debian's package is installed where it is missing and can be."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None and shutil.which("apt-get") and os.geteuid() == 0:
        for arguments in (["update"], ["install", "--yes", "--no-install-recommends", "chromium"]):
            subprocess.run(  # noqa: S603
                ["apt-get", "--quiet", *arguments],  # noqa: S607
                check=False,
                capture_output=True,
            )
        found = shutil.which("chromium")
    return found


@contextmanager
def chromium(path: str) -> Iterator[Browser]:
    """A headless browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module", name="browser")
def board_browser() -> Iterator[Browser]:
    """A browser for all tests of a file."""
    path = chromium_path()
    if path is None:
        pytest.skip("THE BOARD IS NOT TESTED: Chromium is missing and cannot be installed here")
    with chromium(path) as found:
        yield found


@pytest.fixture(name="page")
def board_tab(browser: Browser) -> Iterator[Page]:
    """A page that takes touches; whatever goes wrong in it fails the test."""
    context = browser.new_context(viewport={"width": 1000, "height": 900}, has_touch=True)
    found = context.new_page()
    faults: list[str] = []
    found.on("pageerror", lambda error: faults.append(str(error)))
    found.on("console", lambda message: faults.append(message.text))
    yield found
    context.close()
    assert faults == []


class BoardPage:
    """A page with a board on it, and the session behind."""

    def __init__(
        self, page: Page, session: Session, *, unfolded: bool = True, **traits: Any
    ) -> None:
        self.page = page
        self.session = session
        self.rested = session.serial
        self.messages: list[dict[str, Any]] = []
        page.set_content(PAGE)
        page.expose_function("python", self._asked)
        first = {"view": session.view(), "texts": session.texts, "module": script(), **traits}
        page.evaluate(MODEL, json.loads(json.dumps(first)))
        if unfolded:
            page.evaluate("document.querySelectorAll('.mb-fold').forEach((it) => (it.open = true))")

    def _asked(self, text: str) -> str:
        message = json.loads(text)
        self.messages.append(message)
        self.session.handle(message)
        return json.dumps(self.session.view())

    @property
    def shown(self) -> list[int]:
        """The seeds that are drawn, slot by slot; slots that the board does not have hold 0."""
        found: dict[int, int] = {
            int(slot): int(n)
            for slot, n in self.page.evaluate(
                """() => [...document.querySelectorAll(".mb-slot")].map((slot) =>
                    [slot.dataset.slot, slot.querySelector(".mb-badge").textContent])"""
            )
        }
        return [found.get(slot, 0) for slot in range(2 * self.session.rules.pits_per_side + 4)]

    def slot(self, number: int) -> Any:
        """A pit, store or reserve."""
        return self.page.locator(f'.mb-slot[data-slot="{number}"]')

    def says(self, text: str) -> None:
        """Wait until the status line holds this text."""
        expect(self.page.locator(".mb-words")).to_contain_text(text, timeout=15_000)

    def rests(self) -> None:
        """Wait until a person is to move, or the game is over, and all is shown."""
        self.page.wait_for_function(
            """(serial) => {
                const { dataset } = document.querySelector(".mancalab");
                return ["manual", "over"].includes(dataset.turn) && dataset.serial > serial;
            }""",
            arg=self.rested,
        )
        self.rested = self.session.serial

    def press(self, name: str) -> None:
        """Press one of the buttons below the board."""
        self.page.locator(f".mb-{name}").click()
