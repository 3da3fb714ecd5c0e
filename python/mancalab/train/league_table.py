"""The results of a league: how strong a run was when, on the scale of its fixed opponents."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from mancalab import plots
from mancalab._base.estimates import ELO, Z95, Estimate
from mancalab._base.words import counted
from mancalab._core import __version__
from mancalab.study.fit import Fit
from mancalab.study.tables import grids
from mancalab.study.tables.base import GridTable
from mancalab.study.tables.formats import INTERVAL_NOTE, bare, percent, spread
from mancalab.study.tables.grids import Grid
from mancalab.study.tables.residuals import ResidualRow, ResidualTable, residuals_of
from mancalab.study.tables.tournament import TournamentTable
from mancalab.train.snapshots import Snapshot

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True)
class LeagueRow:
    """The strength of a network of a run, or of a fixed opponent, in a league."""

    version: str
    """Version of mancalab that played."""
    game: str
    """Label of the game."""
    agent: str
    """Name of the agent; of a network the rounds learned."""
    simulations: int | None
    """Of the network's search; None for a fixed opponent, as all of the run."""
    minutes: float
    """How long the run had learned, measurements apart; nan for a fixed opponent."""
    rounds: int | None
    """Rounds that it had learned."""
    positions: int | None
    """Positions that it had played."""
    games: int
    """Games that the agent played in the league."""
    score: Estimate
    """Its wins and half the draws, of the games won, lost or drawn."""
    elo: Estimate
    """Elo points above the anchor; infinite where no finite strength fits."""
    anchor: str
    """Name of the fixed opponent that has 0 Elo."""


class LeagueTable(GridTable[LeagueRow]):
    """Strengths in a league: networks in the order of learning, and fixed opponents."""

    row_type = LeagueRow

    def _grids(self) -> list[Grid]:
        """The networks, and below them the fixed opponents."""
        learned = [row for row in self.rows if row.rounds is not None]
        fixed = [row for row in self.rows if row.rounds is None]
        parts = [_networks(learned)] if learned else []
        parts += [_opponents(fixed)] if fixed else []
        return parts or [Grid("An empty table.", (), ())]


