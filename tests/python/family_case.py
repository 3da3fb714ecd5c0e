"""A difference between a record and the engine, and what conditions on it are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import mancalab as mc
from family_laps import Lap, Pit, Place, changed
from family_records import Board, Game, Playout, Ply


@dataclass
class Case:
    """A difference: where it arose, and what is known there.

    `moment` is "choice" (other legal actions), "lap" (another board, or more or fewer laps), "turn"
    (the record goes on with another player, or where the game is over), "end" (another end,
    winner or score), "round" (another board, or another player, at the beginning of a round) or
    "marks" (other marks made by the players after a turn; `lap` is its last one then).
    `plies` are the record's from there on; of a lap, to the end of the turn;
    `before` is the one before them. `lap` is the engine's; none if its turn has ended. `earlier`
    are the laps of the turn that agreed. `closed` are the pits that the record has left unfilled in
    any round so far; where pits change hands, in this one. `filling` are the plies that lay out a
    round; `marks` are then, where pits change hands, those of the record.
    """

    game: Game
    state: mc.State
    plies: list[Ply]
    moment: str
    lap: Lap | None = None
    earlier: list[Lap] = field(default_factory=list)
    before: Ply | None = None
    playout: Playout | None = None
    turns: tuple[int, int] = (0, 0)
    missing: list[int] = field(default_factory=list)
    extra: list[int] = field(default_factory=list)
    closed: frozenset[Pit] = frozenset()
    filling: list[Ply] = field(default_factory=list)
    marks: list[list[bool]] | None = None

    @property
    def columns(self) -> int:
        return self.game.rules.columns

    @property
    def mover(self) -> int:
        return self.state.to_move

    @property
    def there(self) -> Board | None:
        """The record's board after the lap; None if its turn has ended before."""
        return self.game.layout.board(self.plies[0]["after"]) if self.plies else None

    @property
    def turn_ends(self) -> bool:
        """Whether the record's turn ends with the lap, or has ended before."""
        return len(self.plies) < 2

    def lap_and_board(self) -> tuple[Lap, Board] | None:
        """The last lap that both have, and the record's board after it."""
        if self.there is not None:
            return None if self.lap is None else (self.lap, self.there)
        return (self.earlier[-1], self.earlier[-1].after) if self.earlier else None


Condition = Callable[[Case], bool]
EXCUSES: dict[str, tuple[frozenset[str], Condition]] = {}


def at(*moments: str) -> Callable[[Condition], Condition]:
    """Register a condition under its name, for differences of some kinds."""

    def register(condition: Condition) -> Condition:
        EXCUSES[condition.__name__] = frozenset(moments), condition
        return condition

    return register


def seeds(board: Board, place: Place) -> int:
    side, pit = place
    if pit is not None:
        return board.pits[side][pit]
    return 0 if board.stores is None else board.stores[side]


def taken(board: Board, pits: Iterable[Place], to: Place | None) -> Board:
    """The board with these pits emptied into a store, or for None out of the game."""
    counts = [(pit, seeds(board, pit)) for pit in pits]
    total = sum(count for _, count in counts)
    into = [] if to is None else [(to, total)]
    return changed(board, [*((pit, -count) for pit, count in counts), *into])


def opposite(case: Case, pit: Place) -> Pit:
    """The pit across, on two rows."""
    side, number = pit
    assert number is not None
    return 1 - side, case.columns - 1 - number


def next_pit(case: Case, pit: Pit, steps: int = 1) -> Pit:
    """The pit so many steps further on the common ring of two rows."""
    number = pit[1] + steps
    return (pit[0] + number // case.columns) % 2, number % case.columns


def final(case: Case) -> Board:
    assert case.playout is not None
    return case.game.layout.board(case.playout["moves"][-1]["after"])


def recorded_score(case: Case) -> list[int] | None:
    assert case.playout is not None
    return case.playout.get("score")


def recorded_winner(case: Case) -> int | None:
    assert case.playout is not None
    return {1: 0, 2: 1}.get(case.playout["winner"] or 0)


def higher(score: list[int]) -> int | None:
    """The side with more seeds; None if they have the same."""
    return None if score[0] == score[1] else int(score[1] > score[0])


STOP = -1
"""Stands for the site of a pass that a player chooses."""


def chosen_site(legal: object) -> int | None:
    """The site of a legal action: a pit that is sown, or one that is taken ("remove:8:8")."""
    if isinstance(legal, str) and legal.startswith("pass:"):
        return STOP
    if isinstance(legal, str) and legal.startswith("remove:"):
        return int(legal.split(":")[1])
    return legal if isinstance(legal, int) else None


def told(state: mc.State) -> str:
    """A position in a line."""
    south, north = state.pits.tolist()
    return f"S{south} N{north} stores {state.stores.tolist()}, {'SN'[state.to_move]} to move"
