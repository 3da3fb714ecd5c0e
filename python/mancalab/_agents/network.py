"""A trained network as an agent; `mancalab.agents` exports it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from mancalab._agents.policies import BatchPolicy
from mancalab._agents.weights import Weights, load
from mancalab._agents.zoo import PRETRAINED, path_of, trained_for
from mancalab._base.arguments import integer, wrong_type
from mancalab._core import State
from mancalab._solving.tablebase import Tablebase

if TYPE_CHECKING:
    from mancalab._batch.batch import Batch

MOST_SIMULATIONS = 100_000
EXPLORATION = 0.5
"""The constant of PUCT in play: networks for Kalah were stronger with 0.25 to 0.8 than with the
1.25 that is usual while a network learns."""


@dataclass(frozen=True, eq=False)
class Player:
    """Chooses for many games at once: by search, or by the network alone."""

    network: Weights
    simulations: int
    table: Tablebase | None = None

    @property
    def effort(self) -> str:
        """How it searches, in few words."""
        table = "" if self.table is None else f", table of {self.table.seeds}"
        return f"{self.simulations}{table}"

    def __call__(self, batch: Batch) -> npt.NDArray[Any]:
        """Actions for all lanes."""
        if batch.rules != self.network.rules:
            needed, found = self.network.rules.title, batch.rules.title
            raise ValueError(
                f"the network plays {needed} ({self.network.rules!r}); this is {found} "
                f"({batch.rules!r})"
            )
        if self.simulations:
            from mancalab.search import BatchMCTS  # when needed: `import mancalab` is quick

            search = BatchMCTS(
                batch,
                self.simulations,
                self.network,
                exploration=EXPLORATION,
                encoding=self.network.encoding,
                table=self.table,
            )
            return search.run().actions
        mask = np.ascontiguousarray(batch.mask)
        logits, _ = self.network(self.network.encoding(batch), mask)
        best: npt.NDArray[np.intp] = np.where(mask, logits, -np.inf).argmax(axis=1)
        return best


class Network(BatchPolicy):
    """A trained network, alone or with a tree search.

    Parameters
    ----------
    path
        A file that `mancalab.train` wrote (``network.npz``). It holds numbers only; nothing in it
        is executed. torch is not needed.
    simulations
        Of the search before each choice (PUCT, no rollouts: the network judges the leaves); 0 for
        the network alone, which plays the action that it finds most probable.
    table
        A `mancalab.Tablebase` of the game: where the search comes to a position of the table, it
        has the value of perfect play. None for none. An agent with a table in a file pickles.
    label
        Name in tables, one line; by default the file's or its folder's name with the simulations.

    Raises
    ------
    OSError
        The file cannot be read, is no network, or is damaged (`NetworkError`).
    ValueError, TypeError
        `simulations` is not allowed; or `table` is none of the network's game, or of no use as
        nothing is searched.

    Examples
    --------
    >>> import mancalab as mc
    >>> agent = mc.agents.Network("runs/kalah/network.npz", simulations=64)  # doctest: +SKIP
    >>> mc.match(mc.rules("kalah"), agent, mc.agents.Greedy(), 100)  # doctest: +SKIP
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        simulations: int = 64,
        *,
        table: Tablebase | None = None,
        label: str = "",
    ) -> None:
        simulations = integer("simulations", simulations, 0, MOST_SIMULATIONS)
        network = load(path)
        if table is not None:
            _check_table(table, network, simulations)
        player = Player(network, simulations, table)
        super().__init__(player, label or f"{_stem(Path(path))}-{network.digest}({player.effort})")

    @classmethod
    def pretrained(
        cls,
        game: str,
        simulations: int = 64,
        *,
        table: Tablebase | None = None,
        label: str = "",
    ) -> Network:
        """A network that comes with mancalab: trained for some minutes on one core.

        The page on training says how, and how strong they are. `Learnt` is that of any game.

        Parameters
        ----------
        game
            Name of the game, one of `mancalab.agents.PRETRAINED`.
        simulations, table
            As above.
        label
            Name in tables; by default "learnt" and the simulations.

        Raises
        ------
        KeyError
            No network comes for that game.
        ValueError, TypeError
            As above.

        Examples
        --------
        >>> import mancalab as mc
        >>> agent = mc.agents.Network.pretrained("kalah", simulations=16)
        >>> mc.match(mc.rules("kalah"), agent, mc.agents.Greedy(), 20).south > 10
        True
        """
        agent = cls(path_of(game), simulations, table=table, label=label or "learnt")
        return agent if label else _rebuilt(agent._player, f"learnt({agent.effort})")

    @property
    def rules(self) -> Any:
        """The game that it plays."""
        return self._player.network.rules

    @property
    def digest(self) -> str:
        """A short name of its very numbers."""
        return self._player.network.digest

    @property
    def simulations(self) -> int:
        """Simulations before each choice; 0 for the network alone."""
        return self._player.simulations

    @property
    def effort(self) -> str:
        """How it searches, in few words: the simulations, and the table if there is one."""
        return self._player.effort

    @property
    def _player(self) -> Player:
        assert isinstance(self.function, Player)  # noqa: S101  (made so above)
        return self.function

    def judge(self, state: State) -> tuple[dict[int, float], float]:
        """Judge a state by the network alone.

        Returns
        -------
        tuple
            The probability of each legal action, and the value for the player to move, -1 to 1.

        Raises
        ------
        ValueError
            The game is over, or another one than the network plays.
        """
        if state.is_over:
            raise ValueError("state: the game is over; a network judges what is to be played")
        network = self._player.network
        mask = np.zeros((1, state.rules.n_actions), np.bool_)
        mask[0, list(state.legal_actions)] = True
        logits, values = network(network.encoding(state)[None], mask)
        allowed = logits[0, mask[0]].astype(float)
        shares = np.exp(allowed - allowed.max())
        shares /= shares.sum()
        return dict(zip(state.legal_actions, shares.tolist(), strict=True)), float(values[0])

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return _rebuilt, (self._player, self.label)

    def __repr__(self) -> str:
        return f"<Network {self.label} for {self.rules!r}>"


