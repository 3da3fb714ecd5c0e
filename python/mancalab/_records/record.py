"""Records: games that can be printed, read again and replayed."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any, Self

from mancalab._agents.choosing import chooser
from mancalab._agents.naming import AgentLike, as_agent
from mancalab._base.arguments import MOST_COUNT, checked_seed, integer, wrong_type
from mancalab._base.files import replacing
from mancalab._base.words import SIDES
from mancalab._browser.page import replay_html
from mancalab._browser.texts import Language
from mancalab._catalogue import GameLike, as_rules
from mancalab._core import IllegalAction, Outcome, Rules, State
from mancalab._records import json_format
from mancalab._records.display import record_html, record_text
from mancalab._records.json_format import RecordError
from mancalab._records.parts import (
    Step,
    listed,
    refusal,
    result_of,
    rules_text,
    start_of,
    two_names,
    word_of,
)
from mancalab._records.reading import read_record

__all__ = ["Record", "RecordError", "Step"]


@dataclass(frozen=True, slots=True)
class Record:
    """A game as it was played: rules, start, actions, and who played.

    A record can always be replayed. It is replayed when it is made, and an illegal action is
    refused with the clause that forbids it. Records are immutable, compared by all that was given,
    hashable and picklable; `str` gives the game for people, `to_json` for files.

    Parameters
    ----------
    rules
        The game.
    actions
        Its actions in order, each seen by the player to move then. The game need not be over.
    start
        The position it starts from; None for the opening. Only the position counts: plies are
        counted from there, and what was played before is forgotten.
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
    2 0 [2 0]
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
            raise wrong_type("rules", "a Rules is needed", self.rules)
        self._set("start", start_of(self.rules, self.start))
        self._set("agents", two_names(self.agents))
        if self.seed is not None:
            self._set("seed", checked_seed(self.seed, ", or None"))
        self._set("number", integer("number", self.number, 0, MOST_COUNT))
        most = self.rules.n_actions - 1
        actions = []
        for ply, action in enumerate(listed(self.actions)):
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
            Numbers, or texts such as ``"3"``, ``"3<"``, ``"r"``, ``"f5"``, ``"s"``, ``"x"``.
        start, agents, seed, number
            As for `Record`.
        """
        rules = as_rules(game, "game")
        numbers = []
        for ply, action in enumerate(listed(actions)):
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

        It is game number `number` of a `mancalab.match` of these agents with this seed, except that
        MCTS begins a new tree at each choice.

        Parameters
        ----------
        game
            Rules, a name in the catalogue, or the path of a TOML file.
        south, north
            Agents of `mancalab.agents`, names such as ``"greedy"`` or ``"alphabeta(depth=4)"``,
            or functions of a state that return an action.
        seed
            0 to 2**64 - 1; None draws one at random, which the record keeps.
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
        rules = as_rules(game, "game")
        seed = secrets.randbits(64) if seed is None else checked_seed(seed, ", or None")
        number = integer("number", number, 0, MOST_COUNT)
        seats = [as_agent(south, "south"), as_agent(north, "north")]
        choose = [chooser(agent, seed, number) for agent in seats]
        first = state = start_of(rules, start)
        actions = []
        while not state.is_over:
            action = choose[state.to_move](state)
            state = state.play(action)
            actions.append(action)
        names = (word_of(south, seats[0].name), word_of(north, seats[1].name))
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
        return record_text(self)

    # Text and files

    def to_json(self) -> str:
        """The record as JSON, a line for each field and each turn; see `from_json`."""
        fields = {
            "format": json_format.FORMAT,
            "version": json_format.VERSION,
            "rules": rules_text(self.rules),
            "digest": self.rules.digest,
            "start": self.start.position_text,
            "agents": {"south": self.agents[0], "north": self.agents[1]},
            "seed": self.seed,
            "number": self.number,
            "actions": None,
            "end": self.final.position_text,
            "result": result_of(self.outcome),
        }
        text = self.rules.action_text
        return json_format.write(fields, (list(map(text, turn)) for _, turn in self.turns()))

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Read a record and replay it.

        The fields ``format``, ``version``, ``rules`` and ``actions`` are needed. ``digest`` (of
        the rules), ``end`` (the last position) and ``result`` are checked where they are there.

        Raises
        ------
        RecordError
            The text is not JSON, has not the fields of a record, has an action that is not legal,
            or an end or a result that the actions do not lead to. It names the line.
        """
        return read_record(cls, text)

    def to_html(
        self,
        *,
        title: str | None = None,
        about: str = "",
        date: str = "",
        language: Language = "en",
        speed: float = 2.0,
    ) -> str:
        """One page that replays the game with the notebook's board, and needs no network.

        It has who played, the result, the rules, and the list of moves with a slider.

        Parameters
        ----------
        title, about
            Heading (by default the game's title) and a sentence below it.
        date
            When it was played, as it shall be read; a record does not know.
        language
            Of the page: "en", "fr", "es", "pt", "de" or "sw"; rules and clauses stay English.
        speed
            Of the animation: 1 shows about three seeds a second.
        """
        return replay_html(
            self.start,
            self.actions,
            names=self.agents,
            title=title,
            about=about,
            date=date,
            language=language,
            speed=speed,
        )

    def _repr_html_(self) -> str:
        return record_html(self)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the record to a file, as `to_json` has it (UTF-8).

        The file is written beside its target and renamed, so that it is never half there.

        Raises
        ------
        OSError
            The folder does not exist or cannot be written to.
        """
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
