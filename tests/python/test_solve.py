"""Exact values: known ones, those of plain search, bounds within limits, errors."""

from __future__ import annotations

import json
import os
import pickle
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

import mancalab as mc
from mancalab._solving.solve import MEMORY
from mancalab.study.families import resized
from refusals import cases, lab, refused

DATA = Path(__file__).parents[1] / "data" / "exact"
GAMES: list[dict[str, Any]] = json.loads((DATA / "kalah.json").read_text())["results"]
PUBLISHED: list[dict[str, Any]] = json.loads((DATA / "published.json").read_text())["values"]
FAIR: list[dict[str, Any]] = json.loads((DATA / "fairkalah.json").read_text())["positions"]

SMALL = [game for game in GAMES if game["m"] * game["n"] <= 12]
LARGE = [game for game in GAMES if game["m"] * game["n"] > 12]

KALAH = mc.rules("kalah", columns=3, seeds=3)
AWARI = mc.rules("awari", columns=3, seeds=2)
OWARE = mc.rules("oware", columns=3, seeds=2)
WAURIE = mc.rules("waurie", columns=2, seeds=4)


def kalah(game: dict[str, Any]) -> mc.Rules:
    return mc.rules(
        "kalah",
        columns=game["m"],
        seeds=game["n"],
        empty_capture=game["empty_capture"],
        end=game["end"],
    )


def name(game: dict[str, Any]) -> str:
    return f"{game['m']}x{game['n']}-{game['end']}-{game['empty_capture']}"


def published(game: dict[str, Any]) -> str:
    return f"{game['columns']}x{game['seeds']}-{game['empty_capture']}"


def final_value(state: mc.State, side: int, kind: str) -> int:
    """Return what a finished game is worth to a side."""
    outcome = state.outcome
    assert outcome is not None
    if kind == "result":
        return 0 if outcome.winner is None else 1 if outcome.winner == side else -1
    if outcome.result == "void":
        return 0
    return outcome.score[side] - outcome.score[1 - side]


Minimax = Callable[[mc.State, str], int]
"""The value for the side to move, in a game that ends whatever is played."""


def value_after(state: mc.State, action: int, kind: str, value_of: Minimax) -> int:
    after = state.play(action)
    if after.is_over:
        return final_value(after, state.to_move, kind)
    value = value_of(after, kind)
    return value if after.to_move == state.to_move else -value


def minimax(state: mc.State, kind: str) -> int:
    return max(value_after(state, action, kind, minimax) for action in state.legal_actions)


@cache
def remembered(state: mc.State, kind: str) -> int:
    """Tell the same where neither plies nor history matter: states are equal without them."""
    return max(value_after(state, action, kind, remembered) for action in state.legal_actions)


def some_state(rules: mc.Rules, seed: int) -> mc.State:
    """Give a position of a random game, in which somebody is to move."""
    random = np.random.default_rng(seed)
    state = rules.start()
    for _ in range(int(random.integers(0, 12))):
        after = state.play(int(random.choice(state.legal_actions)))
        if after.is_over:
            break
        state = after
    return state


# Known values


@pytest.mark.parametrize("game", SMALL, ids=name)
def test_values_of_kalah_and_of_every_first_move(game: dict[str, Any]) -> None:
    check_moves(game)


@pytest.mark.nightly
@pytest.mark.parametrize("game", LARGE, ids=name)
def test_values_of_larger_games_of_kalah(game: dict[str, Any]) -> None:
    check_moves(game)


def check_moves(game: dict[str, Any]) -> None:
    """Solve a game, and every first move whose value is known."""
    if "moves" not in game:
        assert mc.solve(kalah(game)).value == game["value"]
        return
    start = kalah(game).start()
    solution = mc.solve(start, actions=True)
    assert (solution.value, solution.kind) == (game["value"], "margin")
    for moves, value in game["moves"].items():
        *before, last = (int(pit) - 1 for pit in moves.split("-"))
        state = start
        for action in before:
            state = state.play(action)
            assert state.to_move == start.to_move
        found = mc.solve(state, actions=True) if before else solution
        assert found.action_values is not None
        assert found.action_values[last] == value


@pytest.mark.nightly
@pytest.mark.parametrize("game", PUBLISHED, ids=published)
def test_published_values_of_kalah(game: dict[str, Any]) -> None:
    options = {key: game[key] for key in ("columns", "seeds", "empty_capture")}
    assert mc.solve(mc.rules("kalah", **options)).value == game["value"]


