"""Learning from one's own search, as AlphaZero does.

In every position a tree search with the network's judgement finds something better than the network
alone; the network then learns to play like the search, and to foresee what its games came to.
"""

from __future__ import annotations

import math
import threading
import time
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from mancalab._batch.batch import Batch
from mancalab._batch.openings import openings
from mancalab._core import Rules
from mancalab._matches.playing import playouts
from mancalab.search import BatchMCTS
from mancalab.train._torch import one_thread_each, torch
from mancalab.train.learner import Learner
from mancalab.train.net import Model, gradient_step, masked
from mancalab.train.returns import returns
from mancalab.train.selfplay import play, seeds_of
from mancalab.train.settings import check

LENGTH_GAMES = 1_000
"""Random games by which the length of a game is found."""


@dataclass(frozen=True)
class AlphaZero:
    """How to learn: settings for `mancalab.train.run`.

    Parameters
    ----------
    simulations
        Of the search at each ply of self-play.
    lanes, steps
        Games side by side, and plies of each in a round.
    width, blocks
        Of the network.
    replay_size
        Positions that are learned from: the latest.
    reuse
        How often each position is learned from, on average.
    batch_size, learning_rate, weight_decay
        Of a gradient step; the rate is that of the beginning and falls to a twentieth.
    td_lambda
        How far what a game came to counts for the value of its positions, against what the search
        thought of those in between. None: by the length of the game, so that about an eighth of
        the result reaches its opening.
    opening_plies
        Most random plies at the start of a game, so that unusual positions are seen too.
    """

    simulations: int = 32
    lanes: int = 512
    steps: int = 32
    width: int = 128
    blocks: int = 2
    replay_size: int = 1_000_000
    reuse: float = 3.0
    batch_size: int = 512
    learning_rate: float = 4e-3
    weight_decay: float = 1e-4
    td_lambda: float | None = None
    opening_plies: int = 8

    def __post_init__(self) -> None:
        shares = {"reuse": (0, 1000), "learning_rate": (0, 1), "weight_decay": (0, 1)}
        if self.td_lambda is not None:
            shares["td_lambda"] = (0, 1)
        ones = ("simulations", "lanes", "steps", "width", "replay_size", "batch_size")
        check(
            self,
            dict.fromkeys(ones, 1) | {"blocks": 0, "opening_plies": 0},
            shares,
        )

    def lambda_of(self, rules: Rules) -> float:
        """The `td_lambda` for a game.

        Games of random play are as long as others, within a factor of two.
        """
        if self.td_lambda is not None:
            return self.td_lambda
        tally = playouts(rules, LENGTH_GAMES)
        return max(0.0, 1 - 2 * tally.games / tally.plies)

    def learner(self, rules: Rules, seed: int = 0, device: str | None = None) -> AlphaZeroLearner:
        """Something that knows nothing yet of a game, and learns in this way."""
        return AlphaZeroLearner(rules, self, seed, device)


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


class Actor:
    """Some games of self-play, which one thread plays."""

    def __init__(
        self, model: Model, settings: AlphaZero, seed: int, *, lanes: int, threads: int
    ) -> None:
        starts = openings(model.rules, settings.opening_plies, seed)
        self.model, self.settings, self.games = model, settings, 0
        self.td_lambda = settings.lambda_of(model.rules)
        self.stop = threading.Event()
        self.judging = self.playing = 0.0  # seconds of the last round
        self.batch = Batch(model.rules, lanes, seed, starts=starts, threads=threads)
        self.evaluator = model.evaluator()
        self.search = BatchMCTS(
            self.batch, settings.simulations, self.judge, root="gumbel", seed=seed, threads=threads
        )

    def judge(self, observations: npt.NDArray[Any], mask: npt.NDArray[np.bool_]) -> Any:
        """Judge positions with the network as it was when the round began."""
        begun = time.perf_counter()
        judged = self.evaluator(observations, mask)
        self.judging += time.perf_counter() - begun
        return judged

    def play(self) -> Replay:
        """A round, each position with its return."""
        begun, self.judging = time.perf_counter(), 0.0
        self.evaluator = self.model.evaluator()
        batch, steps, lanes = self.batch, self.settings.steps, len(self.batch)
        played = Replay.empty(steps * lanes, batch.observation.shape[1], batch.mask.shape[1])
        root_values, rewards = np.empty((2, steps, lanes), np.float32)
        signs = np.empty((steps, lanes), np.int8)
        for step in range(steps):
            if self.stop.is_set():
                raise InterruptedError("the round was stopped")
            now = slice(step * lanes, (step + 1) * lanes)
            played.observations[now], played.masks[now] = batch.observation, batch.mask
            found = self.search.run()
            played.policies[now], root_values[step] = found.policies, found.values
            rewards[step], signs[step], ended = play(batch, found.actions)
            self.games += int(ended.sum())
        _, last = self.judge(
            np.ascontiguousarray(batch.observation), np.ascontiguousarray(batch.mask)
        )
        played.values[:] = returns(rewards, signs, root_values, last, self.td_lambda).ravel()
        self.playing = time.perf_counter() - begun
        return played


