"""Whether an ordered logit has finite estimates at all, found before it is fitted.

The likelihood of an ordered logit is concave. It has no greatest value where the parameters can run
away in some direction without any observation ever becoming less likely: an agent that wins all of
its games can always be made stronger still. Such directions form a cone, and a linear programme
finds one that makes as many observations as possible ever more likely.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mancalab._base.extras import require


class Separation(NamedTuple):
    """The directions in which an ordered logit runs away."""

    any: bool
    """Whether there is such a direction."""
    certain: NDArray[np.bool_]
    """Observations that become certain along it, and so tell nothing of what stays finite."""
    direction: NDArray[np.float64]
    """How far it moves each covariate's coefficient; all 0 where there is none."""


def separation(covariates: NDArray[np.float64], classes: NDArray[np.int64]) -> Separation:
    """Look for directions in which no observation becomes less likely and one more likely.

    With coefficients b and thresholds t, an observation x of class y asks for
    t[y-1] <= x b <= t[y] along the direction (the lowest and the highest class have one side only),
    and some side of some observation for more than equality. Each side gets a slack of at most 1;
    directions scale and add up, so the greatest sum of slacks gives 1 to every side that can have
    any.

    Parameters
    ----------
    covariates
        One row for each observation.
    classes
        0, 1, ... in their order, each of them seen; at least two.
    """
    count, width = covariates.shape
    thresholds = int(classes.max())
    upper, lower = classes < thresholds, classes > 0
    sides = np.concatenate([np.flatnonzero(upper), np.flatnonzero(lower)])
    # Each side: slack + sign (x b - t) <= 0.
    sign = np.where(np.arange(len(sides)) < upper.sum(), 1.0, -1.0)
    at = np.where(sign > 0, classes[sides], classes[sides] - 1)
    limits = np.zeros((len(sides), width + thresholds + len(sides)))
    limits[:, :width] = sign[:, None] * covariates[sides]
    limits[np.arange(len(sides)), width + at] = -sign
    limits[:, width + thresholds :] = np.eye(len(sides))
    ordered = np.zeros((max(0, thresholds - 1), limits.shape[1]))
    for i in range(len(ordered)):
        ordered[i, width + i : width + i + 2] = 1.0, -1.0
    free: list[tuple[float | None, float | None]] = [(None, None)] * (width + thresholds)
    found = require("scipy.optimize", "study").linprog(
        np.concatenate([np.zeros(width + thresholds), -np.ones(len(sides))]),
        A_ub=np.vstack([limits, ordered]),
        b_ub=np.zeros(len(limits) + len(ordered)),
        bounds=free + [(0.0, 1.0)] * len(sides),
        method="highs",
    )
    if found.status != 0:
        raise RuntimeError(f"scipy's linear programme did not end: {found.message}")
    slack = found.x[width + thresholds :] > 0.5
    if not slack.any():
        return Separation(False, np.zeros(count, dtype=bool), np.zeros(width))  # noqa: FBT003
    certain = np.ones(count, dtype=bool)
    certain[sides[~slack]] = False
    return Separation(True, certain, np.asarray(found.x[:width]))  # noqa: FBT003


def connected(size: int, links: Sequence[tuple[int, int]]) -> list[list[int]]:
    """The groups that links make of 0 ... size - 1, the largest first, else in their order."""
    if not links:
        return [[i] for i in range(size)]
    sparse = require("scipy.sparse", "study")
    one, other = np.array(links).T
    graph: Any = sparse.coo_array((np.ones(len(links)), (one, other)), shape=(size, size))
    search = require("scipy.sparse.csgraph", "study").connected_components
    _, group = search(graph, directed=False)
    groups: dict[int, list[int]] = {}
    for i, found in enumerate(group.tolist()):
        groups.setdefault(found, []).append(i)
    return sorted(groups.values(), key=lambda members: (-len(members), members[0]))
