"""Figures drawn with matplotlib (extra ``plot``), each on axes of the caller's or its own.

Nothing here shows a window or changes matplotlib's settings.
"""

from mancalab.plots.advantage import figure, first_player_advantage

__all__ = ["figure", "first_player_advantage"]
