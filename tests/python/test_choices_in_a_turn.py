"""Choices in the middle of a turn: a capture instead of sowing on, from where to sow, how many."""

from __future__ import annotations

import pytest

import mancalab as mc
from mancalab._boards.describe import description, headline
from mancalab._boards.targets import Last, last_of
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

OKWE = mc.rules("okwe-achalla")
SEEDS = [[4, 2, 0, 0, 0], [2, 0, 0, 0, 0]]
ASKED = OKWE.state(pits=SEEDS, to_move=0).play(0)  # of four seeds one stays
ONE = OKWE.pits_per_side  # the action that sows one seed


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


def test_the_entry_that_fits_asks_for_the_end() -> None:
    fields = 'was = "occupied"\nrow = "inner"\nfacing = "occupied"\ntake = "facing"\n'
    fields += 'to = "hand"\nreentry = "chosen_end"\n'
    of_many = f'[[landing]]\nname = "of-many"\ncounts = [20]\n{fields}\n'
    text = BAO.to_toml().replace(
        '[[landing]]\nname = "capture"\n', f'{of_many}[[landing]]\nname = "capture"\n'
    )
    last = mc.Rules.from_toml(text).start().trace(12)[-1]
    assert (last.key, last.field) == ("landing.chosen_end", "landing.capture.reentry")


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


def test_the_number_of_seeds_is_an_action_of_its_own() -> None:
    assert (ASKED.to_move, ASKED.phase) == (0, 1)
    assert ASKED.pits.tolist() == SEEDS, "nothing is sown yet"
    assert ASKED.legal_actions == (ONE, ONE + 1, ONE + 2)
    found = [OKWE.actions[action] for action in ASKED.legal_actions]
    assert [(action.kind, action.count, str(action)) for action in found] == [
        ("count", 1, "n1"),
        ("count", 2, "n2"),
        ("count", 3, "n3"),
    ]
    assert OKWE.n_actions == ONE + 9
    assert mc.State.from_text(ASKED.to_text()) == ASKED
    assert ASKED.play(ONE + 1).pits.tolist() == [[2, 3, 0, 0, 0], [2, 0, 0, 0, 0]]


def test_the_pit_and_the_number_are_told() -> None:
    (chosen,) = OKWE.state(pits=SEEDS, to_move=0).trace(0)
    assert (chosen.key, chosen.source, chosen.clause) == ("lift.choose", (0, 0), "OL-2")
    assert str(chosen) == "South chooses South's pit 0, and says how many of its seeds are sown."
    lifted = ASKED.trace(ONE + 1)[0]
    assert (lifted.key, lifted.source, lifted.count) == ("lift", (0, 0), 2)


def test_only_a_number_is_legal_then() -> None:
    with pytest.raises(
        mc.IllegalAction, match=r"OL-2.*said now how many seeds of the pit are sown"
    ):
        ASKED.play(1)
    with pytest.raises(mc.IllegalAction, match="of this pit 1 to 3 seeds may be sown"):
        ASKED.play(ONE + 3)
    with pytest.raises(mc.IllegalAction, match="a pit is chosen first, then how many seeds"):
        OKWE.start().play(ONE)


@pytest.mark.parametrize(
    ("phase", "why"),
    [
        (3, "pit 2 of the mover, of which some seeds are sown, must hold 2 or more"),
        (6, "allowed are 0 to 5"),
    ],
)
def test_a_pit_of_which_nothing_is_sown_is_refused(phase: int, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        OKWE.state(pits=SEEDS, to_move=0, phase=phase)


def test_boards_and_texts_know_the_number() -> None:
    assert headline(ASKED) == "South to say how many seeds are sown"
    assert headline(ASKED) in str(ASKED).splitlines()[0]
    assert "South may sow 1 seed, 2 seeds or 3 seeds." in description(ASKED, Last())
    assert last_of(ASKED.play(ONE), None).words == "South sowed 1 seed."
    assert choices(ASKED) == "South says how many seeds are sown: n1 n2 n3"
    assert "sow three seeds of the pit that you have chosen" in manual(OKWE)
    assert "1 + n: a number of seeds of pit n is to be sown" in page(OKWE)
    assert "| 5 to 13 | `n1` to `n9` | sow that number of seeds of the pit just chosen" in page(
        OKWE
    )
    found = [choice(ASKED, action) for action in ASKED.legal_actions]
    assert found == [(ONE, [0], "1"), (ONE + 1, [0], "2"), (ONE + 2, [0], "3")]


@pytest.mark.parametrize("rules", [DAKON, BAO, OKWE], ids=lambda rules: rules.name)
def test_lanes_play_the_same(rules: mc.Rules) -> None:
    paused = 0
    for _, states in batch_beside_states(rules, 64, steps=80, seed=3):
        paused += sum(state.phase > 0 for state in states)
    assert paused > 0
