"""Benchmark of alpha-beta: nodes a second from the opening on one core, OpenSpiel's beside it."""

from __future__ import annotations

import importlib
import importlib.util
from importlib.metadata import version

import mancalab as mc
from mancalab.agents import AlphaBeta
from measure import Effort, Table, medians_in_turn, millions, timed

# Games and the depths to which they are searched: the first as boards of sixteen bytes, the last
# through the reference engine.
DEPTHS = {"kalah": (12, 14, 18), "oware": (12, 14), "kalaha-egyptian": (14,), "mwambulula": (5,)}
CHECKED_DEPTH = 4  # against minimax
THEIR_DEPTH = 6


def run_alphabeta(effort: Effort) -> None:
    """Print nodes a second."""
    table = Table(
        "Alpha-beta from the opening, one core (a node: a position reached by playing an action)",
        "game           ",
        "depth",
        "value",
        "nodes",
        "seconds",
        "nodes/s",
    )
    for name, depths in DEPTHS.items():
        state = mc.rules(name).start()
        check(state)
        for depth in depths:
            agent = AlphaBeta(depth=depth)
            found = agent.analyse(state)
            jobs = {"": lambda _, agent=agent, state=state: agent.analyse(state).seconds}
            seconds = medians_in_turn(effort.runs, jobs)[""]
            cells = (f"{found.value:+g}", f"{found.nodes:,}", f"{seconds:.4f}")
            table.row(name, str(depth), *cells, millions(found.nodes / seconds))
    run_openspiel_alphabeta(effort)


def check(state: mc.State) -> None:
    """Check the value of a search against minimax."""
    assert AlphaBeta(depth=CHECKED_DEPTH).analyse(state).value == minimax(state, CHECKED_DEPTH)


def minimax(state: mc.State, depth: int) -> int:
    """Return the margin that the side to move reaches; no game is over so soon."""
    if depth == 0:
        return state.scores[state.to_move] - state.scores[1 - state.to_move]
    values = []
    for action in state.legal_actions:
        after = state.play(action)
        assert not after.is_over
        value = minimax(after, depth - 1)
        values.append(value if after.to_move == state.to_move else -value)
    return max(values)


def run_openspiel_alphabeta(effort: Effort) -> None:
    """Print leaves a second of OpenSpiel's alpha-beta, which is written in Python."""
    if importlib.util.find_spec("pyspiel") is None:
        print("\nopenspiel: left out, it is not installed (pip install open-spiel)")
        return
    game = importlib.import_module("pyspiel").load_game("mancala")
    search = importlib.import_module("open_spiel.python.algorithms.minimax").alpha_beta_search
    leaves = 0

    def margin(state: object) -> float:
        nonlocal leaves
        leaves += 1
        seeds = state.observation_tensor(0)  # type: ignore[attr-defined]
        return float(seeds[7] - seeds[0])  # the stores of the first player and of the second

    def run(_: int) -> float:
        nonlocal leaves
        leaves = 0
        (value, _action), seconds = timed(
            search, game, value_function=margin, maximum_depth=THEIR_DEPTH
        )
        assert value == AlphaBeta(depth=THEIR_DEPTH).analyse(mc.rules("kalah").start()).value
        return seconds

    seconds = medians_in_turn(effort.runs, {"theirs": run})["theirs"]
    ours = AlphaBeta(depth=THEIR_DEPTH).analyse(mc.rules("kalah").start())
    print(
        f"\nOpenSpiel {version('open-spiel')}, alpha_beta_search, kalah to depth {THEIR_DEPTH}: "
        f"{seconds:.4f} s, {leaves:,} leaves, {millions(leaves / seconds)} leaves/s; "
        f"mancalab: {ours.seconds:.4f} s, {ours.nodes:,} nodes"
    )
