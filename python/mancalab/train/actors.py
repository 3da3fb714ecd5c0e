"""Self-play in rounds that anybody can play: a thread, another process, another machine.

An actor holds some games under way. It is sent to whoever plays its next round, with the network
as it is then, and comes back with the round. A round depends on these two alone, so it is the same
wherever it is played, and however often it has to be begun anew. Nobody needs torch for it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from mancalab._agents.weights import Weights
from mancalab._batch.batch import Batch
from mancalab._batch.openings import openings
from mancalab._core import Rules, State, _observed
from mancalab._solving.tablebase import Tablebase
from mancalab.search import BatchMCTS, Evaluator
from mancalab.train.replay import Replay
from mancalab.train.returns import returns
from mancalab.train.selfplay import play

STARTS = 3
"""Where the openings stand in what a batch is made of when it is unpickled."""


@dataclass(frozen=True)
class ActorSettings:
    """How actors play.

    Parameters
    ----------
    rules
        The game.
    lanes, steps
        Games side by side of an actor, and plies of each in a round.
    simulations
        Of the search at each ply.
    td_lambda
        How far what a game came to counts for the value of its positions.
    opening_plies
        Most random plies at the start of a game.
    threads
        Of an actor.
    table_seeds
        Positions with up to so many seeds in the pits are worth what a table says; 0: none are.
    """

    rules: Rules
    lanes: int
    steps: int
    simulations: int
    td_lambda: float
    opening_plies: int
    threads: int
    table_seeds: int = 0

    def table(self) -> Tablebase | None:
        """The table of endgames, which whoever plays builds once for themselves."""
        if not self.table_seeds:
            return None
        with _BUILDING:
            return _table(self.rules, self.table_seeds)

    def knows(self, observations: npt.NDArray[np.uint8]) -> npt.NDArray[np.bool_]:
        """Which positions the table knows; observations (n, features)."""
        pits = [at for at, (_, kind, _, _) in enumerate(_observed(self.rules)) if kind == "pit"]
        seeds: npt.NDArray[Any] = observations[:, pits].sum(axis=1)
        return (seeds <= self.table_seeds) & bool(self.table_seeds)


@dataclass
class Round:
    """What an actor played, and the actor with its games as they stand then."""

    actor: Actor
    positions: Replay
    games: int
    """Games that ended."""
    judging: float
    """Seconds in which the network judged."""
    seconds: float
    """Of the whole round."""


_BUILDING = threading.Lock()
"""Held while a table is built: actors of other threads wait for it instead of building it too."""


@lru_cache(maxsize=2)
def _table(rules: Rules, seeds: int) -> Tablebase:
    return Tablebase.build(rules, seeds)


@lru_cache(maxsize=64)
def _starts(rules: Rules, most: int, seed: int) -> tuple[State, ...]:
    """Openings, which whoever plays for an actor makes for themselves instead of being sent."""
    return tuple(openings(rules, most, seed))


@dataclass
class Actor:
    """Some games of self-play under way.

    Parameters
    ----------
    settings
        How they are played.
    seed
        Of all that is random in them.
    """

    settings: ActorSettings
    seed: int
    stop: threading.Event = field(default_factory=threading.Event)
    """Stops the round that is played on another thread."""

    def __post_init__(self) -> None:
        settings = self.settings
        self.batch = Batch(
            settings.rules,
            settings.lanes,
            self.seed,
            starts=self.starts(),
            threads=settings.threads,
        )

    def starts(self) -> tuple[State, ...]:
        """The positions that games begin in."""
        return _starts(self.settings.rules, self.settings.opening_plies, self.seed)

    def __getstate__(self) -> dict[str, Any]:
        """What is sent away: the games without their openings."""
        rebuild, parts = self.batch.__reduce__()
        sent = [None if part is parts[STARTS] else part for part in parts]
        return {"settings": self.settings, "seed": self.seed, "rebuild": rebuild, "parts": sent}

    def __setstate__(self, sent: dict[str, Any]) -> None:
        self.settings, self.seed, self.stop = sent["settings"], sent["seed"], threading.Event()
        parts = sent["parts"]
        parts[STARTS] = self.starts()
        self.batch = sent["rebuild"](*parts)

    def play(self, evaluator: Evaluator) -> Round:
        """Play a round, in which each position gets its return."""
        begun, settings = time.perf_counter(), self.settings
        batch = self.batch.copy()  # a round that is stopped can be begun anew
        judge = _Timed(evaluator)
        search = BatchMCTS(
            batch,
            settings.simulations,
            judge,
            root="gumbel",
            table=settings.table(),
            seed=self.seed,
            threads=settings.threads,
        )
        played = Replay.empty(
            settings.steps * settings.lanes, batch.observation.shape[1], batch.mask.shape[1]
        )
        root_values, rewards = np.empty((2, settings.steps, settings.lanes), np.float32)
        signs, games = np.empty((settings.steps, settings.lanes), np.int8), 0
        for step in range(settings.steps):
            if self.stop.is_set():
                raise InterruptedError("the round was stopped")
            now = slice(step * settings.lanes, (step + 1) * settings.lanes)
            played.observations[now], played.masks[now] = batch.observation, batch.mask
            found = search.run()
            played.policies[now], root_values[step] = found.policies, found.values
            rewards[step], signs[step], ended = play(batch, found.actions)
            games += int(ended.sum())
        _, last = judge(np.ascontiguousarray(batch.observation), np.ascontiguousarray(batch.mask))
        ends = settings.knows(batch.observation)
        if ends.any():
            last = np.where(ends, search.run(1, lanes=ends).values, last)
        known = settings.knows(played.observations).reshape(root_values.shape)
        found_values = returns(rewards, signs, root_values, last, settings.td_lambda, known=known)
        played.values[:] = found_values.ravel()
        self.batch = batch
        return Round(self, played, games, judge.seconds, time.perf_counter() - begun)


@dataclass(frozen=True)
class Judge:
    """Judges positions as games show them, on so many threads."""

    network: Weights
    threads: int

    def __call__(self, observations: npt.NDArray[Any], mask: npt.NDArray[np.bool_]) -> Any:
        """Logits and values, as `mancalab.search.BatchMCTS` asks for them."""
        shown = self.network.encoding(observations, threads=self.threads)
        return self.network(shown, mask, threads=self.threads)


class _Timed:
    """A network that says how long it judged."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator, self.seconds = evaluator, 0.0

    def __call__(self, observations: npt.NDArray[Any], mask: npt.NDArray[np.bool_]) -> Any:
        begun = time.perf_counter()
        judged = self.evaluator(observations, mask)
        self.seconds += time.perf_counter() - begun
        return judged


class Rounds:
    """Rounds that all actors play, in whatever order, while something else is done.

    What is raised by one stops the others: threads at their next ply, tasks that nobody has begun
    at once.

    Parameters
    ----------
    actors
        Who play.
    evaluator
        The network as it is now.
    pool
        Whoever plays for them.
    """

    def __init__(self, actors: Sequence[Actor], evaluator: Evaluator, pool: Executor) -> None:
        self.actors, self.tasks = actors, list[Future[Round]]()
        with self.stopped_by_errors():
            for actor in actors:
                self.tasks.append(pool.submit(Actor.play, actor, evaluator))

    def played(self) -> list[Round]:
        """The rounds in the order of the actors, when all are played."""
        return [task.result() for task in self.tasks]

    @contextmanager
    def stopped_by_errors(self) -> Iterator[None]:
        """Let nobody finish a round that nobody waits for any more; Ctrl-C is an error, too."""
        try:
            yield
        except BaseException:
            for actor in self.actors:
                actor.stop.set()
            for task in self.tasks:
                task.cancel()
            raise