@pytest.mark.nightly
@pytest.mark.parametrize("board", FAIR, ids=lambda board: str(board["board"]))
def test_fair_positions_of_kalah_are_drawn(board: dict[str, Any]) -> None:
    state = mc.rules("kalah", empty_capture=True).state(
        pits=[board["south"], board["north"]], stores=[board["south_store"], board["north_store"]]
    )
    assert mc.solve(state).value == 0


# Plain search


def words(option: mc.RuleOption) -> list[bool | str]:
    """Return the values of an option that has few."""
    return [] if isinstance(option.allowed, range) else list(option.allowed)


@st.composite
def small_rules(draw: st.DrawFn) -> mc.Rules:
    """Give a game of the catalogue on a small board, with some options changed."""
    rules = mc.catalogue[draw(st.sampled_from(list(mc.catalogue)))]
    columns, seeds = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    board = resized(rules, columns, seeds)
    assume(board is not None)
    assert board is not None
    options = {key: words(option) for key, option in board.options.items()}
    several = sorted(key for key, values in options.items() if values)
    chosen = draw(st.lists(st.sampled_from(several), max_size=2, unique=True))
    changes = {key: draw(st.sampled_from(options[key])) for key in chosen}
    try:
        return board.replace(**changes)
    except mc.RulesError:
        assume(condition=False)
        raise


def check_against(value_of: Minimax, state: mc.State, solution: mc.Solution) -> None:
    kind = solution.kind
    wanted = {action: value_after(state, action, kind, value_of) for action in state.legal_actions}
    assert solution.value == max(wanted.values())
    assert solution.action_values == wanted
    assert solution.best_actions == tuple(a for a in wanted if wanted[a] == solution.value)


@given(small_rules(), st.integers(1, 5))
@example(mc.rules("elf-manbula", columns=2, seeds=1), 4)
@example(mc.rules("pratt", columns=2, seeds=3, symmetric=True), 4)
def test_capped_games_are_as_plain_search_finds_them(rules: mc.Rules, cap: int) -> None:
    unsolved = {"rounds", "last_seeds", "bars_marked"}  # nothing solves these
    assume(not unsolved & set(rules.features))
    start = rules.replace(max_actions=cap).start()
    assume(not start.is_over)
    assume(mc.perft(start, cap) < 2_000)
    try:
        solution = mc.solve(start, actions=True)
    except ValueError as error:
        assume("the solver cannot play games with" not in str(error))
        assert "repetition" in str(error)  # noqa: PT017
        solution = mc.solve(start, actions=True, nodes=10**7)
    check_against(minimax, start, solution)


@pytest.mark.parametrize("game", ["kalah", "kalaha-general", "kalaha-egyptian", "elf", "waurie"])
@pytest.mark.parametrize("seed", range(3))
def test_games_without_cycles_are_as_plain_search_finds_them(game: str, seed: int) -> None:
    state = some_state(mc.rules(game, columns=2, seeds=3, max_actions=None), seed)
    check_against(remembered, state, mc.solve(state, actions=True))


@pytest.mark.parametrize(("game", "columns", "most"), [("kalah", 4, 9), ("awari", 3, 8)])
def test_tables_and_search_find_the_same(game: str, columns: int, most: int) -> None:
    rules = mc.rules(game, columns=columns)
    table = mc.Tablebase.build(rules, most)
    random = np.random.default_rng(0)
    tried = 0
    for _ in range(60):
        pits = random.multinomial(random.integers(1, most + 1), [0.5 / columns] * (2 * columns))
        state = rules.state(
            pits=[pits[:columns].tolist(), pits[columns:].tolist()],
            stores=random.integers(0, 12, 2).tolist(),
            to_move=int(random.integers(2)),
        )
        if not state.is_over:
            tried += 1
            stores = state.stores.tolist()
            stored = stores[state.to_move] - stores[1 - state.to_move]
            assert mc.solve(state).value == table.probe(state) + stored
    assert tried > 30


# What a solution says


@pytest.mark.parametrize("rules", [KALAH, AWARI, OWARE, WAURIE], ids=lambda rules: rules.name)
@pytest.mark.parametrize("seed", range(4))
def test_the_best_action_has_the_value(rules: mc.Rules, seed: int) -> None:
    state = some_state(rules, seed)
    solution = mc.solve(state, actions=True)
    assert solution.solved
    assert solution.bounds == (solution.value, solution.value)
    assert solution.kind == ("result" if rules is WAURIE else "margin")
    assert solution.action_values is not None
    assert tuple(solution.action_values) == state.legal_actions
    assert max(solution.action_values.values()) == solution.value
    assert solution.action_bounds == {a: (v, v) for a, v in solution.action_values.items()}
    assert set(solution.principal_variation[:1]) <= set(solution.best_actions)
    assert mc.solve(state).value == solution.value
    assert mc.solve(state).action_values is None


