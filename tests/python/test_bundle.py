"""The board's modules: each by itself, and all of them as one script."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

import mancalab as mc
from board_page import PAGE
from mancalab._browser.bundle import bundled, script, source
from mancalab.widget.session import Session

JS = Path(mc.__file__).parent / "_browser/js"
NAMES = sorted(path.stem for path in JS.glob("*.js"))
ADDRESS = "http://board.test/"


def joined(entry: str, **modules: str) -> str:
    return bundled(entry, modules.__getitem__)


def imports(name: str, module: str) -> str:
    return f'import {{ {name} }} from "./{module}.js";\n'


def test_modules_come_after_those_that_they_import() -> None:
    text = joined(
        "last",
        last=imports("two", "middle") + imports("one", "first") + "one + two;\n",
        middle=imports("one", "first") + "export const two = one + 1;\n",
        first="export const one = 1;\n",
    )
    assert re.findall(r"^const \$(\w+)", text, re.MULTILINE) == ["first", "middle"]
    assert text.endswith("const { two } = $middle;\nconst { one } = $first;\none + two;\n")
    assert "import" not in text
    assert "export" not in text


def test_only_the_entry_keeps_its_exports() -> None:
    text = joined(
        "last",
        last='import { f } from "./first.js";\nexport default { f };\nexport class A {}\n',
        first="export async function f() {}\nexport class B {}\n",
    )
    assert re.findall(r"^export .*", text, re.MULTILINE) == [
        "export default { f };",
        "export class A {}",
    ]
    assert "return { f, B };" in text


@pytest.mark.parametrize(
    ("modules", "said"),
    [
        ({"last": 'import { a } from "./last.js";\n'}, "last imports last: a circle"),
        (
            {
                "last": 'import { b } from "./b.js";\n',
                "b": 'import { c } from "./c.js";\nexport const b = 1;\n',
                "c": 'import { b } from "./b.js";\nexport const c = 1;\n',
            },
            "last imports b imports c imports b: a circle",
        ),
        (
            {
                "last": 'import { a, b } from "./b.js";\n',
                "b": "export const b = 1;\nconst a = 2;\n",
            },
            "last: b exports no a",
        ),
        ({"last": 'import all from "./b.js";\n'}, "cannot be bundled"),
        ({"last": 'import { a as b } from "./b.js";\n', "b": "export const a = 1;\n"}, "a as b"),
        ({"last": "const a = 1;\nexport { a };\n"}, "export { a };' is written in a way"),
        (
            {
                "last": 'import { b } from "./b.js";\n',
                "b": "export const b = 1;\nexport default b;\n",
            },
            "b: 'export default b;' is written in a way",
        ),
    ],
)
def test_what_cannot_be_bundled_is_refused(modules: dict[str, str], said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        joined("last", **modules)


def test_every_module_is_part_of_a_script() -> None:
    parts = {entry: re.findall(r"^const \$(\w+)", script(entry), re.MULTILINE) for entry in ENTRIES}
    assert set(ENTRIES).union(*parts.values()) == set(NAMES)
    # Every page has the same board; beside it stand what asks Python, and the tree.
    assert parts["puzzling"] == parts["replay"]
    assert {*parts["replay"], "model"} == set(parts["notebook"])
    assert {*parts["notebook"], "tree"} == set(parts["exploring"])


ENTRIES: Any = ("notebook", "replay", "exploring", "puzzling")


# In a browser


@pytest.mark.timeout(600)  # the first test may have to install Chromium
def test_the_modules_work_as_they_are(page: Page) -> None:
    """What an editor follows is what a browser runs: the imports of the files, unbundled."""

    def answer(route: Route) -> None:
        name = route.request.url.removeprefix(ADDRESS)
        if name.endswith(".js"):
            route.fulfill(body=source(name.removesuffix(".js")), content_type="text/javascript")
        else:
            route.fulfill(body=PAGE, content_type="text/html")

    page.route(f"{ADDRESS}**", answer)
    page.goto(ADDRESS)
    session = Session("kalah")
    values = {"view": session.view(), "texts": session.texts, "speed": 1, "counts": False}
    page.evaluate(
        """async (values) => {
            const module = await import("./notebook.js");
            const model = { get: (name) => values[name], on() {}, off() {}, send() {} };
            module.default.render({ model, el: document.getElementById("root") });
        }""",
        values,
    )
    expect(page.locator(".mb-playable")).to_have_count(6)


@pytest.mark.timeout(600)
def test_names_of_two_modules_do_not_meet(page: Page) -> None:
    text = joined(
        "last",
        last='import { a } from "./one.js";\nimport { b } from "./two.js";\nconst own = 3;\n'
        "export default [a(), b(), own];\n",
        one="const own = 1;\nexport function a() {\n  return own;\n}\n",
        two="const own = 2;\nexport const b = () => own;\n",
    )
    found = page.evaluate(
        """async (text) => {
            const url = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
            return (await import(url)).default;
        }""",
        text,
    )
    assert found == [1, 2, 3]
