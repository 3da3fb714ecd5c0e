"""An ordered logit of three results, many games to an observation, fitted by statsmodels.

statsmodels' OrderedModel takes one game a row and differentiates numerically, which is not exact
enough where a result is rare among very many games. It is therefore given the weights and the exact
derivatives of the likelihood, and does the rest.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mancalab._base.extras import require

Reals = NDArray[np.float64]


class Ordered(NamedTuple):
    """A fitted ordered logit."""

    coefficients: Reals
    """Of the covariates."""
    thresholds: tuple[float, float]
    scores: Reals
    """Derivatives of the logarithm of the likelihood of one game of each row, by coefficients and
    then thresholds."""
    information: Reals
    """Minus the second derivatives for all games."""


class _Likelihood:
    """The likelihood of games, in terms of coefficients and thresholds p.

    A result between the thresholds ``lower`` and ``upper`` has the probability
    F(upper - x b) - F(lower - x b), and both differences are linear in p.
    """

    def __init__(self, covariates: Reals, classes: NDArray[np.int64], weights: Reals) -> None:
        count = len(classes)
        self.weights = weights
        self._upper = np.column_stack([-covariates, np.zeros((count, 2))])
        self._lower = self._upper.copy()
        self._upper[classes == 0, -2] = 1
        self._upper[classes == 1, -1] = 1
        self._lower[classes == 1, -2] = 1
        self._lower[classes == 2, -1] = 1
        self._highest, self._lowest = classes == 2, classes == 0

    def _ends(self, parameters: Reals) -> tuple[Reals, Reals, Reals]:
        """Both ends of each result on the logistic scale, and its probability."""
        upper = np.where(self._highest, np.inf, self._upper @ parameters)
        lower = np.where(self._lowest, -np.inf, self._lower @ parameters)
        expit = require("scipy.special", "study").expit
        # F(u) - F(l) = F(-l) - F(-u), of which the one in the lower tail is exact.
        flip = lower > 0
        high = expit(np.where(flip, -lower, upper))
        low = expit(np.where(flip, -upper, lower))
        return upper, lower, np.maximum(high - low, 1e-300)

    def _slopes(self, ends: Reals, share: Reals) -> tuple[Reals, Reals]:
        """F' and F'' at one end, over the probability of the result."""
        expit = require("scipy.special", "study").expit
        slope = expit(ends) * expit(-ends) / share
        return slope, slope * (expit(-ends) - expit(ends))

    def scores(self, parameters: Reals) -> Reals:
        """First derivatives, row by row, of one game."""
        upper, lower, share = self._ends(parameters)
        above, _ = self._slopes(upper, share)
        below, _ = self._slopes(lower, share)
        scores: Reals = above[:, None] * self._upper - below[:, None] * self._lower
        return scores

    def curvature(self, parameters: Reals) -> Reals:
        """Second derivatives of all games."""
        upper, lower, share = self._ends(parameters)
        _, above = self._slopes(upper, share)
        _, below = self._slopes(lower, share)
        scores = self.scores(parameters)
        curvature: Reals = (
            self._upper.T @ ((self.weights * above)[:, None] * self._upper)
            - self._lower.T @ ((self.weights * below)[:, None] * self._lower)
            - scores.T @ (self.weights[:, None] * scores)
        )
        return curvature


def ordered(covariates: Reals, classes: NDArray[np.int64], number: Reals) -> Ordered:
    """Fit an ordered logit that is known to have finite estimates.

    Parameters
    ----------
    covariates
        One row for each kind of game.
    classes
        0, 1 or 2, each of them seen.
    number
        Games of each kind.
    """
    mean = float(number.mean())
    # Of mean weight 1, so that the tolerance of the optimiser suits any number of games.
    games = _Likelihood(covariates, classes, number / mean)

    def plain(parameters: Reals) -> Reals:
        """Statsmodels' second threshold is the logarithm of its distance from the first."""
        distance = math.exp(parameters[-1])
        return np.append(parameters[:-1], parameters[-2] + distance)

    def turn(parameters: Reals) -> Reals:
        """Derivatives of ours by statsmodels' parameters."""
        matrix = np.eye(len(parameters))
        matrix[-1, -2:] = 1, math.exp(parameters[-1])
        return matrix

    def score(parameters: Reals) -> Reals:
        found: Reals = games.weights @ games.scores(plain(parameters)) @ turn(parameters)
        return found

    def hessian(parameters: Reals) -> Reals:
        matrix = turn(parameters)
        curvature: Reals = matrix.T @ games.curvature(plain(parameters)) @ matrix
        curvature[-1, -1] += score(parameters)[-1]
        return curvature

    kind = require("statsmodels.miscmodels.ordinal_model", "study").OrderedModel
    model = kind(classes, covariates, distr="logit")
    model.loglike = lambda parameters: float(games.weights @ model.loglikeobs(parameters))
    model.score, model.hessian = score, hessian
    # Newton's method is exact where a result is rare, but has to begin near the end.
    common = {"disp": 0, "maxiter": 1000, "skip_hessian": True}
    near = model.fit(method="bfgs", gtol=1e-5, **common)
    done = model.fit(method="newton", start_params=near.params, **common)
    found = plain(np.asarray(done.params))
    return Ordered(
        found[:-2],
        (float(found[-2]), float(found[-1])),
        games.scores(found),
        -mean * games.curvature(found),
    )
