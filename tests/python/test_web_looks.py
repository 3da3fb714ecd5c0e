"""The web page on a phone and on a desk, light and dark: readable by everybody, nothing cut off."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, expect

from web_page import ROOT, WebPage, opened

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.timeout(1800),  # the first test compiles the engine
    pytest.mark.usefixtures("web_built"),
]

AXE = ROOT / "target" / "web" / "node_modules" / "axe-core" / "axe.min.js"
SIZES = {"phone": (360, 740), "desk": (1280, 900)}
PANELS = ("explore", "measure", "rules", "own")
SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture(scope="module")
def axe() -> Path:
    """axe-core, which looks for what keeps people from using a page; npm brings it."""
    if not AXE.exists():
        npm = shutil.which("npm")
        if npm is None:
            pytest.skip("THE WEB PAGE IS NOT TESTED FOR ACCESS: npm is not installed")
        folder = AXE.parents[2]
        install: list[str | Path] = [npm, "install", "--no-save", "--prefix", folder, "axe-core@4"]
        subprocess.run(install, check=True, capture_output=True)  # noqa: S603
    return AXE


def used(web: WebPage, panel: str) -> None:
    """Bring a panel into the state in which it says most."""
    web.panel(panel)
    if panel == "explore":
        web.page.locator(".mw-explorer select").select_option("3")
        status = web.page.locator(".mw-explorer .mw-status")
        expect(status).to_contain_text("Not solved", timeout=60_000)
        web.page.locator(".mw-more").nth(2).click()
        expect(web.page.locator(".mw-moves .mw-moves .mw-play").first).to_be_visible()
    elif panel == "measure":
        web.page.get_by_role("button", name="Measure").click()
        expect(web.page.locator(".mw-table")).to_be_visible()
    elif panel == "rules":
        web.page.locator(".mw-rules summary").first.click()
        web.page.locator(".mw-rules summary").last.click()
    else:
        web.page.locator("#own-game").fill("name = 'mine'\n[board]\nrows = 3\ncolums = 6\n")
        expect(web.page.locator(".mw-faults .mw-fault").first).to_be_visible()


@pytest.mark.parametrize("panel", PANELS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_nobody_is_kept_out_and_nothing_is_cut(
    browser: Browser, axe: Path, size: str, scheme: Literal["light", "dark"], panel: str
) -> None:
    width, height = SIZES[size]
    view = {"width": width, "height": height}
    with opened(browser, viewport=view, color_scheme=scheme, bypass_csp=True) as web:
        used(web, panel)
        web.page.add_script_tag(path=axe)
        found = web.page.evaluate("axe.run()")
        broken = [
            (rule["id"], node["html"]) for rule in found["violations"] for node in rule["nodes"]
        ]
        assert broken == []
        assert web.page.evaluate(SIDEWAYS) <= 0
        assert web.errors == []


@pytest.mark.parametrize("name", ["chuba", "bao-ki-arabu", "oware", "pratt"])
def test_every_board_fits_a_phone(browser: Browser, name: str) -> None:
    with opened(browser, viewport={"width": 360, "height": 740}) as web:
        web.session({"do": "game", "name": name})
        expect(web.page.locator("#board .mb-pit").first).to_be_visible()
        assert web.page.evaluate(SIDEWAYS) <= 0


def test_eleven_pits_are_seen_whole_on_a_phone(browser: Browser) -> None:
    with opened(browser, viewport={"width": 375, "height": 740}) as web:
        web.session({"do": "game", "name": "chuba"})
        expect(web.page.locator("#board .mb-pit")).to_have_count(44)
        place = "document.querySelector('.mb-place')"
        assert web.page.evaluate(f"{place}.scrollWidth - {place}.clientWidth") == 0


def test_tabs_are_chosen_by_keys(browser: Browser) -> None:
    with opened(browser) as web:
        web.page.locator("#tab-explore").focus()
        for key, panel in (("ArrowLeft", "own"), ("Home", "explore"), ("ArrowRight", "measure")):
            web.page.keyboard.press(key)
            expect(web.page.locator(f"#tab-{panel}")).to_be_focused()
            expect(web.page.locator(f"#panel-{panel}")).to_be_visible()
