"""What a study plays: cells, each one game by one pair of agents, with every argument checked."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mancalab._agents.agent import Agent
from mancalab._agents.naming import AgentLike, as_agent
from mancalab._base.arguments import (
    MOST_COUNT,
    checked_seed,
    integer,
    integer_or_none,
    listed,
    wrong_type,
)
from mancalab._core import Rules

N_GAMES = 100_000
"""Games per cell of a study, unless told otherwise: shares are then known to 0.3 %, and the main
job takes about 15 seconds on two cores."""

MAIN_GAMES = (
    "kalah",
    "kalaha-general",
    "kalaha-egyptian",
    "kalaha-ethiopian",
    "kalaha-nigerian",
    "elf",
    "elf-mankala",
    "elf-mankala-home",
    "elf-manbula",
    "pratt",
    "pratt-single-lap",
    "pratt-store",
    "mwambulula",
    "chuba",
    "oware",
    "awari",
    "bohnenspiel",
    "french-wari",
    "waurie",
    "yovodi",
    "um-el-bagara",
    "chongka",
    "bao-ki-arabu",
    "moruba",
    "nchayo",
    "tsoro",
)
"""The games of the main job, in order: those that a study plays unless told otherwise.

All others of the catalogue are played by name."""

OPENING_PLIES = 4
"""Random plies before two deterministic agents, which would otherwise repeat one game."""

DEFAULT_PAIRS = (("random", "random"), ("greedy", "greedy"))


@dataclass(frozen=True)
class Cell:
    """One game and one pair of agents, checked and ready to be played."""

    rules: Rules
    first: Agent
    second: Agent
    rounds: int
    swap: bool
    seed: int
    opening_plies: int

    @property
    def games(self) -> int:
        """Games that will be played."""
        return self.rounds * (2 if self.swap else 1)


def cells_of(
    games: Iterable[Rules],
    agents: Iterable[Sequence[AgentLike]] | None,
    *,
    n: int,
    seed: int | None,
    opening_plies: int | None,
) -> tuple[Cell, ...]:
    """Each game by each pair of agents; arguments as in `mancalab.study.first_player_advantage`."""
    n = integer("n", n, 1, MOST_COUNT)
    seed = seed_or_drawn(seed)
    opening_plies = checked_plies(opening_plies)
    pairs = [as_pair(pair) for pair in listed("agents", agents, DEFAULT_PAIRS)]
    return tuple(
        _cell(rules, first, second, n=n, seed=seed, opening_plies=opening_plies)
        for rules in games
        for first, second in pairs
    )


def _cell(
    rules: Rules, first: Agent, second: Agent, *, n: int, seed: int, opening_plies: int | None
) -> Cell:
    swap = first != second  # equal agents would play the same game twice
    rounds = (n + 1) // 2 if swap else n
    return Cell(rules, first, second, rounds, swap, seed, plies(first, second, opening_plies))


def plies(first: Agent, second: Agent, asked: int | None) -> int:
    """Random plies at the start of the games of two agents: as asked for, or by what they need."""
    if asked is not None:
        return asked
    return OPENING_PLIES if first.deterministic and second.deterministic else 0


def seed_or_drawn(seed: int | None) -> int:
    """The seed of a study, checked; None draws one."""
    return secrets.randbits(64) if seed is None else checked_seed(seed, ", or None")


def checked_plies(opening_plies: int | None) -> int | None:
    """A number of random plies, if one is asked for."""
    return integer_or_none("opening_plies", opening_plies, 0, 2**32 - 1, ", or None")


def as_pair(pair: Sequence[AgentLike]) -> tuple[Agent, Agent]:
    """Two agents from whatever names them."""
    if isinstance(pair, str) or not isinstance(pair, Sequence):
        needed = 'pairs such as ("random", "greedy") are needed'
        raise wrong_type("agents", needed, pair)
    if len(pair) != 2:
        many = "1 agent" if len(pair) == 1 else f"{len(pair)} agents"
        raise ValueError(f"agents: a pair has 2 agents; {pair!r} has {many}")
    return as_agent(pair[0], "agents"), as_agent(pair[1], "agents")
