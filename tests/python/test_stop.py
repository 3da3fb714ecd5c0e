"""Turns that a player may end where they could sow on, as in Musoro Tsoro (TM-4)."""

from __future__ import annotations

import numpy as np
import pytest

import mancalab as mc
from mancalab._boards.describe import description, headline
from mancalab._boards.targets import Last
from mancalab._browser.frames import choice
from mancalab.cli.play.wording import choices, manual
from mancalab.envs.pages import page
from random_games import batch_beside_states

RULES = mc.rules("musoro-tsoro")
WAITING = RULES.start().play(5)  # the last of two seeds falls in the musoro, pit 7
STOP = RULES.n_actions - 1


def test_the_position_says_where_the_turn_may_end() -> None:
    assert (WAITING.to_move, WAITING.phase) == (0, 8)
    assert WAITING.legal_actions == (7, STOP)
    assert WAITING.position_text.endswith(" S:8")
    assert mc.State.from_text(WAITING.to_text()) == WAITING


def test_the_end_of_the_turn_moves_no_seed() -> None:
    ended = WAITING.play(STOP)
    assert np.array_equal(ended.pits, WAITING.pits)
    assert (ended.to_move, ended.phase, ended.plies) == (1, 0, 2)
    told = WAITING.trace(STOP)
    assert [(event.key, event.clause) for event in told] == [("landing.stop", "TM-4")]
    assert str(told[0]) == "South ends the turn at South's pit 7."


def test_the_landing_is_told() -> None:
    last = RULES.start().trace(5)[-1]
    assert (last.key, last.clause) == ("landing.relay_or_end", "TM-4")
    assert str(last) == (
        "With the last seed in South's pit 7, South may sow on from there or end the turn."
    )


@pytest.mark.parametrize("action", [0, 6])
def test_another_pit_is_refused(action: int) -> None:
    with pytest.raises(mc.IllegalAction, match=r"TM-4\): the pit is sown on now, or the turn ends"):
        WAITING.play(action)


def test_the_end_of_the_turn_is_refused_elsewhere() -> None:
    with pytest.raises(mc.IllegalAction, match="ends so only where it could be sown on"):
        RULES.start().play(STOP)


@pytest.mark.parametrize(
    ("phase", "why"),
    [(17, "allowed are 0 to 16"), (6, "pit 5 of the mover, which may be sown on, must hold seeds")],
)
def test_a_phase_that_cannot_be_is_refused(phase: int, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        RULES.state(pits=WAITING.pits, to_move=0, phase=phase)


def test_boards_and_texts_know_it() -> None:
    assert headline(WAITING) == "South to sow on or end the turn"
    assert "South may choose pit 7 or the end of the turn." in description(WAITING, Last())
    assert choices(WAITING) == "South sows on or ends the turn: 7 s"
    assert "end your turn where you could sow on" in manual(RULES)
    assert "1 + n: pit n is to be sown on, or the turn ends" in page(RULES)
    assert f"| {STOP} | `s` | end the turn where it could be sown on |" in page(RULES)


def test_both_actions_are_at_the_same_pit() -> None:
    found = [choice(WAITING, action) for action in WAITING.legal_actions]
    assert found == [(7, [7], "on"), (STOP, [7], "stop")]


def test_lanes_offer_the_same() -> None:
    batch = mc.Batch(RULES, 3, seed=1)
    batch.step(np.array([5, 5, 6]))
    assert [batch.state(lane).phase for lane in range(3)] == [8, 8, 0]
    assert [batch.state(lane).legal_actions for lane in (0, 1)] == [(7, STOP)] * 2
    batch.step(np.array([STOP, 7, 0]))
    assert np.array_equal(batch.state(0).pits, WAITING.pits)
    assert batch.state(0).to_move == 1
    assert batch.state(1).position_text == WAITING.play(7).position_text


# After a capture a pit is chosen, and a turn may end in an own pit that an own one faces.
BOTH = mc.Rules.from_toml("""
name = "both"
board = { rows = 2, columns = 3 }
setup = { seeds = 2 }
laps = { relay = "landing" }
ending = { when = ["either_empty"] }

[[landing]]
was = "occupied"
side = "own"
facing = "occupied"
then = "relay_or_end"

[[landing]]
was = "empty"
side = "own"
facing = "occupied"
take = "facing"
to = "store"
choose = "pits"
choices = 1
""")


def test_pits_are_chosen_after_sowing_on() -> None:
    chosen = 0
    for actions, _ in batch_beside_states(BOTH, 64, steps=60, seed=3):
        chosen += sum(BOTH.actions[action].kind == "take" for action in actions)
    assert chosen > 0
