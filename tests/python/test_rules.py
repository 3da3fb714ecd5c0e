"""The catalogue and its options, descriptions of one's own, and the limits of a game."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mancalab as mc

ELF_MANKALA: dict[str, Any] = {
    "symmetric": False,
    "capture": "across",
    "replay": True,
    "continue_sowing": False,
    "capture_side": "own",
    "final_count": "home",
    "seeds": 3,
}
TWO_ROWS: dict[str, dict[str, Any]] = {
    "kalah": {"empty_capture": False, "end": "either_empty"},
    "kalaha-general": {"capture_needs_opposite": False},
    "kalaha-egyptian": {"capture_needs_opposite": False},
    "kalaha-ethiopian": {"capture_needs_opposite": False},
    "kalaha-nigerian": {
        "capture_needs_opposite": False,
        "cross_capture": True,
        "last_four_to_mover": False,
    },
    "elf": {"symmetric": False, "final_count": "home", "capture_side": "any"},
    "elf-mankala": ELF_MANKALA,
    "elf-mankala-home": ELF_MANKALA | {"capture": "home"},
    "elf-manbula": {
        "symmetric": True,
        "capture": "none",
        "replay": True,
        "continue_sowing": True,
        "final_count": "home",
        "seeds": 4,
    },
    "pratt": {"relay": True, "skip": "lap", "feeding": "penalty"},
    "pratt-single-lap": {"relay": False, "skip": "lap", "feeding": "penalty"},
    "pratt-store": {"relay": True, "skip": "lap", "feeding": "penalty"},
}
FOUR_ROWS: dict[str, dict[str, Any]] = {"mwambulula": {"reentry": "lap"}, "chuba": {}}
EVERY_GAME: dict[str, Any] = {"start": "south", "endless": "void", "max_actions": 1000}
DEFAULTS: dict[str, dict[str, Any]] = {
    **{name: {"columns": 6, "seeds": 4} | EVERY_GAME | more for name, more in TWO_ROWS.items()},
    **{name: EVERY_GAME | more for name, more in FOUR_ROWS.items()},
}
ALLOWED: dict[str, Any] = {
    "columns": range(1, 17),
    "start": ("south", "north"),
    "endless": ("void", "loss"),
    "capture": ("none", "home", "across"),
    "skip": ("lap", "turn"),
    "feeding": ("penalty", "forced"),
    "reentry": ("lap", "landing", "turn"),
    "end": ("either_empty", "mover_empty"),
    "final_count": ("home", "owner"),
    "capture_side": ("any", "own"),
}
ACTIONS = {
    **dict.fromkeys(TWO_ROWS, 6),
    **dict.fromkeys(["kalaha-ethiopian", *(name for name in TWO_ROWS if "elf" in name)], 12),
    "mwambulula": 17,
    "chuba": 33,
}


def values(option: mc.RuleOption) -> list[Any]:
    """Return values that an option allows: all, or the first of a long range."""
    every = list(option.allowed[:20]) if isinstance(option.allowed, range) else option.allowed
    return [*every, *([None] if option.or_none else [])]


def finishes(rules: mc.Rules, games: int = 2) -> mc.Tally:
    """Return a tally of random games, each of which came to an end."""
    repeats = rules.options["repetition"].value != "none"
    tally = mc.playouts(rules, games, engine="reference" if repeats else "lanes")
    assert tally.games == games
    return tally


# The catalogue


def test_the_catalogue_is_a_mapping() -> None:
    assert isinstance(mc.catalogue, Mapping)
    assert list(mc.catalogue) == list(mc.catalogue.keys())
    assert set(mc.catalogue) >= set(DEFAULTS)
    assert len(mc.catalogue) == len(set(mc.catalogue)) == len(list(mc.catalogue.items()))
    for name, rules in mc.catalogue.items():
        assert name in mc.catalogue
        assert rules == mc.rules(name) == mc.catalogue[name] == mc.catalogue.get(name)
        assert rules.name == name
        assert min(map(len, (rules.title, rules.region, rules.source, rules.about))) > 0
    assert mc.catalogue.get("chess") is None
    assert "chess" not in mc.catalogue
    assert "" not in mc.catalogue
    assert "kalah" in repr(mc.catalogue)


@pytest.mark.parametrize(
    ("alias", "name"), [("ayoayo", "pratt"), ("kalaha-four", "kalaha-nigerian")]
)
def test_aliases_are_found_but_not_listed(alias: str, name: str) -> None:
    assert alias in mc.catalogue
    assert alias not in list(mc.catalogue)
    assert mc.catalogue[alias] == mc.rules(alias) == mc.catalogue[name]
    assert mc.rules(alias).name == name
    assert alias in mc.catalogue[name].aliases
    assert mc.rules(alias, seeds=3) == mc.rules(name, seeds=3)


def test_a_wrong_name_gets_the_nearest() -> None:
    for wrong, near in [
        ("kala", "kalah"),
        ("kalaha-egiptian", "kalaha-egyptian"),
        ("prat", "pratt"),
    ]:
        with pytest.raises(KeyError, match=f'did you mean "{near}"'):
            mc.catalogue[wrong]


@pytest.mark.parametrize("game", DEFAULTS)
def test_actions_and_observations_have_their_size(game: str) -> None:
    rules = mc.catalogue[game]
    assert rules.n_actions == ACTIONS[game]
    assert (rules.rows, rules.pits_per_side) == (
        (4, 2 * rules.columns) if game in FOUR_ROWS else (2, 6)
    )
    for changed in [rules, *(rules.replace(columns=n) for n in (1, 7, 16) if game in TWO_ROWS)]:
        state = changed.start()
        assert changed.n_actions == ACTIONS[game] * changed.columns // rules.columns
        while not state.is_over:
            assert len(changed.observation_names) == len(state.observation)
            assert 0 <= state.legal_actions[0] <= state.legal_actions[-1] < changed.n_actions
            state = state.play(state.legal_actions[state.plies % len(state.legal_actions)])
        assert len(changed.observation_names) == len(state.observation)
        assert len(set(changed.observation_names)) == len(changed.observation_names)


# Options


@pytest.mark.parametrize("game", DEFAULTS)
def test_documented_options_are_there(game: str) -> None:
    options = mc.catalogue[game].options
    assert {name: options[name].value for name in DEFAULTS[game]} == DEFAULTS[game]
    for name, option in options.items():
        assert option.about
        assert option.value in option.allowed or (option.or_none and option.value is None)
        assert all(value in option.allowed for value in ALLOWED.get(name, ())), name
    assert options["max_actions"].or_none
    assert ("columns" in options) == ("seeds" in options) == (game in TWO_ROWS)
    assert ("reentry" in options) == (game == "mwambulula")
    assert ("last_four_to_mover" in options) == (game == "kalaha-nigerian")


@pytest.mark.parametrize("game", DEFAULTS)
def test_every_value_of_every_option_makes_a_game_or_is_refused(game: str) -> None:
    rules = mc.catalogue[game]
    refused = 0
    for name, option in rules.options.items():
        for value in values(option):
            try:
                changed = rules.replace(**{name: value})
            except mc.RulesError as error:
                assert error.faults  # noqa: PT017 - any value may be refused, with a reason
                assert name not in DEFAULTS[game] or name == "seeds"
                refused += 1
                continue
            assert changed.options[name].value == value
            assert changed == rules or value != option.value
            # These two go with others: `capture`, and the size of the action space.
            if name not in {"cross_capture", "symmetric"}:
                assert changed.replace(**{name: option.value}) == rules
            assert mc.rules(game, **{name: value}) == changed
            assert bool(changed.diff(rules)) == (changed != rules)
            finishes(changed)
    assert refused <= 13  # of 73 in chuba, half of them for its singles


@pytest.mark.parametrize("game", DEFAULTS)
@given(data=st.data())
def test_options_go_together_or_are_refused(game: str, data: st.DataObject) -> None:
    rules = mc.catalogue[game]
    strategy = {name: st.sampled_from(values(option)) for name, option in rules.options.items()}
    chosen = data.draw(st.fixed_dictionaries({}, optional=strategy))
    try:
        changed = mc.rules(game, **{"max_actions": 1000} | chosen)
    except mc.RulesError as error:
        assert error.faults  # noqa: PT017 - as above
        return
    again = mc.Rules.from_toml(changed.to_toml())
    assert (again, again.digest, again.to_toml()) == (changed, changed.digest, changed.to_toml())
    if changed.options["max_actions"].value is not None:
        assert finishes(changed) == finishes(again)


@pytest.mark.parametrize("game", DEFAULTS)
def test_either_side_may_start(game: str) -> None:
    for side, name in enumerate(("south", "north")):
        rules = mc.rules(game, start=name)
        assert rules.start().to_move == side
        finishes(rules)
    south, north = (finishes(mc.rules(game, start=name), 40) for name in ("south", "north"))
    assert (south.south, south.north, south.plies) == (north.north, north.south, north.plies)
    assert south.margin_sum == -north.margin_sum


@pytest.mark.parametrize("game", TWO_ROWS)
def test_every_size_of_a_two_row_board(game: str) -> None:
    for columns, seeds in itertools.product(range(1, 17), [1, 2, 3, 4, 5, 6, 7, 8, 15, 127, 128]):
        total = 2 * columns * seeds
        if total > 255:
            with pytest.raises(mc.RulesError, match=rf"seeds.*{total}.*255"):
                mc.rules(game, columns=columns, seeds=seeds)
            continue
        rules = mc.rules(game, columns=columns, seeds=seeds)
        state = rules.start()
        assert state.pits.tolist() == [[seeds] * columns] * 2 or state.is_over
        finishes(rules)


def test_the_24_games_of_elf() -> None:
    flags = {
        "symmetric": (False, True),
        "capture": ("none", "home", "across"),
        "replay": (False, True),
        "continue_sowing": (False, True),
    }
    games = [
        mc.rules("elf", **dict(zip(flags, c, strict=True)))
        for c in itertools.product(*flags.values())
    ]
    assert len(set(games)) == 24
    for rules, seeds in itertools.product(games, (3, 4, 5, 6)):
        sized = rules.replace(seeds=seeds)
        assert sized.n_actions == 12
        finishes(sized)


# One game under two names


@pytest.mark.parametrize(
    ("one", "options", "other", "others"),
    [
        ("kalaha-egyptian", {"capture_needs_opposite": True}, "kalah", {}),
        ("kalaha-egyptian", {}, "kalah", {"empty_capture": True}),
        ("kalah", {"capture_needs_opposite": False}, "kalah", {"empty_capture": True}),
        ("kalaha-general", {"final_count": "owner"}, "kalaha-egyptian", {}),
        ("elf", {"seeds": 3, "capture_side": "own"}, "elf-mankala", {}),
        ("elf-mankala", {"capture": "home"}, "elf-mankala-home", {}),
        ("pratt", {"relay": False}, "pratt-single-lap", {}),
        ("pratt", {"stores": "own"}, "pratt-store", {}),
    ],
)
def test_equal_digests_mean_equal_games(
    one: str, options: dict[str, Any], other: str, others: dict[str, Any]
) -> None:
    first, second = mc.rules(one, **options), mc.rules(other, **others)
    assert first == second
    assert first.digest == second.digest
    assert first.diff(second) == ""
    assert len(first.digest) == 32
    assert finishes(first, 50) == finishes(second, 50)


# A description of one's own

OWN = """
name = "four-by-three"
title = "Four by three"

