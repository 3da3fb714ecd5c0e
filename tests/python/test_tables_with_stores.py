"""Endgame tables of games that end when a store holds more than half."""

from __future__ import annotations

import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations, pairwise
from math import comb
from pathlib import Path

import pytest

import mancalab as mc
from mancalab._solving.table_check import WrongValue
from mancalab.cli import main
from mancalab.widget.sources import held
from refusals import refused

GAMES = [
    mc.rules("oware"),
    mc.rules("bestemshe"),
    mc.rules("uril"),
    mc.rules("chonka"),
    mc.rules("kalah", end_above_half=True),
    mc.rules("elf", end_above_half=True),
]
SEEDS = {"bestemshe": 7, "oware": 6}
OWARE = mc.rules("oware")
TABLE = mc.Tablebase.build(OWARE, 6)


def endings(rules: mc.Rules, seeds: int, count: int) -> list[mc.State]:
    """Positions of random games, not over, with at most so many seeds in the pits."""
    rng, found = random.Random(seeds), list[mc.State]()  # noqa: S311 - any will do
    while len(found) < count:
        state = rules.start()
        while state.outcome is None and state.pits.sum() > seeds:
            state = state.play(rng.choice(state.legal_actions))
        if state.outcome is None:
            found.append(state)
    return found


def set_up(seeds: int) -> Iterator[mc.State]:
    """All positions of Oware with so many seeds in the pits in which somebody is to move."""
    for bars in combinations(range(seeds + 11), 11):
        ends = [-1, *bars, seeds + 11]
        pits = [after - before - 1 for before, after in pairwise(ends)]
        for own in range(24 - seeds, 25):
            stores = [own, 48 - seeds - own]
            state = OWARE.state(pits=[pits[:6], pits[6:]], stores=stores)
            if state.outcome is None and state.to_move == 0:
                yield state


def ahead(state: mc.State) -> int:
    """The margin of the player to move as the stores stand."""
    own, other = (int(state.stores[side]) for side in (state.to_move, 1 - state.to_move))
    return own - other


@pytest.mark.parametrize("rules", GAMES, ids=str)
def test_values_are_those_of_a_graph_of_the_game(rules: mc.Rules) -> None:
    seeds = SEEDS.get(rules.name, 5)
    table = mc.Tablebase.build(rules, seeds)
    for state in endings(rules, seeds, 40):
        found, solved = table.solution(state), mc.solve(state, actions=True)
        assert solved.method == "graph"
        assert (found.value, found.action_values) == (solved.value, solved.action_values)
        assert table.probe(state) + ahead(state) == solved.value
    check = table.verify()
    assert check.ok
    assert check.checked == check.positions


def test_a_distribution_counts_once_for_every_content_of_the_stores() -> None:
    layers = [TABLE.stats(n) for n in range(7)]
    assert [stats.positions for stats in layers] == [1, 24, 234, 1456, 6825, 26_208, 86_632]
    assert all(stats.wins + stats.draws + stats.losses == stats.positions for stats in layers)
    assert len(TABLE) == mc.Tablebase.estimate(OWARE, 6).positions == 121_380


