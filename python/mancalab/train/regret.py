"""Regret of a run: how often the networks that it kept fall short of perfect play."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from mancalab._agents.network import MOST_SIMULATIONS
from mancalab._base.amounts import in_bytes
from mancalab._base.arguments import checked_seed, integer, wrong_type
from mancalab._base.memory import available_memory
from mancalab._base.progress import Progress
from mancalab._core import Rules
from mancalab._solving.largest_table import check_tables
from mancalab._solving.tablebase import Tablebase
from mancalab.agents import Network
from mancalab.study.positions import built_seeds
from mancalab.study.regret import N_POSITIONS
from mancalab.study.regret import regret as regret_of
from mancalab.train.league import MOST, MOST_NETWORKS
from mancalab.train.regret_table import RunRegret
from mancalab.train.snapshots import Snapshot, common_game, thinned


def regret(
    folder: str | os.PathLike[str],
    *,
    n: int = N_POSITIONS,
    table: Tablebase | None = None,
    most_seeds: int | None = None,
    simulations: int = 64,
    seed: int = 0,
    most: int = MOST,
    threads: int | None = None,
    progress: Progress = None,
) -> RunRegret:
    """Compare the moves of the networks that a run kept with perfect play. Needs no torch.

    All are asked in the same positions, which are those of `mancalab.study.regret`: of random
    games, with few seeds in the pits, so that endgame tables know what every action is worth. The
    networks themselves have no table here.

    Parameters
    ----------
    folder
        Of the run. `run` keeps a network at each measurement, and one of before it learned.
    n
        Positions, about as many for each number of seeds.
    table
        An endgame table of the game; None: one is built in memory.
    most_seeds
        Most seeds in the pits. None: as many as the table has; without one 12.
    simulations
        Of the networks' search before each choice, 0 for none.
    seed
        Of the random games.
    most
        Networks at the most, 1 to 1,000: evenly chosen, the last one always.
    threads
        Number of threads that build a table and play random games; None for all cores.
    progress
        As in `mancalab.study.regret`.

    Returns
    -------
    RunRegret
        For each network, in the order of learning, a row for each number of seeds, and one for all
        of them.

    Raises
    ------
    FileNotFoundError
        No run kept networks there.
    OSError
        A network cannot be read, or is damaged.
    ValueError, TypeError
        The game has no endgame tables, random play reaches no position in which an action loses
        value, or an argument is not as described above.
    MemoryError
        There is no room for a table of so many seeds.
    MissingExtra
        scipy is not installed (an ImportError).
    """
    planned = Planned.of(folder, simulations=simulations, most=most)
    if table is None:
        check_game(planned.rules, most_seeds)
    found = regret_of(
        planned.rules,
        planned.networks,
        table=table,
        most_seeds=most_seeds,
        n=n,
        seed=checked_seed(seed),
        threads=threads,
        progress=progress,
    )
    return RunRegret.of(found, planned.snapshots, planned.simulations)


@dataclass(frozen=True)
class Planned:
    """The networks of a run that are to be asked."""

    rules: Rules
    snapshots: list[Snapshot]
    networks: list[Network]
    simulations: int

    @classmethod
    def of(cls, folder: str | os.PathLike[str], *, simulations: int, most: int) -> Planned:
        """Check what was asked for; arguments and errors as those of `regret`."""
        simulations = integer("simulations", simulations, 0, MOST_SIMULATIONS)
        if not isinstance(folder, str | os.PathLike):
            raise wrong_type("folder", "the path of a folder is needed", folder)
        snapshots = thinned(Path(folder), integer("most", most, 1, MOST_NETWORKS))
        networks = [snapshot.agent(simulations) for snapshot in snapshots]
        return cls(common_game(networks, folder), snapshots, networks, simulations)


def check_game(rules: Rules, most_seeds: int | None) -> None:
    """Refuse a game, or a number of seeds, of which no table can be built here.

    Raises
    ------
    ValueError, TypeError
        The game has no tables, or none of so many seeds.
    MemoryError
        There is no room for one.
    """
    try:
        check_tables(rules)
    except ValueError as error:
        raise ValueError(f"game = {rules.name}: no endgame tables: {error}") from error
    seeds = built_seeds(rules, most_seeds)
    needed, there = Tablebase.memory(rules, seeds), available_memory()
    if there is not None and needed > there:
        raise MemoryError(
            f"most_seeds = {seeds}: building the table takes up to {in_bytes(needed)} of memory; "
            f"{in_bytes(there)} are available"
        )