[board]
rows = 2
columns = 4
stores = true
clause = "1"

[setup]
seeds = 3

[sowing]
stores = "own"
clause = "2"

[turn]
replay = true

[ending]
when = ["either_empty"]
final_count = "owner"
"""


def test_a_game_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(OWN, encoding="utf-8")
    rules = mc.Rules.from_toml(path)
    assert rules == mc.Rules.from_toml(OWN)
    assert (rules.name, rules.title, rules.n_actions) == ("four-by-three", "Four by three", 4)
    assert rules.start().pits.tolist() == [[3] * 4] * 2
    assert rules.name not in mc.catalogue
    same = mc.rules("kalah", columns=4, seeds=3, capture="none")
    assert rules.diff(same) == ""
    assert finishes(rules, 50) == finishes(same, 50)
    changed = rules.replace(columns=5, start="north", endless="loss", max_actions=None)
    assert (changed.columns, changed.start().to_move, rules.columns) == (5, 1, 4)
    assert changed.name == "four-by-three"
    assert mc.Rules.from_toml(changed.to_toml()) == changed
    assert {"columns", "seeds", "start", "endless", "max_actions", "replay"} <= set(rules.options)


LINES = [line for name in DEFAULTS for line in mc.catalogue[name].to_toml().splitlines()]


@given(st.sampled_from(list(DEFAULTS)), st.integers(0), st.integers(0), st.sampled_from(range(3)))
def test_a_damaged_description_is_refused_or_played(
    game: str, place: int, other: int, kind: int
) -> None:
    lines = mc.rules(game, max_actions=200).to_toml().splitlines()
    place %= len(lines)
    line = LINES[other % len(LINES)]
    damage = [lines[:place], [*lines[:place], line], [*lines[:place], lines[place][: other % 9]]]
    text = "\n".join([*damage[kind], *lines[place + 1 :]])
    try:
        rules = mc.Rules.from_toml(text)
    except mc.RulesError as error:
        assert error.faults  # noqa: PT017 - most are refused
        return
    if rules.options["max_actions"].value == 200:
        finishes(rules)


# Limits


@pytest.mark.parametrize("game", DEFAULTS)
def test_max_actions_cuts_a_game_off(game: str) -> None:
    rules = mc.catalogue[game]
    for limit in (1, 3):
        cut = rules.replace(max_actions=limit)
        tally = finishes(cut, 20)
        assert (tally.truncated, tally.plies) == (20, 20 * limit)
        assert (tally.margin_sum, tally.margin_histogram) == (0, {})
        state, free = cut.start(), rules.start()
        for _ in range(limit):
            assert not state.is_over
            free = free.play(state.legal_actions[-1])
            state = state.play(state.legal_actions[-1])
        assert state.outcome is not None
        assert (state.outcome.result, state.outcome.winner) == ("truncated", None)
        assert state.outcome.reason == "max_actions"
        assert state.outcome.score == free.scores
        assert (state.pits.tolist(), state.stores.tolist()) == (
            free.pits.tolist(),
            free.stores.tolist(),
        )
        assert (state.to_move, state.phase) == (free.to_move, free.phase)
    unlimited = rules.replace(max_actions=None)
    assert unlimited.options["max_actions"].value is None
    assert finishes(unlimited, 5) == finishes(rules, 5)


def test_an_end_by_rule_on_the_last_action_stands() -> None:
    rules = mc.rules("kalah", max_actions=1)
    last = rules.state(pits=[[0, 0, 0, 0, 0, 1], [3, 0, 2, 0, 0, 1]], stores=[20, 21])
    over = last.play(5)
    assert over.outcome is not None
    assert (over.outcome.result, over.outcome.score) == ("north", (21, 27))


@pytest.mark.parametrize("side", [0, 1])
def test_endless_sowing_is_void_or_lost(side: int) -> None:
    board = ([2, 0, 2, 1, 2, 0], 16), ([3, 2, 1, 0, 1, 3], 15)
    turned = board if side == 0 else board[::-1]
    place: dict[str, Any] = {
        "pits": [pits for pits, _ in turned],
        "stores": [n for _, n in turned],
        "to_move": side,
    }
    for endless, result in [("void", "void"), ("loss", ("north", "south")[side])]:
        state = mc.rules("pratt", endless=endless).state(**place)
        over = state.play(4)
        assert over.outcome is not None
        assert (over.outcome.result, over.outcome.reason) == (result, "endless_sowing")
        assert over.outcome.winner == (None if endless == "void" else 1 - side)
        assert over.outcome.score == tuple(place["stores"])
        assert (over.pits.tolist(), over.to_move) == (place["pits"], side)
        assert over != state  # the board is as before, but the game is over
        assert (over.plies, over.legal_actions) == (1, ())
