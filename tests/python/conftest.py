"""How much is tried, `fast` (every run) or `nightly` (by MANCALAB_PROFILE), and the browser."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import settings

import mancalab as mc

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PROFILE = os.environ.get("MANCALAB_PROFILE", "fast")

# A slow machine is no failure: pytest's timeout stops what hangs.
settings.register_profile("fast", deadline=None, max_examples=50, derandomize=True)
settings.register_profile("nightly", deadline=None, max_examples=2_000, print_blob=True)
settings.load_profile(PROFILE)

# Figures are drawn without a screen.
os.environ["MPLBACKEND"] = "Agg"


def pytest_report_header() -> str:
    return f"mancalab {mc.__version__}, numpy {np.__version__}, profile {PROFILE}"


# What follows imports Playwright only where a test asks for it: that takes a while.


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests in a browser come last: its loop runs on, and others could not start one of theirs."""
    items.sort(key=lambda item: "browser" in getattr(item, "fixturenames", ()))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A browser for all tests."""
    from browsers import chromium, chromium_path

    path = chromium_path()
    if path is None:
        pytest.skip("THE PAGES ARE NOT TESTED: Chromium is missing and cannot be installed here")
    with chromium(path) as found:
        yield found


@pytest.fixture(scope="session")
def web_built() -> None:
    """The web page, built from the sources as they are."""
    from web_page import built

    built()


@pytest.fixture(scope="session")
def tab(browser: Browser) -> Iterator[Page]:
    """A tab for all tests that leave it empty."""
    from browsers import opened_tab

    with opened_tab(browser) as found:
        yield found


@pytest.fixture
def page(tab: Page) -> Iterator[Page]:
    """The tab, empty; whatever goes wrong in it fails the test."""
    from browsers import emptied

    with emptied(tab) as found:
        yield found
