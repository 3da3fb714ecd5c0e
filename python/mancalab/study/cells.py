"""What a study plays: cells, each one game by one pair of agents, with every argument checked."""

from __future__ import annotations

import ast
import difflib
import inspect
import operator
import os
import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from mancalab import agents as known_agents
from mancalab._catalogue import catalogue
from mancalab._core import Rules, State
from mancalab.agents import Agent, Policy

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
"""The games of the main job, in order: those that a study plays unless told otherwise. All others of
the catalogue are played by name."""

OPENING_PLIES = 4
"""Random plies before two deterministic agents, which would else play one game over and over."""

AGENTS = {
    "random": "Random",
    "greedy": "Greedy",
    "alphabeta": "AlphaBeta",
    "mcts": "MCTS",
    "network": "Network",
}
"""Agents that can be asked for by name, with arguments as in ``alphabeta(depth=6)``, and their
classes in `mancalab.agents`."""

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
    seed = checked_seed(seed)
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
    """Random plies at the start of the games of two agents: so many as are asked for, if any."""
    if asked is not None:
        return asked
    return OPENING_PLIES if first.deterministic and second.deterministic else 0


def checked_seed(seed: int | None) -> int:
    """The seed of a study, drawn for None."""
    return secrets.randbits(64) if seed is None else whole("seed", seed, most=2**64 - 1)


def checked_plies(opening_plies: int | None) -> int | None:
    """A number of random plies, if one is asked for."""
    return None if opening_plies is None else whole("opening_plies", opening_plies, most=2**32 - 1)


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
        many = "1 agent" if len(pair) == 1 else f"{len(pair)} agents"
        raise ValueError(f"agents holds {pair!r} with {many}; a pair has 2")
    return as_agent(pair[0]), as_agent(pair[1])


def as_agent(agent: AgentLike) -> Agent:
    """An agent from whatever names it."""
    if isinstance(agent, str):
        return named_agent(agent)
    if not isinstance(agent, type):
        if hasattr(agent, "deterministic"):
            return cast("Agent", agent)
        if callable(agent):
            return Policy(agent)
    raise TypeError(
        f"{agent!r} is not an agent; allowed: a name, an agent of mancalab.agents, "
        "a function of a state"
    )


def named_agent(text: str) -> Agent:
    """An agent from its name, as ``greedy`` or ``mcts(simulations=1000)``.

    The arguments are literals (numbers, words in quotes, true values); nothing is evaluated.

    Raises
    ------
    ValueError
        There is no such agent or argument, or the value of an argument is not allowed.
    """
    name, arguments = _name_and_arguments(text)
    classes = {key: getattr(known_agents, found, None) for key, found in AGENTS.items()}
    allowed = {key: found for key, found in classes.items() if found is not None}
    if name.lower() not in allowed:
        forms = ", ".join(_form(key, found) for key, found in allowed.items())
        near = _did_you_mean(name.lower(), allowed)
        raise ValueError(f"agent {text!r} is unknown; by name: {forms}{near}")
    found = allowed[name.lower()]
    parameters = inspect.signature(found).parameters
    for argument in arguments:
        if argument not in parameters:
            has = f"it has {', '.join(parameters)}" if parameters else "it has none"
            near = _did_you_mean(argument, parameters)
            raise ValueError(f"agent {text!r}: {name} has no argument {argument}; {has}{near}")
    try:
        return cast("Agent", found(**arguments))
    except (ValueError, TypeError) as error:
        raise ValueError(f"agent {text!r}: {error}") from error


def _did_you_mean(word: str, names: Iterable[str]) -> str:
    """The end of an error about a name that is not known, if another one is spelt alike."""
    near = difflib.get_close_matches(word, list(names))
    return f"; did you mean {' or '.join(map(repr, near))}?" if near else ""


def _form(name: str, found: Callable[..., object]) -> str:
    """How an agent is asked for."""
    parameters = inspect.signature(found).parameters
    return f"{name}({', '.join(f'{key}=...' for key in parameters)})" if parameters else name


def _name_and_arguments(text: str) -> tuple[str, dict[str, Any]]:
    """The parts of ``name(argument=value, ...)``; the parentheses may be missing."""
    wrong = f"agent {text!r}: allowed are a name, as greedy, and name(argument=value, ...)"
    try:
        node = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        raise ValueError(wrong) from error
    match node:
        case ast.Name(id=name):
            return name, {}
        case ast.Call(func=ast.Name(id=name), args=[], keywords=given):
            values = {item.arg: item.value for item in given if item.arg is not None}
            if len(values) == len(given):
                return name, {key: _literal(value, text) for key, value in values.items()}
        case ast.Call(func=ast.Name(), args=[_, *_]):
            raise ValueError(
                f"agent {text!r}: its arguments need their names, as in alphabeta(depth=8)"
            )
    raise ValueError(wrong)


def _literal(node: ast.expr, text: str) -> Any:
    words = {"true": True, "false": False, "none": None}
    if isinstance(node, ast.Name) and node.id in words:
        return words[node.id]
    try:
        return ast.literal_eval(node)
    except ValueError as error:
        value = ast.unparse(node)
        raise ValueError(
            f"agent {text!r}: {value} is no literal; allowed are numbers, quoted words, true, "
            "false, none"
        ) from error


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
