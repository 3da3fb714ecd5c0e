"""Figures drawn with matplotlib (extra ``plot``), each on axes of the caller's or its own.

`board_svg` needs no matplotlib: it writes a picture as text. Nothing here shows a window or changes
matplotlib's settings. Colours follow the paper and ink of the axes, so that
``matplotlib.pyplot.style.context("dark_background")`` makes dark figures.
"""

from mancalab._boards import board_svg
from mancalab.plots.advantage import figure, first_player_advantage
from mancalab.plots.boards import board
from mancalab.plots.distributions import lengths, margins
from mancalab.plots.effects import clause_effect
from mancalab.plots.kinship import family_map, family_tree
from mancalab.plots.league import league, league_figure
from mancalab.plots.learning import learning_curve
from mancalab.plots.plies import advantage_by_ply, branching
from mancalab.plots.ratings import cross_table, strengths, tournament_figure
from mancalab.plots.regret import regret
from mancalab.plots.style import STYLE
from mancalab.plots.values import openings

__all__ = [
    "STYLE",
    "advantage_by_ply",
    "board",
    "board_svg",
    "branching",
    "clause_effect",
    "cross_table",
    "family_map",
    "family_tree",
    "figure",
    "first_player_advantage",
    "league",
    "league_figure",
    "learning_curve",
    "lengths",
    "margins",
    "openings",
    "regret",
    "strengths",
    "tournament_figure",
]
