"""Regret against exact values: one row for each agent and number of seeds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from mancalab import plots
from mancalab._base.estimates import Estimate
from mancalab.study.tables import regret_text
from mancalab.study.tables.base import GridTable
from mancalab.study.tables.grids import Grid
from mancalab.study.tables.labels import Labels, label_alone
from mancalab.study.tables.options import OptionValue

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True)
class RegretRow:
    """The moves of an agent beside the best ones, in positions with one number of seeds.

    Only positions count in which some action loses value, of which all values are known.
    """

    version: str
    """Version of mancalab that compared them."""
    game: str
    """Name of the game."""
    digest: str
    """Digest of its rules."""
    options: Mapping[str, OptionValue] = field(hash=False)
    """Options that differ from the game's own in the catalogue; for a game not in it all, and the
    keys of its landing table."""
    seed: int
    """Seed of the random numbers."""
    method: str
    """Where the values come from: "tables", or "search" (`mancalab.solve`)."""
    kind: str
    """What they are: "margin" (in seeds) or "result" (1, 0 or -1)."""
    most_seeds: int
    """Most seeds in the pits, of all rows."""
    agent: str
    """Name of the agent."""
    seeds: int | None
    """Seeds in the pits; None: all numbers together."""
    positions: int
    """Positions in which an action loses value: those that the agent was asked in."""
    left_out: int
    """Positions that were drawn too, in which all actions are worth the same."""
    unsolved: int
    """Positions that were drawn too, of which the search did not find all values."""
    mistakes: int
    """Moves that lost value."""
    mistake_share: Estimate
    """Their share of the positions."""
    at_stake: int
    """Positions in which an action turns a win into a draw or a loss, or a draw into a loss."""
    result_losses: int
    """Moves that did that."""
    result_loss_share: Estimate
    """Their share of the positions in which that was at stake."""
    mean_loss: Estimate
    """Mean value lost, over all positions; in seeds where values are margins."""
    loss_per_mistake: Estimate
    """Mean value lost by a mistake."""

    @property
    def label(self) -> str:
        """Name, with options changed from the catalogue's, cut if long: ``kalah:columns=4``."""
        return label_alone(self)


class RegretTable(GridTable[RegretRow]):
    """Regret against exact values: the rows of one agent, then those of the next.

    ``str`` gives a line for each agent, and the share of mistakes by number of seeds; files have
    all columns.
    """

    row_type: ClassVar[type] = RegretRow

    def _grids(self) -> list[Grid]:
        """Agents, and their mistakes by number of seeds."""
        return regret_text.regret(self.blocks)

    @cached_property
    def labels(self) -> Labels:
        """What the games are called here."""
        return Labels(self.rows)

    @cached_property
    def blocks(self) -> dict[str, tuple[RegretRow, ...]]:
        """The rows of each game, by its label."""
        found: dict[str, list[RegretRow]] = {}
        for row in self.rows:
            found.setdefault(self.labels.word(row), []).append(row)
        return {label: tuple(rows) for label, rows in found.items()}

    @property
    def totals(self) -> tuple[RegretRow, ...]:
        """The rows of all numbers of seeds together: one for each agent."""
        return tuple(row for row in self.rows if row.seeds is None)

    @property
    def findings(self) -> tuple[str, ...]:
        """What was found, in sentences, with what it depends on."""
        return tuple(regret_text.findings(self.blocks))

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw the shares of mistakes, see `mancalab.plots.regret`."""
        return plots.regret(self, ax=ax)
