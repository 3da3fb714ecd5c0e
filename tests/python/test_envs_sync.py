"""The vector environment shows what Gymnasium's own shows over the single environment."""

from __future__ import annotations

from typing import Any

import pytest
from gymnasium.vector import AutoresetMode

import mancalab as mc
from chosen_games import by_turns
from env_cases import GAMES, MODES, STEPS, check_steps, pair, short
from mancalab.envs import Env, VectorEnv


@pytest.mark.parametrize(("game", "mode"), by_turns(GAMES, MODES))
def test_self_play_equals_sync_vector_env(game: str, mode: AutoresetMode) -> None:
    ended = [check_steps(*pair(rules, 3, mode), STEPS) for rules in short(mc.catalogue[game])]
    assert ended[1] > 0


@pytest.mark.parametrize("opponent", ["random", "greedy", "alphabeta(depth=2)"])
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("seat", ["first", "second", "random"])
@pytest.mark.parametrize("game", ["kalah", "chuba"])
def test_playing_an_opponent_equals_sync_vector_env(
    game: str, seat: str, mode: AutoresetMode, opponent: str
) -> None:
    arguments = {"mode": "opponent", "opponent": opponent, "seat": seat}
    steps = STEPS // 3 if opponent == "alphabeta(depth=2)" else STEPS
    ended = [
        check_steps(*pair(rules, 2, mode, **arguments), steps)
        for rules in short(mc.catalogue[game])
    ]
    assert ended[1] > 0


@pytest.mark.parametrize("game", GAMES)
def test_playing_at_random_seats_equals_sync_vector_env(game: str) -> None:
    arguments = {"mode": "opponent", "opponent": "random", "seat": "random"}
    for rules in short(mc.catalogue[game]):
        check_steps(*pair(rules, 4, AutoresetMode.SAME_STEP, **arguments), STEPS)


def first(state: mc.State) -> int:
    return state.legal_actions[0]


@pytest.mark.parametrize(
    "opponent",
    [
        first,
        mc.agents.Policy(first),
        mc.agents.BatchPolicy(lambda batch: batch.mask.argmax(axis=1)),
        mc.agents.MCTS(simulations=8),
    ],
)
@pytest.mark.parametrize("mode", MODES)
def test_every_kind_of_opponent_equals_sync_vector_env(mode: AutoresetMode, opponent: Any) -> None:
    arguments = {"mode": "opponent", "opponent": opponent, "seat": "second"}
    assert check_steps(*pair("kalah", 3, mode, columns=3, seeds=2, **arguments), 30) > 0


@pytest.mark.parametrize(
    "arguments",
    [
        {"rewards": "margin"},
        {"copy": False},
        {"threads": 1},
        {"start": "north"},
        {"observation": "scaled"},
        {"observation": "thermometer", "planes": 3},
        {"observation": "one_hot", "planes": 3, "copy": False},
    ],
    ids=lambda arguments: "-".join(map(str, arguments)),
)
@pytest.mark.parametrize("opponent", [None, "random"])
@pytest.mark.parametrize("mode", MODES)
def test_other_arguments_equal_sync_vector_env(
    mode: AutoresetMode, opponent: str | None, arguments: dict[str, Any]
) -> None:
    if opponent:
        arguments = arguments | {"mode": "opponent", "opponent": opponent}
    ours, theirs = pair_with(mode, arguments)
    assert check_steps(ours, theirs, 40) > 0


def pair_with(mode: AutoresetMode, arguments: dict[str, Any]) -> Any:
    of_vector = {name: arguments[name] for name in ("copy", "threads") if name in arguments}
    common = {name: arguments[name] for name in arguments if name not in of_vector}
    ours, theirs = pair("kalah", 5, mode, columns=4, seeds=2, **common)
    if of_vector:
        ours = type(ours)("kalah", 5, autoreset_mode=mode, columns=4, seeds=2, **arguments)
    return ours, theirs


@pytest.mark.parametrize("make", [Env, VectorEnv])
@pytest.mark.parametrize(
    "opponent",
    [mc.agents.Policy(lambda _: 9, "nine"), mc.agents.BatchPolicy(lambda b: [9] * len(b), "nine")],
)
def test_an_illegal_answer_is_the_opponents(make: Any, opponent: Any) -> None:
    env = make("kalah", mode="opponent", opponent=opponent)
    env.reset(seed=1)
    with pytest.raises(mc.IllegalAction, match=r"opponent nine: .*action 9 is illegal") as caught:
        env.step(0 if make is Env else [0])
    assert caught.value.action == 9
