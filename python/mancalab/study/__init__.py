"""Studies: many games played, counted and told with intervals.

`first_player_advantage` gives an `AdvantageTable` with one `AdvantageRow` for each game and pair
of agents; `clause_effect` and `ablation` give an `EffectTable` with one `EffectRow` for each value
of an option; `complexity` tells how large a game is; `tournament` gives a `TournamentTable` with
one `PairingRow` for each game and two agents, and with a `StrengthTable`; `by_ply` tells who is
ahead and how many actions are legal at each ply. Needs the extra ``study`` (scipy, and statsmodels
for tournaments); plots need ``plot`` (matplotlib).
"""

from mancalab.study.advantage import first_player_advantage
from mancalab.study.cells import MAIN_GAMES
from mancalab.study.crosstab import PairingRow, StrengthRow, StrengthTable, TournamentTable
from mancalab.study.effects import NotReached, ablation, clause_effect
from mancalab.study.exact import ExactRow, ExactTable, exact_values
from mancalab.study.families import family
from mancalab.study.faults import AgentFault, Fault
from mancalab.study.fit import Fit
from mancalab.study.intervals import Estimate
from mancalab.study.size import Complexity, complexity
from mancalab.study.store import DamagedPart
from mancalab.study.table import AdvantageRow, AdvantageTable, EffectRow, EffectTable
from mancalab.study.through import ByPly, Curve, by_ply
from mancalab.study.tourney import tournament

__all__ = [
    "MAIN_GAMES",
    "AdvantageRow",
    "AdvantageTable",
    "AgentFault",
    "ByPly",
    "Complexity",
    "Curve",
    "DamagedPart",
    "EffectRow",
    "EffectTable",
    "Estimate",
    "ExactRow",
    "ExactTable",
    "Fault",
    "Fit",
    "NotReached",
    "PairingRow",
    "StrengthRow",
    "StrengthTable",
    "TournamentTable",
    "ablation",
    "by_ply",
    "clause_effect",
    "complexity",
    "exact_values",
    "family",
    "first_player_advantage",
    "tournament",
]
