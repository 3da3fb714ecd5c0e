"""Worked examples of the rule specification, read from ``tests/data/worked_examples``.

A data file holds ``[board]`` (``rows``, ``columns``, how ``pits`` are written, and what the number
after the bar counts: ``last``) and entries ``[[example]]``:

``id, clauses, games``
    row of the table, clauses it shows, catalogue games it holds for
``options``, ``each``, ``variant``
    option values; options that may take any of the listed values without changing the result
    (every combination is a case of its own); a word that tells apart entries of one row
``before``, ``legal``, ``registers``
    a position, or ``"opening"``; legal actions in it; registers that are not as they would be
    without being given, each of South and North
``[[example.step]]``
    ``play`` (side and action), then what holds afterwards: ``after`` (the whole position), ``next``
    (side to move), ``phase``, ``legal``, or ``over`` (the result) with ``score`` and ``reason``.
    A step with ``illegal`` names the clause that forbids the action instead. A first step with
    ``to_move`` in place of ``play`` tells what settling makes of the position (GE-12).

The text of positions and actions reads like the tables; :func:`read_position` and
:func:`read_actions` turn it into the numbers of the Python interface. This module does not import
mancalab.
"""

from __future__ import annotations

import itertools
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

DATA = Path(__file__).resolve().parent.parent / "data" / "worked_examples"
SIDES = "SN"
WINNERS = {"south": 0, "north": 1}
MIRRORED = {"south": "north", "north": "south"}

Option: TypeAlias = bool | int | str
Ring: TypeAlias = tuple[int, ...]
Flags: TypeAlias = tuple[bool, ...]


@dataclass(frozen=True)
class Board:
    """Shape of a game's board and the notation of its positions.

    Attributes
    ----------
    rows, columns : int
        2, 3 or 4 rows; columns of pits (the W of GE-3).
    pits : str
        ``"list"`` (counts; t = tuzdik, x = closed, h = house, b = blocked, l = lifted),
        ``"digits"`` (outer/inner rings) or ``"men"`` (slot:men, u = unplayed).
    last : str
        ``"store"`` or ``"reserve"``: what the number after the bar counts.
    ways : int
        Directions in which pits are sown.
    fields : bool
        Whether a field follows the last pit of each side.
    lifts : bool
        Whether positions say which pits were lifted before.
    """

    rows: int
    columns: int
    pits: str
    last: str
    ways: int = 1
    fields: bool = False
    lifts: bool = False

    @property
    def sown(self) -> int:
        """Actions that sow the mover's pits."""
        return self.ways * (self.pits_per_side - self.fields)

    @property
    def pits_per_side(self) -> int:
        """Pits of one side, in its own sowing order."""
        return self.columns * self.rows // 2 + self.fields


@dataclass(frozen=True)
class Position:
    """What lies on a board; every field is a pair (South, North).

    ``pits``, ``marks``, ``claims`` and ``lifted`` list the pits of a side in its own sowing order
    (GE-2, GE-3); ``lifted`` is None where the examples of a game do not say it.
    """

    pits: tuple[Ring, Ring]
    stores: tuple[int, int]
    reserves: tuple[int, int]
    marks: tuple[Flags, Flags]
    claims: tuple[Flags, Flags]
    lifted: tuple[Flags, Flags] | None = None

    def seeds(self) -> int:
        """Seeds in pits, stores and reserves together (GE-7)."""
        return sum(map(sum, self.pits)) + sum(self.stores) + sum(self.reserves)

    def turned(self) -> Position:
        """Return the position with the board turned round (GE-4)."""
        return Position(
            pits=self.pits[::-1],
            stores=self.stores[::-1],
            reserves=self.reserves[::-1],
            marks=self.marks[::-1],
            claims=self.claims[::-1],
            lifted=self.lifted and self.lifted[::-1],
        )


@dataclass(frozen=True)
class Ending:
    """A finished game: result, score (South, North), and the reason where an example fixes it."""

    result: str
    score: tuple[int, int]
    reason: str | None

    @property
    def winner(self) -> int | None:
        """Side that won, None where nobody did."""
        return WINNERS.get(self.result)

    def turned(self) -> Ending:
        """Return the ending with the sides exchanged."""
        result = MIRRORED.get(self.result, self.result)
        return Ending(result, self.score[::-1], self.reason)


@dataclass(frozen=True)
class Step:
    """One action and what holds after it; None: the example does not say.

    ``action`` is None where the position is settled only, with ``side`` to move (GE-12).
    """

    side: int
    action: int | None
    illegal: str | None
    after: Position | None
    next_side: int | None
    phase: int | None
    legal: tuple[int, ...] | None
    ending: Ending | None

    def turned(self) -> Step:
        """Return the step of the other side; actions are relative to the mover (GE-4)."""
        return replace(
            self,
            side=1 - self.side,
            after=self.after and self.after.turned(),
            next_side=None if self.next_side is None else 1 - self.next_side,
            ending=self.ending and self.ending.turned(),
        )


