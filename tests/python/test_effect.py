"""What a clause does: rows, differences, games until a half-width is reached, tables."""

from __future__ import annotations

import sys
import warnings
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mancalab as mc
from mancalab._base.extras import MissingExtra
from mancalab._matches import playing
from mancalab.study import (
    EffectTable,
    Estimate,
    NotReached,
    ablation,
    by_ply,
    clause_effect,
    first_player_advantage,
)
from mancalab.study.measures import CHANGES
from mancalab.study.tables.advantage import AdvantageRow
from mancalab.study.tables.effect import EffectRow

RANDOM = [("random", "random")]
BOTH = [("random", "random"), ("random", "greedy")]


def timeless(table: EffectTable) -> list[EffectRow]:
    return [replace(row, seconds=0) for row in table]


# Rows


def test_rows_come_pair_by_pair_and_say_what_was_set() -> None:
    rules = mc.rules("kalah", columns=4)
    table = clause_effect(rules, "replay", [True, False], BOTH, 40, seed=5)
    assert [(row.agents, row.option, row.value, row.games) for row in table] == [
        ("Random v Random", "replay", True, 40),
        ("Random v Random", "replay", False, 40),
        ("Random v Greedy", "replay", True, 40),
        ("Random v Greedy", "replay", False, 40),
    ]
    assert {row.baseline for row in table} == {"kalah:columns=4"}
    assert table.rows[1].options == {"columns": 4, "replay": False}
    assert table.rows[1].digest == rules.replace(replay=False).digest
    assert [row.change for row in table][:2] == ["replay=true", "replay=false"]


def test_a_row_is_that_of_the_first_players_advantage() -> None:
    changed = mc.rules("kalah", relay=True)
    row = clause_effect("kalah", "relay", [False, True], RANDOM, 700, seed=3).rows[1]
    (alone,) = first_player_advantage(changed, RANDOM, n=700, seed=3)
    names = AdvantageRow.__dataclass_fields__
    assert {name: getattr(row, name) for name in names if name != "seconds"} == {
        name: getattr(alone, name) for name in names if name != "seconds"
    }


def test_a_change_is_the_difference_of_the_two_rows() -> None:
    table = clause_effect("kalah", "empty_capture", [False, True], BOTH, 600)
    for first, second in (table.rows[:2], table.rows[2:]):
        for name in CHANGES:
            change = getattr(second, f"{name}_change")
            difference = getattr(second, name).value - getattr(first, name).value
            assert change.value == pytest.approx(difference, abs=1e-12)
            assert change.low < change.value < change.high
            assert np.isnan(getattr(first, f"{name}_change")).all()


def test_the_first_value_is_the_baseline_whatever_the_rules_have() -> None:
    there = clause_effect("kalah", "replay", [True, False], RANDOM, 300).rows[1]
    back = clause_effect("kalah", "replay", [False, True], RANDOM, 300).rows[1]
    assert back.baseline == "kalah:replay=false"
    assert back.margin_change.value == pytest.approx(-there.margin_change.value)
    assert back.margin_change.low == pytest.approx(-there.margin_change.high)


def test_keys_of_the_landing_table_are_changed_like_options() -> None:
    key = "landing.capture.counts"
    fours = mc.rules("oware").replace(**{key: [2, 3, 4]})
    table = clause_effect("oware", key, [[2, 3], (2, 3, 4), "4.."], RANDOM, 60)
    assert [row.change for row in table] == [f"{key}=[2,3]", f"{key}=[2,3,4]", f"{key}=4.."]
    assert [row.digest for row in table][:2] == [mc.rules("oware").digest, fours.digest]
    changes: dict[str, Any] = {key: [[2, 3, 4], "4.."], "landing.capture.side": "any"}
    rows = ablation("oware", changes, RANDOM, 60).rows
    assert rows[1].digest == fours.digest
    assert [row.change for row in rows][2:] == [f"{key}=4..", "landing.capture.side=any"]


def test_a_value_is_as_the_rules_have_it_however_it_was_given() -> None:
    key = "landing.capture.counts"
    fours: list[Any] = [[2, 3, 4], (2, 3, 4), "[2,3,4]", "[2, 3, 4]"]
    tables = [ablation("oware", [(key, given)], RANDOM, 2) for given in fours]
    assert {table.rows[1].value for table in tables} == {"[2,3,4]"}
    with pytest.raises(ValueError, match=r"counts=\[2,3\]: nothing in it changes oware"):
        ablation("oware", [(key, "[2, 3]")], RANDOM, 2)


