"""Positions that random play reaches, with the exact value of every action."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from mancalab._base.arguments import integer, wrong_type
from mancalab._base.words import counted
from mancalab._batch.batch import Batch
from mancalab._core import Rules, State, _observed
from mancalab._solving.largest_table import check_tables, seeds_of_largest_table
from mancalab._solving.solve import Solution, solve
from mancalab._solving.tablebase import Tablebase

LANES = 4096
"""Random games that are played at once."""

MOST_ROUNDS = 64
"""How often so many games are played at the most."""

TABLE_SEEDS = 12
"""Most seeds in the pits, unless told otherwise, where endgame tables give the values."""

SOLVED_SEEDS = 6
"""The same where each position is solved by itself."""

FRUITLESS = 3
"""A number of seeds is left to the others when a search of each position has looked at so many in
vain for each one that is wanted, or has not solved as many as are wanted."""

NODES = 100_000
"""Positions that solving one position may look at; one that takes more counts as unsolved."""


class Position(NamedTuple):
    """A position and what each of its legal actions is worth for the player to move."""

    state: State
    values: Mapping[int, int]
    kind: str
    """What values are: "margin" or "result"."""


@dataclass
class Layer:
    """The positions with one number of seeds in the pits."""

    seeds: int
    positions: list[Position] = field(default_factory=list)
    """Those in which an action loses value."""
    left_out: int = 0
    """Positions in which all actions are worth the same."""
    unsolved: int = 0
    """Positions of which some value is not known."""
    exhausted: bool = False
    """Whether no more are to be had."""

    def add(self, state: State, solution: Solution) -> bool:
        """Count a position; whether it is one in which an action loses value."""
        values = solution.action_values or {}
        if len(values) < len(state.legal_actions):
            self.unsolved += 1
        elif len(set(values.values())) == 1:
            self.left_out += 1
        else:
            self.positions.append(Position(state, values, solution.kind))
            return True
        return False


class Exact(NamedTuple):
    """Where exact values come from."""

    method: str
    """Endgame tables ("tables"), or each position solved by itself ("search")."""
    most_seeds: int
    """Most seeds in the pits."""
    solution: Callable[[State], Solution]
    fruitless: int | None
    """Positions that may be looked at in vain for each one that is wanted; None: any number."""

    def given_up(self, layer: Layer, share: int) -> bool:
        """Whether too many positions of a layer have been looked at in vain."""
        if self.fruitless is None:
            return False
        vain = layer.left_out + layer.unsolved
        return layer.unsolved >= share or vain >= self.fruitless * share


def exact_source(
    rules: Rules, table: Tablebase | None, most_seeds: int | None, threads: int | None
) -> Exact:
    """Find who knows the exact values of a game: the table given, one that is built, or a search.

    Raises
    ------
    ValueError
        Nobody does, or the table is one of another game or of fewer seeds.
    """
    if table is None:
        if _has_tables(rules):
            seeds = built_seeds(rules, most_seeds)
            return _tabled(Tablebase.build(rules, seeds, threads=threads), seeds)
        most = _seeds_on_board(rules)
        exact = _searched(rules, min(most, SOLVED_SEEDS))
        if most_seeds is None:
            return exact
        return exact._replace(most_seeds=integer("most_seeds", most_seeds, 1, most))
    if not isinstance(table, Tablebase):
        raise wrong_type("table", "a Tablebase is needed, or None", table)
    table.check_game(rules)
    holds = f" (the table holds positions of up to {counted(table.seeds, 'seed')})"
    most = min(_seeds_on_board(rules), table.seeds)
    asked = most if most_seeds is None else integer("most_seeds", most_seeds, 1, most, holds)
    return _tabled(table, asked)


def built_seeds(rules: Rules, most_seeds: int | None) -> int:
    """Most seeds in the pits that a table is to know: those asked for, or `TABLE_SEEDS`.

    Raises
    ------
    ValueError, TypeError
        The game has no tables; the board does not hold so many seeds, or no table of it does.
    """
    most = seeds_of_largest_table(rules, sys.maxsize)
    if most_seeds is None:
        return min(most, TABLE_SEEDS)
    on_board = _seeds_on_board(rules)
    more = f" (no table of this board holds more of its {on_board} seeds)"
    holds = more if most < on_board else ""
    return integer("most_seeds", most_seeds, 1, most, holds)


def _seeds_on_board(rules: Rules) -> int:
    start = rules.start()
    return sum(int(part.sum()) for part in (start.pits, start.stores, start.reserves))


def _has_tables(rules: Rules) -> bool:
    """Whether tables of the game can be built, and answer for it."""
    try:
        check_tables(rules)
    except ValueError:
        return False
    return True


def _tabled(table: Tablebase, most_seeds: int) -> Exact:
    return Exact("tables", most_seeds, table.solution, None)


def _searched(rules: Rules, most_seeds: int) -> Exact:
    def solution(state: State) -> Solution:
        # Where a limit is met, what is proven by then may depend on the number of threads.
        return solve(state, actions=True, nodes=NODES, threads=1)

    try:
        solve(rules.start(), nodes=1, threads=1)
    except ValueError as error:
        raise ValueError(
            f"game: neither endgame tables nor `solve` give exact values of {rules.name}: {error}"
        ) from error
    return Exact("search", most_seeds, solution, FRUITLESS)


def drawn_positions(
    rules: Rules,
    exact: Exact,
    n: int,
    seed: int,
    *,
    threads: int | None = None,
    report: Callable[[int], object] | None = None,
) -> list[Layer]:
    """About n different positions of random games, spread evenly over numbers of seeds.

    Of a game one position counts: the first with a number of seeds in the pits, which is another
    one from game to game, and with two or more legal actions. A number of seeds of which a whole
    round of games shows nothing new is left to the others.

    Returns
    -------
    list of Layer
        For 1 to ``exact.most_seeds`` seeds; layers may be empty.
    """
    layers = [Layer(seeds) for seeds in range(1, exact.most_seeds + 1)]
    seen: set[bytes] = set()
    for number in range(MOST_ROUNDS):
        share = _share(layers, n)
        open_layers = [x for x in layers if not x.exhausted and len(x.positions) < share]
        if not open_layers:
            break
        fresh = dict.fromkeys(range(len(open_layers)), 0)
        batch = Batch(rules, LANES, seed, "disabled", first_game=number * LANES, threads=threads)
        wanted = np.arange(LANES) % len(open_layers)
        for which, key, state in _reached(batch, wanted, open_layers):
            layer = open_layers[which]
            if key in seen or len(layer.positions) >= share or exact.given_up(layer, share):
                continue
            seen.add(key)
            fresh[which] += 1
            if layer.add(state, exact.solution(state)) and report is not None:
                report(1)
        for which, layer in enumerate(open_layers):
            layer.exhausted = not fresh[which] or exact.given_up(layer, share)
    return layers


def _share(layers: Sequence[Layer], n: int) -> int:
    """How many positions each layer is to have that is not exhausted, so that all have n."""
    running = sum(not layer.exhausted for layer in layers)
    done = sum(len(layer.positions) for layer in layers if layer.exhausted)
    return -(-(n - done) // running) if running else 0


def _reached(
    batch: Batch, wanted: npt.NDArray[np.int64], layers: Sequence[Layer]
) -> Iterator[tuple[int, bytes, State]]:
    """Play to the end: in each lane the first position of its layer that leaves a choice.

    It comes with the number of the layer, and with what it looks like to the player to move: two
    positions that look the same are the same one with sides swapped, or with another past.
    """
    pits = [i for i, (_, kind, _, _) in enumerate(_observed(batch.rules)) if kind == "pit"]
    seeds = np.array([layer.seeds for layer in layers])[wanted]
    waiting = np.ones(len(batch), dtype=np.bool_)
    found: dict[int, tuple[bytes, State]] = {}
    while True:
        waiting &= ~(batch.terminated | batch.truncated)
        if not waiting.any():
            break
        in_pits = batch.observation[:, pits].sum(axis=1)
        hits = waiting & (in_pits == seeds) & (batch.mask.sum(axis=1) > 1)
        for lane in np.flatnonzero(hits).tolist():
            found[lane] = batch.observation[lane].tobytes(), batch.state(lane)
        waiting &= ~hits
        batch.step(batch.sample())
    for lane in sorted(found):  # by the numbers of the games, not by their lengths
        yield int(wanted[lane]), *found[lane]
