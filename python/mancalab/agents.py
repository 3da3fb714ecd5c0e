"""Agents: players for `mancalab.match` and for studies.

Any function of a state that returns an action can be used as an agent as it stands; `Policy` gives
it a name.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Protocol

from mancalab._core import State
from mancalab._mcts import MCTS, Analysis

if TYPE_CHECKING:
    import numpy.typing as npt

    from mancalab._batch import Batch

__all__ = ["MCTS", "Agent", "Analysis", "BatchPolicy", "Greedy", "Policy", "Random"]


class Agent(Protocol):
    """What all agents have in common."""

    @property
    def name(self) -> str:
        """A name for tables."""

    @property
    def deterministic(self) -> bool:
        """Whether chance has no part in what the agent does."""


@dataclass(frozen=True)
class Random:
    """Any legal action, all equally likely."""

    name: ClassVar[str] = "Random"
    deterministic: ClassVar[bool] = False
    _native: ClassVar[str] = "random"


@dataclass(frozen=True)
class Greedy:
    """The greatest own score minus the other's after the action, in seeds.

    Sweeps at the end count, a void counts 0, ties are broken at random.
    """

    name: ClassVar[str] = "Greedy"
    deterministic: ClassVar[bool] = False
    _native: ClassVar[str] = "greedy"


@dataclass(frozen=True)
class Policy:
    """A function of the state as an agent.

    Parameters
    ----------
    function
        Takes a State in which somebody is to move and returns one of its legal actions. It is
        called on the calling thread; what it raises ends the match.
    label
        Name in tables; by default the function's own.
    deterministic
        Whether the function always answers the same to the same state. Studies then begin each
        game with a few random actions.
    """

    function: Callable[[State], int]
    label: str = ""
    deterministic: bool = True

    _native: ClassVar[str] = "policy"

    def __post_init__(self) -> None:
        if not callable(self.function):
            raise TypeError(
                f"function: a function of a state is needed, not {type(self.function).__name__}"
            )
        if not isinstance(self.label, str):
            raise TypeError(f"label: a str is needed, not {type(self.label).__name__}")

    @property
    def name(self) -> str:
        """A name for tables."""
        return self.label or getattr(self.function, "__name__", "policy")


@dataclass(frozen=True)
class BatchPolicy:
    """A function of many games at once as an agent.

    Parameters
    ----------
    function
        Takes a Batch of games in which somebody is to move and returns an action for every lane,
        integers of shape (n,). It is called on the calling thread; what it raises ends the match.
        What it does to the batch has no effect on the match.
    label
        Name in tables; by default the function's own.
    deterministic
        Whether the function always answers the same to the same games. Studies then begin each
        game with a few random actions.
    """

    function: Callable[[Batch], npt.ArrayLike]
    label: str = ""
    deterministic: bool = True

    _native: ClassVar[str] = "batch_policy"

    def __post_init__(self) -> None:
        if not callable(self.function):
            raise TypeError(
                f"function: a function of a batch is needed, not {type(self.function).__name__}"
            )
        if not isinstance(self.label, str):
            raise TypeError(f"label: a str is needed, not {type(self.label).__name__}")

    @property
    def name(self) -> str:
        """A name for tables."""
        return self.label or getattr(self.function, "__name__", "batch policy")
