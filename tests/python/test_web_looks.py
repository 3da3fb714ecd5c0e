"""The web page on a phone and on a desk, light and dark, in every language.

It is readable by everybody, and nothing is cut off.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, expect

import mancalab as mc
from mancalab._browser.slots import claims, counts, marks
from mancalab._browser.texts import LANGUAGES
from mark_cases import claimed
from web_page import ROOT, WebPage, opened
from web_sources import BUILD, UNMARKED, marked, unmarked

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.timeout(1800),  # the first test compiles the engine
    pytest.mark.usefixtures("web_built"),
]

AXE = ROOT / "target" / "web" / "node_modules" / "axe-core" / "axe.min.js"
SIZES = {"phone": (360, 740), "desk": (1280, 900)}
PANELS = ("explore", "measure", "rules", "own")
CASES = [
    *((size, scheme, language) for size in SIZES for scheme in ("light", "dark")
      for language in ("en", "de")),
    *(("phone", "light", language) for language in LANGUAGES if language not in {"en", "de"}),
]  # fmt: skip
"""All in German too, whose words are long; the other languages where it is narrow."""
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
        stopped = web.page.locator(".mw-explorer .mw-button").first
        expect(stopped).to_be_enabled()
        expect(stopped).to_be_disabled(timeout=60_000)  # nothing is searched any more
        web.page.locator(".mw-more").nth(2).click()
        expect(web.page.locator(".mw-moves .mw-moves .mw-play").first).to_be_visible()
    elif panel == "measure":
        web.page.locator(".mw-measure .mw-button").first.click()
        expect(web.page.locator(".mw-table")).to_be_visible()
    elif panel == "rules":
        web.page.locator(".mw-rules summary").first.click()
        web.page.locator(".mw-rules summary").last.click()
    else:
        web.page.locator("#own-game").fill("name = 'mine'\n[board]\nrows = 3\ncolums = 6\n")
        expect(web.page.locator(".mw-faults .mw-fault").first).to_be_visible()


def speak(web: WebPage, language: str) -> None:
    """Choose a language as a visitor does."""
    web.page.locator("header select").select_option(language)
    expect(web.page.locator("html")).to_have_attribute("lang", language)


@pytest.mark.parametrize("panel", PANELS)
@pytest.mark.parametrize(("size", "scheme", "language"), CASES)
def test_nobody_is_kept_out_and_nothing_is_cut(
    browser: Browser,
    axe: Path,
    size: str,
    scheme: Literal["light", "dark"],
    language: str,
    panel: str,
) -> None:
    width, height = SIZES[size]
    view = {"width": width, "height": height}
    with opened(browser, viewport=view, color_scheme=scheme, bypass_csp=True) as web:
        speak(web, language)
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


# Languages


def test_a_language_is_chosen_for_the_whole_page_and_remembered(browser: Browser) -> None:
    """What was done on the page is still there, in other words."""
    with opened(browser, locale="en-GB") as web:
        web.session({"do": "player", "side": 1, "name": "manual"})
        web.session({"do": "play", "action": 2})
        used(web, "own")
        used(web, "measure")
        expect(web.page.locator(".mw-measure .mw-status")).to_contain_text("10,000 games")
        speak(web, "de")
        assert web.view()["ply"] == 1
        expect(web.page.locator("#board .mb-status")).to_contain_text("Süd ist noch einmal am Zug")
        expect(web.page.locator("#board .mancalab")).to_have_attribute("lang", "de")
        expect(web.page.locator("#tab-explore")).to_have_text("Erkunden")
        expect(web.page.locator(".mw-measure .mw-status")).to_contain_text("10.000 Partien")
        expect(web.page.locator(".mw-table td:nth-child(3)").first).to_contain_text(",")
        web.panel("own")
        expect(web.page.locator("#own-game")).to_have_value("""name = 'mine'
[board]
rows = 3
colums = 6
""")
        expect(web.page.locator(".mw-own .mw-status")).to_contain_text("Fehler:")
        web.page.reload()
        web.page.wait_for_selector("body[data-ready]")
        expect(web.page.locator("html")).to_have_attribute("lang", "de")
        expect(web.page.locator("header select")).to_have_value("de")
        expect(web.page.locator("#board .mb-new")).to_have_text("Neues Spiel")
        assert web.errors == []


@pytest.mark.parametrize(
    ("locale", "language"), [("pt-BR", "pt"), ("sw-KE", "sw"), ("fi-FI", "en")]
)
def test_the_language_of_the_browser_comes_first(
    browser: Browser, locale: str, language: str
) -> None:
    with opened(browser, locale=locale) as web:
        expect(web.page.locator("html")).to_have_attribute("lang", language)
        about = BUILD.texts(language)["page.about"]
        expect(web.page.locator("header p")).to_have_text(about)


@pytest.mark.parametrize("language", LANGUAGES)
def test_claims_are_named_in_every_language(browser: Browser, language: str) -> None:
    state, texts = claimed(), BUILD.texts(language)
    held = {"counts": counts(state), "marks": marks(state), "claims": claims(state)}
    with opened(browser, locale="en-GB") as web:
        speak(web, language)
        web.session({"do": "game", "name": state.rules.name})
        web.session({"do": "position", **held, "side": state.to_move})
        pits = web.page.locator("#board .mb-claimed .mb-said")
        expect(pits).to_contain_text([texts["claimed"]] * 3)
        web.page.locator("#board .mb-legend summary").click()
        expect(web.page.locator("#board .mb-key-claimed")).to_have_text(texts["legend.claimed"])
        web.page.locator("#board .mb-extras summary").click()
        web.page.locator("#board .mb-edit").click()
        expect(web.page.get_by_label(texts["claimed"], exact=True)).to_be_visible()
        assert web.errors == []


MARK = """
(marked) => {
  const { words } = window.mancalab;
  const texts = words.languages.de;
  Object.assign(texts, marked);
  words.choose("de");
}
"""


@pytest.mark.parametrize("panel", PANELS)
def test_the_page_speaks_the_language_throughout(browser: Browser, panel: str) -> None:
    known = {rules.title for rules in mc.catalogue.values()}
    known |= {"mancalab", *(BUILD.texts(one)["language.name"] for one in LANGUAGES)}
    with opened(browser, locale="en-GB") as web:
        used(web, panel)  # what has been said is said again
        web.page.evaluate(MARK, marked(BUILD.texts("de")))
        said = web.page.evaluate(UNMARKED)
        assert len([text for text in said if "«" in text]) > 100
        assert unmarked(said, known) == []
        used(web, panel)
        seeds = [1] * 16
        web.session({"do": "position", "counts": seeds, "marks": [], "side": 0})
        expect(web.page.locator("#board .mb-fault [lang=en]")).to_contain_text("reserves")
        web.session({"do": "load", "text": "{}"})
        expect(web.page.locator("#board .mb-fault")).to_contain_text("format")
        known |= {"format", "mancalab record"}  # as the file has to say them
        assert unmarked(web.page.evaluate(UNMARKED), known) == []
        assert web.errors == []
