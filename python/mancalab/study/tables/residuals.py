"""Scores of a tournament beside those that one strength for each agent makes one expect."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from statistics import NormalDist

from mancalab._base.estimates import CONFIDENCE, Estimate
from mancalab.study.fit import Meeting
from mancalab.study.residuals import residuals
from mancalab.study.tables.base import GridTable
from mancalab.study.tables.formats import bare, percent
from mancalab.study.tables.grids import Grid
from mancalab.study.tables.standings import Block

NOTE = (
    "expected: by the strengths, the first move and the width of draws of one fit; z: how far the "
    "score lies above it, in standard errors."
)


@dataclass(frozen=True)
class ResidualRow:
    """The score of an agent against another, and what one strength for each makes one expect."""

    agent: str
    """Name of the agent."""
    opponent: str
    """Name of the other."""
    games: int
    """Games that they played."""
    score: Estimate
    """The agent's wins and half the draws, of the games won, lost or drawn."""
    expected: float
    """The score that the fit expects, 0 to 1; nan where it has no finite strength of either."""
    z: float
    """How far the score lies above what is expected, in standard errors, by the tails of a
    binomial law; nan where the fit follows any score."""

    @property
    def excess(self) -> float:
        """Score less what is expected of it, -1 to 1."""
        return self.score.value - self.expected


class ResidualTable(GridTable[ResidualRow]):
    """Scores of agents against others, and what one strength for each makes one expect."""

    row_type = ResidualRow

    @property
    def compared(self) -> int:
        """How many of the scores can be compared with what is expected."""
        return sum(math.isfinite(row.z) for row in self.rows)

    @property
    def beyond_chance(self) -> tuple[ResidualRow, ...]:
        """Rows that differ from what is expected by more than chance, the largest excess first.

        Where the model holds, there is one among all rows in at most 1 table of 20 (Bonferroni).
        """
        if not self.compared:
            return ()
        least = NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / (2 * self.compared))
        found = [row for row in self.rows if abs(row.z) > least]
        return tuple(sorted(found, key=lambda row: -abs(row.excess)))

    def _grids(self) -> list[Grid]:
        """The rows, those that lie beyond chance with a mark."""
        if not self.rows:
            return [Grid("An empty table.", (), ())]
        beyond = set(self.beyond_chance)
        lines = [
            [
                f"{row.agent} v {row.opponent}",
                f"{row.games:,}",
                percent(row.score),
                bare(100 * row.expected, ".1f"),
                bare(row.z, "+z.1f") + "!" * (row in beyond),
            ]
            for row in self.rows
        ]
        notes = [NOTE, f"! beyond chance among {self.compared} comparisons."]
        header = ["scores in %", "games", "score", "expected", "z"]
        return [Grid("", header, lines, notes if beyond else notes[:1])]


def residuals_of(
    block: Block, agents: Collection[str], opponents: Collection[str]
) -> ResidualTable:
    """The residuals of some agents against some others.

    Parameters
    ----------
    block
        All games of a tournament, to which its strengths are fitted.
    agents, opponents
        Names of those whose scores are compared, and of those against whom they are.
    """
    return ResidualTable(
        tuple(row for row in _rows(block) if row.agent in agents and row.opponent in opponents)
    )


def _rows(block: Block) -> Iterator[ResidualRow]:
    """All rows, those of each two agents both ways round."""
    names = list(block.fit.agents)
    pairs = [(row.agent, row.opponent) for row in block.rows]
    meetings = [
        Meeting(names.index(agent), names.index(opponent), row.joint)
        for (agent, opponent), row in zip(pairs, block.rows, strict=True)
    ]
    found = dict(zip(pairs, residuals(block.fit, meetings), strict=True))
    for (agent, opponent), standing in block.records.items():
        swapped = (agent, opponent) not in found
        expected, z = found[(opponent, agent) if swapped else (agent, opponent)]
        yield ResidualRow(
            agent=agent,
            opponent=opponent,
            games=sum(standing.outcomes),
            score=standing.score,
            expected=_real(1 - expected if swapped else expected),
            z=_real(-z if swapped else z),
        )


def _real(number: float) -> float:
    # One nan object for all: rows with unknowns then compare equal.
    return math.nan if math.isnan(number) else number