class AlphaZeroLearner(Learner):
    """Learns from a replay of the latest positions."""

    def __init__(
        self, rules: Rules, settings: AlphaZero, seed: int, device: str | None = None
    ) -> None:
        super().__init__(rules, settings, seed, device)
        features = len(rules.observation_names)
        self.replay = Replay.empty(settings.replay_size, features, rules.n_actions)
        # Each actor has a thread of its own, so that nobody waits for anybody. A GPU has two, to
        # judge positions of one while the trees of the other grow.
        self.n_actors = self.threads if self.model.device == "cpu" else 2
        self.begin()

    def begin(self) -> None:
        """New games, and new random numbers."""
        count = self.n_actors
        first, *seeds = seeds_of(self.seed, self.rounds, 1 + count)
        self.random = np.random.default_rng(first)
        lanes, threads = -(-self.settings.lanes // count), max(1, self.threads // count)
        self.actors = [
            Actor(self.model, self.settings, seed, lanes=lanes, threads=threads) for seed in seeds
        ]

    def learn(self, passed: float) -> dict[str, float]:
        """Play a round, remember it, and learn from what is remembered."""
        new = 0
        with one_thread_each(), ThreadPoolExecutor(self.n_actors) as pool:
            for played in self._play(pool):
                self.replay.put(self.positions % self.settings.replay_size, played)
                self.positions += len(played.values)
                new += len(played.values)
            with self.timed("learning"):
                losses = self._fit(pool, passed, round(self.settings.reuse * new))
            self.rounds += 1  # one that is stopped before does not count
            return losses

    def _play(self, pool: Executor) -> list[Replay]:
        """A round of all actors."""
        before = sum(actor.games for actor in self.actors)
        try:
            played = list(pool.map(Actor.play, self.actors))
        except BaseException:  # Ctrl-C: the others need not finish their rounds
            for actor in self.actors:
                actor.stop.set()
            raise
        self.games += sum(actor.games for actor in self.actors) - before
        for actor in self.actors:  # side by side
            self.spend("network", actor.judging / self.n_actors)
            self.spend("search", (actor.playing - actor.judging) / self.n_actors)
        return played

    def _fit(self, pool: Executor, passed: float, positions: int) -> dict[str, float]:
        settings, known = self.settings, min(self.positions, self.settings.replay_size)
        self.slow_down(0.05 + 0.95 * (1 + math.cos(math.pi * passed)) / 2)
        losses = np.zeros(2)
        batches = max(1, positions // settings.batch_size)
        for _ in range(batches):
            chosen = self.random.integers(0, known, settings.batch_size)
            parts = np.array_split(chosen, min(self.n_actors, len(chosen)))
            losses += gradient_step(self.model, self.optimizer, pool, parts, self._losses)
        policy, value = losses / batches
        return {"policy": float(policy), "value": float(value)}

    def _losses(self, chosen: npt.NDArray[np.intp]) -> tuple[Any, tuple[float, float]]:
        """How far the network is from the search, and from what its positions came to."""
        some = self.replay.take(chosen)
        tensor, device = torch.from_numpy, self.model.device
        logits, values = self.model.net(self.model.tensor(some.observations))
        log_probs = torch.log_softmax(masked(logits, tensor(some.masks).to(device)), dim=1)
        policy = -(tensor(some.policies).to(device) * log_probs).sum(dim=1).mean()
        value = torch.nn.functional.mse_loss(values, tensor(some.values).to(device))
        return policy + value, (policy.item(), value.item())

    def state(self) -> dict[str, Any]:
        """All that has to be kept, the replay too."""
        known = min(self.positions, self.settings.replay_size)
        kept = [torch.from_numpy(array[:known].copy()) for array in self.replay.arrays()]
        return super().state() | {"replay": kept}

    def restore(self, state: dict[str, Any]) -> None:
        """Continue from what `state` gave, with new games."""
        for mine, kept in zip(self.replay.arrays(), state["replay"], strict=True):
            mine[: len(kept)] = kept.numpy()
        super().restore(state)
