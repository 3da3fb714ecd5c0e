"""The course of matches: who wins their rounds, and whether the first one decides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from mancalab._agents.naming import AgentLike
from mancalab._base.arguments import integer
from mancalab._base.estimates import Estimate
from mancalab._base.extras import require
from mancalab._base.progress import Progress, reporter
from mancalab._base.rounds import has_rounds
from mancalab._base.words import counted
from mancalab._batch.batch import Batch
from mancalab._catalogue import GameLike, as_rules
from mancalab._core import Rules, State, _observed
from mancalab._matches import lockstep
from mancalab.study.cells import as_pair, check_cut_off, checked_plies, plies, seed_or_drawn
from mancalab.study.course import Course, course_facts
from mancalab.study.intervals import Group, mean, proportion, score_over_games
from mancalab.study.outcomes import DRAW, LOSS, WIN
from mancalab.study.tables.grids import wrapped

BY_ROUND_MATCHES = 500
"""Matches that `by_round` plays by default."""

MOST_MATCHES = 100_000
"""Most matches that `by_round` plays: all of them go on side by side."""

ROWS_SHOWN = 8
"""Rounds that ``str`` shows: later ones are few and far from even at their beginning."""

Sides = npt.NDArray[np.int64]
"""A number for each match, or for each match and side."""


@dataclass(frozen=True)
class RoundRow:
    """All rounds of one number: the first ones of many matches, the second ones, and so on."""

    number: int
    """From 1."""
    rounds: int
    """How many were played to their end."""
    won: int
    """By the player who began them."""
    lost: int
    """By the player who began them."""
    drawn: int
    """With equally many seeds for both."""
    score: Estimate
    """Of the player who began: share of rounds won and half of those drawn."""
    margin: Estimate
    """Seeds of the player who began less those of the other, when the round was over."""


@dataclass(frozen=True)
class ByRound(Course):
    """The course of many matches of one game of rounds."""

    matches: int
    """Matches played."""
    undecided: int
    """Matches that were made void or cut off; the rounds in which they were do not count."""
    length: Estimate
    """Rounds in a match."""
    match: Estimate
    """Score of the player who begins the match, in matches won, lost or drawn."""
    first_decides: Estimate
    """Share of matches won by who had won the first round, where somebody has won both."""
    rows: tuple[RoundRow, ...] = field(repr=False)
    """Round by round."""

    @property
    def findings(self) -> tuple[str, ...]:
        """What was found, in sentences, with what it depends on."""
        if not self.rows:
            return ("Found: no round came to its end.",)
        row = self.rows[0]
        what = _told(row.score, "who begins the first round wins it more often than the other")
        match = _told(self.match, "who begins the match wins it more often than the other")
        return (
            f"Found in {self.label}, {self.agents}: {what}, and {match}; who wins the first round "
            f"wins {_percent(self.first_decides)} of the matches. {self._caveat}",
        )

    def __str__(self) -> str:
        """What was played, round by round, and what was found."""
        opening = counted(self.opening_plies, "random opening ply")
        head = (
            f"{self.label}, {self.agents}: {counted(self.matches, 'match')}, {opening}, "
            f"seed {self.seed}; {self.length.value:.1f} rounds a match"
        )
        found = [line for text in self.findings for line in wrapped(text)]
        return "\n".join([*wrapped(head), "", *self._table(), "", *found])

    def _table(self) -> Iterator[str]:
        yield f"{'round':>5} {'played':>7}   {'score of who began':>18}   margin in seeds"
        for row in self.rows[:ROWS_SHOWN]:
            yield (
                f"{row.number:5} {row.rounds:7}   {_percent(row.score):>18}   "
                f"{row.margin.value:+.1f} ({row.margin.low:+.1f} to {row.margin.high:+.1f})"
            )
        if len(self.rows) > ROWS_SHOWN:
            yield f"  and {len(self.rows) - ROWS_SHOWN} more rounds in `.rows`"


def _percent(share: Estimate) -> str:
    return f"{share.value:.0%}, {share.low:.0%} to {share.high:.0%}"


def _told(score: Estimate, more: str) -> str:
    """A score in words: a finding only where its interval leaves out one half."""
    if score.low > 0.5:
        return f"{more} ({_percent(score)})"
    if score.high < 0.5:
        return f"{more.replace('more often', 'less often')} ({_percent(score)})"
    return f"these matches do not tell whether {more} ({_percent(score)})"


def by_round(
    rules: GameLike,
    agents: Sequence[AgentLike] = ("random", "random"),
    n: int | None = None,
    *,
    seed: int | None = 0,
    opening_plies: int | None = None,
    threads: int | None = None,
    progress: Progress = None,
) -> ByRound:
    """Play matches of a game of rounds and record who wins each round.

    The matches are those of `mancalab.match` with the same seed, all side by side. The first agent
    begins the match. A round is won by who has more seeds when it is over; the match by the rules
    of its end: by who has more then, or has won more rounds.

    Parameters
    ----------
    rules
        A name in the catalogue, rules, or the path of a TOML file: a game with `[rounds]`.
    agents
        Two agents, each "random", "greedy", an agent of `mancalab.agents`, or a function of a
        state.
    n
        Number of matches, 1 to 100,000 (None: 500).
    seed
        0 to 2**64 - 1; None draws one, and the result records it.
    opening_plies
        Random actions at the beginning of each match; None: 4, or none where both agents are
        Random.
    threads
        Number of threads; None for all cores.
    progress
        True for a tqdm bar, or a function that gets the number of matches just finished.

    Raises
    ------
    KeyError, ValueError, TypeError
        An argument is not as described above.
    MissingExtra
        scipy is not installed (an ImportError).

    Examples
    --------
    >>> course = by_round("pallankuli", n=20)
    >>> [row.number for row in course.rows[:3]], course.rows[0].rounds
    ([1, 2, 3], 20)
    """
    rules = as_rules(rules)
    if not has_rounds(rules):
        raise ValueError(f"rules: {rules.name} has no rounds; games with [rounds] are allowed")
    seats = as_pair(agents)
    n = integer("n", BY_ROUND_MATCHES if n is None else n, 1, MOST_MATCHES)
    seed = seed_or_drawn(seed)
    opening_plies = plies(*seats, checked_plies(opening_plies))
    check_cut_off(rules, opening_plies)
    require("scipy.stats", "study")  # before the matches are played, not after
    batch = Batch(rules, n, seed, "disabled", threads=threads)
    course = _Course(batch)
    some = lockstep.Games(rules, range(n), seed, opening_plies, None)
    with reporter(progress, n, rules) as report:
        while course.running.any():
            chosen = lockstep.chosen(batch, course.running, course.starters, seats, some)
            done = course.step(chosen)
            if report is not None and done:
                report(done)
    return ByRound(
        **course_facts(rules, seed, seats, opening_plies),
        matches=n,
        undecided=int((batch.results > 2).sum()),
        length=_mean(course.rounds + (batch.results <= 2)),
        match=score_over_games(course.of_starters(batch.results)),
        first_decides=_first_decides(course.first_winners, batch.results),
        rows=tuple(course.rows()),
    )


class _Course:
    """Matches side by side, and how their rounds have ended so far."""

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        self.columns = _Columns(batch.rules)
        self.starters = batch.to_move.copy()
        self.running = ~(batch.terminated | batch.truncated)
        self.beginners = self.starters.astype(np.int64)
        self.rounds: Sides = np.zeros(len(batch), dtype=np.int64)
        self.first_winners: Sides = np.full(len(batch), 2)  # 0 South, 1 North, 2 nobody
        self.margins: list[list[int]] = []  # of who began, round by round

    def step(self, actions: Sides) -> int:
        """Plays on, and notes the rounds that end so; gives the number of matches that do."""
        batch, columns = self.batch, self.columns
        before = batch.copy()
        batch.step(actions)
        over = self.running & (batch.terminated | batch.truncated)
        rounds = np.where(self.running, columns.rounds(batch), self.rounds)
        for lane in np.flatnonzero(rounds > self.rounds).tolist():
            state, action = before.state(lane), int(actions[lane])
            for more in range(int(rounds[lane] - self.rounds[lane])):
                beginner, count = _last_count(state, action, more)
                self._note(lane, int(self.rounds[lane]) + more, beginner, count)
        self.rounds = rounds
        self.beginners = np.where(self.running, columns.beginners(batch), self.beginners)
        for lane in np.flatnonzero(over & (batch.results <= 2)).tolist():
            self._note(lane, int(rounds[lane]), int(self.beginners[lane]), batch.scores[lane])
        self.running &= ~over
        return int(over.sum())

    def _note(self, lane: int, number: int, beginner: int, count: Sequence[int] | Sides) -> None:
        """Notes one round: its number from 0, who began it, the seeds of both at its end."""
        margin = int(count[0]) - int(count[1])
        if number == 0 and margin:
            self.first_winners[lane] = int(margin < 0)
        while len(self.margins) <= number:
            self.margins.append([])
        self.margins[number].append(-margin if beginner else margin)

    def of_starters(self, results: npt.NDArray[np.uint8]) -> list[int]:
        """Matches by outcome for the player who began them."""
        outcomes = [0] * 5
        for result, starter in zip(results.tolist(), self.starters.tolist(), strict=True):
            outcomes[{starter: WIN, 1 - starter: LOSS, 2: DRAW}.get(result, result)] += 1
        return outcomes

    def rows(self) -> Iterator[RoundRow]:
        """The rounds by number."""
        for number, margins in enumerate(self.margins, start=1):
            won, lost = (sum(sign * margin > 0 for margin in margins) for sign in (1, -1))
            drawn = len(margins) - won - lost
            outcomes = [0] * 5
            outcomes[WIN], outcomes[LOSS], outcomes[DRAW] = won, lost, drawn
            score = score_over_games(outcomes)
            yield RoundRow(number, len(margins), won, lost, drawn, score, _mean(np.array(margins)))


class _Columns:
    """Where the observation of a batch has what a round is told by."""

    def __init__(self, rules: Rules) -> None:
        kinds = [(side, kind) for side, kind, _, _ in _observed(rules)]
        self.round = kinds.index(("own", "round"))
        self.began = kinds.index(("own", "began"))

    def rounds(self, batch: Batch) -> Sides:
        """Rounds that are over."""
        return batch.observation[:, self.round].astype(np.int64)

    def beginners(self, batch: Batch) -> Sides:
        """The sides that began the round."""
        own = batch.observation[:, self.began] == 1
        return np.where(own, batch.to_move, 1 - batch.to_move).astype(np.int64)


def _last_count(state: State, action: int, more: int) -> tuple[int, tuple[int, int]]:
    """Who began a round that an action ends, and the seeds of South and North then.

    The position is played on as if the match were over with that round, which an action can end
    with the ones before it: `more` of them.
    """
    rules = state.rules
    last = next(most for _, kind, _, most in _observed(rules) if kind == "round")
    final = rules.state(
        pits=state.pits,
        stores=state.stores,
        reserves=state.reserves,
        marks=state.marks,
        claims=state.claims,
        lifted=state.lifted,
        registers={**state.registers, "round": (last - more, last - more)},
        to_move=state.to_move,
        phase=state.phase,
    ).play(action)
    return final.registers["began"].index(1), final.scores


def _mean(values: npt.NDArray[np.int64]) -> Estimate:
    return mean(len(values), int(values.sum()), int((values.astype(np.int64) ** 2).sum()))


def _first_decides(first: Sides, results: npt.NDArray[np.uint8]) -> Estimate:
    both = (first < 2) & (results < 2)
    same = int((both & (first == results)).sum())
    number = int(both.sum())
    return proportion([Group(same, Fraction(1), 1), Group(number - same, Fraction(0), 1)])
