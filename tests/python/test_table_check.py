"""Checks of endgame tables by the reference engine: right ones pass, a wrong value is found."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import mancalab as mc
from refusals import refused
from table_faults import values_of, with_values

KALAH = mc.rules("kalah")
SMALL = {name: mc.rules(name, columns=2) for name in ("kalah", "awari", "kalaha-nigerian")}
LARGE = mc.Tablebase.build(KALAH, 9)
"""Its layers of 8 and 9 seeds have more than 65,536 positions."""


def test_tables_of_all_games_are_right() -> None:
    games = [mc.rules(name) for name in mc.catalogue]
    games = [rules for rules in games if rules.refusals["endgame tables"] is None]
    assert len(games) > 30
    for rules in games:
        table = mc.Tablebase.build(rules, 4)
        found = table.verify()
        assert found.ok, str(found)
        assert found.checked == found.positions
        assert (sum(found.checked), found.faults) == (len(table), ())


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["kalah", "awari", "bohnenspiel", "kalaha-nigerian"])
def test_larger_tables_are_right(name: str) -> None:
    assert mc.Tablebase.build(mc.rules(name), 10).verify().ok


@pytest.mark.parametrize("end", ["mover_empty", "either_empty"])
def test_tables_of_results_and_of_short_games_are_right(end: str) -> None:
    """A value that is a result, and a cap on actions that tables know nothing of."""
    rules = mc.rules("kalah", columns=3, winner="has_seeds", final_count="home", end=end)
    assert mc.Tablebase.build(rules.replace(max_actions=1), 6).verify().ok


@pytest.mark.parametrize("name", SMALL)
def test_any_wrong_value_is_found(name: str, tmp_path: Path) -> None:
    table = mc.Tablebase.build(SMALL[name], 3, tmp_path / "table")
    wrong = tmp_path / "wrong"
    lots = random.Random(name)  # noqa: S311 - any values will do
    for seeds in range(4):
        values = values_of(table, seeds)
        assert len(values) == table.stats(seeds).positions
        for rank, value in enumerate(values):
            other = lots.choice([n for n in range(256) if n != value])
            with_values(table, wrong, {(seeds, rank): other})
            found = mc.Tablebase.open(wrong, verify=False).verify()
            assert not found.ok
            signed = other - 256 if other > 127 else other
            assert (seeds, signed) in [(sum(map(sum, f.pits)), f.found) for f in found.faults]


def test_faults_are_named_with_their_positions(tmp_path: Path) -> None:
    table = mc.Tablebase.build(SMALL["kalah"], 5, tmp_path / "table")
    wrong = tmp_path / "wrong"
    values = [n - 256 if n > 127 else n for n in values_of(table, 5)]
    with_values(table, wrong, {(5, 3): values[3] + 2})
    found = mc.Tablebase.open(wrong).verify()
    fault = found.faults[0]
    state = mc.State.from_text(fault.position, SMALL["kalah"])
    right = table.probe(state)
    assert (fault.found, fault.expected) == (right + 2, right)
    assert state.pits.tolist() == [list(row) for row in fault.pits]
    said = f"the table has {right + 2}, the rules give {right}"
    assert str(fault) == f"{state.position_text}: {said}"
    assert found.wrong[:5] == (0,) * 5
    assert found.wrong[5] == len(found.faults)
    assert str(fault) in str(found)


def test_of_many_faults_ten_are_named_and_all_counted(tmp_path: Path) -> None:
    table = mc.Tablebase.build(SMALL["awari"], 5, tmp_path / "table")
    with_values(table, tmp_path / "wrong", {(5, rank): 100 for rank in range(56)})
    found = mc.Tablebase.open(tmp_path / "wrong").verify()
    assert len(found.faults) == 10 < sum(found.wrong) <= 56
    assert "wrong; the first of them:" in str(found)
    assert all(len(line) < 80 for line in str(found).splitlines())


def ranks_of(table: mc.Tablebase, seeds: int, beside: Path) -> dict[object, int]:
    """Where each position of a layer stands in the file of its table."""
    ranks: dict[object, int] = {}
    for rank in range(table.stats(seeds).positions):
        with_values(table, beside, {(seeds, rank): 99})
        faults = mc.Tablebase.open(beside).verify().faults
        ranks.update({fault.pits: rank for fault in faults if fault.found == 99})
    return ranks


# With two seeds of Awari on two columns, a ring of positions in which play goes round for ever.
# Nobody can force anything, so all are worth 0.
RING = {
    ((0, 1), (0, 1)): -1, ((0, 2), (0, 0)): -1, ((1, 0), (0, 1)): 1,
    ((1, 0), (1, 0)): -1, ((1, 1), (0, 0)): 1, ((2, 0), (0, 0)): -1,
}  # fmt: skip


def test_values_that_hold_up_each_other_follow_from_each_other(tmp_path: Path) -> None:
    """What the check cannot tell, as its documentation says: the other solutions of a cycle."""
    table = mc.Tablebase.build(SMALL["awari"], 2, tmp_path / "table")
    ranks = ranks_of(table, 2, tmp_path / "wrong")
    assert len(ranks) == 10
    for height in (0, 1, 2):
        changes = {(2, ranks[pits]): height * sign for pits, sign in RING.items()}
        with_values(table, tmp_path / "wrong", changes)
        found = mc.Tablebase.open(tmp_path / "wrong").verify()
        assert (found.ok, found.has_cycles) == (True, True)
    assert values_of(mc.Tablebase.open(tmp_path / "wrong"), 2) != values_of(table, 2)
    assert not mc.Tablebase.build(KALAH, 2).verify().has_cycles


def test_a_share_is_drawn_from_large_layers_only() -> None:
    for threads in (1, 2):
        found = LARGE.verify(0.1, seed=3, threads=threads)
        assert found.ok
        assert found.checked[:8] == found.positions[:8]
        for checked, positions in zip(found.checked[8:], found.positions[8:], strict=True):
            assert abs(checked - positions / 10) < 5 * (positions * 0.09) ** 0.5
        assert found.checked == LARGE.verify(0.1, seed=3).checked
    assert found.checked != LARGE.verify(0.1, seed=4).checked
    assert LARGE.verify(0.0).checked[8:] == (0, 0)
    assert "10 % of large layers, seed 3" in str(found)


def test_a_wrong_value_is_found_by_a_share_that_has_its_position(tmp_path: Path) -> None:
    path = tmp_path / "table"
    table = mc.Tablebase.build(KALAH, 8, path)
    with_values(table, tmp_path / "wrong", {(8, rank): 99 for rank in range(0, 75_582, 100)})
    found = mc.Tablebase.open(tmp_path / "wrong").verify(0.5, seed=1)
    assert 300 < found.wrong[8] < 460  # 756 positions, each drawn or not
    assert found.wrong[8] < mc.Tablebase.open(tmp_path / "wrong").verify(0.9, seed=1).wrong[8]


def test_a_damaged_layer_is_no_matter_of_values(tmp_path: Path) -> None:
    path = tmp_path / "table"
    mc.Tablebase.build(SMALL["kalah"], 3, path)
    data = bytearray(path.read_bytes())
    data[-33] ^= 1
    path.write_bytes(data)
    table = mc.Tablebase.open(path, verify=False)
    for call in (table.verify, table.greedy_regret):
        refused(call, mc.TableError, ("damaged: the layer of 3 seeds",))


def test_progress_counts_positions_and_may_stop_a_check() -> None:
    for call in (LARGE.verify, LARGE.greedy_regret):
        told: list[int] = []
        call(0.01, progress=told.append)
        assert sum(told) == len(LARGE)


def test_a_check_stops_before_its_end() -> None:
    class Enough(Exception):
        pass

    def enough(positions: int) -> None:
        told.append(positions)
        raise Enough

    table = mc.Tablebase.build(KALAH, 13)
    told: list[int] = []
    with pytest.raises(Enough):
        table.verify(threads=1, progress=enough)
    assert 0 < sum(told) < len(table)


@pytest.mark.parametrize("method", ["verify", "greedy_regret"])
@pytest.mark.parametrize(
    ("words", "error", "said"),
    [
        ({"share": 1.5}, ValueError, "share = 1.5: allowed are 0 to 1"),
        ({"share": -0.1}, ValueError, "share = -0.1: allowed are 0 to 1"),
        ({"share": "all"}, TypeError, "share: a number is needed, not str 'all'"),
        ({"seed": -1}, ValueError, "seed = -1: allowed are 0 to"),
        ({"seed": 1.0}, TypeError, "seed: an integer is needed"),
        ({"threads": 0}, ValueError, "threads = 0"),
        ({"progress": 5}, TypeError, "progress"),
    ],
)
def test_bad_arguments(
    method: str, words: dict[str, object], error: type[Exception], said: str
) -> None:
    table = mc.Tablebase.build(KALAH, 1)
    refused(lambda: getattr(table, method)(**words), error, (said,))
