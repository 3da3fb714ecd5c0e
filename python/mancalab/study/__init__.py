"""Studies: many games played, counted and told with intervals.

`first_player_advantage` gives an `AdvantageTable` with one `AdvantageRow` for each game and pair
of agents; `clause_effect` and `ablation` give an `EffectTable` with one `EffectRow` for each value
of an option; `complexity` tells how large a game is. Needs the extra ``study`` (scipy); plots need
``plot`` (matplotlib).
"""

from mancalab.study.advantage import first_player_advantage
from mancalab.study.effects import NotReached, ablation, clause_effect
from mancalab.study.exact import ExactRow, ExactTable, exact_values
from mancalab.study.families import family
from mancalab.study.intervals import Estimate
from mancalab.study.size import Complexity, complexity
from mancalab.study.store import DamagedPart
from mancalab.study.table import AdvantageRow, AdvantageTable, EffectRow, EffectTable

__all__ = [
    "AdvantageRow",
    "AdvantageTable",
    "Complexity",
    "DamagedPart",
    "EffectRow",
    "EffectTable",
    "Estimate",
    "ExactRow",
    "ExactTable",
    "NotReached",
    "ablation",
    "clause_effect",
    "complexity",
    "exact_values",
    "family",
    "first_player_advantage",
]
