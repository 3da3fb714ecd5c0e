"""Boards whose players own halves of both rows, as they are drawn (KJ-1)."""

from __future__ import annotations

import pytest

import mancalab as mc
from board_cases import numbered
from mancalab import _boards
from mancalab._browser import slots
from mancalab.cli.play import wording

GAME = mc.rules("kanji-guti")
MIRRORED = GAME.replace(direction="clockwise")
both = pytest.mark.parametrize("rules", [GAME, MIRRORED], ids=["counterclockwise", "clockwise"])


@both
def test_each_side_has_a_half_of_both_rows_in_the_picture(rules: mc.Rules) -> None:
    south, north = _boards.layout(rules).pits
    upper, lower = south[0].y, south[3].y
    assert lower > upper
    # A side begins in the far row, in the middle, and ends in the near one, beside its field.
    assert [pit.y for pit in south] == [upper] * 3 + [lower] * 4
    assert [pit.y for pit in north] == [lower] * 3 + [upper] * 4
    xs = [pit.x for pit in south]
    assert xs[:3] == xs[5:2:-1]
    assert [pit.x for pit in north[:3]] == [pit.x for pit in north[5:2:-1]]
    outward = sorted(xs[:3], reverse=rules is GAME)
    assert xs[:3] == outward
    assert south[6].x == north[6].x  # the fields, in the middle
    assert len({pit.x for pit in (*south, *north)}) == 7
    assert (south[0].x < north[0].x) == (rules is GAME)
    trays = _boards.layout(rules).trays
    assert (trays[0].x < trays[1].x) == (rules is GAME)  # each beside its half
    assert [pit.forward for pit in south] == (
        [-1, -1, -1, 1, 1, 1, 1] if rules is GAME else [1, 1, 1, -1, -1, -1, -1]
    )


@both
def test_each_side_has_a_half_of_both_rows_in_the_browser(rules: mc.Rules) -> None:
    found = slots.layout(rules)["slots"]
    south, north = found[:7], found[7:14]
    assert [slot["x"] for slot in south[:3]] == [slot["x"] for slot in south[5:2:-1]]
    assert south[6]["x"] == north[6]["x"]
    assert (south[0]["x"] < south[6]["x"] < north[0]["x"]) == (rules is GAME)
    assert (found[14]["x"] < found[15]["x"]) == (rules is GAME)  # the stores
    # The pit is at the lower end of North's slots and at the upper end of South's: one row.
    lines = slots.LINES / 2
    tops = {slot["y"] - lines for slot in south[:3]} | {slot["y"] + lines for slot in north[3:]}
    assert len(tops) == 1
    ends = {slot["y"] - lines for slot in south[3:]} | {slot["y"] + lines for slot in north[:3]}
    assert len(ends) == 1
    assert tops < ends or min(tops) < min(ends)


def test_without_fields_a_line_runs_between_the_halves() -> None:
    text = GAME.to_toml().replace("fields = true\n", "").replace('fields = "KJ-1"', "")
    text = text.replace("[12, 12, 12, 12, 12, 12, 1]", "[12, 12, 12, 12, 12, 12]")
    text = text.replace("[12, 12, 12, 12, 12, 12, 0]", "[12, 12, 12, 12, 12, 12]")
    places = _boards.layout(mc.Rules.from_toml(text))
    (x, top), (same, bottom) = places.divider
    assert x == same
    south, north = places.pits
    assert all(pit.x < x and top < pit.y < bottom for pit in south)
    assert all(pit.x > x for pit in north)
    assert _boards.layout(GAME).divider == ()


def test_the_text_shows_both_rows_as_they_lie() -> None:
    state = numbered(GAME)
    assert str(state).splitlines()[1:] == [
        "   3    2    1   17   16   15   14    North 30",
        "   4    5    6    7   11   12   13    South 20",
    ]
    assert wording.board(state).splitlines() == [
        "                         6    5    4    3",
        "         [3]  [2]  [1] [17] [16] [15] [14]   North: store 30",
        "          2    1    0",
        "                              0    1    2",
        "         [4]  [5]  [6]  [7] [11] [12] [13]   South: store 20",
        "          3    4    5    6",
    ]
