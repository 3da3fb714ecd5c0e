"""Choices in the middle of a turn: to capture instead of sowing on, and from where to sow."""

from __future__ import annotations

import pytest

import mancalab as mc
from mancalab._boards.describe import description, headline
from mancalab._boards.targets import Last
from mancalab._browser.frames import choice
from mancalab.cli.play.wording import choices, manual
from mancalab.envs.pages import page
from random_games import batch_beside_states

DAKON = mc.rules("papan-dakon")
# The last of South's two seeds falls in their pit 2, opposite North's pit 4.
PITS = [[2, 0, 1, 0, 0, 0, 0], [1, 0, 0, 0, 5, 0, 0]]
WAITING = DAKON.state(pits=PITS, to_move=0, registers={"turns": [1, 1]}).play(0)
CAPTURE = DAKON.n_actions - 1

BAO = mc.rules("bao-kiswahili-dr-congo")
CAPTURED = BAO.start().play(12)  # South's pit 11 faces the captured seed, after a seed of the hand
BACKWARD = BAO.pits_per_side  # the first action the other way


def test_a_capture_is_an_action_of_its_own() -> None:
    assert (WAITING.to_move, WAITING.phase) == (0, 3)
    assert WAITING.legal_actions == (2, CAPTURE)
    assert DAKON.actions[CAPTURE].kind == "capture"
    assert mc.State.from_text(WAITING.to_text()) == WAITING
    assert WAITING.position_text.endswith(" S:3")


def test_what_it_takes_is_told() -> None:
    last = DAKON.state(pits=PITS, to_move=0, registers={"turns": [1, 1]}).trace(0)[-1]
    assert (last.key, last.clause) == ("landing.relay_or_take", "PD-5")
    assert (
        str(last) == "With the last seed in South's pit 2, South may sow on from there or capture."
    )
    told = WAITING.trace(CAPTURE)
    assert [(event.key, event.source, event.count) for event in told] == [
        ("capture", (0, 2), 1),
        ("capture", (1, 4), 5),
    ]
    assert {event.clause for event in told} == {"PD-5"}


def test_no_other_action_is_legal() -> None:
    with pytest.raises(mc.IllegalAction, match=r"PD-5.*is sown on now, or seeds are captured"):
        WAITING.play(0)
    with pytest.raises(mc.IllegalAction, match="captured so only where the pit could be sown on"):
        DAKON.start().play(CAPTURE)


def test_boards_and_texts_know_the_capture() -> None:
    assert headline(WAITING) == "South to sow on or capture"
    assert str(WAITING).splitlines()[0] == "Papan Dakon: South to sow on or capture"
    assert "South may choose pit 2 or the capture." in description(WAITING, Last())
    assert choices(WAITING) == "South sows on or captures: 2 x"
    assert "capture where you could sow on" in manual(DAKON)
    assert "1 + n: pit n is to be sown on, or seeds are captured" in page(DAKON)
    found = [choice(WAITING, action) for action in WAITING.legal_actions]
    assert found == [(2, [2], "on"), (CAPTURE, [2], "take")]


def test_the_end_of_the_row_is_an_action_of_its_own() -> None:
    assert (CAPTURED.to_move, CAPTURED.phase) == (0, 1 + 11 + 6 * BAO.pits_per_side)
    assert CAPTURED.legal_actions == (11, BACKWARD + 11)
    assert mc.State.from_text(CAPTURED.to_text()) == CAPTURED
    assert int(CAPTURED.pits[1, 12]) == 1, "not taken yet"
    last = BAO.start().trace(12)[-1]
    assert (last.key, last.clause) == ("landing.chosen_end", "BD-5")
    told = CAPTURED.trace(11)
    assert [(event.key, event.source) for event in told[:1]] == [("capture.hand", (1, 12))]
    assert told[1].target == (0, 8), "from the right end"
    assert CAPTURED.trace(BACKWARD + 11)[1].target == (0, 15), "from the left end"


def test_no_other_pit_is_sown_meanwhile() -> None:
    with pytest.raises(mc.IllegalAction, match=r"BD-5.*from an end of the row now"):
        CAPTURED.play(12)


def test_boards_and_texts_know_the_end_of_the_row() -> None:
    assert headline(CAPTURED) == "South to say from which end captured seeds are sown"
    assert headline(CAPTURED) in str(CAPTURED).splitlines()[0]
    assert choices(CAPTURED) == (
        "South says from which end of the row captured seeds are sown: 11> 11<"
    )
    assert "33 + n: the last seed fell in pit n" in page(BAO)
    found = [choice(CAPTURED, action) for action in CAPTURED.legal_actions]
    assert found == [(11, [11], ">"), (BACKWARD + 11, [11], "<")]


@pytest.mark.parametrize(
    ("phase", "why"),
    [
        (12, "no such turn pauses"),  # nothing was captured
        (108 + 16, "no such turn pauses"),  # the lap is not known to have gone backward
        (108 - 3, "the pit opposite pit 8 of the mover must hold the captured seeds"),
        (129, "allowed are 0 to 128"),
    ],
)
def test_a_phase_that_cannot_be_is_refused(phase: int, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        BAO.state(pits=CAPTURED.pits, reserves=CAPTURED.reserves, to_move=0, phase=phase)


@pytest.mark.parametrize("rules", [DAKON, BAO], ids=lambda rules: rules.name)
def test_lanes_play_the_same(rules: mc.Rules) -> None:
    paused = 0
    for _, states in batch_beside_states(rules, 64, steps=80, seed=3):
        paused += sum(state.phase > 0 for state in states)
    assert paused > 0
