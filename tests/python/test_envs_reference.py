"""Long random runs through each environment are games of the reference engine."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import mancalab as mc
from chosen_games import by_turns, some_of
from env_cases import GAMES, MODES, STEPS, Array, legal, mask_of, returns, short
from mancalab.envs import Env, VectorEnv, aec


@dataclass
class Lane:
    """One game of a run, played on the reference engine."""

    state: mc.State
    earned: list[float] = field(default_factory=lambda: [0.0, 0.0])

    def play(self, action: int, step: dict[str, Any], kind: str) -> mc.State:
        """Play on, check reward, sign and ends, and return the position reached."""
        mover, after = self.state.to_move, self.state.play(action)
        paid = returns(after, kind)
        # By hand: `pytest.approx` would take a quarter of the time of these tests.
        assert abs(step["reward"] - paid[mover]) <= 1e-7
        assert step["rewards"].shape == (2,)
        assert all(abs(step["rewards"] - paid) <= 1e-7)
        cut = after.outcome is not None and after.outcome.result == "truncated"
        assert (step["terminated"], step["truncated"]) == (after.is_over and not cut, cut)
        sign = 0 if after.is_over else 1 if after.to_move == mover else -1
        assert step["sign"] == sign
        self.earned = [total + more for total, more in zip(self.earned, paid, strict=True)]
        return after

    def check(self, observation: Array, mask: Array, to_move: int) -> None:
        assert np.array_equal(observation, self.state.observation)
        assert np.array_equal(mask, mask_of(self.state))
        assert to_move == self.state.to_move


@pytest.mark.parametrize(("game", "kind"), by_turns(GAMES, ["result", "margin"]))
def test_env_plays_games_of_the_reference_engine(game: str, kind: str) -> None:
    for rules in short(mc.catalogue[game]):
        env, rng = Env(rules, rewards=kind), np.random.default_rng(1)
        observation, info = env.reset(seed=1)
        lane = Lane(rules.start())
        for _ in range(2 * STEPS):
            lane.check(observation, info["action_mask"], info["to_move"])
            assert np.array_equal(env.action_masks(), mask_of(lane.state).astype(np.bool_))
            action = rng.choice(lane.state.legal_actions)
            observation, reward, terminated, truncated, info = env.step(action)
            told = info | {"reward": reward, "terminated": terminated, "truncated": truncated}
            lane.state = lane.play(action, told, kind)
            if terminated or truncated:
                lane.check(observation, info["action_mask"], info["to_move"])
                assert lane.earned == returns(lane.state, kind)
                observation, info = env.reset()
                lane = Lane(rules.start())


@pytest.mark.parametrize(("game", "mode"), by_turns(GAMES, MODES))
def test_vector_env_plays_games_of_the_reference_engine(game: str, mode: AutoresetMode) -> None:
    kind = {AutoresetMode.SAME_STEP: "result"}.get(mode, "margin")
    for rules in short(mc.catalogue[game]):
        envs, rng = VectorEnv(rules, 3, rewards=kind, autoreset_mode=mode), np.random.default_rng(2)
        observations, info = envs.reset(seed=2)
        lanes = [Lane(rules.start()) for _ in range(3)]
        for _ in range(STEPS):
            for i, lane in enumerate(lanes):
                lane.check(observations[i], info["action_mask"][i], info["to_move"][i])
            actions = legal(info["action_mask"], rng)
            observations, *flags, info = envs.step(actions)
            for i, lane in enumerate(lanes):
                told = {name: info[name][i] for name in ("rewards", "sign")}
                told |= dict(zip(("reward", "terminated", "truncated"), row(flags, i), strict=True))
                lanes[i] = follow(lane, int(actions[i]), told, kind, mode)
                if mode is AutoresetMode.SAME_STEP and (told["terminated"] or told["truncated"]):
                    assert np.array_equal(info["final_obs"][i], lane.state.observation)
                    assert info["_final_obs"][i]
                    assert info["final_info"]["to_move"][i] == lane.state.to_move


def row(flags: list[Array], i: int) -> list[Any]:
    return [array[i].item() for array in flags]


def follow(lane: Lane, action: int, told: dict[str, Any], kind: str, mode: AutoresetMode) -> Lane:
    """What a lane shows after a step."""
    rules = lane.state.rules
    if lane.state.is_over:
        assert (told["reward"], told["rewards"].tolist(), told["sign"]) == (0.0, [0.0, 0.0], 0)
        return Lane(rules.start()) if mode is AutoresetMode.NEXT_STEP else lane
    lane.state = lane.play(action, told, kind)
    if not lane.state.is_over:
        return lane
    assert lane.earned == returns(lane.state, kind)
    return Lane(rules.start()) if mode is AutoresetMode.SAME_STEP else lane


@pytest.mark.parametrize("game", some_of(GAMES, 3))
def test_aec_plays_games_of_the_reference_engine(game: str) -> None:
    env: Any = aec.raw_env(game)
    rng = np.random.default_rng(3)
    rules = mc.catalogue[game]
    for _ in range(STEPS // 25):
        env.reset(seed=0)
        state, earned = rules.start(), dict.fromkeys(aec.AGENTS, 0.0)
        while not state.is_over:
            mover = aec.AGENTS[state.to_move]
            assert env.agent_selection == mover
            observation, _, terminated, truncated, _ = env.last()
            assert not terminated
            assert not truncated
            assert np.array_equal(observation["observation"], state.observation)
            assert np.array_equal(observation["action_mask"], mask_of(state))
            other = aec.AGENTS[1 - state.to_move]
            assert not env.observe(other)["action_mask"].any()
            action = rng.choice(state.legal_actions)
            env.step(action)
            state = state.play(action)
        for agent in env.agent_iter():
            _, reward, *_ = env.last()
            earned[agent] += reward
            env.step(None)
        assert list(earned.values()) == returns(state)


@pytest.mark.parametrize(("game", "seat"), by_turns(GAMES, [0, 1]))
def test_games_with_an_opponent_are_those_of_matches(game: str, seat: int) -> None:
    env = Env(game, mode="opponent", opponent="greedy", seat=("first", "second")[seat])
    rules = mc.catalogue[game]
    players: dict[str, Any] = {"south": "random", "north": "greedy"}
    if seat != {"south": 0, "north": 1}[str(rules.options["start"].value)]:
        players = {"south": "greedy", "north": "random"}
    numbers = count()
    for number in range(STEPS // 25):
        _, info = env.reset(seed=7 if number == 0 else None)
        mine: list[int] = []
        while not mine:  # games that the opponent has won before the agent moves are passed over
            played = mc.Record.play(rules, **players, seed=7, number=next(numbers))
            mine = [s.action for s in played.steps() if s.state.to_move == info["seat"]]
        for place, action in enumerate(mine):
            _, reward, *ends, info = env.step(action)
            assert any(ends) == (place == len(mine) - 1)
        assert env.state == list(played.states())[-1]
        assert reward == returns(env.state)[info["seat"]]
