"""Estimates with 95 % intervals, from exact integer sums.

A *unit* is what was drawn independently of everything else: one game, or the pair of games
that share an opening. The two games of a pair resemble each other, so that games inside pairs
must not be counted as independent. All variances are computed in exact arithmetic; scipy gives
the intervals.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from mancalab._base.estimates import CONFIDENCE, UNKNOWN, Estimate, students_t
from mancalab._base.extras import require
from mancalab.study.outcomes import DRAW, LOSS, WIN

_POINTS = {WIN: Fraction(1), DRAW: Fraction(1, 2), LOSS: Fraction(0)}


class Group(NamedTuple):
    """A number of units that are alike: each adds ``part`` of its ``whole``."""

    units: int
    part: Fraction
    whole: int


def wilson(successes: float | Fraction, trials: int) -> tuple[float, float]:
    """Wilson's interval for a proportion (scipy).

    A number of successes that is not whole (an effective one) lies between two whole ones; the
    ends of the interval are then interpolated between theirs, linearly.

    Raises
    ------
    ValueError
        ``trials`` below 1, or ``successes`` outside 0 ... ``trials``.
    """
    if trials < 1:
        raise ValueError(f"trials = {trials}: allowed are 1 and more")
    if not 0 <= successes <= trials:
        raise ValueError(f"successes = {successes}: allowed are 0 to {trials}")
    below = math.floor(successes)
    low, high = _wilson_whole(below, trials)
    weight = float(successes - below)
    if weight == 0:
        return low, high
    next_low, next_high = _wilson_whole(below + 1, trials)
    return low + weight * (next_low - low), high + weight * (next_high - high)


def _wilson_whole(successes: int, trials: int) -> tuple[float, float]:
    stats = require("scipy.stats", "study")
    test = stats.binomtest(successes, trials)
    interval = test.proportion_ci(confidence_level=CONFIDENCE, method="wilson")
    return float(interval.low), float(interval.high)


def effective_trials(share: Fraction, variance: Fraction, units: int) -> int:
    """Number of independent trials that would tell ``share`` just as exactly.

    n = share (1 - share) / variance, rounded down, at least 1, where ``variance`` is that of the
    estimated share. Without any variance seen, the number of units.
    """
    if variance == 0:
        return units
    return max(1, math.floor(share * (1 - share) / variance))


def proportion(groups: Iterable[Group]) -> Estimate:
    """Sum of parts over sum of wholes, between 0 and 1, with Wilson's interval.

    With the share R = sum(part) / sum(whole), the variance of R is estimated over units as
    sum((part - R whole)^2) / sum(whole)^2, and Wilson's interval is taken for the effective
    number of trials. Where each unit is one trial, this is exactly Wilson's interval.

    Units without a whole (nothing that counts happened in them) are left out; without any unit
    all is nan.
    """
    kept = [group for group in groups if group.units and group.whole]
    units = sum(group.units for group in kept)
    if units == 0:
        return UNKNOWN
    whole = sum(group.units * group.whole for group in kept)
    share = sum((group.units * group.part for group in kept), Fraction(0)) / whole
    squares = sum(
        (group.units * (group.part - share * group.whole) ** 2 for group in kept), Fraction(0)
    )
    trials = effective_trials(share, squares / whole**2, units)
    return Estimate(float(share), *wilson(share * trials, trials))


def share_over_games(outcomes: Sequence[int], outcome: int) -> Estimate:
    """Share of one outcome among independent games.

    Parameters
    ----------
    outcomes
        Games by outcome: wins, losses, draws, voids, truncated.
    outcome
        Which of them, 0 ... 4.
    """
    return proportion(Group(n, Fraction(i == outcome), 1) for i, n in enumerate(outcomes))


def share_over_pairs(joint: Sequence[Sequence[int]], outcome: int) -> Estimate:
    """Share of one outcome among the games of pairs.

    Parameters
    ----------
    joint
        5 x 5, pairs by (outcome of the first game, outcome of the second).
    outcome
        Which of them, 0 ... 4.
    """
    return proportion(
        Group(n, Fraction((i == outcome) + (j == outcome)), 2)
        for i, row in enumerate(joint)
        for j, n in enumerate(row)
    )


def score_over_games(outcomes: Sequence[int]) -> Estimate:
    """Share of wins and half the draws in the games won, lost or drawn; independent games."""
    return proportion(Group(n, _points(i), _counts(i)) for i, n in enumerate(outcomes))


def score_over_pairs(joint: Sequence[Sequence[int]]) -> Estimate:
    """Share of wins and half the draws in the games won, lost or drawn; games in pairs."""
    return proportion(
        Group(n, _points(i) + _points(j), _counts(i) + _counts(j))
        for i, row in enumerate(joint)
        for j, n in enumerate(row)
    )


def _points(outcome: int) -> Fraction:
    return _POINTS.get(outcome, Fraction(0))


def _counts(outcome: int) -> int:
    return int(outcome in _POINTS)


def mean(units: int, total: int, squares: int, *, per_unit: int = 1) -> Estimate:
    """Mean per game, with Student's interval over units.

    With x a unit's value (summed over its games): mean of x +- t sqrt(s^2 / units), where
    s^2 = (sum(x^2) - sum(x)^2 / units) / (units - 1); all divided by the games per unit.

    Parameters
    ----------
    units
        Number of units.
    total, squares
        Sums of x and of x^2 over units.
    per_unit
        Games in a unit.

    Returns
    -------
    Estimate
        All nan without a unit; no interval (nan) with only one.
    """
    if units == 0:
        return UNKNOWN
    value = Fraction(total, units * per_unit)
    deviations = squares - Fraction(total**2, units)
    return _student(value, deviations, scale=units * per_unit, units=units)


def ratio(
    units: int,
    *,
    upper: int,
    lower: int,
    upper_squares: int,
    lower_squares: int,
    products: int,
) -> Estimate:
    """Ratio of two sums over units, with Student's interval by the delta method.

    With R = sum(a) / sum(b), the variance of R is sum((a - R b)^2) / sum(b)^2 times
    units / (units - 1): each unit stands in the ratio with its linear effect on it.

    Parameters
    ----------
    units
        Number of units.
    upper, lower
        sum(a), sum(b).
    upper_squares, lower_squares, products
        sum(a^2), sum(b^2), sum(a b).

    Returns
    -------
    Estimate
        All nan where sum(b) is 0; no interval (nan) with only one unit.
    """
    if lower == 0:
        return UNKNOWN
    value = Fraction(upper, lower)
    deviations = upper_squares - 2 * value * products + value**2 * lower_squares
    return _student(value, deviations, scale=lower, units=units)


def difference(
    ours: Sequence[tuple[int, int]],
    theirs: Sequence[tuple[int, int]],
    rounds: Sequence[int],
    *,
    shares: bool = False,
) -> Estimate:
    """Difference of two ratios of sums that were taken from the same rounds, batch by batch.

    The same round under other rules begins with the same random numbers, so that the two ratios
    are not independent; they can go together or against each other. The variance is therefore
    taken from the differences inside batches of consecutive rounds, which holds either way: with
    R = sum(a) / sum(b), batch i changes the difference by
    d_i = (a_i - R b_i) / sum(b) - (a'_i - R' b'_i) / sum(b'). For batches of r_i rounds,
    q = sum(r_i^2) / sum(r_i)^2, the variance is sum(d_i^2) / (1 - q), with 1 / q - 1 degrees of
    freedom for Student's t; n equal batches have q = 1 / n.

    Parameters
    ----------
    ours, theirs
        (a_i, b_i) of each batch.
    rounds
        r_i, rounds in each batch.
    shares
        The ratios are shares: the interval is then kept inside -1 ... 1 and widened by as much as
        that many rounds cannot rule out even if none of them showed it (Wilson's upper end of 0).

    Returns
    -------
    Estimate
        All nan where sum(b) or sum(b') is 0; no interval (nan) from less than one degree of
        freedom.
    """
    if not (sum(b for _, b in ours) and sum(b for _, b in theirs)):
        return UNKNOWN
    our_ratio, our_parts = _influences(ours)
    their_ratio, their_parts = _influences(theirs)
    value = float(our_ratio - their_ratio)
    q = Fraction(sum(r * r for r in rounds), sum(rounds) ** 2)
    if 2 * q > 1:
        return Estimate(value, math.nan, math.nan)
    squares = sum(((x - y) ** 2 for x, y in zip(our_parts, their_parts, strict=True)), Fraction(0))
    reach = float(students_t(float(1 / q - 1))) * math.sqrt(squares / (1 - q))
    if not shares:
        return Estimate(value, value - reach, value + reach)
    reach = math.hypot(reach, wilson(0, sum(rounds))[1])
    return Estimate(value, max(-1.0, value - reach), min(1.0, value + reach))


def _influences(batches: Sequence[tuple[int, int]]) -> tuple[Fraction, list[Fraction]]:
    """The ratio of the sums of all batches, and how far each batch pulls it."""
    upper, lower = sum(a for a, _ in batches), sum(b for _, b in batches)
    return Fraction(upper, lower), [Fraction(a * lower - upper * b, lower**2) for a, b in batches]


def _student(value: Fraction, deviations: Fraction, *, scale: int, units: int) -> Estimate:
    """Interval for a sum over units divided by ``scale``, from its sum of squared deviations."""
    if units < 2:
        return Estimate(float(value), math.nan, math.nan)
    error = math.sqrt(deviations * units / (units - 1)) / scale
    reach = float(students_t(units - 1)) * error
    return Estimate(float(value), float(value) - reach, float(value) + reach)
