"""Playouts and matches against games played one by one in Python, from the definitions."""

from __future__ import annotations

import itertools
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import pytest

import mancalab as mc
from chosen_games import CHOSEN, by_turns
from conftest import PROFILE

GAMES = CHOSEN
GREEDY = mc.agents.Greedy()
RANDOM = mc.agents.Random()

# Random numbers, written from their definition.

MASK_32, MASK_64 = 2**32 - 1, 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15


def mix64(z: int) -> int:
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & MASK_64
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & MASK_64
    return z ^ (z >> 31)


def number(seed: int, game: int, ply: int) -> int:
    key = mix64(mix64(seed + GOLDEN & MASK_64) + game * GOLDEN & MASK_64)
    x = key + ply * 0x9E3779B9 & MASK_32
    x = (x ^ (x >> 16)) * 0x7FEB352D & MASK_32
    x ^= x >> 15
    x ^= key >> 32
    return (x * 0x846CA68B & MASK_32) >> 8


@pytest.mark.parametrize(
    ("seed", "game", "ply", "value"),
    [
        (0, 0, 0, 8148886),
        (0, 0, 1, 12181823),
        (0, 1, 0, 12304353),
        (42, 12345, 67, 14839694),
        (2**64 - 1, 2**40, 999, 1544945),
    ],
)
def test_vectors_of_the_random_numbers(seed: int, game: int, ply: int, value: int) -> None:
    assert number(seed, game, ply) == value


# Games in Python

# The state, and the random number of this ply: an action.
Player: TypeAlias = Callable[[mc.State, int], int]


def pick(candidates: Sequence[int], r: int) -> int:
    return candidates[(r * len(candidates)) >> 24]


def random(state: mc.State, r: int) -> int:
    return pick(state.legal_actions, r)


def greedy(state: mc.State, r: int) -> int:
    def margin(action: int) -> int:
        after = state.play(action)
        if after.outcome is not None and after.outcome.result == "void":
            return 0
        return after.scores[state.to_move] - after.scores[1 - state.to_move]

    margins = {action: margin(action) for action in state.legal_actions}
    best = max(margins.values())
    return pick([action for action, value in margins.items() if value == best], r)


@dataclass
class Count:
    """What a tally counts, added up in Python."""

    games: int = 0
    results: Counter[str] = field(default_factory=Counter)
    choices: list[int] = field(default_factory=list)
    plies: list[int] = field(default_factory=list)
    margins: list[int] = field(default_factory=list)
    rounds: list[int] = field(default_factory=list)

    def play(
        self, state: mc.State, players: tuple[Player, Player], run: tuple[int, int, int]
    ) -> None:
        """Play game `run` = (seed, number, random plies at the beginning) from `state`."""
        seed, game, opening_plies = run
        starter = state.to_move
        ply = 0
        while (outcome := state.outcome) is None:
            self.choices.append(len(state.legal_actions))
            player = random if ply < opening_plies else players[state.to_move != starter]
            state = state.play(player(state, number(seed, game, ply)))
            ply += 1
        self.games += 1
        self.plies.append(ply)
        self.results[outcome.result] += 1
        if outcome.result in {"south", "north", "draw"}:
            self.margins.append(outcome.score[0] - outcome.score[1])
            if "round" in state.registers:
                self.rounds.append(state.registers["round"][0] + 1)

    def fields(self) -> dict[str, Any]:
        squares = [sum(n * n for n in part) for part in (self.plies, self.choices, self.margins)]
        return {
            "games": self.games,
            "south": self.results["south"],
            "north": self.results["north"],
            "draws": self.results["draw"],
            "voids": self.results["void"],
            "truncated": self.results["truncated"],
            "plies": sum(self.plies),
            "choices_sum": sum(self.choices),
            "margin_sum": sum(self.margins),
            "plies_sum_squares": squares[0],
            "choices_sum_squares": squares[1],
            "margin_sum_squares": squares[2],
            "plies_histogram": dict(sorted(Counter(self.plies).items())),
            "margin_histogram": dict(sorted(Counter(self.margins).items())),
            "rounds": sum(self.rounds),
            "rounds_histogram": dict(sorted(Counter(self.rounds).items())),
        }


def one_by_one(
    rules: mc.Rules,
    first: Player,
    second: Player,
    games: int,
    seed: int = 0,
    opening_plies: int = 0,
    starts: Sequence[mc.State] = (),
) -> dict[str, Any]:
    count = Count()
    starts = starts or [rules.start()]
    for game in range(games):
        count.play(starts[game % len(starts)], (first, second), (seed, game, opening_plies))
    return count.fields()


def fields(tally: mc.Tally) -> dict[str, Any]:
    return {name: getattr(tally, name) for name in Count().fields()}


# Playouts

SHORT = {"max_actions": 60}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("options", [{}, {"start": "north"}, SHORT], ids=["", "north", "short"])
def test_playouts_are_random_games_with_those_numbers(game: str, options: dict[str, Any]) -> None:
    rules = mc.rules(game, **options)
    seed = 2**64 - 1 if options else 7
    assert fields(mc.playouts(rules, 6, seed=seed)) == one_by_one(rules, random, random, 6, seed)


