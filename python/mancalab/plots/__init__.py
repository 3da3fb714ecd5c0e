"""Figures drawn with matplotlib (extra ``plot``), each on axes of the caller's or its own.

`board_svg` needs no matplotlib: it writes a picture as text. Nothing here shows a window or changes
matplotlib's settings.
"""

from mancalab._boards import board_svg
from mancalab.plots.advantage import figure, first_player_advantage
from mancalab.plots.boards import board
from mancalab.plots.ratings import cross_table, strengths, tournament_figure

__all__ = [
    "board",
    "board_svg",
    "cross_table",
    "figure",
    "first_player_advantage",
    "strengths",
    "tournament_figure",
]
