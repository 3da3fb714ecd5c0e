"""Learning from one's own search, as AlphaZero does.

In every position a tree search with the network's judgement finds something better than the network
alone; the network then learns to play like the search, and to foresee what its games came to.
"""

from __future__ import annotations

import math
import threading
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from mancalab._batch import Batch
from mancalab._core import Rules
from mancalab.search import BatchMCTS
from mancalab.train._torch import one_thread_each, torch
from mancalab.train.net import Brain, descend, masked
from mancalab.train.returns import returns
from mancalab.train.selfplay import openings, play, seeds_of
from mancalab.train.settings import check


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
    memory
        Positions that are learned from: the latest.
    reuse
        How often each position is learned from, on average.
    batch, rate, decay
        Positions of a step of learning, its rate at the beginning, and the decay of weights.
    share
        How far what a game came to counts for the value of its positions, against what the search
        thought of those in between (lambda).
    opening_plies
        Games begin after up to so many random plies, so that unusual positions are seen too.
    """

    simulations: int = 32
    lanes: int = 512
    steps: int = 32
    width: int = 128
    blocks: int = 2
    memory: int = 1_000_000
    reuse: float = 3.0
    batch: int = 1024
    rate: float = 1e-3
    decay: float = 1e-4
    share: float = 0.9
    opening_plies: int = 8

    def __post_init__(self) -> None:
        ones = ("simulations", "lanes", "steps", "width", "memory", "batch")
        check(
            self,
            dict.fromkeys(ones, 1) | {"blocks": 0, "opening_plies": 0},
            {"reuse": (0, 1000), "rate": (0, 1), "decay": (0, 1), "share": (0, 1)},
        )

    def learner(self, rules: Rules, seed: int = 0, device: str | None = None) -> Learner:
        """Something that knows nothing yet of a game, and learns in this way."""
        return Learner(rules, self, seed, device)


@dataclass
class Memory:
    """The latest positions, with what the search would play and what came of them."""

    observations: npt.NDArray[np.uint8]
    masks: npt.NDArray[np.bool_]
    policies: npt.NDArray[np.float32]
    values: npt.NDArray[np.float32]

    @classmethod
    def empty(cls, size: int, features: int, actions: int) -> Memory:
        """Room for so many positions."""
        return cls(
            np.zeros((size, features), np.uint8),
            np.zeros((size, actions), np.bool_),
            np.zeros((size, actions), np.float32),
            np.zeros(size, np.float32),
        )

    def put(self, at: int, positions: Memory) -> None:
        """Put positions at a place, and from the beginning on if there is no more room."""
        where = (at + np.arange(len(positions.values))) % len(self.values)
        for mine, theirs in zip(self._arrays(), positions._arrays(), strict=True):
            mine[where] = theirs

    def take(self, chosen: npt.NDArray[np.intp]) -> Memory:
        """Some of them."""
        return Memory(*(array[chosen] for array in self._arrays()))

    def _arrays(self) -> tuple[npt.NDArray[Any], ...]:
        return self.observations, self.masks, self.policies, self.values


class Table:
    """Some games of self-play, which one thread plays."""

    def __init__(
        self, brain: Brain, settings: AlphaZero, seed: int, *, lanes: int, threads: int
    ) -> None:
        starts = openings(brain.rules, settings.opening_plies, seed)
        self.brain, self.settings, self.games = brain, settings, 0
        self.stop = threading.Event()
        self.batch = Batch(brain.rules, lanes, seed, starts=starts, threads=threads)
        self.search = BatchMCTS(
            self.batch, settings.simulations, brain, root="gumbel", seed=seed, threads=threads
        )

    def play(self) -> Memory:
        """A round, each position with its return."""
        batch, steps, lanes = self.batch, self.settings.steps, len(self.batch)
        played = Memory.empty(steps * lanes, batch.observation.shape[1], batch.mask.shape[1])
        thought, rewards = np.empty((2, steps, lanes), np.float32)
        signs = np.empty((steps, lanes), np.int8)
        for step in range(steps):
            if self.stop.is_set():
                raise InterruptedError("the round was stopped")
            now = slice(step * lanes, (step + 1) * lanes)
            played.observations[now], played.masks[now] = batch.observation, batch.mask
            found = self.search.run()
            played.policies[now], thought[step] = found.policies, found.values
            rewards[step], signs[step], ended = play(batch, found.actions)
            self.games += int(ended.sum())
        _, last = self.brain(np.ascontiguousarray(batch.observation), batch.mask)
        played.values[:] = returns(rewards, signs, thought, last, self.settings.share).ravel()
        return played


class Learner:
    """Plays against itself and learns from it."""

    def __init__(
        self, rules: Rules, settings: AlphaZero, seed: int, device: str | None = None
    ) -> None:
        torch.manual_seed(seed)
        self.settings, self.seed = settings, seed
        self.brain = Brain(rules, settings.width, settings.blocks, device)
        self.optimizer = torch.optim.AdamW(
            self.brain.net.parameters(), lr=settings.rate, weight_decay=settings.decay
        )
        features = len(rules.observation_names)
        self.memory = Memory.empty(settings.memory, features, rules.n_actions)
        self.games = self.positions = self.rounds = 0
        # Each table has a thread of its own, so that nobody waits for anybody. A GPU has two, to
        # judge positions of one while the trees of the other grow.
        self.threads = torch.get_num_threads()
        self.tables_wanted = self.threads if self.brain.device == "cpu" else 2
        self._begin()

    def _begin(self) -> None:
        """New games, and new random numbers."""
        count = self.tables_wanted
        first, *seeds = seeds_of(self.seed, self.rounds, 1 + count)
        self.random = np.random.default_rng(first)
        lanes, threads = -(-self.settings.lanes // count), max(1, self.threads // count)
        self.tables = [
            Table(self.brain, self.settings, seed, lanes=lanes, threads=threads) for seed in seeds
        ]

    def learn(self, passed: float) -> dict[str, float]:
        """Play a round, remember it, and learn from what is remembered."""
        new = 0
        with one_thread_each(), ThreadPoolExecutor(self.tables_wanted) as pool:
            for played in self._play(pool):
                self.memory.put(self.positions % self.settings.memory, played)
                self.positions += len(played.values)
                new += len(played.values)
            self.rounds += 1
            return self._fit(pool, passed, round(self.settings.reuse * new))

    def _play(self, pool: Executor) -> list[Memory]:
        """A round at all tables."""
        before = sum(table.games for table in self.tables)
        try:
            played = list(pool.map(Table.play, self.tables))
        except BaseException:  # Ctrl-C: the others need not finish their rounds
            for table in self.tables:
                table.stop.set()
            raise
        self.games += sum(table.games for table in self.tables) - before
        return played

    def _fit(self, pool: Executor, passed: float, positions: int) -> dict[str, float]:
        settings, known = self.settings, min(self.positions, self.settings.memory)
        for group in self.optimizer.param_groups:
            group["lr"] = settings.rate * (0.05 + 0.95 * (1 + math.cos(math.pi * passed)) / 2)
        losses = np.zeros(2)
        batches = max(1, positions // settings.batch)
        for _ in range(batches):
            chosen = self.random.integers(0, known, settings.batch)
            parts = np.array_split(chosen, min(self.tables_wanted, len(chosen)))
            losses += descend(self.brain, self.optimizer, pool, parts, self._losses)
        policy, value = losses / batches
        return {"policy": float(policy), "value": float(value)}

    def _losses(self, chosen: npt.NDArray[np.intp]) -> tuple[Any, tuple[float, float]]:
        """How far the network is from the search, and from what its positions came to."""
        some = self.memory.take(chosen)
        tensor, device = torch.from_numpy, self.brain.device
        logits, values = self.brain.net(self.brain.tensor(some.observations))
        shares = torch.log_softmax(masked(logits, tensor(some.masks).to(device)), dim=1)
        policy = -(tensor(some.policies).to(device) * shares).sum(dim=1).mean()
        value = torch.nn.functional.mse_loss(values, tensor(some.values).to(device))
        return policy + value, (policy.item(), value.item())

    def state(self) -> dict[str, Any]:
        """All that has to be kept; games under way are not, new ones begin."""
        known = min(self.positions, self.settings.memory)
        return {
            "net": self.brain.net.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "memory": [torch.from_numpy(array[:known].copy()) for array in self.memory._arrays()],  # noqa: SLF001
            "counts": [self.games, self.positions, self.rounds],
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from what `state` gave."""
        self.brain.net.load_state_dict(state["net"])
        self.optimizer.load_state_dict(state["optimizer"])
        for mine, kept in zip(self.memory._arrays(), state["memory"], strict=True):  # noqa: SLF001
            mine[: len(kept)] = kept.numpy()
        self.games, self.positions, self.rounds = state["counts"]
        self._begin()
