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

from mancalab._batch.batch import Batch
from mancalab._batch.openings import openings
from mancalab._core import Rules
from mancalab.train._torch import one_thread_each, torch
from mancalab.train.learner import Learner
from mancalab.train.net import gradient_step, in_parts, masked
from mancalab.train.returns import returns
from mancalab.train.selfplay import play, seeds_of
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
    epochs
        How often a round is learned from.
    batch_size, learning_rate, weight_decay
        Of a gradient step; the rate is that of the beginning and falls to a twentieth.
    clip_range
        How far the likelihood of an action may change in a round, as a share.
    gae_lambda
        How far the later course of a game counts for the advantage of an action.
    entropy_coef
        What it is worth to stay undecided, so that the search for better actions does not end.
    opening_plies
        Most random plies at the start of a game, so that unusual positions are seen too.
    """

    lanes: int = 1024
    steps: int = 32
    width: int = 128
    blocks: int = 2
    epochs: int = 3
    batch_size: int = 4096
    learning_rate: float = 1e-3
    weight_decay: float = 0.01
    clip_range: float = 0.2
    gae_lambda: float = 0.95
    entropy_coef: float = 0.02
    opening_plies: int = 8

    def __post_init__(self) -> None:
        ones = ("lanes", "steps", "width", "epochs", "batch_size")
        check(
            self,
            dict.fromkeys(ones, 1) | {"blocks": 0, "opening_plies": 0},
            {
                **dict.fromkeys(("learning_rate", "weight_decay"), (0, 1)),
                **dict.fromkeys(("clip_range", "gae_lambda"), (0, 1)),
                "entropy_coef": (0, 100),
            },
        )

    def learner(self, rules: Rules, seed: int = 0, device: str | None = None) -> PPOLearner:
        """Something that knows nothing yet of a game, and learns in this way."""
        return PPOLearner(rules, self, seed, device)


@dataclass
class Rollout:
    """A round, shapes (steps, lanes, ...)."""

    observations: npt.NDArray[np.uint8]
    masks: npt.NDArray[np.bool_]
    actions: npt.NDArray[np.int64]
    log_probs: npt.NDArray[np.float32]
    values: npt.NDArray[np.float32]
    rewards: npt.NDArray[np.float32]
    signs: npt.NDArray[np.int8]

    @classmethod
    def empty(cls, steps: int, lanes: int, features: int, actions: int) -> Rollout:
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


class PPOLearner(Learner):
    """Learns from what it has just played."""

    def __init__(self, rules: Rules, settings: PPO, seed: int, device: str | None = None) -> None:
        super().__init__(rules, settings, seed, device)
        self.workers = self.threads if self.model.device == "cpu" else 1
        self.begin()

    def begin(self) -> None:
        """Begin new games, with new random numbers."""
        [seed] = seeds_of(self.seed, self.rounds, 1)
        torch.manual_seed(seed)
        settings, rules = self.settings, self.model.rules
        starts = openings(rules, settings.opening_plies, seed)
        self.batch = Batch(rules, settings.lanes, seed, starts=starts)

    def learn(self, passed: float) -> dict[str, float]:
        """Play a round and learn from it."""
        for group in self.optimizer.param_groups:
            group["lr"] = self.settings.learning_rate * (1 - 0.95 * passed)
        with one_thread_each(), ThreadPoolExecutor(self.workers) as pool:
            return self._round(pool)

    def _round(self, pool: Executor) -> dict[str, float]:
        with self.timed("play"):
            played, last = self._play()
        self.positions += played.actions.size
        found = returns(played.rewards, played.signs, played.values, last, self.settings.gae_lambda)
        with self.timed("learning"):
            losses = [
                gradient_step(self.model, self.optimizer, pool, parts, self._losses, longest=1.0)
                for parts in self._batches(played, found)
            ]
        self.rounds += 1  # one that is stopped before does not count
        policy, value = np.mean(losses, axis=0)
        return {"policy": float(policy), "value": float(value)}

    def _play(self) -> tuple[Rollout, npt.NDArray[np.float32]]:
        """A round, and what is thought of the positions after it."""
        batch, steps, lanes = self.batch, self.settings.steps, self.settings.lanes
        played = Rollout.empty(steps, lanes, batch.observation.shape[1], batch.mask.shape[1])
        for step in range(steps):
            played.observations[step], played.masks[step] = batch.observation, batch.mask
            chosen, log_probs, values = self._choose(played.observations[step], played.masks[step])
            played.actions[step], played.log_probs[step] = chosen, log_probs
            played.values[step] = values
            played.rewards[step], played.signs[step], ended = play(batch, chosen)
            self.games += int(ended.sum())
        return played, self.model(np.ascontiguousarray(batch.observation), batch.mask)[1]

    def _choose(
        self, seen: npt.NDArray[np.uint8], allowed: npt.NDArray[np.bool_]
    ) -> tuple[npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any]]:
        """Actions as likely as the network thinks them good, their log probabilities, values."""
        with torch.inference_mode():
            logits, values = self.model.net(self.model.tensor(seen))
            mask = torch.from_numpy(allowed).to(self.model.device)
            log_probs = torch.log_softmax(masked(logits, mask), dim=1)
            chosen = torch.multinomial(log_probs.exp(), 1)
            of_chosen = log_probs.gather(1, chosen)
        return chosen[:, 0].cpu().numpy(), of_chosen[:, 0].cpu().numpy(), values.cpu().numpy()

    def _batches(
        self, played: Rollout, found: npt.NDArray[np.float32]
    ) -> Iterator[list[tuple[Any, ...]]]:
        """Positions in random order, in parts for the threads: what `_losses` takes."""
        advantages = found - played.values
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-6)
        columns = (
            played.observations,
            played.masks,
            played.actions,
            played.log_probs,
            advantages,
            found,
        )
        flat = [column.reshape(-1, *column.shape[2:]) for column in columns]
        for _ in range(self.settings.epochs):
            for chosen in torch.randperm(found.size).split(self.settings.batch_size):
                parts = in_parts(chosen.numpy())
                yield [self._part([column[part] for column in flat]) for part in parts]

    def _part(self, columns: list[npt.NDArray[Any]]) -> tuple[Any, ...]:
        seen, *others = columns
        tensors = (torch.from_numpy(column).to(self.model.device) for column in others)
        return self.model.tensor(seen), *tensors

    def _losses(self, some: tuple[Any, ...]) -> tuple[Any, tuple[float, float]]:
        """How much likelier good actions could be, and how wrong the values are."""
        seen, mask, actions, old_log_probs, advantages, found = some
        logits, values = self.model.net(seen)
        log_probs = torch.log_softmax(masked(logits, mask), dim=1)
        ratio = (log_probs.gather(1, actions[:, None])[:, 0] - old_log_probs).exp()
        near = ratio.clamp(1 - self.settings.clip_range, 1 + self.settings.clip_range)
        policy = -torch.minimum(ratio * advantages, near * advantages).mean()
        value = torch.nn.functional.mse_loss(values, found)
        entropy = -(log_probs.exp() * log_probs.clamp(min=-100)).sum(dim=1).mean()
        wanted = policy + 0.5 * value - self.settings.entropy_coef * entropy
        return wanted, (policy.item(), value.item())
