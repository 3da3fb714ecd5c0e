"""Write the web page: one file with the engine, the board and all texts in it.

`make web` calls it, after the engine has been compiled for WebAssembly.
"""

from __future__ import annotations

import argparse
import base64
import gzip
import html
import json
from importlib import resources
from pathlib import Path
from string import Template

import constants
import learnt

import mancalab as mc
from mancalab._browser import bundle
from mancalab._browser.document import document, embedded
from mancalab._browser.texts import LANGUAGES, Language, table

HERE = Path(__file__).parent
ALLOWED = (
    "img-src data:",
    "worker-src blob:",
    "script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:",
)
"""What the page needs: pictures and workers that stand in it, and the engine."""


def module(name: str) -> str:
    """The text of a module: of this page, or else of the board, which it shares with notebooks.

    Imports name both alike, as files side by side, so no name may stand for two. `constants` is
    made from the package.
    """
    own = HERE / "js" / f"{name}.js"
    if name == "constants":
        return constants.source()
    if not own.exists():
        return bundle.source(name)
    if resources.files("mancalab._browser").joinpath(f"js/{name}.js").is_file():
        raise ValueError(f"{own}: the board has a module of that name, too")
    return own.read_text(encoding="utf-8")


def texts(language: Language) -> dict[str, str]:
    """All that the page says in a language: the board, the explorer, and the page itself."""
    file = HERE / "languages" / f"{language}.json"
    own: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
    shared = table(language, "explorer")
    if twice := sorted(set(own) & set(shared)):
        raise ValueError(f"{file}: the package says these, too: {', '.join(twice)}")
    return {**shared, **own}


def packed(content: bytes) -> str:
    """Bytes as the page holds them: packed by gzip, in base64."""
    return base64.b64encode(gzip.compress(content, mtime=0)).decode("ascii")


def data() -> bytes:
    """The texts by language and the menu of games, as JSON."""
    games = [[name, rules.title] for name, rules in mc.catalogue.items()]
    languages = {language: texts(language) for language in LANGUAGES}
    return embedded({"languages": languages, "games": games}).encode()


def networks() -> str:
    """The trained networks, each in an element of its own, which is unpacked when it is to play."""
    kind = "application/octet-stream"
    return "\n".join(
        f'<script type="{kind}" id="network-{game}">{packed(learnt.weights(game))}</script>'
        for game in learnt.PRETRAINED
    )


def page(engine: bytes) -> str:
    """The page; `engine`: the compiled engine."""
    english = texts("en")
    body = Template((HERE / "body.html").read_text(encoding="utf-8").rstrip()).substitute(
        about=html.escape(english["page.about"]),
        board=html.escape(english["page.board"]),
        panels=html.escape(english["page.panels"]),
        data=packed(data()),
        engine=packed(engine),
        networks=networks(),
        script=bundle.bundled("page", module),
    )
    style = bundle.style("explorer") + (HERE / "page.css").read_text(encoding="utf-8")
    return document("mancalab", body, style=style, body_class="mancalab mw-page", allowed=ALLOWED)


def main() -> None:
    """Read the engine, write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("engine", type=Path, help="the compiled engine, a .wasm file")
    parser.add_argument("page", type=Path, help="where the page goes")
    arguments = parser.parse_args()
    text = page(arguments.engine.read_bytes())
    arguments.page.parent.mkdir(parents=True, exist_ok=True)
    arguments.page.write_text(text, encoding="utf-8")
    print(f"{arguments.page}: {len(text.encode()) / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
