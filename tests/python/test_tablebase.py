"""Endgame tables: their values, and what they say about themselves."""

from __future__ import annotations

import json
import pickle
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mancalab as mc
from chosen_games import CHOSEN
from refusals import cases, lab, refused
from table_model import minimax, worth

KNOWN = Path(__file__).parents[1] / "data" / "awari_layers.json"

AWARI = mc.rules("awari")
KALAH = mc.rules("kalah")
TABLES = {
    rules: mc.Tablebase.build(rules, seeds)
    for rules, seeds in [
        (AWARI, 8),
        (KALAH, 7),
        (mc.rules("kalah", columns=3, end="mover_empty", empty_capture=True), 10),
        (mc.rules("kalaha-general"), 6),
        (mc.rules("kalaha-egyptian", columns=4), 8),
        (mc.rules("kalaha-nigerian", columns=4), 8),
        (mc.rules("bohnenspiel"), 7),
        (mc.rules("elf", columns=3, replay=True), 7),
        (mc.rules("elf", columns=3, symmetric=True), 6),
    ]
}
FORWARD = ("kalah", "kalaha-general", "kalaha-egyptian", "kalaha-nigerian")


@st.composite
def positions(draw: st.DrawFn) -> tuple[mc.Tablebase, mc.State]:
    """A position with few seeds in the pits and any in the stores."""
    rules = draw(st.sampled_from(list(TABLES)))
    table = TABLES[rules]
    width = rules.pits_per_side
    seeds = draw(st.integers(0, table.seeds))
    pits = [0] * (2 * width)
    for pit in draw(st.lists(st.integers(0, 2 * width - 1), min_size=seeds, max_size=seeds)):
        pits[pit] += 1
    stores = draw(st.tuples(st.integers(0, 20), st.integers(0, 20)))
    to_move = draw(st.integers(0, 1))
    return table, rules.state(pits=[pits[:width], pits[width:]], stores=stores, to_move=to_move)


@given(positions())
def test_a_value_is_that_of_the_best_action(given: tuple[mc.Tablebase, mc.State]) -> None:
    table, state = given
    if state.is_over:
        assert table.probe(state) == 0
        return
    children = [state.play(action) for action in state.legal_actions]
    values = [worth(state, child, table.probe(child)) for child in children]
    assert table.probe(state) == max(values)


@given(positions())
def test_games_without_cycles_agree_with_plain_search(given: tuple[mc.Tablebase, mc.State]) -> None:
    table, state = given
    if state.rules.name in FORWARD:
        assert table.probe(state) == minimax(state)


# What does not fit a board with other columns: numbers pit by pit, of all seeds, or of pits.
OWN_BOARD = "columns|one a pit|are in the game|those of \\[setup\\]|pits of the ring"


@pytest.mark.nightly
@pytest.mark.parametrize("columns", [2, 3])
@pytest.mark.parametrize("name", CHOSEN)
def test_every_game_of_the_catalogue_on_a_small_board(name: str, columns: int) -> None:
    try:
        rules = mc.catalogue[name].replace(columns=columns, max_actions=None)
    except mc.RulesError as error:
        assert re.search(OWN_BOARD, str(error))  # noqa: PT017
        pytest.skip(f"described for its own board: {error}")
    refusal = rules.refusals["endgame tables"]
    if refusal is not None:
        with pytest.raises(mc.RulesError, match=re.escape(refusal)):
            mc.Tablebase.build(rules, 6)
        return
    table = mc.Tablebase.build(rules, 6)
    for seed in range(200):
        state = _some_state(rules, seed, table.seeds)
        if not state.is_over:
            children = [state.play(action) for action in state.legal_actions]
            values = [worth(state, child, table.probe(child)) for child in children]
            assert table.probe(state) == max(values)


