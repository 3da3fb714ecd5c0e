"""Faults of agents that are Python functions: found, kept apart from other errors, and counted."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields, replace
from typing import Any

from mancalab._base.arguments import whole
from mancalab._core import IllegalAction, State

RAISED, ILLEGAL, NO_ACTION, SLOW = "raised", "illegal action", "no action", "too slow"
KINDS = (RAISED, ILLEGAL, NO_ACTION, SLOW)
"""What an agent can do wrong: raise an exception, choose an action that is not legal, answer with
something that is no whole number, take longer than it may."""


class AgentFault(RuntimeError):
    """An agent raised, answered wrongly or was too slow, and that stopped the tournament.

    Attributes
    ----------
    agent : str
        Name of the agent.
    kind : str
        "raised", "illegal action", "no action" or "too slow".
    """

    def __init__(self, agent: str, kind: str, text: str) -> None:
        super().__init__(agent, kind, text)
        self.agent = agent
        self.kind = kind
        self._text = text

    def __str__(self) -> str:
        return self._text


@dataclass(frozen=True)
class Fault:
    """How often an agent did one kind of thing wrong, and the first time it did."""

    agent: str
    kind: str
    count: int
    round: int
    """Of the first time: number of the pair of games, from 0."""
    swapped: bool
    """Whether it was the second game of the pair, in which the second agent starts."""
    position: str
    """The position in which the agent was asked."""
    message: str
    """What was wrong."""

    def __str__(self) -> str:
        times = "once" if self.count == 1 else f"{self.count:,} times"
        return f"{self.agent}, {self.kind}, {times}; first in {self.where}: {self.message}"

    @property
    def where(self) -> str:
        """The first time: which game, which position."""
        return f"game {2 * self.round + self.swapped + 1} at {self.position}"


def added(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """Faults of one agent and kind made one, in the order of their first times."""
    found: dict[tuple[str, str], Fault] = {}
    for fault in sorted(faults, key=lambda fault: (fault.round, fault.swapped, fault.agent)):
        key = (fault.agent, fault.kind)
        known = found.get(key)
        count = fault.count + (known.count if known else 0)
        found[key] = replace(known or fault, count=count)
    return tuple(found.values())


class Faulted(Exception):
    """The error of a watched agent, so that nothing else is taken for its fault."""

    def __init__(self, agent: str, kind: str, position: str, message: str) -> None:
        super().__init__(agent, kind, position, message)
        self.agent = agent
        self.kind = kind
        self.position = position
        self.message = message


@dataclass(frozen=True)
class Watched:
    """A function of a state whose faults become `Faulted`.

    What it takes is measured when it has answered; a function cannot be interrupted. Ctrl-C is
    never a fault.
    """

    function: Callable[[State], Any]
    agent: str
    move_time: float | None = None

    def __call__(self, state: State) -> int:
        """The answer of the function, if nothing is wrong with it."""
        begun = time.perf_counter()
        try:
            answer = self.function(state)
        except Exception as error:
            text = f"{type(error).__name__}: {error}".rstrip(": ")
            raise self._fault(RAISED, state, text) from error
        seconds = time.perf_counter() - begun
        try:
            action = whole("answer", answer)
        except TypeError:
            text = f"{answer!r} is no whole number"
            raise self._fault(NO_ACTION, state, text) from None
        if action not in state.legal_actions:
            reason = _why(state, action)
            raise self._fault(ILLEGAL, state, str(reason)) from reason
        if self.move_time is not None and seconds > self.move_time:
            text = f"{seconds:.3g} s for a move, {self.move_time:g} s are allowed"
            raise self._fault(SLOW, state, text)
        return action

    def _fault(self, kind: str, state: State, text: str) -> Faulted:
        return Faulted(self.agent, kind, _position(state), " ".join(text.split()))


def _why(state: State, action: int) -> IllegalAction:
    """Why an action is not legal."""
    try:
        state.play(action)
    except IllegalAction as error:
        return error
    raise AssertionError(f"{action} is legal in {state!r}, and not in its legal_actions")


def _position(state: State) -> str:
    """A state in one line: rules and position where the rules have a line, else its repr."""
    try:
        return state.to_text()
    except ValueError:
        return repr(state)


def read_fault(value: Any) -> Fault:
    """A fault from JSON; raises ValueError or TypeError."""
    fault = Fault(**value)
    kinds = {"str": str, "int": int, "bool": bool}
    for field in fields(Fault):
        if type(getattr(fault, field.name)) is not kinds[str(field.type)]:
            raise TypeError(f"{field.name} = {getattr(fault, field.name)!r}: it is no {field.type}")
    return fault
