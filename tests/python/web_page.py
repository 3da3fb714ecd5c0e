"""The web page in a real browser."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "web" / "mancalab.html"
ENGINE = ROOT / "target/web/wasm32-unknown-unknown/release/mancalab_web.wasm"
NO_COMPILER = 3
"""What `web/compile.sh` ends with where no compiler for WebAssembly is installed."""
MOST_LOOKS = 1200
"""Tenths of a second that a game may take."""


def built() -> Path:
    """The page, built from the sources as they are; skips the test where it cannot be built."""
    done = subprocess.run(  # noqa: S603
        [ROOT / "web" / "compile.sh"], check=False, capture_output=True, text=True
    )
    if done.returncode == NO_COMPILER:
        pytest.skip(f"THE WEB PAGE IS NOT TESTED: {done.stderr.strip()}")
    assert done.returncode == 0, done.stderr
    build: list[str | Path] = [sys.executable, ROOT / "web" / "build.py", ENGINE, PAGE]
    subprocess.run(build, check=True, capture_output=True, env={**os.environ})  # noqa: S603
    return PAGE


class WebPage:
    """The page, ready, and what it asked for besides itself."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.requests: list[str] = []
        self.errors: list[str] = []
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda message: self._console(message.type, message.text))
        page.goto(PAGE.as_uri())
        page.wait_for_selector("#panels .mw-tab, #board:not(:empty)", timeout=30_000)
        assert self.errors == []
        page.wait_for_selector("body[data-ready]", timeout=30_000)

    def _console(self, kind: str, text: str) -> None:
        if kind == "error":
            self.errors.append(text)

    def ask(self, request: dict[str, Any], engine: str = "reader") -> Any:
        """The answer of one of the page's engines."""
        call = "([name, request]) => window.mancalab.engines[name].ask(request)"
        return self.page.evaluate(call, [engine, request])

    def session(self, request: dict[str, Any]) -> None:
        """Ask the board's model for something, as the board does, and wait for it."""
        self.page.evaluate("(request) => window.mancalab.session.ask(request)", request)

    def view(self) -> dict[str, Any]:
        """What the board shows."""
        text = self.page.evaluate("JSON.stringify(window.mancalab.session.view)")
        found: dict[str, Any] = json.loads(text)
        return found

    def until(self, turn: str, plies: int = 0) -> dict[str, Any]:
        """Wait until the board is "over" or waits for a person ("manual"): the view then.

        `plies`: of so many actions or more, as a click may not have been answered yet.
        """
        for _ in range(MOST_LOOKS):
            view = self.view()
            if view["turn"] == turn and view["ply"] >= plies:
                return view
            self.page.wait_for_timeout(100)
        raise AssertionError(f"the turn is {view['turn']!r} after {view['ply']} actions")

    def panel(self, name: str) -> None:
        """Show one of the panels: "explore", "measure", "rules" or "own"."""
        self.page.click(f"#tab-{name}")


@contextmanager
def opened(browser: Browser, **context: Any) -> Iterator[WebPage]:
    """The page in a window of its own."""
    window = browser.new_context(**context)
    yield WebPage(window.new_page())
    window.close()


@contextmanager
def opened_for_games(browser: Browser) -> Iterator[WebPage]:
    """The same, where games pass quickly; at the end there must have been no errors."""
    with opened(browser, viewport={"width": 1280, "height": 900}) as found:
        found.page.evaluate("window.mancalab.session.wish('speed', 1000)")
        found.panel("rules")  # where nothing is searched
        yield found
        assert found.errors == []
