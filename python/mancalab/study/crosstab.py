"""The results of tournaments: who scored what against whom, and how strong that makes them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from mancalab.study import crosstext, grids, text
from mancalab.study.bouts import Joint
from mancalab.study.faults import Fault
from mancalab.study.fit import ELO, Fit, Meeting, fit
from mancalab.study.intervals import DRAW, LOSS, TRUNCATED, VOID, WIN, Estimate, score_over_pairs
from mancalab.study.records import OptionValue, Table

if TYPE_CHECKING:
    from matplotlib.axes import Axes

ALL_GAMES = "all games"
"""What the fit over all games together is called."""


@dataclass(frozen=True)
class PairingRow:
    """Two agents in one game of a tournament, seen from ``agent``.

    Won, drawn and lost games include those that an agent forfeited by a fault, which it lost.
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
    agent: str
    """Name of the agent that starts the first game of each pair."""
    opponent: str
    """Name of the agent that starts the second game of each pair, from the same opening."""
    opening_plies: int
    """Random plies at the start of each game."""
    games: int
    """Games played."""
    distinct: int
    """How many different games (sequences of actions) these were, forfeited ones left out: exact up
    to 262,144, beyond an estimate."""
    seconds: float = field(compare=False)
    """Time it took, in seconds."""
    wins: int
    """Games that the agent won."""
    draws: int
    """Games drawn."""
    losses: int
    """Games that the agent lost."""
    voids: int
    """Games that ended as void (endless sowing)."""
    truncated: int
    """Games cut off at the greatest number of actions."""
    forfeits: int
    """Games that the agent forfeited; they are among its losses."""
    opponent_forfeits: int
    """Games that the opponent forfeited; they are among the wins."""
    score: Estimate
    """The agent's wins and half the draws, of the games won, lost or drawn."""
    first_score: Estimate
    """The same for the player who started, whichever agent it was."""
    joint: Joint
    """Pairs of games by the outcomes of both, each for the player who started it: won, lost, drawn,
    void, truncated."""
    faults: tuple[Fault, ...]
    """What the agents did wrong, by agent and kind."""

    @property
    def to_their_end(self) -> int:
        """Games that nobody forfeited."""
        return self.games - self.forfeits - self.opponent_forfeits

    @property
    def label(self) -> str:
        """Name with its changed options, as the command line takes it: ``kalah:columns=4``."""
        return text.with_options(self.game, self.options)


def seen_by(joint: Joint, seat: int) -> Joint:
    """Pairs by the outcomes of both games, for the first agent (0) or the second (1)."""
    order = [WIN, LOSS, DRAW, VOID, TRUNCATED]
    turned = [LOSS, WIN, DRAW, VOID, TRUNCATED]
    one, two = (order, turned) if seat == 0 else (turned, order)
    return tuple(tuple(joint[i][j] for j in two) for i in one)


class Record(NamedTuple):
    """What an agent did against one other, or against all."""

    joint: Joint
    """Pairs of games by the outcomes of both, for the agent."""
    forfeits: int

    @property
    def outcomes(self) -> list[int]:
        """Games by outcome: won, lost, drawn, void, truncated."""
        columns = zip(*self.joint, strict=True)
        return [sum(row) + sum(column) for row, column in zip(self.joint, columns, strict=True)]

    @property
    def score(self) -> Estimate:
        """Wins and half the draws, of the games won, lost or drawn; the interval is over pairs."""
        return score_over_pairs(self.joint)


_NOTHING = Record(((0,) * 5,) * 5, 0)


def _plus(one: Record, other: Record) -> Record:
    joint = tuple(
        tuple(a + b for a, b in zip(mine, theirs, strict=True))
        for mine, theirs in zip(one.joint, other.joint, strict=True)
    )
    return Record(joint, one.forfeits + other.forfeits)


@dataclass(frozen=True)
class Block:
    """The pairings of one game, or of several together."""

    label: str
    rows: tuple[PairingRow, ...]

    @cached_property
    def records(self) -> dict[tuple[str, str], Record]:
        """By agent and opponent."""
        found: dict[tuple[str, str], Record] = {}
        for row in self.rows:
            both = (row.agent, row.opponent)
            for seat, forfeits in enumerate((row.forfeits, row.opponent_forfeits)):
                key = both if seat == 0 else both[::-1]
                record = Record(seen_by(row.joint, seat), forfeits)
                found[key] = _plus(found.get(key, _NOTHING), record)
        return found

    @cached_property
    def totals(self) -> dict[str, Record]:
        """Of each agent against all others, the best score first."""
        found: dict[str, Record] = {}
        for (agent, _), record in self.records.items():
            found[agent] = _plus(found.get(agent, _NOTHING), record)
        scores = {agent: record.score.value for agent, record in found.items()}
        lost = {agent: 2 if math.isnan(score) else 1 - score for agent, score in scores.items()}
        return {agent: found[agent] for agent in sorted(found, key=lost.__getitem__)}

    @cached_property
    def fit(self) -> Fit:
        """Strengths, first-move advantage and draw width."""
        agents = list(self.totals)
        return fit(
            agents,
            [
                Meeting(agents.index(row.agent), agents.index(row.opponent), row.joint)
                for row in self.rows
            ],
        )


