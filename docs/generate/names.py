"""What single backticks mean in docstrings."""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from sphinx.roles import XRefRole

FULL_NAME = re.compile(r"mancalab(\.\w+)+")


class NameOrCode(XRefRole):
    """A full name of ours is a link to its place; everything else is code.

    Sphinx's own default would look for short names, too, and `actions` is the name of many things.
    """

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """The nodes of one text in backticks."""
        if not FULL_NAME.fullmatch(self.text):
            return [nodes.literal(self.text, self.text)], []
        self.name = "py:obj"
        return super().run()


def setup(app: Any) -> None:
    """Make the role known."""
    app.add_role("name-or-code", NameOrCode())
