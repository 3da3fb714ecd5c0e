"""Vector environments of others, to be measured beside ours: Pgx and OpenSpiel."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

from measure import size_for, timed


@dataclass(frozen=True)
class Peer:
    """An environment: its name, its lanes, and a run that gives steps a second."""

    name: str
    lanes: int
    run: Callable[[int], float]


def pgx(seconds: float) -> Peer | str:
    """Pgx's connect four with autoreset, observations and masks; the first legal action."""
    if importlib.util.find_spec("pgx") is None or importlib.util.find_spec("jax") is None:
        return "Pgx: left out, it is not installed (pip install pgx)"
    jax: Any = importlib.import_module("jax")
    env: Any = importlib.import_module("pgx").make("connect_four")
    wrappers: Any = importlib.import_module("pgx.experimental.wrappers")
    step, lanes = wrappers.auto_reset(env.step, env.init), 65_536

    def one(state: Any, key: Any) -> Any:
        return step(state, state.legal_action_mask.argmax(), key)

    stepped = jax.jit(jax.vmap(one))
    keys = jax.random.split(jax.random.PRNGKey(0), lanes)
    first = jax.jit(jax.vmap(env.init))(keys)

    def play(steps: int) -> None:
        state = first
        for _ in range(steps):
            state = stepped(state, keys)
        state.observation.block_until_ready()
        assert bool(state.legal_action_mask.any(axis=1).all())

    play(1)
    steps = size_for(seconds, play, first=1)
    name = f"Pgx {version('pgx')}, connect four, all cores"
    return Peer(name, lanes, lambda _: lanes * steps / timed(play, steps)[1])


def openspiel(seconds: float) -> Peer | str:
    """OpenSpiel's vector wrapper over its Kalah, the first legal action of every lane."""
    if importlib.util.find_spec("pyspiel") is None:
        return "OpenSpiel: left out, it is not installed (pip install open-spiel)"
    single: Any = importlib.import_module("open_spiel.python.rl_environment")
    vector: Any = importlib.import_module("open_spiel.python.vector_env")
    agent: Any = importlib.import_module("open_spiel.python.rl_agent")
    lanes = 64
    envs = vector.SyncVectorEnv([single.Environment("mancala") for _ in range(lanes)])

    def play(steps: int) -> None:
        shown = envs.reset()
        for _ in range(steps):
            told = [step.observations for step in shown]
            actions = [
                agent.StepOutput(action=one["legal_actions"][one["current_player"]][0], probs=None)
                for one in told
            ]
            shown, _, _, _ = envs.step(actions, reset_if_done=True)
        assert len(shown) == lanes

    steps = size_for(seconds, play, first=1)
    name = f"OpenSpiel {version('open-spiel')}, vector_env over mancala"
    return Peer(name, lanes, lambda _: lanes * steps / timed(play, steps)[1])


PEERS = (pgx, openspiel)
