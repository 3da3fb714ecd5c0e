"""What agents choose: in one game, one state at a time, and in many lanes of a batch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from mancalab._agents.agent import Agent, Greedy, Random
from mancalab._agents.alphabeta import AlphaBeta
from mancalab._agents.mcts import MCTS
from mancalab._agents.policies import BatchPolicy, Policy
from mancalab._base.arguments import whole, wrong_type
from mancalab._batch.batch import Batch
from mancalab._core import State, _choose, _described

Chooser = Callable[[State], int]

Seat = Agent | Callable[[State], int]
"""An agent, or a function of a state as it stands."""

MOST_ACTION = 2**63 - 1
"""The largest number in an array of signed integers. No game has nearly as many actions."""


# One game


def chooser(agent: Seat, seed: int, game: int) -> Chooser:
    """What an agent does in game number ``game`` of a run with a seed, as a function of a state.

    Where a lot is due, it is drawn with the numbers of the game, and the agent is not asked.
    """
    choose = _chooser(agent, seed, game)
    return lambda state: drawn(state, seed, game) if state.chance else choose(state)


def drawn(state: State, seed: int, game: int) -> int:
    """The lot of a state in which one is drawn, in game number ``game`` of a run with a seed."""
    return _choose("random", state, seed, game)


def _chooser(agent: Seat, seed: int, game: int) -> Chooser:
    if isinstance(agent, Random | Greedy):
        return lambda state: _choose(agent._native, state, seed, game)  # noqa: SLF001  (for agents only)
    if isinstance(agent, AlphaBeta | MCTS):
        return lambda state: agent._choose(state, seed, game)  # noqa: SLF001  (for matches only)
    if isinstance(agent, BatchPolicy):
        return lambda state: answer_for_one(agent, state, seed, game)
    function = agent.function if isinstance(agent, Policy) else agent
    if not callable(function):
        raise wrong_type("agent", "a function of a state is needed", agent)
    what = f"{getattr(agent, 'name', 'a policy')} answers with an action"
    return lambda state: whole(what, function(state))


def answer_for_one(policy: BatchPolicy, state: State, seed: int, game: int) -> int:
    """The answer of a batch policy for a batch of one state alone."""
    batch = Batch(state.rules, 1, seed, "disabled", first_game=game)
    batch.set_state(0, state)
    return int(checked_answers(policy.function(batch), 1)[0])


# Many lanes


def answers(agent: Seat, batch: Batch, lanes: npt.NDArray[np.intp], seed: int) -> npt.NDArray[Any]:
    """The actions of an agent in some lanes (their numbers), in each by the lane's game number."""
    if isinstance(agent, BatchPolicy):
        return _answers_of_policy(agent, batch, lanes)
    if isinstance(agent, Random | Greedy):
        return batch._chosen_by(agent._native)[lanes]  # noqa: SLF001  (for agents only)
    games = batch.games[lanes].tolist()
    chosen = (
        _within_reach(batch.state(lane), chooser(agent, seed, game))
        for lane, game in zip(lanes.tolist(), games, strict=True)
    )
    return np.fromiter(chosen, dtype=np.int64)


def _answers_of_policy(
    policy: BatchPolicy, batch: Batch, lanes: npt.NDArray[np.intp]
) -> npt.NDArray[Any]:
    # A copy, so that what the function does to it has no effect on the match.
    asked = batch.copy() if len(lanes) == len(batch) else batch.select(lanes)
    actions = checked_answers(policy.function(asked), len(lanes))
    if (beyond := actions > MOST_ACTION).any():
        first = int(beyond.argmax())
        asked.state(first).play(int(actions[first]))  # the error that the engine would give
    return actions


def _within_reach(state: State, choose: Chooser) -> int:
    action = choose(state)
    if abs(action) > MOST_ACTION:
        state.play(action)  # the error that the engine would give
    return action


def checked_answers(answer: npt.ArrayLike, lanes: int) -> npt.NDArray[Any]:
    """The answer of a batch policy, if it is one action for each lane."""
    actions = np.asarray(answer)
    if actions.dtype.kind not in "iu":
        kind = str(actions.dtype) if actions.dtype.kind in "bfc" else _described(answer)
        raise TypeError(f"a batch policy answers with integers, not {kind}")
    if actions.shape != (lanes,):
        text = f"a batch policy answers with one action a lane, shape ({lanes},)"
        raise ValueError(f"{text}, not {actions.shape}")
    return actions
