"""A game that replays itself: one file with the board in it, for a web page or offline use."""

from mancalab._browser.page import replay_html

__all__ = ["replay_html"]