@dataclass(frozen=True)
class StrengthRow:
    """An agent's strength in one game, or in all games of a tournament together.

    Strengths and what goes with them are in logits: an agent that is stronger by 1 has e to 1 odds
    against the other where draws and the first move play no part. Those of all agents sum to zero.
    Errors are standard errors. See `mancalab.study.Fit` for the model.
    """

    version: str
    """Version of mancalab that played."""
    game: str
    """Name and options of the game; "all games" for the fit over all of them."""
    agent: str
    """Name of the agent."""
    games: int
    """Games that it played."""
    score: Estimate
    """Its wins and half the draws, of the games won, lost or drawn."""
    strength: float
    """Infinite, or nan, where the games set no bound to it."""
    strength_error: float
    """Standard error of ``strength``."""
    elo: float
    """The strength in points: 400 / ln 10 of them are one logit."""
    elo_error: float
    """Standard error of ``elo``."""
    advantage: float
    """What moving first is worth, on the scale of ``strength``; the same in all rows of a game."""
    advantage_error: float
    """Standard error of ``advantage``."""
    draw_width: float
    """Half the width of draws, on the scale of ``strength``; the same in all rows of a game."""
    draw_width_error: float
    """Standard error of ``draw_width``."""
    note: str
    """What is special about the fit; empty where nothing is."""


class StrengthTable(Table[StrengthRow]):
    """The strengths of agents: all agents of a game, then those of the next."""

    row_type = StrengthRow

    def __str__(self) -> str:
        return grids.terminal(crosstext.strengths(self.rows))

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return grids.html(crosstext.strengths(self.rows))

    def to_markdown(self) -> str:
        """The table in Markdown, as README files and notebooks take it."""
        return grids.markdown(crosstext.strengths(self.rows))


class TournamentTable(Table[PairingRow]):
    """A tournament: its rows are the pairings, all those of a game, then those of the next.

    ``str`` gives a cross table of each game with the strengths of the agents; files have the
    pairings, from which all else can be computed again.
    """

    row_type = PairingRow

    def __str__(self) -> str:
        return grids.terminal(crosstext.tournament(self))

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return grids.html(crosstext.tournament(self))

    def to_markdown(self) -> str:
        """Cross tables and strengths in Markdown, as README files and notebooks take it."""
        return grids.markdown(crosstext.tournament(self))

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """The pairings by game."""
        found: dict[tuple[str, str], list[PairingRow]] = {}
        for row in self.rows:
            found.setdefault((row.label, row.digest), []).append(row)
        return tuple(Block(label, tuple(rows)) for (label, _), rows in found.items())

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
        return StrengthTable(tuple(row for block in blocks for row in _strengths(block)))

    def records(self, game: str | None = None) -> dict[tuple[str, str], Record]:
        """What each agent did against each other: in one game, by its label, or in all (None)."""
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
            raise KeyError(f"game is {game!r}; the tournament has {', '.join(known) or 'none'}")
        return known[game]

    @property
    def faults(self) -> tuple[tuple[PairingRow, Fault], ...]:
        """All faults, each with the pairing in which it happened."""
        return tuple((row, fault) for row in self.rows for fault in row.faults)

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw the cross table, see `mancalab.plots.cross_table`."""
        from mancalab import plots

        return plots.cross_table(self, ax=ax)


def _strengths(block: Block) -> Iterator[StrengthRow]:
    found = block.fit
    for agent, value, error in zip(
        found.agents, found.strengths, found.strength_errors, strict=True
    ):
        record = block.totals[agent]
        yield StrengthRow(
            version=block.rows[0].version,
            game=block.label,
            agent=agent,
            games=sum(record.outcomes),
            score=record.score,
            strength=_real(value),
            strength_error=_real(error),
            elo=_real(ELO * value),
            elo_error=_real(ELO * error),
            advantage=_real(found.advantage),
            advantage_error=_real(found.advantage_error),
            draw_width=_real(found.draw_width),
            draw_width_error=_real(found.draw_width_error),
            note="; ".join(found.notes),
        )


def _real(number: float) -> float:
    # One nan object for all: rows with unknowns then compare equal.
    return math.nan if math.isnan(number) else number
