"""Batches and vector environments, any calls in any order, beside games played one by one."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import mancalab as mc
from batch_model import KINDS, MODES, Array, Lane, Model, difference, seeds, seen, snapshot
from chosen_games import CHOSEN
from env_cases import check_info, check_reset, legal, pair
from machine_cases import ANYTHING, is_refused, tried

SEED = st.integers(0, 2**64 - 1)
LANES = st.integers(1, 70)
# What a batch shows at once after `select`; the rest tells of steps before.
STANDING = ("observation", "mask", "to_move", "plies", "games")
REFUSALS = (ValueError, TypeError, IndexError)

SHORT = 9  # actions of a game, so that ends are many
GAMES = [mc.catalogue[name].replace(max_actions=40) for name in CHOSEN]
# Where a player lays out all their seeds before the other one acts, no game is as short.
ENDING = [
    rules.replace(max_actions=80 if "places_seeds" in rules.features else SHORT) for rules in GAMES
]


class Lanes(RuleBasedStateMachine):
    """A batch, and beside it the model: one state a lane."""

    @initialize(
        rules=st.sampled_from(GAMES), n=LANES, seed=SEED, autoreset=st.sampled_from(MODES),
        kind=st.sampled_from(KINDS),
    )  # fmt: skip
    def begin(self, rules: mc.Rules, n: int, seed: int, autoreset: str, kind: str) -> None:
        self.game, self.kind = rules, kind
        self.batch = mc.Batch(rules, n, seed, autoreset, kind)
        self.model = Model(rules, n, seed=seed, autoreset=autoreset)
        self.only_standing = False
        self.others: list[tuple[mc.Batch, dict[str, Array]]] = []

    def actions(self, data: st.DataObject) -> Any:
        """Legal actions: those of chance, the first or the last ones, of some integer type."""
        lanes = self.model.lanes
        how = data.draw(st.sampled_from(["sample", "first", "last"]))
        if how == "sample":
            actions = self.model.sample()
            np.testing.assert_array_equal(self.batch.sample(), actions)
        else:
            at = 0 if how == "first" else -1
            actions = [(lane.state.legal_actions or (0,))[at] for lane in lanes]
        return np.array(actions, dtype=data.draw(st.sampled_from(["u1", "i8", "i1", ">u2"])))

    def places(self, data: st.DataObject) -> list[int]:
        n = len(self.model.lanes)
        return data.draw(st.lists(st.integers(0, n - 1), min_size=1, max_size=n))

    # Steps

    @rule(data=st.data(), times=st.integers(1, 9))
    def step(self, data: st.DataObject, times: int) -> None:
        for _ in range(times):
            actions = self.actions(data)
            self.batch.step(actions)
            self.model.step(actions.tolist())
            self.only_standing = False
            self.shows_the_model()

    @rule(data=st.data(), layout=st.sampled_from(["rows", "columns"]))
    def step_into_arrays(self, data: st.DataObject, layout: str) -> None:
        actions, out = self.actions(data), self.batch.buffers(layout)
        self.batch.step(actions, out=out)
        self.model.step(actions.tolist())
        self.only_standing = False
        for name, array in out.items():
            view = getattr(self.batch, name)
            assert np.array_equal(array, view.T if layout == "columns" else view), name

    @precondition(lambda self: not self.only_standing)
    @rule(data=st.data())
    def step_some(self, data: st.DataObject) -> None:
        actions = self.actions(data)
        players = np.zeros(len(self.batch), np.bool_)
        players[self.places(data)] = True
        actions[~players] = data.draw(st.integers(0, 99))  # of lanes that rest: ignored
        self.batch.step(actions, lanes=players)
        self.model.step(actions.tolist(), players)

    @rule(data=st.data(), action=st.integers(0, 99))
    def step_illegally(self, data: st.DataObject, action: int) -> None:
        lane = data.draw(st.integers(0, len(self.batch) - 1))
        state = self.model.lanes[lane].state
        if state.is_over or action in state.legal_actions:
            return
        actions = self.actions(data)
        actions[lane] = action
        before = snapshot(self.batch)
        with pytest.raises(mc.IllegalAction, match=f"lane {lane}:") as caught:
            self.batch.step(actions)
        assert (caught.value.action, caught.value.legal) == (action, state.legal_actions)
        assert difference(snapshot(self.batch), before) == []

    @rule(argument=ANYTHING, name=st.sampled_from(["step", "lanes", "out", "sample", "write"]))
    def step_with_anything(self, argument: Any, name: str) -> None:
        before = snapshot(self.batch)
        batch: Any = self.batch.copy()
        actions = self.batch.sample()
        calls = {
            "step": lambda: batch.step(argument),
            "lanes": lambda: batch.step(actions, lanes=argument),
            "out": lambda: batch.step(actions, out=argument),
            "sample": lambda: batch.sample(out=argument),
            "write": lambda: batch.write(argument),
        }
        refused = is_refused(calls[name], (*REFUSALS, KeyError))
        assert not refused or difference(snapshot(batch), before) == []
        assert difference(snapshot(self.batch), before) == []

    # Lanes

    @rule(data=st.data(), how=st.sampled_from(["numbers", "truths", "all"]))
    def reset(self, data: st.DataObject, how: str) -> None:
        n, places = len(self.batch), sorted(set(self.places(data)))
        truths = np.zeros(n, np.bool_)
        truths[places] = True
        numbers = [place - n if place % 2 else place for place in places]  # some from the end
        chosen: dict[str, Any] = {"numbers": numbers, "truths": truths, "all": None}
        self.batch.reset(chosen[how])
        self.model.reset(None if how == "all" else places)

    @rule(seed=SEED)
    def reset_with_a_seed(self, seed: int) -> None:
        n = len(self.batch)
        self.batch.reset(seed=seed)
        self.model = Model(self.game, n, seed=seed, autoreset=self.batch.autoreset)
        self.only_standing = False

    @rule(data=st.data(), plies=st.integers(0, 39))
    def set_a_state(self, data: st.DataObject, plies: int) -> None:
        place = self.places(data)[0]
        state = self.model.lanes[place].state
        for _ in range(plies):
            if state.is_over:
                break
            state = state.play(state.legal_actions[-1])
        if state.is_over:
            with pytest.raises(ValueError, match="state: it is over"):
                self.batch.set_state(place, state)
            return
        self.batch.set_state(place - len(self.batch), state)
        lane = self.model.lanes[place]
        self.model.lanes[place] = Lane(lane.game, state, acted=lane.acted)

    @rule(
        argument=ANYTHING,
        name=st.sampled_from(["reset", "seed", "state", "set_state", "lane", "select"]),
    )
    def lanes_of_any_number(self, argument: Any, name: str) -> None:
        batch: Any = self.batch.copy()
        state = self.game.start()
        before = snapshot(batch)
        calls = {
            "reset": lambda: batch.reset(argument),
            "seed": lambda: batch.reset(seed=argument),
            "state": lambda: batch.state(argument),
            "set_state": lambda: batch.set_state(0, argument),
            "lane": lambda: batch.set_state(argument, state),
            "select": lambda: batch.select(argument),
        }
        refused = is_refused(calls[name], REFUSALS)
        assert not refused or difference(snapshot(batch), before) == []

    # Other batches

    @rule(how=st.sampled_from(["copy", "deepcopy", "pickle"]))
    def go_on_with_another(self, how: str) -> None:
        old = self.batch
        makers: dict[str, Callable[[], mc.Batch]] = {
            "copy": old.copy,
            "deepcopy": lambda: copy.deepcopy(old),
            "pickle": lambda: pickle.loads(pickle.dumps(old)),  # noqa: S301 - our own
        }
        self.batch = makers[how]()
        assert difference(snapshot(self.batch), snapshot(old)) == []
        self.others = [*self.others[-2:], (old, snapshot(old))]

    @rule(data=st.data())
    def go_on_with_some_lanes(self, data: st.DataObject) -> None:
        places = self.places(data)
        self.others = [*self.others[-2:], (self.batch, snapshot(self.batch))]
        self.batch = self.batch.select(places)
        model = self.model
        model.lanes = [copy.copy(model.lanes[place]) for place in places]
        for lane in model.lanes:
            lane.just_ended = False
        for name in ("final_observation", "results", "reasons", "scores", "final_to_move"):
            setattr(model, name, getattr(model, name)[places])
        self.only_standing = True

    # What holds

    @invariant()
    def shows_the_model(self) -> None:
        if not hasattr(self, "batch"):
            return
        found = seen(self.batch, self.model.ended())
        wanted = self.model.views(self.kind)
        names = STANDING if self.only_standing else tuple(wanted)
        assert difference({n: found[n] for n in names}, {n: wanted[n] for n in names}) == []
        lane = self.model.lanes[-1].state
        assert self.batch.state(-1) == lane
        assert seeds(self.batch.state(-1)) == seeds(lane)

    @invariant()
    def others_are_untouched(self) -> None:
        for batch, before in getattr(self, "others", ()):
            assert difference(snapshot(batch), before) == []


class Environments(RuleBasedStateMachine):
    """A vector environment, and beside it Gymnasium's own over single ones."""

    @initialize(
        rules=st.sampled_from(ENDING),
        n=st.integers(1, 4), seed=st.integers(0, 2**31), mode=st.sampled_from(list(AutoresetMode)),
        opponent=st.sampled_from([None, "random", "greedy"]),
        seat=st.sampled_from(["first", "second", "random"]),
        rewards=st.sampled_from(KINDS),
    )  # fmt: skip
    def begin(
        self, rules: mc.Rules, n: int, seed: int, mode: AutoresetMode, opponent: str | None,
        seat: str, rewards: str,
    ) -> None:  # fmt: skip
        against = {} if opponent is None else {"mode": "opponent", "opponent": opponent,
                                               "seat": seat}  # fmt: skip
        self.ours, self.theirs = pair(rules, n, mode, rewards=rewards, **against)
        with pytest.raises(ResetNeeded):
            self.ours.step([0] * n)
        self.n, self.disabled = n, mode is AutoresetMode.DISABLED
        self.chance = np.random.default_rng(seed)
        self.reset_with_a_seed(seed)

    def begun(self, shown: Any, wanted: Any, lanes: Array | None = None) -> None:
        check_reset(shown, wanted)
        self.mask = shown[1]["action_mask"].copy()
        if lanes is None:
            self.over: Array = np.zeros(self.n, np.bool_)
        else:
            self.over = self.over & ~lanes

    @rule(seed=st.integers(0, 2**31))
    def reset_with_a_seed(self, seed: int) -> None:
        self.begun(self.ours.reset(seed=seed), self.theirs.reset(seed=[seed] * self.n))

    @rule()
    def reset(self) -> None:
        self.begun(self.ours.reset(), self.theirs.reset())

    @rule(data=st.data())
    def reset_some(self, data: st.DataObject) -> None:
        lanes = np.zeros(self.n, np.bool_)
        lanes[data.draw(st.lists(st.integers(0, self.n - 1), min_size=1))] = True
        options = {"reset_mask": lanes}
        self.begun(self.ours.reset(options=options), self.theirs.reset(options=options), lanes)

    @rule()
    def step_until_a_game_ends(self) -> None:
        for _ in range(SHORT):
            self.step(1)
            if self.over.any():
                return

    @rule(times=st.integers(1, 12))
    def step(self, times: int) -> None:
        for _ in range(times):
            if self.disabled and self.over.any():
                options = {"reset_mask": self.over.copy()}
                shown = self.ours.reset(options=options), self.theirs.reset(options=options)
                self.begun(*shown, self.over)
            actions = legal(self.mask, self.chance)
            step, wanted = self.ours.step(actions), self.theirs.step(actions)
            for found, value in zip(step[:4], wanted[:4], strict=True):
                assert found.dtype == value.dtype
                assert np.array_equal(found, value)
            check_info(step[4], wanted[4])
            self.mask, self.over = step[4]["action_mask"].copy(), step[2] | step[3]

    @rule(actions=ANYTHING | st.lists(st.integers(0, 99), max_size=4))
    def step_with_anything(self, actions: Any) -> None:
        before = snapshot(self.ours.batch)
        twin = copy.deepcopy(self.ours)
        if is_refused(lambda: twin.step(actions)):
            assert difference(snapshot(twin.batch), before) == []
            self.ours = twin  # it goes on as if nothing had been asked
        else:
            assert difference(snapshot(self.ours.batch), before) == []

    @rule(seed=ANYTHING, options=ANYTHING)
    def reset_with_anything(self, seed: Any, options: Any) -> None:
        before = snapshot(self.ours.batch)
        for arguments in ({"seed": seed}, {"options": {"reset_mask": options}},
                          {"options": options}):  # fmt: skip
            twin: Any = copy.deepcopy(self.ours)
            if is_refused(partial(twin.reset, **arguments)):
                assert difference(snapshot(twin.batch), before) == []
                self.ours = twin

    @rule()
    def go_on_with_a_pickle(self) -> None:
        self.ours = pickle.loads(pickle.dumps(self.ours))  # noqa: S301 - our own


Lanes.TestCase.settings = tried(25, 1_500)
test_any_calls_of_batches = Lanes.TestCase
Environments.TestCase.settings = tried(30, 1_000)
test_any_calls_of_environments = Environments.TestCase
