"""What records are made of: positions, actions, results and rules as text, and steps."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from mancalab._base.arguments import wrong_type
from mancalab._base.words import REASONS, SIDES, beside, called
from mancalab._core import Event, IllegalAction, Outcome, Rules, State
from mancalab._records.json_format import RecordError

if TYPE_CHECKING:
    from mancalab._agents.naming import AgentLike

Value = TypeVar("Value")


def refusal(state: State, action: int) -> str:
    """Why an action is not legal, with actions as the game writes them; empty if it is legal."""
    try:
        state.play(action)
    except IllegalAction as error:
        if not 0 <= action < state.rules.n_actions:
            return str(error)
        text = state.rules.action_text
        legal = ", ".join(map(text, error.legal)) or "none"
        said = f". {error.clause_text}" if error.clause_text else ""
        why = f"{beside(error.clause)}: {error.reason}; legal are {legal}{said}"
        return f"{text(action)} is illegal{why}"
    return ""


@dataclass(frozen=True, slots=True)
class Step:
    """One action of a game that is replayed; `str` says all that it does, in words."""

    ply: int
    """Number of the action in the record, from 0."""
    state: State
    """The state in which it is played."""
    action: int
    """The action, seen by the player to move."""
    after: State
    """The state after it."""

    @property
    def text(self) -> str:
        """The action as the game writes it."""
        return self.state.rules.action_text(self.action)

    @property
    def events(self) -> list[Event]:
        """What happens, in order, each event with its clause."""
        return self.state.trace(self.action)

    def __str__(self) -> str:
        lines = [f"Ply {self.ply}: {SIDES[self.state.to_move]} plays {self.text}."]
        return "\n".join(lines + [f"  {event}{beside(event.clause)}" for event in self.events])


def rules_text(rules: Rules) -> str | list[str]:
    """The one line of rules of the catalogue, or the lines of a TOML text."""
    try:
        return rules.to_text()
    except ValueError:
        return rules.to_toml().splitlines()


def read_rules(text: str | list[str]) -> Rules:
    """Rules from what `rules_text` gives."""
    return Rules.from_text(text) if isinstance(text, str) else Rules.from_toml("\n".join(text))


def start_of(rules: Rules, start: State | None) -> State:
    """The state that a record starts from; only the position of the one given counts."""
    if start is None:
        return rules.start()
    if not isinstance(start, State):
        raise wrong_type("start", "a State is needed, or None", start)
    if start.rules != rules:
        raise ValueError(
            f"start: it has the rules of {called(start.rules)}, not those of the record"
        )
    return (
        start if start.plies == 0 and not start.is_over else read_start(rules, start.position_text)
    )


def read_start(rules: Rules, text: str) -> State:
    """The state of a position that a record starts from, as it is read from a file.

    An opening that is over is not settled once more: that it is over is then said with another
    reason, and what is left on the board would be counted as for a position set up by hand.
    """
    opening = rules.start()
    return opening if text == opening.position_text else State.from_text(text, rules)


def two_names(agents: Any) -> tuple[str, str]:
    """Names of two agents, checked."""
    if isinstance(agents, str) or not isinstance(agents, Iterable):
        raise wrong_type("agents", "two names are needed", agents)
    names = tuple(agents)
    if len(names) != 2 or not all(isinstance(name, str) for name in names):
        raise TypeError(f"agents = {names!r}: two names are needed")
    for name in names:
        if not name.isprintable():
            raise ValueError(f"agents: {name!r} holds signs that cannot be printed")
    return names[0], names[1]


def word_of(given: AgentLike, name: str) -> str:
    """The word for an agent in a record: as it was asked for, or its name."""
    return given if isinstance(given, str) else name


def listed(actions: Any) -> list[Any]:
    """Actions as a list."""
    if isinstance(actions, str) or not isinstance(actions, Iterable):
        raise wrong_type("actions", "a sequence of actions is needed", actions)
    return list(actions)


def result_of(outcome: Outcome | None) -> dict[str, Any] | None:
    """How a game ended, as JSON has it."""
    if outcome is None:
        return None
    score = list(outcome.score)
    return {"result": outcome.result, "score": score, "reason": outcome.reason}


def ending(state: State) -> str:
    """How a game ended, for people."""
    if state.outcome is None:
        return f"not over; {SIDES[state.to_move]} to move"
    south, north = state.outcome.score
    reason = REASONS[state.outcome.reason]
    said = f"{state.outcome.result}, South {south}, North {north} ({reason})"
    for what, both in (("rounds won", state.rounds_won), ("points", state.points)):
        if both is not None:
            said = f"{said}; {what}: South {both[0]}, North {both[1]}"
    return said


def checked(name: str, read: Callable[[Any], Value], value: Any) -> Value:
    """The value of a field, read; its fault is raised with the name of the field."""
    try:
        return read(value)
    except (ValueError, TypeError) as error:
        said = "; ".join(str(error).splitlines())
        fault = said if said.startswith(name) else f"{name}: {said}"
        raise RecordError([fault], place=(name,)) from error


def agree(name: str, data: dict[str, Any], found: Any) -> None:
    """Check a field that the actions determine, if it is there."""
    if name in data and data[name] != found:
        said, true = (json.dumps(value, ensure_ascii=False) for value in (data[name], found))
        fault = f"{name} = {said}: the actions lead to {true}"
        raise RecordError([fault], place=(name,))
