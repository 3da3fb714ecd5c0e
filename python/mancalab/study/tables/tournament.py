"""The results of tournaments: who scored what against whom, and how strong that makes them."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from mancalab import plots
from mancalab.study.faults import Fault
from mancalab.study.fit import Fit
from mancalab.study.tables import tournament_findings, tournament_text
from mancalab.study.tables.base import GridTable
from mancalab.study.tables.grids import Grid
from mancalab.study.tables.labels import Labels
from mancalab.study.tables.standings import Block, Standing, strengths
from mancalab.study.tables.tournament_rows import PairingRow, StrengthRow

if TYPE_CHECKING:
    from matplotlib.axes import Axes

ALL_GAMES = "all games"
"""The label of all games together."""


class StrengthTable(GridTable[StrengthRow]):
    """The strengths of agents: all agents of a game, then those of the next."""

    row_type = StrengthRow

    def _grids(self) -> list[Grid]:
        """The strengths, game by game."""
        return tournament_text.strengths(self.rows)


class TournamentTable(GridTable[PairingRow]):
    """A tournament: its rows are the pairings, all those of a game, then those of the next.

    ``str`` gives a cross table of each game with the strengths of the agents; files have the
    pairings, from which all else can be computed again.
    """

    row_type = PairingRow

    def _grids(self) -> list[Grid]:
        """Cross tables, strengths and faults."""
        return tournament_text.tournament(self.rows, self.blocks, self.strengths.rows)

    @cached_property
    def labels(self) -> Labels:
        """What the games are called here."""
        return Labels(self.rows)

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """The pairings by game."""
        found: dict[str, list[PairingRow]] = {}
        for row in self.rows:
            found.setdefault(self.labels.word(row), []).append(row)
        return tuple(Block(label, tuple(rows)) for label, rows in found.items())

    @cached_property
    def pooled(self) -> Block:
        """The pairings of all games as one block."""
        return Block(ALL_GAMES, self.rows)

    @cached_property
    def fits(self) -> dict[str, Fit]:
        """The fit of each game by its label, and that of "all games" where there are several."""
        pooled = (self.pooled,) if len(self.blocks) > 1 else ()
        return {block.label: block.fit for block in (*self.blocks, *pooled)}

    @cached_property
    def strengths(self) -> StrengthTable:
        """The agents' strengths in each game, and in all games together where there are several.

        The fit over all games takes strengths, first-move advantage and draw width to be the same
        in all of them.
        """
        pooled = (self.pooled,) if len(self.blocks) > 1 else ()
        blocks = (*self.blocks, *pooled)
        return StrengthTable(tuple(row for block in blocks for row in strengths(block)))

    def records(self, game: str | None = None) -> dict[tuple[str, str], Standing]:
        """The results of each agent against each other, in one game (its label) or all (None)."""
        return self.block(game).records

    def block(self, game: str | None = None) -> Block:
        """The pairings of one game, by its label, or of all (None).

        Raises
        ------
        KeyError
            There is no such game in the tournament.
        """
        if game is None:
            return self.blocks[0] if len(self.blocks) == 1 else self.pooled
        known = {block.label: block for block in self.blocks}
        if game not in known:
            raise KeyError(f"game = {game!r}: allowed are {', '.join(known) or 'none'}")
        return known[game]

    @property
    def findings(self) -> tuple[str, ...]:
        """What was found, in sentences, with what it depends on."""
        return tuple(tournament_findings.findings(self.blocks))

    @property
    def faults(self) -> tuple[tuple[PairingRow, Fault], ...]:
        """All faults, each with the pairing in which it happened."""
        return tuple((row, fault) for row in self.rows for fault in row.faults)

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw the cross table, see `mancalab.plots.cross_table`."""
        return plots.cross_table(self, ax=ax)
