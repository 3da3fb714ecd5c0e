"""Scores that one strength for each agent does not explain: a check of the fit of a tournament.

Each score of two agents is compared with what the fit expects of it. The fit follows the scores it
is made from, so that a residual varies less than its score does; both are taken into account, to
first order. The variance of a residual is the larger of what the model says and of what is seen
from pair to pair of games. The probability of a residual as large is that of a binomial with the
effective number of games, so that it holds where one side wins nearly all of them, too.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mancalab._base.extras import require
from mancalab.study.fit import Fit, Meeting
from mancalab.study.outcomes import DRAW, LOSS, WIN

Floats = NDArray[np.float64]

_POINTS = {WIN: 1.0, DRAW: 0.5, LOSS: 0.0}
_FIXED = 0.01  # of a score's variance: with less left over, the fit has followed the score


class Residual(NamedTuple):
    """What a fit says of the score of two agents; nan where it says nothing."""

    expected: float
    """Score of the first agent, 0 to 1, that the strengths make one expect."""
    z: float
    """How far the score lies above what is expected, in standard errors of a normal law. With few
    games it is too small rather than too large: with twenty of each two agents, where the model
    holds, it varies by 0.6 instead of by 1, so that only large differences are seen."""


class _Seat(NamedTuple):
    """The games of a meeting that one of the two agents starts, by the model."""

    chances: dict[int, float]
    """Of each outcome for the agent that starts."""
    slopes: dict[int, Floats]
    """Derivative of the logarithm of each chance by the parameters."""
    mean: float
    """Expected points of the agent that starts."""
    mean_slope: Floats
    """Its derivative by the parameters."""


def residuals(fit: Fit, meetings: Sequence[Meeting]) -> list[Residual]:
    """Compare the scores of meetings with what a fit to all of them expects.

    Parameters
    ----------
    fit
        Strengths, first-move advantage and draw width.
    meetings
        The games that it was fitted to.

    Raises
    ------
    MissingExtra
        scipy is not installed (an ImportError).
    """
    unknown = Residual(math.nan, math.nan)
    known = [i for i, meeting in enumerate(meetings) if _is_known(fit, meeting)]
    if not known or not math.isfinite(fit.advantage + fit.draw_width):
        return [unknown] * len(meetings)
    some = [meetings[i] for i in known]
    found = dict(zip(known, _residuals(fit, some), strict=True))
    return [found.get(i, unknown) for i in range(len(meetings))]


def _is_known(fit: Fit, meeting: Meeting) -> bool:
    finite = math.isfinite(fit.strengths[meeting.first] + fit.strengths[meeting.second])
    return finite and bool(_played(meeting).any())


def _played(meeting: Meeting) -> Floats:
    """Games that count, by who starts (0 the first agent) and outcome for whoever does, (2, 5)."""
    table = np.array(meeting.joint, dtype=float)
    counts: Floats = np.stack([table.sum(axis=1), table.sum(axis=0)])
    counts[:, [i for i in range(counts.shape[1]) if i not in _POINTS]] = 0
    return counts


def _residuals(fit: Fit, meetings: Sequence[Meeting]) -> list[Residual]:
    seats = [_seats(fit, meeting) for meeting in meetings]
    played = [_played(meeting) for meeting in meetings]
    spread = np.linalg.pinv(_information(seats, played), hermitian=True)
    pairs = [_pairs(meeting, both) for meeting, both in zip(meetings, seats, strict=True)]
    counts, slopes = (np.concatenate([pair[i] for pair in pairs]) for i in (0, 1))
    found = []
    for (some, own, excess), both, games in zip(pairs, seats, played, strict=True):
        n = games.sum(axis=1)
        expected = n[0] * both[0].mean + n[1] * (1 - both[1].mean)
        slope = n[0] * both[0].mean_slope - n[1] * both[1].mean_slope
        raw = sum(count * _variance(seat) for count, seat in zip(n, both, strict=True))
        left = raw - slope @ spread @ slope
        # What each pair of games adds: its own excess, less what it moves the fit.
        pull = spread @ slope
        seen = counts @ (slopes @ pull) ** 2 - some @ (own @ pull) ** 2
        seen += some @ (excess - own @ pull) ** 2
        total = n.sum()
        score = (expected + some @ excess) / total
        variance = 0.0 if left <= _FIXED * raw else max(left, seen) / total**2
        found.append(Residual(expected / total, _z(score, expected / total, variance)))
    return found


def _seats(fit: Fit, meeting: Meeting) -> tuple[_Seat, _Seat]:
    first, second = meeting.first, meeting.second
    return _seat(fit, first, second), _seat(fit, second, first)


def _seat(fit: Fit, starter: int, other: int) -> _Seat:
    """The games that one agent starts against another."""
    width = fit.draw_width
    ahead = fit.strengths[starter] - fit.strengths[other] + fit.advantage
    above, below = _logistic(ahead - width), _logistic(ahead + width)
    chances = {WIN: above, LOSS: 1 - below, DRAW: below - above}
    steep = {"above": above * (1 - above), "below": below * (1 - below)}
    by_ahead = {WIN: 1 - above, LOSS: -below, DRAW: 1 - below - above}
    by_width = {WIN: above - 1, LOSS: -below}
    if width:
        by_width[DRAW] = (steep["above"] + steep["below"]) / chances[DRAW]
    else:  # no game was drawn
        by_width = dict.fromkeys(chances, 0.0)
    row = np.zeros(len(fit.strengths) + 2)
    row[[starter, other, -2]] = (1, -1, 1)
    last = np.zeros_like(row)
    last[-1] = 1
    mean_by_width = (steep["below"] - steep["above"]) / 2 if width else 0.0
    return _Seat(
        chances,
        {outcome: by_ahead[outcome] * row + by_width[outcome] * last for outcome in chances},
        (above + below) / 2,
        (steep["above"] + steep["below"]) / 2 * row + mean_by_width * last,
    )


def _logistic(x: float) -> float:
    return 1 / (1 + math.exp(-x)) if x > 0 else math.exp(x) / (1 + math.exp(x))


def _variance(seat: _Seat) -> float:
    """Of the points of one game."""
    squares = sum(chance * _POINTS[outcome] ** 2 for outcome, chance in seat.chances.items())
    return squares - seat.mean**2


def _information(seats: Sequence[tuple[_Seat, _Seat]], played: Sequence[Floats]) -> Floats:
    """What all games together say of the parameters (Fisher's information, expected)."""
    size = len(seats[0][0].mean_slope)
    found = np.zeros((size, size))
    for both, games in zip(seats, played, strict=True):
        for seat, n in zip(both, games.sum(axis=1), strict=True):
            for outcome, chance in seat.chances.items():
                found += n * chance * np.outer(seat.slopes[outcome], seat.slopes[outcome])
    return found


def _pairs(meeting: Meeting, seats: tuple[_Seat, _Seat]) -> tuple[Floats, Floats, Floats]:
    """Kinds of pairs of games: how many, what they pull at the fit, and the points above it.

    Shapes (kinds,), (kinds, parameters) and (kinds,); points are those of the first agent.
    """
    counts, slopes, excess = [], [], []
    for one, row in enumerate(meeting.joint):
        for other, count in enumerate(row):
            if not count:
                continue
            games = [(seats[0], one, 1), (seats[1], other, -1)]
            valid = [(seat, outcome, sign) for seat, outcome, sign in games if outcome in _POINTS]
            pull = np.zeros_like(seats[0].mean_slope)
            for seat, outcome, _ in valid:
                pull += seat.slopes[outcome]
            counts.append(float(count))
            slopes.append(pull)
            excess.append(sum(sign * (_POINTS[x] - seat.mean) for seat, x, sign in valid))
    return np.array(counts), np.array(slopes), np.array(excess, dtype=float)


def _z(score: float, expected: float, variance: float) -> float:
    """The place of a score in a binomial law, as that of a normal one with the same tails."""
    if not variance > 0:
        return math.nan
    special = require("scipy.special", "study")
    trials = expected * (1 - expected) / variance
    won = min(max(score, 0.0), 1.0) * trials
    lost = trials - won
    # The chances of so few and of so many, also between whole numbers.
    few = special.betainc(lost, won + 1, 1 - expected) if lost > 0 else 1.0
    many = special.betainc(won, lost + 1, expected) if won > 0 else 1.0
    tail = min(1.0, 2 * min(few, many)) / 2
    return float(math.copysign(special.ndtri(max(tail, 1e-300)), score - expected))
