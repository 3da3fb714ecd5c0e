"""The reference for describing a game, as Markdown: what every field and every value means.

What stands around the lists is written by hand in ``page.md``; the lists are made from those that
descriptions are read and checked by.
"""

from mancalab.cli.reference.find import find, near
from mancalab.cli.reference.page import page

__all__ = ["find", "near", "page"]
