"""Boards of three rows as they are drawn: the sides share the middle one."""

from __future__ import annotations

import pytest

import mancalab as mc
from board_cases import numbered
from mancalab import _boards
from mancalab._boards.scene import scene
from mancalab._browser import slots
from mancalab.cli.play import wording

GAME = mc.rules("rabe")
MIRRORED = GAME.replace(direction="clockwise")
both = pytest.mark.parametrize("rules", [GAME, MIRRORED], ids=["counterclockwise", "clockwise"])


@both
def test_sides_have_half_of_the_middle_row_in_the_picture(rules: mc.Rules) -> None:
    south, north = _boards.layout(rules).pits
    upper, middle, lower = north[0].y, south[6].y, south[0].y
    assert {pit.y for pit in north[:6]} == {upper}
    assert {pit.y for pit in (*south[6:], *north[6:])} == {middle}
    assert {pit.y for pit in south[:6]} == {lower}
    assert lower - middle == middle - upper > 0
    # A half lies where its owner's row ends; the order of sowing runs back along it.
    for outer in (0, 1, 2):
        assert south[5 - outer].x == south[6 + outer].x == north[outer].x
        assert north[5 - outer].x == north[6 + outer].x == south[outer].x
    at_right = south[6].x > north[6].x
    assert at_right == (rules is GAME)
    assert [pit.forward for pit in south[5:7]] == ([1, -1] if rules is GAME else [-1, 1])


@both
def test_the_line_between_the_sides_has_a_step(rules: mc.Rules) -> None:
    places = _boards.layout(rules)
    a, b, c, d = places.divider
    assert a[0] < b[0] == c[0] < d[0]
    assert a[1] == b[1]
    assert c[1] == d[1]
    for pit in (*places.pits[0], *places.pits[1]):
        assert (pit.y > (a[1] if pit.x < b[0] else c[1])) == (pit.side == 0)


@both
def test_sides_have_half_of_the_middle_row_in_the_browser(rules: mc.Rules) -> None:
    found = slots.layout(rules)["slots"]
    south, north = found[:9], found[9:18]
    for outer in (0, 1, 2):
        assert south[5 - outer]["x"] == south[6 + outer]["x"] == north[outer]["x"]
        assert north[5 - outer]["x"] == north[6 + outer]["x"] == south[outer]["x"]
    assert (south[6]["x"] > north[6]["x"]) == (rules is GAME)
    # The pit is at the lower end of North's slots and at the upper end of South's: one row.
    lines = slots.LINES / 2
    (mine,) = {slot["y"] - lines for slot in south[6:]}
    (theirs,) = {slot["y"] + lines for slot in north[6:]}
    assert mine == theirs
    boxes = {(slot["y"] - slot["h"] / 2, slot["y"] + slot["h"] / 2) for slot in found[:18]}
    upper, half, other, lower = sorted(boxes)
    assert upper[1] <= half[0] < other[0] < half[1] < other[1] <= lower[0]


def test_arrows_point_where_both_players_sow_the_same_way() -> None:
    def arrows(game: str) -> int:
        shapes = scene(mc.rules(game).start(), legend=False).shapes
        return sum(shape.role == "path" for shape in shapes)

    assert arrows("rabe") == 2 * (5 + 2)
    # In Abalala'e each player sows the pits of the other one the other way.
    assert arrows("abalalae") == 0


def test_a_game_without_a_title_is_called_by_its_name() -> None:
    own = mc.Rules.from_toml(
        'name = "own"\nboard = { rows = 3, columns = 6 }\nsetup = { seeds = 4 }\n'
        'ending = { when = ["either_empty"] }\n'
    )
    state = own.start()
    assert str(state).startswith("own: South to move\n")
    assert "own: South to move" in state._repr_svg_()
    record = mc.Record.play(own, south="random", north="random", seed=1)
    assert str(record).startswith("own: South (random) against North (random)")


def test_the_text_of_a_position() -> None:
    state = numbered(GAME)
    assert str(state).splitlines() == [
        "Rab'e: South to move",
        "  16   15   14   13   12   11    North 30",
        "  17   18   19    9    8    7",
        "   1    2    3    4    5    6    South 20",
    ]
    assert str(numbered(MIRRORED)).splitlines()[1:] == [
        "  11   12   13   14   15   16    North 30",
        "   7    8    9   19   18   17",
        "   6    5    4    3    2    1    South 20",
    ]


def test_the_board_on_the_command_line() -> None:
    def drawn(rules: mc.Rules) -> list[str]:
        board = wording.board(numbered(rules))
        return [line.partition("   store")[0] for line in board.splitlines()]

    # Numbers of North's pits stand above them, those of South's below.
    assert drawn(GAME) == [
        "          5    4    3    2    1    0",
        "  North [16] [15] [14] [13] [12] [11]",
        "          6    7    8",
        "        [17] [18] [19]  [9]  [8]  [7]",
        "                         8    7    6",
        "  South  [1]  [2]  [3]  [4]  [5]  [6]",
        "          0    1    2    3    4    5",
    ]
    assert drawn(MIRRORED) == [
        "          0    1    2    3    4    5",
        "  North [11] [12] [13] [14] [15] [16]",
        "                         8    7    6",
        "         [7]  [8]  [9] [19] [18] [17]",
        "          6    7    8",
        "  South  [6]  [5]  [4]  [3]  [2]  [1]",
        "          5    4    3    2    1    0",
    ]


def drops(state: mc.State, action: int) -> list[tuple[int, int | None] | None]:
    """Return where the seeds of an action fall."""
    return [event.target for event in state.trace(action) if event.kind == "drop"]


def test_sowings_go_round_three_rows() -> None:
    # A sowing of 19 seeds: 18 pits and the first of them again.
    pits = [[19, 0, 0, 0, 0, 0, 0, 0, 0], [1] + 8 * [0]]
    usual = [(side, pit) for side in (0, 1) for pit in range(9)]
    through = [(0, pit) for pit in range(9)] + [(1, pit) for pit in (8, 7, 6, 5, 4, 3, 2, 1, 0)]
    for game, ring in (("rabe", usual), ("abalalae", through)):
        state = mc.rules(game).state(pits=pits)
        assert drops(state, 0)[:19] == [*ring[1:], *ring[:2]]
