"""The course of games: who is ahead, and how many actions are legal, ply by ply."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import SupportsFloat

import numpy as np
import numpy.typing as npt

from mancalab._agents.agent import Agent
from mancalab._agents.alphabeta import AlphaBeta
from mancalab._agents.mcts import MCTS
from mancalab._agents.naming import AgentLike
from mancalab._base.arguments import integer
from mancalab._base.estimates import Floats, students_t
from mancalab._base.extras import require
from mancalab._base.progress import Progress, reporter
from mancalab._base.words import counted
from mancalab._batch.batch import Batch
from mancalab._catalogue import GameLike, as_rules
from mancalab._core import State
from mancalab._matches import lockstep
from mancalab.study.cells import (
    as_pair,
    check_cut_off,
    checked_plies,
    either_name,
    plies,
    seed_or_drawn,
)
from mancalab.study.course import Course, course_facts
from mancalab.study.tables.grids import wrapped

BY_PLY_GAMES = 1000
"""Games that `by_ply` plays by default."""

MOST_GAMES = 1_000_000
"""Most games that `by_ply` plays: it keeps them all in memory."""

Judge = AlphaBeta | MCTS | Callable[[State], SupportsFloat]
"""A judge of positions: a search, or a function of the state, seen by the side to move."""


@dataclass(frozen=True, eq=False)
class Curve:
    """Means over games with 95 % intervals (Student's t); entry i of each array belongs to ply i.

    An interval is nan where fewer than two games count.
    """

    mean: Floats
    low: Floats
    high: Floats
    games: npt.NDArray[np.int64]
    """Games that count."""

    def __len__(self) -> int:
        return len(self.mean)


@dataclass(frozen=True, eq=False)
class ByPly(Course):
    """The course of many games of one kind."""

    games: int
    """Games played."""
    judge: str
    """What judged the positions: "margin", or the name of a search or function."""
    unit: str
    """Of the advantage: "seeds", or "%" (the expected score of the player who starts)."""
    advantage: Curve = field(repr=False)
    """Entry i: the advantage of the player who starts, after i plies. A game that is over keeps its
    final margin or result; void and truncated games count until they end."""
    branching: Curve = field(repr=False)
    """Entry i: the number of legal actions at ply i, in the games still running."""

    @property
    def findings(self) -> tuple[str, ...]:
        """What was found, in sentences, with what it depends on."""
        even = 50.0 if self.unit == "%" else 0.0
        mean, low, high = (
            float(x[-1]) for x in (self.advantage.mean, self.advantage.low, self.advantage.high)
        )
        if math.isnan(mean):
            return ("Found: no game came to a result.",)
        unit = f" {self.unit}"
        told = f" ({low:.1f} to {high:.1f})" if math.isfinite(low) else ""
        if math.isfinite(low) and not low <= even <= high:
            who = "the player who starts is" if mean > even else "the player who moves second is"
            end = f"{who} ahead at the end, {mean:.1f}{unit} for the starter{told}"
        else:
            end = f"these games do not tell who is ahead at the end, {mean:.1f}{unit}{told}"
        away = np.abs(self.advantage.mean - even)
        most = int(np.nanargmax(away))
        return (
            f"Found in {self.label}, {self.agents}: {end}; the mean is farthest from even after "
            f"{counted(most, 'ply')}, {self.advantage.mean[most]:.1f}{unit}. {self._caveat}",
        )

    def __str__(self) -> str:
        """What was played and what was found."""
        games = counted(self.games, "game")
        opening = counted(self.opening_plies, "random opening ply")
        head = (
            f"{self.label}, {self.agents}: {games}, {opening}, seed {self.seed}; judged by "
            f"{self.judge}"
        )
        return "\n".join(line for text in (head, *self.findings) for line in wrapped(text))


def by_ply(
    rules: GameLike,
    agents: Sequence[AgentLike] = ("random", "random"),
    n: int | None = None,
    *,
    judge: str | Judge = "margin",
    seed: int | None = 0,
    threads: int | None = None,
    opening_plies: int | None = None,
    progress: Progress = None,
    games: int | None = None,
) -> ByPly:
    """Play games and record at every ply who is ahead and how many actions are legal.

    The games are those of `mancalab.match` with the same seed, all at once, one ply after the
    other. The first agent always sits with the side that starts.

    Parameters
    ----------
    rules
        A name in the catalogue, rules, or the path of a TOML file. Rules that ask for the history
        of a game (`limits.repetition`) are refused.
    agents
        Two agents, each "random", "greedy", an agent of `mancalab.agents`, or a function of a
        state.
    n
        Number of games, 1 to 1,000,000 (None: 1,000). ``games`` is another name for it.
    judge
        What the advantage is. "margin": the score minus the other's as it stands. An `AlphaBeta`:
        the value that it finds, in seeds. An `MCTS`: the expected score that it finds, in per cent.
        A function of a state: its number, from the point of view of the side to move, in seeds. A
        judge is asked at every ply of every game, so searches take their time for each.
    seed
        0 to 2**64 - 1; None draws one, and the result records it.
    threads
        Number of threads; None for all cores. Functions and searches are asked one by one.
    opening_plies
        Random actions at the beginning of each game; None: 4, or none where both agents are
        Random.
    progress
        True for a tqdm bar, or a function that gets the number of games just finished.

    Raises
    ------
    KeyError, ValueError, TypeError
        An argument is not as described above.
    MissingExtra
        scipy is not installed (an ImportError).

    Examples
    --------
    >>> course = by_ply("kalah", ("greedy", "random"), n=100)
    >>> float(course.branching.mean[0]), course.unit
    (6.0, 'seeds')
    """
    rules = as_rules(rules)
    seats = as_pair(agents)
    asked = either_name(n, games)
    games = integer("n", BY_PLY_GAMES if asked is None else asked, 1, MOST_GAMES)
    seed = seed_or_drawn(seed)
    opening_plies = plies(*seats, checked_plies(opening_plies))
    check_cut_off(rules, opening_plies)
    judging = _Judging.of(judge)
    require("scipy.stats", "study")  # before the games are played, not after
    some = lockstep.Games(rules, range(games), seed, opening_plies, None)
    batch = Batch(rules, games, seed, "disabled", threads=threads)
    with reporter(progress, games, rules) as report:
        advantage, branching = _played(batch, some, seats, judging, report)
    return ByPly(
        **course_facts(rules, seed, seats, opening_plies),
        games=games,
        judge=judging.name,
        unit=judging.unit,
        advantage=_curve(advantage),
        branching=_curve(branching),
    )


@dataclass(frozen=True)
class _Judging:
    """A judge with what its numbers mean."""

    judge: str | Judge

    @classmethod
    def of(cls, judge: object) -> _Judging:
        if isinstance(judge, AlphaBeta | MCTS) or judge == "margin" or callable(judge):
            return cls(judge)
        raise TypeError(
            f'judge = {judge!r}: allowed are "margin", an AlphaBeta, an MCTS, a function of a state'
        )

    @property
    def name(self) -> str:
        if isinstance(self.judge, str):
            return self.judge
        return str(getattr(self.judge, "name", getattr(self.judge, "__name__", "function")))

    @property
    def unit(self) -> str:
        return "%" if isinstance(self.judge, MCTS) else "seeds"

    def running(self, state: State, starter: int) -> float:
        """The advantage of the side that started, in a game that is not over."""
        if isinstance(self.judge, str):
            return float(state.scores[starter]) - float(state.scores[1 - starter])
        if isinstance(self.judge, MCTS):
            value = 100 * self.judge.analyse(state).value
            return value if state.to_move == starter else 100 - value
        if isinstance(self.judge, AlphaBeta):
            value = self.judge.analyse(state).value
        else:
            value = float(self.judge(state))
        return value if state.to_move == starter else -value

    def ended(self, state: State, starter: int) -> float:
        """That of a finished game; nan without a result."""
        outcome = state.outcome
        if outcome is None or outcome.result in {"void", "truncated"}:
            return math.nan
        if self.unit == "%":
            return 50.0 if outcome.winner is None else 100.0 * (outcome.winner == starter)
        return float(outcome.score[starter] - outcome.score[1 - starter])


Rows = list[tuple[int, float, float]]
"""For each ply: games that count, their mean, and their variance (nan for a single one)."""


def _played(
    batch: Batch,
    games: lockstep.Games,
    seats: tuple[Agent, Agent],
    judging: _Judging,
    report: Callable[[int], object] | None,
) -> tuple[Rows, Rows]:
    """Play the games to their ends: advantage and legal actions by ply."""
    starters = batch.to_move.copy()
    running = np.ones(len(batch), dtype=np.bool_)
    now = np.zeros(len(batch))
    advantage: Rows = []
    branching: Rows = []
    while True:
        for lane in np.flatnonzero(running):
            now[lane] = judging.running(batch.state(int(lane)), int(starters[lane]))
        advantage.append(_row(now[~np.isnan(now)]))
        branching.append(_row(batch.mask[running].sum(axis=1)))
        batch.step(lockstep.chosen(batch, running, starters, seats, games))
        ended = running & (batch.terminated | batch.truncated)
        for lane in np.flatnonzero(ended):
            now[lane] = judging.ended(batch.state(int(lane)), int(starters[lane]))
        running &= ~ended
        if report is not None and ended.any():
            report(int(ended.sum()))
        if not running.any():
            advantage.append(_row(now[~np.isnan(now)]))
            return advantage, branching


def _row(values: npt.NDArray[np.generic]) -> tuple[int, float, float]:
    numbers = values.astype(np.float64)
    if not len(numbers):
        return 0, math.nan, math.nan
    variance = float(numbers.var(ddof=1)) if len(numbers) > 1 else math.nan
    return len(numbers), float(numbers.mean()), variance


def _curve(rows: Rows) -> Curve:
    n, mean, variance = (np.array(column) for column in zip(*rows, strict=True))
    reach = students_t(n - 1) * np.sqrt(variance / n)
    return Curve(mean, mean - reach, mean + reach, n.astype(np.int64))
