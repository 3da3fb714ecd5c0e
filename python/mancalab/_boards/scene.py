"""A position as plain shapes, each with the part it plays; the looks are the palette's."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from mancalab._base.marks import claims_say, lifted_says, mark_says
from mancalab._base.words import SIDES, counted
from mancalab._boards.describe import pit_words, title
from mancalab._boards.geometry import PIT, STONE, Layout, Pit, Tray, layout, pit_stones
from mancalab._boards.legend import SIGNS, legend_line
from mancalab._boards.rows import sown_both_ways, ways_chosen
from mancalab._boards.shapes import Box, Circle, Line, Shape, Text
from mancalab._boards.targets import Last, Place, Target, last_of, legal_targets
from mancalab._core import Event, State

_LETTER = 9.6  # width of a letter of the headline, on the safe side


@dataclass(frozen=True)
class Scene:
    """All shapes of a picture, from the back to the front."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    last: Last


def scene(
    state: State,
    *,
    last: Iterable[Event] | None = None,
    counts: bool = True,
    legend: bool = True,
) -> Scene:
    """The shapes of a position.

    Parameters
    ----------
    state
        The position.
    last
        The trace of the action that led here; None: the action that the state knows, if any.
    counts
        Whether to write the number of seeds beside every pit. Numbers too large for stones are
        always written.
    legend
        Whether a line below the board says what numbers and marks mean.
    """
    places = layout(state.rules)
    before = last_of(state, last)
    drawn = tuple(_shapes(state, places, before, counts=counts))
    claim = {"own": "kept", "blocked": "blocked"}.get(claims_say(state.rules), "claim")
    said = {"claim": claim, "lifted": lifted_says(state.rules) or "lifted"}
    roles = {said.get(shape.role, shape.role) for shape in drawn} - {"mark"}
    roles |= {mark_says(state.rules, int(pit)) for _, pit in np.argwhere(state.marks)}
    if "arrow" in roles and not _any_both_ways(state):
        roles = roles - {"arrow"} | {"way"}
    roles = roles if legend else set()
    below, height = legend_line(roles, places.width, places.height)
    page = Box("page", 0, 0, places.width, places.height + height, 10)
    return Scene(places.width, page.height, (page, *drawn, *below), before)


def _shapes(state: State, places: Layout, last: Last, *, counts: bool) -> Iterator[Shape]:
    words = title(state)
    scale = min(1.0, (places.width - 16) / (_LETTER * len(words)))
    yield Text("headline", places.width / 2, places.header_y, words, scale)
    left, top, width, height = places.board
    yield Box("board", left, top, width, height, 22)
    if places.divider:
        yield Line("middle", places.divider)
    if not (ways_chosen(state.rules) or sown_both_ways(state.rules)):
        yield from _path(places)
    for side in (0, 1):
        yield from _name(state, places, side)
        for pit in places.pits[side]:
            yield from _pit(state, pit, counts=counts)
    for tray in places.trays:
        yield from _tray(state, tray)
    yield from _legal(state, places)
    yield from _last(places, last)


def _name(state: State, places: Layout, side: int) -> Iterator[Shape]:
    left, _, width, _ = places.board
    x, y = left + width / 2, places.strip_ys[side]
    moves = not state.is_over and state.to_move == side
    yield Text("mover" if moves else "name", x, y, SIDES[side])
    if moves:  # a triangle on either side of the name points at the side's pits
        up = -1 if side == 0 else 1
        for away in (-38, 38):
            points = ((-6, -4 * up), (6, -4 * up), (0, 5 * up))
            yield Line("turn", tuple((x + away + dx, y + dy) for dx, dy in points), closed=True)


def _path(places: Layout) -> Iterator[Line]:
    """Between neighbours an arrow-head along the way of the sowing."""
    for side in (0, 1):
        for pit, after in pairwise(places.pits[side]):
            if pit.y == after.y:
                x, tip = (pit.x + after.x) / 2, 2.5 * pit.forward
                yield Line("path", ((x - tip, pit.y - 5), (x + tip, pit.y), (x - tip, pit.y + 5)))


