"""Training agents from nothing: self-play by search (AlphaZero) or by chance (PPO).

Needs torch: ``pip install "mancalab[train]"``. What a run learns stands in its folder:

- ``network.npz``, the agent as it is now: `mancalab.agents.Network` plays it, without torch;
- ``checkpoint.pt``, from which a run that was stopped, in whatever way, goes on;
- ``curve.csv`` and ``curve.png``: how strong it was when.

>>> import mancalab as mc
>>> from mancalab.train import alphazero  # doctest: +SKIP
>>> alphazero(mc.rules("kalah"), "runs/kalah", minutes=10)  # doctest: +SKIP
>>> mc.agents.Network("runs/kalah/network.npz", simulations=64)  # doctest: +SKIP
"""

from mancalab.train.alphazero import AlphaZero, alphazero
from mancalab.train.ladder import Rung, ladder
from mancalab.train.ppo import PPO, ppo
from mancalab.train.runs import Trained

__all__ = ["PPO", "AlphaZero", "Rung", "Trained", "alphazero", "ladder", "ppo"]
