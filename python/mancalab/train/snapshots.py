"""The networks that a run keeps, one at each measurement; torch is not needed.

They lie in the folder `FOLDER` of the run, each in a file that is named by the rounds learned
until then and says itself how far the run was.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from mancalab._agents.weights import NetworkError, Weights, save, training_of
from mancalab._base.words import counted
from mancalab._core import Rules
from mancalab.agents import Network

FOLDER = "networks"
_NAME = re.compile(r"\d{8,}\.npz")


@dataclass(frozen=True)
class Snapshot:
    """A network that a run kept.

    Attributes
    ----------
    path
        Its file.
    minutes
        How long the run had learned until then, measurements apart.
    rounds, games, positions
        What it had played.
    """

    path: Path
    minutes: float
    rounds: int
    games: int
    positions: int

    @property
    def name(self) -> str:
        """Its name in tables: the rounds learned."""
        return counted(self.rounds, "round")

    def agent(self, simulations: int) -> Network:
        """The agent that plays by it."""
        return Network(self.path, simulations, label=self.name)


def keep(network: Weights, run: Path, training: Mapping[str, float]) -> None:
    """Write a network, which replaces one that was kept after as many rounds.

    Parameters
    ----------
    network
        The network as it is now.
    run
        Folder of the run.
    training
        How far the run is: the numbers of a `Snapshot`, by name.
    """
    folder = run / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    save(network, folder / f"{int(training['rounds']):08d}.npz", training)


def kept(run: Path) -> dict[int, Path]:
    """The files of the networks that a run kept, by rounds, in order."""
    found = ((int(path.stem), path) for path in (run / FOLDER).glob("*.npz") if _named(path))
    return dict(sorted(found))


def read(path: Path) -> Snapshot:
    """The snapshot in a file.

    Raises
    ------
    NetworkError
        The file is no network, is damaged, or does not say how far the run was.
    """
    found = training_of(path)
    try:
        counts = {name: int(found[name]) for name in ("rounds", "games", "positions")}
        return Snapshot(path, found["minutes"], **counts)
    except (KeyError, OverflowError) as error:
        raise NetworkError(f"{path}: the network does not say how far its run was") from error


def thinned(run: Path, most: int) -> list[Snapshot]:
    """Some snapshots of a run in order of learning, evenly chosen, the last one always.

    Raises
    ------
    FileNotFoundError
        The run kept none.
    NetworkError
        A file is damaged, or does not say how far the run was.
    """
    paths = list(kept(run).values())
    if not paths:
        raise FileNotFoundError(
            f"{run}: no run kept networks there; mancalab.train.run does at each measurement"
        )
    chosen = np.linspace(len(paths) - 1, 0, min(most, len(paths))).round().astype(int)
    return [read(paths[place]) for place in sorted(chosen.tolist())]


def common_game(networks: Sequence[Network], folder: str | os.PathLike[str]) -> Rules:
    """The one game that all networks of a run play.

    Raises
    ------
    NetworkError
        They play several.
    """
    rules: Rules = networks[-1].rules
    if any(network.rules != rules for network in networks):
        raise NetworkError(f"{folder}: the networks in it do not all play the same game")
    return rules


def clear(run: Path, rounds: int) -> None:
    """Remove halves of files, and the networks of rounds that a run has lost.

    A run that is killed goes on from its last save, which may be older than its last network.
    """
    for left in (run / FOLDER).glob(".*.npz.*.part"):
        left.unlink(missing_ok=True)
    for after, path in kept(run).items():
        if after > rounds:
            path.unlink(missing_ok=True)


def _named(path: Path) -> bool:
    return _NAME.fullmatch(path.name) is not None
