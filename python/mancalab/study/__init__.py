"""Studies: many games played, counted and told with intervals.

`first_player_advantage` gives an `AdvantageTable` with one `AdvantageRow` for each game and pair
of agents. Needs the extra ``study`` (scipy); plots need ``plot`` (matplotlib).
"""

from mancalab.study.advantage import first_player_advantage
from mancalab.study.intervals import Estimate
from mancalab.study.table import AdvantageRow, AdvantageTable

__all__ = ["AdvantageRow", "AdvantageTable", "Estimate", "first_player_advantage"]
