"""The first player's advantage: every game by every pair of agents, one row each."""

from __future__ import annotations

import operator
import os
import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from mancalab import _play
from mancalab._catalogue import catalogue
from mancalab._core import Rules, State, __version__
from mancalab._progress import Progress, reporter
from mancalab.agents import Agent, Greedy, Policy, Random
from mancalab.study import intervals
from mancalab.study.extras import require
from mancalab.study.intervals import Estimate
from mancalab.study.table import AdvantageRow, AdvantageTable, OptionValue

if TYPE_CHECKING:
    from mancalab._core import Series

N_GAMES = 100_000
"""Games per cell of a study, unless told otherwise: shares are then known to 0.3 %, and the whole
catalogue takes about 15 seconds on two cores."""

OPENING_PLIES = 4
"""Random plies before two deterministic agents, which would else play one game over and over."""

AGENTS: dict[str, Callable[[], Agent]] = {"random": Random, "greedy": Greedy}
"""Agents that can be asked for by name."""

AgentLike = str | Agent | Callable[[State], int]
"""An agent, the name of one, or a function of a state that returns an action."""

DEFAULT_PAIRS = (("random", "random"), ("greedy", "greedy"))


@dataclass(frozen=True)
class Cell:
    """One game and one pair of agents, checked and ready to be played."""

    rules: Rules
    first: Agent
    second: Agent
    rounds: int
    swap: bool
    seed: int
    opening_plies: int

    @property
    def games(self) -> int:
        """Games that will be played."""
        return self.rounds * (2 if self.swap else 1)


def first_player_advantage(
    games: Iterable[str | Path | Rules] | str | Path | Rules | None = None,
    agents: Iterable[Sequence[AgentLike]] | None = None,
    *,
    n: int = N_GAMES,
    seed: int | None = 0,
    threads: int | None = None,
    opening_plies: int | None = None,
    progress: Progress = None,
) -> AdvantageTable:
    """Measure what it is worth to move first, in each game for each pair of agents.

    Two different agents play every opening twice, with swapped seats, and intervals are computed
    over these pairs of games. Two agents of one kind would play the same game twice; they play
    every opening once.

    Parameters
    ----------
    games
        Names in the catalogue, rules, or paths of TOML files. None: the whole catalogue.
    agents
        Pairs of agents; each is "random", "greedy", an agent of `mancalab.agents`, or a function
        of a state (see `mancalab.agents.Policy`).
        None: Random against Random and Greedy against Greedy.
    n
        Games per cell; in swapped pairs an odd number is rounded up to whole pairs.
    seed
        0 ... 2**64 - 1. The same seed gives the same table, whatever the number of threads.
        None draws one; the rows record it.
    threads
        None: all that the machine (or RAYON_NUM_THREADS) gives.
    opening_plies
        Random plies at the start of each game. None: 4 where both agents are deterministic,
        otherwise 0.
    progress
        True for a tqdm bar, or a function told the number of games just finished.

    Returns
    -------
    AdvantageTable
        Rows game by game, and within a game in the order of ``agents``.

    Raises
    ------
    KeyError
        A game is not in the catalogue.
    ValueError, TypeError
        An argument is not as described above.
    MissingExtra
        scipy is not installed (an ImportError).

    Examples
    --------
    >>> table = first_player_advantage(["kalah", "elf"], [("random", "greedy")], n=100)
    >>> [(row.game, row.agents, row.games) for row in table]
    [('kalah', 'Random v Greedy', 100), ('elf', 'Random v Greedy', 100)]
    """
    cells = plan(games, agents, n=n, seed=seed, opening_plies=opening_plies)
    return AdvantageTable(tuple(play(cells, threads=threads, progress=progress)))


def plan(
    games: Iterable[str | Path | Rules] | str | Path | Rules | None = None,
    agents: Iterable[Sequence[AgentLike]] | None = None,
    *,
    n: int = N_GAMES,
    seed: int | None = 0,
    opening_plies: int | None = None,
) -> tuple[Cell, ...]:
    """The cells of a study, everything checked; arguments as in `first_player_advantage`."""
    n = _whole("n", n, least=1)
    seed = secrets.randbits(64) if seed is None else _whole("seed", seed, most=2**64 - 1)
    if opening_plies is not None:
        opening_plies = _whole("opening_plies", opening_plies, most=2**32 - 1)
    pairs = [_pair(pair) for pair in _listed("agents", agents, DEFAULT_PAIRS)]
    if isinstance(games, str | os.PathLike | Rules):
        games = [games]
    return tuple(
        _cell(_rules(game), first, second, n=n, seed=seed, opening_plies=opening_plies)
        for game in _listed("games", games, catalogue)
        for first, second in pairs
    )


