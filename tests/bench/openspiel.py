"""Benchmark of OpenSpiel beside mancalab: random Kalah and Oware on one core."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from importlib.metadata import version
from math import sqrt
from statistics import median
from typing import Any

import numpy as np

import mancalab as mc
from measure import Effort, Table, millions, size_for, timed

LIVE_GAMES = 200  # played beside OpenSpiel, action by action
EXPECTED_GAMES = 200_000  # of the reference engine, for the means
STANDARD_ERRORS = 5  # how far a mean may lie from there


@dataclass(frozen=True)
class Pair:
    """A game of both."""

    ours: str
    theirs: str
    options: tuple[tuple[str, str], ...]  # that make our rules theirs
    first_actions: tuple[int, int]  # OpenSpiel's number of South's and of North's leftmost pit


PAIRS = (
    Pair("kalah", "mancala", (), (1, 8)),
    # OpenSpiel's Oware ends at the first repetition.
    Pair("oware", "oware", (("repetition", "first_since_capture"),), (0, 0)),
)


@dataclass(frozen=True)
class Sums:
    """Sums over random games."""

    games: int
    plies: int | None  # None where they are not shown
    wins: int  # of South, less those of North

    @classmethod
    def of(cls, tally: mc.Tally) -> Sums:
        """Return the sums of a tally."""
        return cls(tally.games, tally.plies, tally.south - tally.north)


@dataclass(frozen=True)
class Way:
    """A way of playing random games: so many, with a seed."""

    name: str
    play: Callable[[int, int], Sums]
    rules: mc.Rules  # ours that the games follow

    def games_for(self, seconds: float) -> int:
        """Return how many games take about that long."""
        return size_for(seconds, lambda games: self.play(games, 0))


def run_openspiel(effort: Effort) -> None:
    """Print moves a second by the way of playing."""
    if importlib.util.find_spec("pyspiel") is None:
        print("\nopenspiel: left out, it is not installed (pip install open-spiel)")
        return
    table = Table(
        f"OpenSpiel {version('open-spiel')} beside mancalab: random play on one core",
        "game  ",
        f"{'way of playing':<53}",
        "moves/s",
        "games/s",
        "plies per game",
        left=2,
    )
    for pair in PAIRS:
        check_side_by_side(pair, LIVE_GAMES)
        for way, rate in measure(ways(pair), effort).items():
            plies = mean_plies(way.rules)
            table.row(pair.ours, way.name, millions(rate), f"{rate / plies:,.0f}", f"{plies:.2f}")


def ways(pair: Pair) -> list[Way]:
    """Return the ways of playing a game, OpenSpiel's first."""
    game = load(pair)
    theirs = mc.rules(pair.ours, **dict(pair.options))
    ours = mc.rules(pair.ours)  # the lane engine has no repetition rules
    reference = partial(playouts, theirs, "reference")
    note = "" if ours == theirs else ", no repetition rule"
    return [
        Way("OpenSpiel, states from Python", partial(from_python, game), theirs),
        Way("  and observation_tensor, legal_actions_mask", partial(observed, game), theirs),
        Way("OpenSpiel, evaluate_bots: C++, a call for each game", partial(by_bots, game), theirs),
        Way("OpenSpiel, RandomRolloutEvaluator: all in C++", partial(by_rollouts, game), theirs),
        Way("mancalab, states from Python", partial(from_our_python, theirs), theirs),
        Way("mancalab, playouts, reference engine", reference, theirs),
        Way(f"mancalab, playouts, lane engine{note}", partial(playouts, ours, "lanes"), ours),
    ]


def measure(all_ways: list[Way], effort: Effort) -> dict[Way, float]:
    """Return the moves a second of each way, the median of runs in turn, after checks."""
    games = {way: way.games_for(effort.seconds) for way in all_ways}
    rates: dict[Way, list[float]] = {way: [] for way in all_ways}
    sums: dict[Way, list[Sums]] = {way: [] for way in all_ways}
    for run in range(effort.runs):
        for way in all_ways:
            played, spent = timed(way.play, games[way], run)
            sums[way].append(played)
            plies = mean_plies(way.rules) * played.games if played.plies is None else played.plies
            rates[way].append(plies / spent)
    for way in all_ways:
        check_means(way, sums[way])
    return {way: median(rates[way]) for way in all_ways}


