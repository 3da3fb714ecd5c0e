"""One player lays out all seeds, and the other one may turn the board round."""

from __future__ import annotations

import pytest

import mancalab as mc
from mancalab._boards.describe import description, headline
from mancalab._boards.targets import Last, last_of
from mancalab._browser.frames import apply, choice, move
from mancalab._browser.texts import table
from mancalab.cli.play.wording import choices, manual
from mancalab.envs.pages import page
from random_games import batch_beside_states

MANGALA = mc.rules("mangala-bedouin")
KEEP, SWAP = MANGALA.n_actions - 2, MANGALA.n_actions - 1
# South has one seed left to lay out.
PITS = [[0, 0, 5, 3, 0, 0], [0, 0, 60, 1, 0, 0]]
LAST = MANGALA.state(pits=PITS, reserves=[1, 0], to_move=0)
ASKED = LAST.play(3)


def test_the_other_player_is_asked() -> None:
    assert (ASKED.to_move, ASKED.phase) == (1, 1)
    assert ASKED.legal_actions == (KEEP, SWAP)
    assert [MANGALA.actions[action].kind for action in (KEEP, SWAP)] == ["keep", "swap"]
    assert ASKED.position_text.endswith(" N:1")
    assert mc.State.from_text(ASKED.to_text()) == ASKED
    again = MANGALA.state(pits=ASKED.pits, to_move=1, phase=1)
    assert again.legal_actions == (KEEP, SWAP)


def test_both_answers_are_told() -> None:
    kept, turned = ASKED.trace(KEEP), ASKED.trace(SWAP)
    assert [(event.kind, event.key, event.clause) for event in kept] == [
        ("swap", "swap.kept", "MD-3")
    ]
    assert str(kept[0]) == "North leaves the board as it lies, and begins."
    assert str(turned[0]) == "North turns the board round."
    assert [(event.kind, event.source, event.target, event.count) for event in turned[1:]] == [
        ("fill", (1, 2), (0, 2), 60),
        ("fill", (0, 2), (1, 2), 5),
        ("fill", (1, 3), (0, 3), 1),
        ("fill", (0, 3), (1, 3), 4),
    ]
    assert ASKED.play(SWAP).pits.tolist() == [[0, 0, 60, 1, 0, 0], [0, 0, 5, 4, 0, 0]]


def test_no_other_action_is_legal() -> None:
    with pytest.raises(mc.IllegalAction, match=r"MD-3.*left as it lies now, or turned round"):
        ASKED.play(2)
    with pytest.raises(mc.IllegalAction, match=r"MD-3.*only when all seeds are laid out"):
        ASKED.play(KEEP).play(SWAP)
    with pytest.raises(mc.IllegalAction, match=r"MD-2.*a seed is put in a pit of either side"):
        MANGALA.start().play(SWAP)
    with pytest.raises(mc.PositionError, match="only when all seeds are laid out"):
        MANGALA.state(pits=PITS, reserves=[1, 0], to_move=0, phase=1)


def test_seeds_of_either_reserve_are_told() -> None:
    state = MANGALA.state(pits=PITS, reserves=[1, 3], to_move=0)
    first, second = state.trace(3)[0], state.play(3).trace(8)[0]
    assert str(first) == "South puts a seed of their reserve in South's pit 3."
    assert str(second) == "South puts a seed of the other player's reserve in North's pit 2."


def test_boards_and_texts_know_it() -> None:
    assert headline(ASKED) == "North to leave the board or turn it round"
    assert (
        headline(MANGALA.state(pits=PITS, reserves=[0, 3], to_move=0)) == "South to lay out a seed"
    )
    assert "North may choose the board as it lies or the board turned round." in description(
        ASKED, Last()
    )
    assert choices(ASKED) == "North leaves the board as it lies or turns it round: k w"
    assert "k          leave the board as it lies" in manual(MANGALA)
    assert "North to leave the board or turn it round" in str(ASKED)
    assert last_of(ASKED.play(SWAP), None).words == "North turned the board round."
    assert [choice(ASKED, action).way for action in (KEEP, SWAP)] == ["keep", "swap"]
    assert len(choice(ASKED, KEEP).slots) == MANGALA.pits_per_side


def test_a_page_moves_the_seeds() -> None:
    for state, action in ((ASKED, SWAP), (MANGALA.state(pits=PITS, reserves=[0, 3], to_move=0), 8)):
        shown, played = move(state, action, table()), state.play(action)
        after = move(played, played.legal_actions[0], table())
        assert apply(shown["before"], shown["steps"]) == after["before"]


def test_environments_say_it() -> None:
    text = page(MANGALA)
    assert "1: all seeds are laid out, and the board may be turned round" in text
    assert "while seeds are laid out, put one in the pit of that number of the other player" in text
    assert "when all seeds are laid out, turn the board round" in text


def test_both_engines_play_alike() -> None:
    assert mc.playouts(MANGALA, 300, seed=4) == mc.playouts(
        MANGALA, 300, seed=4, engine="reference"
    )


def test_batches_keep_step() -> None:
    for _ in batch_beside_states(MANGALA, 20, 120, 3):
        pass
