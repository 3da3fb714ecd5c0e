"""The reference for describing a game, as Markdown: what every field and every value means.

What stands around the lists is written by hand in ``page.md``; the lists are made from those that
descriptions are read and checked by.
"""

from mancalab.cli.reference.page import page, part, parts

__all__ = ["page", "part", "parts"]
