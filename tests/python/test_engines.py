"""Playouts, matches and series on the lane engine: the games of the reference engine."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from functools import reduce
from operator import add
from typing import Any

import pytest

import mancalab as mc
from batch_model import variants
from chosen_games import CHOSEN, by_turns, shortened
from mancalab import _core
from mancalab._matches import playing

GAMES = CHOSEN
RANDOM, GREEDY = mc.agents.Random(), mc.agents.Greedy()
AGAIN = "first_since_capture"
SUMS = ("rounds", "games", "swapped", "tally", "outcomes", "joint", "moments", "distinct")


def total(parts: Sequence[_core.Series]) -> _core.Series:
    return reduce(add, parts)


def sums(series: _core.Series) -> dict[str, Any]:
    return {name: getattr(series, name) for name in SUMS}


@pytest.mark.parametrize(("game", "threads"), by_turns(GAMES, [1, 2, None]))
def test_every_game(game: str, threads: int | None) -> None:
    rules = mc.catalogue[game]
    games = 200 if shortened(rules) != rules else 700
    wanted = mc.playouts(rules, games, 5, engine="reference")
    assert mc.playouts(rules, games, 5, threads) == wanted
    assert mc.match(rules, RANDOM, RANDOM, games, 5, threads) == wanted


@pytest.mark.parametrize("game", GAMES)
def test_every_option(game: str) -> None:
    for rules in map(shortened, variants(mc.catalogue[game])):
        wanted = mc.playouts(rules, 80, 3, engine="reference")
        assert mc.playouts(rules, 80, 3) == wanted, rules.to_text()


def test_a_game_that_is_over_before_it_begins() -> None:
    rules = mc.rules("kalah", seeds=0)
    assert rules.start().is_over
    for engine in ("lanes", "reference"):
        assert mc.playouts(rules, 50, engine=engine).plies_histogram == {0: 50}
    assert mc.match(rules, GREEDY, RANDOM, 50).draws == 50
    assert playing.series(rules, GREEDY, RANDOM, 50).tally.draws == 100


def by_the_book(state: mc.State) -> int:
    """Play the first action: a function plays on the reference engine."""
    return state.legal_actions[0]


@pytest.mark.parametrize("game", ["kalah", "mwambulula", "pratt", "chuba", "oware"])
def test_parts_of_a_series_add_up(game: str) -> None:
    rules = mc.catalogue[game]
    options: dict[str, Any] = {"seed": 8, "opening_plies": 2}
    whole = playing.series(rules, GREEDY, RANDOM, 150, **options)
    parts = [
        playing.series(rules, GREEDY, RANDOM, end - start, first_round=start, threads=2, **options)
        for start, end in [(40, 150), (0, 1), (1, 40)]
    ]
    assert sums(total(parts)) == sums(whole)
    assert sums(pickle.loads(pickle.dumps(whole))) == sums(whole)  # noqa: S301  (our own)
    one = mc.match(rules, GREEDY, RANDOM, 150, **options)
    other = mc.match(rules, RANDOM, GREEDY, 150, **options)
    assert whole.tally == one + other


def test_fingerprints_are_those_of_the_reference_engine() -> None:
    # One legal action at every ply: all agents play the same games, on either engine.
    rules = mc.rules("kalah", columns=1, seeds=3)
    starts = [rules.start(), rules.state(pits=[[2], [5]])]
    one = playing.series(rules, RANDOM, GREEDY, 20, starts=starts)
    other = playing.series(rules, by_the_book, by_the_book, 20, starts=starts)
    assert sums(one) == sums(other)
    assert sums(one + other) == {**sums(one + one), "distinct": 2}


def test_many_distinct_games_are_estimated() -> None:
    rules = mc.catalogue["kalah"]
    series = playing.series(rules, RANDOM, RANDOM, 300_000, swap=False)
    assert series.distinct == pytest.approx(300_000, rel=0.015)
    assert series.distinct % 2 == 0
    halves = [
        playing.series(rules, RANDOM, RANDOM, 150_000, swap=False, first_round=first, threads=1)
        for first in (150_000, 0)
    ]
    assert 299_900 < sum(half.distinct for half in halves) <= 300_000  # exact: few come twice
    assert sums(total(halves)) == sums(series)
    assert len(pickle.dumps(series)) < 6_000_000


@pytest.mark.parametrize("game", ["oware", "kalah", "mwambulula"])
def test_a_rule_of_repetition_is_played_by_the_reference_engine(game: str) -> None:
    rules = mc.rules(game, repetition=AGAIN)
    message = r'limits\.repetition = "first_since_capture".*engine="reference"'
    with pytest.raises(mc.RulesError, match=message):
        mc.playouts(rules, 10)
    with pytest.raises(mc.RulesError, match=message):
        mc.playouts(rules, 10, engine="lanes")
    wanted = mc.playouts(rules, 200, 1, engine="reference")
    assert mc.match(rules, RANDOM, RANDOM, 200, 1) == wanted
    assert playing.series(rules, RANDOM, RANDOM, 200, seed=1, swap=False).tally == wanted


def test_no_game_of_the_catalogue_repeats_by_default() -> None:
    for rules in mc.catalogue.values():
        assert mc.playouts(rules, 1).games == 1


def test_what_was_built() -> None:
    info = mc.build_info()
    assert list(info) == ["version", "simd", "simd_levels", "threads", "profile"]
    assert info["version"] == mc.__version__
    levels = info["simd_levels"]
    narrowest_first = ("baseline", "neon", "avx2", "avx512")
    assert levels == tuple(level for level in narrowest_first if level in levels)
    assert info["simd"] in levels
    assert levels[0] == "baseline"
    assert isinstance(info["threads"], int)
    assert info["threads"] >= 1
    assert info["profile"] in {"release", "debug"}
