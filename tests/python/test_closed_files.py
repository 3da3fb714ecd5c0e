"""Files that are out of play until their player opens them (IS-6, IS-7, LB-3, LB-4)."""

from __future__ import annotations

import pytest

import mancalab as mc
from mancalab._base.marks import mark_words, marks_say

ISOLO, LOBUDOK = mc.rules("isolo"), mc.rules("lobudok")


def test_a_position_says_which_pits_are_closed() -> None:
    start = ISOLO.start()
    assert marks_say(ISOLO) == "closed"
    assert start.marks.nonzero()[1].tolist() == [7, 8, 7, 8]
    assert mark_words(start, 0, 7) == ["closed"]
    opened = start.play(7)
    assert not opened.marks[0].any()
    assert opened.marks[1].tolist() == start.marks[1].tolist()
    # The treasure of 17 went round, through the other pit that was closed, too.
    assert opened.pits[0, 8] > 0
    assert mc.State.from_text(start.position_text, ISOLO) == start


def test_the_trace_says_that_pits_are_opened() -> None:
    told = ISOLO.start().trace(7)
    opened = [event for event in told if event.key == "mark.open"]
    assert [str(event) for event in opened] == [
        "South's pit 7 is open from now on.",
        "South's pit 8 is open from now on.",
    ]
    assert {event.clause for event in opened} == {"IS-7"}


def test_it_is_told_why_a_closed_pit_is_not_played() -> None:
    with pytest.raises(mc.IllegalAction, match="as long as an open one can be played"):
        LOBUDOK.start().play(8)
    closed = mc.State.from_text(
        "S[2 2 2 2 2 2 2 2' 2' 2 2 2 2 2 2 2|0] N[2 2 2 2 2 2 2 2' 2' 2 2 2 2 2 2 2|0] S", ISOLO
    )
    with pytest.raises(mc.IllegalAction, match=r"\(IS-7\).*with another one"):
        closed.play(8)


@pytest.mark.parametrize(
    ("marked", "allowed"), [([7], "all of them or none"), ([7, 8, 9], "all of them or none")]
)
def test_all_pits_are_closed_or_none(marked: list[int], allowed: str) -> None:
    marks = [[pit in marked for pit in range(16)], [False] * 16]
    with pytest.raises(ValueError, match=allowed):
        ISOLO.state(pits=[[2] * 16] * 2, marks=marks)
