"""How strong an agent is: matches against a ladder of others, with intervals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mancalab._base.arguments import integer
from mancalab._base.estimates import Estimate
from mancalab._base.words import counted
from mancalab._core import Rules, State
from mancalab._matches.playing import series
from mancalab.agents import Agent, AlphaBeta, Greedy, Random
from mancalab.study.intervals import score_over_pairs
from mancalab.study.outcomes import seen_by

RUNGS: tuple[Agent, ...] = (
    Random(),
    Greedy(),
    AlphaBeta(depth=2),
    AlphaBeta(depth=4),
    AlphaBeta(depth=6),
)
"""Whom a trained agent is measured against."""

MOST_GAMES = 2**62

OPENING_PLIES = 4
"""Random plies before the agents take over, so that no two pairs of games are alike."""


@dataclass(frozen=True)
class Rung:
    """A match against one of the ladder.

    Attributes
    ----------
    opponent
        Its name.
    score
        Share of points of the agent, draws half, with its 95 % interval over pairs.
    games, distinct
        Games played, and how many different ones.
    """

    opponent: str
    score: Estimate
    games: int
    distinct: int

    def __str__(self) -> str:
        value, low, high = (100 * share for share in self.score)
        return (
            f"{self.opponent:<14} {value:5.1f} %  ({low:.1f} to {high:.1f}), "
            f"{counted(self.games, 'game')}"
        )


def pairs(name: str, games: int, least: int) -> int:
    """Check a number of games that are played in pairs."""
    found = integer(name, games, least, MOST_GAMES)
    if found % 2:
        raise ValueError(f"{name} = {found}: games come in pairs; allowed are even numbers")
    return found


def ladder(
    rules: Rules,
    agent: Agent | Callable[[State], int],
    opponents: Sequence[Agent] = RUNGS,
    *,
    games: int = 2000,
    seed: int = 0,
) -> list[Rung]:
    """Play an agent against others in swapped pairs from random openings.

    Parameters
    ----------
    rules
        The game.
    agent
        Who is measured.
    opponents
        Against whom.
    games
        Games against each, an even number.
    seed
        Of the openings and of all that is random in the games.

    Raises
    ------
    TypeError, ValueError
        The number of games is no whole number, odd, or below 2.
    """
    pairs("games", games, 2)
    rungs = []
    for opponent in opponents:
        played = series(rules, agent, opponent, games // 2, seed=seed, opening_plies=OPENING_PLIES)
        assert played.joint is not None  # it was played in pairs  # noqa: S101
        score = score_over_pairs(seen_by(played.joint, 0))
        rungs.append(Rung(opponent.name, score, played.games, played.distinct))
    return rungs
