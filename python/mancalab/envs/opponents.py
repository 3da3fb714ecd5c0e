"""The other player of an environment: which side they have, and what they answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
import numpy.typing as npt

from mancalab import agents
from mancalab._agents import choosing
from mancalab._base.random_numbers import game_keys, mixed
from mancalab._batch.batch import Batch
from mancalab._core import IllegalAction

FRUITLESS = 1_000
"""Games in a row that may end before the agent's first action."""

Array = npt.NDArray[Any]

# So that the seat and the opponent have nothing to do with the numbers of the plies.
_SEATS, _OPPONENTS = np.uint64(0x5EA7), np.uint64(0x0995)


def sides(seat: str, starters: npt.ArrayLike, seed: int, games: npt.ArrayLike) -> Array:
    """The sides of the agent in some games: for a random seat, drawn from seed and game number."""
    first = np.atleast_1d(np.asarray(starters, dtype=np.uint8))
    if seat == "first":
        return first.copy()
    if seat == "second":
        return 1 - first
    drawn = mixed(game_keys(seed, games) ^ _SEATS)
    return first ^ (drawn & np.uint64(1)).astype(np.uint8)


def drawn(many: int, seed: int, games: npt.ArrayLike) -> Array:
    """Which of so many opponents plays each of some games, drawn from seed and game number."""
    keys = mixed(game_keys(seed, np.atleast_1d(np.asarray(games))) ^ _OPPONENTS)
    return (keys % np.uint64(many)).astype(np.uint16)


def answers(agent: agents.Agent, batch: Batch, lanes: Array, seed: int) -> Array:
    """The opponent's actions in some lanes (truth values); the others hold any number."""
    if isinstance(agent, agents.Random | agents.Greedy):
        return batch._chosen_by(agent._native)  # noqa: SLF001  (for agents only)
    places = np.flatnonzero(lanes)
    chosen = np.zeros(len(batch), dtype=np.int64)
    chosen[places] = choosing.answers(agent, batch, places, seed)
    return chosen


@contextmanager
def blamed(agent: agents.Agent) -> Iterator[None]:
    """Let the error for an illegal action say that it is the opponent's, not the caller's."""
    try:
        yield
    except IllegalAction as error:
        error.args = (f"opponent {agent.name}: {error}",)
        raise


def fruitless(opponents: Sequence[agents.Agent]) -> RuntimeError:
    """The error for games in which the agent is never to move."""
    names = ", ".join(one.name for one in opponents)
    return RuntimeError(
        f"opponent {names}: it ended {FRUITLESS} games in a row before the agent's first "
        "action; another seat or game is needed"
    )
