"""The modules and texts of the web page, as `web/build.py` puts them together."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from typing import Any

from mancalab._browser import bundle

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"


def _loaded() -> Any:
    """`web/build.py`, which imports what stands beside it."""
    sys.path.insert(0, str(WEB))
    spec = importlib.util.spec_from_file_location("web_build", WEB / "build.py")
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


BUILD = _loaded()
SPEAKING = ("tree", "exploring", "puzzling")
"""The modules of the package that stand beside the board and say something."""


def modules() -> dict[str, str]:
    """The texts of all modules that speak beside the board."""
    own = {path.stem: path.read_text("utf-8") for path in sorted((WEB / "js").glob("*.js"))}
    return own | {name: bundle.source(name) for name in SPEAKING}


def bundled(name: str) -> str:
    """A module of the page with all that it imports; its own exports are kept."""
    text: str = bundle.bundled(name, BUILD.module)
    return text


_MARKED = re.compile("«[^«»]*»")
_FIELD = re.compile(r"(\{[^{}]*\})")
_NAMES = re.compile(r"\b(?:Random|Greedy|(?:AlphaBeta|MCTS|learnt)(?:\([^)]*\))?)")
_WORD = re.compile(r"[^\W\d_]{2,}")


def marked(texts: dict[str, str]) -> dict[str, str]:
    """The texts in quotation marks, so that what is said besides them is found.

    What is filled in stands outside of the marks: it has its own, or is no text.
    """
    return {key: text if key == "lang" else _mark(text) for key, text in texts.items()}


def _mark(text: str) -> str:
    parts = _FIELD.split(text)
    return "".join(part if _FIELD.match(part) or not part else f"«{part}»" for part in parts)


UNMARKED = """
() => {
  const body = document.body.cloneNode(true);
  for (const part of body.querySelectorAll("script, style, code, textarea, [lang=en]"))
    if (!part.querySelector("[lang]")) part.replaceWith("0");
  body.normalize();
  const found = [];
  const here = (element) => element.closest("[lang]")?.lang !== "en";
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    if (here(walker.currentNode.parentElement)) found.push(walker.currentNode.data);
  }
  for (const element of body.querySelectorAll("*"))
    for (const name of ["aria-label", "title", "placeholder", "alt", "aria-valuetext", "label"])
      if (here(element) && element.getAttribute(name)) found.push(element.getAttribute(name));
  return found;
}
"""
"""All that a page says, in text and in attributes; 0 stands for what is English anywhere."""


def unmarked(said: list[str], known: set[str]) -> list[str]:
    """What has words outside of quotation marks, other than names of agents and `known` ones."""
    found = []
    for text in said:
        rest = _NAMES.sub(" ", _MARKED.sub(" ", text))
        for name in sorted(known, key=len, reverse=True):
            rest = rest.replace(name, " ")
        if _WORD.search(rest):
            found.append(text)
    return found
