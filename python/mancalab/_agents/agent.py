"""What agents have in common, and the two that need no search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Protocol


class Agent(Protocol):
    """What all agents have in common."""

    @property
    def name(self) -> str:
        """A name for tables."""

    @property
    def deterministic(self) -> bool:
        """Whether the agent always chooses the same action in the same state."""


@dataclass(frozen=True)
class Random:
    """Any legal action, all equally likely."""

    name: ClassVar[str] = "Random"
    deterministic: ClassVar[bool] = False
    _native: ClassVar[str] = "random"


@dataclass(frozen=True)
class Greedy:
    """The action after which its own score minus the other's is greatest, in seeds.

    Sweeps at the end count, a void counts 0, ties are broken at random.
    """

    name: ClassVar[str] = "Greedy"
    deterministic: ClassVar[bool] = False
    _native: ClassVar[str] = "greedy"
