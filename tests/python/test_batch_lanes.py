"""Single lanes of a batch: reset, read, set, copied, selected, pickled; starts of one's own."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import mancalab as mc
from batch_model import MODES, VIEWS, Model, afresh, difference, future, seen, snapshot
from chosen_games import CHOSEN, by_turns

GAMES = CHOSEN
N = 70
PROTOCOLS = range(2, pickle.HIGHEST_PROTOCOL + 1)
# What shows the games as they stand; the others tell of the last step.
STANDING = ("observation", "mask", "to_move", "plies", "games")


def played(rules: mc.Rules, steps: int, n: int = N, **options: Any) -> mc.Batch:
    """Return a batch in the middle of its games."""
    batch = mc.Batch(rules, n, **options)
    for _ in range(steps):
        batch.step(batch.sample())
    return batch


def rows(batch: mc.Batch, places: Any = slice(None)) -> dict[str, Any]:
    return {name: view[places] for name, view in snapshot(batch).items()}


# Reset


@pytest.mark.parametrize("autoreset", MODES)
@pytest.mark.parametrize("game", ["kalah", "mwambulula", "chuba", "pratt"])
def test_reset_moves_every_lane_to_its_next_game(game: str, autoreset: str) -> None:
    rules = mc.rules(game, max_actions=25)
    batch, model = mc.Batch(rules, N, autoreset=autoreset), Model(rules, N, autoreset=autoreset)
    for times in (7, 0, 40, 26):
        for _ in range(times):
            actions = model.sample()
            batch.step(actions)
            model.step(actions)
        batch.reset()
        model.reset()
        assert difference(seen(batch, model.ended()), model.views("result")) == []
        np.testing.assert_array_equal(batch.sample(), model.sample())


SOME_LANES: list[tuple[Any, list[int]]] = [
    ([3], [3]),
    ([0, 64, 69], [0, 64, 69]),
    ((5, 2, 68), [2, 5, 68]),
    (np.array([63, 64], dtype=np.uint8), [63, 64]),
    (np.array([1, 2], dtype=np.int64), [1, 2]),
    (np.arange(N) % 7 == 0, list(range(0, N, 7))),
    (np.arange(N)[::-3], list(range(0, N, 3))),
    ([False] * 69 + [True], [69]),
    (np.zeros(N, dtype=np.bool_), []),
    (np.ones(N, dtype=np.bool_), list(range(N))),
    (np.array([], dtype=np.int64), []),
    ([], []),
    ([-1, -70], [0, 69]),
]


@pytest.mark.parametrize(("lanes", "places"), SOME_LANES, ids=lambda case: repr(case)[:30])
@pytest.mark.parametrize("autoreset", MODES)
def test_reset_of_some_lanes(lanes: Any, places: list[int], autoreset: str) -> None:
    rules = mc.rules("kalah", max_actions=15)
    batch, model = mc.Batch(rules, N, autoreset=autoreset), Model(rules, N, autoreset=autoreset)
    for step in range(40):
        actions = model.sample()
        batch.step(actions)
        model.step(actions)
        if step % 6 == 2:
            batch.reset(lanes)
            model.reset(places)
        assert difference(seen(batch, model.ended()), model.views("result")) == []
    batch.reset(lanes=lanes)
    model.reset(places)
    assert difference(seen(batch, model.ended()), model.views("result")) == []


@pytest.mark.parametrize("autoreset", MODES)
def test_reset_with_a_seed_starts_the_numbering_again(autoreset: str) -> None:
    rules = mc.catalogue["pratt"]
    for seed in (0, 5, 2**64 - 1):
        batch = played(rules, 70, seed=5, autoreset=autoreset)
        batch.reset(seed=seed)
        fresh = mc.Batch(rules, N, seed=seed, autoreset=autoreset)
        for _ in range(60):
            found, wanted = snapshot(batch), snapshot(fresh)
            ended = fresh.terminated | fresh.truncated
            for name in VIEWS:
                if name.startswith("final") or name in {"results", "reasons", "scores"}:
                    found[name], wanted[name] = found[name][ended], wanted[name][ended]
            assert difference(found, wanted) == []
            batch.step(batch.sample())
            fresh.step(fresh.sample())


# States


@pytest.mark.parametrize(("game", "autoreset"), by_turns(GAMES, MODES))
def test_the_state_of_a_lane(game: str, autoreset: str) -> None:
    rules = mc.rules(game, max_actions=30)
    batch = mc.Batch(rules, N, autoreset=autoreset, seed=1)
    model = Model(rules, N, autoreset=autoreset, seed=1)
    for step in range(45):
        if step % 5 == 0:
            for i, lane in enumerate(model.lanes):
                state = batch.state(i)
                same: Any = np.int64(i)
                assert state == lane.state == batch.state(i - N) == batch.state(same)
                assert (state.plies, state.outcome) == (lane.state.plies, lane.state.outcome)
                assert state.legal_actions == lane.state.legal_actions
                assert state.rules == rules
        actions = model.sample()
        model.step(actions)
        batch.step(actions)


@pytest.mark.parametrize("game", GAMES)
def test_states_go_in_and_come_out(game: str) -> None:
    rules = mc.catalogue[game]
    source = played(rules, 12, seed=2)
    states = [source.state(i) for i in range(N)]
    batch = played(rules, 3, seed=5)
    numbers = batch.games.copy()
    for i, state in enumerate(states):
        batch.set_state(i if i % 2 else i - N, state)
    assert [batch.state(i) for i in range(N)] == states
    for name in ("observation", "mask", "to_move", "plies"):
        np.testing.assert_array_equal(getattr(batch, name), getattr(source, name), err_msg=name)
    np.testing.assert_array_equal(batch.games, numbers)
    for _ in range(20):  # the same actions, the same games
        actions = [state.legal_actions[-1] for state in states]
        states = [state.play(action) for state, action in zip(states, actions, strict=True)]
        batch.step(actions)
        np.testing.assert_array_equal(batch.terminated, [state.is_over for state in states])
        states = [rules.start() if state.is_over else state for state in states]
        assert [batch.state(i) for i in range(N)] == states


def test_setting_one_lane_leaves_the_others() -> None:
    rules = mc.rules("mwambulula")
    for i in (0, 63, 64, 69):
        batch = played(rules, 9)
        others = np.arange(N) != i
        before = rows(batch, others)
        batch.set_state(i, played(rules, 5, seed=7).state(1))
        assert difference(rows(batch, others), before) == []


@pytest.mark.parametrize("autoreset", MODES[1:])
def test_a_state_brings_a_finished_lane_back(autoreset: str) -> None:
    rules = mc.rules("kalah", max_actions=8)
    batch = played(rules, 8, autoreset=autoreset)
    assert batch.truncated.all()
    state = rules.start().play(3).play(2)
    batch.set_state(5, state)
    assert batch.state(5) == state
    assert (batch.plies[5], batch.games[5]) == (2, 5)
    assert batch.mask[5].nonzero()[0].tolist() == list(state.legal_actions)
    assert not batch.truncated[5]
    assert batch.truncated.sum() == N - 1
    actions = batch.sample()
    batch.step(actions)
    assert batch.state(5) == state.play(int(actions[5]))


def test_plies_of_a_set_state_count_on() -> None:
    rules = mc.rules("kalah", max_actions=10)
    batch = mc.Batch(rules, 3)
    late = rules.start().play(0).play(0).play(1)
    batch.set_state(1, late)
    batch.set_state(2, afresh(late))
    assert batch.plies.tolist() == [0, 3, 0]
    ended = []
    for _ in range(10):
        batch.step(batch.sample())
        ended.append(batch.truncated.tolist())
    assert ended.index([False, True, False]) == 6
    assert ended[9] == [True, False, True]


def test_margins_of_a_set_state_are_shares_of_its_seeds() -> None:
    rules = mc.rules("kalah", columns=2)
    batch = mc.Batch(rules, 2, rewards="margin", autoreset="disabled")
    batch.set_state(1, rules.state(pits=[[0, 1], [3, 4]], stores=[8, 16]))
    batch.step([0, 1])
    assert batch.terminated.tolist() == [False, True]
    assert batch.scores[1].tolist() == [9, 23]
    assert batch.rewards[1].tolist() == [np.float32(-14 / 32), np.float32(14 / 32)]


# Copies


def pickled(protocol: int) -> Callable[[mc.Batch], mc.Batch]:
    def there_and_back(batch: mc.Batch) -> mc.Batch:
        same: mc.Batch = pickle.loads(pickle.dumps(batch, protocol))  # noqa: S301 - our own
        return same

    return there_and_back


COPIES: dict[str, Callable[[mc.Batch], mc.Batch]] = {
    "copy": lambda batch: batch.copy(),
    "copy.copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "select": lambda batch: batch.select(range(len(batch))),
    **{f"pickle-{protocol}": pickled(protocol) for protocol in PROTOCOLS},
}


@pytest.mark.parametrize("how", COPIES)
@pytest.mark.parametrize("autoreset", MODES)
@pytest.mark.parametrize("game", ["kalah", "mwambulula", "chuba", "pratt", "awari"])
def test_a_copy_has_the_same_future(how: str, game: str, autoreset: str) -> None:
    rules = mc.rules(game, max_actions=40)
    starts = [rules.start(), rules.start().play(rules.start().legal_actions[1])]
    options: dict[str, Any] = {"seed": 3, "autoreset": autoreset, "rewards": "margin"}
    batch = played(rules, 41, starts=starts, **options)
    batch.set_state(2, starts[1])
    same = COPIES[how](batch)
    for name in VIEWS:
        if not name.startswith("final"):
            np.testing.assert_array_equal(getattr(same, name), getattr(batch, name), err_msg=name)
            assert not np.shares_memory(getattr(same, name), getattr(batch, name))
    assert (same.rules, len(same), repr(same)) == (rules, N, repr(batch))
    assert (same.autoreset, same.reward_kind) == (autoreset, "margin")
    before = snapshot(batch)
    told = future(same, 60)
    assert difference(snapshot(batch), before) == []
    assert future(batch, 60) == told
    same.reset()
    batch.reset()
    assert future(same, 10) == future(batch, 10)
    same.reset(seed=1)
    batch.reset(seed=1)
    assert future(same, 10) == future(batch, 10)


@pytest.mark.parametrize("chosen", [[7], [69, 0, 64], [5, 5, 5, 6], [-1, 2], list(range(N)) * 2])
def test_selected_lanes_play_on_as_they_would(chosen: list[int]) -> None:
    rules = mc.rules("mwambulula", max_actions=30)
    batch = played(rules, 20, seed=6)
    for places in (chosen, np.array(chosen), tuple(chosen)):
        part, whole = batch.select(places), batch.copy()
        assert len(part) == len(chosen)
        for step in range(70):  # through the next games, numbered as in the whole
            found, wanted = rows(part), rows(whole, chosen)
            for name in STANDING if step == 0 else VIEWS:
                if not name.startswith("final"):
                    np.testing.assert_array_equal(found[name], wanted[name], err_msg=name)
            np.testing.assert_array_equal(part.sample(), whole.sample()[chosen])
            part.step(part.sample())
            whole.step(whole.sample())


def test_a_mask_selects_lanes() -> None:
    batch = played(mc.rules("kalah"), 5)
    lanes = np.arange(N) % 3 == 1
    part = batch.select(lanes)
    np.testing.assert_array_equal(part.games, np.flatnonzero(lanes))


def test_a_pickle_holds_the_columns_only() -> None:
    batch = played(mc.rules("kalah"), 5, n=10_000)
    assert len(pickle.dumps(batch)) < 200 * 10_000  # bytes a lane


# Starts


def test_game_g_starts_from_state_g_modulo_their_number() -> None:
    rules = mc.rules("chuba")
    states = [rules.start()]
    for _ in range(6):
        states.append(states[-1].play(states[-1].legal_actions[0]))
    batch = mc.Batch(rules, N, starts=states)
    for times in range(3):
        wanted = [states[(i + N * times) % len(states)] for i in range(N)]
        assert [batch.state(i) for i in range(N)] == wanted
        assert not batch.plies.any()  # they are counted from the start of the game
        batch.step(batch.sample())
        batch.reset()
    assert future(mc.Batch(rules, N, starts=tuple(states)), 9) == future(
        mc.Batch(rules, N, starts=states), 9
    )


def test_the_same_actions_from_starts_as_in_a_match() -> None:
    rules = mc.rules("kalah")
    starts = [rules.start().play(2), rules.start().play(0), rules.start()]
    batch = mc.Batch(rules, 90, seed=4, starts=starts, autoreset="disabled")
    while not batch.terminated.all():
        batch.step(batch.sample())
    random = mc.agents.Random()
    tally = mc.match(rules, random, random, 90, seed=4, starts=starts)
    counts = np.bincount(batch.results, minlength=5).tolist()
    assert counts == [tally.south, tally.north, tally.draws, tally.voids, tally.truncated]
    assert int(batch.plies.sum()) == tally.plies


# A run in parts


@pytest.mark.parametrize("autoreset", MODES)
def test_batches_that_share_out_the_games(autoreset: str) -> None:
    rules = mc.rules("chuba", max_actions=12)
    starts = [rules.start(), rules.start().play(rules.start().legal_actions[0])]
    options: dict[str, Any] = {"seed": 4, "autoreset": autoreset, "starts": starts}
    whole = mc.Batch(rules, 3 * N, **options)
    parts = [mc.Batch(rules, N, first_game=N * k, **options) for k in range(3)]
    for _ in range(12):  # the first games of all
        for k, part in enumerate(parts):
            lanes = slice(N * k, N * (k + 1))
            assert difference(snapshot(part), rows(whole, lanes)) == []
            part.step(part.sample())
        whole.step(whole.sample())
    part = mc.Batch(rules, N, first_game=N, **options)
    part.reset()
    np.testing.assert_array_equal(part.games, np.arange(2 * N, 3 * N))
    far = mc.Batch(rules, 2, first_game=2**63 - 1)
    assert far.games.tolist() == [2**63 - 1, 2**63]
