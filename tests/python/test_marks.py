"""Marks and claims: what they say of a pit, wherever they are shown."""

from __future__ import annotations

import math
from itertools import product
from typing import Any

import pytest

import mancalab as mc
from board_cases import drawn, parsed, shapes
from mancalab import _boards, plots
from mancalab._base.marks import claims_say, has_claims, marks_say
from mancalab._boards.geometry import PIT
from mancalab._boards.shapes import Box, Line
from mancalab._browser import frames
from mancalab._browser.slots import claims, counts, marks, read_position
from mancalab._browser.texts import TEXTS
from mancalab._records.parts import Step
from mancalab.cli.play import wording
from mancalab.envs import page
from mancalab.widget.session import Session
from mark_cases import claimed, claims_a_pit, flags

CLAIMED = "marked by the side that does not own it"


def marked(game: str) -> mc.State:
    """A position with a mark on South's pit 1 and on no other pit of the two rows."""
    rules = mc.rules(game)
    width = rules.pits_per_side
    pits = [[4] * width, [4] * width]
    pits[0][1] = {"sungka": 0, "chuba": 1}.get(game, 4)
    return rules.state(pits=pits, marks=flags(width, (0, 1)))


SAID = {
    "chuba": ("unplayed", "not yet played", "not yet played"),
    "sungka": ("closed", "closed", "closed"),
    "togyzqumalaq": ("made", "marked by North", "marked by the other side"),
    "gamacha-nobility": ("made", "marked by North", "marked by the other side"),
    "hufesay": ("owned", "belongs to North", "belongs to the other side"),
    "gabata-shoa": ("owned", "belongs to North", "belongs to the other side"),
}
"""What marks say in a game: the word for it, what is said of a pit of South's, and the legend."""


def test_games_with_claims_are_those_in_which_owned_pits_or_own_ones_are_marked() -> None:
    found = {name: rules for name, rules in mc.catalogue.items() if has_claims(rules)}
    assert set(found) >= {"gabata-shoa", "qelat", "um-el-banat", "qelat-beni-amir-mensa"}
    said = {(marks_say(rules), claims_say(rules)) for rules in found.values()}
    # Captures mark some pits of omangunta-peeta, where others are closed.
    assert said == {("owned", "other"), ("made", "own"), ("closed", "own"), ("house", "blocked")}


# Pictures and words


@pytest.mark.parametrize("game", SAID)
def test_words_say_what_a_mark_means(game: str) -> None:
    state = marked(game)
    says, words, legend = SAID[game]
    assert marks_say(state.rules) == says
    seeds = int(state.pits[0, 1])
    picture = plots.board_svg(state)
    assert f"\nSouth: pit 0: 4, pit 1: {seeds} ({words}), pit 2: 4," in repr(picture)
    assert repr(picture).count(words) == 1
    plural = "" if seeds == 1 else "s"
    assert f"<title>South's pit 1: {seeds} seed{plural}, {words}</title>" in picture
    assert legend in [text.text for text in drawn(picture, "legend")]
    assert CLAIMED not in picture


def test_a_mark_of_north_is_told_from_one_of_south() -> None:
    rules = mc.rules("togyzqumalaq")
    state = rules.state(pits=[[9] * 9, [9] * 9], marks=flags(9, (1, 3)))
    assert "\nNorth: pit 0: 9, pit 1: 9, pit 2: 9, pit 3: 9 (marked by South), pit 4" in repr(
        plots.board_svg(state)
    )


def test_words_say_who_has_claimed_a_pit() -> None:
    """Who claims a pit is the player to whom it does not belong, whosever row it lies in."""
    told = repr(plots.board_svg(claimed())).splitlines()
    assert told[2].startswith(
        "South: pit 0: 4, pit 1: 4 (belongs to North, marked by South), "
        "pit 2: 4 (marked by North), pit 3: 4,"
    )
    assert told[3].startswith("North: pit 0: 4, pit 1: 4, pit 2: 4, pit 3: 12 (marked by South), ")


