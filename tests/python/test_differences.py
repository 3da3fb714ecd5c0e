"""Intervals of differences between rules that were played over the same rounds."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from mancalab._base.estimates import Estimate
from mancalab.study import intervals
from mancalab.study.parts import bounds


def growing(rounds: int) -> list[int]:
    """Where the parts of a study end."""
    return list(itertools.takewhile(lambda bound: bound < rounds, bounds()))


def difference_of(
    ours: NDArray[np.int64], theirs: NDArray[np.int64], size: int = 50, *, shares: bool = False
) -> Estimate:
    """The difference of two means, from batches of so many rounds (0: those of a study)."""
    cuts = range(size, len(ours), size) if size else growing(len(ours))
    one, two = (
        [(int(part.sum()), len(part)) for part in np.split(column, cuts)]
        for column in (ours, theirs)
    )
    return intervals.difference(one, two, [n for _, n in one], shares=shares)


def test_difference_over_equal_batches_is_the_paired_t_interval() -> None:
    rng = np.random.default_rng(9)
    ours, theirs = rng.integers(0, 50, size=(2, 1_000))
    batches = (ours - theirs).reshape(20, 50).mean(axis=1)
    reach = stats.t.ppf(0.975, 19) * batches.std(ddof=1) / math.sqrt(20)
    value = batches.mean()
    found = difference_of(ours, theirs)
    assert found == pytest.approx((value, value - reach, value + reach))


def test_difference_over_batches_of_one_round_is_the_ratios_own_interval() -> None:
    rng = np.random.default_rng(10)
    plies = rng.integers(10, 60, size=500)
    choices = 3 * plies + rng.integers(0, 20, size=500)
    found = intervals.difference(
        list(zip(choices.tolist(), plies.tolist(), strict=True)), [(0, 1)] * 500, [1] * 500
    )
    own = intervals.ratio(
        500,
        upper=int(choices.sum()),
        lower=int(plies.sum()),
        upper_squares=int((choices**2).sum()),
        lower_squares=int((plies**2).sum()),
        products=int((choices * plies).sum()),
    )
    assert found == pytest.approx(own)


def test_a_share_that_never_differed_is_not_known_to_be_the_same() -> None:
    same = np.arange(1_000) % 2
    reach = intervals.wilson(0, 1_000)[1]
    assert difference_of(same, same, shares=True) == pytest.approx((0, -reach, reach))
    assert difference_of(same, same) == Estimate(0, 0, 0)


def test_a_difference_of_shares_stays_in_bounds() -> None:
    ones = np.ones(12, dtype=np.int64)
    found = difference_of(ones, 0 * ones, size=3, shares=True)
    assert (found.value, found.high) == (1, 1)
    assert 0 < found.low < 1


def test_difference_edge_cases() -> None:
    one = np.arange(5)
    assert difference_of(one, 0 * one) == pytest.approx((2, math.nan, math.nan), nan_ok=True)
    uneven = intervals.difference([(3, 9), (1, 1)], [(2, 9), (0, 1)], [9, 1])
    assert uneven == pytest.approx((0.2, math.nan, math.nan), nan_ok=True)
    assert np.isnan(intervals.difference([(0, 0)] * 3, [(1, 2)] * 3, [2] * 3)).all()


# Coverage: of many simulated studies, 95 % of the intervals must hold the truth


SIMULATIONS = 500  # the standard error of a coverage of 0.95 is 0.01
TRUTH = -0.05


def coverage(truth: float, estimates: Iterable[Estimate]) -> float:
    held = [low <= truth <= high for _, low, high in estimates]
    return sum(held) / len(held)


def paired_columns(rng: np.random.Generator, *, against: bool) -> NDArray[np.int64]:
    """Wins under two rules that share their luck (2, 1000): together, or one against the other."""
    luck = rng.random(1_000)
    other = np.where(rng.random(1_000) < 0.7, 1 - luck if against else luck, rng.random(1_000))
    return np.array([luck < 0.5, other < 0.45]).astype(np.int64)


@pytest.mark.parametrize("against", [False, True])
@pytest.mark.parametrize("size", [20, 120, 0])
def test_coverage_of_differences(against: bool, size: int) -> None:
    rng = np.random.default_rng(11)
    columns = [paired_columns(rng, against=against) for _ in range(SIMULATIONS)]
    found = [difference_of(theirs, ours, size, shares=True) for ours, theirs in columns]
    assert 0.92 <= coverage(TRUTH, found) <= 0.98


def test_rounds_played_twice_must_not_be_taken_for_independent() -> None:
    rng = np.random.default_rng(12)
    naive = []
    for _ in range(SIMULATIONS):
        ours, theirs = paired_columns(rng, against=True)
        reach = 1.96 * math.sqrt((ours.var() + theirs.var()) / 1_000)
        value = float(theirs.mean() - ours.mean())
        naive.append(Estimate(value, value - reach, value + reach))
    assert coverage(TRUTH, naive) < 0.9
