"""What is learned from: positions, what a search would play in them, and what came of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt


@dataclass
class Replay:
    """The latest positions, with what the search would play and what came of them."""

    observations: npt.NDArray[np.uint8]
    masks: npt.NDArray[np.bool_]
    policies: npt.NDArray[np.float32]
    values: npt.NDArray[np.float32]

    @classmethod
    def empty(cls, size: int, features: int, actions: int) -> Replay:
        """Room for that many positions."""
        return cls(
            np.zeros((size, features), np.uint8),
            np.zeros((size, actions), np.bool_),
            np.zeros((size, actions), np.float32),
            np.zeros(size, np.float32),
        )

    def put(self, at: int, positions: Replay) -> None:
        """Put positions at a place; what does not fit there goes to the beginning."""
        where = (at + np.arange(len(positions.values))) % len(self.values)
        for mine, theirs in zip(self.arrays(), positions.arrays(), strict=True):
            mine[where] = theirs

    def take(self, chosen: npt.NDArray[np.intp]) -> Replay:
        """Some of them."""
        return Replay(*(array[chosen] for array in self.arrays()))

    def arrays(self) -> tuple[npt.NDArray[Any], ...]:
        """Its columns."""
        return self.observations, self.masks, self.policies, self.values
