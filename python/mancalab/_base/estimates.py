"""Values with their 95 % intervals, as studies give and figures show them."""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from mancalab._base.extras import require

Floats = npt.NDArray[np.float64]

CONFIDENCE = 0.95
"""The level of every interval of a study."""

Z95 = 1.959964
"""Standard errors from the middle of a normal distribution to either end of its 95 %."""

ELO = 400 / math.log(10)
"""Elo points in one unit of a logit."""


class Estimate(NamedTuple):
    """A value and the two ends of its 95 % interval; nan where there is nothing to tell."""

    value: float
    low: float
    high: float

    @property
    def margin_of_error(self) -> float:
        """Distance from the value to the farther end of the interval."""
        return max(self.high - self.value, self.value - self.low)


def widened(found: Estimate, of: int) -> Estimate:
    """An estimate with the interval that it needs as one of several.

    All of them hold the true values together with 95 % (Bonferroni, as of a normal distribution).
    """
    times = NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / (2 * of)) / Z95
    value = found.value
    return Estimate(
        value, value - times * (value - found.low), value + times * (found.high - value)
    )


UNKNOWN = Estimate(math.nan, math.nan, math.nan)


def students_t(freedom: npt.ArrayLike) -> Floats:
    """How many standard errors Student's interval reaches to either side of a mean (scipy).

    Of the same shape as the degrees of freedom; nan where there are none.
    """
    stats = require("scipy.stats", "study")
    return np.asarray(stats.t.ppf((1 + CONFIDENCE) / 2, freedom))