def corners(found: Any) -> tuple[float, float, float, float]:
    """The box around a shape of straight lines: left, top, right, bottom."""
    assert isinstance(found, Line)
    xs, ys = zip(*found.points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def overlap(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return all(one[low] < other[low + 2] and other[low] < one[low + 2] for low in (0, 1))


def test_claims_are_squares_beside_the_diamonds_of_marks() -> None:
    state = claimed()
    diamonds = [corners(shape) for shape in shapes(state, "mark")]
    squares = [corners(shape) for shape in shapes(state, "claim")]
    pits = _boards.layout(state.rules).pits
    homes = [pits[0][1], pits[0][2], pits[1][3]]
    assert len(diamonds) == 1
    assert len(squares) == 3
    for (left, top, right, bottom), pit in zip(squares, homes, strict=True):
        assert pit.x < left
        assert pit.y < top
        assert right - left == pytest.approx(10) == bottom - top
        middle = ((left + right) / 2, (top + bottom) / 2)
        assert math.dist(middle, (pit.x, pit.y)) == pytest.approx(PIT)
    pills = [
        (box.x, box.y, box.x + box.width, box.y + box.height)
        for box in shapes(state, "pill")
        if isinstance(box, Box)
    ]
    assert len(pills) == 12
    assert not any(overlap(one, other) for one, other in product(squares, diamonds + pills))
    assert len(drawn(plots.board_svg(state, legend=False), "claim")) == 3


def test_the_legend_explains_claims_where_there_are_any() -> None:
    with_claims = plots.board_svg(claimed())
    assert CLAIMED in [text.text for text in drawn(with_claims, "legend")]
    assert len(drawn(with_claims, "claim")) == 4  # three on the board and a sample
    without = plots.board_svg(marked("gabata-shoa"))
    assert not drawn(without, "claim")
    assert parsed(without) is not None


# The command line


def test_the_board_in_text_explains_its_marks() -> None:
    assert wording.board(claimed()) == (
        "           5     4     3     2     1     0\n"
        "  North   [0]   [0] [12^]   [4]   [4]   [4]   store 0\n"
        "  " + "-" * 51 + "\n"
        "  South   [4] [4'^]  [4^]   [4]   [4]   [4]   store 0\n"
        "           0     1     2     3     4     5\n"
        f"  ': belongs to the other side; ^: {CLAIMED}"
    )


@pytest.mark.parametrize("game", SAID)
def test_a_line_below_the_board_in_text_says_what_a_mark_means(game: str) -> None:
    state = marked(game)
    lines = wording.board(state).splitlines()
    assert lines[-1] == f"  ': {SAID[game][2]}"
    assert f"[{state.pits[0, 1]}']" in "\n".join(lines[:-1])


def test_no_line_explains_marks_that_are_not_there() -> None:
    for game in ("kalah", "togyzqumalaq", "gabata-shoa"):
        lines = wording.board(mc.rules(game).start()).splitlines()
        assert lines[-1].split() == list(map(str, range(mc.rules(game).columns)))


@pytest.mark.parametrize(
    ("game", "where"),
    [("hufesay", "on the other side"), ("elf symmetric=true", "of the other player")],
)
def test_a_pit_of_the_other_row_may_be_ones_own(game: str, where: str) -> None:
    rules = Session(game).rules
    assert f"  o3         play pit 3 {where}\n" in wording.manual(rules)
    text = page(rules)
    assert f"| play the pit of that number {where} |" in text
    others = {"on the other side", "of the other player"} - {where}
    assert not any(f"that number {other} |" in text for other in others)


# Environments


def test_pages_say_what_claims_are() -> None:
    text = page("gabata-shoa")
    for line in (
        "| `own_mark_0` to `own_mark_5` | 0 to 1 | 1 for a pit on this side that belongs to the "
        "other player for the round |",
        "| `own_claim_0` to `own_claim_5` | 0 to 1 | 1 for a pit on this side that is marked by "
        "the player to whom it does not belong |",
        "| `other_claim_0` to `other_claim_5` | 0 to 1 | the same for the other side |",
    ):
        assert text.count(line) == 1
    made = page("gamacha-nobility")
    assert "1 for a pit of the player to move that the other player has marked |" in made
    assert "claim" not in made


# Boards to press


def test_a_view_has_the_slots_of_claims() -> None:
    view = Session(claimed()).view()
    assert (view["marks"], view["claims"]) == ([1], [1, 2, 9])
    assert (view["game"]["marks"], view["game"]["claims"]) == ("owned", "other")
    view = Session(marked("togyzqumalaq")).view()
    assert (view["marks"], view["claims"]) == ([1], [])
    assert (view["game"]["marks"], view["game"]["claims"]) == ("made", "")


def test_a_position_is_read_with_its_claims() -> None:
    state = claimed()
    slots = (counts(state), marks(state), state.to_move)
    assert read_position(state.rules, *slots, claims(state)) == state
    assert not read_position(state.rules, *slots).claims.any()


def test_a_position_is_set_up_with_claims_or_without() -> None:
    session = Session("gabata-shoa")
    state = claimed()
    message = {"do": "position", "counts": counts(state), "marks": [1], "side": 0}
    session.handle({**message, "claims": [1, 2, 9]})
    assert session.state == state
    session.handle({**message, "claims": 3})  # as no page sends it
    assert session.state == state
    session.handle(message)
    assert session.state == state.rules.state(pits=state.pits, marks=state.marks)
    other = Session("togyzqumalaq")
    held = counts(other.state)
    other.handle({"do": "position", "counts": held, "marks": [], "side": 0, "claims": [1]})
    assert "this game has no claims" in other.fault


def test_a_move_begins_with_the_claims_before_it() -> None:
    state = claimed()
    move = frames.move(state, state.legal_actions[0], TEXTS)
    assert (move["marks"], move["claims"]) == ([1], [1, 2, 9])


def test_a_mark_that_a_player_makes_is_a_step_and_is_told() -> None:
    state = claims_a_pit()
    after = state.play(4)
    assert (marks(after), claims(after)) == ([5], [6])
    steps = frames.move(state, 4, TEXTS)["steps"]
    (step,) = [step for step in steps if step.kind == "mark"]
    assert (step.target, step.n, step.text) == (6, 0, "South marks North's pit 0.")
    told = wording.played(Step(0, state, 4, after)).splitlines()
    assert told[0] == "South plays 4: 2 seeds sown."
    assert told[-1] == "  South marks North's pit 0. (GS-4)"
