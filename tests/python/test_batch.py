"""Batches against games played one by one as states, step by step and lane by lane."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mancalab as mc
from batch_model import (
    KINDS,
    MODES,
    NIGHTLY,
    OUTPUTS,
    Model,
    difference,
    fields,
    first_games,
    numbers,
    seen,
    variants,
)
from chosen_games import CHOSEN, by_turns, shortened, some_of
from refusals import refused

GAMES = CHOSEN
LANES = 70  # more than one block of 64
STEPS = 300 if NIGHTLY else 160
OWN = Path(__file__).parents[1] / "data/own_games/vai-lung-thlan.toml"

# Options that change how a turn goes; what is left is tried by `variants`.
OPTIONS: list[tuple[str, dict[str, Any]]] = [
    ("kalah", {"columns": 1, "seeds": 5}),
    ("kalah", {"columns": 16, "seeds": 7, "start": "north", "max_actions": None}),
    ("kalah", {"seeds": 21, "empty_capture": True}),
    ("kalah", {"columns": 2, "seeds": 63, "cross_capture": False}),
    ("kalah", {"symmetric": True, "direction": "chosen", "stores": "both"}),
    ("kalaha-general", {"relay": True, "continue_sowing": True, "endless": "loss"}),
    ("kalaha-ethiopian", {"symmetric": True, "columns": 16, "seeds": 2}),
    ("kalaha-nigerian", {"last_four_to_mover": True, "skip": "turn"}),
    ("elf", {"symmetric": True, "capture": "none", "columns": 3}),
    ("elf", {"columns": 16, "symmetric": True, "seeds": 1}),
    ("elf-mankala", {"capture_side": "any", "final_count": "owner", "direction": "clockwise"}),
    ("elf-manbula", {"replay": False, "stores": "none", "endless": "loss", "max_actions": 40}),
    ("pratt", {"skip": "turn", "feeding": "forced", "endless": "loss"}),
    ("pratt", {"max_actions": 30, "start": "north"}),
    ("pratt", {"columns": 1, "seeds": 2}),
    ("pratt-single-lap", {"feeding": "always", "end_above_half": True}),
    ("mwambulula", {"reentry": "landing", "start": "north"}),
    ("mwambulula", {"reentry": "turn", "max_actions": 25}),
    ("mwambulula", {"skip": "turn", "continue_sowing": False}),
    ("chuba", {"max_actions": 20}),
    ("chuba", {"start": "north", "direction": "clockwise", "endless": "loss"}),
    ("oware", {"grand_slam": "forbidden", "columns": 4}),
    ("oware", {"grand_slam": "capture", "feeding": "penalty", "seeds": 2}),
    ("awari", {"relay": True, "skip": "turn", "columns": 16, "seeds": 3}),
    ("bohnenspiel", {"end": "either_empty", "final_count": "home"}),
    ("waurie", {"columns": 3, "seeds": 2}),
    ("um-el-bagara", {"least": 1, "feeding": "forced", "columns": 16}),
    ("bao-ki-arabu", {"winner": "most_seeds", "max_actions": 60}),
    ("moruba", {"columns": 2, "seeds": 3}),
    ("tsoro", {"columns": 3, "start": "north"}),
]


def follow(
    rules: mc.Rules,
    autoreset: str = "same_step",
    *,
    n: int = LANES,
    steps: int = STEPS,
    starts: Sequence[mc.State] | None = None,
    seed: int = 2**64 - 7,
) -> Counter[str]:
    """Step a batch of each reward kind beside the model; return how many games ended how."""
    model = Model(rules, n, seed=seed, autoreset=autoreset, starts=starts)
    batches = [
        mc.Batch(rules, n, seed=seed, autoreset=autoreset, rewards=kind, starts=starts)
        for kind in KINDS
    ]
    results: Counter[str] = Counter()
    for step in range(steps + 1):
        ended = model.ended()
        results.update(mc.Batch.RESULTS[result] for result in model.results[ended])
        for kind, batch in zip(KINDS, batches, strict=True):
            assert difference(seen(batch, ended), model.views(kind)) == [], f"{kind}, step {step}"
        actions: Any = model.sample()
        for batch in batches:
            np.testing.assert_array_equal(batch.sample(), actions)
        if step % 5 == 4:
            # Now and then what chance would not choose: everybody's last pit.
            actions = [(lane.state.legal_actions or (0,))[-1] for lane in model.lanes]
        model.step(actions)
        for batch in batches:
            batch.step(actions)
    return results


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
    assert numbers(seed, game, ply).tolist() == [value]


# Step by step


@pytest.mark.parametrize(("game", "autoreset"), by_turns(GAMES, MODES))
def test_a_batch_is_its_games_step_by_step(game: str, autoreset: str) -> None:
    rules = mc.catalogue[game]
    if NIGHTLY:  # whole games, too, whether or not one of them ends within the steps
        follow(rules, autoreset)
        rules = rules.replace(max_actions=100)
    if game in {"moruba", "awari"}:
        rules = rules.replace(seeds=2)  # the others' games end within the steps
    # Hardly a random game of these three ends so soon.
    if "rounds" in rules.features or game in {"katra", "makonn", "okwe-nigeria"}:
        rules = rules.replace(max_actions=100)
    assert follow(rules, autoreset).total() > 0


@pytest.mark.parametrize(("game", "autoreset"), by_turns(GAMES, MODES))
def test_games_that_are_cut_off(game: str, autoreset: str) -> None:
    # Kisolo Lali comes to an endless sowing soon, Katrayo to an empty row.
    few = 7 if game in {"katrayo", "kisolo-lali"} else 23
    rules = mc.rules(game, max_actions=few, start="north")
    assert follow(rules, autoreset, steps=50)["truncated"] > 0


@pytest.mark.parametrize(("game", "options"), OPTIONS)
def test_a_batch_of_a_changed_game(game: str, options: dict[str, Any]) -> None:
    rules = mc.rules(game, **options)
    for autoreset in MODES if NIGHTLY else MODES[:1]:
        follow(rules, autoreset)


def test_a_batch_of_a_users_own_game() -> None:
    assert follow(mc.Rules.from_toml(OWN)).total() > 0


@pytest.mark.nightly
@pytest.mark.parametrize("game", GAMES)
def test_a_batch_of_every_value_of_every_option(game: str) -> None:
    for number, rules in enumerate(variants(mc.catalogue[game])):
        follow(rules, MODES[number % 3], steps=30)


@pytest.mark.parametrize("autoreset", MODES)
@pytest.mark.parametrize("endless", ["void", "loss"])
def test_sowings_without_end(autoreset: str, endless: str) -> None:
    rules = mc.rules("pratt", endless=endless, max_actions=60)
    counts = follow(rules, autoreset, n=400, steps=80)
    assert (counts["void"] > 0) == (endless == "void")


@pytest.mark.parametrize("autoreset", MODES)
@pytest.mark.parametrize("game", ["kalah", "mwambulula", "chuba", "oware", "um-el-bagara"])
def test_games_from_given_positions(game: str, autoreset: str) -> None:
    rules = mc.rules(game, max_actions=40)
    starts = [rules.start()]
    for ply in range(23):  # long enough for second parts of turns, whose phase is not 0
        legal = starts[-1].legal_actions
        starts.append(starts[-1].play(legal[ply % len(legal)]))
    assert {state.to_move for state in starts} == {0, 1}
    follow(rules, autoreset, starts=starts, steps=90)


def test_a_round_may_begin_with_a_duty_to_feed() -> None:
    rules = mc.Rules.from_toml(
        """
        name = "fed"
        board = { rows = 2, columns = 2 }
        setup = { seeds = 1 }
        moves = { feeding = "always" }
        landing = [{ side = "other", take = "landing", to = "store" }]
        ending = { when = ["few"], few = 2, final_count = "owner" }
        rounds = { refill = 1, short = "closed", start = "winner" }
        limits = { max_actions = 60 }
        """
    )
    for autoreset in MODES:
        assert follow(rules, autoreset).total() > 0


def test_rounds_of_fewer_seeds_than_at_the_start() -> None:
    """Such positions are set up by hand: then more than one pit may stay empty."""
    rules = mc.Rules.from_toml(
        """
        name = "fewer"
        board = { rows = 2, columns = 2 }
        setup = { seeds = 2 }
        ending = { when = ["either_empty"], final_count = "owner" }
        rounds = { refill = 2, short = "owned", gained = "last" }
        limits = { max_actions = 60 }
        """
    )
    start = rules.state(pits=[[0, 1], [0, 1]], stores=[2, 1])
    after = start.play(1)
    assert after.registers["round"] == (1, 1)
    assert sorted(after.pits.ravel().tolist()) == [0, 0, 2, 2]
    for autoreset in MODES:
        follow(rules, autoreset, starts=[start])


@pytest.mark.parametrize("n", [1, 63, 64, 65, 128, 200])
def test_any_number_of_lanes(n: int) -> None:
    for game in ("kalah", "chuba"):
        follow(mc.rules(game, max_actions=30), n=n, steps=40)


def test_margins_are_shares_of_the_seeds_of_the_start() -> None:
    rules = mc.rules("kalah", columns=3)
    positions: list[list[list[int]]] = [[[1, 0, 2], [0, 1, 0]], [[80, 0, 0], [0, 0, 90]]]
    starts = [rules.state(pits=pits, stores=[5 * k, 1]) for k, pits in enumerate(positions)]
    assert follow(rules, n=10, steps=60, starts=starts).total() > 0


# Whole games

TALLIED = 200


@pytest.mark.parametrize(("game", "autoreset"), by_turns(GAMES, MODES))
def test_the_first_games_of_a_batch_are_playouts(game: str, autoreset: str) -> None:
    rules = mc.catalogue[game]
    batch = mc.Batch(rules, TALLIED, seed=17, autoreset=autoreset)
    tally = mc.playouts(rules, TALLIED, seed=17, engine="reference")
    assert first_games(batch) == fields(tally)
    assert mc.playouts(rules, TALLIED, seed=17, engine="lanes") == tally


@pytest.mark.parametrize("game", some_of(GAMES, 3))
def test_whole_games_with_every_value_of_every_option(game: str) -> None:
    for rules in map(shortened, variants(mc.catalogue[game])):
        tally = mc.playouts(rules, LANES, seed=3, engine="reference")
        assert mc.playouts(rules, LANES, seed=3, engine="lanes") == tally, rules
        assert first_games(mc.Batch(rules, LANES, seed=3)) == fields(tally), rules


@pytest.mark.nightly
@pytest.mark.parametrize("game", GAMES)
def test_whole_games_with_several_options_changed(game: str) -> None:
    rng = np.random.default_rng(GAMES.index(game))
    for _ in range(20):
        rules = mc.catalogue[game].replace(max_actions=300)
        for _ in range(4):
            choices = list(variants(rules))
            rules = choices[rng.integers(len(choices))]
        tally = mc.playouts(rules, LANES, seed=3, engine="reference")
        assert mc.playouts(rules, LANES, seed=3, engine="lanes") == tally, rules
        assert first_games(mc.Batch(rules, LANES, seed=3)) == fields(tally), rules


@pytest.mark.parametrize("game", GAMES)
def test_a_lane_goes_on_with_its_next_games(game: str) -> None:
    rules = mc.rules(game, max_actions=12)
    batch = mc.Batch(rules, 5, seed=1)
    wanted = [Model(rules, 1, seed=1, autoreset="disabled") for _ in range(20)]
    for number, model in enumerate(wanted):
        model.lanes[0].game = number
        while not model.lanes[0].state.is_over:
            model.step(model.sample())
    found: dict[int, tuple[int, int, list[int]]] = {}
    while len(found) < len(wanted):
        games = batch.games.copy()
        batch.step(batch.sample())
        for i in np.flatnonzero(batch.terminated | batch.truncated):
            found[games[i]] = (batch.results[i], batch.reasons[i], batch.scores[i].tolist())
            assert batch.games[i] == games[i] + 5
        found = {game: found[game] for game in found if game < len(wanted)}
    for number, model in enumerate(wanted):
        scores = model.scores[0].tolist()
        assert found[number] == (model.results[0], model.reasons[0], scores)


# What the lanes cannot play


@pytest.mark.parametrize("game", ["oware", "kalah", "chuba"])
def test_a_repetition_rule_is_left_to_the_reference_engine(game: str) -> None:
    rules = mc.rules(game, repetition="first_since_capture")
    words = ("limits.repetition", "first_since_capture", "none", "reference")
    refused(lambda: mc.Batch(rules, 4), mc.RulesError, words)
    refused(lambda: mc.playouts(rules, 4), mc.RulesError, words)
    refused(lambda: mc.playouts(rules, 4, engine="lanes"), mc.RulesError, words)
    assert mc.playouts(rules, 4, engine="reference").games == 4


def test_the_names_of_outputs() -> None:
    assert set(OUTPUTS) == set(mc.Batch(mc.rules("kalah"), 1).buffers())
    assert mc.Batch.RESULTS == ("south", "north", "draw", "void", "truncated")
    assert len(set(mc.Batch.REASONS)) == len(mc.Batch.REASONS) < 255
