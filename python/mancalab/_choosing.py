"""Agents that play one game: the actions that they choose in a match, one state at a time."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from mancalab._batch import Batch
from mancalab._batch_match import checked
from mancalab._core import State
from mancalab._random import game_key
from mancalab.agents import MCTS, Agent, AlphaBeta, BatchPolicy, Greedy, Policy, Random

if TYPE_CHECKING:
    from mancalab.study.cells import AgentLike

Chooser = Callable[[State], int]

_MASK_32 = 2**32 - 1


def resolved(agent: AgentLike, where: str) -> Agent:
    """An agent from whatever names it; ``where`` begins the message of an error."""
    from mancalab.study.cells import as_agent

    try:
        return as_agent(agent)
    except (ValueError, TypeError) as error:
        raise type(error)(f"{where}: {error}") from error


def chooser(agent: Agent, seed: int, game: int) -> Chooser:
    """What an agent does in game number ``game`` of a run with a seed, as a function of a state."""
    key = game_key(seed, game)
    if isinstance(agent, Random):
        return lambda state: _pick(state.legal_actions, key, state.plies)
    if isinstance(agent, Greedy):
        return lambda state: _pick(_greediest(state), key, state.plies)
    if isinstance(agent, AlphaBeta | MCTS):
        return lambda state: agent._choose(state, seed, game)  # noqa: SLF001  (for matches only)
    if isinstance(agent, BatchPolicy):
        return lambda state: _answer_for_one(agent, state, seed, game)
    function = agent.function if isinstance(agent, Policy) else agent
    if not callable(function):
        raise TypeError(f"{type(agent).__name__} cannot play: it is no function of a state")
    return lambda state: _whole(function(state), agent.name)


def _whole(answer: object, name: str) -> int:
    if isinstance(answer, bool | np.bool_):
        raise TypeError(f"{name} answers {answer!r}; an action is a whole number")
    try:
        return operator.index(answer)  # type: ignore[arg-type]  # refused with a better error
    except TypeError:
        raise TypeError(f"{name} answers {answer!r}; an action is a whole number") from None


def _answer_for_one(agent: BatchPolicy, state: State, seed: int, game: int) -> int:
    batch = Batch(state.rules, 1, seed, "disabled", first_game=game)
    batch.set_state(0, state)
    return int(checked(agent.function(batch), 1)[0])


def _greediest(state: State) -> list[int]:
    """The actions of the greatest margin for the mover; a void counts 0."""
    margins = [_margin(state.play(action), state.to_move) for action in state.legal_actions]
    best = max(margins)
    return [
        action
        for action, margin in zip(state.legal_actions, margins, strict=True)
        if margin == best
    ]


def _margin(state: State, side: int) -> int:
    outcome = state.outcome
    if outcome is not None and outcome.result == "void":
        return 0
    return state.scores[side] - state.scores[1 - side]


def _pick(candidates: Sequence[int], key: int, ply: int) -> int:
    """Return the candidate that is drawn at a ply of the game with this key."""
    x = key + ply * 0x9E3779B9 & _MASK_32
    x = (x ^ (x >> 16)) * 0x7FEB352D & _MASK_32
    x ^= x >> 15
    x ^= key >> 32
    number = (x * 0x846CA68B & _MASK_32) >> 8
    return candidates[number * len(candidates) >> 24]
