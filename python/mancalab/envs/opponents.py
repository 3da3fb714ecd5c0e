"""The other player of an environment: which side he has, and what he answers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import numpy.typing as npt

from mancalab import agents
from mancalab._batch import Batch
from mancalab._batch_match import checked
from mancalab._choosing import Chooser, chooser
from mancalab._core import IllegalAction

FRUITLESS = 1_000
"""Games in a row that may end before the agent's first action."""

Array = npt.NDArray[Any]

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_SEATS = np.uint64(0x5EA7)  # so that the seat has nothing to do with the numbers of the plies


def _mixed(z: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


def sides(seat: str, starters: npt.ArrayLike, seed: int, games: npt.ArrayLike) -> Array:
    """The sides of the agent in some games: for a random seat, drawn from seed and game number."""
    first = np.atleast_1d(np.asarray(starters, dtype=np.uint8))
    if seat == "first":
        return first.copy()
    if seat == "second":
        return 1 - first
    numbers = np.atleast_1d(np.asarray(games, dtype=np.uint64))
    run = _mixed(np.array([seed], dtype=np.uint64) + _GOLDEN)
    drawn = _mixed(_mixed(run + numbers * _GOLDEN) ^ _SEATS)
    return first ^ (drawn & np.uint64(1)).astype(np.uint8)


def answers(agent: agents.Agent, batch: Batch, lanes: Array, seed: int) -> Array:
    """What the other player does in some lanes (truth values); 0 in the others."""
    if isinstance(agent, agents.Random):
        return batch.sample()
    if isinstance(agent, agents.Greedy):
        return batch._chosen_by("greedy")  # noqa: SLF001  (for agents only)
    places = np.flatnonzero(lanes)
    chosen = np.zeros(len(batch), dtype=np.int64)
    if isinstance(agent, agents.BatchPolicy):
        chosen[places] = checked(agent.function(batch.select(places)), len(places))
        return chosen
    for place in places.tolist():
        choose: Chooser = chooser(agent, seed, int(batch.games[place]))
        chosen[place] = choose(batch.state(place))
    return chosen


@contextmanager
def blamed(agent: agents.Agent) -> Iterator[None]:
    """Say of an illegal action that it is the opponent's, not the caller's."""
    try:
        yield
    except IllegalAction as error:
        error.args = (f"opponent {agent.name}: {error}",)
        raise


def fruitless(agent: agents.Agent) -> RuntimeError:
    """What is raised when the agent is never to move."""
    return RuntimeError(
        f"opponent {agent.name}: it ended {FRUITLESS} games in a row before the agent's first "
        "action; another seat or game is needed"
    )