def _pit(state: State, pit: Pit, *, counts: bool) -> Iterator[Shape]:
    seeds = int(state.pits[pit.side, pit.number])
    words = pit_words(state, pit.side, pit.number)
    yield Circle("pit", pit.x, pit.y, PIT, words)
    stones = pit_stones(pit, seeds)
    for x, y in stones:
        yield Circle("stone", x, y, STONE)
    if len(stones) < seeds:
        yield Text("large", pit.x, pit.y, str(seeds))
    if counts:
        yield Box("pill", pit.x - 13, pit.count_y - 8.5, 26, 17, 8)
        yield Text("count", pit.x, pit.count_y, str(seeds))
    yield Text("number", pit.x, pit.number_y, str(pit.number))
    signs = (
        ("mark", state.marks, (1, -1)),
        ("claim", state.claims, (1, 1)),
        ("lifted", state.lifted, (-1, 1)),
    )
    for role, found, corner in signs:
        if found[pit.side, pit.number]:
            x, y = _rim(pit, *corner)
            yield Line(role, tuple((x + dx, y + dy) for dx, dy in SIGNS[role]), closed=True)


_TRAYS = {"store": "store", "captured": "captured seeds", "reserve": "reserve"}


def _tray(state: State, tray: Tray) -> Iterator[Shape]:
    seeds = int((state.reserves if tray.kind == "reserve" else state.stores)[tray.side])
    words = f"{SIDES[tray.side]}'s {_TRAYS[tray.kind]}: {counted(seeds, 'seed')}"
    yield Box("tray", tray.x, tray.y, tray.width, tray.height, 16, words)
    stones = tray.stones(seeds)
    for x, y in stones:
        yield Circle("stone", x, y, STONE)
    x, _ = tray.middle
    yield Text("large", x, tray.number_y, str(seeds))
    above, below = tray.label_ys
    yield Text("label", x, above, SIDES[tray.side])
    yield Text("label", x, below, tray.kind)


def _legal(state: State, places: Layout) -> Iterator[Shape]:
    """A ring around what may be played, with arrows where the way is chosen."""
    targets = legal_targets(state)
    for side, number in sorted({pit for target in targets for pit in target.pits}):
        pit = places.pits[side][number]
        yield Circle("legal", pit.x, pit.y, PIT + 2.5)
    for target in targets:
        if target.way:
            yield _arrow(places, target)
        if target.kind == "reserve":
            yield from _around(places, "legal", target.side, "reserve")
    if any(target.kind == "store" for target in targets):
        yield from _around_store(places, "legal", state.to_move)


def _any_both_ways(state: State) -> bool:
    """Whether the way of some pit that can be played now is to be chosen."""
    found = {(target.pits, target.way) for target in legal_targets(state) if target.way}
    return any((pits, -way) in found for pits, way in found)


def _arrow(places: Layout, target: Target) -> Line:
    pit = places.pits[target.side][target.number]
    way = pit.forward * target.way
    points = ((2.0, -7.0), (11.0, 0.0), (2.0, 7.0))  # neighbours leave 10 between them
    moved = tuple((pit.x + way * (PIT + dx), pit.y + dy) for dx, dy in points)
    return Line("arrow", moved, closed=True)


def _last(places: Layout, last: Last) -> Iterator[Shape]:
    """Broken rings where seeds were taken up, a ring where the last fell, crosses on captures."""
    for pit in _pits(places, last.origins):
        yield Circle("origin", pit.x, pit.y, PIT - 1.5)
    if last.reserve is not None:
        yield from _around(places, "origin", last.reserve, "reserve", inside=True)
    if last.store is not None:
        yield from _around_store(places, "origin", last.store, inside=True)
    if last.landing is not None:
        side, number = last.landing
        if number is None:
            yield from _around_store(places, "landing", side, inside=True)
        else:
            pit = places.pits[side][number]
            yield Circle("landing", pit.x, pit.y, PIT - 1.5)
    for pit in _pits(places, last.captured):
        x, y = _rim(pit, -1, -1)
        yield Line("captured", ((x - 5, y - 5), (x + 5, y + 5)))
        yield Line("captured", ((x - 5, y + 5), (x + 5, y - 5)))


def _pits(places: Layout, chosen: Iterable[Place]) -> Iterator[Pit]:
    for side, number in sorted(chosen):
        yield places.pits[side][number]


def _around_store(places: Layout, role: str, side: int, *, inside: bool = False) -> Iterator[Box]:
    for kind in ("store", "captured"):
        yield from _around(places, role, side, kind, inside=inside)


def _around(
    places: Layout, role: str, side: int, kind: str, *, inside: bool = False
) -> Iterator[Box]:
    away = -2.0 if inside else 2.5
    for tray in places.trays:
        if (tray.side, tray.kind) == (side, kind):
            yield Box(
                role,
                tray.x - away,
                tray.y - away,
                tray.width + 2 * away,
                tray.height + 2 * away,
                16 + away,
            )


def _rim(pit: Pit, right: int, down: int) -> tuple[float, float]:
    """A point on the rim of a pit, half-way between two quarters."""
    away = PIT * math.sqrt(0.5)
    return pit.x + right * away, pit.y + down * away
