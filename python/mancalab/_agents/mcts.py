"""Monte Carlo tree search as an agent; `mancalab.agents` exports it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from mancalab._base.arguments import (
    check_word,
    checked_seed,
    integer_or_none,
    number,
    seconds_or_none,
    settle,
)
from mancalab._core import State, _mcts

MOST_SIMULATIONS = 10**9
MOST_BATCH = 4096
MOST_EXPLORATION = 1000.0
ROLLOUTS = ("random", "greedy")


@dataclass(frozen=True)
class Analysis:
    """The result of a search from a state."""

    action: int
    """The best action: the one with the most visits; among these the one of the greatest value."""
    visits: dict[int, int]
    """For each legal action the simulations that began with it."""
    values: dict[int, float]
    """For each legal action the mean score of these for the side to move, from 0 (all lost) to 1
    (all won); not a number where there were none."""
    simulations: int
    """New simulations: those of this search."""
    principal_variation: tuple[int, ...]
    """The best actions in order, each seen by the side that is to move then, as far as the tree
    goes."""
    seconds: float = field(compare=False)
    """Time it took."""

    @property
    def value(self) -> float:
        """The value of the best action."""
        return self.values[self.action]


@dataclass(frozen=True)
class MCTS:
    """Monte Carlo tree search: plain UCT, for every game of the package.

    A simulation is one descent through the tree to an action that it has not tried, and one game
    played out from there; an action that ends the game is scored as it ends. A win counts 1, a loss
    0, all else 1/2, a void and a game that is cut off too, for the side that chose; sides need not
    alternate. Where the rules set no limit to the actions of a game, one that is played out is cut
    off after 1000 from its leaf. The
    descents of a batch are made before their games are played, which then run side by side. A
    visit that is still under way counts as a visit, but not for the mean, and an action that is
    visited again leads on to a new leaf: so each game of a batch has a leaf of its own, and none is
    counted that has not. (Only in a tree that is full, at about 0.6 GB, may two share one.)

    In a match the tree lives as long as the game: what it knows of the position after the other's
    answer is kept. A forced action is played without a search. From 32,768
    simulations on, and without a limit to them, two trees grow in parallel and their visits are
    added up. The same seeds give the same games on any machine and any number of threads, unless
    `time` stops a search.

    Parameters
    ----------
    simulations
        New simulations for each choice, 1 to 10**9. None: as many as there is time for.
    time
        Seconds after which a choice is made in any case; None for no limit.
    rollout
        Who plays the games out: "random" or "greedy".
    leaf_batch
        Descents in a batch, 1 to 4096. None: a 256th of the simulations that the tree holds, at
        least 1 and at most 256: many times as fast as 1, and little weaker if at all.
    exploration
        The constant of UCB1, 0 to 1000: larger ones look more at actions that seem worse.
    seed
        0 to 2**64 - 1; two agents that differ in nothing else search differently.

    Raises
    ------
    ValueError, TypeError
        For an argument that is not allowed, with its name and what is.

    Examples
    --------
    >>> import mancalab as mc
    >>> agent = mc.agents.MCTS(simulations=2000)
    >>> state = mc.rules("kalah", columns=2, seeds=2).start()
    >>> found = agent.analyse(state)
    >>> found.action == agent(state), found.simulations
    (True, 2000)
    """

    simulations: int | None = 1000
    time: float | None = None
    rollout: Literal["random", "greedy"] = "random"
    leaf_batch: int | None = None
    exploration: float = 0.5
    seed: int = 0

    deterministic: ClassVar[bool] = False
    _native: ClassVar[str] = "mcts"

    def __post_init__(self) -> None:
        if self.simulations is None and self.time is None:
            raise ValueError(
                "simulations = None: allowed only with a time, or a search would never end"
            )
        check_word("rollout", self.rollout, ROLLOUTS)
        settle(
            self,
            simulations=integer_or_none("simulations", self.simulations, 1, MOST_SIMULATIONS),
            time=seconds_or_none("time", self.time),
            leaf_batch=integer_or_none("leaf_batch", self.leaf_batch, 1, MOST_BATCH),
            exploration=number("exploration", self.exploration, 0.0, MOST_EXPLORATION),
            seed=checked_seed(self.seed),
        )

    @property
    def name(self) -> str:
        """A name for tables."""
        limits = [] if self.simulations is None else [str(self.simulations)]
        limits += [] if self.time is None else [f"{self.time:g} s"]
        return f"MCTS({', '.join(limits)})"

    def analyse(self, state: State, *, threads: int | None = None) -> Analysis:
        """Search from a state.

        Parameters
        ----------
        state
            Its game is not over.
        threads
            Number of threads; None for all cores.

        Returns
        -------
        Analysis
            The best action, and what the search found out about all of them.

        Raises
        ------
        ValueError
            The game is over.
        KeyboardInterrupt
            Ctrl-C stops the search within 0.1 s.
        """
        action, tried, simulations, line, seconds = _mcts(self, state, threads)
        return Analysis(
            action=action,
            visits={action: visits for action, visits, _ in tried},
            values={action: value for action, _, value in tried},
            simulations=simulations,
            principal_variation=tuple(line),
            seconds=seconds,
        )

    def __call__(self, state: State) -> int:
        """Choose an action."""
        return self.analyse(state).action

    def _choose(self, state: State, seed: int, game: int) -> int:
        """Choose an action in a game of a run, with the random numbers of that game."""
        return _mcts(self, state, None, (seed, game))[0]
