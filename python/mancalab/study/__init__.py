"""Studies: many games played and counted, with intervals.

`first_player_advantage` gives an `AdvantageTable` with one `AdvantageRow` for each game and pair
of agents; `clause_effect` and `ablation` give an `EffectTable` with one `EffectRow` for each value
of an option; `complexity` says how large a game is; `tournament` gives a `TournamentTable` with
one `PairingRow` for each game and two agents, and with a `StrengthTable`; `by_ply` says who is
ahead and how many actions are legal at each ply, and `by_round` who wins the rounds of matches;
`kinship` counts the rules in which games differ, as a tree and as a map; `regret` gives a
`RegretTable`, which says how often agents fall short of perfect play.
Needs the extra ``study`` (scipy, and statsmodels for tournaments); plots need ``plot``
(matplotlib).
"""

from mancalab._base.estimates import Estimate
from mancalab.study.advantage import first_player_advantage
from mancalab.study.by_ply import ByPly, Curve, by_ply
from mancalab.study.by_round import ByRound, RoundRow, by_round
from mancalab.study.cells import FURTHER_GAMES, MAIN_GAMES
from mancalab.study.complexity import Complexity, complexity
from mancalab.study.effects import NotReached, ablation, clause_effect
from mancalab.study.exact import exact_values
from mancalab.study.families import family
from mancalab.study.faults import AgentFault, Fault
from mancalab.study.fit import Fit
from mancalab.study.kinship import Kinship, kinship
from mancalab.study.regret import regret
from mancalab.study.store import DamagedPart
from mancalab.study.tables.advantage import AdvantageRow, AdvantageTable
from mancalab.study.tables.effect import EffectRow, EffectTable
from mancalab.study.tables.exact import ExactRow, ExactTable
from mancalab.study.tables.regret import RegretRow, RegretTable
from mancalab.study.tables.residuals import ResidualRow, ResidualTable
from mancalab.study.tables.tournament import StrengthTable, TournamentTable
from mancalab.study.tables.tournament_rows import PairingRow, StrengthRow
from mancalab.study.tournament import tournament

__all__ = [
    "FURTHER_GAMES",
    "MAIN_GAMES",
    "AdvantageRow",
    "AdvantageTable",
    "AgentFault",
    "ByPly",
    "ByRound",
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
    "Kinship",
    "NotReached",
    "PairingRow",
    "RegretRow",
    "RegretTable",
    "ResidualRow",
    "ResidualTable",
    "RoundRow",
    "StrengthRow",
    "StrengthTable",
    "TournamentTable",
    "ablation",
    "by_ply",
    "by_round",
    "clause_effect",
    "complexity",
    "exact_values",
    "family",
    "first_player_advantage",
    "kinship",
    "regret",
    "tournament",
]
