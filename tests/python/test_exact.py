"""Exact values beside what studies measure: looked up or solved, in tables and files."""

from __future__ import annotations

import csv
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import mancalab as mc
from mancalab import cli
from mancalab.cli.common import parse_game
from mancalab.study import (
    AdvantageTable,
    EffectTable,
    ExactRow,
    ExactTable,
    clause_effect,
    exact,
    exact_values,
    first_player_advantage,
)

SMALL = mc.rules("kalah", columns=3, seeds=2)
AGENTS = [("random", "random"), ("greedy", "greedy")]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count which games are solved; none is known before."""
    solved: Counter[str] = Counter()
    solve = exact._solved  # noqa: SLF001 - what is counted

    def counting(rules: mc.Rules, *arguments: object) -> ExactRow:
        solved[rules.digest] += 1
        return solve(rules, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(exact, "_solved", counting)
    monkeypatch.setattr(exact, "known_values", dict)
    return solved


def test_each_game_is_solved_once(asked: Counter[str]) -> None:
    other = SMALL.replace(seeds=1)
    table = first_player_advantage([SMALL, other], AGENTS, n=10, exact_time=60)
    values = [mc.solve(rules).value for rules in (SMALL, other)]
    assert [row.exact for row in table] == [values[0]] * 2 + [values[1]] * 2
    assert {row.exact_kind for row in table} == {"margin"}
    assert asked == {SMALL.digest: 1, other.digest: 1}


def test_nothing_is_solved_unless_asked_for(asked: Counter[str]) -> None:
    table = first_player_advantage(SMALL, AGENTS, n=10)
    assert [(row.exact, row.exact_kind) for row in table] == [(None, ""), (None, "")]
    assert not asked


def test_a_game_that_is_not_solved_in_time_has_no_value(asked: Counter[str]) -> None:
    (row,) = first_player_advantage("kalah", AGENTS[:1], n=10, exact_time=0.01)
    assert (row.exact, row.exact_kind) == (None, "")
    assert asked.total() == 1


def test_known_values_are_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    (known,) = exact_values(SMALL)
    monkeypatch.setattr(exact, "known_values", lambda: {known.digest: replace(known, value=-3)})
    (row,) = first_player_advantage(SMALL, AGENTS[:1], n=10)
    assert (row.exact, row.exact_kind) == (-3, "margin")


@pytest.mark.parametrize("time", [-1, float("nan"), float("inf")])
def test_a_time_that_is_not_allowed(time: float) -> None:
    with pytest.raises(ValueError, match=r"exact_time = .*: allowed are 0 to 1e"):
        first_player_advantage(SMALL, n=10, exact_time=time)
    with pytest.raises(TypeError, match="exact_time: a number is needed, not str"):
        first_player_advantage(SMALL, n=10, exact_time="1")  # type: ignore[arg-type]


# Tables


def results() -> AdvantageTable:
    """Give rows with a margin, without a value, and with the three results."""
    (row,) = first_player_advantage(SMALL, AGENTS[:1], n=10)
    found = [(4, "margin"), (None, ""), (1, "result"), (0, "result"), (-1, "result")]
    return AdvantageTable(tuple(replace(row, exact=x, exact_kind=kind) for x, kind in found))


def test_the_column_is_there_only_where_a_row_has_it() -> None:
    table = results()
    without = AdvantageTable((table.rows[1],))
    for shown, hidden in (
        (str(table), str(without)),
        (table.to_markdown(), without.to_markdown()),
        (table._repr_html_(), without._repr_html_()),
    ):
        assert "perfect play" in shown
        assert all(word in shown for word in ("exact", "+4", "win", "neither", "loss"))
        assert "exact" not in hidden
        assert "perfect play" not in hidden
    assert hidden.count("<th>") == shown.count("<th>") - 1


def test_files_give_the_values_back(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    table = results()
    table.to_csv(path)
    assert AdvantageTable.from_csv(path) == table
    np.testing.assert_array_equal(table.to_dict()["exact"], [4, np.nan, 1, 0, -1])
    assert table.to_polars()["exact_kind"].to_list() == ["margin", "", *["result"] * 3]


def test_tables_written_before_there_was_a_column_are_read(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    results().to_csv(path)
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    columns = [name for name in rows[0] if not name.startswith("exact")]
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, columns, extrasaction="ignore")
        writer.writeheader()
        writer.writerows(rows)
    table = AdvantageTable.from_csv(path)
    assert table == AdvantageTable((results().rows[1],) * 5) or len(table) == 5
    assert {(row.exact, row.exact_kind) for row in table} == {(None, "")}


def test_a_line_that_ends_too_soon_is_no_row_without_a_value(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    results().to_csv(path)
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join([lines[0], lines[2].removesuffix(",")]), encoding="utf-8")
    with pytest.raises(ValueError, match=r"table\.csv, line 2: exact_kind is missing"):
        AdvantageTable.from_csv(path)


def test_tables_of_effects_have_no_exact_values(tmp_path: Path) -> None:
    table = clause_effect(SMALL, "replay", [True, False], AGENTS[:1], games=200)
    assert {row.exact for row in table} == {None}
    assert "exact" not in str(table)
    table.to_csv(tmp_path / "effects.csv")
    again = EffectTable.from_csv(tmp_path / "effects.csv")
    assert [row.change for row in again] == [row.change for row in table]


def test_values_that_come_with_the_package_are_those_of_solve() -> None:
    # As many as take no time; all that are there were found by the same solver.
    known = sorted(exact.known_values().values(), key=lambda row: row.nodes)
    # A board of four rows has no options by which it could be set up.
    for row in [row for row in known if row.rows == 2][:40]:
        found = mc.solve(mc.rules(row.game, **row.options))
        assert (found.value, found.kind) == (row.value, row.kind)


def test_the_command_study_tells_exact_values(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["study", "--games", "kalah:columns=3,seeds=2", "--n", "10", "--out", str(tmp_path)]
    assert cli.main([*words, "--exact-time", "60"]) == 0
    assert "exact" in capsys.readouterr().out
    table = AdvantageTable.from_csv(tmp_path / "first_player_advantage.csv")
    assert [row.exact for row in table] == [4, 4, 4]
    assert cli.main([*words, "--exact-time", "-1"]) == 2
    assert "exact_time = -1.0: allowed are 0 to" in capsys.readouterr().err


# Tables of exact values


def test_a_table_of_exact_values_and_its_file(tmp_path: Path) -> None:
    path = tmp_path / "exact.csv"
    games = [SMALL, mc.rules("kalah", columns=6, seeds=6)]
    told: list[int] = []
    table = exact_values(games, time=0.2, resume=path, progress=told.append)
    assert ExactTable.from_csv(path) == table
    assert sum(told) == 2
    small, large = table
    assert (small.value, small.low, small.high, small.label) == (
        4,
        4,
        4,
        "kalah:columns=3,seeds=2",
    )
    assert small.best.split() == [str(a) for a in mc.solve(SMALL, actions=True).best_actions]
    assert large.value is None
    assert large.low < large.high
    for text in (str(table), table.to_markdown(), table._repr_html_()):
        assert "+4" in text
        assert "Two numbers: proven bounds." in text
    assert "Two numbers" not in str(ExactTable((small,)))


def test_one_game_is_one() -> None:
    rules = mc.rules("kalah", columns=1, seeds=1)
    said = str(exact_values(rules, time=None)).replace("\n", " ")
    assert "Found: 1 of 1 game is solved" in said
    assert "and 1 ends even." in said
    said = str(exact_values([rules, SMALL], time=None)).replace("\n", " ")
    assert "Found: 2 of 2 games are solved" in said


def test_a_game_that_is_refused_has_a_row_with_the_reason() -> None:
    rules = mc.rules("oware", columns=4, seeds=3, repetition="first_since_capture")
    (row,) = exact_values(rules, time=None)
    assert (row.value, row.low, row.high, row.kind) == (None, -24, 24, "")
    assert row.method.startswith("refused: limits.repetition")
    assert "refused" in str(exact_values(rules, time=None))


def test_a_stopped_table_goes_on(tmp_path: Path, asked: Counter[str]) -> None:
    path = tmp_path / "exact.csv"
    first = exact_values(SMALL, resume=path)
    again = exact_values([SMALL, SMALL.replace(seeds=1)], resume=path)
    assert again.rows[0] == first.rows[0]
    assert asked[SMALL.digest] == 1


def test_nothing_that_a_file_tells_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "exact.csv"
    other, open_game = SMALL.replace(seeds=1), mc.rules("kalah", columns=6, seeds=6)
    before = exact_values([other, open_game, SMALL], time=0.2, resume=path)
    # Another game, and one that is solved already: the others stay, after what was asked for.
    asked_for = exact_values([SMALL, SMALL.replace(seeds=3)], resume=path)
    assert asked_for.rows[0] == before.rows[2]
    assert ExactTable.from_csv(path).rows == (*asked_for.rows, *before.rows[:2])

    # Wider bounds do not take the place of closer ones, closer ones do.
    close = replace(before.rows[1], low=4, high=8)
    found = [replace(close, low=3), replace(close, low=6, high=9), replace(close, low=8, high=9)]

    def solved(*_: object) -> ExactRow:
        if not found:
            raise KeyboardInterrupt
        return found.pop(0)

    monkeypatch.setattr(exact, "_solved", solved)
    ExactTable((before.rows[0], close)).to_csv(path)
    assert exact_values(open_game, resume=path).rows == (close,)
    (row,) = exact_values(open_game, resume=path)
    assert (row.low, row.high, row.value) == (6, 8, None)
    (row,) = exact_values(open_game, resume=path)
    assert (row.low, row.high, row.value) == (8, 8, 8)  # where bounds meet the value is known
    # Stopped before it comes to a game that is solved.
    with pytest.raises(KeyboardInterrupt):
        exact_values([mc.rules("kalah", seeds=5), other], resume=path)
    assert before.rows[0] in ExactTable.from_csv(path).rows


def test_the_family_has_every_game_and_smallest_boards_first() -> None:
    from mancalab.study import MAIN_GAMES, family

    games = family(columns=[2, 3], seeds=[1, 2])
    assert {rules.name for rules in games} <= set(MAIN_GAMES)
    assert len({(rules.name, rules.digest) for rules in games}) == len(games)
    sizes = [int(rules.start().pits.sum()) for rules in games if rules.name == "kalah"]
    assert sizes == [size for size in (4, 6, 8, 12) for _ in range(4)]
    assert {rules.rows for rules in games} == {2, 4}


def test_a_table_that_goes_on_keeps_games_with_equal_rules_apart(tmp_path: Path) -> None:
    # On so small a board the two games have the same rules.
    games = [
        mc.rules("kalah", columns=2, seeds=1, empty_capture=True),
        mc.rules("kalaha-egyptian", columns=2, seeds=1),
    ]
    assert games[0].digest == games[1].digest
    path = tmp_path / "exact.csv"
    exact_values(games, resume=path)
    assert [row.game for row in exact_values(games, resume=path)] == ["kalah", "kalaha-egyptian"]


def test_an_executor_solves_the_same_games(tmp_path: Path) -> None:
    games = [SMALL, SMALL.replace(seeds=1), mc.rules("oware", columns=2, seeds=2)]
    here = exact_values(games)
    with ThreadPoolExecutor(2) as executor:
        table = exact_values(games, executor=executor, resume=tmp_path / "exact.csv")
    # How many positions threads look at depends on which is quicker.
    assert [replace(row, seconds=0.0, nodes=0) for row in table] == [
        replace(row, seconds=0.0, nodes=0) for row in here
    ]
    assert [row.digest for row in ExactTable.from_csv(tmp_path / "exact.csv")] == [
        rules.digest for rules in games
    ]


def test_parts_of_a_job_are_put_together(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games = ["kalah:columns=2", "kalah:columns=3,seeds=1", "oware:columns=2,seeds=2"]
    parts = [tmp_path / f"{part}.csv" for part in (1, 2)]
    for part, out in enumerate(parts, 1):
        words = ["exact", "--games", *games, "--part", f"{part}/2", "--out", str(out), "--quiet"]
        assert cli.main(words) == 0
    whole = tmp_path / "whole.csv"
    assert cli.main(["merge", *map(str, parts), "--out", str(whole)]) == 0
    assert "3 of 3 games solved" in capsys.readouterr().out
    found = {row.digest: row.value for row in ExactTable.from_csv(whole)}
    assert found == {row.digest: row.value for row in exact_values(map(parse_game, games))}
    assert cli.main(["exact", "--part", "3/2"]) == 2
    assert "'3/2': I/N is needed" in capsys.readouterr().err