def _some_state(rules: mc.Rules, seed: int, most: int) -> mc.State:
    width = rules.pits_per_side
    pits = [0] * (2 * width)
    held = seed % (most + 1)
    start = rules.start()
    all_seeds = int(start.pits.sum() + start.stores.sum())
    for _ in range(held):
        seed = seed * 6364136223846793005 + 1442695040888963407
        pits[(seed >> 33) % len(pits)] += 1
    # The others are stored: where a store can end the game, tables ask for all seeds.
    stored = max(all_seeds - held, 0) if rules.has_stores else 0
    stores = [stored // 2, stored - stored // 2]
    return rules.state(pits=[pits[:width], pits[width:]], stores=stores, to_move=(seed >> 40) % 2)


def test_awari_is_as_an_independent_program_found_it() -> None:
    known = json.loads(KNOWN.read_text())["layers"]
    table = mc.Tablebase.build(AWARI, len(known) - 1)
    for layer in known:
        stats = table.stats(layer["seeds"])
        assert stats == mc.TableStats(
            seeds=layer["seeds"],
            positions=layer["positions"],
            wins=layer["wins"],
            draws=layer["draws"],
            losses=layer["losses"],
            histogram={int(value): count for value, count in layer["histogram"].items()},
        )
    assert len(table) == sum(layer["positions"] for layer in known)


# Kalah(columns, seeds) with empty capture or not, and the end; what each first action is worth to
# the first player, by an independent solver.
WHOLE_GAMES = [
    (3, 3, False, "either_empty", [2, 2, -4]),
    (3, 3, False, "mover_empty", [2, 2, -4]),
    (3, 3, True, "either_empty", [2, 2, -6]),
    (3, 3, True, "mover_empty", [4, 2, -2]),
    (4, 2, False, "either_empty", [-12, -10, 4, 6]),
    (5, 1, False, "either_empty", [0, 0, -2, -4, 0]),
    (5, 1, True, "mover_empty", [0, 0, 0, -4, 0]),
    (6, 1, True, "either_empty", [0, 0, 0, -2, -2, 2]),
]


@pytest.mark.parametrize(("columns", "seeds", "empty_capture", "end", "values"), WHOLE_GAMES)
def test_small_games_of_kalah_are_solved(
    columns: int, seeds: int, empty_capture: bool, end: str, values: list[int]
) -> None:
    rules = mc.rules("kalah", columns=columns, seeds=seeds, empty_capture=empty_capture, end=end)
    table = mc.Tablebase.build(rules, 2 * columns * seeds)
    start = rules.start()
    children = [start.play(action) for action in start.legal_actions]
    assert [worth(start, child, table.probe(child)) for child in children] == values
    assert table.probe(start) == max(values)


@given(positions())
def test_a_solution_is_that_of_the_solver(given: tuple[mc.Tablebase, mc.State]) -> None:
    table, state = given
    if state.is_over:
        refused(lambda: table.solution(state), ValueError, ("state", "the game is over"))
        return
    found, solved = table.solution(state), mc.solve(state, actions=True)
    assert found.method == "tables"
    assert (found.kind, found.value) == (solved.kind, solved.value)
    assert found.action_values == solved.action_values


def test_a_solution_of_results_says_who_wins() -> None:
    rules = mc.rules("kalah", columns=3, seeds=2, winner="has_seeds", final_count="home")
    found, solved = mc.Tablebase.build(rules, 12).solution(rules.start()), mc.solve(rules, True)
    assert found.kind == solved.kind == rules.value_kind == "result"
    assert found.action_values == solved.action_values
    state = rules.start()
    for action in found.principal_variation:
        state = state.play(action)
    assert state.outcome is not None
    assert state.outcome.winner == (0 if found.value == 1 else 1)


def test_beyond_the_table_a_solution_has_bounds() -> None:
    rules = mc.rules("kalah", columns=3, seeds=2)
    start, table = rules.start(), mc.Tablebase.build(rules, 11)
    found, solved = table.solution(start), mc.solve(start, actions=True).action_values
    assert solved is not None
    assert found.action_bounds is not None
    into = {a: value for a, value in solved.items() if start.play(a).pits.sum() < 12}
    assert found.action_values == into
    assert 0 < len(into) < 3
    assert found.bounds == (max(into.values()), 12)
    assert all(found.action_bounds[a] == (-12, 12) for a in start.legal_actions if a not in into)


def test_a_cap_on_actions_is_no_part_of_a_table() -> None:
    table = TABLES[KALAH]
    pits = [[0, 0, 0, 0, 2, 1], [0, 1, 0, 0, 0, 1]]
    guarded, capped = mc.rules("kalah", max_actions=1000), mc.rules("kalah", max_actions=999)
    table.check_game(guarded)
    given, other = guarded.state(pits=pits), KALAH.state(pits=pits)
    assert table.solution(given).action_values == table.solution(other).action_values
    for call in (
        lambda: table.check_game(capped),
        lambda: table.solution(capped.state(pits=pits)),
    ):
        refused(call, ValueError, ("max_actions = 999", "the solver does"))
    refused(lambda: table.check_game(AWARI), ValueError, ("other rules", "kalah"))


def test_a_table_serves_other_openings_and_limits() -> None:
    table = TABLES[KALAH]
    pits = [[0, 0, 0, 0, 2, 1], [0, 1, 0, 0, 0, 1]]
    state = mc.rules("kalah", seeds=6, start="north", max_actions=50).state(pits=pits)
    assert table.probe(state) == table.probe(KALAH.state(pits=pits))
    refused(lambda: table.probe(AWARI.start()), ValueError, ("state", "other rules", "kalah"))


def test_values_are_won_whatever_the_stores_hold() -> None:
    table = TABLES[KALAH]
    pits = [[0, 0, 0, 0, 2, 1], [0, 1, 0, 0, 0, 1]]
    values = {table.probe(KALAH.state(pits=pits, stores=[a, 43 - a])) for a in range(43)}
    assert len(values) == 1


def test_a_table_says_what_it_is() -> None:
    table = TABLES[KALAH]
    assert (table.rules, table.seeds, table.path) == (KALAH, 7, None)
    assert len(table) == 50_388  # C(7 + 12, 12)
    assert repr(table) == '<Tablebase of mancalab.rules("kalah"), up to 7 seeds, in memory>'


def test_progress_counts_positions() -> None:
    for rules in (KALAH, AWARI):
        told: list[int] = []
        table = mc.Tablebase.build(rules, 7, progress=told.append)
        assert sum(told) == len(table)


def test_memory_is_told_and_kept_to() -> None:
    positions = len(TABLES[KALAH])
    assert positions < mc.Tablebase.memory(KALAH, 7) < 2 * positions
    assert mc.Tablebase.memory(AWARI, 7) > 10 * 31_824
    needed = mc.Tablebase.memory(AWARI, 7)
    assert mc.Tablebase.build(AWARI, 7, memory=needed).seeds == 7
    refused(lambda: mc.Tablebase.build(AWARI, 7, memory=needed - 1), MemoryError, ("seeds = 7",))
    refused(lambda: mc.Tablebase.build(AWARI, 28), MemoryError, ("GB", "available"))


REFUSED = [
    ("congklak", {}, "rounds.refill"),
    ("oware", {"end_above_half": False, "repetition": "first_since_capture"}, "limits.repetition"),
    ("pratt", {}, "laps.relay"),
    ("mwambulula", {}, "board.rows"),
    ("chuba", {}, "board.rows"),
    ("kalah", {"columns": 8}, "board.columns"),
]


@pytest.mark.parametrize(("name", "options", "field"), REFUSED)
def test_refused_games_name_the_field(name: str, options: dict[str, str], field: str) -> None:
    rules = lab.rules(name, **options)
    for call in (mc.Tablebase.build, mc.Tablebase.memory):
        refused(lambda call=call: call(rules, 3), mc.RulesError, (field, "tables cannot play"))  # type: ignore[misc]


@cases(
    [
        (
            lambda: lab.Tablebase.build("kalah", 3),
            TypeError,
            ("rules", "a Rules is needed, not str"),
        ),
        (lambda: lab.Tablebase.build(KALAH, -1), ValueError, ("seeds = -1: allowed are 0 to 39",)),
        (lambda: lab.Tablebase.build(KALAH, 40), ValueError, ("seeds = 40: allowed are 0 to 39",)),
        (lambda: lab.Tablebase.build(KALAH, 2.0), TypeError, ("seeds", "not float")),
        (lambda: lab.Tablebase.build(KALAH, 2, threads=0), ValueError, ("threads = 0",)),
        (lambda: lab.Tablebase.build(KALAH, 2, 5), TypeError, ("int",)),
        (lambda: lab.Tablebase.build(KALAH, 2, progress=5), TypeError, ("progress",)),
        (lambda: TABLES[KALAH].stats(8), ValueError, ("seeds = 8: allowed are 0 to 7",)),
        (lambda: lab.Tablebase.probe(TABLES[KALAH], 5), TypeError, ("state", "not int")),
        (lambda: TABLES[KALAH].probe(KALAH.start()), ValueError, ("48 seeds", "up to 7")),
        (lambda: pickle.dumps(TABLES[KALAH]), TypeError, ("in memory", "path=")),
    ]
)
def test_bad_arguments(call: object, error: type[BaseException], words: tuple[str, ...]) -> None:
    refused(call, error, words)  # type: ignore[arg-type]


def test_a_closed_table_is_not_asked() -> None:
    with mc.Tablebase.build(KALAH, 2) as table:
        assert table.seeds == 2
    refused(lambda: table.seeds, ValueError, ("closed",))
    assert repr(table) == "<Tablebase, closed>"
