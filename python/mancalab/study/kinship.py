"""How much the rules of games differ: clause by clause, as a tree and as a map."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
import numpy.typing as npt

from mancalab._base.arguments import MOST_COUNT, integer, wrong_type
from mancalab._base.extras import require
from mancalab._base.progress import Progress, reporter
from mancalab._base.words import counted
from mancalab._catalogue import GameLike, as_rules, catalogue


@dataclass(frozen=True, eq=False)
class Kinship:
    """How many rules each two of some games say differently.

    A rule is a sentence of `Rules.explain`; one that only one of two games has counts once, and so
    does one that they say differently. Names, sources and clauses do not count.
    """

    games: tuple[str, ...]
    """Names of the games."""
    differences: npt.NDArray[np.int16]
    """Shape (games, games): rules that differ; symmetric, 0 on the diagonal."""

    def between(self, one: str, other: str) -> int:
        """The number of rules that two of the games say differently."""
        return int(self.differences[self._index(one), self._index(other)])

    def nearest(self, game: str, n: int = 5) -> tuple[tuple[str, int], ...]:
        """The `n` games that differ least from one of them, or all others where these are fewer.

        The nearest stand first; of equal ones by name.

        Raises
        ------
        KeyError, ValueError, TypeError
            It is none of the games, or an argument is not as described above.
        """
        n = min(integer("n", n, 1, MOST_COUNT), len(self.games) - 1)
        index = self._index(game)
        others = [place for place in range(len(self.games)) if place != index]
        others.sort(key=lambda place: (self.differences[index, place], self.games[place]))
        return tuple(
            (self.games[place], int(self.differences[index, place])) for place in others[:n]
        )

    def _index(self, game: str) -> int:
        if game not in self.games:
            raise KeyError(f"{game!r} is none of the {counted(len(self.games), 'game')} compared")
        return self.games.index(game)

    @cached_property
    def tree(self) -> npt.NDArray[np.float64]:
        """The games joined two by two, as `scipy.cluster.hierarchy.linkage` writes a tree.

        Groups are joined by the mean number of rules in which a game of the one differs from a game
        of the other (average linkage).
        """
        hierarchy = require("scipy.cluster.hierarchy", "study")
        squareform = require("scipy.spatial.distance", "study").squareform
        found: npt.NDArray[np.float64] = hierarchy.linkage(
            squareform(self.differences.astype(float)), method="average", optimal_ordering=True
        )
        return found

    def groups(self, n: int) -> tuple[tuple[str, ...], ...]:
        """The games in `n` groups, as the tree joins them last; the largest group first."""
        n = integer("n", n, 1, len(self.games))
        hierarchy = require("scipy.cluster.hierarchy", "study")
        labels = hierarchy.fcluster(self.tree, n, criterion="maxclust")
        found: dict[int, list[str]] = {}
        for game, label in zip(self.games, labels, strict=True):
            found.setdefault(int(label), []).append(game)
        groups = sorted(found.values(), key=lambda group: (-len(group), group))
        return tuple(map(tuple, groups))

    @cached_property
    def places(self) -> npt.NDArray[np.float64]:
        """Shape (games, 2): places on a map, as far apart as the games differ, as nearly as may be.

        Classical scaling: the two directions in which the games are spread most. `kept` says how
        much of the spread the map shows.
        """
        return self._scaled[0]

    @property
    def kept(self) -> float:
        """The share of the games' spread, from 0 to 1, that the map shows."""
        return self._scaled[1]

    @cached_property
    def _scaled(self) -> tuple[npt.NDArray[np.float64], float]:
        squares = self.differences.astype(float) ** 2
        centred = squares - squares.mean(axis=0) - squares.mean(axis=1)[:, None] + squares.mean()
        values, vectors = np.linalg.eigh(-centred / 2)
        spread = np.clip(values[::-1], 0, None)
        axes = vectors[:, ::-1][:, :2] * np.sqrt(spread[:2])
        # Which end of an axis is which is chance: the first game lies on its positive side.
        axes *= np.where(axes[0] < 0, -1.0, 1.0)
        total = float(spread.sum())
        return axes, float(spread[:2].sum()) / total if total else 1.0

    @property
    def findings(self) -> tuple[str, ...]:
        """What was found, in sentences."""
        if len(self.games) < 2:
            return ()
        pairs = [(self.between(*pair), pair) for pair in combinations(self.games, 2)]
        least, most = min(pairs)[0], max(pairs)[0]
        mean = sum(number for number, _ in pairs) / len(pairs)
        return (
            f"Found: two of these {counted(len(self.games), 'game')} differ in {mean:.1f} rules on "
            f"average; the least are {least}, {pairs_in_words(pairs, least)}, and the most {most}, "
            f"{pairs_in_words(pairs, most)}. A map in two directions shows {self.kept:.0%} of "
            "their spread.",
        )

    def __str__(self) -> str:
        return "\n".join(self.findings)


def pairs_in_words(pairs: Sequence[tuple[int, tuple[str, str]]], number: int) -> str:
    """The pairs of games that differ in so many rules: "of kalah and mangala"."""
    found = [" and ".join(pair) for differ, pair in pairs if differ == number]
    if len(found) <= 2:
        return " and ".join(f"of {pair}" for pair in found)
    return f"of {len(found)} pairs, such as {found[0]}"


def kinship(games: Iterable[GameLike] | None = None, *, progress: Progress = None) -> Kinship:
    """Count the rules that each two games say differently.

    Parameters
    ----------
    games
        Names in the catalogue, rules, or paths of TOML files, each name once. None: all games of
        the catalogue, which takes some seconds.
    progress
        True for a tqdm bar, or a function that gets the number of games just compared with those
        before.

    Raises
    ------
    KeyError, ValueError, TypeError
        An argument is not as described above, or there are fewer than two games.

    Examples
    --------
    >>> kinship(["oware", "kalah", "uril"]).nearest("oware", 1)
    (('uril', 3),)
    """
    if isinstance(games, str):
        raise wrong_type("games", "a list of games is needed", games)
    rules = [as_rules(game) for game in (catalogue if games is None else games)]
    names = [game.name for game in rules]
    if len(names) < 2:
        raise ValueError(f"games: two or more are needed, not {len(names)}")
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise ValueError(f"games: {', '.join(twice)} stands there twice")
    differences = np.zeros((len(rules), len(rules)), dtype=np.int16)
    with reporter(progress, len(rules), "kinship") as report:
        for later, game in enumerate(rules):
            for before, other in enumerate(rules[:later]):
                number = other._differences(game)  # noqa: SLF001
                differences[before, later] = differences[later, before] = number
            if report is not None:
                report(1)
    return Kinship(tuple(names), differences)
