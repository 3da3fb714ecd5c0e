"""The standings of a tournament: agents against each other, by game or in all games together."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from mancalab._base.estimates import ELO, Estimate
from mancalab.study.fit import Fit, Meeting, fit
from mancalab.study.intervals import score_over_pairs
from mancalab.study.outcomes import Joint, joint_sum, seen_by
from mancalab.study.tables.tournament_rows import PairingRow, StrengthRow


class Standing(NamedTuple):
    """The results of an agent against one other, or against all."""

    joint: Joint
    """Pairs of games by the outcomes of both, for the agent."""
    forfeits: int

    @property
    def outcomes(self) -> list[int]:
        """Games by outcome: won, lost, drawn, void, truncated."""
        columns = zip(*self.joint, strict=True)
        return [sum(row) + sum(column) for row, column in zip(self.joint, columns, strict=True)]

    @property
    def score(self) -> Estimate:
        """Wins and half the draws, of the games won, lost or drawn; the interval is over pairs."""
        return score_over_pairs(self.joint)


_NOTHING = Standing(((0,) * 5,) * 5, 0)


def _plus(one: Standing, other: Standing) -> Standing:
    return Standing(joint_sum(one.joint, other.joint), one.forfeits + other.forfeits)


@dataclass(frozen=True)
class Block:
    """The pairings of one game, or of several together."""

    label: str
    rows: tuple[PairingRow, ...]

    @cached_property
    def records(self) -> dict[tuple[str, str], Standing]:
        """By agent and opponent."""
        found: dict[tuple[str, str], Standing] = {}
        for row in self.rows:
            both = (row.agent, row.opponent)
            for seat, forfeits in enumerate((row.forfeits, row.opponent_forfeits)):
                key = both if seat == 0 else both[::-1]
                standing = Standing(seen_by(row.joint, seat), forfeits)
                found[key] = _plus(found.get(key, _NOTHING), standing)
        return found

    @cached_property
    def few_distinct(self) -> set[tuple[str, str]]:
        """Pairs of agents, both ways round, of whose games few are distinct."""
        pairs = {(row.agent, row.opponent) for row in self.rows if row.few_distinct}
        return pairs | {(other, agent) for agent, other in pairs}

    @cached_property
    def totals(self) -> dict[str, Standing]:
        """Of each agent against all others, the best score first."""
        found: dict[str, Standing] = {}
        for (agent, _), standing in self.records.items():
            found[agent] = _plus(found.get(agent, _NOTHING), standing)
        scores = {agent: standing.score.value for agent, standing in found.items()}
        lost = {agent: 2 if math.isnan(score) else 1 - score for agent, score in scores.items()}
        return {agent: found[agent] for agent in sorted(found, key=lost.__getitem__)}

    @cached_property
    def fit(self) -> Fit:
        """Strengths, first-move advantage and draw width."""
        agents = list(self.totals)
        return fit(
            agents,
            [
                Meeting(agents.index(row.agent), agents.index(row.opponent), row.joint)
                for row in self.rows
            ],
        )


def strengths(block: Block) -> Iterator[StrengthRow]:
    """The rows of all agents in a game, or in all games together."""
    found = block.fit
    for agent, value, error in zip(
        found.agents, found.strengths, found.strength_errors, strict=True
    ):
        standing = block.totals[agent]
        yield StrengthRow(
            version=block.rows[0].version,
            game=block.label,
            agent=agent,
            games=sum(standing.outcomes),
            score=standing.score,
            strength=_real(value),
            strength_error=_real(error),
            elo=_real(ELO * value),
            elo_error=_real(ELO * error),
            advantage=_real(found.advantage),
            advantage_error=_real(found.advantage_error),
            draw_width=_real(found.draw_width),
            draw_width_error=_real(found.draw_width_error),
            note="; ".join(found.notes),
        )


def _real(number: float) -> float:
    # One nan object for all: rows with unknowns then compare equal.
    return math.nan if math.isnan(number) else number
