"""An action of the engine lap by lap, as the records tell it, rebuilt from its trace."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import mancalab as mc
from family_records import Board

Pit = tuple[int, int]  # side and number
Place = tuple[int, int | None]  # a pit, or a side's store


@dataclass(frozen=True)
class Take:
    """A pit that was emptied by a capture, into a store or (None) to be sown on or out of the game.

    `drops`: how many seeds of the lap had fallen by then.
    """

    pit: Pit
    to: Place | None
    count: int
    drops: int


@dataclass
class Lap:
    """One lap: what was lifted where, the places sown, what was taken, and the boards around it.

    Captured seeds that are sown on belong to the lap that took them.
    """

    before: Board
    origin: Pit | None
    hand: int
    after: Board
    drops: list[Place] = field(default_factory=list)
    takes: list[Take] = field(default_factory=list)
    before_sweep: Board | None = None
    before_takes: Board | None = None
    before_more_takes: Board | None = None

    @property
    def landed(self) -> Board:
        """The board when the last seed of the hand has fallen, before anything is taken."""
        return self.before_takes or self.after

    @property
    def sown_on(self) -> Board:
        """The board when the seeds captured first have been sown on, and no more has happened."""
        return self.before_more_takes or self.after

    @property
    def landing(self) -> Place:
        """Where the last seed of the hand fell, before anything was taken to be sown on."""
        return self.drops[self.hand - 1]


class Counter:
    """The seeds on a board, changed event by event."""

    def __init__(self, state: mc.State, kept: str) -> None:
        self.pits = state.pits.tolist()
        self.stores = (state.reserves if kept == "reserves" else state.stores).tolist()
        self.kept = kept

    def add(self, place: Place | None, count: int) -> None:
        if place is None:
            return
        side, pit = place
        if pit is None:
            self.stores[side] += count
        else:
            self.pits[side][pit] += count

    def put_down(self, event: mc.Event) -> None:
        """Seeds of the hand stay in the landing pit."""
        self.add(event.target, event.count)

    @property
    def board(self) -> Board:
        south, north = (tuple(side) for side in self.pits)
        return Board((south, north), (self.stores[0], self.stores[1]) if self.kept else None)


def board_of(state: mc.State, kept: str) -> Board:
    """The board of a state, with its stores, its reserves or (for "") neither."""
    return Counter(state, kept).board


def laps_of(state: mc.State, action: int, kept: str) -> list[Lap]:
    """The laps of an action. What is swept together at the end of the game is left where it was.

    In games of rounds it is not; what is laid out for the next round is no lap.
    """
    rounds = "round" in state.registers
    counter = Counter(state, kept)
    found: list[Lap] = []
    swept: list[mc.Event] = []
    for event in state.trace(action):
        if event.kind == "round" or (rounds and event.kind == "end"):
            found[-1].before_sweep = counter.board
            for sweep in swept:
                counter.add(sweep.source, -sweep.count)
                counter.add(sweep.target, sweep.count)
            found[-1].after = counter.board
            break
        if event.kind == "sweep":
            # A hand that is captured with the last seeds stays in the game.
            (counter.put_down if event.field == "ending.last_seeds" else swept.append)(event)
        if event.kind in {"skip", "end", "sweep"} or event.key == "mark.open":
            continue
        if event.kind in {"lift", "relay"}:
            from_store = event.source is not None and event.source[1] is None
            origin = None if from_store else pit_of(event)
            found.append(Lap(counter.board, origin, event.count, counter.board))
        if not found:  # seeds of the reserve: no lap
            found.append(Lap(counter.board, None, 0, counter.board))
        follow(event, found[-1], counter)
    return found


def follow(event: mc.Event, lap: Lap, counter: Counter) -> None:
    """Carry out one event of a lap."""
    if event.kind == "capture":
        note_take(event, lap, counter)
    if event.kind in {"lift", "relay", "capture"}:
        counter.add(event.source, -event.count)
    if event.kind in {"drop", "capture"}:
        counter.add(event.target, event.count)
    if event.kind == "reserve":
        counter.stores[event.side] -= event.count
        counter.pits[event.side] = [count + 1 for count in counter.pits[event.side]]
    if event.kind == "drop" and event.target is not None:
        lap.drops.append(event.target)
    lap.after = counter.board


def note_take(event: mc.Event, lap: Lap, counter: Counter) -> None:
    """Note a capture before it is carried out."""
    if lap.before_takes is None:
        lap.before_takes = counter.board
    elif lap.before_more_takes is None and len(lap.drops) > lap.hand:
        lap.before_more_takes = counter.board
    lap.takes.append(Take(pit_of(event), event.target, event.count, len(lap.drops)))


def pit_of(event: mc.Event) -> Pit:
    assert event.source is not None
    side, pit = event.source
    assert pit is not None
    return side, pit


def changed(board: Board, changes: Iterable[tuple[Place, int]]) -> Board:
    """The board with some seeds added here and there (or taken: negative numbers)."""
    pits = [list(side) for side in board.pits]
    stores = None if board.stores is None else list(board.stores)
    for (side, pit), count in changes:
        if pit is not None:
            pits[side][pit] += count
        elif stores is not None:
            stores[side] += count
    south, north = map(tuple, pits)
    return Board((south, north), None if stores is None else (stores[0], stores[1]))