@dataclass(frozen=True)
class Example:
    """One case: a game with options, a start, and the steps played from there.

    ``before`` is None for the opening of the game; ``to_move`` is the side of the first step.
    """

    name: str
    row: str
    clauses: tuple[str, ...]
    game: str
    options: dict[str, Option]
    before: Position | None
    to_move: int
    legal: tuple[int, ...] | None
    registers: dict[str, tuple[int, int]]
    steps: tuple[Step, ...]

    def turned(self) -> Example:
        """Return the same case in the other colour."""
        return replace(
            self,
            name=f"{self.name}-turned",
            before=self.before and self.before.turned(),
            to_move=1 - self.to_move,
            registers={name: pair[::-1] for name, pair in self.registers.items()},
            steps=tuple(step.turned() for step in self.steps),
        )


def load_all(folder: Path = DATA) -> list[Example]:
    """Return the cases of every data file in `folder`, as written, with distinct names."""
    examples = [case for path in sorted(folder.glob("*.toml")) for case in load(path)]
    names = [case.name for case in examples]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ValueError(f"{folder}: names given twice: {', '.join(twice)}")
    return examples


def load(path: Path) -> Iterator[Example]:
    """Yield the cases of one data file."""
    with path.open("rb") as file:
        document = tomllib.load(file)
    board = Board(**document.pop("board"))
    entries = document.pop("example")
    _all_read(path.name, document)
    for entry in entries:
        yield from read_example(board, entry)


def read_example(board: Board, entry: dict[str, Any]) -> Iterator[Example]:
    """Yield one case for each game and each combination of options of an entry."""
    entry = dict(entry)
    row = entry.pop("id")
    variant = entry.pop("variant", None)
    fixed = entry.pop("options", {})
    free = entry.pop("each", {})
    games = entry.pop("games")
    before = entry.pop("before")
    steps = tuple(read_step(board, step, row) for step in entry.pop("step"))
    case = Example(
        name=row,
        row=row,
        clauses=tuple(entry.pop("clauses")),
        game="",
        options={},
        before=None if before == "opening" else read_position(board, before),
        to_move=steps[0].side,
        legal=read_legal(board, entry.pop("legal", None), steps[0].side),
        registers={name: (s, n) for name, (s, n) in entry.pop("registers", {}).items()},
        steps=steps,
    )
    _all_read(row, entry)
    for game, values in itertools.product(games, itertools.product(*free.values())):
        options = fixed | dict(zip(free, values, strict=True))
        words = [f"{key}={value}".lower() for key, value in options.items()]
        name = "-".join([row, game, *([variant] if variant else []), *words])
        yield replace(case, name=name, game=game, options=options)


def read_step(board: Board, entry: dict[str, Any], row: str) -> Step:
    """Return one step of an entry of the table row `row`."""
    entry = dict(entry)
    side, action = _read_play(board, entry)
    after = entry.pop("after", None)
    next_side = entry.pop("next", None)
    # The legal actions listed after a step are those of the side that is then to move.
    mover = side if next_side is None else SIDES.index(next_side)
    step = Step(
        side=side,
        action=action,
        illegal=entry.pop("illegal", None),
        after=None if after is None else read_position(board, after),
        next_side=None if next_side is None else mover,
        phase=entry.pop("phase", None),
        legal=read_legal(board, entry.pop("legal", None), mover),
        ending=_read_ending(entry),
    )
    _all_read(row, entry)
    return step


def _read_play(board: Board, entry: dict[str, Any]) -> tuple[int, int | None]:
    if "to_move" in entry:
        return SIDES.index(entry.pop("to_move")), None
    side, (action,) = read_actions(board, entry.pop("play"))
    return side, action


def _read_ending(entry: dict[str, Any]) -> Ending | None:
    if "over" not in entry:
        return None
    south, north = entry.pop("score")
    return Ending(entry.pop("over"), (south, north), entry.pop("reason", None))


def read_legal(board: Board, text: str | None, mover: int) -> tuple[int, ...] | None:
    """Return listed legal actions in ascending order, None where none are listed."""
    if text is None:
        return None
    side, actions = read_actions(board, text)
    if side != mover:
        raise ValueError(f"legal actions {text!r}: the other side is to move")
    return tuple(sorted(actions))


def read_actions(board: Board, text: str) -> tuple[int, tuple[int, ...]]:
    """Return side and mover-relative actions of text such as ``"S 3 left"`` or ``"N 0, 1, 2"``."""
    letter, words = text.strip().split(maxsplit=1)
    side = SIDES.index(letter)
    return side, tuple(_action(board, side, word.strip()) for word in words.split(","))


