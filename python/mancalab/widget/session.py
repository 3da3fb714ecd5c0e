"""A game on the board without any board: what is played, by whom, and what is said about it."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from mancalab._agents.choosing import chooser, drawn
from mancalab._browser import frames
from mancalab._browser.slots import read_position
from mancalab._browser.texts import Language, Part, say, translated
from mancalab._browser.view import game_view, move_list
from mancalab._catalogue import OpeningLike, as_opening
from mancalab._core import Rules, RulesError, State, rules
from mancalab._records.record import Record
from mancalab.widget.hints import hint
from mancalab.widget.players import Player, PlayerLike, menu, player, read_player
from mancalab.widget.setup import setup_view


class Session:
    """One board: a game, two players, and the course of play.

    Every change of the game, its options or the players begins a new game at once.

    Parameters
    ----------
    game
        What is played.
    south, north
        Who plays: ``"manual"``, an agent, the name of one, or a function of a state.
    seed
        For agents that choose at random; None: another one every time. Agents play the games
        of a board as `mancalab.match` has them play the first games of a match of that seed.
    texts
        Texts to say instead of those of `mancalab.widget.texts.table`.
    language
        Of the board: "en", "fr", "es", "pt", "de" or "sw".
    parts
        What stands beside the board, whose texts are among `texts` then.
    """

    def __init__(
        self,
        game: OpeningLike = "kalah",
        *,
        south: PlayerLike = "manual",
        north: PlayerLike = "manual",
        seed: int | None = None,
        texts: Mapping[str, str] | None = None,
        language: Language = "en",
        parts: Sequence[Part] = (),
    ) -> None:
        self.texts = translated(texts, language, *parts)
        self.ahead: list[int] = []  # what was taken back and can be played again
        self.ahead_list: list[tuple[int, str, int]] = []  # the same, as the list of moves has it
        self.found: dict[str, Any] | None = None  # a hint
        self.file: dict[str, Any] | None = None  # a record to be saved
        self.menu = menu()
        self.players = [self._enlist(south), self._enlist(north)]
        self.opening = as_opening(game)
        self.own_opening = self.opening  # its game is kept in the menu
        self.serial = 0
        self.seed = secrets.randbits(32) if seed is None else seed
        self.number = -1
        self.new()

    # What is

    @property
    def rules(self) -> Rules:
        """The rules that are played."""
        return self.opening.rules

    @property
    def state(self) -> State:
        """The position now."""
        return self.states[-1]

    @property
    def record(self) -> Record:
        """The game so far."""
        south, north = (player.word for player in self.players)
        start, actions = self.opening, tuple(self.actions)
        agents, seed, number = (south, north), self.seed, self.number
        return Record(self.rules, actions, start, agents, seed, number)

    @property
    def to_move(self) -> Player:
        """The player to move."""
        return self.players[self.state.to_move]

    @property
    def turn(self) -> str:
        """The kind of the player to move: "manual" or "agent"; or "over"."""
        if self.state.is_over:
            return "over"
        if self.state.chance:
            return "agent"  # a lot is drawn as agents play: by itself
        return "manual" if self.to_move.manual else "agent"

    @property
    def choices(self) -> list[frames.Choice]:
        """The choices of a person: none while an agent is to move."""
        state = self.state
        legal = state.legal_actions if self.turn == "manual" else ()
        return [frames.choice(state, action) for action in legal]

    def view(self, *, setup: bool = True) -> dict[str, Any]:
        """All that a board shows, as plain lists and words.

        Parameters
        ----------
        setup
            Whether the games, options and agents to choose from are included.
        """
        last = self.moves[-1] if self.moves else None
        return {
            **game_view(self.states, self.players, self.texts, last, fresh=self.fresh),
            "serial": self.serial,
            "turn": self.turn,
            "choices": [list(choice) for choice in self.choices],
            "fault": self.fault,
            "quoted": self.quoted,
            "moves": [*move_list(self.states, self.actions), *self.ahead_list],
            "undo": self._undone() < len(self.actions),
            "redo": bool(self.ahead),
            "hint": self.found,
            "hints": True,
            "edit": True,
            "files": True,
            "seek": True,
            "file": self.file,
            "setup": setup_view(self) if setup else None,
        }

    # What happens

    def new(self) -> None:
        """Begin the game again."""
        self.number += 1
        self.states = [self.opening]
        self.actions: list[int] = []
        self.moves: list[dict[str, Any]] = []
        self._forget()
        self._changed()

    def set_game(self, name: str) -> None:
        """Play another game, with its own options."""
        own = name == self.own_opening.rules.name
        self._begin(lambda: self.own_opening if own else rules(name).start())

    def set_option(self, name: str, value: bool | int | str | None) -> None:  # noqa: FBT001
        """Change an option of the game; a value that is not allowed changes nothing."""
        self._begin(lambda: self.rules.replace(**{name: value}).start())

    def set_player(self, side: int, who: PlayerLike) -> None:
        """Let another player take a side: a name of the menu, or anything that `player` takes."""
        self.players[side] = self._enlist(who)
        self.new()

    def play(self, action: int) -> None:
        """Play an action for the side to move.

        Raises
        ------
        IllegalAction
            The rules forbid it.
        """
        self._play(action)
        if self.ahead[:1] == [action]:
            del self.ahead[0], self.ahead_list[0]
        else:
            self._forget()
        self._changed(fresh=True)

    def _play(self, action: int) -> None:
        state = self.state
        move = frames.move(state, action, self.texts)
        self.states.append(state.play(action))
        self.actions.append(int(action))
        self.moves.append(move)

    def answer(self) -> None:
        """Let the agent to move choose and play; nothing where none is to move.

        If the agent raises an exception, the board shows it, and nothing is played.
        """
        if self.state.is_over:
            return
        if self.state.chance:
            self.play(drawn(self.state, self.seed, self.number))
            return
        name, agent = self.to_move.name, self.to_move.agent
        if agent is None:
            return
        try:
            self.play(chooser(agent, self.seed, self.number)(self.state))
        except Exception as error:  # noqa: BLE001  # the user's own code
            self._refused("agent", error, agent=name)

    def undo(self) -> None:
        """Take back the last action, and with it those of agents, to a person's last choice."""
        self._back_to(self._undone())

    def redo(self) -> None:
        """Play again what was taken back, to a person's next choice."""
        people = any(player.manual for player in self.players)
        while self.ahead:
            self.play(self.ahead[0])
            if not people or self.turn == "manual":
                break

    def go(self, ply: int) -> None:
        """Go to a ply of the game: back, or forward through what was taken back."""
        if 0 <= ply < len(self.actions):
            self._back_to(ply)
        while self.ahead and len(self.actions) < ply:
            self.play(self.ahead[0])
        self._changed()

    def _back_to(self, kept: int) -> None:
        if kept < len(self.actions):
            self.ahead_list = [*move_list(self.states, self.actions)[kept:], *self.ahead_list]
            self.ahead = self.actions[kept:] + self.ahead
            del self.states[kept + 1 :]
            del self.actions[kept:]
            del self.moves[kept:]
            self._changed()

    def _forget(self) -> None:
        """Nothing that was taken back can be played again."""
        self.ahead = []
        self.ahead_list = []

    def ask_hint(self) -> None:
        """Look for the best actions of the side to move, and show their values."""
        if not self.state.is_over and not self.state.chance:
            self._changed()
            self.found = hint(self.state, self.texts)

    def set_position(
        self,
        counts: Sequence[int],
        marks: Sequence[int],
        side: int,
        claims: Sequence[int] = (),
        lifted: Sequence[int] = (),
    ) -> None:
        """Begin from a position set up by hand; what is no position changes nothing."""
        try:
            opening = read_position(self.rules, counts, marks, side, claims, were_lifted=lifted)
        except (ValueError, TypeError) as error:
            self._refused("position", error)
        else:
            self.opening = self.own_opening = opening
            self.new()

    def save(self) -> None:
        """Offer the record as a file to the page."""
        self._changed()
        name = f"{self.rules.name}.json"
        self.file = {"serial": self.serial, "name": name, "text": self.record.to_json()}

    def load(self, record: Record | str) -> None:
        """Go on with a recorded game, or with its JSON; what is none changes nothing."""
        try:
            read = Record.from_json(record) if isinstance(record, str) else record
        except ValueError as error:
            self._refused("load", error)
            return
        self.opening = self.own_opening = read.start
        self.players = [self._enlist(self._read_player(word)) for word in read.agents]
        self.new()
        if read.seed is not None:
            self.seed, self.number = read.seed, read.number
        for action in read.actions:
            self._play(action)
        self._changed()

    def handle(self, message: object) -> None:
        """Do what the page asks for; a message that is none of its own does nothing.

        Parameters
        ----------
        message
            ``do`` and what belongs to it, as the head of `js/board.js` lists; with ``ply``, how
            many actions the page knows of: what was pressed too late is not done.
        """
        if not isinstance(message, Mapping):
            return
        if message.get("ply", len(self.actions)) != len(self.actions):
            return
        match message:
            case {"do": "play", "action": int(action)} if self.turn == "manual":
                self._press(action)
            case {"do": "go", "to": int(ply)}:
                self.go(ply)
            case {
                "do": "position",
                "counts": list(counts),
                "marks": list(marks),
                "side": 0 | 1 as to,
            } if isinstance(claims := message.get("claims", []), list) and isinstance(
                lifted := message.get("lifted", []), list
            ):
                self.set_position(counts, marks, to, claims, lifted)
            case {"do": "load", "text": str(text)}:
                self.load(text)
            case {"do": str(name)} if name in self._plain:
                self._plain[name]()
            case _:
                self._choose(message)

    @property
    def _plain(self) -> dict[str, Callable[[], None]]:
        """What the page asks for without saying more."""
        return {
            "answer": self.answer,
            "undo": self.undo,
            "redo": self.redo,
            "hint": self.ask_hint,
            "save": self.save,
            "new": self.new,
        }

    def _press(self, action: int) -> None:
        try:
            self.play(action)
        except ValueError as error:
            self._refused("action", error)

    def _choose(self, message: Mapping[str, Any]) -> None:
        """Begin a new game, as it is or with other choices."""
        match message:
            case {"do": "game", "name": str(name)}:
                self.set_game(name)
            case {"do": "option", "name": str(name), "value": value}:
                self.set_option(name, value)
            case {"do": "player", "side": 0 | 1 as side, "name": str(name)} if name in self.menu:
                self.set_player(side, name)

    def _changed(self, *, fresh: bool = False) -> None:
        self.serial += 1
        self.fresh = fresh  # the last action has just been played
        self.fault = ""
        self.quoted = ""
        self.found = None
        self.file = None

    def _begin(self, choose: Callable[[], State]) -> None:
        """A new game by other rules; where they cannot be played, the old one stays."""
        try:
            opening = choose()
        except (RulesError, ValueError, KeyError, TypeError) as error:
            self._refused("option", error)
        else:
            self.opening = opening
            self.new()

    def _refused(self, key: str, error: Exception, **values: str) -> None:
        """Nothing is changed, and the board says why; what an error says is English anywhere."""
        self._changed()
        said = error.args[0] if isinstance(error, KeyError) and error.args else error
        self.quoted = f"{said}"
        self.fault = say(self.texts, f"fault.{key}", fault=self.quoted, **values)

    def _enlist(self, who: PlayerLike) -> Player:
        """A player, from the menu or new to it."""
        found = self.menu.get(who) if isinstance(who, str) else None
        found = player(who) if found is None else found
        name, others = found.name, 1
        while name in self.menu and self.menu[name].agent != found.agent:  # as two lambdas have it
            others += 1
            name = f"{found.name} ({others})"
        return self.menu.setdefault(name, replace(found, name=name))

    def _read_player(self, word: str) -> PlayerLike:
        """A player of a record: one of the menu, else as `read_player` has it."""
        known = (player.name for player in self.menu.values() if player.word == word)
        return next(known, None) or read_player(word)

    def _undone(self) -> int:
        """How many actions are left after an undo."""
        sides = [state.to_move for state in self.states[:-1]]
        lots = {ply for ply, state in enumerate(self.states) if state.chance}
        if any(player.manual for player in self.players):
            mine = [ply for ply, side in enumerate(sides) if self.players[side].manual]
            mine = [ply for ply in mine if ply not in lots]
            return mine[-1] if mine else len(sides)
        return max(len(sides) - 1, 0)
