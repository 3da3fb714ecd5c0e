"""Estimates and intervals of studies against scipy, numpy and simulation."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from mancalab._base.estimates import Estimate
from mancalab.study import intervals
from mancalab.study.intervals import Group
from mancalab.study.outcomes import LOSS, VOID, WIN

Z = float(stats.norm.ppf(0.975))
POINTS = np.array([1, 0, 0.5, 0, 0])
SCORED = np.array([1, 1, 1, 0, 0])


def wilson_formula(share: float, trials: int) -> tuple[float, float]:
    """The closed form, for any share."""
    middle = (share + Z**2 / (2 * trials)) / (1 + Z**2 / trials)
    root = math.sqrt(share * (1 - share) / trials + Z**2 / (4 * trials**2))
    reach = Z / (1 + Z**2 / trials) * root
    return middle - reach, middle + reach


def joint_of(pairs: NDArray[np.int64]) -> list[list[int]]:
    """The 5 x 5 table of pairs of outcomes (n, 2)."""
    joint = np.zeros((5, 5), dtype=int)
    np.add.at(joint, (pairs[:, 0], pairs[:, 1]), 1)
    return [[int(n) for n in row] for row in joint]


def correlated_pairs(
    rng: np.random.Generator, n: int, same: float, chances: NDArray[np.float64]
) -> NDArray[np.int64]:
    """Pairs of outcomes; with probability ``same`` the second game repeats the first."""
    pairs = rng.choice(5, size=(n, 2), p=chances)
    repeat = rng.random(n) < same
    pairs[repeat, 1] = pairs[repeat, 0]
    return pairs


CHANCES = np.array([0.5, 0.3, 0.1, 0.08, 0.02])


# Wilson


@pytest.mark.parametrize("trials", [1, 2, 7, 100, 10_000])
@pytest.mark.parametrize("part", [0, 0.1, 0.5, 0.9, 1])
def test_wilson_of_whole_successes_is_the_closed_form(trials: int, part: float) -> None:
    successes = round(part * trials)
    assert intervals.wilson(successes, trials) == pytest.approx(
        wilson_formula(successes / trials, trials), abs=1e-12
    )


@pytest.mark.parametrize("successes", [0.25, 0.5, 3.7, 41.3, 99.9])
def test_wilson_of_broken_successes_lies_close_to_the_closed_form(successes: float) -> None:
    low, high = intervals.wilson(successes, 100)
    assert low <= successes / 100 <= high
    assert (low, high) == pytest.approx(wilson_formula(successes / 100, 100), abs=2e-3)


def test_wilson_grows_with_the_successes() -> None:
    ends = [intervals.wilson(Fraction(k, 4), 5) for k in range(21)]
    for one, two in pairwise(ends):
        assert one[0] <= two[0]
        assert one[1] <= two[1]
    assert ends[0][0] == 0
    assert ends[-1][1] == 1


@pytest.mark.parametrize(("successes", "trials"), [(0, 0), (-1, 5), (6, 5)])
def test_wilson_refuses_what_is_no_proportion(successes: int, trials: int) -> None:
    with pytest.raises(
        ValueError, match=r"trials = 0: allowed are 1 and more|successes = -?\d: allowed are 0 to 5"
    ):
        intervals.wilson(successes, trials)


def test_wilson_takes_very_many_trials() -> None:
    assert intervals.wilson(3 * 10**14, 10**15) == pytest.approx((0.3, 0.3), abs=1e-6)


# Effective number of trials


def test_effective_trials_of_independent_games_is_their_number() -> None:
    share = Fraction(1, 3)
    assert intervals.effective_trials(share, share * (1 - share) / 90, 90) == 90


def test_effective_trials_is_rounded_down_and_at_least_one() -> None:
    half = Fraction(1, 2)
    assert intervals.effective_trials(half, Fraction(10, 399), 7) == 9
    assert intervals.effective_trials(half, Fraction(1), 7) == 1


def test_effective_trials_without_variance_is_the_number_of_units() -> None:
    assert intervals.effective_trials(Fraction(1, 2), Fraction(0), 12) == 12


# Shares


@pytest.mark.parametrize("outcomes", [(60, 30, 5, 4, 1), (10, 0, 0, 0, 0), (0, 0, 1, 0, 0)])
def test_share_over_games_is_wilson_of_scipy(outcomes: tuple[int, ...]) -> None:
    for outcome, count in enumerate(outcomes):
        games = sum(outcomes)
        expected = stats.binomtest(count, games).proportion_ci(method="wilson")
        assert intervals.share_over_games(outcomes, outcome) == pytest.approx(
            (count / games, expected.low, expected.high), abs=1e-12
        )


def test_share_over_pairs_has_the_variance_of_the_pairs() -> None:
    pairs = correlated_pairs(np.random.default_rng(1), 400, 0.4, CHANCES)
    joint = joint_of(pairs)
    for outcome in range(5):
        unit = (pairs == outcome).mean(axis=1)
        share = unit.mean()
        trials = math.floor(share * (1 - share) / (unit.var() / len(unit)))
        low, high = intervals.wilson(share * trials, trials)
        assert intervals.share_over_pairs(joint, outcome) == pytest.approx(
            (share, low, high), abs=1e-12
        )


def test_pairs_of_two_equal_games_tell_no_more_than_single_games() -> None:
    singles = (70, 20, 10, 0, 0)
    joint = np.diag(singles).tolist()
    for outcome in range(5):
        assert intervals.share_over_pairs(joint, outcome) == intervals.share_over_games(
            singles, outcome
        )
    assert intervals.score_over_pairs(joint).value == intervals.score_over_games(singles).value


def test_pairs_of_independent_games_tell_as_much_as_twice_as_many_games() -> None:
    wins, losses = 60, 40
    joint = np.zeros((5, 5), dtype=int)
    joint[:2, :2] = np.outer([wins, losses], [wins, losses])
    single = intervals.share_over_games((12_000, 8_000, 0, 0, 0), WIN)
    assert intervals.share_over_pairs(joint.tolist(), WIN) == pytest.approx(single, abs=1e-12)


def test_pairs_that_always_split_count_as_so_many_trials() -> None:
    joint = [[0] * 5 for _ in range(5)]
    joint[WIN][LOSS] = 30
    assert intervals.share_over_pairs(joint, WIN) == Estimate(0.5, *intervals.wilson(15, 30))
    assert intervals.score_over_pairs(joint) == Estimate(0.5, *intervals.wilson(15, 30))


def test_a_single_game_says_almost_nothing() -> None:
    won = intervals.share_over_games((1, 0, 0, 0, 0), WIN)
    assert won == pytest.approx((1, 1 / (1 + Z**2), 1))


# Score


def test_score_without_draws_is_the_share_of_wins_among_decided_games() -> None:
    assert intervals.score_over_games((30, 20, 0, 7, 3)) == intervals.share_over_games(
        (30, 20, 0, 0, 0), WIN
    )


def test_score_counts_draws_half_and_leaves_out_void_and_truncated() -> None:
    assert intervals.score_over_games((10, 4, 6, 100, 9)).value == pytest.approx(13 / 20)


def test_score_with_draws_is_surer_than_without() -> None:
    some = intervals.score_over_games((40, 40, 20, 0, 0))
    none = intervals.score_over_games((50, 50, 0, 0, 0))
    assert some.value == none.value == 0.5
    assert some.margin_of_error < none.margin_of_error


@pytest.mark.parametrize("outcomes", [(0, 0, 0, 5, 0), (0, 0, 0, 0, 9), (0, 0, 0, 0, 0)])
def test_score_is_unknown_where_no_game_was_scored(outcomes: tuple[int, ...]) -> None:
    assert np.isnan(intervals.score_over_games(outcomes)).all()
    assert np.isnan(intervals.score_over_pairs(np.diag(outcomes).tolist())).all()


def test_score_of_draws_only() -> None:
    assert intervals.score_over_games((0, 0, 20, 0, 0)) == Estimate(0.5, *intervals.wilson(10, 20))


def test_score_over_pairs_has_the_linearised_variance() -> None:
    pairs = correlated_pairs(np.random.default_rng(2), 500, 0.5, CHANCES)
    points, scored = POINTS[pairs].sum(axis=1), SCORED[pairs].sum(axis=1)
    score = points.sum() / scored.sum()
    variance = ((points - score * scored) ** 2).sum() / scored.sum() ** 2
    trials = math.floor(score * (1 - score) / variance)
    expected = (score, *intervals.wilson(score * trials, trials))
    assert intervals.score_over_pairs(joint_of(pairs)) == pytest.approx(expected, abs=1e-12)


def test_score_over_pairs_agrees_with_the_jackknife() -> None:
    pairs = correlated_pairs(np.random.default_rng(3), 800, 0.5, CHANCES)
    points, scored = POINTS[pairs].sum(axis=1), SCORED[pairs].sum(axis=1)
    without = (points.sum() - points) / (scored.sum() - scored)
    n = len(pairs)
    error = math.sqrt((n - 1) / n * ((without - without.mean()) ** 2).sum())
    estimate = intervals.score_over_pairs(joint_of(pairs))
    assert (estimate.high - estimate.low) / 2 == pytest.approx(Z * error, rel=0.02)


def test_proportion_leaves_out_empty_groups() -> None:
    full = Group(5, Fraction(1), 2)
    empty = [Group(0, Fraction(1), 1), Group(9, Fraction(0), 0)]
    assert intervals.proportion([full, *empty]) == intervals.proportion([full])


# Means


def sums(x: NDArray[np.int64]) -> tuple[int, int, int]:
    return len(x), int(x.sum()), int((x**2).sum())


@pytest.mark.parametrize("per_unit", [1, 2])
def test_mean_has_students_interval(per_unit: int) -> None:
    x = np.random.default_rng(4).integers(-20, 30, size=50)
    expected = stats.t.interval(0.95, 49, loc=x.mean(), scale=stats.sem(x))
    assert intervals.mean(*sums(x), per_unit=per_unit) == pytest.approx(
        (x.mean() / per_unit, expected[0] / per_unit, expected[1] / per_unit)
    )


def test_mean_of_nothing_is_unknown() -> None:
    assert np.isnan(intervals.mean(0, 0, 0)).all()


def test_mean_of_one_unit_has_no_interval() -> None:
    assert intervals.mean(1, -7, 49) == Estimate(-7, math.nan, math.nan)


def test_mean_of_equal_units_is_sure() -> None:
    assert intervals.mean(10, 420, 17_640, per_unit=2) == Estimate(21, 21, 21)


def test_mean_loses_nothing_to_rounding() -> None:
    far = 10**12
    near = intervals.mean(4, 2, 4)
    there = intervals.mean(4, 4 * far + 2, 4 * far**2 + 4 * far + 4)
    assert there.high - there.low == pytest.approx(near.high - near.low, rel=1e-3)


# Ratios


def ratio_of(a: NDArray[np.int64], b: NDArray[np.int64]) -> Estimate:
    return intervals.ratio(
        len(a),
        upper=int(a.sum()),
        lower=int(b.sum()),
        upper_squares=int((a**2).sum()),
        lower_squares=int((b**2).sum()),
        products=int((a * b).sum()),
    )


def test_ratio_agrees_with_the_residuals_and_the_jackknife() -> None:
    rng = np.random.default_rng(5)
    plies = rng.integers(10, 60, size=2_000)
    choices = 3 * plies + rng.integers(0, 20, size=2_000)
    estimate = ratio_of(choices, plies)
    value = choices.sum() / plies.sum()
    residuals = choices - value * plies
    error = residuals.std(ddof=1) * math.sqrt(2_000) / plies.sum()
    reach = stats.t.ppf(0.975, 1_999) * error
    assert estimate == pytest.approx((value, value - reach, value + reach))

    without = (choices.sum() - choices) / (plies.sum() - plies)
    jackknife = math.sqrt(1_999 / 2_000 * ((without - without.mean()) ** 2).sum())
    assert error == pytest.approx(jackknife, rel=0.01)


def test_ratio_of_constant_proportion_is_sure() -> None:
    plies = np.array([3, 8, 20, 41])
    assert ratio_of(4 * plies, plies) == Estimate(4, 4, 4)


def test_ratio_edge_cases() -> None:
    nothing = np.array([], dtype=np.int64)
    zero, one = np.array([0, 0, 0]), np.array([1])
    assert np.isnan(ratio_of(nothing, nothing)).all()
    assert np.isnan(ratio_of(zero, zero)).all()
    assert ratio_of(12 * one, 4 * one) == Estimate(3, math.nan, math.nan)


def test_margin_of_error_reaches_to_the_farther_end() -> None:
    assert Estimate(0.5, 0.2, 0.6).margin_of_error == pytest.approx(0.3)
    assert Estimate(0.5, 0.4, 0.9).margin_of_error == pytest.approx(0.4)


# Coverage: of many simulated studies, 95 % of the intervals must hold the truth


SIMULATIONS = 500  # the standard error of a coverage of 0.95 is 0.01


def joint_chances(same: float) -> NDArray[np.float64]:
    """Chances of the 25 outcomes of a pair; with probability ``same`` its games are equal."""
    return ((1 - same) * np.outer(CHANCES, CHANCES) + same * np.diag(CHANCES)).ravel()


def simulated_joints(same: float) -> list[list[list[int]]]:
    """Tables of many studies of 300 pairs each."""
    rng = np.random.default_rng(6)
    drawn = rng.multinomial(300, joint_chances(same), size=SIMULATIONS)
    tables: list[list[list[int]]] = drawn.reshape(-1, 5, 5).tolist()
    return tables


def coverage(truth: float, estimates: Iterable[Estimate]) -> float:
    held = [low <= truth <= high for _, low, high in estimates]
    return sum(held) / len(held)


@pytest.mark.parametrize("same", [0, 0.5, 1])
def test_coverage_over_pairs(same: float) -> None:
    joints = simulated_joints(same)
    wins = [intervals.share_over_pairs(joint, WIN) for joint in joints]
    voids = [intervals.share_over_pairs(joint, VOID) for joint in joints]
    scores = [intervals.score_over_pairs(joint) for joint in joints]
    assert 0.92 <= coverage(CHANCES[WIN], wins) <= 0.98
    assert 0.92 <= coverage(CHANCES[VOID], voids) <= 0.98
    assert 0.92 <= coverage(0.55 / 0.9, scores) <= 0.98


def test_coverage_over_games() -> None:
    rng = np.random.default_rng(7)
    studies = rng.multinomial(300, CHANCES, size=SIMULATIONS).tolist()
    assert 0.92 <= coverage(0.55 / 0.9, map(intervals.score_over_games, studies)) <= 0.98


def test_games_in_pairs_must_not_be_taken_for_independent() -> None:
    singles = [np.sum(joint, axis=0) + np.sum(joint, axis=1) for joint in simulated_joints(1)]
    naive = [intervals.share_over_games(single.tolist(), WIN) for single in singles]
    assert coverage(CHANCES[WIN], naive) < 0.9


def test_coverage_of_means_and_ratios() -> None:
    rng = np.random.default_rng(8)
    plies = [5 + rng.poisson(20, size=60) for _ in range(SIMULATIONS)]
    choices = [rng.binomial(6 * length, 0.5) for length in plies]
    assert 0.92 <= coverage(25, (intervals.mean(*sums(length)) for length in plies)) <= 0.98
    assert 0.92 <= coverage(3, map(ratio_of, choices, plies)) <= 0.98