@pytest.mark.parametrize("rules", [KALAH, AWARI, OWARE, WAURIE], ids=lambda rules: rules.name)
def test_the_principal_variation_keeps_the_value(rules: mc.Rules) -> None:
    start = rules.start()
    solution = mc.solve(start)
    assert solution.value is not None
    state = start
    for action in solution.principal_variation:
        now = mc.solve(state).value
        assert now == (solution.value if state.to_move == start.to_move else -solution.value)
        state = state.play(action)
    if rules in {KALAH, WAURIE}:
        assert state.is_over
    if state.is_over:
        assert final_value(state, start.to_move, solution.kind) == solution.value


def test_a_value_is_that_of_the_side_to_move() -> None:
    for rules in (KALAH, AWARI):
        state = rules.state(pits=[[1, 0, 2], [0, 2, 1]], stores=[3, 1])
        mirrored = rules.state(pits=[[0, 2, 1], [1, 0, 2]], stores=[1, 3], to_move=1)
        ours, theirs = (mc.solve(one, actions=True) for one in (state, mirrored))
        assert (ours.value, ours.action_values) == (theirs.value, theirs.action_values)
        north = mc.solve(rules.replace(start="north"))
        assert north.value == mc.solve(rules).value
    # Seeds stored before count.
    more = KALAH.state(pits=[[1, 0, 2], [0, 2, 1]], stores=[5, 1])
    less = KALAH.state(pits=[[1, 0, 2], [0, 2, 1]], stores=[3, 1])
    (high, low) = (mc.solve(one).value for one in (more, less))
    assert high is not None
    assert low is not None
    assert high - low == 2


@pytest.mark.parametrize(
    ("endless", "kind", "worst"), [("void", "margin", 0), ("loss", "result", -1)]
)
def test_a_sowing_without_end_is_worth_what_the_rules_say(
    endless: str, kind: str, worst: int
) -> None:
    rules = mc.rules("pratt", columns=2, seeds=2, capture="none", endless=endless)
    found = 0
    for seed in range(40):
        state = some_state(rules, seed)
        solution = mc.solve(state, actions=True)
        assert solution.kind == kind
        assert solution.action_values is not None
        for action in state.legal_actions:
            outcome = state.play(action).outcome
            if outcome is not None and outcome.reason == "endless_sowing":
                found += 1
                assert solution.action_values[action] == worst
    assert found > 0


def test_a_small_cap_on_actions_is_a_rule_and_a_large_one_a_guard() -> None:
    for rules in (KALAH, AWARI):
        free = mc.solve(rules.replace(max_actions=None))
        for cap in (1_000, 5_000):
            assert mc.solve(rules.replace(max_actions=cap)).value == free.value
        for cap in (1, 2, 4, 6):
            start = rules.replace(max_actions=cap).start()
            check_against(minimax, start, mc.solve(start, actions=True))
        assert mc.solve(rules.replace(max_actions=1)).value != free.value


def test_values_do_not_depend_on_threads_or_memory() -> None:
    for rules in (mc.rules("kalah", columns=4, seeds=3), AWARI):
        wanted = mc.solve(rules, actions=True)
        for threads, memory in ((1, MEMORY), (3, MEMORY), (None, 16)):
            found = mc.solve(rules, actions=True, threads=threads, memory=memory)
            assert (found.value, found.action_values) == (wanted.value, wanted.action_values)


def test_solutions_are_values() -> None:
    solution = mc.solve(KALAH, actions=True)
    assert pickle.loads(pickle.dumps(solution)) == solution  # noqa: S301 - written a moment ago
    assert solution.nodes > 0
    assert solution.seconds > 0
    assert solution.method == "proof"
    refused(lambda: mc.solve(KALAH).best_actions, ValueError, ("best_actions", "actions=True"))


# Limits

LIMITED = [mc.rules("kalah", columns=4, seeds=3), KALAH, AWARI, OWARE, WAURIE]


def limits() -> Iterator[dict[str, Any]]:
    for nodes in (1, 30, 1_000, 30_000, 10**6):
        yield {"nodes": nodes}
    for time in (1e-6, 1e-3, 0.02):
        yield {"time": time}
    yield {"nodes": 100, "time": 60, "memory": 1}


