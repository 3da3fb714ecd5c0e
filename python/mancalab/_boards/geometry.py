"""Where everything of a board is: plain numbers, the same for every way of drawing it.

One unit is a pixel of a picture at its natural size; x runs to the right and y down. The board is
seen by South, whose first pit is at the left, or at the right where sowing runs clockwise.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from mancalab._boards.rows import Row, is_clockwise, rows, trays
from mancalab._core import Rules

PIT = 28.0
"""Radius of a pit."""

STONE = 5.0
"""Radius of a stone."""

PIT_STONES = 12
"""Most seeds of a pit that are drawn as stones: beyond, nobody counts them at a glance."""

_ROOM = 24.5  # radius of the part of a pit where stones lie; a ring may be drawn around it
_PITCH = 74.0  # from pit to pit
_COUNT = 11.0  # from the rim of a pit to its count; the next row is farther away
_ROW = 2 * PIT + 30.0
_MIDDLE = 8.0  # between the two sides
_MARGIN = 10.0  # around the board
_HEADER = 28.0  # the line above the board
_STRIP = 30.0  # at the upper and the lower edge of the board, with the name of the side
_TRAY = 60.0  # width of a store or a reserve
_TRAY_GAP = 14.0
_TRAY_LABEL = 21.0  # above a tray and below
_GRID = 12.4  # from stone to stone in a tray
_TRAY_PADDING = 6.0


@dataclass(frozen=True)
class Pit:
    """A pit: its centre, and whether forward is to the right (1) or to the left (-1)."""

    side: int
    number: int
    x: float
    y: float
    forward: int

    @property
    def count_y(self) -> float:
        """Middle of the line where its count stands: on its owner's side of the pit."""
        away = PIT + _COUNT
        return self.y + (away if self.side == 0 else -away)


@dataclass(frozen=True)
class Tray:
    """A store or a reserve: the box in which its seeds lie."""

    side: int
    kind: str  # "store" or "reserve"
    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> tuple[float, float]:
        """Its centre."""
        return self.x + self.width / 2, self.y + self.height / 2

    @property
    def label_ys(self) -> tuple[float, float]:
        """Middles of the line above and of the line below."""
        away = _TRAY_LABEL / 2 + 1.5
        return self.y - away, self.y + self.height + away

    @property
    def most(self) -> int:
        """Most seeds that are drawn as stones."""
        columns, rows = self._grid()
        return columns * rows

    def stones(self, seeds: int) -> tuple[tuple[float, float], ...]:
        """Centres of the stones: rows from the lower end up, none beyond `most`."""
        columns, _ = self._grid()
        if seeds > self.most:
            return ()
        x, _ = self.middle
        left = x - (columns - 1) / 2 * _GRID
        low = self.y + self.height - _TRAY_PADDING - STONE - 4
        return tuple(
            (left + seed % columns * _GRID, low - seed // columns * _GRID) for seed in range(seeds)
        )

    def _grid(self) -> tuple[int, int]:
        return (
            int((self.width - 2 * _TRAY_PADDING) // _GRID),
            int((self.height - 2 * _TRAY_PADDING - 8) // _GRID),
        )


@dataclass(frozen=True)
class Layout:
    """A whole board. Pits by side and number, trays by side; a tray that a game lacks is absent."""

    width: float
    height: float
    board: tuple[float, float, float, float]  # x, y, width, height
    header_y: float
    strip_ys: tuple[float, float]  # of South's name and North's
    middle_y: float  # between the sides
    pits: tuple[tuple[Pit, ...], tuple[Pit, ...]]
    trays: tuple[Tray, ...]


def layout(rules: Rules) -> Layout:
    """The places of a game's board."""
    kinds, lines = trays(rules), rows(rules)
    beside = _TRAY + 2 * _TRAY_GAP if kinds else _TRAY_GAP
    board_width = rules.columns * _PITCH + 2 * beside
    rows_height = len(lines) * _ROW + _MIDDLE
    board_height = rows_height + 2 * _STRIP
    top = _MARGIN + _HEADER
    first = top + _STRIP
    left, right = _MARGIN + _TRAY_GAP, _MARGIN + board_width - _TRAY_GAP - _TRAY
    # A tray is where the sowing of its owner leads.
    xs = (left, right) if is_clockwise(rules) else (right, left)
    return Layout(
        width=board_width + 2 * _MARGIN,
        height=top + board_height + _MARGIN,
        board=(_MARGIN, top, board_width, board_height),
        header_y=_MARGIN + _HEADER / 2 - 3,
        strip_ys=(top + board_height - _STRIP / 2, top + _STRIP / 2),
        middle_y=first + rows_height / 2,
        pits=(
            _pits(lines, 0, _MARGIN + beside, first),
            _pits(lines, 1, _MARGIN + beside, first),
        ),
        trays=(
            *_trays(0, kinds, xs[0], first, rows_height),
            *_trays(1, kinds, xs[1], first, rows_height),
        ),
    )


def pit_stones(pit: Pit, seeds: int) -> tuple[tuple[float, float], ...]:
    """Centres of the stones in a pit, none beyond `PIT_STONES`; the same each time.

    Up to six lie in one ring, more in a ring around a few. Each pit turns its rings by an angle of
    its own, so that a row of equal pits looks like seeds and not like print.
    """
    turn = 2.4 * (pit.number + 1) + 1.1 * pit.side  # 2.4 is the golden angle: no two pits agree
    places = []
    for ring, (members, radius) in enumerate(_rings(seeds)):
        for member in range(members):
            angle = turn + 0.5 * ring + 2 * math.pi * member / members
            places.append((pit.x + radius * math.cos(angle), pit.y + radius * math.sin(angle)))
    return tuple(places)


def _rings(seeds: int) -> list[tuple[int, float]]:
    """Members and radius of each ring."""
    if seeds == 0 or seeds > PIT_STONES:
        return []
    if seeds == 1:
        return [(1, 0.0)]
    if seeds <= 5:
        return [(seeds, (9.0, 9.5, 10.5, 12.0)[seeds - 2])]
    inner = max(1, seeds - 9)
    far = _ROOM - STONE - 1
    return [(inner, 0.0 if inner == 1 else 5.6 + 0.8 * (inner - 2)), (seeds - inner, far)]


def _trays(
    side: int, kinds: Sequence[str], x: float, top: float, height: float
) -> tuple[Tray, ...]:
    """One below the other, each with a line of text above and below it."""
    share = height / max(1, len(kinds))
    return tuple(
        Tray(side, kind, x, top + i * share + _TRAY_LABEL, _TRAY, share - 2 * _TRAY_LABEL)
        for i, kind in enumerate(kinds)
    )


def _pits(lines: Sequence[Row], side: int, left: float, top: float) -> tuple[Pit, ...]:
    """The pits of a side, in the order of their numbers."""
    pits = []
    for line, row in enumerate(lines):
        if row.side != side:
            continue
        y = top + line * _ROW
        y += PIT + 24 if side == 1 else _MIDDLE + PIT + 6  # a count above or below
        for column, number in enumerate(row.pits):
            pits.append(Pit(side, number, left + (column + 0.5) * _PITCH, y, row.forward))
    return tuple(sorted(pits, key=lambda pit: pit.number))
