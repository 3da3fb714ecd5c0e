"""The board's module in a real browser, with a game in Python behind it."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page, expect

from browsers import answer
from mancalab._browser.bundle import script, style
from mancalab.widget.session import Session


def page_with(css: str) -> str:
    """A page with a place for a board."""
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Board</title><style>{css}</style></head>
<body><main><h1>Board</h1><div id="root"></div></main></body></html>"""


PAGE = page_with(style())

# A model as anywidget has it, whose messages go to `window.python` and whose answer is the view.
# It also writes down every flash.
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
}
"""


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
        answer(page, self._asked)
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

    def shows_all(self) -> None:
        """Have the board ask for what is new, and wait until it shows it."""
        self.page.evaluate("window.model.send({})")
        self.page.wait_for_function(
            """(serial) => {
                const { dataset } = document.querySelector(".mancalab");
                return dataset.turn !== "moving" && Number(dataset.serial) === serial;
            }""",
            arg=self.session.serial,
        )

    def press(self, name: str) -> None:
        """Press one of the buttons below the board."""
        self.page.locator(f".mb-{name}").click()