@pytest.mark.parametrize(("name", "seeds"), [("oware", 6), ("bestemshe", 7)])
def test_who_wins_wins_as_well_where_play_goes_on(name: str, seeds: int) -> None:
    rules = mc.rules(name)
    table = mc.Tablebase.build(rules, seeds)
    plays_on = mc.Tablebase.build(mc.rules(name, end_above_half=False), seeds)
    total = int(rules.start().pits.sum())
    for n in range(seeds + 1):
        counts = [0, 0, 0]
        stored = total - n
        for own in range(stored - min(stored, total // 2), min(stored, total // 2) + 1):
            for value, count in plays_on.stats(n).histogram.items():
                margin = value + own - (stored - own)
                counts[(margin > 0) - (margin < 0) + 1] += count
        stats = table.stats(n)
        assert counts == [stats.losses, stats.draws, stats.wins]


@pytest.mark.parametrize("packed", [False, True])
def test_files_are_the_same_whatever_memory_there_is(tmp_path: Path, *, packed: bool) -> None:
    size = mc.Tablebase.estimate(OWARE, 7)
    contents = set()
    for memory in (None, size.least_memory, size.least_memory + size.positions // 2):
        path = tmp_path / f"table {memory}"
        table = mc.Tablebase.build(OWARE, 7, path, memory=memory, packed=packed)
        assert [table.stats(n) for n in range(7)] == [TABLE.stats(n) for n in range(7)]
        contents.add(path.read_bytes())
    assert len(contents) == 1
    opened = mc.Tablebase.open(path)
    state = endings(OWARE, 6, 1)[0]
    assert opened.probe(state) == TABLE.probe(state)
    assert opened.verify().ok


def test_an_odd_number_of_seeds_has_no_middle() -> None:
    text = mc.rules("oware", columns=2, seeds=2).to_toml()
    rules = mc.Rules.from_toml(text.replace("[setup]", "[setup]\nstores = [1, 0]"))
    whole = mc.Tablebase.build(rules, 8)
    assert whole.verify().ok
    sheets = [2, 1, 2, 3]  # the mover's store holds 4 or 5; 4; 3 or 4; 2 to 4
    found = [whole.stats(n).positions for n in range(4)]
    assert found == [count * comb(n + 3, 3) for n, count in enumerate(sheets)]
    assert whole.solution(rules.start()).value == mc.solve(rules).value


def test_more_seeds_take_no_less_memory() -> None:
    small = mc.rules("oware", columns=2, seeds=2)
    sizes = [mc.Tablebase.estimate(small, n) for n in range(9)]
    assert all(one.memory < more.memory for one, more in pairwise(sizes))
    assert all(one.least_memory <= more.least_memory for one, more in pairwise(sizes))


def test_greed_errs_by_the_results_with_what_is_stored() -> None:
    layer = TABLE.greedy_regret()[3]
    at_stake = 0
    for state in set_up(3):
        values = (TABLE.solution(state).action_values or {}).values()
        signs = [(value > 0) - (value < 0) for value in values]
        at_stake += len(set(signs)) > 1
    assert layer.at_stake == at_stake > 0


def test_a_table_serves_openings_with_as_many_seeds_in_all() -> None:
    TABLE.check_game(mc.rules("oware", max_actions=5000))
    for other in (mc.rules("oware", seeds=3), mc.rules("oware", end_above_half=False)):
        with pytest.raises(ValueError, match=r"other rules .*\(oware, 48 seeds in all\)"):
            TABLE.check_game(other)


def test_a_position_with_other_stores_is_refused() -> None:
    few = OWARE.state(pits=[[0, 0, 0, 0, 2, 1], [1, 0, 0, 0, 0, 2]])
    refused(lambda: TABLE.probe(few), ValueError, ("6 seeds in all", "with 48"))
    assert TABLE.solution(few).value is None
    assert mc.solve(few).value is not None
    assert held(few, TABLE).note == "a table of positions with 48 seeds in all; this one has 6"
    assert (TABLE.all_seeds, TABLE.about().all_seeds) == (48, 48)
    assert "up to 6 seeds in the pits of 48 and every" in " ".join(TABLE.about().citation.split())


def test_more_seeds_than_the_game_has_are_refused() -> None:
    small = mc.rules("oware", columns=2, seeds=2)
    refused(lambda: mc.Tablebase.build(small, 9), ValueError, ("seeds = 9: allowed are 0 to 8",))
    whole = mc.Tablebase.build(small, 8)
    assert whole.solution(small.start()).value == mc.solve(small).value


def test_an_executor_is_refused(tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as pool, pytest.raises(ValueError, match="executor"):
        mc.Tablebase.build(OWARE, 4, tmp_path / "table", executor=pool)


@pytest.mark.nightly
def test_endings_too_large_for_a_graph_are_solved_by_tables() -> None:
    (state,) = endings(OWARE, 14, 1)
    solved = mc.solve(state, actions=True)
    assert solved.method == "tables"
    table = mc.Tablebase.build(OWARE, int(state.pits.sum()))
    assert table.solution(state).action_values == solved.action_values


def test_searches_ask_the_table() -> None:
    agent = mc.agents.AlphaBeta(depth=1, table=TABLE)
    for state in endings(OWARE, 6, 20):
        values = TABLE.solution(state).action_values
        assert values is not None
        assert values[agent(state)] == max(values.values())


def test_wrong_values_are_named_with_their_stores() -> None:
    wrong = WrongValue(((1, 0), (0, 2)), (3, 4), found=0, expected=1)
    assert str(wrong) == "S[1 0|3] N[0 2|4] S: the table has 0, the rules give 1"


def test_the_commands_build_and_check_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = str(tmp_path / "oware.table")
    assert main(["tables", "build", "oware", "--seeds", "4", "--out", path, "--quiet"]) == 0
    assert main(["tables", "verify", path]) == 0
    assert "No value is wrong" in capsys.readouterr().out
