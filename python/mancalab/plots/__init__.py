"""Figures drawn with matplotlib (extra ``plot``), each on axes of the caller's or its own.

Nothing here shows a window or changes matplotlib's settings.
"""

from mancalab.plots.advantage import figure, first_player_advantage
from mancalab.plots.ratings import cross_table, strengths, tournament_figure

__all__ = ["cross_table", "figure", "first_player_advantage", "strengths", "tournament_figure"]