def test_games_that_a_clause_cannot_change_do_not_differ() -> None:
    # Random players do not look at who gets the rest of the seeds: they play the same games.
    table = clause_effect("kalah", "final_count", ["owner", "home"], RANDOM, 2_000)
    owner, home = table
    assert home.plies_change == home.branching_change == Estimate(0, 0, 0)
    naive = owner.margin.margin_of_error + home.margin.margin_of_error
    assert 0 < home.margin_change.margin_of_error < 0.7 * naive


def test_intervals_of_a_change_hold_what_many_games_show() -> None:
    def changes(seed: int, n: int) -> EffectRow:
        return clause_effect("kalah", "replay", [True, False], RANDOM, n, seed=seed).rows[1]

    rules = [mc.rules("kalah"), mc.rules("kalah", replay=False)]
    one, two = (mc.playouts(game, 200_000, seed=10**6) for game in rules)
    truth = two.plies / two.games - one.plies / one.games
    found = [changes(seed, 200).plies_change for seed in range(100)]
    assert 88 <= sum(low <= truth <= high for _, low, high in found) <= 100


def test_ablation_has_a_row_for_each_change_and_the_unchanged_rules() -> None:
    changes: dict[str, Any] = {
        "replay": False,
        "final_count": ["home", "emptied"],
        "capture": ("none",),
    }
    table = ablation("kalah", changes, RANDOM, 50)
    assert [row.change for row in table] == [
        "unchanged",
        "replay=false",
        "final_count=home",
        "final_count=emptied",
        "capture=none",
    ]
    pairs: list[tuple[str, Any]] = [
        ("replay", False),
        ("final_count", "home"),
        ("final_count", "emptied"),
    ]
    assert timeless(ablation("kalah", [*pairs, ("capture", "none")], RANDOM, 50)) == timeless(table)


def test_ablation_agrees_with_the_effect_of_each_clause() -> None:
    unchanged, replay, relay = ablation("kalah", {"replay": False, "relay": True}, RANDOM, 500)
    for row, values in ((replay, [True, False]), (relay, [False, True])):
        first, second = clause_effect("kalah", row.option, values, RANDOM, 500)
        assert replace(second, seconds=0) == replace(row, seconds=0)
        assert first.margin == unchanged.margin


def test_ablation_leaves_out_what_changes_nothing() -> None:
    table = ablation("kalah", {"replay": [True, False]}, RANDOM, 10)
    assert [row.change for row in table] == ["unchanged", "replay=false"]


def test_the_same_games_on_any_number_of_threads() -> None:
    one, two = (
        clause_effect("kalah", "relay", [False, True], RANDOM, 900, threads=threads)
        for threads in (1, 2)
    )
    assert timeless(one) == timeless(two)


def test_a_drawn_seed_is_that_of_all_rows() -> None:
    one, two = (ablation("kalah", {"relay": True}, BOTH, 4, seed=None) for _ in range(2))
    assert len({row.seed for row in one}) == 1
    assert one.rows[0].seed != two.rows[0].seed


def test_progress_counts_every_game_once() -> None:
    seen: list[int] = []
    ablation("kalah", {"relay": True}, BOTH, 100, progress=seen.append)
    assert sum(seen) == 400


# Until a half-width is reached


def test_until_plays_all_values_equally_long_and_far_enough() -> None:
    table = clause_effect("kalah", "relay", [False, True], RANDOM, until=0.01)
    one, two = table
    assert one.games == two.games
    assert max(row.score.margin_of_error for row in table) <= 0.01
    # A score's standard deviation is nearly 0.5: 0.98 * 0.5 / sqrt(n) = 0.01 at n = 9,600.
    assert 8_000 < one.games < 12_000
    again = clause_effect("kalah", "relay", [False, True], RANDOM, one.games)
    assert [row.wins for row in again] == [row.wins for row in table]


def test_until_depends_on_nothing_but_the_games() -> None:
    one, two = (
        ablation("kalah", {"replay": False}, BOTH, until=0.02, threads=threads)
        for threads in (1, 2)
    )
    assert timeless(one) == timeless(two)


