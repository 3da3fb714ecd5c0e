"""mancalab: a laboratory for the mancala family.

Rules are data: every game of the catalogue is a file of rule values, and each value can be
changed. Two engines in Rust play them all, the same games.

>>> import mancalab as mc
>>> state = mc.rules("kalah", columns=6, seeds=4).start()
>>> state.legal_actions
(0, 1, 2, 3, 4, 5)
>>> state.play(2).to_move  # the last seed fell in South's store: South moves again
0

Pits are numbered from 0 in their owner's sowing order; side 0 is South, side 1 is North; actions
are seen by the player to move.
"""

import importlib
from typing import TYPE_CHECKING, Any

from mancalab import agents
from mancalab._base import forked as _forked  # noqa: F401 - notes forks from now on
from mancalab._batch.batch import Batch
from mancalab._batch.encoding import Encoding
from mancalab._catalogue import Catalogue, catalogue
from mancalab._core import (
    Action,
    Event,
    Fault,
    IllegalAction,
    Outcome,
    PositionError,
    ProofError,
    RuleOption,
    Rules,
    RulesError,
    State,
    TableError,
    Tally,
    __version__,
    build_info,
    perft,
    rules,
)
from mancalab._matches.playing import match, playouts
from mancalab._solving.greedy_regret import GreedyRegret
from mancalab._solving.longest_play import LongestPlay
from mancalab._solving.many import solve_many
from mancalab._solving.solve import Solution, solve
from mancalab._solving.table_about import TableAbout, TableBuild
from mancalab._solving.table_check import TableCheck, WrongValue
from mancalab._solving.table_size import TableSize
from mancalab._solving.table_stats import TableStats
from mancalab._solving.tablebase import Tablebase, TableWarning

if TYPE_CHECKING:
    from mancalab._puzzles.find import Puzzle, Puzzles, puzzles
    from mancalab._records.collection import Records
    from mancalab._records.record import Record, RecordError

__all__ = [
    "Action",
    "Batch",
    "Catalogue",
    "Encoding",
    "Event",
    "Fault",
    "GreedyRegret",
    "IllegalAction",
    "LongestPlay",
    "Outcome",
    "PositionError",
    "ProofError",
    "Puzzle",
    "Puzzles",
    "Record",
    "RecordError",
    "Records",
    "RuleOption",
    "Rules",
    "RulesError",
    "Solution",
    "State",
    "TableAbout",
    "TableBuild",
    "TableCheck",
    "TableError",
    "TableSize",
    "TableStats",
    "TableWarning",
    "Tablebase",
    "Tally",
    "WrongValue",
    "__version__",
    "agents",
    "build_info",
    "catalogue",
    "match",
    "perft",
    "playouts",
    "puzzles",
    "rules",
    "solve",
    "solve_many",
]

_ON_DEMAND = {
    "Puzzle": "mancalab._puzzles.find",
    "Puzzles": "mancalab._puzzles.find",
    "Record": "mancalab._records.record",
    "RecordError": "mancalab._records.record",
    "Records": "mancalab._records.collection",
    "envs": "mancalab",
    "plots": "mancalab",
    "puzzles": "mancalab._puzzles.find",
    "search": "mancalab",
    "study": "mancalab",
    "testing": "mancalab",
    "train": "mancalab",
    "widget": "mancalab",
}
"""Names whose modules are imported when first asked for, so that `import mancalab` is quick."""


def __getattr__(name: str) -> Any:
    if name not in _ON_DEMAND:
        raise AttributeError(f"module 'mancalab' has no attribute {name!r}")
    home = _ON_DEMAND[name]
    if home == "mancalab":
        return importlib.import_module(f"mancalab.{name}")
    found = globals()[name] = getattr(importlib.import_module(home), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_ON_DEMAND})
