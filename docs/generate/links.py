"""Links of pages that are read in the repository, too, where generated pages are missing.

A page names the notebook itself and the description of a game, `notebooks/*.ipynb` and
`src/rules/catalogue/*.toml`, from where it lies. The site has a copy of each notebook and a page
for each game in the folder of its own pages, one level less up.
"""

from __future__ import annotations

import re

_NOTEBOOK = re.compile(r"\]\(\.\./((?:\.\./)*notebooks/\w+\.ipynb)")
_GAME = re.compile(r"\]\(\.\./((?:\.\./)*)src/rules/catalogue/([\w-]+)\.toml")


def for_the_site(text: str) -> str:
    """A page in Markdown with links to what the site has."""
    text = _NOTEBOOK.sub(r"](\1", text)
    return _GAME.sub(r"](\1games/\2.md", text)