def test_a_tally_counts_void_and_truncated_games_apart() -> None:
    rules = mc.rules("pratt", max_actions=40)
    tally = mc.playouts(rules, 300, seed=3)
    assert fields(tally) == one_by_one(rules, random, random, 300, 3)
    assert min(tally.voids, tally.truncated, tally.south, tally.north) > 0
    assert sum(tally.plies_histogram.values()) == tally.games == 300
    scored = tally.south + tally.north + tally.draws
    assert sum(tally.margin_histogram.values()) == scored < tally.games
    assert list(tally.plies_histogram) == sorted(tally.plies_histogram)
    assert list(tally.margin_histogram) == sorted(tally.margin_histogram)


@pytest.mark.parametrize("game", GAMES)
def test_threads_and_engines_give_one_tally(game: str) -> None:
    rules = mc.catalogue[game]
    games = 300 if PROFILE == "nightly" else 100
    tally = mc.playouts(rules, games, seed=5)
    assert tally.games == games
    for threads, engine in itertools.product([1, 2, 7, None], ["lanes", "reference"]):
        assert mc.playouts(rules, games, 5, threads, engine) == tally
    assert mc.playouts(rules, games, seed=6) != tally


# Matches


@pytest.mark.parametrize(("game", "side"), by_turns(GAMES, ["south", "north"]))
def test_greedy_takes_the_largest_margin(game: str, side: str) -> None:
    rules = mc.rules(game, start=side)
    tally = mc.match(rules, GREEDY, RANDOM, 3, seed=11)
    assert fields(tally) == one_by_one(rules, greedy, random, 3, seed=11)
    tally = mc.match(rules, RANDOM, GREEDY, 3, seed=12)
    assert fields(tally) == one_by_one(rules, random, greedy, 3, seed=12)


@pytest.mark.parametrize("game", ["kalah", "elf-manbula", "pratt", "mwambulula", "chuba"])
def test_a_match_after_random_openings(game: str) -> None:
    rules = mc.catalogue[game]
    for plies in (1, 4, 1000):
        tally = mc.match(rules, GREEDY, GREEDY, 4, seed=1, opening_plies=plies)
        assert fields(tally) == one_by_one(rules, greedy, greedy, 4, 1, plies)
    assert tally == mc.playouts(rules, 4, seed=1)


@pytest.mark.parametrize("game", ["kalah", "kalaha-ethiopian", "mwambulula", "chuba"])
@pytest.mark.parametrize("side", ["south", "north"])
def test_a_match_from_given_positions(game: str, side: str) -> None:
    rules = mc.rules(game, start=side)
    starts = [rules.start()]
    for _ in range(4):
        starts.append(starts[-1].play(starts[-1].legal_actions[-1]))
    assert {state.to_move for state in starts} == {0, 1}
    tally = mc.match(rules, GREEDY, RANDOM, 12, seed=2, opening_plies=2, starts=starts)
    assert fields(tally) == one_by_one(rules, greedy, random, 12, 2, 2, starts)
    assert mc.match(rules, GREEDY, RANDOM, 12, 2, None, 2, iter(starts)) == tally


def test_plies_of_a_match_count_from_its_start() -> None:
    rules = mc.rules("kalah", max_actions=10)
    late = rules.start().play(0).play(0).play(1)
    assert late.plies == 3
    assert mc.match(rules, RANDOM, RANDOM, 5, starts=[late]).plies_histogram == {10: 5}


@pytest.mark.parametrize("side", [0, 1])
def test_first_sits_with_the_side_that_starts(side: int) -> None:
    seen: dict[str, set[int]] = {"first": set(), "second": set()}

    def player(name: str) -> Callable[[mc.State], int]:
        def play(state: mc.State) -> int:
            seen[name].add(state.to_move)
            return state.legal_actions[0]

        return play

    rules = mc.rules("kalah", start=("south", "north")[side])
    mc.match(rules, player("first"), player("second"), 2)
    assert seen == {"first": {side}, "second": {1 - side}}
    south = mc.rules("kalah")
    start = south.state(pits=[[4] * 6] * 2, to_move=side)
    mc.match(south, player("first"), player("second"), 2, starts=[start])
    assert seen == {"first": {side}, "second": {1 - side}}


def test_swapped_matches_share_their_openings() -> None:
    openings: dict[str, list[mc.State]] = {"first": [], "second": []}

    def watcher(name: str) -> Callable[[mc.State], int]:
        def play(state: mc.State) -> int:
            if state.plies == 4:
                openings[name].append(state)
            return state.legal_actions[0]

        return play

    rules = mc.catalogue["kalah"]
    one, other = mc.agents.Policy(watcher("first")), mc.agents.Policy(watcher("second"))
    mc.match(rules, one, other, 20, seed=9, opening_plies=4)
    first_time = openings["first"] + openings["second"]
    openings["first"], openings["second"] = [], []
    mc.match(rules, other, one, 20, seed=9, opening_plies=4)
    assert Counter(first_time) == Counter(openings["first"] + openings["second"])
    assert len(set(first_time)) > 10


