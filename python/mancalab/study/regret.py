"""Regret: how often and by how much agents fall short of perfect play, where it is known."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from mancalab._agents.agent import Agent
from mancalab._agents.choosing import answers
from mancalab._agents.naming import AgentLike, as_agent
from mancalab._agents.policies import BatchPolicy, Policy
from mancalab._base.arguments import integer, listed
from mancalab._base.estimates import Estimate
from mancalab._base.extras import require
from mancalab._base.progress import Progress, reporter
from mancalab._base.words import counted
from mancalab._batch.batch import Batch
from mancalab._catalogue import GameLike, as_rules
from mancalab._core import Rules, State, __version__
from mancalab._solving.tablebase import Tablebase
from mancalab.study.agent_names import distinct_names
from mancalab.study.cells import seed_or_drawn
from mancalab.study.faults import ILLEGAL, AgentFault, Faulted, Watched
from mancalab.study.intervals import Group, mean, proportion
from mancalab.study.positions import LANES, Layer, Position, drawn_positions, exact_source
from mancalab.study.tables.options import changed_options
from mancalab.study.tables.regret import RegretRow, RegretTable

N_POSITIONS = 2_000
"""Positions of a study of regret by default: shares over all of them are then known to 2 %."""

MOST_POSITIONS = 10_000_000

ONE_BY_ONE = 64
"""Positions between two reports of progress, where an agent is asked for one at a time."""


def regret(
    game: GameLike,
    agents: Iterable[AgentLike],
    *,
    table: Tablebase | None = None,
    most_seeds: int | None = None,
    n: int = N_POSITIONS,
    seed: int | None = 0,
    threads: int | None = None,
    progress: Progress = None,
) -> RegretTable:
    """Compare the moves of agents with perfect play, in positions of which all values are known.

    All agents are asked in the same positions. These come from games between random players: of
    each game the first position with a certain number of seeds in the pits and with two or more
    legal actions. The numbers of seeds take turns, and no position counts twice. Where all actions
    are worth the same, nothing can go wrong: such positions are left out, and counted.

    Parameters
    ----------
    game
        A name in the catalogue, rules, or the path of a TOML file.
    agents
        One or more: names such as "greedy" or "alphabeta(depth=6)", agents of `mancalab.agents`, or
        functions of a state. No two may have the same name. A `mancalab.agents.BatchPolicy` is
        asked for thousands of positions at once.
    table
        An endgame table of the game, which knows the values. None: one is built in memory; where
        the game has no tables, `mancalab.solve` is asked for each position.
    most_seeds
        Most seeds in the pits. None: as many as the table has; without one 12, or 6 in games that
        have no tables.
    n
        Positions, rounded up to the same number for each number of seeds that random play reaches
        often enough. They are fewer where it reaches fewer.
    seed
        Of the random games and of agents that toss coins, 0 to 2**64 - 1. None draws one, and the
        table records it.
    threads
        Number of threads that build a table and play random games; None for all cores.
    progress
        True for a tqdm bar, or a function that gets how many positions have just been found, or
        moves compared.

    Returns
    -------
    RegretTable
        For each agent a row for each number of seeds, and one for all of them.

    Raises
    ------
    AgentFault
        A function raised an exception, or answered with no legal action.
    KeyError
        The game is not in the catalogue.
    ValueError, TypeError
        Nobody knows the values of the game's positions, random play reaches none in which an action
        loses value, or an argument is not as described above.
    MemoryError
        There is no room for a table of so many seeds.
    MissingExtra
        scipy is not installed (an ImportError).

    Notes
    -----
    A table answers at once. Solving a position takes from a thousandth of a second to a second,
    longest where play can go round: ask for few positions first. One that takes more than
    100,000 positions to solve is left out and counted as unsolved.

    Examples
    --------
    >>> table = regret("kalah", ["random", "greedy"], most_seeds=8, n=300)
    >>> [(row.agent, row.positions, row.mistake_share.value > 0.4) for row in table.totals]
    [('Random', 300, True), ('Greedy', 300, False)]
    """
    rules = as_rules(game, "game")
    players = [as_agent(agent, "agents") for agent in listed("agents", agents)]
    names = distinct_names(players)
    n = integer("n", n, 1, MOST_POSITIONS)
    seed = seed_or_drawn(seed)
    require("scipy.stats", "study")  # before anything is solved, not after
    exact = exact_source(rules, table, most_seeds, threads)
    with reporter(progress, n * (1 + len(players)), "regret", unit=" positions") as report:
        layers = drawn_positions(rules, exact, n, seed, threads=threads, report=report)
        positions = [position for layer in layers for position in layer.positions]
        if not positions:
            raise ValueError(
                f"game: random play of {rules.name} reaches no position with up to "
                f"{counted(exact.most_seeds, 'seed')} in which an action is known to lose value"
            )
        asked = _Asked(rules, [position.state for position in positions], seed, threads)
        facts = {
            "version": __version__,
            "game": rules.name,
            "digest": rules.digest,
            "options": changed_options(rules),
            "seed": seed,
            "method": exact.method,
            "kind": positions[0].kind,
            "most_seeds": exact.most_seeds,
        }
        rows: list[RegretRow] = []
        for agent, name in zip(players, names, strict=True):
            actions = _actions(agent, name, asked, report)
            rows += _rows({**facts, "agent": name}, layers, actions)
    return RegretTable(tuple(rows))


class _Asked(NamedTuple):
    """The positions that agents are asked in."""

    rules: Rules
    states: Sequence[State]
    seed: int
    threads: int | None


def _actions(
    agent: Agent, name: str, asked: _Asked, report: Callable[[int], object] | None
) -> list[int]:
    """What an agent chooses in each position; position i is one of game number i."""
    batches = isinstance(agent, BatchPolicy)
    seat = _watched(agent, name)
    found: list[int] = []
    at_once = LANES if batches else ONE_BY_ONE
    for first in range(0, len(asked.states), at_once):
        lanes = min(at_once, len(asked.states) - first)
        batch = Batch(
            asked.rules, lanes, asked.seed, "disabled",
            starts=asked.states, first_game=first, threads=asked.threads,
        )  # fmt: skip
        try:
            chosen = answers(seat, batch, np.arange(lanes), asked.seed)
        except Faulted as fault:
            raise _fault(fault) from fault.__cause__
        _check_legal(chosen, batch, name)
        found += map(int, chosen)
        if report is not None:
            report(lanes)
    return found


def _watched(agent: Agent, name: str) -> Agent:
    """An agent whose faults are seen where it is a function of a state."""
    if isinstance(agent, Policy) or not hasattr(agent, "_native"):
        function: Any = agent.function if isinstance(agent, Policy) else agent
        return Policy(Watched(function, name), name)
    return agent


def _fault(fault: Faulted) -> AgentFault:
    text = f"agent {fault.agent!r}, {fault.kind}: {fault.message} (at {fault.position})"
    return AgentFault(fault.agent, fault.kind, text)


def _check_legal(chosen: npt.NDArray[Any], batch: Batch, name: str) -> None:
    """Raise unless every action is legal; those of functions of a state have been looked at."""
    try:
        batch.step(chosen)
    except ValueError as error:
        raise AgentFault(name, ILLEGAL, f"agent {name!r}, {ILLEGAL}: {error}") from error


def _rows(
    facts: dict[str, Any], layers: Sequence[Layer], actions: Sequence[int]
) -> list[RegretRow]:
    """The rows of one agent: one for each number of seeds that was reached, and one for all."""
    rows, first = [], 0
    compared: list[_Move] = []
    for layer in layers:
        chosen = actions[first : first + len(layer.positions)]
        first += len(layer.positions)
        moves = [_move(*pair) for pair in zip(layer.positions, chosen, strict=True)]
        compared += moves
        if moves or layer.left_out or layer.unsolved:
            rows.append(_row(facts, layer.seeds, moves, [layer]))
    rows.append(_row(facts, None, compared, layers))
    return rows


class _Move(NamedTuple):
    """A move beside the best one."""

    loss: int
    """Value that it loses."""
    loses_result: bool
    """Whether a win becomes none, or a draw a loss."""
    at_stake: bool
    """Whether some action does that."""


def _move(position: Position, action: int) -> _Move:
    values = position.values
    best, worst, got = max(values.values()), min(values.values()), values[action]
    return _Move(best - got, _sign(got) < _sign(best), _sign(worst) < _sign(best))


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)


def _row(
    facts: dict[str, Any], seeds: int | None, moves: Sequence[_Move], layers: Sequence[Layer]
) -> RegretRow:
    losses = [move.loss for move in moves if move.loss]
    at_stake = sum(move.at_stake for move in moves)
    lost = sum(move.loses_result for move in moves)
    total, squares = sum(losses), sum(loss**2 for loss in losses)
    return RegretRow(
        **facts,
        seeds=seeds,
        positions=len(moves),
        left_out=sum(layer.left_out for layer in layers),
        unsolved=sum(layer.unsolved for layer in layers),
        mistakes=len(losses),
        mistake_share=_share(len(losses), len(moves)),
        at_stake=at_stake,
        result_losses=lost,
        result_loss_share=_share(lost, at_stake),
        mean_loss=mean(len(moves), total, squares),
        loss_per_mistake=mean(len(losses), total, squares),
    )


def _share(part: int, whole: int) -> Estimate:
    return proportion([Group(part, Fraction(1), 1), Group(whole - part, Fraction(0), 1)])
