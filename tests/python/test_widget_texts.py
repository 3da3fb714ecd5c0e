"""The texts of the board, its files, and the pages that replay a game."""

from __future__ import annotations

import json
import random
import re
import string
from pathlib import Path
from typing import Any

import pytest

import mancalab as mc
from mancalab._browser.bundle import script
from mancalab._browser.slots import counts
from mancalab._browser.texts import LANGUAGES, TEXTS, Language, fields, table, translated
from mancalab._core import _reasons
from mancalab.widget.html import replay_html
from mancalab.widget.session import Session

ROOT = Path(__file__).parents[2]
PACKAGE = Path(mc.__file__).parent
ROOMS = (PACKAGE / "_browser", PACKAGE / "widget")
JS = sorted((PACKAGE / "_browser/js").glob("*.js"))

# Texts


def test_texts_are_all_used_and_all_there() -> None:
    files = [path for room in ROOMS for path in room.glob("*.py") if path.name != "texts.py"]
    code = "".join(path.read_text(encoding="utf-8") for path in (*files, *JS))
    table = (PACKAGE / "_browser/texts.py").read_text(encoding="utf-8")
    helpers = re.findall(r'(?:texts\["|say\(texts, ")([^"{]+)"', table)
    # The next test has these; those of steps are tested with the events.
    families = "side option value end result way step level tray legend was"
    built = tuple(f"{family}." for family in families.split())
    for key in TEXTS:
        word = key.rpartition(".")[2]
        direct = f'"{key}"' in code or re.search(rf"texts\.{re.escape(key)}\b", code)
        assert direct or key in helpers or key.startswith(built) or f'"{word}"' in code, key
    named = r'(?:texts\["|filled\((?:this\.)?texts, "|\.texts, ")([^"]+)"'
    asked = set(re.findall(named, script()))
    asked |= set(re.findall(r"\btexts\.(\w+)", script()))
    assert asked
    assert asked <= set(TEXTS)


def test_the_parts_of_the_table_that_are_built_match_the_engine() -> None:
    options = {name: one for rules in mc.catalogue.values() for name, one in rules.options.items()}
    values = {value for one in options.values() for value in one.allowed if isinstance(value, str)}
    built = {
        *(f"end.{reason}" for reason in _reasons()),
        *(f"result.{result}" for result in ("won", "draw", "void", "truncated")),
        *(f"option.{name}" for name in options),
        *(f"value.{value}" for value in values),
    }
    families = ("end.", "result.", "option.", "value.")
    # Some values mean another thing in another option.
    special = {key for key in TEXTS if key.startswith("value.") and key.count(".") == 2}
    assert built == {key for key in TEXTS if key.startswith(families)} - special
    for key in special:
        _, name, value = key.split(".")
        assert value in {one for rules in mc.catalogue.values() if name in rules.options
                         for one in rules.options[name].allowed}  # fmt: skip


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
def test_every_language_says_everything(language: Language) -> None:
    texts = table(language)
    assert set(texts) == set(TEXTS)
    for key, text in texts.items():
        assert text.strip(), key
        assert fields(text) == fields(TEXTS[key]), key
    same = [key for key, text in texts.items() if text == TEXTS[key] and len(text) > 12]
    assert not [key for key in same if not fields(TEXTS[key])]


def test_there_is_one_file_for_each_language() -> None:
    files = {path.stem for path in (PACKAGE / "_browser/languages").glob("*.json")}
    assert files == set(LANGUAGES)


def test_the_board_speaks_the_language_that_is_asked_for() -> None:
    session = Session("kalah", language="de", texts={"new": "Von vorn"})
    assert session.view()["status"] == "Süd ist am Zug: Wählen Sie eine Mulde."
    assert (session.texts["undo"], session.texts["new"]) == ("Rückgängig", "Von vorn")
    page = mc.Record.from_actions("kalah", [2]).to_html(language="fr")
    assert '<html lang="fr">' in page
    assert "Sud rejoue" in page
    with pytest.raises(ValueError, match="language = 'xx': allowed are 'en', 'fr', 'es'"):
        Session("kalah", language="xx")  # type: ignore[arg-type]


