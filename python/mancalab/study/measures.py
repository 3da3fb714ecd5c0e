"""The measures of the games of a cell, and how they change with the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from mancalab._base.estimates import UNKNOWN, Estimate
from mancalab.study import intervals, outcomes

if TYPE_CHECKING:
    from mancalab._core import Series

Ratio = tuple[int, int]
"""Two sums, of which a measure is the ratio."""


class Batch(NamedTuple):
    """The sums of some consecutive rounds: what a measure's change between two rules is made of."""

    rounds: int
    sums: dict[str, Ratio]


def _score(series: Series) -> Ratio:
    wins, losses, draws, _, _ = series.outcomes
    return 2 * wins + draws, 2 * (wins + losses + draws)


def _margin(series: Series) -> Ratio:
    sums = series.moments
    return sums["margin"], sums["margin_rounds"] * (2 if series.swapped else 1)


_RATIOS: dict[str, Callable[[Series], Ratio]] = {
    "wins": lambda series: (series.outcomes[outcomes.WIN], series.games),
    "score": _score,
    "margin": _margin,
    "plies": lambda series: (series.moments["plies"], series.games),
    "branching": lambda series: (series.moments["choices"], series.moments["plies"]),
}
_SHARES = ("wins", "score")
CHANGES = tuple(_RATIOS)
"""The measures whose change is reported."""


def batch(series: Series) -> Batch:
    """The sums that are kept of a part of a cell when its series has been added to the others."""
    return Batch(series.rounds, {name: ratio(series) for name, ratio in _RATIOS.items()})


def changes(ours: Sequence[Batch], theirs: Sequence[Batch]) -> dict[str, Estimate]:
    """The measures of ours minus those of theirs; both are batches of the same rounds."""
    rounds = [batch.rounds for batch in ours]
    return {
        name: intervals.difference(
            [batch.sums[name] for batch in ours],
            [batch.sums[name] for batch in theirs],
            rounds,
            shares=name in _SHARES,
        )
        for name in CHANGES
    }


def measures(series: Series) -> dict[str, Estimate]:
    """All estimates of a series, over games, or over pairs of games where seats are swapped."""
    joint = series.joint

    def share(outcome: int) -> Estimate:
        if joint is None:
            return intervals.share_over_games(series.outcomes, outcome)
        return intervals.share_over_pairs(joint, outcome)

    sums = series.moments
    size = 1 if joint is None else 2
    return {
        "wins": share(outcomes.WIN),
        "losses": share(outcomes.LOSS),
        "draws": share(outcomes.DRAW),
        "voids": share(outcomes.VOID),
        "truncated": share(outcomes.TRUNCATED),
        "score": score(series),
        "agent_score": agent_score(series),
        "margin": intervals.mean(
            sums["margin_rounds"], sums["margin"], sums["margin2"], per_unit=size
        ),
        "plies": intervals.mean(series.rounds, sums["plies"], sums["plies2"], per_unit=size),
        "branching": intervals.ratio(
            series.rounds,
            upper=sums["choices"],
            lower=sums["plies"],
            upper_squares=sums["choices2"],
            lower_squares=sums["plies2"],
            products=sums["plies_choices"],
        ),
    }


def agent_score(series: Series) -> Estimate:
    """The score of the agent named first, from both seats; unknown where seats are not swapped."""
    if series.joint is None:
        return UNKNOWN
    return intervals.score_over_pairs(outcomes.seen_by(outcomes.as_joint(series.joint), 0))


def score(series: Series) -> Estimate:
    """The starting player's score, over games or over pairs of games."""
    if series.joint is None:
        return intervals.score_over_games(series.outcomes)
    return intervals.score_over_pairs(series.joint)
