"""What it is worth to move first: one row for each game and pair of agents."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from mancalab import plots
from mancalab._base.estimates import UNKNOWN, Estimate
from mancalab._base.words import counted
from mancalab.study.tables import advantage_findings
from mancalab.study.tables.advantage_scores import arranged, scores
from mancalab.study.tables.base import GridTable, LaidOutTable
from mancalab.study.tables.formats import (
    EXACT_NOTE,
    FEW_NOTE,
    INTERVAL_NOTE,
    MARK,
    bare,
    few_distinct,
    percent,
    spread,
    worth,
)
from mancalab.study.tables.grids import Grid
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
    """Share of all games that the starting player won (whichever agent it is)."""
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
    agent_score: Estimate = field(default=UNKNOWN, kw_only=True, compare=False)
    """Score of the agent ``first`` from both seats, where seats are swapped; else nan. ``score`` is
    that of the player who starts, whichever agent it is. Rows are compared without it: what is not
    known (nan) does not equal itself."""
    kind: str = field(default="", kw_only=True)
    """The kind of game: its rows, its laps, and whether stores are sown."""
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

    @property
    def players(self) -> str:
        """Who played, such as ``Greedy``, or ``Random and Greedy by turns`` (who starts)."""
        return f"{self.first} and {self.second} by turns" if self.swapped else self.first

    @property
    def opening(self) -> str:
        """How the games begin: ``from the opening``, or after how many random plies."""
        plies = self.opening_plies
        return f"after {counted(plies, 'random ply')}" if plies else "from the opening"

    @property
    def series(self) -> str:
        """Who played and how the games begin, such as ``Greedy after 4 random plies``."""
        return self.players if self.at_random else f"{self.players} {self.opening}"

    @property
    def at_random(self) -> bool:
        """Whether both play at random, so that random plies change nothing."""
        return self.first == self.second == "Random"

    @property
    def few_distinct(self) -> bool:
        """Whether fewer than a tenth of the games are distinct."""
        return few_distinct(self.distinct, self.games)


def heading(row: AdvantageRow) -> str:
    """What the rows of a block have in common: who played, and how."""
    games = counted(row.games, "game")
    if row.swapped:
        parts = [f"{row.first} and {row.second}, who start by turns: {games} each"]
        parts.append("each opening twice with seats swapped")
    else:
        parts = [f"{row.first} against {row.second}: {games} each"]
    if row.opening_plies or not row.at_random:
        parts.append(row.opening)
    parts.append(f"seed {row.seed}")
    return ", ".join(parts)


def marked(text: str, row: AdvantageRow) -> str:
    """A number, with a mark where few of its games are distinct; as wide without."""
    return text + (MARK if row.few_distinct else "")


FEW_LINE = (lambda row: row.few_distinct, FEW_NOTE)
"""A line of a note that is there where some row is marked, as `Layout.notes` has it."""

VOID = "void or\ncut off %"
VOID_COLUMN = (
    lambda row: row.voids.value + row.truncated.value > 0,
    "Void games and those cut off have no result; scores leave them out.",
)

_DETAILS: dict[str, Callable[[AdvantageRow], str]] = {
    "game": lambda row: row.label,
    "starter\nwon %": lambda row: bare(100 * row.wins.value, ".1f"),
    "drawn\n%": lambda row: bare(100 * row.draws.value, ".1f"),
    VOID: lambda row: bare(100 * (row.voids.value + row.truncated.value), ".1f"),
    "starter\nscored %": lambda row: marked(percent(row.score), row),
    "first-named\nscored %": lambda row: percent(row.agent_score),
    "starter's\nmargin": lambda row: spread(row.margin, "+.2f"),
    "exact": lambda row: "-" if row.exact is None else worth(row.exact, row.exact_kind),
    "length": lambda row: bare(row.plies.value, ".1f"),
    "choices": lambda row: bare(row.branching.value, ".2f"),
    "distinct\ngames": lambda row: f"{row.distinct:,}",
}

STARTER_NOTE = "starter: the player who begins, whichever agent that is."
WON = ("won", "% of all games")
DRAWN = ("drawn", "% of all games")
SCORED = ("scored", "won and half of drawn, in % of the games won, lost or drawn (50 is even)")
MARGIN = ("margin", "in seeds")
LENGTH = ("length", "in plies")
CHOICES = ("choices", "legal actions per ply")
DISTINCT = ("distinct", "different sequences of actions, beyond 262,144 an estimate")

LEGEND = {
    "starter\nwon %": WON,
    "drawn\n%": DRAWN,
    "starter\nscored %": SCORED,
    "starter's\nmargin": MARGIN,
    "length": LENGTH,
    "choices": CHOICES,
    "distinct\ngames": DISTINCT,
}

DETAILS = Layout(
    _DETAILS,
    heading,
    LEGEND,
    (STARTER_NOTE, INTERVAL_NOTE),
    {
        "exact": (lambda row: row.exact is not None, EXACT_NOTE),
        "first-named\nscored %": (
            lambda row: row.swapped,
            "first-named: the agent named first in the heading, from both seats.",
        ),
        VOID: VOID_COLUMN,
        MARK: FEW_LINE,
    },
    spare=("choices", "length", "drawn\n%", "distinct\ngames", "starter\nwon %", VOID),
    findings=advantage_findings.findings,
)


class DetailTable(LaidOutTable[AdvantageRow]):
    """All measures, one block for each series of an `AdvantageTable`."""

    row_type = AdvantageRow
    layout = DETAILS

    def _layout(self) -> Layout:
        return self.layout.showing("game", Labels(self.rows).word)


class AdvantageTable(GridTable[AdvantageRow]):
    """What it is worth to move first: all pairs of agents of a game, then the next game.

    ``str`` shows the scores of all series of games side by side, kind by kind, the highest first,
    and what was found; a table of one series shows all that was measured.
    """

    row_type = AdvantageRow

    @cached_property
    def labels(self) -> Labels:
        """What the games are called here."""
        return Labels(self.rows)

    @property
    def details(self) -> DetailTable:
        """All that was measured, one block for each series."""
        return DetailTable(arranged(self.rows))

    @property
    def findings(self) -> tuple[str, ...]:
        """What was found, in sentences, with what it depends on."""
        return tuple(advantage_findings.findings(self.rows))

    def _grids(self) -> list[Grid]:
        return scores(self.rows, self.labels)

    def __str__(self) -> str:
        return str(self.details) if self._alone else super().__str__()

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return self.details._repr_html_() if self._alone else super()._repr_html_()

    def to_markdown(self) -> str:
        """The table in Markdown, as README files and notebooks take it."""
        return self.details.to_markdown() if self._alone else super().to_markdown()

    @property
    def _alone(self) -> bool:
        return len({row.series for row in self.rows}) < 2

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw the starting players' scores, see `mancalab.plots.first_player_advantage`."""
        return plots.first_player_advantage(self, ax=ax)
