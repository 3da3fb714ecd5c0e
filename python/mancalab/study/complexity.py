"""How large a game is: positions, choices, length, and the game tree they span."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from mancalab._agents.agent import Random
from mancalab._base.arguments import MOST_COUNT, integer
from mancalab._base.estimates import Estimate
from mancalab._base.extras import require
from mancalab._base.progress import Progress
from mancalab._base.words import counted
from mancalab._catalogue import GameLike, as_rules
from mancalab._core import Rules, _observed
from mancalab._matches import playing
from mancalab.study.measures import measures
from mancalab.study.tables.formats import INTERVAL_NOTE, spread
from mancalab.study.tables.grids import wrapped
from mancalab.study.tables.labels import label_alone
from mancalab.study.tables.options import OptionValue, changed_options

RANDOM_GAMES = 10_000
"""Random games from which length and choices are taken: both are then known to about 1 %."""


@dataclass(frozen=True)
class Complexity:
    """The size of a game; ``str`` puts it into a few lines.

    Positions are bounded from above: every distribution of the seeds over the places, every set of
    marks, every phase, every value of the registers, either side to move, whether the game can get
    there or not. Positions that differ only in what has been repeated, or in the number of plies,
    count as one.
    """

    game: str
    """Name of the game."""
    digest: str
    """Digest of its rules."""
    options: Mapping[str, OptionValue] = field(hash=False)
    """Options that differ from the game's own in the catalogue; for a game not in it all, and the
    keys of its landing table."""
    seeds: int
    """Seeds in the game (s)."""
    places: int
    """Pits, two stores, and two reserves in games that have them (p)."""
    marks: int
    """Pits that can be marked (m)."""
    phases: int
    """Phases of a turn (f): 1, or more where a second decision can follow."""
    registers: int
    """Values that the registers of both players can have together (r): 1 in most games."""
    states: int
    """Upper bound for the number of positions: C(s + p - 1, p - 1) * 2^m * f * r * 2, exactly."""
    games: int
    """Random games that the rest is taken from."""
    seed: int
    """Seed of their random numbers."""
    plies: Estimate
    """Mean length of a random game, in plies."""
    branching: Estimate
    """Mean number of legal actions, over all plies of these games."""

    @property
    def label(self) -> str:
        """Name, with options changed from the catalogue's, cut if long: ``kalah:columns=4``."""
        return label_alone(self)

    @property
    def states_log10(self) -> float:
        """Decimal logarithm of `states`."""
        return math.log10(self.states)

    @property
    def tree_log10(self) -> float:
        """Decimal logarithm of the estimated number of games: length * log10(branching).

        That of a tree in which every game has the mean length and every ply the mean number of
        legal actions. Both are those of random games, and long games count for more than their
        mean in a real tree: take it as an order of magnitude of the exponent.
        """
        return self.plies.value * math.log10(self.branching.value)

    @property
    def findings(self) -> tuple[str, ...]:
        """What was found, in sentences, with what it depends on."""
        tree, states = self.tree_log10, self.states_log10
        if not math.isfinite(tree):
            found = "these games do not tell how large the game tree is"
        elif tree > states:
            found = (
                f"the game tree, about {_power(tree)}, is larger than the number of positions can "
                "be, so on average a position is reached in many ways"
            )
        else:
            found = (
                f"the game tree, about {_power(tree)}, is no larger than the bound of the "
                "positions, so that bound is a loose one or few positions come again"
            )
        return (
            f"Found: in {self.label} {found}. Choices and length are those of random games; other "
            "players choose among others.",
        )

    def __str__(self) -> str:
        return "\n".join(
            [
                f"{self.label}: {counted(self.seeds, 'seed')} on {counted(self.places, 'place')}",
                f"positions   at most {_power(self.states_log10)}: {self.states:,}",
                f"choices     {spread(self.branching, '.2f')} legal actions per ply",
                f"length      {spread(self.plies, '.1f')} plies",
                f"game tree   about {_power(self.tree_log10)}",
                f"Choices and length: {counted(self.games, 'random game')}, seed {self.seed}.",
                INTERVAL_NOTE,
                "",
                *(line for sentence in self.findings for line in wrapped(sentence)),
            ]
        )


def _power(exponent: float) -> str:
    return f"10^{exponent:.1f}"


def complexity(
    rules: GameLike,
    n: int = RANDOM_GAMES,
    seed: int = 0,
    *,
    threads: int | None = None,
    progress: Progress = None,
) -> Complexity:
    """Find how large a game is: a bound for its positions, and its choices and length.

    Parameters
    ----------
    rules
        A name in the catalogue, a line of rules such as ``"kalah columns=4"``, rules, or the path
        of a TOML file.
    n
        Random games to play for choices and length.
    seed, threads, progress
        As in `mancalab.playouts`.

    Raises
    ------
    KeyError, ValueError, TypeError
        An argument is not as described above.
    MissingExtra
        scipy is not installed (an ImportError).

    Examples
    --------
    >>> complexity("kalah", n=100).states
    13132444545150
    """
    rules = as_rules(rules)
    n = integer("n", n, 1, MOST_COUNT)
    require("scipy.stats", "study")  # before the games are played, not after
    series = playing.series(
        rules, Random(), Random(), n, swap=False, seed=seed, threads=threads, progress=progress
    )
    found = measures(series)
    shape = _Shape.of(rules)
    return Complexity(
        game=rules.name,
        digest=rules.digest,
        options=changed_options(rules),
        seeds=shape.seeds,
        places=shape.places,
        marks=shape.marks,
        phases=shape.phases,
        registers=shape.registers,
        states=shape.states,
        games=n,
        seed=seed,
        plies=found["plies"],
        branching=found["branching"],
    )


class _Shape(NamedTuple):
    """The numbers from which the bound of `Complexity` is worked out; see there."""

    seeds: int
    places: int
    marks: int
    phases: int
    registers: int

    @classmethod
    def of(cls, rules: Rules) -> _Shape:
        start = rules.start()
        seeds = sum(int(part.sum()) for part in (start.pits, start.stores, start.reserves))
        places = marks = 0
        phases = registers = 1
        for _, kind, _, most in _observed(rules):
            if kind in {"pit", "store", "reserve"}:
                places += 1
            elif kind in {"mark", "claim", "lifted"}:
                marks += 1
            elif kind == "phase":
                phases = most + 1
            else:
                registers *= most + 1
        return cls(seeds, places, marks, phases, registers)

    @property
    def states(self) -> int:
        boards = math.comb(self.seeds + self.places - 1, self.places - 1)
        return boards * (1 << self.marks) * self.phases * self.registers * 2
