"""A league: the networks that a run kept, and fixed opponents, in one tournament.

A curve of scores against one opponent ends where that opponent always loses, and rises where
nothing is learned but to beat it. The strengths of a tournament do neither.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path

from mancalab._agents.agent import Agent
from mancalab._agents.naming import AgentLike, as_agent
from mancalab._agents.network import MOST_SIMULATIONS
from mancalab._base.arguments import checked_seed, integer, listed, wrong_type
from mancalab._base.progress import Progress
from mancalab.agents import MCTS, AlphaBeta, Greedy, Random
from mancalab.study.pairings import Pairing
from mancalab.study.run import check_resumable
from mancalab.study.tournament import MOST_ROUNDS, plan, play
from mancalab.train.league_table import League
from mancalab.train.snapshots import Snapshot, common_game, thinned
from mancalab.train.strength import pairs

OPPONENTS: tuple[Agent, ...] = (
    AlphaBeta(depth=2),
    AlphaBeta(depth=4),
    AlphaBeta(depth=6),
    AlphaBeta(depth=8),
    MCTS(simulations=1000),
    Greedy(),
    Random(),
)
"""The fixed opponents; the first one has 0 Elo."""

GAMES = 20  # of each two agents
MOST = 6  # networks
MOST_NETWORKS = 1000
MOST_GAMES = 2 * MOST_ROUNDS


def league(
    folder: str | os.PathLike[str],
    opponents: Iterable[AgentLike] = OPPONENTS,
    *,
    games: int = GAMES,
    simulations: int = 64,
    seed: int = 0,
    most: int = MOST,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Progress = None,
    resume: str | os.PathLike[str] | None = None,
) -> League:
    """Let the networks that a run kept play each other and fixed opponents. Needs no torch.

    One fit to all games gives all strengths (see `mancalab.study.Fit`). They are told in Elo points
    above the first opponent, so that runs can be compared. What one strength for each agent does
    not explain, such as a network that is good against one opponent only, stands in the residuals.

    Parameters
    ----------
    folder
        Of the run. `run` keeps a network at each measurement, and one of before it learned.
    opponents
        Whom the networks are compared with: one or more, as `mancalab.study.tournament` takes
        them.
    games
        Games of each two agents, an even number.
    simulations
        Of the networks' search before each choice, 0 for none.
    seed
        Of the openings and of all that is random in the games.
    most
        Networks at the most, 1 to 1,000: evenly chosen, the last one always.
    threads, executor, progress, resume
        As in `mancalab.study.tournament`.

    Raises
    ------
    FileNotFoundError
        No run kept networks there.
    OSError
        A network cannot be read, or is damaged.
    ValueError, TypeError
        An argument is not as described above.
    MissingExtra
        scipy or statsmodels is not installed (an ImportError).
    """
    planned = Planned.of(
        folder, opponents, games=games, simulations=simulations, seed=seed, most=most
    )
    if resume is not None:
        check_resumable(planned.pairings, seed)
    return planned.play(threads=threads, executor=executor, progress=progress, resume=resume)


@dataclass(frozen=True)
class Planned:
    """A league that is still to be played, everything checked."""

    pairings: tuple[Pairing, ...]
    snapshots: list[Snapshot]
    simulations: int

    @classmethod
    def of(
        cls,
        folder: str | os.PathLike[str],
        opponents: Iterable[AgentLike] = OPPONENTS,
        *,
        games: int = GAMES,
        simulations: int = 64,
        seed: int = 0,
        most: int = MOST,
    ) -> Planned:
        """Check what was asked for; arguments and errors as those of `league`."""
        simulations = integer("simulations", simulations, 0, MOST_SIMULATIONS)
        games = integer("games", pairs("games", games, 2), 2, MOST_GAMES)
        fixed = [as_agent(agent, "opponents") for agent in listed("opponents", opponents)]
        if not isinstance(folder, str | os.PathLike):
            raise wrong_type("folder", "the path of a folder is needed", folder)
        snapshots = thinned(Path(folder), integer("most", most, 1, MOST_NETWORKS))
        networks = [snapshot.agent(simulations) for snapshot in snapshots]
        agents: list[AgentLike] = [*fixed, *networks]
        pairings = plan(common_game(networks, folder), agents, n=games, seed=checked_seed(seed))
        return cls(pairings, snapshots, simulations)

    def play(
        self,
        *,
        threads: int | None = None,
        executor: Executor | None = None,
        progress: Progress = None,
        resume: str | os.PathLike[str] | None = None,
    ) -> League:
        """Play it; arguments as those of `league`."""
        table = play(
            self.pairings, threads=threads, executor=executor, resume=resume, progress=progress
        )
        return League.of(table, self.snapshots, self.simulations)
