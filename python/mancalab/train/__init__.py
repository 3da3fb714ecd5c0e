"""Training agents from nothing: self-play by search (AlphaZero) or by policy gradient (PPO).

Needs torch: ``pip install "mancalab[train]"``. What a run learns stands in its folder:

- ``network.npz``, the agent as it is now: `mancalab.agents.Network` plays it, without torch;
- ``checkpoint.pt``, from which a run that was stopped, in whatever way, resumes;
- ``curve.csv`` and ``curve.png``: how strong it was when.

>>> import mancalab as mc
>>> mc.train.run(mc.rules("kalah"), "runs/kalah", minutes=10)  # doctest: +SKIP
>>> mc.agents.Network("runs/kalah/network.npz", simulations=64)  # doctest: +SKIP
"""

from mancalab.train.alphazero import AlphaZero
from mancalab.train.ppo import PPO
from mancalab.train.runs import Trained, run
from mancalab.train.strength import Rung, ladder

__all__ = ["PPO", "AlphaZero", "Rung", "Trained", "ladder", "run"]