def test_until_ends_at_n_games_and_says_so() -> None:
    with pytest.warns(NotReached, match=r"after 500 rounds .* not 0.001"):
        table = clause_effect("kalah", "replay", [True, False], RANDOM, 500, until=0.001)
    assert {row.games for row in table} == {500}


def test_until_with_a_score_that_is_never_known() -> None:
    with pytest.warns(NotReached, match="after 2,000 rounds the score is known to within nan"):
        ablation("kalah", {"max_actions": 1}, RANDOM, 2_000, until=0.1)


# Arguments


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"rules": "kalha"}, KeyError, "kalah"),
        ({"rules": 7}, TypeError, "rules: a name, rules or .* is needed, not int"),
        ({"option": "rely"}, mc.RulesError, "relay"),
        ({"values": [False, "often"]}, mc.RulesError, "relay"),
        ({"values": [True]}, ValueError, "values: 1 value of relay; two or more"),
        ({"values": True}, TypeError, "values: a list of values of relay is needed, not bool"),
        ({"values": "true"}, TypeError, "values: a list of values of relay is needed, not str"),
        ({"values": [True, False, True]}, ValueError, "relay=true and relay=true give the same"),
        (
            {"agents": ("random", "greedy")},
            TypeError,
            "agents: pairs such as .* are needed, not str",
        ),
        ({"games": 0}, ValueError, "n = 0: allowed are 1 to"),
        ({"seed": -1}, ValueError, "seed = -1: allowed are"),
        ({"threads": 0}, ValueError, "threads = 0: allowed are"),
        ({"opening_plies": -1}, ValueError, "opening_plies = -1: allowed are"),
        ({"until": 0}, ValueError, "until = 0: allowed are shares of more than 0"),
        ({"until": 0.5}, ValueError, "until = 0.5: allowed are"),
        ({"until": float("nan")}, ValueError, "until = nan: allowed are"),
        ({"until": True}, TypeError, "until: a number is needed, not bool"),
        ({"until": "0.1"}, TypeError, "until: a number is needed, not str"),
        ({"executor": 4}, TypeError, "executor: a concurrent.futures.Executor is needed, not int"),
    ],
)
def test_bad_arguments_are_named(
    arguments: dict[str, Any], error: type[Exception], words: str
) -> None:
    good = {"rules": "kalah", "option": "relay", "values": [False, True], "games": 2}
    with pytest.raises(error, match=words):
        clause_effect(**{**good, **arguments})


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({}, ValueError, "^options: nothing in it changes kalah$"),
        ({"replay": True}, ValueError, "^replay=true: nothing in it changes kalah$"),
        (
            {"replay": True, "relay": [False]},
            ValueError,
            "^replay=true relay=false: nothing in it changes kalah$",
        ),
        ({"replai": True}, mc.RulesError, "replay"),
        (["replay"], TypeError, r"options: a pair \(option, value\) is needed, not 'replay'"),
        ([("replay",)], TypeError, r"options: a pair \(option, value\) is needed, not \("),
        ("replay=false", TypeError, "options: a mapping, or pairs .* is needed, not str"),
        (7, TypeError, "options: a mapping, or pairs .* is needed, not int"),
        (
            [("empty_capture", True), ("capture_needs_opposite", False)],
            ValueError,
            "empty_capture=true and capture_needs_opposite=false give the same rules",
        ),
    ],
)
def test_bad_changes_are_named(options: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        ablation("kalah", options, RANDOM, 2)


def test_a_missing_extra_is_named_before_anything_is_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("scipy", "scipy.stats"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(MissingExtra, match=r"mancalab\[study\]"):
        clause_effect("kalah", "relay", [False, True], games=10**15)


def test_ctrl_c_stops_a_study(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(playing, "series", interrupted)
    with pytest.raises(KeyboardInterrupt):
        clause_effect("kalah", "relay", [False, True], games=10**15)


# Tables


def test_csv_and_parquet_of_effects(tmp_path: Path) -> None:
    polars = pytest.importorskip("polars")
    table = ablation("kalah", {"replay": False, "max_actions": None}, RANDOM, 30)
    table.to_csv(tmp_path / "table.csv")
    assert EffectTable.from_csv(tmp_path / "table.csv") == table
    table.to_parquet(tmp_path / "table.parquet")
    frame = polars.read_parquet(tmp_path / "table.parquet")
    assert frame.equals(table.to_polars())
    assert frame["option"].to_list() == ["", "replay", "max_actions"]
    assert frame["value"].to_list() == ["null", "false", "null"]
    assert frame["score_change_low"].dtype == polars.Float64


def test_text_of_effects() -> None:
    table = ablation(mc.rules("kalah", columns=4), {"replay": False}, BOTH, 100)
    lines = str(table).splitlines()
    assert lines[0] == "kalah:columns=4, Random against Random: 100 games each, seed 0"
    assert lines[3].startswith("unchanged ")
    assert lines[3].split()[-4:-1] == ["-"] * 3
    assert lines[4].startswith("replay=false ")
    assert "Δ: minus the first row" in " ".join(lines)
    assert "nan" not in str(table)
    assert "-0.00 " not in str(table)
    assert max(map(len, lines)) <= 80
    assert "Left out for want of room" in str(table)
    assert "Left out" not in table.to_markdown()
    assert "| replay=false |" in table.to_markdown()
    assert "<td>replay=false</td>" in table._repr_html_()


def test_only_the_columns_that_are_shown_are_explained() -> None:
    table = ablation(mc.rules("kalah", columns=4), {"replay": False}, BOTH, 100)
    text, markdown = (" ".join(shown.split()) for shown in (str(table), table.to_markdown()))
    assert text.partition("Left out for want of room: ")[2].startswith(
        "starter won %, drawn %, starter's margin, length, choices, "
    )
    scored = "cored: won and half of drawn, in % of the games won, lost or drawn (50 is even)"
    changes = "margin: in seeds; length: in plies"  # of which Δ columns are left
    distinct = "distinct: different sequences of actions, beyond 262,144 an estimate. Δ: "
    assert f"whichever agent that is. S{scored}; {changes}; {distinct}" in text
    assert (
        f"whichever agent that is. Won, drawn: % of all games; s{scored}; {changes}; "
        f"choices: legal actions per ply; {distinct}"
    ) in markdown


def test_number_of_games_has_one_name_and_an_older_one() -> None:
    values = [False, True]
    found = [
        clause_effect("kalah", "relay", values, RANDOM, n=5).rows[0].games,
        clause_effect("kalah", "relay", values, RANDOM, games=5).rows[0].games,
        by_ply("kalah", games=5).games,
        by_ply("kalah", n=5).games,
    ]
    assert found == [5] * 4
    with pytest.raises(TypeError, match="games: it is another name of n"):
        clause_effect("kalah", "relay", [False, True], RANDOM, 5, games=5)


def test_agents_that_choose_begin_with_random_plies() -> None:
    plies = [row.opening_plies for row in clause_effect("kalah", "relay", [False, True], n=5)]
    assert plies == [0, 0, 4, 4]
    table = clause_effect("kalah", "relay", [False, True], n=5, opening_plies=(4, 0))
    assert [(row.series, row.change) for row in table][2::2] == [
        ("Greedy after 4 random plies", "relay=false"),
        ("Greedy from the opening", "relay=false"),
    ]


def test_few_distinct_games_are_marked() -> None:
    greedy = [("greedy", "greedy")]
    table = clause_effect("kalah", "relay", [False, True], greedy, 500, opening_plies=0)
    assert table.rows[1].distinct == 3
    said = str(table).replace("\n", " ")
    assert "* fewer than a tenth of these games are distinct" in said
    assert "this is true of that opening only" in said
    line = next(line for line in str(table).splitlines() if line.startswith("relay=true"))
    assert line.split()[2].endswith("*")


def test_tables_of_one_kind_are_joined() -> None:
    effects = ablation("kalah", {"replay": False}, RANDOM, 5)
    assert len(effects + effects) == 4
    with pytest.raises(TypeError):
        effects + first_player_advantage("kalah", RANDOM, n=5)  # type: ignore[operator]


def test_few_rounds_give_no_interval_but_no_error() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        (_, row) = clause_effect("kalah", "replay", [True, False], RANDOM, 3)
    assert np.isnan(row.margin_change.low)
    assert "nan" not in str(EffectTable((row,)))
