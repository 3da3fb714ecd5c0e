"""The frame of a page that is one file: it fetches nothing, and its own policy forbids that."""

from __future__ import annotations

import html
import json
from collections.abc import Sequence

SCRIPTS = "script-src 'unsafe-inline'"
"""What the policy of a page says that has its scripts in itself."""


def document(
    title: str,
    body: str,
    *,
    style: str,
    language: str = "en",
    body_class: str = "",
    schemes: str = "light dark",
    allowed: Sequence[str] = (SCRIPTS,),
) -> str:
    """A whole page.

    Parameters
    ----------
    title
        As it shall be read; it is escaped here.
    body
        What stands in the body, as HTML.
    style
        The style sheet.
    language
        Of the page, as HTML names it.
    body_class
        Classes of the body, if it has any.
    schemes
        The colour schemes that the page is made for.
    allowed
        What its policy allows beside its own styles, a directive each.
    """
    policy = "; ".join(("default-src 'none'", "style-src 'unsafe-inline'", *allowed))
    classes = f' class="{body_class}"' if body_class else ""
    return f"""<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="{schemes}">
<meta http-equiv="Content-Security-Policy"
 content="{policy}">
<title>{html.escape(title)}</title>
<style>
{style}
</style>
</head>
<body{classes}>
{body}
</body>
</html>
"""


def embedded(data: object) -> str:
    """Data as JSON for a script element: no text of it ends the script that it stands in."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c")


def scripts(name: str, data: object, module: str) -> str:
    """The data of a page, in an element with that id, and the module that shows them."""
    return f"""<script type="application/json" id="{name}">{embedded(data)}</script>
<script type="module">
{module}
</script>"""
