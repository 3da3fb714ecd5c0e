"""The site, built by `make docs`: Sphinx reads the pages of this folder and those it generates.

Furo is the theme: those who come from Gymnasium and PettingZoo know it, it is light or dark as the
reader likes, and it brings its scripts with it, so that the site asks no other host for anything.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parent
sys.path.insert(0, str(DOCS))

from sphinx.application import Sphinx  # noqa: E402  (the folder must be known first)

import mancalab  # noqa: E402
from generate import boards, games, links, names, notebooks, signatures  # noqa: E402

project = "mancalab"
author = "The mancalab authors"
copyright = author  # noqa: A001  (Sphinx's own name)
version = release = mancalab.__version__
language = "en"

extensions = [
    "myst_nb",  # pages in Markdown, notebooks with the outputs that they were stored with
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
]
exclude_patterns = ["generate", "**/_*", "_build"]
suppress_warnings = [
    "myst.header",  # notebooks begin anew at the second level here and there
]

html_theme = "furo"
html_title = f"mancalab {release}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_js_files = ["site.js"]
html_copy_source = False
html_show_sphinx = False

nb_execution_mode = "off"
nb_remove_code_source = False
myst_enable_extensions = ["colon_fence", "attrs_block", "attrs_inline"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_mock_imports = ["torch"]  # the one extra that is too large to be installed for a page
napoleon_numpy_docstring = True
napoleon_google_docstring = False
napoleon_use_rtype = False
default_role = "name-or-code"
add_module_names = False

# A name of ours that leads nowhere is a fault. Types of signatures are none: some stay inside.
nitpicky = True
nitpick_ignore_regex = [("py:(class|data|meth|func)", ".*"), ("py:.*", r"(?!mancalab\.).*")]


def generate_pages(app: Sphinx) -> None:
    """Write what is made from the catalogue, before Sphinx looks for pages."""
    here = Path(app.srcdir)
    games.write(here / "games")
    boards.write(here / "teachers" / "boards")
    notebooks.write(here / "notebooks")


def mend_links(_app: Sphinx, _page: str, source: list[str]) -> None:
    """Let links to what the site has made of a file lead there."""
    source[0] = links.for_the_site(source[0])


def setup(app: Sphinx) -> dict[str, Any]:
    """Sphinx asks for this."""
    names.setup(app)
    app.connect("builder-inited", generate_pages)
    app.connect("source-read", mend_links)
    app.connect("autodoc-process-signature", signatures.from_stub)
    app.connect("autodoc-process-docstring", signatures.attribute_docs, priority=400)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
