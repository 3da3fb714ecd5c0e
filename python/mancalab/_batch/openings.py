"""Positions from which games of training begin."""

from __future__ import annotations

import numpy as np

from mancalab._batch.batch import Batch
from mancalab._core import Rules, State

OPENINGS = 4096
"""How many positions the games of a batch begin in, in turn."""


def openings(rules: Rules, most: int, seed: int) -> list[State]:
    """Positions after 0 to ``most`` random plies, equally many of each, from which games begin."""
    batch = Batch(rules, OPENINGS, seed, "disabled")
    plies = np.random.default_rng(seed).integers(0, most + 1, OPENINGS)
    states: list[State] = []
    for ply in range(most + 1):
        if ply:
            batch.step(batch.sample())
        states += map(batch.state, np.flatnonzero(plies == ply))
    running = [state for state in states if not state.is_over]
    return [running[i] for i in np.random.default_rng(seed).permutation(len(running))]