def test_a_translation_is_spoken_throughout() -> None:
    marked = {key: f"«{text}»" for key, text in TEXTS.items()}
    session = Session("chuba", texts=marked)
    session.play(13)
    view = session.view()
    assert view["status"].startswith("«")
    assert all(not step.text or step.text.startswith("«") for step in session.moves[-1]["steps"])
    assert all(option["label"].startswith("«") for option in view["setup"]["options"])
    fields = string.Formatter()
    for key, text in translated(marked).items():
        names = {name for _, name, _, _ in fields.parse(text) if name}
        assert names == {name for _, name, _, _ in fields.parse(TEXTS[key]) if name}


def test_texts_that_cannot_be_filled_in_are_refused() -> None:
    with pytest.raises(TypeError, match=r"texts\['undo'\]: a str is needed, not int"):
        Session("kalah", texts={"undo": 3})  # type: ignore[dict-item]
    with pytest.raises(ValueError, match=r"texts\['pit'\] = .* allowed are \{pit\}, \{side\}"):
        Session("kalah", texts={"pit": "{sied} {pit}"})
    with pytest.raises(ValueError, match=r"texts\['pit'\] = '\{side': "):
        Session("kalah", texts={"pit": "{side"})


# Pages


def test_the_modules_are_small_and_ask_for_nothing() -> None:
    assert JS
    for path in (*JS, PACKAGE / "_browser/board.css"):
        text = path.read_text(encoding="utf-8")
        assert text.count("\n") < 400
        assert "import(" not in text
        assert "http" not in text.replace("http://www.w3.org/2000/svg", "")


def test_a_page_holds_the_whole_game_and_no_address() -> None:
    chance = random.Random(2)  # noqa: S311
    state = mc.rules("mwambulula").start()
    actions: list[int] = []
    while not state.is_over and len(actions) < 100:
        actions.append(chance.choice(state.legal_actions))
        state = state.play(actions[-1])
    page = replay_html("mwambulula", actions, names=("A </script>", "B"), about="a < b")
    found = re.search(r'id="game">(.*?)</script>', page, re.DOTALL)
    assert found
    data = json.loads(found[1])
    assert len(data["views"]) == len(actions) + 1
    assert data["views"][-1]["counts"] == counts(state)
    assert data["common"]["players"] == ["A </script>", "B"]
    assert data["texts"]["keys"] == TEXTS["keys.replay"]
    assert "a &lt; b" in page
    addresses = set(re.findall(r"https?://[^\s\"']+", page))
    assert addresses == {"http://www.w3.org/2000/svg"}  # a name, not asked for
    assert replay_html(mc.rules("mwambulula").to_toml(), actions[:3]).count("<h1>Mwambulula") == 1


def test_a_page_refuses_what_cannot_be_replayed() -> None:
    with pytest.raises(mc.IllegalAction):
        replay_html("kalah", [0, 77])


@pytest.mark.parametrize(
    ("wrong", "error", "said"),
    [
        ({"speed": 0}, ValueError, "speed = 0: allowed are 0.125 to 1000"),
        ({"speed": float("nan")}, ValueError, "speed = nan: allowed are"),
        ({"speed": "fast"}, TypeError, "speed: a number is needed, not str"),
        ({"title": 3}, TypeError, "title: a str is needed, not int"),
        ({"about": None}, TypeError, "about: a str is needed, not NoneType"),
    ],
)
def test_a_page_refuses_wrong_arguments(
    wrong: dict[str, Any], error: type[Exception], said: str
) -> None:
    with pytest.raises(error, match=said):
        mc.Record.from_actions("kalah", [2]).to_html(**wrong)
