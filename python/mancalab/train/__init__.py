"""Training agents from nothing: self-play by search (AlphaZero) or by policy gradient (PPO).

Learning needs torch: ``pip install "mancalab[train]"``. What a run learns stands in its folder:

- ``network.npz``, the agent as it is now: `mancalab.agents.Network` plays it, without torch;
- ``checkpoint.pt``, from which a run that was stopped, in whatever way, resumes;
- ``curve.csv`` and ``curve.png``: how strong it was when, against two opponents;
- ``networks``: the networks of each measurement, which `league` lets play each other and more
  opponents, and whose moves `regret` compares with perfect play, without torch.

>>> import mancalab as mc
>>> mc.train.run(mc.rules("kalah"), "runs/kalah", minutes=10)  # doctest: +SKIP
>>> mc.agents.Network("runs/kalah/network.npz", simulations=64)  # doctest: +SKIP
>>> print(mc.train.league("runs/kalah"))  # doctest: +SKIP
>>> print(mc.train.regret("runs/kalah"))  # doctest: +SKIP
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from mancalab.train.league import league
from mancalab.train.league_table import League, LeagueRow, LeagueTable
from mancalab.train.regret import regret
from mancalab.train.regret_table import RunRegret, RunRegretRow
from mancalab.train.strength import Rung, ladder

if TYPE_CHECKING:
    from mancalab.train.alphazero import AlphaZero
    from mancalab.train.ppo import PPO
    from mancalab.train.runs import Trained, run

__all__ = [
    "PPO",
    "AlphaZero",
    "League",
    "LeagueRow",
    "LeagueTable",
    "RunRegret",
    "RunRegretRow",
    "Rung",
    "Trained",
    "ladder",
    "league",
    "regret",
    "run",
]

_WITH_TORCH = {
    "AlphaZero": "mancalab.train.alphazero",
    "PPO": "mancalab.train.ppo",
    "Trained": "mancalab.train.runs",
    "run": "mancalab.train.runs",
}
"""Names whose modules need torch, which are imported when first asked for."""


def __getattr__(name: str) -> Any:
    if name not in _WITH_TORCH:
        raise AttributeError(f"module 'mancalab.train' has no attribute {name!r}")
    found = globals()[name] = getattr(importlib.import_module(_WITH_TORCH[name]), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_WITH_TORCH})
