"""Learning from one's own search, as AlphaZero does.

In every position a tree search with the network's judgement finds something better than the network
alone; the network then learns to play like the search, and to foresee what its games came to.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from mancalab._core import Rules
from mancalab._matches.playing import playouts
from mancalab._solving.largest_table import check_tables, seeds_of_largest_table
from mancalab._solving.tablebase import Tablebase
from mancalab.train._torch import one_thread_each, torch
from mancalab.train.actors import Actor, ActorSettings, Round, Rounds
from mancalab.train.learner import Learner
from mancalab.train.net import PARTS, gradient_step, in_parts, masked
from mancalab.train.replay import Replay
from mancalab.train.selfplay import seeds_of
from mancalab.train.settings import check

LENGTH_GAMES = 1_000
"""Random games by which the length of a game is found."""

TABLE_MEMORY = 2**26
"""Bytes of the largest table that is built without being asked for."""


@dataclass(frozen=True)
class AlphaZero:
    """How to learn: settings for `mancalab.train.run`.

    Parameters
    ----------
    simulations
        Of the search at each ply of self-play.
    lanes, steps
        Games side by side, and plies of each in a round.
    actors
        Groups of games, each of which is played by one thread or, with `executor=`, in one
        process: as many as can share the work. What is learned depends on it, but not on who plays.
    width, blocks
        Of the network.
    replay_size
        Positions that are learned from: the latest.
    reuse
        How often each position is learned from, on average.
    batch_size, learning_rate, weight_decay
        Of a gradient step. The rate stays as it is: a run can go on for as long as it is wanted to.
    averaging
        What judges positions, and is saved, is a mean of the network's numbers over the latest
        steps, in which each step counts this many times as much as the next: that quiets the noise
        of single steps, as a falling rate would. 0: the latest numbers.
    td_lambda
        How far what a game came to counts for the value of its positions, against what the search
        thought of those in between. None: by the length of the game, so that about an eighth of
        the result reaches its opening.
    opening_plies
        Most random plies at the start of a game, so that unusual positions are seen too.
    table_seeds
        Positions with up to so many seeds in the pits have the values of a `mancalab.Tablebase`, in
        the search and as what they came to. 0 for none; None: as many as a table of 64 MB holds,
        if the game has tables. Building it takes from a second to half a minute.
    """

    simulations: int = 32
    lanes: int = 512
    steps: int = 32
    actors: int = 4
    width: int = 128
    blocks: int = 2
    replay_size: int = 1_000_000
    reuse: float = 3.0
    batch_size: int = 512
    learning_rate: float = 4e-3
    weight_decay: float = 1e-4
    averaging: float = 0.999
    td_lambda: float | None = None
    opening_plies: int = 8
    table_seeds: int | None = None

    def __post_init__(self) -> None:
        shares = {"reuse": (0, 1000)}
        shares |= dict.fromkeys(("learning_rate", "weight_decay", "averaging"), (0, 1))
        if self.td_lambda is not None:
            shares["td_lambda"] = (0, 1)
        ones = ("simulations", "lanes", "steps", "actors", "width", "replay_size", "batch_size")
        noughts = ["blocks", "opening_plies"]
        if self.table_seeds is not None:
            noughts.append("table_seeds")
        check(self, dict.fromkeys(ones, 1) | dict.fromkeys(noughts, 0), shares)

    def lambda_of(self, rules: Rules) -> float:
        """The `td_lambda` for a game.

        Games of random play are as long as others, within a factor of two.
        """
        if self.td_lambda is not None:
            return self.td_lambda
        tally = playouts(rules, LENGTH_GAMES)
        return max(0.0, 1 - 2 * tally.games / tally.plies)

    def table_seeds_of(self, rules: Rules) -> int:
        """The `table_seeds` for a game.

        Raises
        ------
        ValueError
            The game has no tables, or none of so many seeds.
        """
        if self.table_seeds is None:
            with contextlib.suppress(ValueError):  # no tables, or none that answers for the game
                return seeds_of_largest_table(rules, TABLE_MEMORY)
            return 0
        try:
            if self.table_seeds:
                check_tables(rules)
                Tablebase.memory(rules, self.table_seeds)
        except ValueError as error:
            raise ValueError(f"table_seeds = {self.table_seeds}: {error}") from error
        return self.table_seeds

    def learner(
        self,
        rules: Rules,
        seed: int = 0,
        device: str | None = None,
        executor: Executor | None = None,
    ) -> AlphaZeroLearner:
        """Something that knows nothing yet of a game, and learns in this way.

        Its games are played by `executor`; None: by threads of this process.
        """
        return AlphaZeroLearner(rules, self, seed, device, executor)


class AlphaZeroLearner(Learner):
    """Learns from a replay of the latest positions."""

    def __init__(
        self,
        rules: Rules,
        settings: AlphaZero,
        seed: int,
        device: str | None = None,
        executor: Executor | None = None,
    ) -> None:
        super().__init__(rules, settings, seed, device)
        features = len(rules.observation_names)
        self.replay = Replay.empty(settings.replay_size, features, rules.n_actions)
        self.fresh = 0
        """Positions that are remembered, and nothing was learned from yet."""
        self.executor = executor
        # A GPU has two threads, to judge positions of one while the trees of the other grow.
        self.workers = self.threads if self.model.device == "cpu" else 2
        self.actor_settings = ActorSettings(
            rules,
            lanes=-(-settings.lanes // settings.actors),
            steps=settings.steps,
            simulations=settings.simulations,
            td_lambda=settings.lambda_of(rules),
            opening_plies=settings.opening_plies,
            threads=1 if executor else max(1, self.threads // settings.actors),
            table_seeds=settings.table_seeds_of(rules),
        )
        self.begin()

    def begin(self) -> None:
        """New games, and new random numbers."""
        first, *seeds = seeds_of(self.seed, self.rounds, 1 + self.settings.actors)
        self.random = np.random.default_rng(first)
        self.actors = [Actor(self.actor_settings, seed) for seed in seeds]

    def learn(self, _passed: float) -> dict[str, float]:
        """Play a round, and meanwhile learn from those before it; the losses, none at first.

        So nobody waits for anybody, and a round is played by the network as it was one round ago.
        """
        begun, settings = time.perf_counter(), self.settings
        with (
            one_thread_each(),
            ThreadPoolExecutor(self.workers) as pool,
            ThreadPoolExecutor(PARTS) as helpers,
        ):
            evaluator = self.model.evaluator(
                self.actor_settings.threads, anywhere=self.executor is not None
            )
            rounds = Rounds(self.actors, evaluator, self.executor or pool)
            with rounds.stopped_by_errors():
                losses = self._fit(helpers, round(settings.reuse * self.fresh))
                learning = time.perf_counter() - begun
                played = rounds.played()
        self.fresh = 0
        for one in played:
            self._remember(one)
        self.actors = [one.actor for one in played]
        self.rounds += 1  # one that is stopped before does not count
        self._share_out(time.perf_counter() - begun, learning, played)
        return losses

    def _remember(self, played: Round) -> None:
        """Put a round where positions are learned from."""
        self.replay.put(self.positions % self.settings.replay_size, played.positions)
        new = len(played.positions.values)
        self.positions += new
        self.fresh += new
        self.games += played.games

    def _share_out(self, seconds: float, learning: float, played: Sequence[Round]) -> None:
        """Count the time of a round for its parts, which went on side by side."""
        judging = sum(one.judging for one in played)
        searching = sum(one.seconds for one in played) - judging
        busy = learning + judging + searching
        for part, own in (("network", judging), ("search", searching), ("learning", learning)):
            self.spend(part, seconds * own / busy)

    def _fit(self, pool: Executor, positions: int) -> dict[str, float]:
        settings, known = self.settings, min(self.positions, self.settings.replay_size)
        batches = positions // settings.batch_size
        if not batches:
            return {}
        losses = np.zeros(2)
        for _ in range(batches):
            chosen = self.random.integers(0, known, settings.batch_size)
            parts = in_parts(chosen)
            losses += gradient_step(
                self.model, self.optimizer, pool, parts, self._losses, decay=settings.averaging
            )
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
        return super().state() | {"replay": kept, "fresh": self.fresh}

    def restore(self, state: dict[str, Any]) -> None:
        """Continue from what `state` gave, with new games."""
        for mine, kept in zip(self.replay.arrays(), state["replay"], strict=True):
            mine[: len(kept)] = kept.numpy()
        self.fresh = state["fresh"]
        super().restore(state)
