"""What it is worth to move first: one row for each game and pair of agents."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from mancalab import plots
from mancalab._base.estimates import Estimate
from mancalab.study.tables.base import LaidOutTable
from mancalab.study.tables.formats import percent, percent_or_none, spread, worth
from mancalab.study.tables.labels import Labels, label_alone
from mancalab.study.tables.layouts import Layout
from mancalab.study.tables.options import OptionValue

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True)
class AdvantageRow:
    """One cell of a study: one game played by one pair of agents.

    Everything is seen from the player who starts, whichever side of the board that is. Shares
    (``wins`` ... ``truncated``, ``score``) lie between 0 and 1.
    """

    version: str
    """Version of mancalab that played."""
    game: str
    """Name of the game."""
    title: str
    """Title of the game, for people."""
    digest: str
    """Digest of the rules that were played."""
    options: Mapping[str, OptionValue] = field(hash=False)
    """Options that differ from the game's own in the catalogue; for a game not in it all, and the
    keys of its landing table."""
    seed: int
    """Seed of the random numbers."""
    first: str
    """Name of the agent that starts (in swapped pairs: in the first game of each pair)."""
    second: str
    """Name of the other agent."""
    swapped: bool
    """Whether each opening was played twice, with the agents' seats swapped."""
    opening_plies: int
    """Random plies at the start of each game."""
    games: int
    """Games played."""
    distinct: int
    """How many different games (sequences of actions) these were: exact up to 262,144, beyond an
    estimate with a relative standard error of 0.2 to 0.3 %, the same whatever played the games."""
    seconds: float
    """Time it took, in seconds."""
    wins: Estimate
    """Share of all games that the starting player won."""
    losses: Estimate
    """Share of all games that the starting player lost."""
    draws: Estimate
    """Share of all games that were drawn."""
    voids: Estimate
    """Share of all games that ended as void (endless sowing)."""
    truncated: Estimate
    """Share of all games that were cut off at the greatest number of actions."""
    score: Estimate
    """Wins and half the draws, of the games won, lost or drawn: 0.5 is even."""
    margin: Estimate
    """Mean of the starting player's score minus the other's, in seeds. Of games won, lost or
    drawn; in swapped pairs, of the pairs where both games were."""
    plies: Estimate
    """Mean length of a game, in plies (actions)."""
    branching: Estimate
    """Mean number of legal actions, over all plies of all games."""
    exact: int | None = field(default=None, kw_only=True)
    """Value of the game for the player who starts, under perfect play; None where it is not known,
    or was not asked for."""
    exact_kind: str = field(default="", kw_only=True)
    """What it is: "margin" (own score minus the other's, in seeds) or "result" (1, 0 or -1)."""

    @property
    def label(self) -> str:
        """Name, with options changed from the catalogue's, cut if long: ``kalah:columns=4``."""
        return label_alone(self)

    @property
    def agents(self) -> str:
        """Both agents, such as ``Random v Greedy``."""
        return f"{self.first} v {self.second}"


def heading(row: AdvantageRow) -> str:
    """What the rows of a block have in common: who played, and how."""
    games = "1 game" if row.games == 1 else f"{row.games:,} games"
    parts = [f"{row.first} against {row.second}: {games} each"]
    if row.swapped:
        parts.append("in pairs with seats swapped")
    if row.opening_plies:
        parts.append(f"{row.opening_plies} random opening plies")
    parts.append(f"seed {row.seed}")
    return ", ".join(parts)


_ADVANTAGE: dict[str, Callable[[AdvantageRow], str]] = {
    "game": lambda row: row.label,
    "won": lambda row: percent_or_none(row.wins),
    "drawn": lambda row: percent_or_none(row.draws),
    "void": lambda row: percent_or_none(row.voids),
    "truncated": lambda row: percent_or_none(row.truncated),
    "score": lambda row: percent(row.score),
    "margin": lambda row: spread(row.margin, "+.2f"),
    "exact": lambda row: "-" if row.exact is None else worth(row.exact, row.exact_kind),
    "length": lambda row: spread(row.plies, ".1f"),
    "choices": lambda row: spread(row.branching, ".2f"),
    "distinct": lambda row: f"{row.distinct:,}",
}

ADVANTAGE = Layout(
    _ADVANTAGE,
    heading,
    "Seen from the player who starts; won, drawn, void, truncated: % of all games (0: none);\n"
    "score: won and half of drawn, in % of the games won, lost or drawn (50 is even);\n"
    "margin: in seeds; length: in plies; choices: legal actions per ply;\n"
    "± is the larger half of the 95 % interval.",
    {
        "exact": (
            lambda row: row.exact is not None,
            "exact: the value under perfect play, in seeds, or the result where they do not count.",
        )
    },
)


class AdvantageTable(LaidOutTable[AdvantageRow]):
    """What it is worth to move first: all pairs of agents of a game, then the next game."""

    row_type = AdvantageRow
    layout = ADVANTAGE

    @cached_property
    def labels(self) -> Labels:
        """What the games are called here."""
        return Labels(self.rows)

    def _layout(self) -> Layout:
        return self.layout.showing("game", self.labels.word)

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw the starting players' scores, see `mancalab.plots.first_player_advantage`."""
        return plots.first_player_advantage(self, ax=ax)