def play(
    cells: Sequence[Cell], *, threads: int | None = None, progress: Progress = None
) -> Iterator[AdvantageRow]:
    """Play the cells one after the other and give the row of each as soon as it is there."""
    require("scipy.stats", "study")  # before the games are played, not after
    if threads is not None:
        threads = _whole("threads", threads, least=1, most=1024)
    with reporter(progress, sum(cell.games for cell in cells), "study") as report:
        for cell in cells:
            series = _play.series(
                cell.rules,
                cell.first,
                cell.second,
                cell.rounds,
                swap=cell.swap,
                seed=cell.seed,
                threads=threads,
                opening_plies=cell.opening_plies,
                progress=report,
            )
            yield row(cell, series)


def row(cell: Cell, series: Series) -> AdvantageRow:
    """The row of a cell that has been played."""
    return AdvantageRow(
        version=__version__,
        game=cell.rules.name,
        title=cell.rules.title,
        digest=cell.rules.digest,
        options=changed_options(cell.rules),
        seed=cell.seed,
        first=cell.first.name,
        second=cell.second.name,
        swapped=cell.swap,
        opening_plies=cell.opening_plies,
        games=series.games,
        distinct=series.distinct,
        seconds=series.seconds,
        **measures(series),
    )


def measures(series: Series) -> dict[str, Estimate]:
    """All estimates of a series, over games, or over pairs of games where seats are swapped."""
    joint = series.joint

    def share(outcome: int) -> Estimate:
        if joint is None:
            return intervals.share_over_games(series.outcomes, outcome)
        return intervals.share_over_pairs(joint, outcome)

    sums = series.moments
    size = 1 if joint is None else 2
    return {
        "wins": share(intervals.WIN),
        "losses": share(intervals.LOSS),
        "draws": share(intervals.DRAW),
        "voids": share(intervals.VOID),
        "truncated": share(intervals.TRUNCATED),
        "score": (
            intervals.score_over_games(series.outcomes)
            if joint is None
            else intervals.score_over_pairs(joint)
        ),
        "margin": intervals.mean(
            sums["margin_rounds"], sums["margin"], sums["margin2"], per_unit=size
        ),
        "plies": intervals.mean(series.rounds, sums["plies"], sums["plies2"], per_unit=size),
        "branching": intervals.ratio(
            series.rounds,
            upper=sums["choices"],
            lower=sums["plies"],
            upper_squares=sums["choices2"],
            lower_squares=sums["plies2"],
            products=sums["plies_choices"],
        ),
    }


def changed_options(rules: Rules) -> dict[str, OptionValue]:
    """Options of rules that differ from the catalogue's; all of them for a game not in it."""
    changes = rules._changes()  # noqa: SLF001 - the package's own
    if changes is not None:
        return changes
    return {name: option.value for name, option in rules.options.items()}


def _cell(
    rules: Rules, first: Agent, second: Agent, *, n: int, seed: int, opening_plies: int | None
) -> Cell:
    swap = first != second  # equal agents would play the same game twice
    if opening_plies is None:
        fixed = first.deterministic and second.deterministic
        opening_plies = OPENING_PLIES if fixed else 0
    rounds = (n + 1) // 2 if swap else n
    return Cell(rules, first, second, rounds, swap, seed, opening_plies)


def _rules(game: str | Path | Rules) -> Rules:
    if isinstance(game, str):
        return catalogue[game]
    if isinstance(game, os.PathLike):
        return Rules.from_toml(Path(game))
    if isinstance(game, Rules):
        return game
    raise TypeError(f"games holds {game!r}; allowed: a name, rules, or the path of a TOML file")


def _pair(pair: Sequence[AgentLike]) -> tuple[Agent, Agent]:
    if isinstance(pair, str) or not isinstance(pair, Sequence):
        raise TypeError(f'agents holds {pair!r}; allowed: pairs such as ("random", "greedy")')
    if len(pair) != 2:
        raise ValueError(f"agents holds {pair!r} with {len(pair)} agents; a pair has 2")
    return _agent(pair[0]), _agent(pair[1])


def _agent(agent: AgentLike) -> Agent:
    if isinstance(agent, str):
        if agent.lower() not in AGENTS:
            raise ValueError(f"agent {agent!r} is unknown; by name: {', '.join(AGENTS)}")
        return AGENTS[agent.lower()]()
    if not isinstance(agent, type):
        if hasattr(agent, "deterministic"):
            return cast("Agent", agent)
        if callable(agent):
            return Policy(agent)
    raise TypeError(
        f"{agent!r} is not an agent; allowed: a name, an agent of mancalab.agents, "
        "a function of a state"
    )


def _listed(name: str, values: Iterable[Any] | None, default: Iterable[Any]) -> list[Any]:
    if isinstance(values, str) or not (values is None or isinstance(values, Iterable)):
        raise TypeError(f"{name} is {values!r}; a list is needed")
    listed = list(default if values is None else values)
    if not listed:
        raise ValueError(f"{name} is empty; at least one is needed")
    return listed


def _whole(name: str, value: int, *, least: int = 0, most: int = 2**63 - 1) -> int:
    if isinstance(value, bool):
        raise TypeError(f"{name} is {value!r}; a whole number is needed")
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is {value!r}; a whole number is needed") from None
    if not least <= number <= most:
        raise ValueError(f"{name} is {number}; allowed: {least} to {most}")
    return number
