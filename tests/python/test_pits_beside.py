"""Pits beside the last seed, and fields that are sown on and filled for each round."""

from __future__ import annotations

import pytest

import mancalab as mc
from mancalab._boards.describe import description, headline
from mancalab._boards.targets import Last, last_of
from mancalab._browser.frames import choice
from mancalab.cli.play.wording import choices, manual
from mancalab.envs.pages import page
from random_games import batch_beside_states

GIFIA = mc.rules("gifia")
# South's two seeds fall in their pit 3 and in North's pit 0; beside that one lie four and two then.
PITS = [[0, 0, 2, 3], [2, 2, 0, 1]]
BEFORE = GIFIA.state(pits=PITS, to_move=0)
OFFERED = BEFORE.play(2)
OWN, OTHER, NONE = 8 + 3, 8 + 4 + 1, 8 + 8

KHOM = mc.rules("bay-khom")


def test_a_pit_beside_is_an_action_of_its_own() -> None:
    assert (OFFERED.to_move, OFFERED.phase) == (0, 5)
    assert OFFERED.legal_actions == (OWN, OTHER, NONE)
    found = [GIFIA.actions[action] for action in OFFERED.legal_actions]
    assert [(action.kind, action.side, action.pit, str(action)) for action in found] == [
        ("take", "own", 3, "t3"),
        ("take", "other", 1, "ot1"),
        ("stop", None, None, "s"),
    ]
    assert GIFIA.n_actions == 8 + 9 + 4  # pits are left without seeds, too
    assert mc.State.from_text(OFFERED.to_text()) == OFFERED
    assert OFFERED.position_text.endswith(" S:5")


def test_what_is_taken_is_told() -> None:
    last = BEFORE.trace(2)[-1]
    assert (last.key, last.clause, last.field) == (
        "landing.beside",
        "GF-5",
        "landing.choice.choose",
    )
    assert str(last) == "With the last seed in North's pit 0, South may take a pit beside it."
    (taken,) = OFFERED.trace(OWN)
    assert (taken.key, taken.source, taken.count, taken.clause) == (
        "capture.choice",
        (0, 3),
        4,
        "GF-5",
    )
    (stopped,) = OFFERED.trace(NONE)
    assert (stopped.key, stopped.target, stopped.clause) == ("landing.stop", (1, 0), "GF-5")


def test_no_other_action_is_legal() -> None:
    with pytest.raises(
        mc.IllegalAction, match=r"GF-5.*beside the landing pit is taken now, or none"
    ):
        OFFERED.play(0)
    with pytest.raises(mc.IllegalAction, match="does not lie beside the landing pit"):
        OFFERED.play(8)
    with pytest.raises(mc.IllegalAction, match="no pit beside a landing pit to choose now"):
        BEFORE.play(OTHER)


def test_boards_and_texts_know_the_choice() -> None:
    assert headline(OFFERED) == "South to take a pit beside the last seed, or none"
    assert str(OFFERED).splitlines()[0] == (
        "Gifia: South to take a pit beside the last one sown, or none"
    )
    said = "South may choose pit 3, North's pit 1 or the end of the turn."
    assert said in description(OFFERED, Last())
    assert choices(OFFERED) == "South takes a pit beside the last seed, or none: t3 ot1 s"
    assert "take your pit 5, or that of the other player, beside your last seed" in manual(GIFIA)
    assert "5 + n: beside the other player's pit n" in page(GIFIA)
    assert "take the seeds of your pit of that number, beside the last seed" in page(GIFIA)
    found = [choice(OFFERED, action) for action in OFFERED.legal_actions]
    assert [(one.action, one.way) for one in found] == [
        (OWN, "take"),
        (OTHER, "take"),
        (NONE, "stop"),
    ]
    assert found[2].slots == found[0].slots + found[1].slots
    words = last_of(OFFERED.play(NONE), None).words
    assert words == "South ended the turn."


@pytest.mark.parametrize(
    ("phase", "why"),
    [
        (1, "the pit in which the last seed has fallen must hold it"),
        (8, "must hold as many seeds as may be taken"),
        (10, "allowed are 0 to 9"),
    ],
)
def test_a_phase_that_cannot_be_is_refused(phase: int, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        GIFIA.state(pits=OFFERED.pits, to_move=0, phase=phase)


def test_fields_are_filled_and_never_closed() -> None:
    before = KHOM.state(
        pits=[[0, 0, 0, 1, 0], [0, 0, 0, 0, 5]],
        stores=[14, 22],
        to_move=0,
        registers={"began": [1, 0]},
    )
    between = before.play(KHOM.action_from_text("3<"))
    left = between.play(KHOM.action_from_text("e2"))
    told = left.trace(KHOM.action_from_text("e0"))
    fills = [event for event in told if event.kind == "fill"]
    assert [(event.target, event.count, event.clause) for event in fills[:3]] == [
        ((0, 4), 5, "BY-6"),
        ((1, 4), 5, "BY-6"),
        ((0, 1), 4, "BY-6"),
    ]
    with pytest.raises(ValueError, match="a field is never closed"):
        KHOM.state(
            pits=[[0, 0, 0, 1, 0], [1, 0, 0, 0, 0]],
            marks=[[False] * 4 + [True], [False] * 5],
            to_move=0,
        )


def test_both_games_are_read_back() -> None:
    said = {field: text for field, _, text in GIFIA.lines()}
    assert said["landing.pair.chain"] == (
        "The same happens at the pits directly beside the landing pit in its row, at each if it"
        " holds 2 or 4 seeds."
    )
    assert "and holds 2 or 4 seeds: the player takes" in said["landing.choice.choose"]
    assert "neither player has more than 1 seed left" in said["ending.when"]
    said = {field: text for field, _, text in KHOM.lines()}
    assert said["laps.fields"].startswith("The seeds of a field are picked up")
    assert "puts 5 seeds into the field" in said["rounds.fields"]
    assert "cannot fill the field and a single pit" in said["rounds.most"]


@pytest.mark.parametrize("rules", [GIFIA, KHOM], ids=["gifia", "bay-khom"])
def test_lanes_play_the_same(rules: mc.Rules) -> None:
    phases = {
        state.phase for _, states in batch_beside_states(rules, 64, 80, 3) for state in states
    }
    assert len(phases) > 1
