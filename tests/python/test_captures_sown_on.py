"""Captures that a player may leave, to sow on instead, and whose seeds are sown on: Igisoro."""

from __future__ import annotations

import numpy as np

import mancalab as mc
from mancalab._boards.describe import headline
from mancalab._browser.frames import choice
from mancalab.cli.play.wording import choices
from mancalab.envs.pages import page
from random_games import batch_beside_states

GAME = mc.rules("igisoro")
SOUTH = [0, 0, 0, 0, 0, 0, 0, 2, 0, 1, 0, 0, 0, 0, 0, 0]
NORTH = [0, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0]
BEFORE = GAME.state(pits=[SOUTH, NORTH], to_move=0, registers={"turns": [2, 2]})
WAITING = BEFORE.play(7)  # the second seed falls in pit 9, opposite three seeds and two
CAPTURE = next(action.number for action in GAME.actions if action.kind == "capture")


def test_from_where_seeds_are_sown_is_kept() -> None:
    assert WAITING.legal_actions == (9, CAPTURE)
    np.testing.assert_array_equal(WAITING.registers["reentry"], [8, 0])
    assert mc.State.from_text(WAITING.to_text()) == WAITING
    names = GAME.observation_names
    assert WAITING.observation[names.index("own_reentry")] == 8
    np.testing.assert_array_equal(WAITING.play(9).registers["reentry"], [0, 0])
    np.testing.assert_array_equal(WAITING.play(CAPTURE).registers["reentry"], [0, 0])


def test_the_capture_and_the_sowing_are_told() -> None:
    told = WAITING.trace(CAPTURE)
    taken = [(event.source, event.count) for event in told if event.key == "capture.hand"]
    assert sorted(taken) == [((1, 1), 2), ((1, 14), 3)]
    drops = [event.target for event in told if event.kind == "drop"]
    assert drops == [(0, pit) for pit in range(8, 13)]
    last = BEFORE.trace(7)[-1]
    assert (last.key, last.clause) == ("landing.relay_or_take", "IG-5")


def test_boards_and_pages_know_it() -> None:
    assert headline(WAITING) == "South to sow on or capture"
    assert choices(WAITING) == "South sows on or captures: 9> x"
    found = [choice(WAITING, action) for action in WAITING.legal_actions]
    assert found == [(9, [9], "on"), (CAPTURE, [9], "take")]
    text = page(GAME)
    assert "capture where it could be sown on, and sow what was captured" in text
    assert "1 + n: pit n is to be sown on, or seeds are captured, to be sown on" in text
    assert "17 + n: the next lap begins in pit n and may be sown either way" in text


def test_batches_play_the_same() -> None:
    chosen = 0
    for actions, _ in batch_beside_states(GAME, 24, 300, 5):
        chosen += actions.count(CAPTURE)
    assert chosen > 50
