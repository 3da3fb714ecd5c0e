"""Runs whose networks were made by hand, so that leagues can be tested without training."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import mancalab as mc
from mancalab._agents import weights
from mancalab._batch.encoding import Encoding
from mancalab.train import snapshots

KALAH = mc.rules("kalah", columns=4, seeds=3)


@cache
def margin() -> Any:
    """What tells the seeds in the mover's store less those in the other one, from an encoding."""
    batch, encoding = mc.Batch(KALAH, 500, seed=1), Encoding(KALAH, "thermometer", 12)
    shown, wanted = [], []
    for _ in range(30):
        batch.step(batch.sample())
        shown.append(encoding(batch)[:, -2:].reshape(len(batch), -1))
        stores = batch.observation[:, -2:].astype(float)
        wanted.append(stores[:, 0] - stores[:, 1])
    found, *_ = np.linalg.lstsq(np.concatenate(shown), np.concatenate(wanted), rcond=None)
    assert np.allclose(np.concatenate(shown) @ found, np.concatenate(wanted), atol=0.01)
    whole = np.zeros(encoding.shape)
    whole[-2:] = found.reshape(2, -1)
    return whole.ravel()


def made(worth: float, noise: float = 0.0) -> weights.Weights:
    """A network to which a seed in its store is worth that much, and the rest what noise says."""
    random = np.random.default_rng(3)
    far = 100.0  # so that the layer never cuts anything off
    arrays = {
        "first.weight": (margin() + noise * random.normal(size=len(margin())))[None],
        "first.bias": [far],
        "policy.weight": np.zeros((KALAH.n_actions, 1)),
        "policy.bias": np.zeros(KALAH.n_actions),
        "value.weight": [[worth]],
        "value.bias": [-far * worth],
    }
    encoding = Encoding(KALAH, "thermometer", 12)
    numbers = {name: np.array(array, dtype=np.float32) for name, array in arrays.items()}
    return weights.Weights(KALAH, encoding, numbers)


def keep(run: Path, rounds: int, worth: float = 0.0, noise: float = 0.0) -> Path:
    """Keep a network as a run does, of 6 seconds and 100 positions a round."""
    far = {"minutes": rounds / 10, "rounds": rounds, "games": rounds, "positions": 100 * rounds}
    snapshots.keep(made(worth, noise), run, far)
    return snapshots.kept(run)[rounds]


def scripted(run: Path) -> None:
    """A run that judges worse than nobody, then half by the seeds it has, then by these alone."""
    for rounds, noise in ((0, 2.0), (30, 0.7), (120, 0.0)):
        keep(run, rounds, 0.1, noise)
