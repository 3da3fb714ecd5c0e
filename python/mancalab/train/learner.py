"""What all methods of learning have in common: a model, its optimizer, counts, and what is kept."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from mancalab._core import Rules
from mancalab.train._torch import torch
from mancalab.train.net import Model


class Learner(ABC):
    """Plays against itself and learns from it, in rounds of a few seconds.

    Parameters
    ----------
    rules
        The game.
    settings
        Those of the method; all have `width`, `blocks`, `learning_rate` and `weight_decay`.
    seed
        Of the network's first numbers and of the games.
    device
        Where the network computes.
    """

    def __init__(self, rules: Rules, settings: Any, seed: int, device: str | None) -> None:
        torch.manual_seed(seed)
        self.settings, self.seed = settings, seed
        self.model = Model(rules, settings.width, settings.blocks, device)
        self.optimizer = torch.optim.AdamW(
            self.model.net.parameters(),
            lr=settings.learning_rate,
            weight_decay=settings.weight_decay,
        )
        self.games = self.positions = self.rounds = 0
        self.spent: dict[str, float] = {}
        """Seconds of each part of the rounds so far."""
        self.threads: int = torch.get_num_threads()

    @abstractmethod
    def begin(self) -> None:
        """Begin new games, with new random numbers."""

    @abstractmethod
    def learn(self, passed: float) -> dict[str, float]:
        """Learn for a round; ``passed`` is the share of the run that is over, 0 to 1."""

    @contextmanager
    def timed(self, part: str) -> Iterator[None]:
        """Count the time of a block for a part of the rounds."""
        begun = time.perf_counter()
        yield
        self.spend(part, time.perf_counter() - begun)

    def spend(self, part: str, seconds: float) -> None:
        """Count some time for a part of the rounds."""
        self.spent[part] = self.spent.get(part, 0.0) + seconds

    def state(self) -> dict[str, Any]:
        """All that has to be kept, as tensors and plain numbers; games under way are not."""
        return {
            "net": self.model.net.state_dict(),
            "mean": self.model.mean.state_dict(),
            "steps": self.model.steps,
            "optimizer": self.optimizer.state_dict(),
            "counts": [self.games, self.positions, self.rounds],
            "spent": dict(self.spent),
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Continue from what `state` gave, with new games."""
        self.model.net.load_state_dict(state["net"])
        self.model.mean.load_state_dict(state.get("mean", state["net"]))  # older runs have none
        self.model.steps = state.get("steps", 0)
        self.optimizer.load_state_dict(state["optimizer"])
        self.games, self.positions, self.rounds = state["counts"]
        self.spent = dict(state.get("spent", {}))  # older runs have not counted it
        self.begin()
