"""The study of the first player's advantage: cells, rows, tables and their files."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import mancalab as mc
from mancalab._base.extras import MissingExtra, require
from mancalab._matches import playing
from mancalab.study import AdvantageRow, first_player_advantage, tournament
from mancalab.study import advantage as study
from mancalab.study.cells import FURTHER_GAMES, MAIN_GAMES, N_GAMES, N_MATCHES
from mancalab.study.intervals import share_over_pairs
from mancalab.study.measures import measures
from simple_agents import highest, lowest

# What is played


def test_the_main_job_by_random_and_greedy_is_the_default() -> None:
    cells = study.plan()
    assert [cell.rules.name for cell in cells[::3]] == list(MAIN_GAMES)
    assert set(MAIN_GAMES) < set(mc.catalogue)
    series = [(cell.first, cell.second, cell.opening_plies) for cell in cells]
    random, greedy = mc.agents.Random(), mc.agents.Greedy()
    both = [(random, random, 0), (greedy, greedy, 4), (greedy, greedy, 0)]
    assert series == both * len(MAIN_GAMES)
    assert {cell.games for cell in cells} == {N_GAMES}


def test_fewer_matches_of_many_rounds_are_played() -> None:
    cells = study.plan(FURTHER_GAMES, [("random", "greedy")])
    numbers = {cell.rules.name: cell.games for cell in cells}
    rounds = {"congklak", "sungka", "main-chongkak", "pallankuli"}
    assert numbers == {name: N_MATCHES if name in rounds else N_GAMES for name in FURTHER_GAMES}
    assert {cell.games for cell in study.plan(FURTHER_GAMES, n=9)} == {9}
    assert not set(FURTHER_GAMES) & set(MAIN_GAMES)


def test_agents_of_one_kind_play_each_opening_once() -> None:
    (cell,) = study.plan("kalah", [("greedy", mc.agents.Greedy())], n=7)
    assert (cell.swap, cell.rounds, cell.games) == (False, 7, 7)


def test_different_agents_play_whole_pairs() -> None:
    (cell,) = study.plan("kalah", [("random", "greedy")], n=7)
    assert (cell.swap, cell.rounds, cell.games) == (True, 4, 8)


def test_all_but_two_random_players_start_with_random_plies() -> None:
    low, high = mc.agents.Policy(lowest), mc.agents.Policy(highest)
    pairs: list[Sequence[Any]] = [
        (low, high),
        (low, "random"),
        ("greedy", "greedy"),
        ("random", "greedy"),
        ("mcts(simulations=5)", "random"),
        ("random", "random"),
    ]
    assert [cell.opening_plies for cell in study.plan("kalah", pairs)] == [4, 4, 4, 4, 4, 0]
    assert {cell.opening_plies for cell in study.plan("kalah", pairs, opening_plies=3)} == {3}


def test_several_numbers_of_random_plies_make_a_series_each() -> None:
    pairs = [("random", "random"), ("greedy", "greedy"), ("greedy", "random")]
    cells = study.plan("kalah", pairs, opening_plies=(6, 0))
    series = [(cell.first.name, cell.second.name, cell.opening_plies) for cell in cells]
    assert series == [
        ("Random", "Random", 0),
        ("Greedy", "Greedy", 6),
        ("Greedy", "Greedy", 0),
        ("Greedy", "Random", 6),
        ("Greedy", "Random", 0),
    ]


def test_random_plies_change_nothing_for_random_players() -> None:
    tallies = [mc.match("kalah", "random", "random", 200, opening_plies=p) for p in (0, 4)]
    assert tallies[0] == tallies[1] == mc.playouts("kalah", 200)


def test_one_policy_against_itself_is_not_swapped() -> None:
    policy = mc.agents.Policy(lowest)
    (cell,) = study.plan("kalah", [(policy, policy)])
    assert not cell.swap


def test_a_function_of_a_state_is_an_agent() -> None:
    (cell,) = study.plan("kalah", [(lowest, "random")])
    assert cell.first == mc.agents.Policy(lowest)


def test_games_may_be_names_rules_or_files(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(mc.rules("kalah", columns=3).to_toml())
    small = mc.rules("kalah", columns=4)
    cells = study.plan(["kalah", small, path], [("random", "random")])
    expected = [mc.catalogue["kalah"], small, mc.rules("kalah", columns=3)]
    assert [cell.rules.digest for cell in cells] == [rules.digest for rules in expected]


def test_a_seed_is_drawn_and_recorded_where_none_is_given() -> None:
    one, two = (first_player_advantage("kalah", n=1, seed=None).rows for _ in range(2))
    assert one[0].seed == one[1].seed != two[0].seed


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"games": ["kalha"]}, KeyError, "kalah"),
        ({"games": []}, ValueError, "games: it is empty"),
        ({"games": [7]}, TypeError, "games: a name, rules or .* is needed, not int"),
        ({"games": 7}, TypeError, "games: a list is needed, not int"),
        ({"agents": []}, ValueError, "agents: it is empty"),
        ({"agents": "random"}, TypeError, "agents: a list is needed, not str"),
        (
            {"agents": ("random", "greedy")},
            TypeError,
            "agents: pairs such as .* are needed, not str",
        ),
        ({"agents": [("random",)]}, ValueError, "a pair has 2"),
        (
            {"agents": [("random", "clever")]},
            ValueError,
            "agents = 'clever': there is no such agent.*greedy",
        ),
        ({"agents": [("random", 3)]}, TypeError, "agents: a name, an agent .* is needed, not int"),
        (
            {"agents": [("random", mc.agents.Random)]},
            TypeError,
            "agents: a name, an agent .* is needed, not type",
        ),
        ({"n": 0}, ValueError, "n = 0: allowed are 1 to"),
        ({"n": 2.5}, TypeError, "n: an integer is needed, not float"),
        ({"n": True}, TypeError, "n: an integer is needed, not bool"),
        ({"seed": -1}, ValueError, "seed = -1: allowed are"),
        ({"seed": 2**64}, ValueError, "seed = 18446744073709551616: allowed are"),
        ({"opening_plies": -1}, ValueError, "opening_plies = -1: allowed are"),
        ({"opening_plies": "4"}, TypeError, "opening_plies: an integer is needed, not str"),
        ({"opening_plies": (4, 0.5)}, TypeError, "opening_plies: an integer is needed, not float"),
        (
            {"opening_plies": 4_000_000_000},
            ValueError,
            r"opening_plies = 4000000000: kalah is cut off after 1,000 actions \(max_actions\); "
            "allowed are 0 to 1000, or None",
        ),
        ({"opening_plies": ()}, ValueError, "opening_plies: it is empty"),
        ({"opening_plies": (4, 4)}, ValueError, "a number is there twice"),
        ({"threads": 0}, ValueError, "threads = 0: allowed are"),
        ({"progress": 5}, TypeError, "progress: "),
    ],
)
def test_bad_arguments_are_named(
    arguments: dict[str, Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        first_player_advantage(**{"games": "kalah", "n": 2, **arguments})


# What is counted


def played(joint: Any, outcomes: Sequence[int]) -> Any:
    """A series of games as the native module gives it, 20 units."""
    keys = ("plies", "plies2", "choices", "choices2", "plies_choices")
    sums = dict(zip(keys, (800, 34_000, 3_200, 544_000, 136_000), strict=True))
    return SimpleNamespace(
        rounds=20,
        games=40 if joint else 20,
        joint=joint,
        outcomes=tuple(outcomes),
        moments={**sums, "margin_rounds": 10, "margin": 50, "margin2": 350},
    )


def test_measures_over_single_games() -> None:
    found = measures(played(None, (8, 4, 4, 3, 1)))
    shares = [found[name].value for name in ("wins", "losses", "draws", "voids", "truncated")]
    assert shares == [0.4, 0.2, 0.2, 0.15, 0.05]
    assert found["score"].value == 10 / 16
    assert found["margin"].value == 5
    assert found["plies"].value == 40
    assert found["branching"] == (4, 4, 4)


def test_measures_over_pairs() -> None:
    joint = np.zeros((5, 5), dtype=int)
    joint[0, 1], joint[2, 2], joint[0, 3] = 10, 5, 5
    found = measures(played(joint.tolist(), (15, 10, 10, 5, 0)))
    assert found["wins"] == share_over_pairs(joint.tolist(), 0)
    assert found["score"].value == 20 / 35
    assert found["margin"].value == 2.5
    assert found["plies"].value == 20


def test_rows_agree_with_a_match_of_the_same_games() -> None:
    rules = mc.rules("kalah", columns=4, seeds=3)
    (row,) = first_player_advantage(rules, [("random", "random")], n=500, seed=3)
    tally = mc.match(rules, mc.agents.Random(), mc.agents.Random(), 500, seed=3)
    assert row.games == tally.games == 500
    assert row.wins.value == tally.south / 500
    assert row.losses.value == tally.north / 500
    assert row.draws.value == tally.draws / 500
    assert row.margin.value == pytest.approx(tally.margin_sum / 500)
    assert row.plies.value == tally.plies / 500
    assert row.branching.value == tally.choices_sum / tally.plies
    variance = (tally.plies_sum_squares - tally.plies**2 / 500) / 499
    assert row.plies.margin_of_error == pytest.approx(1.9647 * np.sqrt(variance / 500), rel=1e-3)


def test_everything_is_seen_from_the_side_that_starts() -> None:
    south = first_player_advantage(mc.rules("kalah"), n=300)
    north = first_player_advantage(mc.rules("kalah", start="north"), n=300)
    for one, two in zip(south, north, strict=True):
        assert two.options == {"start": "north"}
        assert (one.wins, one.losses, one.margin) == (two.wins, two.losses, two.margin)


def test_swapped_pairs_are_the_same_games_whoever_is_named_first() -> None:
    one, two = first_player_advantage("kalah", [("random", "greedy"), ("greedy", "random")], n=400)
    assert one.swapped
    assert replace(two, first="Random", second="Greedy", seconds=one.seconds) == one
    assert one.agent_score.value == pytest.approx(1 - two.agent_score.value)


def test_in_swapped_pairs_the_agent_named_first_has_a_score_of_its_own() -> None:
    (row,) = first_player_advantage("kalah", [("random", "greedy")], n=400, seed=2)
    (same,) = tournament("kalah", ["random", "greedy"], n=400, seed=2)
    assert (row.agent_score, row.score) == (same.score, same.first_score)
    assert row.agent_score.high < 0.2
    assert row.score.low > 0.4
    (alone,) = first_player_advantage("kalah", [("greedy", "greedy")], n=20)
    assert np.isnan(alone.agent_score.value)


def test_deterministic_agents_play_different_games() -> None:
    agents = [(mc.agents.Policy(lowest), mc.agents.Policy(highest))]
    (row,) = first_player_advantage("kalah", agents, n=60)
    assert row.opening_plies == 4
    assert 2 < row.distinct <= row.games == 60


def test_the_same_seed_gives_the_same_rows_on_any_number_of_threads() -> None:
    def rows(threads: int) -> list[AdvantageRow]:
        table = first_player_advantage(["kalah", "elf"], n=200, seed=9, threads=threads)
        return [replace(row, seconds=0) for row in table]

    assert rows(1) == rows(2)


def test_rows_come_game_by_game_and_say_what_was_played() -> None:
    rules = mc.rules("kalah", columns=4)
    agents = [("random", "random"), ("greedy", "greedy")]
    table = first_player_advantage(["elf", rules], agents, n=20, seed=5)
    assert [(row.label, row.agents) for row in table] == [
        ("elf", "Random v Random"),
        ("elf", "Greedy v Greedy"),
        ("kalah:columns=4", "Random v Random"),
        ("kalah:columns=4", "Greedy v Greedy"),
    ]
    row = table.rows[2]
    assert (row.version, row.digest) == (mc.__version__, rules.digest)
    assert (row.title, row.options, row.seed) == (rules.title, {"columns": 4}, 5)
    assert row.seconds > 0


def test_progress_counts_every_game_once() -> None:
    seen: list[int] = []
    first_player_advantage(
        "kalah", [("random", "random"), ("random", "greedy")], n=50, progress=seen.append
    )
    assert sum(seen) == 100


def test_progress_can_be_a_bar(capsys: pytest.CaptureFixture[str]) -> None:
    first_player_advantage("kalah", n=10, progress=True)
    assert "game" in capsys.readouterr().err


def test_rows_are_there_as_soon_as_they_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = study.play(study.plan(["kalah", "elf"], [("random", "random")], n=5))
    assert next(rows).game == "kalah"

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(playing, "series", interrupted)
    with pytest.raises(KeyboardInterrupt):
        next(rows)


# Extras


def test_a_missing_extra_is_named_before_anything_is_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("scipy", "scipy.stats"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(MissingExtra, match=r'scipy is not .* pip install "mancalab\[study\]"'):
        first_player_advantage("kalah", n=10**15)


def test_an_extra_that_is_itself_broken_is_not_called_missing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "broken_extra.py").write_text("import surely_not_installed")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModuleNotFoundError, match="surely_not_installed"):
        require("broken_extra", "study")


def test_importing_the_package_loads_no_extra() -> None:
    code = (
        "import sys, mancalab, mancalab.study, mancalab.plots, mancalab.cli; "
        "sys.exit(bool({'scipy', 'matplotlib', 'tqdm', 'polars', 'pandas'} & set(sys.modules)))"
    )
    subprocess.run([sys.executable, "-c", code], check=True)  # noqa: S603 - our own code
