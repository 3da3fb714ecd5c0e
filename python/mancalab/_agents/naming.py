"""Agents from a name, an agent or a function."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from typing import Any, cast

from mancalab._agents.agent import Agent, Greedy, Random
from mancalab._agents.alphabeta import AlphaBeta
from mancalab._agents.mcts import MCTS
from mancalab._agents.network import Learnt, Network
from mancalab._agents.policies import Policy
from mancalab._base.arguments import did_you_mean, wrong_type
from mancalab._core import State

AgentLike = str | Agent | Callable[[State], int]
"""An agent, the name of one, or a function of a state that returns an action."""

AGENTS: dict[str, Callable[..., Agent]] = {
    "random": Random,
    "greedy": Greedy,
    "alphabeta": AlphaBeta,
    "mcts": MCTS,
    "network": Network,
    "learnt": Learnt,
}
"""Agents that can be asked for by name, with arguments as in ``alphabeta(depth=6)``."""

_LONGEST = 10_000  # letters: a path may be long
_FORM = "a name, as in greedy, and name(argument=value, ...)"
_WORDS = {"true": True, "false": False, "none": None}


def as_agent(agent: AgentLike, argument: str = "agent") -> Agent:
    """An agent from a name, an agent or a function.

    Parameters
    ----------
    agent
        A text such as ``greedy`` or ``mcts(simulations=1000)``, an agent, or a function of a state.
        The arguments in a text are literals (numbers, words in quotes, true values); nothing is
        evaluated.
    argument
        What messages call it.

    Raises
    ------
    TypeError
        It is nothing of the kind.
    ValueError
        There is no such agent or argument, or the value of an argument is not allowed.
    """
    if isinstance(agent, str):
        if len(agent) > _LONGEST:
            start = f"{agent[:40]!r} ..."
            raise ValueError(f"{argument} = {start}: allowed are at most {_LONGEST} letters")
        return _named(agent, f"{argument} = {agent!r}")
    if not isinstance(agent, type):
        if hasattr(agent, "deterministic"):
            return cast("Agent", agent)
        if callable(agent):
            return Policy(agent)
    needed = "a name, an agent of mancalab.agents or a function of a state is needed"
    raise wrong_type(argument, needed, agent)


def _named(text: str, where: str) -> Agent:
    """An agent from a text; ``where`` begins the message of an error."""
    name, arguments = _name_and_arguments(text, where)
    if name.lower() not in AGENTS:
        forms = ", ".join(_form(key, found) for key, found in AGENTS.items())
        near = did_you_mean(name.lower(), AGENTS)
        raise ValueError(f"{where}: there is no such agent; allowed are {forms}{near}")
    found = AGENTS[name.lower()]
    parameters = inspect.signature(found).parameters
    for key in arguments:
        if key not in parameters:
            allowed = f"allowed are {', '.join(parameters)}" if parameters else "it takes none"
            near = did_you_mean(key, parameters)
            raise ValueError(f"{where}: {name} has no argument {key}; {allowed}{near}")
    try:
        return found(**arguments)
    except (ValueError, TypeError) as error:
        raise ValueError(f"{where}: {error}") from error


def _form(name: str, found: Callable[..., object]) -> str:
    """How an agent is asked for."""
    parameters = inspect.signature(found).parameters
    return f"{name}({', '.join(f'{key}=...' for key in parameters)})" if parameters else name


def _name_and_arguments(text: str, where: str) -> tuple[str, dict[str, Any]]:
    """The parts of ``name(argument=value, ...)``; the parentheses may be missing."""
    wrong = f"{where}: allowed are {_FORM}"
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
                return name, {key: _literal(key, value, where) for key, value in values.items()}
        case ast.Call(func=ast.Name(), args=[_, *_]):
            raise ValueError(f"{where}: arguments need their names, as in alphabeta(depth=8)")
    raise ValueError(wrong)


def _literal(key: str, node: ast.expr, where: str) -> Any:
    if isinstance(node, ast.Name) and node.id in _WORDS:
        return _WORDS[node.id]
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, MemoryError, RecursionError) as error:
        allowed = "numbers, words in quotes, true, false, none"
        raise ValueError(f"{where}: {key} = {_source(node)}: allowed are {allowed}") from error


def _source(node: ast.expr) -> str:
    try:
        return ast.unparse(node)
    except RecursionError:
        return "..."
