"""The table of ``mancalab play``: two seats, the game so far, and what is said to people."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from mancalab._agents.choosing import Chooser, chooser, drawn
from mancalab._base.words import HUMAN, SIDES, counted
from mancalab._records.parts import Step, refusal
from mancalab.cli.common import UserError, one_line, say
from mancalab.cli.play import wording

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mancalab import Record, State
    from mancalab._agents.agent import Agent

__all__ = ["HUMAN", "Left", "Seat", "Table"]


class Left(Exception):
    """A person leaves the table."""


class Seat(NamedTuple):
    """Who plays a side: a word, and what chooses its actions; None for a person."""

    word: str
    choose: Chooser | None

    @classmethod
    def of(cls, word: str, agent: Agent | None, seed: int, number: int) -> Seat:
        """The seat of an agent, or of a person if there is none."""
        if agent is None:
            return cls(word, None)
        return cls(word, chooser(agent, seed, number))


class Table:
    """A game that is being played."""

    def __init__(self, record: Record, seats: Sequence[Seat], save: Path | None) -> None:
        self.record = record
        self.save = save
        self._seats = seats
        self._states = list(record.states())
        self._refused: int | None = None  # what a person tried last, if it was not legal
        self._keep()

    @property
    def _state(self) -> State:
        return self._states[-1]

    @property
    def _people(self) -> bool:
        return any(seat.choose is None for seat in self._seats)

    def play(self) -> None:
        """Play to the end; `Left` is raised when a person leaves before that."""
        say(self._welcome())
        self._show()
        while True:
            state = self._state
            if state.is_over and not self._people:
                return
            choose = self._seats[state.to_move].choose
            if state.chance:
                self._play(drawn(state, self.record.seed or 0, self.record.number))
            elif state.is_over:
                if not self._ask_at_end():
                    return
            elif choose is not None:
                self._play(self._answer(choose))
            else:
                self._ask()

    def _welcome(self) -> str:
        return wording.welcome(self.record, people=self._people)

    def _answer(self, choose: Chooser) -> int:
        """The action of an agent, checked."""
        who = f"{SIDES[self._state.to_move]} ({self._seats[self._state.to_move].word})"
        try:
            action = choose(self._state)
        except Exception as error:
            raise UserError(f"{who}: {type(error).__name__}: {one_line(error)}") from error
        fault = refusal(self._state, action)
        if fault:
            raise UserError(f"{who}: {fault}")
        return action

    def _play(self, action: int) -> None:
        step = Step(self.record.plies, self._state, action, self._state.play(action))
        self._states.append(step.after)
        self._refused = None
        self._changed((*self.record.actions, action))
        say(wording.played(step))
        # People see the boards on which they are to move; agents among themselves show each board.
        after = step.after
        if after.is_over or not self._people or self._decided(after):
            self._show()

    def _changed(self, actions: tuple[int, ...]) -> None:
        self.record = replace(self.record, actions=actions)
        self._keep()

    def _keep(self) -> None:
        if self.save is not None:
            self.record.save(self.save)

    def _show(self) -> None:
        print(f"\n{wording.board(self._state)}\n")

    # People

    def _ask(self) -> None:
        """Ask a person until they play or take back."""
        print(wording.choices(self._state))
        word = self._read(f"{SIDES[self._state.to_move]}> ")
        if not self._does(word):
            self._try(word)

    def _ask_at_end(self) -> bool:
        """Whether people continue after the end, by taking back."""
        try:
            word = self._read("over; u takes back, why explains, Enter leaves> ")
        except Left:
            return False
        if word and not self._does(word):
            print("The game is over: u takes back, why explains, Enter leaves.")
        return bool(word)

    def _read(self, prompt: str) -> str:
        try:
            word = input(prompt).strip().lower()
        except EOFError:
            print()
            raise Left from None
        if not sys.stdin.isatty():
            print(word)  # what came from a pipe is seen nowhere else
        if word in {"q", "quit"}:
            raise Left
        return word

    def _does(self, word: str) -> bool:
        """Do what a word asks for, unless it is an action."""
        first, _, rest = word.partition(" ")
        match first:
            case "?" | "h" | "help":
                say(wording.manual(self.record.rules))
            case "":
                self._show()
            case "rules":
                say(self.record.rules.explain())
            case "u" | "undo":
                self._take_back()
            case "why":
                say(self._why(rest.strip()))
            case _:
                return False
        return True

    def _try(self, word: str) -> None:
        try:
            action = self.record.rules.action_from_text(word)
        except ValueError:
            print(f"{word!r} is no action here; {wording.choices(self._state)}; ? helps.")
            return
        fault = wording.why_not(self._state, action)
        if fault:
            self._refused = action
            say(str(fault))
        else:
            self._play(action)

    def _take_back(self) -> None:
        """Go back to where a person decided last."""
        plies = self.record.plies - 1
        while plies >= 0 and not self._decided(self._states[plies]):
            plies -= 1
        if plies < 0:
            print("There is nothing to take back.")
            return
        taken = self.record.plies - plies
        del self._states[plies + 1 :]
        self._refused = None
        self._changed(self.record.actions[:plies])
        print(f"Taken back: {counted(taken, 'action')}.")
        self._show()

    def _decided(self, state: State) -> bool:
        """Whether a person decided there."""
        return not state.chance and self._seats[state.to_move].choose is None

    def _why(self, word: str) -> str:
        state = self._state
        if word:
            try:
                action = self.record.rules.action_from_text(word)
            except ValueError as error:
                return one_line(error)
            if refusal(state, action):
                return wording.why_not(state, action)
            return wording.why(Step(self.record.plies, state, action, state.play(action)), "would")
        if self._refused is not None:
            return wording.why_not(state, self._refused)
        if not self.record.actions:
            return "Nothing was played yet."
        last = self.record.plies - 1
        return wording.why(Step(last, self._states[last], self.record.actions[last], state), "did")
