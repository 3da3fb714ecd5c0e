"""The first player's advantage: every game by every pair of agents, one row each."""

from __future__ import annotations

import operator
import os
import secrets
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import mancalab as mc
from mancalab import _core
from mancalab.study import intervals
from mancalab.study.extras import require
from mancalab.study.intervals import Estimate
from mancalab.study.progress import Progress, reporter
from mancalab.study.table import AdvantageRow, AdvantageTable, OptionValue

if TYPE_CHECKING:
    from mancalab._core import Rules, Series

N_GAMES = 10_000
"""Games per cell of a study, unless told otherwise."""

OPENING_PLIES = 4
"""Random plies before two deterministic agents, which would else play one game over and over."""

Agent = Any
"""An agent of `mancalab.agents`."""

AGENTS = {"random": "Random", "greedy": "Greedy"}
"""Agents that can be asked for by name, with their names in `mancalab.agents`."""

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

    @property
    def name(self) -> str:
        """Game and agents, for a progress bar."""
        return f"{self.rules.name}, {agent_name(self.first)} v {agent_name(self.second)}"


def first_player_advantage(
    games: Iterable[str | Path | Rules] | str | Path | Rules | None = None,
    agents: Iterable[Sequence[str | Agent]] | None = None,
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
        True shows a tqdm bar; a callable is given the number of games finished since its last
        call.

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
    agents: Iterable[Sequence[str | Agent]] | None = None,
    *,
    n: int = N_GAMES,
    seed: int | None = 0,
    opening_plies: int | None = None,
) -> tuple[Cell, ...]:
    """The cells of a study, everything checked; arguments as in `first_player_advantage`."""
    n = _whole("n", n, least=1)
    seed = secrets.randbits(64) if seed is None else _whole("seed", seed, most=2**64 - 1)
    if opening_plies is not None:
        opening_plies = _whole("opening_plies", opening_plies)
    pairs = [_pair(pair) for pair in _listed("agents", agents, DEFAULT_PAIRS)]
    if isinstance(games, str | os.PathLike | mc.Rules):
        games = [games]
    return tuple(
        _cell(_rules(game), first, second, n=n, seed=seed, opening_plies=opening_plies)
        for game in _listed("games", games, mc.catalogue)
        for first, second in pairs
    )


def play(
    cells: Sequence[Cell], *, threads: int | None = None, progress: Progress = None
) -> Iterator[AdvantageRow]:
    """Play the cells one after the other and give the row of each as soon as it is there."""
    require("scipy.stats", "study")  # before the games are played, not after
    if threads is not None:
        threads = _whole("threads", threads, least=1)
    with reporter(progress, sum(cell.games for cell in cells)) as report:
        for cell in cells:
            report.name(cell.name)
            series = _core.series(
                cell.rules,
                cell.first,
                cell.second,
                cell.rounds,
                swap=cell.swap,
                seed=cell.seed,
                threads=threads,
                opening_plies=cell.opening_plies,
                progress=report.update,
            )
            yield row(cell, series)


def row(cell: Cell, series: Series) -> AdvantageRow:
    """The row of a cell that has been played."""
    return AdvantageRow(
        version=mc.__version__,
        game=cell.rules.name,
        title=cell.rules.title,
        digest=cell.rules.digest,
        options=changed_options(cell.rules),
        seed=cell.seed,
        first=agent_name(cell.first),
        second=agent_name(cell.second),
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
    values = {name: option.value for name, option in rules.options.items()}
    if rules.name not in mc.catalogue:
        return values
    usual = mc.catalogue[rules.name].options
    return {
        name: value
        for name, value in values.items()
        if name not in usual or usual[name].value != value
    }


def agent_name(agent: Agent) -> str:
    """A short name: its ``repr`` without module, and without brackets that hold nothing."""
    return repr(agent).removeprefix("mancalab.").removeprefix("agents.").removesuffix("()")


def same_kind(first: Agent, second: Agent) -> bool:
    """Whether swapping the seats of two agents would change nothing."""
    simple = (mc.agents.Random, mc.agents.Greedy)
    return bool(
        first is second
        or first == second
        or (type(first) is type(second) and isinstance(first, simple))
    )


def _cell(
    rules: Rules, first: Agent, second: Agent, *, n: int, seed: int, opening_plies: int | None
) -> Cell:
    swap = not same_kind(first, second)
    if opening_plies is None:
        fixed = first.deterministic and second.deterministic
        opening_plies = OPENING_PLIES if fixed else 0
    rounds = (n + 1) // 2 if swap else n
    return Cell(rules, first, second, rounds, swap, seed, opening_plies)


def _rules(game: str | Path | Rules) -> Rules:
    if isinstance(game, str):
        return mc.catalogue[game]
    if isinstance(game, os.PathLike):
        return mc.Rules.from_toml(Path(game))
    if isinstance(game, mc.Rules):
        return game
    raise TypeError(f"games holds {game!r}; allowed: a name, rules, or the path of a TOML file")


def _pair(pair: Sequence[str | Agent]) -> tuple[Agent, Agent]:
    if isinstance(pair, str) or not isinstance(pair, Sequence):
        raise TypeError(f'agents holds {pair!r}; allowed: pairs such as ("random", "greedy")')
    if len(pair) != 2:
        raise ValueError(f"agents holds {pair!r} with {len(pair)} agents; a pair has 2")
    return _agent(pair[0]), _agent(pair[1])


def _agent(agent: str | Agent) -> Agent:
    if isinstance(agent, str):
        if agent not in AGENTS:
            raise ValueError(f"agent {agent!r} is unknown; by name: {', '.join(AGENTS)}")
        return getattr(mc.agents, AGENTS[agent])()
    if hasattr(agent, "deterministic") and not isinstance(agent, type):
        return agent
    if callable(agent) and not isinstance(agent, type):
        return mc.agents.Policy(agent)
    raise TypeError(
        f"{agent!r} is not an agent; allowed: a name, one of mancalab.agents, a function of a state"
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
