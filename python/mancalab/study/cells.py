"""What a study plays: cells, each one game by one pair of agents, with every argument checked."""

from __future__ import annotations

import operator
import os
import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from mancalab._catalogue import catalogue
from mancalab._core import Rules, State
from mancalab.agents import Agent, Greedy, Policy, Random

N_GAMES = 100_000
"""Games per cell of a study, unless told otherwise: shares are then known to 0.3 %, and the whole
catalogue takes about 15 seconds on two cores."""

OPENING_PLIES = 4
"""Random plies before two deterministic agents, which would else play one game over and over."""

AGENTS: dict[str, Callable[[], Agent]] = {"random": Random, "greedy": Greedy}
"""Agents that can be asked for by name."""

AgentLike = str | Agent | Callable[[State], int]
"""An agent, the name of one, or a function of a state that returns an action."""

GameLike = str | Path | Rules
"""A name in the catalogue, rules, or the path of a TOML file."""

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
    n = whole("n", n, least=1)
    seed = secrets.randbits(64) if seed is None else whole("seed", seed, most=2**64 - 1)
    if opening_plies is not None:
        opening_plies = whole("opening_plies", opening_plies, most=2**32 - 1)
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
    if opening_plies is None:
        fixed = first.deterministic and second.deterministic
        opening_plies = OPENING_PLIES if fixed else 0
    rounds = (n + 1) // 2 if swap else n
    return Cell(rules, first, second, rounds, swap, seed, opening_plies)


def as_rules(game: GameLike, where: str = "rules is") -> Rules:
    """Rules from whatever names them; ``where`` begins the message of an error."""
    if isinstance(game, str):
        return catalogue[game]
    if isinstance(game, os.PathLike):
        return Rules.from_toml(Path(game))
    if isinstance(game, Rules):
        return game
    raise TypeError(f"{where} {game!r}; allowed: a name, rules, or the path of a TOML file")


def as_pair(pair: Sequence[AgentLike]) -> tuple[Agent, Agent]:
    """Two agents from whatever names them."""
    if isinstance(pair, str) or not isinstance(pair, Sequence):
        raise TypeError(f'agents holds {pair!r}; allowed: pairs such as ("random", "greedy")')
    if len(pair) != 2:
        raise ValueError(f"agents holds {pair!r} with {len(pair)} agents; a pair has 2")
    return _agent(pair[0]), _agent(pair[1])


def _agent(agent: AgentLike) -> Agent:
    if isinstance(agent, str):
        if agent.lower() not in AGENTS:
            raise ValueError(f"agent {agent!r} is unknown; by name: {', '.join(AGENTS)}")
        return AGENTS[agent.lower()]()
    if not isinstance(agent, type):
        if hasattr(agent, "deterministic"):
            return cast("Agent", agent)
        if callable(agent):
            return Policy(agent)
    raise TypeError(
        f"{agent!r} is not an agent; allowed: a name, an agent of mancalab.agents, "
        "a function of a state"
    )


def listed(name: str, values: Iterable[Any] | None, default: Iterable[Any]) -> list[Any]:
    """An argument that holds at least one thing, as a list; None stands for the default."""
    if isinstance(values, str) or not (values is None or isinstance(values, Iterable)):
        raise TypeError(f"{name} is {values!r}; a list is needed")
    found = list(default if values is None else values)
    if not found:
        raise ValueError(f"{name} is empty; at least one is needed")
    return found


def whole(name: str, value: int, *, least: int = 0, most: int = 2**63 - 1) -> int:
    """A whole number within its bounds, or an error that names the argument."""
    if isinstance(value, bool):
        raise TypeError(f"{name} is {value!r}; a whole number is needed")
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is {value!r}; a whole number is needed") from None
    if not least <= number <= most:
        raise ValueError(f"{name} is {number}; allowed: {least} to {most}")
    return number
