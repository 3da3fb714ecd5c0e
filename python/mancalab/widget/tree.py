"""The opening tree: positions that were looked into, and how often actions were played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from mancalab._base.value_words import MINUS, proven, searched
from mancalab._base.words import SIDES
from mancalab._boards.describe import headline
from mancalab._core import State
from mancalab._records.record import Record
from mancalab._solving.solve import Solution
from mancalab.widget.sources import Source, Worth, checked, key, look

Line = tuple[int, ...]


class Tree:
    """What is known of the positions behind a position, by lines of play.

    Parameters
    ----------
    state
        The position that the source was made for.
    source
        Who says what actions are worth.
    games
        Whose actions are counted.
    """

    def __init__(self, state: State, source: Source, games: Iterable[Record] = ()) -> None:
        found = checked(source, state)
        self.solutions: dict[str, Solution] = {}
        if isinstance(found, Solution):
            self.solutions[key(state)] = found
            found = None
        self.source: Source = found
        self.known: dict[tuple[str, float], Worth] = {}
        self.visits: Counter[tuple[str, int]] = Counter()
        for game in games:
            self.count(game)

    def count(self, game: Record) -> None:
        """Count the actions of a game."""
        state = game.start
        for action in game.actions:
            self.visit(state, action)
            state = state.play(action)

    def visit(self, state: State, action: int) -> None:
        """Count an action that was played."""
        self.visits[key(state), action] += 1

    def evaluate(self, state: State, seconds: float) -> Iterable[Worth]:
        """Look into a position, unless that was done; gives what is known, more and more."""
        where = (key(state), seconds)
        if where in self.known:
            return
        for worth in look(state, self._source(state), seconds, self.solutions):
            self.known[where] = worth
            yield worth

    def _source(self, state: State) -> Source:
        """The source, if it speaks of this game: the board may have changed to another."""
        try:
            return checked(self.source, state)
        except ValueError:
            return None

    def worth(self, state: State, seconds: float) -> Worth | None:
        """What is known of a position."""
        return self.known.get((key(state), seconds))

    def view(
        self, state: State, seconds: float, opened: Iterable[Line], line: Line = ()
    ) -> dict[str, Any]:
        """A position, its actions and those behind the lines that are open, as plain lists."""
        if state.is_over:
            return {"line": list(line), "over": f"{headline(state)}.", "status": "", "moves": []}
        worth = self.worth(state, seconds)
        return {
            "line": list(line),
            "over": "",
            "mover": SIDES[state.to_move],
            "status": status(worth),
            "moves": [
                {
                    **move(state, action, worth),
                    "visits": self.visits[key(state), action],
                    "child": self.view(state.play(action), seconds, opened, (*line, action))
                    if (*line, action) in opened
                    else None,
                }
                for action in state.legal_actions
            ],
        }


def move(state: State, action: int, worth: Worth | None) -> dict[str, Any]:
    """An action and what is known of it, in words."""
    found: dict[str, Any] = {"action": action, "text": state.rules.action_text(action)}
    if worth is None:
        return {**found, "value": "", "exact": False, "estimate": "…", "best": ""}
    side, bounds = state.to_move, worth.bounds.get(action)
    exact = worth.exact(action) is not None
    guess = worth.estimates.get(action)
    told = "" if guess is None or exact else searched(side, guess, worth.depth)
    best = ("best" if worth.best_proven else "best so far") if action in worth.best else ""
    value = proven(worth.kind, side, bounds, stake(state)) if bounds else ""
    return {**found, "value": value, "exact": exact, "estimate": told, "best": best}


def status(worth: Worth | None) -> str:
    """How sure the values of a position are, in a sentence or two."""
    if worth is None:
        return "Searching …"
    mover, other = SIDES[worth.state.to_move], SIDES[1 - worth.state.to_move]
    sign = f"+ is good for {mover}, who is to move, {MINUS} for {other}"
    ahead = "1 action" if worth.depth == 1 else f"{worth.depth} actions"
    if worth.solved:
        return f"Exact: {worth.by} proved the value of every action."
    if any(worth.exact(action) is not None for action in worth.bounds):
        known = "Values in bold are exact; the others are not proven"
    elif worth.note:
        known = f"Nothing is proven ({worth.note})"
    else:
        known = "Not proven"
    return f"{known}: AlphaBeta looked {ahead} ahead, and farther on it may be otherwise ({sign})."


def stake(state: State) -> int:
    """All seeds of the game."""
    return int(state.pits.sum() + state.stores.sum() + state.reserves.sum())


def follow(state: State, line: Sequence[int]) -> State:
    """The position at the end of a line of play.

    Raises
    ------
    IllegalAction
        The rules forbid an action of it.
    """
    for action in line:
        state = state.play(action)
    return state
