"""The opening tree: positions that were looked into, and how often actions were played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from mancalab._base.seeds import all_seeds
from mancalab._base.value_words import proven, searched
from mancalab._browser.frames import Narrator
from mancalab._browser.texts import Texts, say, seeds, side
from mancalab._core import State
from mancalab._records.record import Record
from mancalab._solving.solve import Solution
from mancalab.widget.sources import Source, Worth, checked, held, key, look

Line = tuple[int, ...]


class Tree:
    """What is known of the positions behind a position, by lines of play.

    Parameters
    ----------
    state
        The position that the source was made for.
    source
        Who says what actions are worth.
    texts
        The table of texts, with those of the explorer.
    games
        Whose actions are counted.
    """

    def __init__(
        self, state: State, source: Source, texts: Texts, games: Iterable[Record] = ()
    ) -> None:
        self.texts = texts
        found = checked(source, state)
        self.solutions: dict[str, Solution] = {}
        if isinstance(found, Solution):
            self.solutions[key(state)] = found
            found = None
        self.source: Source = found
        self.known: dict[tuple[str, float | None], Worth] = {}
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

    def evaluate(self, state: State, seconds: float | None) -> Iterable[Worth]:
        """Look into a position, unless that was done; gives what is known, more and more.

        Where there are no seconds, nothing is searched: a table that is the source answers alone.
        """
        where = (key(state), seconds)
        if where in self.known:
            return
        found: Iterable[Worth] = (
            [held(state, self.source)]
            if seconds is None
            else look(state, self._source(state), seconds, self.solutions)
        )
        for worth in found:
            self.known[where] = worth
            yield worth

    def _source(self, state: State) -> Source:
        """The source, if it speaks of this game: the board may have changed to another."""
        try:
            return checked(self.source, state)
        except ValueError:
            return None

    def worth(self, state: State, seconds: float | None) -> Worth | None:
        """What is known of a position."""
        return self.known.get((key(state), seconds))

    def view(
        self, state: State, seconds: float | None, opened: Iterable[Line], line: Line = ()
    ) -> dict[str, Any]:
        """A position, its actions and those behind the lines that are open, as plain lists."""
        if state.is_over:
            over = Narrator(state.rules, self.texts).ending(state)
            return {
                "line": list(line),
                "over": over,
                "value": "",
                "status": "",
                "quoted": "",
                "moves": [],
            }
        worth = self.worth(state, seconds)
        return {
            "line": list(line),
            "over": "",
            "mover": side(self.texts, state.to_move),
            "value": value(state, worth, self.texts),
            "status": status(worth, self.texts),
            "quoted": "" if worth is None else worth.note,
            "moves": [
                {
                    **move(state, action, worth, self.texts),
                    "visits": self.visits[key(state), action],
                    "child": self.view(state.play(action), seconds, opened, (*line, action))
                    if (*line, action) in opened
                    else None,
                }
                for action in state.legal_actions
            ],
        }


def value(state: State, worth: Worth | None, texts: Texts) -> str:
    """Who is to move, and what is proven of the value of the position, in words."""
    turn = say(texts, "tree.to_move", side=side(texts, state.to_move))
    bounds = None if worth is None else worth.value_bounds
    if bounds is None:
        return turn
    said = proven(texts, state.rules.value_kind, state.to_move, bounds, all_seeds(state))
    return say(texts, "tree.value", turn=turn, value=said) if said else turn


def move(state: State, action: int, worth: Worth | None, texts: Texts) -> dict[str, Any]:
    """An action and what is known of it, in words."""
    found: dict[str, Any] = {"action": action, "text": state.rules.action_text(action)}
    if worth is None:
        return {**found, "value": "", "exact": False, "estimate": "…", "best": ""}
    mover, bounds = state.to_move, worth.bounds.get(action)
    exact = worth.exact(action) is not None
    guess = worth.estimates.get(action)
    told = "" if guess is None or exact else searched(texts, mover, guess, worth.depth)
    best = texts["tree.best" if worth.best_proven else "tree.best_so_far"]
    return {
        **found,
        "value": proven(texts, worth.kind, mover, bounds, all_seeds(state)) if bounds else "",
        "exact": exact,
        "estimate": told,
        "best": best if action in worth.best else "",
    }


def status(worth: Worth | None, texts: Texts) -> str:
    """How sure the values of a position are, in a sentence or two."""
    if worth is None:
        return texts["explore.searching"]
    if worth.solved:
        return say(texts, "explore.exact", by=_provers(worth.by, texts))
    if worth.alone:
        return _unsearched(worth, texts)
    mover, other = (side(texts, seat) for seat in (worth.state.to_move, 1 - worth.state.to_move))
    n = worth.depth
    ahead = texts["explore.ahead.1"] if n == 1 else say(texts, "explore.ahead", n=n)
    looked = say(texts, "explore.looked", ahead=ahead, mover=mover, other=other)
    if any(worth.exact(action) is not None for action in worth.bounds):
        return say(texts, "explore.some", looked=looked)
    if worth.note:
        return say(texts, "explore.nothing", note=worth.note, looked=looked)
    return say(texts, "explore.open", looked=looked)


def _unsearched(worth: Worth, texts: Texts) -> str:
    """What a table alone does not know."""
    if worth.reach is None:
        return say(texts, "explore.unknown", note=worth.note)
    here = seeds(texts, int(worth.state.pits.sum()))
    return say(texts, "explore.beyond", most=seeds(texts, worth.reach), here=here)


_BY = {"the solver": "by.solver", "the table": "by.table", "the solution given": "by.solution"}
"""The text for each that `Worth.by` names."""


def _provers(by: str, texts: Texts) -> str:
    """Who proved the values, as `Worth.by` says it in English."""
    first, *others = [texts[_BY[one]] if one in _BY else one for one in by.split(" and ")]
    for other in others:
        first = say(texts, "by.and", one=first, other=other)
    return first


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