@dataclass(frozen=True)
class League:
    """A tournament of the networks that a run kept and of fixed opponents.

    ``str`` gives the strengths, and says which score they explain least.

    Attributes
    ----------
    strengths
        A `LeagueRow` for each network, in the order of learning.
    opponents
        One for each fixed opponent, the strongest first.
    residuals
        For each network and fixed opponent the score, and what one strength for each agent makes
        one expect: a `mancalab.study.ResidualTable`.
    tournament
        All games: a `mancalab.study.TournamentTable`.
    """

    strengths: LeagueTable
    opponents: LeagueTable
    residuals: ResidualTable
    tournament: TournamentTable

    @classmethod
    def of(
        cls, tournament: TournamentTable, snapshots: Sequence[Snapshot], simulations: int
    ) -> League:
        """The league of a tournament, in whose one game all agents but the snapshots are fixed."""
        names = [snapshot.name for snapshot in snapshots]
        pairs = ((row.agent, row.opponent) for row in tournament.rows)
        agents = dict.fromkeys(name for pair in pairs for name in pair)
        fixed = [name for name in agents if name not in names]
        block = tournament.block()
        anchor = _anchor(block.fit, fixed)

        def row(name: str, snapshot: Snapshot | None = None) -> LeagueRow:
            standing = block.totals[name]
            return LeagueRow(
                version=__version__,
                game=block.label,
                agent=name,
                simulations=None if snapshot is None else simulations,
                minutes=math.nan if snapshot is None else snapshot.minutes,
                rounds=None if snapshot is None else snapshot.rounds,
                positions=None if snapshot is None else snapshot.positions,
                games=sum(standing.outcomes),
                score=standing.score,
                elo=_ahead(block.fit, name, anchor),
                anchor=anchor,
            )

        opponents = sorted(map(row, fixed), key=lambda x: -_or_nothing(x.elo.value))
        return cls(
            LeagueTable(tuple(map(row, names, snapshots))),
            LeagueTable(tuple(opponents)),
            residuals_of(block, names, fixed),
            tournament,
        )

    @property
    def anchor(self) -> str:
        """The fixed opponent with 0 Elo: the first that was named and has a finite strength."""
        return self.opponents.rows[0].anchor

    @cached_property
    def gained(self) -> Estimate:
        """Elo points that the last network has more than the first."""
        first, last = self.strengths.rows[0], self.strengths.rows[-1]
        return _ahead(self.tournament.block().fit, last.agent, first.agent)

    def to_csv(self, path: str | os.PathLike[str]) -> None:
        """Write the strengths of the networks and of the fixed opponents as one CSV file.

        `LeagueTable.from_csv` reads it.

        Raises
        ------
        OSError
            The folder does not exist or cannot be written to.
        """
        (self.strengths + self.opponents).to_csv(path)

    def to_markdown(self) -> str:
        """The league in Markdown, as README files and notebooks take it."""
        return grids.markdown(self._grids())

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw the strengths by the minutes of training, see `mancalab.plots.league`."""
        return plots.league(self, ax=ax)

    def __str__(self) -> str:
        return grids.terminal(self._grids())

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return grids.html(self._grids())

    def _grids(self) -> list[Grid]:
        """The strengths, and what was found."""
        networks, opponents = (_networks(self.strengths.rows), _opponents(self.opponents.rows))
        note = f"score: against all others, in %; Elo: {self.anchor} has 0. {INTERVAL_NOTE}"
        fits = self.tournament.block().fit.notes
        below = [note, *(f"note: {text}" for text in fits)]
        found = [f"Found: {self._progress()} {unexplained(self.residuals)}"]
        return [Grid(self._heading(), (), ()), networks, opponents, Grid("", (), (), below, found)]

    def _heading(self) -> str:
        row = self.tournament.rows[0]
        simulations = self.strengths.rows[0].simulations or 0
        return (
            f"{self.tournament.block().label}: {counted(row.games, 'game')} of each two agents, "
            f"in pairs with seats swapped, seed {row.seed}; networks with "
            f"{counted(simulations, 'simulation')}"
        )

    def _progress(self) -> str:
        first, last = self.strengths.rows[0], self.strengths.rows[-1]
        if first is last:
            return f"the network of {last.agent} has {_points(last.elo)} Elo."
        if not math.isfinite(self.gained.value):
            return f"what the network learned from {first.agent} to {last.agent} has no bounds."
        ahead = f"is {_points(self.gained)} Elo ahead of that of {first.agent}"
        return f"the network of {last.agent} {ahead}."


def unexplained(residuals: ResidualTable) -> str:
    """The score that one strength for each agent explains least, where it is beyond chance."""
    beyond = residuals.beyond_chance
    compared = counted(residuals.compared, "score")
    if not residuals.compared:
        return "There are too few games to tell whether one strength for each explains the scores."
    if not beyond:
        return (
            f"One strength for each explains all {compared} of networks against fixed opponents "
            "as far as chance goes."
        )
    return (
        f"One strength for each does not explain {len(beyond)} of the {compared} of networks "
        f"against fixed opponents, most of all this: {_compared(beyond[0])}. A network that has "
        "learned to beat one opponent rather than to play shows in such a score."
    )


def _compared(row: ResidualRow) -> str:
    return (
        f"that of {row.agent} scores {percent(row.score)} % against {row.opponent}, where "
        f"{100 * row.expected:.1f} % are expected (z = {row.z:+.1f})"
    )


def _networks(rows: Sequence[LeagueRow]) -> Grid:
    lines = [
        [
            row.agent,
            bare(row.minutes, ".1f"),
            f"{row.positions or 0:,}",
            percent(row.score),
            _points(row.elo),
        ]
        for row in rows
    ]
    return Grid("", ["network", "minutes", "positions", "score", "Elo"], lines)


def _opponents(rows: Sequence[LeagueRow]) -> Grid:
    lines = [[row.agent, percent(row.score), _points(row.elo)] for row in rows]
    return Grid("", ["opponent", "score", "Elo"], lines)


def _points(elo: Estimate) -> str:
    anchor = elo.value == 0 and not elo.low < elo.high
    return "0" if anchor else spread(elo, "+z.0f")


def _anchor(fit: Fit, fixed: Sequence[str]) -> str:
    """The first of the fixed opponents that has a finite strength; without one the first."""
    strengths = dict(zip(fit.agents, fit.strengths, strict=True))
    return next((name for name in fixed if math.isfinite(strengths[name])), fixed[0])


def _ahead(fit: Fit, agent: str, other: str) -> Estimate:
    """How many Elo points an agent is ahead of another."""
    one, two = fit.agents.index(agent), fit.agents.index(other)
    value = ELO * (fit.strengths[one] - fit.strengths[two])
    of = fit.covariance
    # Of an agent to itself rounding may leave less than 0; of what is unknown nan stays.
    variance = of[one][one] + of[two][two] - 2 * of[one][two]
    error = Z95 * ELO * math.sqrt(0.0 if variance < 0 else variance)
    return Estimate(*(_real(x) for x in (value, value - error, value + error)))


def _or_nothing(value: float) -> float:
    return -math.inf if math.isnan(value) else value


def _real(number: float) -> float:
    # One nan object for all: rows with unknowns then compare equal.
    return math.nan if math.isnan(number) else number
