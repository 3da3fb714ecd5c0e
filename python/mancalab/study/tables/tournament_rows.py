"""The rows of a tournament: two agents in a game, and the strength of one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from mancalab._base.estimates import Estimate
from mancalab.study.faults import Fault
from mancalab.study.outcomes import Joint
from mancalab.study.tables.formats import few_distinct
from mancalab.study.tables.labels import label_alone
from mancalab.study.tables.options import OptionValue


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
    """Options that differ from the game's own in the catalogue; for a game not in it all, and the
    keys of its landing table."""
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
    def few_distinct(self) -> bool:
        """Whether fewer than a tenth of the games are distinct."""
        return few_distinct(self.distinct, self.to_their_end)

    @property
    def label(self) -> str:
        """Name, with options changed from the catalogue's, cut if long: ``kalah:columns=4``."""
        return label_alone(self)


@dataclass(frozen=True)
class StrengthRow:
    """An agent's strength in one game, or in all games of a tournament together.

    Strengths and what goes with them are in logits: an agent that is stronger by 1 has e to 1 odds
    against the other where draws and the first move play no part. Those of all agents sum to zero.
    Errors are standard errors; texts and figures show 95 % intervals, 1.96 times as wide. See
    `mancalab.study.Fit` for the model.
    """

    version: str
    """Version of mancalab that played."""
    game: str
    """Label of the game in its tournament; "all games" for the fit over all of them."""
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
