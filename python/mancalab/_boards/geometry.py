"""Where everything of a board is: plain numbers, the same for every way of drawing it.

One unit is a pixel of a picture at its natural size; x runs to the right and y down. The board is
seen by South, whose first pit is at the left, or at the right where sowing runs clockwise.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from mancalab._boards.rows import (
    drawn_columns,
    has_fields,
    has_halves,
    is_clockwise,
    is_south_at_right,
    lies_between_rows,
    rows,
    share_a_row,
    trays,
    ways_chosen,
)
from mancalab._core import Rules

PIT = 28.0
"""Radius of a pit."""

STONE = 5.0
"""Radius of a stone."""

PIT_STONES = 12
"""Most seeds of a pit that are drawn as stones: beyond, nobody counts them at a glance."""

_ROOM = 24.5  # radius of the part of a pit where stones lie; a ring may be drawn around it
_PITCH = 74.0  # from pit to pit
_WIDE_PITCH = 88.0  # where arrows stand between pits
_COUNT = 12.5  # from the rim of a pit to the middle of its count
_NUMBER = 27.5  # from the rim of a pit to the middle of its number
_ROW = 2 * PIT + 57.0
_MIDDLE = 10.0  # between the two sides
_RIM = PIT + 6.0  # from the middle of a pit to the edge of its row that is not its owner's
_MARGIN = 10.0  # around the board
_HEADER = 28.0  # the line above the board
_STRIP = 28.0  # at the upper and the lower edge of the board, with the name of the side
_TRAY = 60.0  # width of a store or a reserve
_TRAY_GAP = 14.0
_TRAY_LABEL = 21.0  # above a tray and below
_GRID = 12.4  # from stone to stone in a tray
_TRAY_PADDING = 6.0
_TRAY_NUMBER = 34.0  # at the top of a tray, for the number of its seeds


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
        return self._outward(PIT + _COUNT)

    @property
    def number_y(self) -> float:
        """Middle of the line where its number stands: beyond the count."""
        return self._outward(PIT + _NUMBER)

    def _outward(self, away: float) -> float:
        return self.y + (away if self.side == 0 else -away)


@dataclass(frozen=True)
class Tray:
    """A store or a reserve: the box in which its seeds lie."""

    side: int
    kind: str  # "store", "captured" or "reserve"
    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> tuple[float, float]:
        """Its centre."""
        return self.x + self.width / 2, self.y + self.height / 2

    @property
    def number_y(self) -> float:
        """Middle of the line where the number of its seeds stands."""
        return self.y + _TRAY_NUMBER / 2 + 2

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
        low = self.y + self.height - _TRAY_PADDING - STONE - 2
        return tuple(
            (left + seed % columns * _GRID, low - seed // columns * _GRID) for seed in range(seeds)
        )

    def _grid(self) -> tuple[int, int]:
        return (
            int((self.width - 2 * _TRAY_PADDING) // _GRID),
            max(0, int((self.height - _TRAY_NUMBER - _TRAY_PADDING - 8) // _GRID)),
        )


@dataclass(frozen=True)
class Layout:
    """A whole board. Pits by side and number, trays by side; a tray that a game lacks is absent."""

    width: float
    height: float
    board: tuple[float, float, float, float]  # x, y, width, height
    header_y: float
    strip_ys: tuple[float, float]  # of South's name and North's
    divider: tuple[tuple[float, float], ...]  # between the sides, from left to right
    pits: tuple[tuple[Pit, ...], tuple[Pit, ...]]
    trays: tuple[Tray, ...]


def layout(rules: Rules) -> Layout:
    """The places of a game's board."""
    kinds = trays(rules)
    beside = _TRAY + 2 * _TRAY_GAP if kinds else _TRAY_GAP
    pitch = _WIDE_PITCH if ways_chosen(rules) else _PITCH
    board_width = drawn_columns(rules) * pitch + 2 * beside
    rows_height = rules.rows * _ROW + _middle(rules)
    board_height = rows_height + 2 * _STRIP
    top = _MARGIN + _HEADER
    first = top + _STRIP
    left, right = _MARGIN + _TRAY_GAP, _MARGIN + board_width - _TRAY_GAP - _TRAY
    # Seeds that nobody has stored on the board lie beside it.
    inset = beside - _TRAY_GAP if kinds and "store" not in kinds else 0.0
    xs = (right, left) if is_south_at_right(rules) else (left, right)
    return Layout(
        width=board_width + 2 * _MARGIN,
        height=top + board_height + _MARGIN,
        board=(_MARGIN + inset, top, board_width - 2 * inset, board_height),
        header_y=_MARGIN + _HEADER / 2 - 3,
        strip_ys=(top + board_height - _STRIP / 2, top + _STRIP / 2),
        divider=_divider(rules, (_MARGIN + beside, first), pitch),
        pits=(
            _pits(rules, 0, (_MARGIN + beside, first), pitch),
            _pits(rules, 1, (_MARGIN + beside, first), pitch),
        ),
        trays=(
            *_trays(0, kinds, xs[0], first, rows_height),
            *_trays(1, kinds, xs[1], first, rows_height),
        ),
    )


def _middle(rules: Rules) -> float:
    """Between the two sides: on three rows, what keeps all rows as far apart as those of a side."""
    return _ROW - 2 * _RIM if share_a_row(rules) else _MIDDLE


def _divider(
    rules: Rules, corner: tuple[float, float], pitch: float
) -> tuple[tuple[float, float], ...]:
    """The line between the sides: straight, or in a step through a row that they share; or none."""
    left, top = corner
    if has_halves(rules):  # it runs from the top down, but for fields in the middle
        across, down = left + drawn_columns(rules) / 2 * pitch, rules.rows * _ROW + _middle(rules)
        return () if has_fields(rules) else ((across, top), (across, top + down))
    ends = (left + pitch / 2 - PIT, left + (drawn_columns(rules) - 0.5) * pitch + PIT)
    if has_fields(rules):  # it runs between them
        ends = (ends[0] + pitch, ends[1] - pitch)
    middle = top + (rules.rows * _ROW + _middle(rules)) / 2
    if not share_a_row(rules):
        return ((ends[0], middle), (ends[1], middle))
    centre = left + rules.columns / 2 * pitch
    # North's half of the row lies at the left, or at the right where sowing runs clockwise.
    away = -_ROW / 2 if is_clockwise(rules) else _ROW / 2
    low, high = middle + away, middle - away
    return ((ends[0], low), (centre, low), (centre, high), (ends[1], high))


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


def _pits(rules: Rules, side: int, corner: tuple[float, float], pitch: float) -> tuple[Pit, ...]:
    """The pits of a side, in the order of their numbers."""
    (left, top), middle, lines = corner, _middle(rules), rows(rules)
    centre = top + (rules.rows * _ROW + middle) / 2
    pits = []
    for row in lines:
        if row.side != side:
            continue
        y = top + row.line * _ROW
        # Count and number stand above North's pits and below South's.
        if any(row.line == other.line for other in lines if other.side != side):
            y += (_ROW + middle) / 2
        else:
            y += _ROW - _RIM if side == 1 else middle + _RIM
        for column, number in enumerate(row.pits, row.column):
            level = centre if lies_between_rows(rules, number) else y
            pits.append(Pit(side, number, left + (column + 0.5) * pitch, level, row.forward))
    return tuple(sorted(pits, key=lambda pit: pit.number))
