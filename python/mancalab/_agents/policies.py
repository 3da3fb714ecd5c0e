"""Functions as agents: of one state, or of many games at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from mancalab._base.arguments import check_line, wrong_type
from mancalab._core import State

if TYPE_CHECKING:
    import numpy.typing as npt

    from mancalab._batch.batch import Batch


@dataclass(frozen=True)
class Policy:
    """A function of the state as an agent.

    Parameters
    ----------
    function
        Takes the State of a game that is not over and returns one of its legal actions. It is
        called on the calling thread; an exception that it raises ends the match.
    label
        Name in tables, one line; by default the function's own.
    deterministic
        Whether the function always gives the same answer for the same state. Two agents that do
        play one game over and over from the fixed opening.
    """

    function: Callable[[State], int]
    label: str = ""
    deterministic: bool = True

    _native: ClassVar[str] = "policy"

    def __post_init__(self) -> None:
        if not callable(self.function):
            raise wrong_type("function", "a function of a state is needed", self.function)
        check_line("label", self.label)

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
        Takes a Batch of games that are not over and returns an action for every lane, integers of
        shape (n,). It is called on the calling thread; an exception that it raises ends the match.
        The batch is a copy: changing it has no effect on the match.
    label
        Name in tables, one line; by default the function's own.
    deterministic
        Whether the function always gives the same answers for the same games. Two agents that do
        play one game over and over from the fixed opening.
    """

    function: Callable[[Batch], npt.ArrayLike]
    label: str = ""
    deterministic: bool = True

    _native: ClassVar[str] = "batch_policy"

    def __post_init__(self) -> None:
        if not callable(self.function):
            raise wrong_type("function", "a function of a batch is needed", self.function)
        check_line("label", self.label)

    @property
    def name(self) -> str:
        """A name for tables."""
        return self.label or getattr(self.function, "__name__", "batch policy")
