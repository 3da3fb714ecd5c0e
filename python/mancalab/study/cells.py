"""What a study plays: cells, each one game by one pair of agents, with every argument checked."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mancalab._agents.agent import Agent, Random
from mancalab._agents.naming import AgentLike, as_agent
from mancalab._base.arguments import (
    MOST_COUNT,
    checked_seed,
    integer,
    integer_or_none,
    listed,
    wrong_type,
)
from mancalab._base.rounds import has_rounds
from mancalab._base.words import counted
from mancalab._core import Rules

N_GAMES = 100_000
"""Games per cell of a study, unless told otherwise: shares are then known to 0.3 %."""

N_MATCHES = 2_000
"""The same for games of rounds, which are hundreds or thousands of actions long: shares are then
known to 2 %."""

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
"""Games in the order in which studies and tournaments play them unless told otherwise.

All others of the catalogue are played by name."""

FURTHER_GAMES = (
    "togyzqumalaq",
    "bestemshe",
    "mangala",
    "ayoayo-russ",
    "congklak",
    "sungka",
    "main-chongkak",
    "pallankuli",
)
"""What the main job plays beside them: games of today's tournaments, and games of rounds."""

OPENING_PLIES = 4
"""Random plies before agents other than Random, unless told otherwise.

From the fixed opening such agents play few lines of play over and over, even where they toss coins:
what is found there may be the opposite of what other openings show."""

MOST_PLIES = 2**32 - 1

BOTH_OPENINGS = (OPENING_PLIES, 0)
"""Random plies of the two series of the main job: after random openings, and from the opening."""

Plies = int | Iterable[int] | None
"""A number of random plies, several for a series each, or None for the usual one."""

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
    n: int | None,
    seed: int | None,
    opening_plies: Plies,
) -> tuple[Cell, ...]:
    """Each game by each pair of agents; arguments as in `mancalab.study.first_player_advantage`."""
    n = integer_or_none("n", n, 1, MOST_COUNT, ", or None")
    seed = seed_or_drawn(seed)
    asked = checked_series(opening_plies)
    pairs = [as_pair(pair) for pair in listed("agents", agents, DEFAULT_PAIRS)]
    games = tuple(games)
    for rules in games:
        check_cut_off(rules, *(asked or ()))
    return tuple(
        _cell(rules, first, second, n=n or usual_number(rules), seed=seed, opening_plies=plies)
        for rules in games
        for first, second in pairs
        for plies in _series(first, second, asked)
    )


def usual_number(rules: Rules) -> int:
    """Games per cell, unless told otherwise."""
    return N_MATCHES if has_rounds(rules) else N_GAMES


def _cell(
    rules: Rules, first: Agent, second: Agent, *, n: int, seed: int, opening_plies: int
) -> Cell:
    swap = first != second  # equal agents would play the same game twice
    rounds = (n + 1) // 2 if swap else n
    return Cell(rules, first, second, rounds, swap, seed, opening_plies)


def plies(first: Agent, second: Agent, asked: int | None) -> int:
    """Random plies at the start of the games of two agents: as asked for, or the usual number."""
    if asked is not None:
        return asked
    return 0 if _both_random(first, second) else OPENING_PLIES


def _series(first: Agent, second: Agent, asked: tuple[int, ...] | None) -> tuple[int, ...]:
    """The random plies of each series of two agents.

    Where both play at random, random plies change nothing: of several numbers one is enough.
    """
    if asked is None:
        return (plies(first, second, None),)
    return (0,) if len(asked) > 1 and _both_random(first, second) else asked


def _both_random(first: Agent, second: Agent) -> bool:
    return isinstance(first, Random) and isinstance(second, Random)


def either_name(n: int | None, games: int | None) -> int | None:
    """A number of games, which some functions take by two names."""
    if games is not None and n is not None:
        raise TypeError("games: it is another name of n, which is given too; one is enough")
    return games if n is None else n


def seed_or_drawn(seed: int | None) -> int:
    """The seed of a study, checked; None draws one."""
    return secrets.randbits(64) if seed is None else checked_seed(seed, ", or None")


def checked_plies(opening_plies: int | None) -> int | None:
    """A number of random plies, if one is asked for."""
    return integer_or_none("opening_plies", opening_plies, 0, MOST_PLIES, ", or None")


def checked_series(opening_plies: Plies) -> tuple[int, ...] | None:
    """The numbers of random plies that are asked for, each for a series of its own."""
    if opening_plies is None:
        return None
    asked = list(opening_plies) if isinstance(opening_plies, Iterable) else [opening_plies]
    if not asked:
        raise ValueError("opening_plies: it is empty; allowed are numbers from 0, or None")
    found = tuple(integer("opening_plies", x, 0, MOST_PLIES, ", or None") for x in asked)
    if len(set(found)) < len(found):
        raise ValueError(f"opening_plies = {found}: a number is there twice; once is enough")
    return found


def check_cut_off(rules: Rules, *opening_plies: int | None) -> None:
    """Refuse more random plies than a game has actions: it is cut off before anybody chooses."""
    most = rules.options["max_actions"].value
    longest = max((plies for plies in opening_plies if plies is not None), default=0)
    if isinstance(most, int) and longest > most:
        raise ValueError(
            f"opening_plies = {longest}: {rules.name} is cut off after {counted(most, 'action')} "
            f"(max_actions); allowed are 0 to {most}, or None"
        )


def as_pair(pair: Sequence[AgentLike]) -> tuple[Agent, Agent]:
    """Two agents from whatever names them."""
    if isinstance(pair, str) or not isinstance(pair, Sequence):
        needed = 'pairs such as ("random", "greedy") are needed'
        raise wrong_type("agents", needed, pair)
    if len(pair) != 2:
        many = counted(len(pair), "agent")
        raise ValueError(f"agents: a pair has 2 agents; {pair!r} has {many}")
    return as_agent(pair[0], "agents"), as_agent(pair[1], "agents")
