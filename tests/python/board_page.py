"""The board's module in a real browser, with a game in Python behind it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from mancalab.widget.html import script, style
from mancalab.widget.session import Session

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")

PAGE = f"""<!doctype html>
<html><head><meta charset="utf-8"><style>body {{ margin: 12px }} {style()}</style></head>
<body><div id="root"></div></body></html>"""

MODEL = """
async (first) => {
  const values = { speed: 16, counts: false, ...first };
  const heard = {};
  const model = {
    get: (name) => values[name],
    set(name, value) {
      values[name] = value;
      for (const hear of [...(heard[`change:${name}`] ?? [])]) hear();
    },
    save_changes: () => window.python(JSON.stringify({ saved: values.speed })),
    on: (name, hear) => (heard[name] ??= []).push(hear),
    off: (name, hear) => (heard[name] = (heard[name] ?? []).filter((other) => other !== hear)),
    async send(message) {
      model.set("view", JSON.parse(await window.python(JSON.stringify(message))));
    },
  };
  window.model = model;
  const url = URL.createObjectURL(new Blob([first.module], { type: "text/javascript" }));
  const board = (await import(url)).default;
  const el = document.getElementById("root");
  window.close_board = board.render({ model, el });
  // The longest time between two frames, in milliseconds.
  window.longest = 0;
  let last = performance.now();
  const tick = (now) => {
    window.longest = Math.max(window.longest, now - last);
    last = now;
    requestAnimationFrame(tick);
  };
  requestAnimationFrame((now) => { last = now; requestAnimationFrame(tick); });
}
"""


@contextmanager
def chromium() -> Iterator[Browser]:
    """A headless Chromium of the system."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


class Board:
    """A page with a board on it, and the session behind."""

    def __init__(self, page: Page, session: Session, **traits: Any) -> None:
        self.page = page
        self.session = session
        self.messages: list[dict[str, Any]] = []
        page.set_content(PAGE)
        page.expose_function("python", self._asked)
        first = {
            "view": session.view(),
            "texts": session.texts,
            "module": script(),
            **traits,
        }
        page.evaluate(MODEL, json.loads(json.dumps(first)))

    def _asked(self, text: str) -> str:
        message = json.loads(text)
        self.messages.append(message)
        if "do" in message:
            self.session.handle(message)
        return json.dumps(self.session.view())
