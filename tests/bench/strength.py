"""How strong the searching agents are: matches in swapped pairs, OpenSpiel's tree search too.

Every opening of a few random plies is played twice, with the seats exchanged; intervals are
computed over these pairs. Oware ends at the first repetition since a capture, as in OpenSpiel:
without that rule strong players would now and then go round until they are cut off.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import multiprocessing
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

import numpy as np

import mancalab as mc
from mancalab._base.estimates import Estimate
from mancalab.agents import MCTS, Agent, AlphaBeta, Greedy
from mancalab.study import tournament
from mancalab.study.intervals import score_over_pairs
from mancalab.study.outcomes import DRAW, LOSS, WIN
from measure import cores, machine
from openspiel import PAIRS, Pair, load

OPENING_PLIES = 4  # random ones: most agents here would play the same game again and again
SEED = 1
SIMULATIONS = 1_000  # of both tree searches

Choice = Callable[[mc.State, Any], int]  # from our state and OpenSpiel's, an action of ours


@dataclass(frozen=True)
class Size:
    """Games of each match."""

    games: int
    costly_games: int  # with 10,000 simulations for each choice
    openspiel_games: int


QUICK = Size(8, 4, 4)
FULL = Size(400, 120, 160)


@dataclass(frozen=True)
class Result:
    """A match, seen from the first agent."""

    wins: int
    draws: int
    losses: int
    distinct: int
    score: Estimate

    @property
    def games(self) -> int:
        """Games played."""
        return self.wins + self.draws + self.losses


def main() -> None:
    """Play the matches and print a table in Markdown."""
    parser = argparse.ArgumentParser(description="Measure how strong mancalab's agents are.")
    parser.add_argument("--quick", action="store_true", help="a few games, for a look or a test")
    size = QUICK if parser.parse_args().quick else FULL
    print(machine())
    print("Repeat with:", " ".join(["python", "tests/bench/strength.py", *sys.argv[1:]]))
    print(f"Swapped pairs, {OPENING_PLIES} random plies first; score of the first agent, 95 %\n")
    print("| game | agent | opponent | games | distinct | won | drawn | lost | score % |")
    print("| --- | --- | --- | --: | --: | --: | --: | --: | --: |", flush=True)
    run_own(size)
    run_openspiel(size)


def run_own(size: Size) -> None:
    """Let our agents play each other."""
    matches = (
        (AlphaBeta(depth=8), Greedy(), size.games),
        (AlphaBeta(depth=8), MCTS(simulations=SIMULATIONS), size.games),
        (MCTS(simulations=10 * SIMULATIONS), AlphaBeta(depth=4), size.costly_games),
    )
    for one, other, games in matches:
        for pair in PAIRS:
            row(pair.ours, one.name, other.name, own_match(rules_of(pair), one, other, games))


def own_match(rules: mc.Rules, one: Agent, other: Agent, games: int) -> Result:
    """Play two of our agents against each other."""
    table = tournament(rules, [one, other], n=games, seed=SEED, opening_plies=OPENING_PLIES)
    (found,) = table
    assert found.voids == found.truncated == 0
    return Result(found.wins, found.draws, found.losses, found.distinct, found.score)


def run_openspiel(size: Size) -> None:
    """Play OpenSpiel's tree search with as many simulations; neither keeps its tree.

    Its rewards lie between -1 and 1, ours between 0 and 1: half its constant is ours.
    """
    if importlib.util.find_spec("pyspiel") is None:
        print("\nopenspiel: left out, it is not installed (pip install open-spiel)")
        return
    usual, ours = 2.0, 2 * MCTS().exploration
    matches = [
        (pair, MCTS(simulations=SIMULATIONS, leaf_batch=batch), constant, size.openspiel_games)
        for batch, constant in ((1, ours), (None, ours), (None, usual))
        for pair in PAIRS
    ]
    # Each plays on one core. A process that is forked would lack the threads of ours.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(cores(), mp_context=context) as executor:
        results = executor.map(match, *zip(*matches, strict=True))
        for (pair, agent, constant, _), result in zip(matches, results, strict=True):
            batch = "" if agent.leaf_batch is None else f", leaf_batch={agent.leaf_batch}"
            theirs = f"OpenSpiel {version('open-spiel')} MCTS({SIMULATIONS}), uct_c={constant:g}"
            row(pair.ours, f"MCTS({SIMULATIONS}{batch})", theirs, result)


def match(pair: Pair, agent: MCTS, constant: float, games: int) -> Result:
    """Play our tree search against OpenSpiel's."""
    random = np.random.default_rng(SEED)
    players = (our_choice(agent), their_choice(pair, constant))
    joint = np.zeros((5, 5), dtype=int)
    counts = dict.fromkeys((WIN, DRAW, LOSS), 0)
    played = set()
    for _ in range(games // 2):
        opening = random_opening(pair, random)
        results = []
        for seats in (players, players[::-1]):
            actions, margin = play(pair, opening, seats)
            played.add(actions)
            ours = margin if seats is players else -margin
            results.append(WIN if ours > 0 else LOSS if ours < 0 else DRAW)
        joint[tuple(results)] += 1
        for result in results:
            counts[result] += 1
    return Result(
        counts[WIN], counts[DRAW], counts[LOSS], len(played), score_over_pairs(joint.tolist())
    )


def random_opening(pair: Pair, random: np.random.Generator) -> tuple[int, ...]:
    """Return random actions from the start."""
    state = rules_of(pair).start()
    actions = []
    for _ in range(OPENING_PLIES):
        actions.append(int(random.choice(state.legal_actions)))
        state = state.play(actions[-1])
    return tuple(actions)


def play(
    pair: Pair, opening: tuple[int, ...], seats: tuple[Choice, Choice]
) -> tuple[tuple[int, ...], float]:
    """Play a game in both libraries; return its actions and OpenSpiel's reward for South."""
    state, live = rules_of(pair).start(), load(pair).new_initial_state()
    actions: list[int] = []
    while not state.is_over:
        known = len(actions) < len(opening)
        action = opening[len(actions)] if known else seats[state.to_move](state, live)
        live.apply_action(pair.first_actions[state.to_move] + action)
        state = state.play(action)
        actions.append(action)
    assert live.is_terminal()
    assert state.outcome is not None
    reward = live.returns()[0]
    assert reward == (0 if state.outcome.winner is None else 1 - 2 * state.outcome.winner)
    return tuple(actions), reward


def our_choice(agent: MCTS) -> Choice:
    """Let our search choose, with another seed each time."""
    seeds = iter(range(2**63))

    def choose(state: mc.State, _: Any) -> int:
        reseeded = MCTS(agent.simulations, leaf_batch=agent.leaf_batch, seed=next(seeds))
        return reseeded.analyse(state, threads=1).action

    return choose


def their_choice(pair: Pair, constant: float) -> Choice:
    """Let OpenSpiel's search choose, in C++, with its defaults and one rollout a simulation."""
    pyspiel = importlib.import_module("pyspiel")
    bot = pyspiel.MCTSBot(
        load(pair),
        pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=SEED),
        uct_c=constant,
        max_simulations=SIMULATIONS,
        max_memory_mb=1000,
        solve=True,
        seed=SEED,
        verbose=False,
    )
    return lambda state, live: int(bot.step(live)) - pair.first_actions[state.to_move]


def rules_of(pair: Pair) -> mc.Rules:
    """Return our rules that are those of OpenSpiel."""
    return mc.rules(pair.ours, **dict(pair.options))


def row(game: str, one: str, other: str, result: Result) -> None:
    """Print a row of the table."""
    value, low, high = (f"{100 * share:.1f}" for share in result.score)
    counts = (result.games, result.distinct, result.wins, result.draws, result.losses)
    score = f"{value} ({low} to {high})"
    cells = (f"`{game}`", one, other, *(f"{count:,}" for count in counts), score)
    print(f"| {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
