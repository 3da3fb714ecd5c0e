"""What stands beside the board speaks every language of the board, and nothing else."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page

import mancalab as mc
from board_page import MODEL, page_with
from browsers import answer
from mancalab._browser.bundle import script, style
from mancalab._browser.texts import LANGUAGES, Language, fields, table, translated
from mancalab._puzzles.page import page_html
from mancalab.widget import Explorer
from mancalab.widget.sources import Worth
from mancalab.widget.tree import status
from web_sources import BUILD, ROOT, UNMARKED, WEB, marked, modules, unmarked

PACKAGE = Path(mc.__file__).parent
FOLDERS = {
    "explorer": PACKAGE / "_browser/languages/explorer",
    "puzzles": PACKAGE / "_browser/languages/puzzles",
    "page": WEB / "languages",
}
OTHERS = [language for language in LANGUAGES if language != "en"]


def read(part: str, language: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((FOLDERS[part] / f"{language}.json").read_text("utf-8"))
    return found


@pytest.mark.parametrize("part", FOLDERS)
def test_there_is_one_file_for_each_language(part: str) -> None:
    assert {path.stem for path in FOLDERS[part].iterdir()} == set(LANGUAGES)


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("part", FOLDERS)
def test_every_language_says_everything(part: str, language: str) -> None:
    english, texts = read(part, "en"), read(part, language)
    assert list(texts) == list(english)
    for key, text in texts.items():
        assert text.strip(), key
        assert fields(text) == fields(english[key]), key
    same = [key for key, text in texts.items() if text == english[key] and len(text) > 12]
    assert not [key for key in same if not fields(english[key])]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_has_two_owners(language: Language) -> None:
    parts = [table(language), *(read(part, language) for part in FOLDERS)]
    assert len(BUILD.texts(language)) == sum(map(len, parts)) - len(read("puzzles", language))
    assert len(set[str]().union(*parts)) == sum(map(len, parts))


def test_texts_are_all_used_and_all_there() -> None:
    rooms = (PACKAGE / "widget", PACKAGE / "_puzzles", PACKAGE / "_base", WEB)
    python = [path.read_text("utf-8") for room in rooms for path in room.glob("*.py")]
    code = "\n".join([*python, *modules().values()])
    keys = {key for part in FOLDERS for key in read(part, "en")}
    for key in keys:
        family, _, word = key.rpartition(".")
        built = f"`{family}.${{" in code and re.search(rf'["(]{word.removesuffix("s")}s?"', code)
        written = family == "puzzles" and f"{{said[{word}]}}" in code
        # What a module of the page takes by its field.
        taken = re.search(rf"\btexts\.{re.escape(key)}\b", code)
        assert re.search(rf"[\"']{re.escape(key)}[\"']", code) or built or written or taken, key
    families = "|".join({key.split(".")[0] for key in keys if "." in key})
    asked = set(re.findall(rf'"((?:{families})\.[a-z_.1]+)(?<!css)(?<!html)"', code))
    assert asked <= keys | set(table())
    assert len(asked) > 80


# English that would be seen

LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`')
NOT_SEEN = {
    *("ArrowLeft", "ArrowRight", "Home", "End", "Escape"),
    *("Random", "Greedy", "AlphaBeta(4)"),  # names
    *("mancalab language", "first board"),  # names within the browser
    '"greedy", "greedy"',
}


def sentences(script: str) -> list[str]:
    """The literals of a script that a person would read."""
    code = re.sub(r"^\s*//.*$|(?<=[;{,)]) // .*$", "", script, flags=re.MULTILINE)
    code = re.sub(r"\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}", "1", code)
    found = []
    for quoted, template in LITERAL.findall(code):
        text = quoted or template
        words = " ".join(word for word in text.split() if not re.match(r"[.#:\[]|m[wb]-", word))
        if re.search(r"[A-Za-z]{2,} [a-z]{2,}|^[A-Z][a-z]+", words) and text not in NOT_SEEN:
            found.append(text)
    return found


def test_sentences_are_found_in_a_script() -> None:
    assert sentences('make("p", "mw-note", "Open a sentence");') == ["Open a sentence"]
    assert sentences('button("Stop", press, "mw-more mw-play");') == ["Stop"]
    assert sentences("say(`Not solved in ${n} seconds.`);") == ["Not solved in 1 seconds."]
    assert sentences('a.matches(".mw-more, #own"); // "Not seen by anybody"') == []


@pytest.mark.parametrize("name", sorted(modules()))
def test_no_module_has_words_of_its_own(name: str) -> None:
    assert sentences(modules()[name]) == []


# In a browser


def test_the_explorer_of_a_notebook_speaks_the_language_throughout(page: Page) -> None:
    texts = marked(translated(None, "de", "explorer"))
    explorer = Explorer("kalah columns=3 seeds=2", language="de", texts=texts)
    explorer.evaluate()
    explorer.handle({"do": "expand", "line": [1], "ply": 0})
    explorer.handle({"do": "position", "counts": [1] * 10, "marks": [], "side": 0, "ply": 0})
    assert explorer.view["quoted"] in explorer.view["fault"]
    page.set_content(page_with(style("explorer")))
    answer(page, lambda _text: json.dumps(explorer.view))
    traits = {name: getattr(explorer, name) for name in ("view", "tree", "texts", "limits", "time")}
    page.evaluate(MODEL, json.loads(json.dumps({**traits, "module": script("exploring")})))
    said = page.evaluate(UNMARKED)
    assert len([text for text in said if "«" in text]) > 100
    titles = {rules.title for rules in mc.catalogue.values()}
    assert unmarked(said, {"Board", *titles}) == []  # the heading of the page of this test
    assert page.locator(".mb-fault [lang=en]").text_content() == explorer.view["quoted"]
    for part in (".mw-explorer", ".mw-beside .mancalab"):
        assert page.locator(part).get_attribute("lang") == "de"


def test_a_page_of_puzzles_speaks_the_language_throughout(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = mc.puzzles("kalah", n=2, seed=4)
    texts = marked(table("de", "explorer", "puzzles"))
    monkeypatch.setattr("mancalab._puzzles.page.table", lambda *_parts: texts)
    file = tmp_path / "puzzles.html"
    file.write_text(page_html(found.rules, found, "de"), "utf-8")
    page.goto(file.as_uri())
    page.locator("#tell").click()
    page.locator(".mb-slot.mb-playable").first.click()
    page.wait_for_selector(".mb-status:has-text('«')")
    said = page.evaluate(UNMARKED)
    assert len([text for text in said if "«" in text]) > 30
    assert unmarked(said, {found.rules.title}) == []
    assert page.locator("html").get_attribute("lang") == "de"


def test_what_is_said_besides_the_texts_is_found(page: Page) -> None:
    page.set_content(
        "<p>«Neues Spiel»</p><p>Not marked</p><p lang=en>English</p><i title='Seen'>«a»Kalah: 3</i>"
        "<label lang=en title='English'><b lang=de>Within</b></label><p>«Fehler: »the pit</p>"
    )
    assert unmarked(page.evaluate(UNMARKED), {"Kalah"}) == [
        "Not marked", "Within", "«Fehler: »the pit", "Seen",
    ]  # fmt: skip
    assert marked({"a": "{side} wins by {seeds} at least", "lang": "de"}) == {
        "a": "{side}« wins by »{seeds}« at least»",
        "lang": "de",
    }


@pytest.mark.parametrize(
    ("by", "said"),
    [
        ("the solver", "den Löser"),
        ("the table and the solver", "die Tabelle und den Löser"),
        ("the solution given", "die gegebene Lösung"),
    ],
)
def test_who_proved_a_value_is_said_in_the_language(by: str, said: str) -> None:
    state = mc.rules("kalah").start()
    worth = Worth(state, dict.fromkeys(state.legal_actions, (1, 1)), by=by)
    text = f"Genau: Der Wert jedes Zuges ist bewiesen (durch {said})."
    assert status(worth, table("de", "explorer")) == text


def test_the_page_takes_its_numbers_from_the_package() -> None:
    taken = re.findall(r'import \{([^}]*)\} from "./constants.js"', "".join(modules().values()))
    names = {name.strip() for line in taken for name in line.split(",")}
    assert names == set(BUILD.constants.CONSTANTS)
    assert "export const DECIDED = 10000;" in BUILD.module("constants")


def test_pages_are_asked_for_in_a_language() -> None:
    found = mc.puzzles("kalah", n=1, seed=4)
    text = found.page_html(language="fr")
    assert '<html lang="fr">' in text
    assert "Montrer la réponse" in text
    value = found[0].values[found[0].action]
    side = ("Süd", "Nord")[found[0].state.to_move]
    assert found[0].words(found[0].action, "de").startswith(f"{side} gewinnt mit {value} Same")
    said = "language = 'xx': allowed are 'en', 'fr', 'es'"
    with pytest.raises(ValueError, match=said):
        found.page_html(language="xx")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=said):
        Explorer("kalah", language="xx")  # type: ignore[call-overload]
    with pytest.raises(ValueError, match="part = 'all': allowed are 'explorer', 'puzzles'"):
        table("en", "all")  # type: ignore[arg-type]
    assert (ROOT / "web/languages/sw.json").exists()
