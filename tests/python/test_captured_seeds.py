"""Captured seeds that are sown in place of a pit: actions, events, boards, pages and texts."""

from __future__ import annotations

import pytest

import mancalab as mc
from mancalab._boards.describe import description, headline
from mancalab._boards.scene import scene
from mancalab._boards.shapes import Box
from mancalab._boards.targets import Last, last_of
from mancalab._browser.frames import apply, choice, move
from mancalab._browser.slots import counts
from mancalab._browser.status import describe
from mancalab._browser.texts import LANGUAGES, Language, table
from mancalab.cli.play.wording import choices, manual
from mancalab.envs.pages import page
from random_games import batch_beside_states

IYOGH = mc.rules("iyogh")
OKWE = mc.rules("okwe-nigeria")
ROWS = [[0, 0, 0, 0, 2, 0, 0, 0], [0, 1, 0, 3, 0, 0, 0, 2]]
BEFORE = IYOGH.state(pits=ROWS, stores=[5, 0], to_move=0)
ONE = 16  # the action that sows one captured seed, after those of the pits
BACKWARD = 8
ASKED = BEFORE.play(ONE + 1)
STORE = 16  # the slot of South's captured seeds


class Person:
    name = ""
    manual = True


def test_each_number_is_an_action() -> None:
    assert BEFORE.legal_actions == (4, *range(ONE, ONE + 5))
    found = [IYOGH.actions[action] for action in (ONE, ONE + 4)]
    assert [(a.kind, a.count, a.pit, str(a)) for a in found] == [
        ("store", 1, None, "c1"),
        ("store", 5, None, "c5"),
    ]
    assert (IYOGH.n_actions, OKWE.n_actions) == (ONE + 48, 10 + 36)
    after = BEFORE.play(ONE + 4)
    assert after.pits.tolist() == [[1, 1, 1, 1, 3, 0, 0, 0], [0, 1, 0, 0, 0, 0, 0, 2]]
    assert after.stores.tolist() == [3, 0]


def test_what_was_taken_before_the_game_is_in_the_hands() -> None:
    start = OKWE.start()
    assert start.pits.tolist() == [[5, 5, 0, 0, 0, 1, 0, 0, 0, 0], [5, 5] + 8 * [0]]
    assert start.stores.tolist() == [8, 7]
    assert start.legal_actions == (0, 1, 5, *range(10, 18))


def test_the_way_is_said_then() -> None:
    assert (ASKED.to_move, ASKED.phase) == (0, 2)
    assert (ASKED.pits.tolist(), ASKED.stores.tolist()) == (ROWS, [5, 0]), "nothing is sown yet"
    assert ASKED.legal_actions == (0, BACKWARD)
    assert mc.State.from_text(ASKED.to_text()) == ASKED
    assert ASKED.play(BACKWARD).stores.tolist() == [4, 0]
    with pytest.raises(mc.IllegalAction, match=r"IY-8.*which way the captured seeds go"):
        ASKED.play(ONE)


def test_what_happens_is_told() -> None:
    (said,) = BEFORE.trace(ONE + 1)
    assert (said.key, said.source, said.count, said.clause) == ("lift.way", (0, None), 0, "IY-8")
    assert str(said) == "South is to sow captured seeds, and says which way."
    lifted = BEFORE.trace(ONE + 4)[0]
    assert (lifted.key, lifted.source, lifted.count) == ("lift", (0, None), 5)
    assert lifted.clause == "IY-7"


def test_what_is_not_there_is_not_sown() -> None:
    with pytest.raises(mc.IllegalAction, match="of the captured seeds 1 to 5 may be sown"):
        BEFORE.play(ONE + 5)
    with pytest.raises(mc.IllegalAction, match="there are no captured seeds to sow"):
        IYOGH.start().play(ONE)
    with pytest.raises(ValueError, match="must hold the seeds to be sown: at least 6"):
        IYOGH.state(pits=ROWS, stores=[5, 0], to_move=0, phase=6)
    with pytest.raises(ValueError, match="allowed are 0 to 48"):
        IYOGH.state(pits=ROWS, stores=[5, 0], to_move=0, phase=49)


def test_boards_and_texts_know_them() -> None:
    assert headline(ASKED) == "South to say which way the sowing goes on"
    assert headline(ASKED) in str(ASKED).splitlines()[0]
    assert "pit 4 forward or 1 to 5 captured seeds" in description(BEFORE, Last())
    assert last_of(BEFORE.play(ONE), None).words == "South sowed 1 captured seed."
    for last in (last_of(BEFORE.play(ONE), None), last_of(BEFORE, BEFORE.trace(ONE))):
        assert last.store == 0
        assert not last.origins
    assert choices(BEFORE) == "South to move: 4> c1 c2 c3 c4 c5"
    assert "sow three of the seeds that you have captured, in place of a pit" in manual(IYOGH)
    assert "n: n captured seeds are to be sown, one way or the other" in page(IYOGH)
    assert "| 10 to 45 | `c1` to `c36` | in place of a pit, sow that number" in page(OKWE)


def test_a_picture_rings_captured_seeds_that_may_be_sown() -> None:
    def rings(state: mc.State, role: str) -> int:
        shapes = scene(state, legend=False).shapes
        return sum(isinstance(shape, Box) and shape.role == role for shape in shapes)

    assert rings(BEFORE, "legal") == 1
    assert rings(IYOGH.start(), "legal") == 0
    assert rings(BEFORE.play(ONE), "origin") == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_players_press_their_captured_seeds(language: Language) -> None:
    found = [choice(BEFORE, action) for action in BEFORE.legal_actions[1:]]
    assert found == [(ONE + n, [STORE], str(n + 1)) for n in range(5)]
    told = table(language)
    people = [Person(), Person()]
    assert describe([BEFORE], people, told, skipped=False) == told["turn.store"].format(
        side=told["side.0"]
    )
    for action in (ONE + 1, ONE + 4):
        steps = move(BEFORE, action, told)["steps"]
        assert apply(counts(BEFORE), steps) == counts(BEFORE.play(action))


@pytest.mark.parametrize("rules", [IYOGH, OKWE], ids=lambda rules: rules.name)
def test_lanes_play_the_same(rules: mc.Rules) -> None:
    sown = 0
    for _, states in batch_beside_states(rules, 64, steps=80, seed=3):
        sown += sum(state.stores.sum() > 0 for state in states)
    assert sown > 0
