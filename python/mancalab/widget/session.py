"""A game on the board without any board: what is played, by whom, and what is said about it."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from mancalab._agents.choosing import chooser
from mancalab._browser import frames
from mancalab._browser.texts import say, translated
from mancalab._browser.view import game_view
from mancalab._catalogue import OpeningLike, as_opening
from mancalab._core import Rules, RulesError, State, rules
from mancalab._records.record import Record
from mancalab.widget.players import Player, PlayerLike, menu, player
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
        Texts to say instead of those of `mancalab.widget.texts.TEXTS`.
    """

    def __init__(
        self,
        game: OpeningLike = "kalah",
        *,
        south: PlayerLike = "manual",
        north: PlayerLike = "manual",
        seed: int | None = None,
        texts: Mapping[str, str] | None = None,
    ) -> None:
        self.texts = translated(texts)
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
        return "manual" if self.to_move.manual else "agent"

    @property
    def choices(self) -> list[frames.Choice]:
        """The choices of a person: none while an agent is to move."""
        state = self.state
        legal = state.legal_actions if self.turn == "manual" else ()
        return [frames.choice(self.rules, state.to_move, action) for action in legal]

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
            "undo": self._undone() < len(self.actions),
            "setup": setup_view(self) if setup else None,
        }

    # What happens

    def new(self) -> None:
        """Begin the game again."""
        self.number += 1
        self.states = [self.opening]
        self.actions: list[int] = []
        self.moves: list[dict[str, Any]] = []
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
        state = self.state
        move = frames.move(state, action, self.texts)
        self.states.append(state.play(action))
        self.actions.append(int(action))
        self.moves.append(move)
        self._changed(fresh=True)

    def answer(self) -> None:
        """Let the agent to move choose and play; nothing where none is to move.

        If the agent raises an exception, the board shows it, and nothing is played.
        """
        if self.state.is_over:
            return
        name, agent = self.to_move.name, self.to_move.agent
        if agent is None:
            return
        try:
            self.play(chooser(agent, self.seed, self.number)(self.state))
        except Exception as error:  # noqa: BLE001  # the user's own code
            self._changed(fault=self._fault("agent", error, agent=name))

    def undo(self) -> None:
        """Take back the last action, and with it those of agents, to a person's last choice."""
        kept = self._undone()
        if kept < len(self.actions):
            del self.states[kept + 1 :]
            del self.actions[kept:]
            del self.moves[kept:]
            self._changed()

    def handle(self, message: Mapping[str, Any]) -> None:
        """Do what the page asks for.

        Parameters
        ----------
        message
            ``do``: "play", "answer", "undo", "new", "game", "option" or "player"; with ``ply``, how
            many actions the page knows of: what was pressed too late is not done.
        """
        if message.get("ply", len(self.actions)) != len(self.actions):
            return
        match message:
            case {"do": "play", "action": int(action)} if self.turn == "manual":
                self._press(action)
            case {"do": "answer"}:
                self.answer()
            case {"do": "undo"}:
                self.undo()
            case _:
                self._choose(message)

    def _press(self, action: int) -> None:
        try:
            self.play(action)
        except ValueError as error:
            self._changed(fault=self._fault("action", error))

    def _choose(self, message: Mapping[str, Any]) -> None:
        """Begin a new game, as it is or with other choices."""
        match message:
            case {"do": "new"}:
                self.new()
            case {"do": "game", "name": str(name)}:
                self.set_game(name)
            case {"do": "option", "name": str(name), "value": value}:
                self.set_option(name, value)
            case {"do": "player", "side": 0 | 1 as side, "name": name} if name in self.menu:
                self.set_player(side, name)

    def _changed(self, *, fresh: bool = False, fault: str = "") -> None:
        self.serial += 1
        self.fresh = fresh  # the last action has just been played
        self.fault = fault

    def _begin(self, choose: Callable[[], State]) -> None:
        """A new game by other rules; where they cannot be played, the old one stays."""
        try:
            opening = choose()
        except (RulesError, ValueError, KeyError, TypeError) as error:
            self._changed(fault=self._fault("option", error))
        else:
            self.opening = opening
            self.new()

    def _fault(self, key: str, error: Exception, **values: str) -> str:
        said = error.args[0] if isinstance(error, KeyError) and error.args else error
        return say(self.texts, f"fault.{key}", fault=f"{said}", **values)

    def _enlist(self, who: PlayerLike) -> Player:
        """A player, from the menu or new to it."""
        found = self.menu.get(who) if isinstance(who, str) else None
        found = player(who) if found is None else found
        name, others = found.name, 1
        while name in self.menu and self.menu[name].agent != found.agent:  # as two lambdas have it
            others += 1
            name = f"{found.name} ({others})"
        return self.menu.setdefault(name, replace(found, name=name))

    def _undone(self) -> int:
        """How many actions are left after an undo."""
        sides = [state.to_move for state in self.states[:-1]]
        if any(player.manual for player in self.players):
            mine = [ply for ply, side in enumerate(sides) if self.players[side].manual]
            return mine[-1] if mine else len(sides)
        return max(len(sides) - 1, 0)