def check_side_by_side(pair: Pair, games: int) -> None:
    """Play random games on both sides: the same mover, legal actions, end and winner."""
    rules, game = mc.rules(pair.ours, **dict(pair.options)), load(pair)
    random = np.random.default_rng(1)
    for _ in range(games):
        state, live = rules.start(), game.new_initial_state()
        while not state.is_over:
            first = pair.first_actions[state.to_move]
            assert live.current_player() == state.to_move
            assert live.legal_actions() == [first + action for action in state.legal_actions]
            action = int(random.choice(state.legal_actions))
            state = state.play(action)
            live.apply_action(first + action)
        assert live.is_terminal()
        assert state.outcome is not None
        winner = state.outcome.winner
        assert live.returns() == ([0, 0] if winner is None else [1 - 2 * winner, 2 * winner - 1])


def check_means(way: Way, sums: list[Sums]) -> None:
    """Check the mean of plies and of results against the reference engine."""
    tally = expected(way.rules)
    n = tally.games
    games = sum(played.games for played in sums)
    wins = sum(played.wins for played in sums)
    squares = tally.south + tally.north
    check_mean(way.name, wins / games, (tally.south - tally.north) / n, squares / n, games)
    plies = [played.plies for played in sums if played.plies is not None]
    if plies:
        squares = tally.plies_sum_squares
        check_mean(way.name, sum(plies) / games, tally.plies / n, squares / n, games)


def check_mean(name: str, mean: float, known: float, mean_square: float, games: int) -> None:
    """Check the mean over games against the mean, and the mean square, of `expected`."""
    error = sqrt((mean_square - known**2) * (1 / games + 1 / EXPECTED_GAMES))
    assert abs(mean - known) < STANDARD_ERRORS * error, f"{name}: {mean}, not {known}"


@cache
def expected(rules: mc.Rules) -> mc.Tally:
    """Return the tally of the reference engine that means are checked against."""
    return mc.playouts(rules, EXPECTED_GAMES, seed=2**32, engine="reference")


def mean_plies(rules: mc.Rules) -> float:
    """Return the plies of a game."""
    return expected(rules).plies / EXPECTED_GAMES


def load(pair: Pair) -> Any:
    """Return OpenSpiel's game."""
    return importlib.import_module("pyspiel").load_game(pair.theirs)


def draws(seed: int) -> Iterator[float]:
    """Give random numbers from 0 to 1, made by the thousand: each costs next to nothing."""
    random = np.random.default_rng(seed)
    while True:
        yield from random.random(1_000).tolist()


def from_python(game: Any, games: int, seed: int) -> Sums:
    """Play OpenSpiel's states from Python."""
    random = draws(seed)
    plies = wins = 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(next(random) * len(actions))])
            plies += 1
        wins += int(state.returns()[0])
    return Sums(games, plies, wins)


def observed(game: Any, games: int, seed: int) -> Sums:
    """Play them and ask for what `mc.Batch` writes after each step."""
    random = draws(seed)
    plies = wins = 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(next(random) * len(actions))])
            state.observation_tensor(0)
            state.legal_actions_mask()
            plies += 1
        wins += int(state.returns()[0])
    return Sums(games, plies, wins)


def by_bots(game: Any, games: int, seed: int) -> Sums:
    """Play with OpenSpiel's uniformly random bots."""
    pyspiel = importlib.import_module("pyspiel")
    bots = [pyspiel.make_uniform_random_bot(player, 2 * seed + player) for player in (0, 1)]
    plies = wins = 0
    for number in range(games):
        state = game.new_initial_state()
        wins += int(pyspiel.evaluate_bots(state, bots, number)[0])
        plies += state.move_number()
    return Sums(games, plies, wins)


def by_rollouts(game: Any, games: int, seed: int) -> Sums:
    """Let a search visit nothing but its root, which it values by so many rollouts."""
    pyspiel = importlib.import_module("pyspiel")
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=games, seed=seed)
    search = pyspiel.MCTSBot(
        game,
        evaluator,
        uct_c=2.0,
        max_simulations=1,
        max_memory_mb=10,
        solve=False,
        seed=seed,
        verbose=False,
    )
    root = search.mcts_search(game.new_initial_state())
    assert root.explore_count == 1
    return Sums(games, None, round(root.total_reward * games))


def from_our_python(rules: mc.Rules, games: int, seed: int) -> Sums:
    """Play mancalab's states from Python."""
    random = draws(seed)
    plies = wins = 0
    for _ in range(games):
        state = rules.start()
        while not state.is_over:
            actions = state.legal_actions
            state = state.play(actions[int(next(random) * len(actions))])
        plies += state.plies
        assert state.outcome is not None
        wins += (1, -1, 0)[2 if state.outcome.winner is None else state.outcome.winner]
    return Sums(games, plies, wins)


def playouts(rules: mc.Rules, engine: str, games: int, seed: int) -> Sums:
    """Play one of mancalab's engines by itself."""
    return Sums.of(mc.playouts(rules, games, seed=seed, threads=1, engine=engine))
