"""What every study of the course of games says of them: the game, the agents, the opening."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mancalab._agents.agent import Agent
from mancalab._core import Rules, __version__
from mancalab.study.tables.caveats import AMONG_RANDOM, FIXED_OPENING_ONLY, after_plies
from mancalab.study.tables.labels import label_alone
from mancalab.study.tables.options import OptionValue, changed_options


@dataclass(frozen=True, eq=False)
class Course:
    """The course of many games of one kind between two agents."""

    version: str
    """Version of mancalab that played."""
    game: str
    """Name of the game."""
    title: str
    """Title of the game, for people."""
    digest: str
    """Digest of the rules that were played."""
    options: Mapping[str, OptionValue]
    """Options that differ from the game's own in the catalogue; for a game not in it all, and the
    keys of its landing table."""
    seed: int
    """Seed of the random numbers."""
    first: str
    """Name of the agent that starts."""
    second: str
    """Name of the other agent."""
    opening_plies: int
    """Random plies at the start of each game or match."""

    @property
    def label(self) -> str:
        """Name, with options changed from the catalogue's, cut if long: ``kalah:columns=4``."""
        return label_alone(self)

    @property
    def agents(self) -> str:
        """Both agents, such as ``Random v Greedy``."""
        return f"{self.first} v {self.second}"

    @property
    def _caveat(self) -> str:
        """What a finding in these games depends on."""
        if self.first == self.second == "Random":
            return AMONG_RANDOM
        return after_plies(self.opening_plies) if self.opening_plies else FIXED_OPENING_ONLY


def course_facts(
    rules: Rules, seed: int, seats: tuple[Agent, Agent], opening_plies: int
) -> dict[str, Any]:
    """The fields of `Course`."""
    return {
        "version": __version__,
        "game": rules.name,
        "title": rules.title,
        "digest": rules.digest,
        "options": changed_options(rules),
        "seed": seed,
        "first": seats[0].name,
        "second": seats[1].name,
        "opening_plies": opening_plies,
    }