@pytest.mark.parametrize("rules", LIMITED, ids=lambda rules: f"{rules.name}-{rules.columns}")
@pytest.mark.parametrize("threads", [1, 2])
def test_within_limits_bounds_hold(rules: mc.Rules, threads: int) -> None:
    state = rules.start()
    exact = mc.solve(state, actions=True)
    assert exact.value is not None
    assert exact.action_values is not None
    for limit in limits():
        found = mc.solve(state, actions=True, threads=threads, **limit)
        low, high = found.bounds
        assert low <= exact.value <= high
        assert found.value == (exact.value if low == high else None)
        assert found.solved == (low == high)
        assert found.action_bounds is not None
        assert set(found.action_bounds) == set(state.legal_actions)
        for action, (least, most) in found.action_bounds.items():
            assert least <= exact.action_values[action] <= most
        known = {a: low for a, (low, high) in found.action_bounds.items() if low == high}
        assert found.action_values == known


def test_a_limit_that_is_met_leaves_the_value_open() -> None:
    for rules in (LIMITED[0], AWARI, OWARE):
        for limit in ({"nodes": 1}, {"time": 1e-6}):
            found = mc.solve(rules, actions=True, **limit)
            assert found.value is None
            assert found.bounds[0] < found.bounds[1]


@pytest.mark.parametrize("limit", [1, 1_000, 30_000])
def test_a_limit_of_positions_is_kept(limit: int) -> None:
    between_looks = 2_048 * (os.cpu_count() or 1)
    assert mc.solve(mc.rules("kalah"), nodes=limit).nodes <= limit + between_looks


def test_a_limit_of_positions_is_kept_by_many_short_questions() -> None:
    found = mc.solve(LIMITED[0], actions=True, nodes=1)
    assert found.nodes <= 1_024 * (os.cpu_count() or 1)


def test_a_large_game_gets_bounds() -> None:
    for game in ("kalah", "oware", "bao-ki-arabu"):
        found = mc.solve(mc.rules(game), time=0.3)
        assert found.value is None
        assert found.bounds[0] < found.bounds[1]


def test_what_takes_too_much_memory_is_refused_or_bounded() -> None:
    rules = mc.rules("awari", columns=3, seeds=3)
    text = refused(partial(mc.solve, rules, memory=1), ValueError, ("positions: more than",))
    assert "with time= or nodes= bounds are proven instead" in text
    exact = mc.solve(rules).value
    assert exact is not None
    found = mc.solve(rules, memory=1, nodes=20_000)
    assert found.bounds[0] <= exact <= found.bounds[1]


def test_repetition_is_refused_where_the_past_decides() -> None:
    rules = mc.rules("oware", columns=4, seeds=3, repetition="first_since_capture")
    refused(partial(mc.solve, rules), ValueError, ("limits.repetition", 'allowed is "none"'))


# Errors

OVER: Any = KALAH.state(pits=[[0] * 3, [0] * 3])


@cases(
    [
        (lambda: lab.solve("kalha"), KeyError, ("kalha", "kalah")),
        (lambda: lab.solve(7), TypeError, ("rules_or_state: a name, Rules or a State", "not int")),
        (lambda: lab.solve(None), TypeError, ("rules_or_state", "not NoneType")),
        (lambda: lab.solve(OVER), ValueError, ("the game is over",)),
        (lambda: lab.solve(KALAH, 1), TypeError, ("actions: True or False is needed, not int",)),
        (lambda: lab.solve(KALAH, time=-1), ValueError, ("time = -1: allowed are positive",)),
        (lambda: lab.solve(KALAH, time=0), ValueError, ("time = 0: allowed are positive",)),
        (lambda: lab.solve(KALAH, time=float("nan")), ValueError, ("time = nan",)),
        (lambda: lab.solve(KALAH, time=float("inf")), ValueError, ("time = inf",)),
        (lambda: lab.solve(KALAH, time="1"), TypeError, ("time: a number", "not str")),
        (lambda: lab.solve(KALAH, time=True), TypeError, ("time", "not bool")),
        (lambda: lab.solve(KALAH, nodes=0), ValueError, ("nodes = 0: allowed are 1 to",)),
        (lambda: lab.solve(KALAH, nodes=1.0), TypeError, ("nodes", "not float")),
        (lambda: lab.solve(KALAH, memory=0), ValueError, ("memory = 0: allowed are 1 to",)),
        (lambda: lab.solve(KALAH, memory="1"), TypeError, ("memory", "not str")),
        (lambda: lab.solve(KALAH, threads=0), ValueError, ("threads = 0: allowed are 1 to",)),
        (lambda: lab.solve(KALAH, threads=None, seed=1), TypeError, ("seed",)),
    ]
)
def test_bad_arguments(call: object, error: type[BaseException], words: tuple[str, ...]) -> None:
    refused(call, error, words)  # type: ignore[arg-type]


def test_numbers_of_numpy_are_numbers() -> None:
    given: Any = {"nodes": np.int64(10**6), "memory": np.int32(64), "time": np.float64(60)}
    assert mc.solve(KALAH, **given).value == mc.solve(KALAH).value