def _check_table(table: object, network: Weights, simulations: int) -> None:
    if not isinstance(table, Tablebase):
        raise wrong_type("table", "a Tablebase is needed", table)
    table.check_game(network.rules)
    if not simulations:
        raise ValueError("table: simulations = 0; the network alone searches nothing")


@dataclass(frozen=True)
class AnyGame:
    """Chooses by the network that comes for the game which is played."""

    simulations: int

    def __call__(self, batch: Batch) -> npt.NDArray[Any]:
        """Actions for all lanes."""
        game = trained_for(batch.rules)
        if game is None:
            allowed = ", ".join(PRETRAINED)
            raise ValueError(
                f"learnt: no network comes for {batch.rules!r}; there are some for {allowed}, as "
                "they stand in the catalogue"
            )
        return Player(_loaded(game), self.simulations)(batch)


@lru_cache(maxsize=len(PRETRAINED))
def _loaded(game: str) -> Weights:
    return load(path_of(game))


class Learnt(BatchPolicy):
    """The trained network that comes for whichever game is played, see `Network.pretrained`.

    As the name of an agent: ``learnt`` and ``learnt(simulations=16)``.

    Parameters
    ----------
    simulations
        Of the search before each choice, 0 for the network alone.

    Raises
    ------
    ValueError, TypeError
        `simulations` is not allowed; in play, if no network comes for the game.

    Examples
    --------
    >>> import mancalab as mc
    >>> mc.match(mc.rules("kalah"), mc.agents.Learnt(16), mc.agents.Greedy(), 20).south > 10
    True
    """

    def __init__(self, simulations: int = 64) -> None:
        simulations = integer("simulations", simulations, 0, MOST_SIMULATIONS)
        super().__init__(AnyGame(simulations), f"learnt({simulations})")

    @property
    def simulations(self) -> int:
        """Simulations before each choice; 0 for the network alone."""
        assert isinstance(self.function, AnyGame)  # noqa: S101  (made so above)
        return self.function.simulations

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return Learnt, (self.simulations,)

    def __repr__(self) -> str:
        return f"Learnt(simulations={self.simulations})"


def _rebuilt(player: Player, label: str) -> Network:
    network = Network.__new__(Network)
    BatchPolicy.__init__(network, player, label)
    return network


def _stem(path: Path) -> str:
    """The file's name; that of its folder for the usual name, which says nothing."""
    name = path.absolute().parent.name if path.name == "network.npz" else path.stem
    return "".join(sign if sign.isprintable() else "_" for sign in name) or "network"
