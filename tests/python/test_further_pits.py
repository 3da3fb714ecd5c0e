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


def misoro(north: dict[int, int]) -> mc.State:
    """Pit 6 of South captures: it ends in pit 8, which faces pit 15, with pit 0 behind."""
    south = [0] * 6 + [2, 1] + [0] * 8
    rules = mc.rules("misoro-tsoro-additional")
    return rules.state(pits=[south, [north.get(pit, 0) for pit in range(16)]])


def test_exempt_pits_cannot_be_chosen() -> None:
    after = misoro({15: 2, 1: 5, 4: 1, 9: 3}).play(6)
    assert (after.to_move, after.phase, takes(after)) == (0, 3, [4, 9])
    kinds = [(action.kind, action.pit) for action in after.rules.actions]
    with pytest.raises(mc.IllegalAction, match=r"TD-6.*exempt from such captures"):
        after.play(kinds.index(("take", 1)))


def test_the_choice_ends_when_only_exempt_pits_hold_seeds() -> None:
    after = misoro({15: 2, 1: 5, 4: 1, 9: 3}).play(6)
    (first, second) = after.legal_actions
    last = after.play(first).play(second)
    assert (last.to_move, last.phase, last.pits[1].sum()) == (1, 0, 5)
    assert last.pits[1][1] == 5


def test_nothing_is_chosen_where_only_exempt_pits_hold_seeds() -> None:
    after = misoro({15: 2, 0: 4, 1: 5}).play(6)
    assert (after.to_move, after.phase) == (1, 0)
    # Pit 0 lies behind pit 15: it is taken with the usual capture, a misoro or not.
    assert after.pits[1].tolist() == [0, 5] + [0] * 14
    with pytest.raises(ValueError, match="must have seeds to choose a pit of"):
        after.rules.state(pits=[[1] * 16, [0, 5] + [0] * 14], phase=1)