@pytest.mark.parametrize("threads", [1, 2, None])
def test_a_match_does_not_depend_on_threads(threads: int | None) -> None:
    rules = mc.catalogue["pratt"]
    tally = mc.match(rules, GREEDY, GREEDY, 200, seed=4)
    assert mc.match(rules, GREEDY, GREEDY, 200, seed=4, threads=threads) == tally


def test_agents_are_named_as_elsewhere() -> None:
    named = mc.match(mc.rules("kalah"), "greedy", "alphabeta(depth=2)", 10, seed=3)
    assert named == mc.match(mc.rules("kalah"), GREEDY, mc.agents.AlphaBeta(depth=2), 10, seed=3)


def test_a_function_is_a_policy() -> None:
    rules = mc.catalogue["chuba"]

    def last(state: mc.State) -> int:
        return state.legal_actions[-1]

    tally = mc.match(rules, last, RANDOM, 5)
    assert mc.match(rules, mc.agents.Policy(last), RANDOM, 5) == tally
    assert mc.match(rules, mc.agents.Policy(last, "mine", deterministic=False), RANDOM, 5) == tally
    assert fields(tally) == one_by_one(rules, lambda state, _: last(state), random, 5)
    assert mc.agents.Policy(last).name == "last"
    assert mc.agents.Policy(last, "mine").name == "mine"


# Tallies


def test_parts_add_up() -> None:
    rules = mc.catalogue["pratt"]
    parts = [mc.playouts(rules, games, seed=seed) for games, seed in [(3, 0), (70, 1), (500, 2)]]
    sums = parts[0] + parts[1] + parts[2]
    assert sums == parts[2] + (parts[1] + parts[0])
    for name, value in fields(sums).items():
        if name.endswith("histogram"):
            wanted = sum((Counter(getattr(part, name)) for part in parts), Counter[int]())
            assert value == wanted
        else:
            assert value == sum(getattr(part, name) for part in parts)
    assert sums.seconds == pytest.approx(sum(part.seconds for part in parts))
    assert parts[0] != parts[1]
    assert parts[0].games == 3


def test_no_games_are_a_zero() -> None:
    rules = mc.catalogue["kalah"]
    nothing = mc.playouts(rules, 0)
    assert fields(nothing) == Count().fields()
    assert nothing == mc.match(rules, GREEDY, lambda state: state.legal_actions[0], 0)
    tally = mc.playouts(rules, 100)
    assert nothing + tally == tally == tally + nothing


def test_equal_tallies_may_differ_in_seconds() -> None:
    one, other = (mc.playouts(mc.catalogue["kalah"], 2000, threads=n) for n in (1, 2))
    assert one == other
    assert hash(one) == hash(other)
    assert one.seconds >= 0
    assert (one + one).seconds == 2 * one.seconds
    assert one + one != one


# While they run


@pytest.mark.parametrize("second", [GREEDY, lambda state: state.legal_actions[0]])
@pytest.mark.parametrize("games", [0, 1, 300])
def test_progress_adds_up_to_the_games(second: Any, games: int) -> None:
    told: list[int] = []
    tally = mc.match(mc.catalogue["kalah"], GREEDY, second, games, progress=told.append)
    assert tally.games == sum(told) == games
    assert 0 not in told
    told.clear()
    quiet = mc.playouts(mc.catalogue["kalah"], games, progress=False)
    assert mc.playouts(mc.catalogue["kalah"], games, progress=told.append) == quiet
    assert sum(told) == games


def test_a_bar_can_be_shown(capfd: pytest.CaptureFixture[str]) -> None:
    tally = mc.playouts(mc.catalogue["kalah"], 1000, progress=True)
    assert tally == mc.playouts(mc.catalogue["kalah"], 1000)
    assert "kalah" in capfd.readouterr().err


def test_other_threads_run_meanwhile() -> None:
    rules = mc.catalogue["kalah"]
    ticks, stop = itertools.count(), threading.Event()

    def tick() -> None:
        while not stop.wait(0.001):
            next(ticks)

    clock = threading.Thread(target=tick)
    clock.start()
    try:
        for more in range(1, 41):  # a fast machine, or one with much else to do, needs more games
            before = next(ticks)
            mc.playouts(rules, 50_000 * more, threads=1)
            during = next(ticks) - before
            if during > 5:
                break
    finally:
        stop.set()
        clock.join()
    assert during > 5


def test_runs_in_several_threads_do_not_mix() -> None:
    names = GAMES[:6]
    wanted = [mc.playouts(mc.catalogue[name], 500) for name in names]
    tallies: dict[int, mc.Tally] = {}

    def play(place: int) -> None:
        tallies[place] = mc.playouts(mc.catalogue[names[place]], 500, threads=2)

    threads = [threading.Thread(target=play, args=(place,)) for place in range(len(names))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [tallies[place] for place in range(len(names))] == wanted
