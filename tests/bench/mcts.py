"""Benchmark of Monte Carlo tree search, with OpenSpiel's beside it."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from importlib.metadata import version

import mancalab as mc
from measure import (
    Effort,
    Table,
    machine,
    medians_in_turn,
    millions,
    size_for,
    thread_counts,
    timed,
)

SIMULATIONS = (1_000, 100_000, 1_000_000)
EXPLORATION = 0.5
SEED = 1


def run_mcts(effort: Effort) -> None:
    """Print simulations a second of one search from the opening of Kalah(6, 4)."""
    check_answer()
    table = Table(
        "Monte Carlo tree search of Kalah(6, 4): simulations a second",
        f"{'search':<30}",
        "threads",
        "simulations",
        "a second",
    )
    jobs: dict[tuple[str, str, int], Callable[[int], float]] = {
        ("mancalab, MCTS.analyse", label, simulations): ours(simulations, threads, effort.seconds)
        for label, threads in thread_counts().items()
        for simulations in SIMULATIONS
    }
    if importlib.util.find_spec("pyspiel") is not None:
        name = f"OpenSpiel {version('open-spiel')}, MCTSBot (C++)"
        jobs[name, "1", SIMULATIONS[0]] = theirs(SIMULATIONS[0], effort.seconds)
        jobs[name, "1", SIMULATIONS[1]] = theirs(SIMULATIONS[1], effort.seconds)
    for (name, label, simulations), rate in medians_in_turn(effort.runs, jobs).items():
        table.row(name, label, f"{simulations:,}", millions(rate))


def check_answer() -> None:
    """Search a small position whose values are known from exact play."""
    state = mc.rules("kalah", columns=3, seeds=2).start()
    scores = {action: exact(state.play(action), 0) for action in state.legal_actions}
    best = max(scores.values())
    assert min(scores.values()) < best
    for threads in thread_counts().values():
        found = mc.agents.MCTS(50_000).analyse(state, threads=threads)
        assert scores[found.action] == best, f"{found}, not {scores}"
        assert abs(found.value - best) < 0.1, f"{found}, not {scores}"


def exact(state: mc.State, side: int) -> float:
    """Return the score of a side under best play: 1 for a win, 0 for a loss."""
    if state.outcome is not None:
        winner = state.outcome.winner
        return 0.5 if winner is None else float(winner == side)
    scores = [exact(state.play(action), side) for action in state.legal_actions]
    return max(scores) if state.to_move == side else min(scores)


def repeated(search: Callable[[int], object], simulations: int, seconds: float) -> float:
    """Return simulations a second of so many searches that they last about that long."""
    searches = size_for(seconds, lambda n: [search(i) for i in range(n)], first=1)
    _, spent = timed(lambda: [search(i) for i in range(searches)])
    return simulations * searches / spent


def ours(simulations: int, threads: int | None, seconds: float) -> Callable[[int], float]:
    """Return a job that measures one kind of search."""
    state = mc.rules("kalah").start()

    def search(seed: int) -> None:
        agent = mc.agents.MCTS(simulations, exploration=EXPLORATION, seed=seed)
        assert agent.analyse(state, threads=threads).simulations == simulations

    return lambda _run: repeated(search, simulations, seconds)


def theirs(simulations: int, seconds: float) -> Callable[[int], float]:
    """Return the same for OpenSpiel: random rollouts, one for each simulation, no proofs."""
    pyspiel = importlib.import_module("pyspiel")
    game = pyspiel.load_game("mancala")
    state = game.new_initial_state()

    def search(seed: int) -> None:
        # Its values run from -1 to 1, so its constant is twice as large.
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        bot = pyspiel.MCTSBot(
            game,
            evaluator,
            uct_c=2 * EXPLORATION,
            max_simulations=simulations,
            max_memory_mb=4000,
            solve=False,
            seed=seed,
            verbose=False,
        )
        assert bot.step(state) in state.legal_actions()

    return lambda _run: repeated(search, simulations, seconds)


if __name__ == "__main__":
    print(machine())
    run_mcts(Effort())
