"""Pits that players choose after a capture: as many as an entry says, while there are seeds."""

from __future__ import annotations

import pytest

import mancalab as mc

# Ten pits outside, then ten inside, each in its owner's sowing order. Pit 8 ends in pit 10, the
# first inner one, which faces pit 19 with pit 0 behind it.
SOUTH = [0, 0, 0, 0, 0, 0, 0, 0, 2, 1] + [0] * 10


def state(game: str, north: dict[int, int]) -> mc.State:
    """South is about to capture with pit 8."""
    return mc.rules(game).state(pits=[SOUTH, [north.get(pit, 0) for pit in range(20)]])


def takes(state: mc.State) -> list[int | None]:
    """The pits that can be chosen."""
    chosen = [state.rules.actions[action] for action in state.legal_actions]
    assert {action.kind for action in chosen} == {"take"}
    return [action.pit for action in chosen]


def test_two_more_pits_are_chosen_one_after_the_other() -> None:
    after = state("msuwa", {19: 2, 3: 1, 7: 5, 12: 4}).play(8)
    assert (after.to_move, after.phase, takes(after)) == (0, 2, [3, 7, 12])
    again = after.play(20 + 7)
    assert (again.to_move, again.phase, takes(again)) == (0, 1, [3, 12])
    last = again.play(20 + 12)
    assert (last.to_move, last.phase) == (1, 0)
    assert last.pits[1].sum() == 1
    assert last.stores.tolist() == [0, 0]  # they leave the game


def test_the_choice_ends_when_no_seeds_are_left() -> None:
    after = state("msuwa", {19: 2, 3: 1}).play(8)
    assert after.phase == 2
    over = after.play(20 + 3)
    assert over.outcome is not None
    assert (over.phase, over.outcome.winner) == (0, 0)


def test_an_empty_pit_cannot_be_chosen_nor_one_without_a_capture() -> None:
    before = state("nsolo", {19: 2, 3: 1})
    with pytest.raises(mc.IllegalAction, match=r"NO-6.*there is no pit to choose now"):
        before.play(20 + 3)
    after = before.play(8)
    with pytest.raises(mc.IllegalAction, match=r"NO-6.*the pit is empty"):
        after.play(20 + 4)
    with pytest.raises(mc.IllegalAction, match="a pit of the other player must be chosen now"):
        after.play(9)


def test_a_choice_is_told_and_drawn() -> None:
    after = state("nsolo", {19: 2, 3: 1}).play(8)
    (event,) = [event for event in after.trace(20 + 3) if event.kind == "capture"]
    assert event.key == "capture.choice_removed"
    assert (event.count, event.removed, event.clause) == (1, True, "NO-6")
    assert "South to choose one more pit" in str(after)


def test_lanes_choose_pits_as_states_do() -> None:
    rules = mc.rules("spreta")
    batch = mc.Batch(rules, 8, seed=3)
    states = [batch.state(lane) for lane in range(8)]
    chosen = 0
    for _ in range(60):
        actions = batch.sample()
        batch.step(actions)
        for lane, action in enumerate(actions):
            if states[lane].is_over:
                continue
            chosen += rules.actions[action].kind == "take"
            states[lane] = states[lane].play(int(action))
            if not states[lane].is_over:
                assert batch.state(lane) == states[lane]
    assert chosen > 0
