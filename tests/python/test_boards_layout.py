"""Where pits, stores and stones are on a board."""

from __future__ import annotations

import dataclasses
import json
import math
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mancalab as mc
from board_cases import games, layout_of
from mancalab import _boards
from mancalab._boards.geometry import PIT, PIT_STONES, STONE, Layout
from mancalab._boards.rows import is_field


def divider_at(places: Layout, x: float) -> float:
    """Return how far down the line between the sides is there."""
    return next(y for (a, y), (b, z) in pairwise(places.divider) if a <= x <= b and y == z)


@games
def test_the_board_has_room_for_everything(game: str) -> None:
    state = mc.catalogue[game].start()
    places = layout_of(state)
    pits = [pit for row in places.pits for pit in row]
    assert len(pits) == state.pits.size
    for one, other in combinations(pits, 2):
        assert math.dist((one.x, one.y), (other.x, other.y)) >= 2 * PIT + 8  # the rings
    left, top, width, height = places.board
    assert 0 < left < left + width < places.width
    assert 0 < top < top + height < places.height
    for pit in pits:
        assert left + PIT < pit.x < left + width - PIT
        assert top + PIT < pit.y < top + height - PIT
        # A field lies between the rows; sides that own halves do not lie one below the other.
        if not (is_field(state.rules, pit.number) or "halves" in state.rules.features):
            assert (pit.y > divider_at(places, pit.x)) == (pit.side == 0)
        column = [other for other in pits if abs(other.x - pit.x) < PIT]  # others are beside it
        assert min(abs(pit.count_y - other.y) for other in column) > PIT + 5
        assert min(abs(pit.number_y - other.y) for other in column) > PIT + 12
        # A line of each, and the number of a pit is nearer to it than to another row.
        assert abs(pit.number_y - pit.count_y) >= 15
        others = [abs(pit.number_y - other.y) for other in column if other.y != pit.y]
        assert abs(pit.number_y - pit.y) <= min(others, default=math.inf)
    for tray in places.trays:
        xs, ys = (tray.x, tray.x + tray.width), (tray.y, tray.y + tray.height)
        # A store is part of the board; captured seeds and reserves lie beside it.
        stores = any(one.kind == "store" for one in places.trays)
        assert (left < xs[0] < xs[1] < left + width) == stores
        assert 0 < xs[0] < xs[1] < places.width
        assert top < ys[0] < ys[1] < top + height
        assert all(not xs[0] - PIT < pit.x < xs[1] + PIT for pit in pits)


@pytest.mark.parametrize("clockwise", [False, True])
@pytest.mark.parametrize("game", ["kalah", "tsoro", "kalaha-ethiopian"])
def test_pits_follow_each_other_as_they_are_sown(game: str, *, clockwise: bool) -> None:
    rules = mc.catalogue[game]
    if clockwise:
        rules = rules.replace(direction="clockwise")
    places = _boards.layout(rules)
    turn = -1 if clockwise else 1
    for row in places.pits:
        for pit, after in pairwise(row):
            if pit.y == after.y:
                assert math.copysign(1, after.x - pit.x) == pit.forward
    assert places.pits[0][0].forward == turn
    assert places.pits[1][0].forward == -turn
    # Facing pits stand in one file.
    n = rules.pits_per_side
    for column in range(rules.columns):
        inner = n - rules.columns + column
        facing = n - 1 - column
        assert places.pits[0][inner].x == places.pits[1][facing].x


def test_a_layout_is_plain_data() -> None:
    places = _boards.layout(mc.catalogue["mwambulula"])
    again = json.loads(json.dumps(dataclasses.asdict(places)))
    assert [len(row) for row in again["pits"]] == [16, 16]
    assert [(tray["side"], tray["kind"]) for tray in again["trays"]] == [
        (0, "reserve"),
        (1, "reserve"),
    ]


@given(st.integers(0, 100), st.integers(0, 1), st.integers(0, 31))
def test_stones_lie_in_their_pit_and_not_on_each_other(seeds: int, side: int, number: int) -> None:
    pit = _boards.Pit(side, number, 100.0, 50.0, 1)
    stones = _boards.pit_stones(pit, seeds)
    assert len(stones) == (seeds if seeds <= PIT_STONES else 0)
    assert stones == _boards.pit_stones(pit, seeds)
    # Two and a half to spare: the ring of the last action.
    assert all(math.dist(stone, (100, 50)) + STONE <= PIT - 2.5 for stone in stones)
    assert all(math.dist(*pair) >= 2 * STONE for pair in combinations(stones, 2))


@given(st.integers(0, 255), st.floats(60, 400))
def test_stones_lie_in_their_store(seeds: int, height: float) -> None:
    tray = _boards.Tray(0, "store", 10.0, 20.0, 60.0, height)
    stones = tray.stones(seeds)
    assert len(stones) == (seeds if seeds <= tray.most else 0)
    assert all(10 + STONE < x < 70 - STONE for x, _ in stones)
    assert all(20 + STONE < y < 20 + height - STONE for _, y in stones)
    assert all(math.dist(*pair) >= 2 * STONE for pair in combinations(stones[:30], 2))
