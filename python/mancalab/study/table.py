"""The results of studies: their rows, and tables of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from mancalab.study import text
from mancalab.study.intervals import Estimate
from mancalab.study.records import OptionValue, Table

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
    """Options that differ from the game's own in the catalogue; all, for a game not in it."""
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
        """Name with its changed options, as the command line takes it: ``kalah:columns=4``."""
        return text.with_options(self.game, self.options)

    @property
    def agents(self) -> str:
        """Both agents, such as ``Random v Greedy``."""
        return f"{self.first} v {self.second}"


class AdvantageTable(Table[AdvantageRow]):
    """What it is worth to move first: all pairs of agents of a game, then the next game."""

    row_type = AdvantageRow

    def __str__(self) -> str:
        return text.terminal(self.rows, text.ADVANTAGE)

    def _repr_html_(self) -> str:
        return text.html(self.rows, text.ADVANTAGE)

    def to_markdown(self) -> str:
        """The table in Markdown, as README files and notebooks take it."""
        return text.markdown(self.rows, text.ADVANTAGE)

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw the starting players' scores, see `mancalab.plots.first_player_advantage`."""
        from mancalab import plots

        return plots.first_player_advantage(self, ax=ax)


@dataclass(frozen=True)
class EffectRow(AdvantageRow):
    """One value of one option, measured; with what it changes against the unchanged rules.

    The ``..._change`` fields are this row's value minus that of the baseline, over the same rounds
    (see `mancalab.study.intervals.difference`); nan in the row of the baseline itself.
    """

    baseline: str
    """What the row is compared with: game and options, as the command line takes them."""
    option: str
    """The option that was set; empty in the row of the unchanged rules."""
    value: OptionValue
    """The value it was set to."""
    wins_change: Estimate
    """Change of the starting player's share of wins, of all games."""
    score_change: Estimate
    """Change of the starting player's score."""
    margin_change: Estimate
    """Change of the starting player's mean margin, in seeds."""
    plies_change: Estimate
    """Change of the mean length of a game, in plies."""
    branching_change: Estimate
    """Change of the mean number of legal actions."""

    @property
    def change(self) -> str:
        """What was set, such as ``replay=false``."""
        return text.setting(self.option, self.value) if self.option else "unchanged"


class EffectTable(Table[EffectRow]):
    """What clauses do: all values for the first pair of agents, then for the next pair."""

    row_type = EffectRow

    def __str__(self) -> str:
        return text.terminal(self.rows, text.EFFECT)

    def _repr_html_(self) -> str:
        return text.html(self.rows, text.EFFECT)

    def to_markdown(self) -> str:
        """The table in Markdown, as README files and notebooks take it."""
        return text.markdown(self.rows, text.EFFECT)
