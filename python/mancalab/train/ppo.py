"""Learning from chance, as PPO does: actions that came out better than thought become likelier.

The network plays both sides of many games. Nothing is searched, so that a move costs one judgement;
in exchange it takes many more games to learn as much.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from mancalab._batch import Batch
from mancalab._core import Rules
from mancalab.train._torch import one_thread_each, torch
from mancalab.train.net import Brain, descend, masked
from mancalab.train.returns import returns
from mancalab.train.selfplay import openings, play, seeds_of
from mancalab.train.settings import check


@dataclass(frozen=True)
class PPO:
    """How to learn: settings for `mancalab.train.run`.

    Parameters
    ----------
    lanes, steps
        Games side by side, and plies of each in a round.
    width, blocks
        Of the network.
    epochs, batch
        How often a round is learned from, and positions of a step of learning.
    rate
        Of learning, at the beginning; it falls to a twentieth.
    clip
        How far the likelihood of an action may change in a round, as a share.
    share
        How far the later course of a game counts for the value of a position (lambda).
    entropy
        What it is worth to stay undecided, so that the search for better actions does not end.
    opening_plies
        Games begin after up to so many random plies, so that unusual positions are seen too.
    """

    lanes: int = 1024
    steps: int = 32
    width: int = 128
    blocks: int = 2
    epochs: int = 3
    batch: int = 4096
    rate: float = 1e-3
    clip: float = 0.2
    share: float = 0.95
    entropy: float = 0.02
    opening_plies: int = 8

    def __post_init__(self) -> None:
        ones = ("lanes", "steps", "width", "epochs", "batch")
        check(
            self,
            dict.fromkeys(ones, 1) | {"blocks": 0, "opening_plies": 0},
            {"rate": (0, 1), "clip": (0, 1), "share": (0, 1), "entropy": (0, 100)},
        )

    def learner(self, rules: Rules, seed: int = 0, device: str | None = None) -> Learner:
        """Something that knows nothing yet of a game, and learns in this way."""
        return Learner(rules, self, seed, device)


@dataclass
class Played:
    """A round, shapes (steps, lanes, ...)."""

    observations: npt.NDArray[np.uint8]
    masks: npt.NDArray[np.bool_]
    actions: npt.NDArray[np.int64]
    chances: npt.NDArray[np.float32]  # logarithms
    values: npt.NDArray[np.float32]
    rewards: npt.NDArray[np.float32]
    signs: npt.NDArray[np.int8]

    @classmethod
    def empty(cls, steps: int, lanes: int, features: int, actions: int) -> Played:
        """Room for a round."""
        shape = (steps, lanes)
        return cls(
            np.zeros((*shape, features), np.uint8),
            np.zeros((*shape, actions), np.bool_),
            np.zeros(shape, np.int64),
            np.zeros(shape, np.float32),
            np.zeros(shape, np.float32),
            np.zeros(shape, np.float32),
            np.zeros(shape, np.int8),
        )


class Learner:
    """Plays against itself and learns from it."""

    def __init__(self, rules: Rules, settings: PPO, seed: int, device: str | None = None) -> None:
        torch.manual_seed(seed)
        self.settings, self.seed = settings, seed
        self.brain = Brain(rules, settings.width, settings.blocks, device)
        self.optimizer = torch.optim.AdamW(self.brain.net.parameters(), lr=settings.rate)
        self.games = self.positions = self.rounds = 0
        self.threads = torch.get_num_threads() if self.brain.device == "cpu" else 1
        self._begin()

    def _begin(self) -> None:
        [seed] = seeds_of(self.seed, self.rounds, 1)
        torch.manual_seed(seed)
        settings, rules = self.settings, self.brain.rules
        starts = openings(rules, settings.opening_plies, seed)
        self.batch = Batch(rules, settings.lanes, seed, starts=starts)

    def learn(self, passed: float) -> dict[str, float]:
        """Play a round and learn from it."""
        for group in self.optimizer.param_groups:
            group["lr"] = self.settings.rate * (1 - 0.95 * passed)
        with one_thread_each(), ThreadPoolExecutor(self.threads) as pool:
            return self._round(pool)

    def _round(self, pool: Executor) -> dict[str, float]:
        played, last = self._play()
        self.positions += played.actions.size
        self.rounds += 1
        found = returns(played.rewards, played.signs, played.values, last, self.settings.share)
        losses = [
            descend(self.brain, self.optimizer, pool, parts, self._losses, longest=1.0)
            for parts in self._batches(played, found)
        ]
        policy, value = np.mean(losses, axis=0)
        return {"policy": float(policy), "value": float(value)}

    def _play(self) -> tuple[Played, npt.NDArray[np.float32]]:
        """A round, and what is thought of the positions after it."""
        batch, steps, lanes = self.batch, self.settings.steps, self.settings.lanes
        played = Played.empty(steps, lanes, batch.observation.shape[1], batch.mask.shape[1])
        for step in range(steps):
            played.observations[step], played.masks[step] = batch.observation, batch.mask
            chosen, chances, values = self._choose(played.observations[step], played.masks[step])
            played.actions[step], played.chances[step] = chosen, chances
            played.values[step] = values
            played.rewards[step], played.signs[step], ended = play(batch, chosen)
            self.games += int(ended.sum())
        return played, self.brain(np.ascontiguousarray(batch.observation), batch.mask)[1]

    def _choose(
        self, seen: npt.NDArray[np.uint8], allowed: npt.NDArray[np.bool_]
    ) -> tuple[npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any]]:
        """Actions as likely as the network thinks them good, and what it thinks."""
        with torch.inference_mode():
            logits, values = self.brain.net(self.brain.tensor(seen))
            mask = torch.from_numpy(allowed).to(self.brain.device)
            chances = torch.log_softmax(masked(logits, mask), dim=1)
            chosen = torch.multinomial(chances.exp(), 1)
            likely = chances.gather(1, chosen)
        return chosen[:, 0].cpu().numpy(), likely[:, 0].cpu().numpy(), values.cpu().numpy()

    def _batches(
        self, played: Played, found: npt.NDArray[np.float32]
    ) -> Iterator[list[tuple[Any, ...]]]:
        """Positions in random order, in parts for the threads: seen, allowed, done, likely, gain,
        return.
        """  # noqa: D205  (one thought)
        gains = found - played.values
        gains = (gains - gains.mean()) / (gains.std() + 1e-6)
        columns = (
            played.observations,
            played.masks,
            played.actions,
            played.chances,
            gains,
            found,
        )
        flat = [column.reshape(-1, *column.shape[2:]) for column in columns]
        for _ in range(self.settings.epochs):
            for chosen in torch.randperm(found.size).split(self.settings.batch):
                parts = np.array_split(chosen.numpy(), min(self.threads, len(chosen)))
                yield [self._part([column[part] for column in flat]) for part in parts]

    def _part(self, columns: list[npt.NDArray[Any]]) -> tuple[Any, ...]:
        seen, *others = columns
        tensors = (torch.from_numpy(column).to(self.brain.device) for column in others)
        return self.brain.tensor(seen), *tensors

    def _losses(self, some: tuple[Any, ...]) -> tuple[Any, tuple[float, float]]:
        """How much likelier good actions could be, and how wrong the values are."""
        seen, mask, actions, before, gains, found = some
        logits, values = self.brain.net(seen)
        chances = torch.log_softmax(masked(logits, mask), dim=1)
        ratio = (chances.gather(1, actions[:, None])[:, 0] - before).exp()
        near = ratio.clamp(1 - self.settings.clip, 1 + self.settings.clip)
        policy = -torch.minimum(ratio * gains, near * gains).mean()
        value = torch.nn.functional.mse_loss(values, found)
        undecided = -(chances.exp() * chances.clamp(min=-100)).sum(dim=1).mean()
        wanted = policy + 0.5 * value - self.settings.entropy * undecided
        return wanted, (policy.item(), value.item())

    def state(self) -> dict[str, Any]:
        """All that has to be kept; games under way are not, new ones begin."""
        return {
            "net": self.brain.net.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "counts": [self.games, self.positions, self.rounds],
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from what `state` gave."""
        self.brain.net.load_state_dict(state["net"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.games, self.positions, self.rounds = state["counts"]
        self._begin()
