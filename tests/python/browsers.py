"""Headless Chromium: found or installed, with one tab for all tests."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")
SIZE: ViewportSize = {"width": 1000, "height": 900}

_HEARERS: dict[Page, Callable[[str], str]] = {}
"""Who answers `window.python(text)` in a tab."""


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


@contextmanager
def opened_tab(browser: Browser) -> Iterator[Page]:
    """A tab that takes touches, and in which `window.python` calls what `answer` names."""
    context = browser.new_context(viewport=SIZE, has_touch=True)
    context.expose_binding("python", lambda source, text: _HEARERS[source["page"]](text))
    yield context.new_page()
    context.close()


def answer(page: Page, hear: Callable[[str], str]) -> None:
    """Let a function answer what the page asks Python."""
    _HEARERS[page] = hear


@contextmanager
def emptied(page: Page) -> Iterator[Page]:
    """A tab for one test: as new again after it; whatever goes wrong in it fails the test."""
    faults: list[str] = []

    def fault(error: Any) -> None:
        faults.append(str(error))

    def console(message: Any) -> None:
        faults.append(message.text)

    page.on("pageerror", fault)
    page.on("console", console)
    yield page
    # First the tab is emptied, so that nothing of this test is heard in the next one.
    page.goto("about:blank")
    for other in page.context.pages:
        if other is not page:
            other.close()
    _HEARERS.clear()
    page.unroute_all()
    page.remove_listener("pageerror", fault)
    page.remove_listener("console", console)
    page.emulate_media(color_scheme="light", reduced_motion="no-preference")
    page.set_viewport_size(SIZE)
    page.mouse.move(0, 0)
    assert not faults, "\n".join(faults)
