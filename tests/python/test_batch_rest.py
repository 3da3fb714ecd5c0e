"""Steps in which some lanes of a batch rest, beside states that are played one by one."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mancalab as mc
from batch_model import KINDS, MODES, NIGHTLY, Model, difference, seen, snapshot
from chosen_games import CHOSEN, by_turns

GAMES = CHOSEN
N = 130  # two blocks and a bit
Truths = npt.NDArray[np.bool_]


def assert_same(batch: mc.Batch, model: Model) -> None:
    found, wanted = seen(batch, model.ended()), model.views(batch.reward_kind)
    assert difference(found, wanted) == []


def pair(rules: mc.Rules, n: int = N, *, rewards: str = "result", **options: Any) -> Any:
    return mc.Batch(rules, n, rewards=rewards, **options), Model(rules, n, **options)


def step_both(batch: mc.Batch, model: Model, plays: Truths, junk: int) -> None:
    """Step both; the lanes that rest have an action that need not be one."""
    actions = np.where(plays, model.sample(), junk)
    batch.step(actions, lanes=plays)
    model.step(actions.tolist(), plays)
    assert_same(batch, model)


@pytest.mark.parametrize(("game", "autoreset"), by_turns(GAMES, MODES))
def test_lanes_play_and_rest_like_states_one_by_one(game: str, autoreset: str) -> None:
    rules = mc.rules(game, max_actions=24)
    kind = KINDS[GAMES.index(game) % 2]
    batch, model = pair(rules, seed=5, autoreset=autoreset, rewards=kind)
    draw = np.random.default_rng(GAMES.index(game))
    ends = 0
    for step in range(60):
        # Few, many, all, none, whole blocks.
        plays = draw.random(N) < (0.1, 0.9, 1.0, 0.0, 0.5)[step % 5]
        if step % 7 == 3:
            plays[:64] = False
        step_both(batch, model, plays, junk=int(draw.integers(-300, 300)))
        ends += int(model.ended().sum())
    assert ends > N / 2


@given(data=st.data())
def test_any_lanes_of_any_game_in_any_mode(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(GAMES))
    most = data.draw(st.sampled_from([3, 10, 40, 200]))
    n = data.draw(st.sampled_from([1, 2, 63, 64, 65, 200]))
    options: dict[str, Any] = {
        "seed": data.draw(st.integers(0, 2**64 - 1)),
        "autoreset": data.draw(st.sampled_from(MODES)),
        "rewards": data.draw(st.sampled_from(KINDS)),
    }
    batch, model = pair(mc.rules(game, max_actions=most), n, **options)
    draw = np.random.default_rng(data.draw(st.integers(0, 2**32)))
    for _ in range(data.draw(st.integers(1, 60))):
        plays = draw.random(n) < draw.choice([0.0, 0.05, 0.5, 0.95, 1.0])
        step_both(batch, model, plays, junk=255)


def at_end(batch: mc.Batch) -> Truths:
    """Return which lanes show the end of their game and wait."""
    waits = batch.autoreset != "same_step"
    ended: Truths = (batch.terminated | batch.truncated) & waits
    return ended


@pytest.mark.parametrize("autoreset", MODES)
@pytest.mark.parametrize("game", ["kalah", "mwambulula", "chuba", "pratt", "oware", "elf"])
def test_an_opponent_who_answers_until_the_agent_is_to_move(game: str, autoreset: str) -> None:
    """One step of the agent, then as many steps as the longest chain of answers needs."""
    rules = mc.rules(game, max_actions=40)
    batch, model = pair(rules, autoreset=autoreset, seed=3)
    seat = np.arange(N) % 2
    rounds = 0
    for _ in range(30):
        waiting = at_end(batch)
        agent = (batch.to_move == seat) & ~waiting
        # Lanes that wait take part in the agent's step: in next_step it begins their next game.
        step_both(batch, model, agent | waiting, junk=77)
        while (answers := (batch.to_move != seat) & ~at_end(batch)).any():
            step_both(batch, model, answers, junk=77)
            rounds += 1
        assert ((batch.to_move == seat) | at_end(batch)).all()
    assert rounds >= 15


@pytest.mark.parametrize("autoreset", MODES)
@pytest.mark.parametrize("game", GAMES if NIGHTLY else ["kalah", "mwambulula", "chuba", "oware"])
def test_resting_lanes_keep_all_but_flags_and_rewards(game: str, autoreset: str) -> None:
    batch = mc.Batch(mc.rules(game, max_actions=30), N, autoreset=autoreset, seed=1)
    draw = np.random.default_rng(0)
    for _ in range(80):
        before, waiting = snapshot(batch), at_end(batch)
        plays = draw.random(N) < 0.5
        batch.step(np.where(plays, batch.sample(), 200), lanes=plays)
        after = snapshot(batch)
        for name, old in before.items():
            new = after[name][~plays]
            if name == "rewards":
                assert not new.any()
            elif name in {"terminated", "truncated"}:
                np.testing.assert_array_equal(new, (old & waiting)[~plays])
            else:
                np.testing.assert_array_equal(new, old[~plays], err_msg=name)


def test_a_game_is_cut_off_in_time_after_a_rest() -> None:
    """The batch counts the steps to the first game that can be cut off; rests delay some lanes."""
    rules = mc.rules("kalah", max_actions=9)
    for rests in range(12):
        batch, model = pair(rules, 128)
        late = np.arange(128) >= 64
        for _ in range(rests):
            step_both(batch, model, ~late, junk=0)
        for _ in range(20):
            step_both(batch, model, np.ones(128, dtype=np.bool_), junk=0)


@pytest.mark.parametrize("autoreset", MODES)
def test_all_lanes_and_none_given(autoreset: str) -> None:
    batch = mc.Batch(mc.rules("kalah", max_actions=20), N, autoreset=autoreset)
    twin = batch.copy()
    for _ in range(60):
        actions = batch.sample()
        batch.step(actions)
        twin.step(actions, lanes=[True] * N)
        assert difference(snapshot(twin), snapshot(batch)) == []
    twin.step(np.full(N, 99), lanes=np.zeros(N, dtype=np.bool_))
    np.testing.assert_array_equal(twin.plies, batch.plies)


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_the_number_of_threads_changes_nothing(threads: int) -> None:
    rules, n = mc.rules("mwambulula", max_actions=15), 20_000
    batch, twin = mc.Batch(rules, n, threads=threads), mc.Batch(rules, n, threads=1)
    draw = np.random.default_rng(2)
    for _ in range(20):
        plays = draw.random(n) < 0.5
        for one in (batch, twin):
            one.step(one.sample(), lanes=plays)
    assert difference(snapshot(batch), snapshot(twin)) == []


def test_a_column_of_the_batch_says_who_plays() -> None:
    rules = mc.rules("kalah")
    batch, model = pair(rules)
    for _ in range(30):
        plays = batch.mask[:, 0].copy()
        actions = np.where(plays, 0, 60)
        batch.step(actions, lanes=batch.mask[:, 0])
        model.step(actions.tolist(), plays)
        assert_same(batch, model)
        step_both(batch, model, ~plays, junk=0)


def test_out_is_filled_after_a_rest() -> None:
    batch = mc.Batch(mc.rules("kalah"), N)
    buffers = batch.buffers()
    plays = np.arange(N) % 3 == 0
    batch.step(batch.sample(), buffers, plays)
    np.testing.assert_array_equal(buffers["observation"].T, batch.observation)
    np.testing.assert_array_equal(batch.plies, plays)


def test_an_illegal_action_of_a_lane_that_plays_steps_nothing() -> None:
    batch = mc.Batch(mc.rules("kalah"), N)
    before = snapshot(batch)
    plays = np.arange(N) > 70
    actions = np.full(N, 6)
    actions[71:] = 2
    actions[100] = 6
    with pytest.raises(mc.IllegalAction, match="lane 100: action 6"):
        batch.step(actions, lanes=plays)
    assert difference(snapshot(batch), before) == []


@pytest.mark.parametrize(
    ("lanes", "error", "words"),
    [
        ([0, 1, 2], TypeError, "lanes: truth values are needed, not int64"),
        (np.zeros(3, dtype=np.uint8), TypeError, "lanes: truth values are needed, not uint8"),
        ("abc", TypeError, "lanes: truth values are needed, not str 'abc'"),
        ([True, False], ValueError, r"lanes: shape \(3,\) is needed, not \(2,\)"),
        (True, ValueError, r"lanes: shape \(3,\) is needed, not \(\)"),
        ([[True], [True], [True]], ValueError, r"lanes: shape \(3,\) is needed, not \(3, 1\)"),
    ],
    ids=repr,
)
def test_bad_lanes_are_refused(lanes: Any, error: type[Exception], words: str) -> None:
    batch = mc.Batch(mc.rules("kalah"), 3)
    with pytest.raises(error, match=words):
        batch.step([0, 0, 0], lanes=lanes)
    assert batch.plies.tolist() == [0, 0, 0]