def _action(board: Board, side: int, text: str) -> int:
    """Return the number of one action, in the words that the error below lists."""
    if text.startswith(("beside", "neither", "leave")):
        return board.sown + _apart(board, side, text)
    match text.split():
        case ["reserve" | "stop" | "capture" | "keep" | "swap" as what]:
            # After the holes of the ring (MW-3, TM-4, PD-5), or those of both sides (MD-3).
            sides = 2 if what in {"keep", "swap"} else 1
            return sides * board.ways * board.pits_per_side + (what == "swap")
        case ["file" | "take" | "seeds" | "captured" as what, number]:
            first = what in {"seeds", "captured"}  # numbers of seeds begin with 1 (OL-2)
            ways = board.ways if what == "captured" else 1  # IY-7
            # After the pits of the ring (CH-7).
            return ways * board.pits_per_side + int(number) - first
        case [slot, "right" | "left" as way]:
            backward = board.columns if way == "left" else 0  # KT-2
            return backward + _own_pit(board, side, int(slot))
        case [slot, "clockwise"] if board.rows == 4:
            return board.pits_per_side + int(slot)  # OM-8
        case [slot]:
            return _pit(board, side, int(slot)) if board.rows == 2 else int(slot)
    raise ValueError(
        f"action {text!r}: allowed are a slot, 'left', 'right', 'clockwise', 'file', 'take', "
        "'seeds', 'captured', 'reserve', 'stop', 'capture', 'keep', 'swap', 'beside', 'neither', "
        "'leave'"
    )


def _apart(board: Board, side: int, text: str) -> int:
    """Return the number of a choice in the middle of a turn or between rounds, after the ring."""
    what, *number = text.split()
    if what == "beside":
        return _place(board, side, int(*number))  # GF-5
    if what == "neither":
        return 2 * board.pits_per_side
    # After the pits beside a last seed, where there are any (GF-7, BY-7).
    return (0 if board.fields else 2 * board.pits_per_side + 1) + int(*number)


def _pit(board: Board, side: int, slot: int) -> int:
    """Return the mover-relative number of a two-row slot: own pits first (GE-2, GE-4)."""
    owner, pit = divmod(slot, board.columns + 1)
    if owner not in (0, 1) or pit == board.columns:
        raise ValueError(f"slot {slot}: not a pit")
    return pit if owner == side else board.columns + pit


def _place(board: Board, side: int, slot: int) -> int:
    """Return the mover-relative number of a slot of either side."""
    owner, pit = divmod(slot, board.columns + 1)
    return pit if owner == side else board.pits_per_side + pit


def _own_pit(board: Board, side: int, slot: int) -> int:
    """Return the mover-relative number of an own slot."""
    pit = _pit(board, side, slot)
    if pit >= board.columns:
        raise ValueError(f"slot {slot}: not a pit of the mover")
    return pit


def read_position(board: Board, text: str) -> Position:
    """Return the position written as ``S[pits|number] N[pits|number]``."""
    found = re.fullmatch(r"S\[([^|]*)\|(\d+)\]\s+N\[([^|]*)\|(\d+)\]", text.strip())
    if found is None:
        raise ValueError(f"position {text!r}: expected S[pits|number] N[pits|number]")
    south, north = (_side(board, found[index]) for index in (1, 3))
    last = (int(found[2]), int(found[4]))
    return Position(
        pits=(south[0], north[0]),
        stores=last if board.last == "store" else (0, 0),
        reserves=last if board.last == "reserve" else (0, 0),
        marks=(south[1], north[1]),
        claims=(south[2], north[2]),
        lifted=(south[3], north[3]) if board.lifts else None,
    )


def _side(board: Board, text: str) -> tuple[Ring, Flags, Flags, Flags]:
    """Return pits, marks and claims of one side, and which of its pits were lifted."""
    pits = [0] * board.pits_per_side
    marks = [False] * board.pits_per_side
    claims = [False] * board.pits_per_side
    lifted = [False] * board.pits_per_side
    if board.pits == "men":
        for word in text.split():
            slot, men = word.rstrip("u").split(":")
            pits[int(slot)] = int(men)
            marks[int(slot)] = word.endswith("u")
    elif board.pits == "digits":
        pits = [int(digit) for row in text.split("/") for digit in row]
    else:
        pits = [int(word.rstrip("txhbl")) for word in text.split()]
        marks = [not {"t", "x", "h"}.isdisjoint(word) for word in text.split()]
        claims = ["b" in word for word in text.split()]
        lifted = ["l" in word for word in text.split()]
    if len(pits) != board.pits_per_side:
        raise ValueError(f"pits {text!r}: expected {board.pits_per_side} of them")
    return tuple(pits), tuple(marks), tuple(claims), tuple(lifted)


def _all_read(where: str, rest: dict[str, Any]) -> None:
    """Refuse keys that nothing reads, so that no expectation is lost to a misspelling."""
    if rest:
        raise ValueError(f"{where}: unknown keys {', '.join(sorted(rest))}")
