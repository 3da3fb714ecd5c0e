"""A small game, and methods that learn it in seconds: for the tests of training."""

from __future__ import annotations

from typing import Any

import pytest

import mancalab as mc

torch: Any = pytest.importorskip("torch")

from mancalab import train  # noqa: E402  (torch may be missing)

KALAH = mc.rules("kalah", columns=4, seeds=3)
SMALL = train.AlphaZero(
    simulations=8,
    lanes=32,
    steps=8,
    width=32,
    blocks=1,
    replay_size=5000,
    batch_size=64,
    table_seeds=4,
)
SMALL_PPO = train.PPO(lanes=64, steps=8, width=32, blocks=1, batch_size=256)
TINY = (
    train.AlphaZero(
        simulations=4, lanes=8, steps=4, width=16, blocks=1, replay_size=200, batch_size=16
    ),
    train.PPO(lanes=8, steps=4, width=16, blocks=1, batch_size=16),
)
