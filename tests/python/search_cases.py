"""Evaluators for the tests of tree search."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]
Evaluator = Callable[[Array, Array], tuple[Array, Array]]


def uniform(observations: Array, mask: Array) -> tuple[Array, Array]:
    """All actions alike, all positions even."""
    return np.zeros(mask.shape, np.float32), np.zeros(len(observations), np.float32)


def hashed(observations: Array, mask: Array) -> tuple[Array, Array]:
    """Numbers that look random, but follow from the observation alone, to the last bit."""
    numbers = np.random.default_rng(5)
    features, actions = observations.shape[1], mask.shape[1]
    weights = numbers.integers(1, 10**6, (features, actions + 1))
    codes = observations.astype(np.int64) @ weights * 7919 % 10007
    logits = np.where(mask, codes[:, :actions] / 5003.5 - 1, np.nan)  # nobody reads the illegal
    return logits.astype(np.float32), (codes[:, actions] / 5003.5 - 1).astype(np.float32)
