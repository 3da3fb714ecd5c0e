"""Records: games that can be printed, read again and replayed."""

from __future__ import annotations

import json
import os
import secrets
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from mancalab import _record_text
from mancalab._arguments import integer
from mancalab._core import Event, IllegalAction, Outcome, Rules, State
from mancalab._record_text import RecordError

if TYPE_CHECKING:
    from mancalab.study.cells import AgentLike, GameLike

__all__ = ["Record", "RecordError", "Step", "position_text", "refusal"]

SIDES = ("South", "North")
WIDTH = 88
"""Columns of a record that is printed."""


def position_text(state: State) -> str:
    """A position in one line: what `State.to_text` says after the rules, for any rules."""
    pits, marks = state.pits.tolist(), state.marks.tolist()
    sides = []
    for side in (0, 1):
        row = (f"{n}'" if mark else str(n) for n, mark in zip(pits[side], marks[side], strict=True))
        reserve = f"+{state.reserves[side]}" if state.reserves[side] else ""
        sides.append(f"{SIDES[side][0]}[{' '.join(row)}|{state.stores[side]}{reserve}]")
    phase = f":{state.phase}" if state.phase else ""
    return f"{' '.join(sides)} {SIDES[state.to_move][0]}{phase}"


def refusal(state: State, action: int) -> str:
    """Why an action is not legal, with actions as the game writes them; empty if it is legal."""
    try:
        state.play(action)
    except IllegalAction as error:
        if not 0 <= action < state.rules.n_actions:
            return str(error)
        text = state.rules.action_text
        reason = str(error).partition(": ")[2].rpartition("; legal are ")[0]
        legal = ", ".join(map(text, error.legal)) or "none"
        return f"{text(action)} is illegal ({error.clause}): {reason}; legal are {legal}"
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
        return "\n".join(lines + [f"  {event} ({event.clause})" for event in self.events])


@dataclass(frozen=True, slots=True)
class Record:
    """A game as it was played: rules, start, actions, and who played.

    A record can always be replayed: it is when it is made, and an action that is not legal is
    refused with the clause that forbids it. Records are immutable, compared by all that was given,
    hashable and picklable; `str` gives the game for people, `to_json` for files.

    Parameters
    ----------
    rules
        The game.
    actions
        Its actions in order, each seen by the player to move then. The game need not be over.
    start
        The position it starts from; None for the opening. Only the position counts: its plies are
        counted from 0, and what was before it is forgotten.
    agents
        Who played South and North, in words; empty where it is not known.
    seed
        Seed of the random numbers; None where it is not known.
    number
        Number of the game in the run of that seed: both together fix what was random.

    Raises
    ------
    RecordError
        An action is not legal, or a text cannot be written to a file.
    ValueError, TypeError
        For an argument that is not allowed, with its name and what is.

    Examples
    --------
    >>> import mancalab as mc
    >>> record = mc.Record.from_actions("kalah", [2, 5, 0])
    >>> for step in record.steps():
    ...     print(step.ply, step.text, step.after.stores)
    0 2 [1 0]
    1 5 [2 0]
    2 0 [2 1]
    >>> mc.Record.from_json(record.to_json()) == record
    True
    """

    rules: Rules
    actions: tuple[int, ...] = ()
    start: State = None  # type: ignore[assignment]  # a State from __post_init__ on
    agents: tuple[str, str] = ("", "")
    seed: int | None = None
    number: int = 0
    final: State = field(init=False, repr=False, compare=False)
    """The state after the last action."""

    def __post_init__(self) -> None:
        if not isinstance(self.rules, Rules):
            raise TypeError(f"rules: a Rules is needed, not {type(self.rules).__name__}")
        self._set("start", _start(self.rules, self.start))
        self._set("agents", _agents(self.agents))
        if self.seed is not None:
            self._set("seed", integer("seed", self.seed, 0, 2**64 - 1, ", or None"))
        self._set("number", integer("number", self.number, 0, 2**63 - 1))
        most = self.rules.n_actions - 1
        actions = []
        for ply, action in enumerate(_listed(self.actions)):
            try:
                actions.append(integer(f"actions[{ply}]", action, 0, most))
            except ValueError as error:
                raise RecordError([str(error)], place=("actions", ply)) from error
        self._set("actions", tuple(actions))
        self._set("final", self._played())

    def _set(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)

    def _played(self) -> State:
        state = self.start
        try:
            for action in self.actions:
                state = state.play(action)
        except IllegalAction as error:
            ply = state.plies
            mover = SIDES[state.to_move]
            fault = f"actions[{ply}] (ply {ply}, {mover}): {refusal(state, self.actions[ply])}"
            raise RecordError([fault], place=("actions", ply)) from error
        return state

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        parts = (self.rules, self.actions, self.start, self.agents, self.seed, self.number)
        return type(self), parts

    # Made

    @classmethod
    def from_actions(
        cls,
        game: GameLike,
        actions: Iterable[int | str],
        *,
        start: State | None = None,
        agents: tuple[str, str] = ("", ""),
        seed: int | None = None,
        number: int = 0,
    ) -> Self:
        """Make the record of a game from its actions, as numbers or as the game writes them.

        Parameters
        ----------
        game
            Rules, a name in the catalogue, or the path of a TOML file.
        actions
            Numbers, or texts such as ``"3"``, ``"3<"``, ``"r"``, ``"f5"``.
        start, agents, seed, number
            As for `Record`.
        """
        rules = _rules(game)
        numbers = []
        for ply, action in enumerate(_listed(actions)):
            if not isinstance(action, str):
                numbers.append(action)
                continue
            try:
                numbers.append(rules.action_from_text(action))
            except ValueError as error:
                raise RecordError([f"actions[{ply}]: {error}"], place=("actions", ply)) from error
        return cls(rules, tuple(numbers), start, agents, seed, number)  # type: ignore[arg-type]

    @classmethod
    def play(
        cls,
        game: GameLike,
        *,
        south: AgentLike = "random",
        north: AgentLike = "random",
        seed: int | None = None,
        start: State | None = None,
        number: int = 0,
    ) -> Self:
        """Let two agents play a game.

        It is game number `number` of a `mancalab.match` of these agents with this seed.

        Parameters
        ----------
        game
            Rules, a name in the catalogue, or the path of a TOML file.
        south, north
            Agents of `mancalab.agents`, names such as ``"greedy"`` or ``"alphabeta(depth=4)"``,
            or functions of a state that return an action.
        seed
            0 to 2**64 - 1; None for one drawn at random, which the record tells.
        start
            The position to start from; None for the opening.
        number
            Number of the game in the run of that seed.

        Raises
        ------
        IllegalAction
            When an agent answers with an action that is not legal.
        ValueError, TypeError
            For an argument that is not allowed, with its name and what is.
        """
        from mancalab._choosing import chooser, resolved

        rules = _rules(game)
        seed = secrets.randbits(64) if seed is None else integer("seed", seed, 0, 2**64 - 1)
        number = integer("number", number, 0, 2**63 - 1)
        seats = [resolved(south, "south"), resolved(north, "north")]
        choose = [chooser(agent, seed, number) for agent in seats]
        first = state = _start(rules, start)
        actions = []
        while not state.is_over:
            action = choose[state.to_move](state)
            state = state.play(action)
            actions.append(action)
        names = (_name(south, seats[0].name), _name(north, seats[1].name))
        return cls(rules, tuple(actions), first, names, seed, number)

    # Replayed

    @property
    def plies(self) -> int:
        """Number of actions."""
        return len(self.actions)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None for one that is not over."""
        return self.final.outcome

    def states(self) -> Iterator[State]:
        """All states of the game, from the start to the state after the last action."""
        state = self.start
        yield state
        for action in self.actions:
            state = state.play(action)
            yield state

    def steps(self) -> Iterator[Step]:
        """All actions of the game, each with the states before and after it, and its events."""
        state = self.start
        for ply, action in enumerate(self.actions):
            after = state.play(action)
            yield Step(ply, state, action, after)
            state = after

    def turns(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        """The turns of the game: the side that moves, and its actions until the other moves."""
        steps = ((step.state.to_move, step.action) for step in self.steps())
        for side, turn in groupby(steps, key=lambda step: step[0]):
            yield side, tuple(action for _, action in turn)

    def __str__(self) -> str:
        text = self.rules.action_text
        agents = [
            f"{side} ({name})" if name else side
            for side, name in zip(SIDES, self.agents, strict=True)
        ]
        seed = "" if self.seed is None else f", seed {self.seed}, game {self.number}"
        words = [
            f"{count}.{SIDES[side][0]}\N{NO-BREAK SPACE}"
            + "\N{NO-BREAK SPACE}".join(map(text, turn))
            for count, (side, turn) in enumerate(self.turns(), start=1)
        ]
        lines = [f"{self.rules.title}: {agents[0]} against {agents[1]}{seed}"]
        if self.start != self.rules.start():
            lines.append(f"from {position_text(self.start)}")
        lines += textwrap.wrap("  ".join(words), WIDTH, break_long_words=False)
        lines.append(_ending(self.final))
        return "\n".join(lines).replace("\N{NO-BREAK SPACE}", " ")

    # Text and files

    def to_json(self) -> str:
        """The record as JSON, a line for each field and each turn; see `from_json`."""
        fields = {
            "format": _record_text.FORMAT,
            "version": _record_text.VERSION,
            "rules": rules_text(self.rules),
            "digest": self.rules.digest,
            "start": position_text(self.start),
            "agents": {"south": self.agents[0], "north": self.agents[1]},
            "seed": self.seed,
            "number": self.number,
            "actions": None,
            "end": position_text(self.final),
            "result": _result(self.outcome),
        }
        text = self.rules.action_text
        return _record_text.write(fields, (list(map(text, turn)) for _, turn in self.turns()))

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Read a record and replay it.

        The fields ``format``, ``version``, ``rules`` and ``actions`` are needed. ``digest`` (of
        the rules), ``end`` (the last position) and ``result`` are checked where they are there.

        Raises
        ------
        RecordError
            The text is no JSON, has not the fields of a record, has an action that is not legal,
            or an end or a result that the actions do not lead to. It names the line.
        """
        if not isinstance(text, str):
            raise TypeError(f"text: a str is needed, not {type(text).__name__}")
        data, places = _record_text.read(text)
        try:
            return cls._from_fields(data)
        except RecordError as error:
            raise error.at_line_of(places) from error

    @classmethod
    def _from_fields(cls, data: dict[str, Any]) -> Self:
        rules = _checked("rules", read_rules, data["rules"])
        if data.get("digest", rules.digest) != rules.digest:
            raise RecordError(
                [f"digest = {data['digest']!r}: these rules have {rules.digest!r}, so that the "
                 "game was played by others; without this field it is read nevertheless"],
                place=("digest",),
            )  # fmt: skip
        start = data.get("start")
        if start is not None:
            start = _checked("start", lambda line: State.from_text(line, rules), start)
        agents = data.get("agents", {"south": "", "north": ""})
        for name, most in (("seed", 2**64 - 1), ("number", 2**63 - 1)):
            if data.get(name) is not None:
                _checked(
                    name, lambda value, top=most, key=name: integer(key, value, 0, top), data[name]
                )
        names = _checked("agents", _agents, (agents["south"], agents["north"]))
        record = cls.from_actions(
            rules,
            data["actions"],
            start=start,
            agents=names,
            seed=data.get("seed"),
            number=data.get("number", 0),
        )
        _agree("end", data, position_text(record.final))
        _agree("result", data, _result(record.outcome))
        return record

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the record to a file, as `to_json` has it (UTF-8).

        The file is written beside its target and renamed, so that it is never half there.

        Raises
        ------
        OSError
            The folder does not exist or cannot be written to.
        """
        from mancalab.study.files import replacing

        with replacing(path) as beside:
            beside.write_text(self.to_json(), encoding="utf-8", newline="\n")

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Self:
        """Read a file that `save` wrote, or one written by hand, and replay it.

        Raises
        ------
        OSError
            The file cannot be read.
        RecordError
            As for `from_json`; the message names the file and the line.
        """
        data = Path(path).read_bytes()
        try:
            return cls.from_json(data.decode("utf-8-sig"))
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            raise RecordError([f"{path}, line {line}: no UTF-8 text"], [line]) from error
        except RecordError as error:
            raise error.in_file(path) from error


# Parts of records


def _rules(game: GameLike) -> Rules:
    if isinstance(game, Rules):
        return game
    from mancalab.study.cells import as_rules

    return as_rules(game, "game is")


def rules_text(rules: Rules) -> str | list[str]:
    """The one line of rules of the catalogue, or the lines of a TOML text."""
    try:
        return rules.to_text()
    except ValueError:
        return rules.to_toml().splitlines()


def read_rules(text: str | list[str]) -> Rules:
    return Rules.from_text(text) if isinstance(text, str) else Rules.from_toml("\n".join(text))


def _start(rules: Rules, start: State | None) -> State:
    if start is None:
        return rules.start()
    if not isinstance(start, State):
        raise TypeError(f"start: a State is needed, or None, not {type(start).__name__}")
    if start.rules != rules:
        raise ValueError(f"start: it has the rules of {start.rules.title}, not those of the record")
    return start if start.plies == 0 else State.from_text(position_text(start), rules)


def _agents(agents: Any) -> tuple[str, str]:
    if isinstance(agents, str) or not isinstance(agents, Iterable):
        raise TypeError(f"agents: two names are needed, not {agents!r}")
    names = tuple(agents)
    if len(names) != 2 or not all(isinstance(name, str) for name in names):
        raise TypeError(f"agents: two names are needed, not {agents!r}")
    for name in names:
        if not name.isprintable():
            raise ValueError(f"agents: {name!r} holds signs that cannot be printed")
    return names[0], names[1]


def _name(given: AgentLike, name: str) -> str:
    return given if isinstance(given, str) else name


def _listed(actions: Any) -> list[Any]:
    if isinstance(actions, str) or not isinstance(actions, Iterable):
        raise TypeError(f"actions: a sequence of actions is needed, not {actions!r}")
    return list(actions)


def _result(outcome: Outcome | None) -> dict[str, Any] | None:
    if outcome is None:
        return None
    score = list(outcome.score)
    return {"result": outcome.result, "score": score, "reason": outcome.reason}


def _ending(state: State) -> str:
    if state.outcome is None:
        return f"not over; {SIDES[state.to_move]} to move"
    south, north = state.outcome.score
    reason = state.outcome.reason.replace("_", " ")
    return f"{state.outcome.result}, South {south}, North {north} ({reason})"


def _checked(name: str, read: Any, value: Any) -> Any:
    """What a field says, or the fault in it."""
    try:
        return read(value)
    except (ValueError, TypeError) as error:
        said = "; ".join(str(error).splitlines())
        fault = said if said.startswith(name) else f"{name}: {said}"
        raise RecordError([fault], place=(name,)) from error


def _agree(name: str, data: dict[str, Any], found: Any) -> None:
    if name in data and data[name] != found:
        said, true = (json.dumps(value, ensure_ascii=False) for value in (data[name], found))
        fault = f"{name} = {said}: the actions lead to {true}"
        raise RecordError([fault], place=(name,))
