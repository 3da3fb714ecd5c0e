"""Tournaments: what is played, that it is the same whatever plays it, and what the table says."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mancalab as mc
from executors import processes, threads
from mancalab import plots
from mancalab._agents import naming
from mancalab._agents.naming import as_agent
from mancalab._base.estimates import ELO
from mancalab._matches import playing
from mancalab.study import (
    DamagedPart,
    StrengthTable,
    TournamentTable,
    first_player_advantage,
    tournament,
)
from simple_agents import highest, lowest


def first_lane(batch: mc.Batch) -> Any:
    return batch.mask.argmax(axis=1)


def at_random(batch: mc.Batch) -> Any:
    return batch.sample()


class Counter:
    """Counts the calls of `playing.series`, and stops them with Ctrl-C after so many."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, left: int = 10**9) -> None:
        self.calls, self.left = 0, left
        series = playing.series

        def counted(*args: Any, **options: Any) -> Any:
            if self.left == 0:
                raise KeyboardInterrupt
            self.left -= 1
            self.calls += 1
            return series(*args, **options)

        monkeypatch.setattr(playing, "series", counted)


# What is played


def test_every_agent_meets_every_other_in_every_game() -> None:
    table = tournament(["kalah", mc.rules("oware", columns=4)], ["random", "greedy", lowest], n=21)
    pairs = [("Random", "Greedy"), ("Random", "lowest"), ("Greedy", "lowest")]
    assert [(row.label, row.agent, row.opponent) for row in table] == [
        (game, *pair) for game in ("kalah", "oware:columns=4") for pair in pairs
    ]
    for row in table:
        assert row.games == 22  # whole pairs
        assert row.wins + row.draws + row.losses + row.voids + row.truncated == 22
        assert sum(map(sum, row.joint)) == 11


def test_both_games_of_a_pair_have_one_opening_and_swapped_seats() -> None:
    asked: dict[str, list[str]] = {"one": [], "other": []}

    def watching(name: str) -> mc.agents.Policy:
        def choose(state: mc.State) -> int:
            if state.plies in {4, 5}:
                asked[name].append(str(state))
            return state.legal_actions[0]

        return mc.agents.Policy(choose, name)

    table = tournament("kalah", [watching("one"), watching("other")], n=20)
    # Alike as they are, both see the same positions, in the one game or in the other.
    assert table.rows[0].opening_plies == 4
    assert sorted(asked["one"]) == sorted(asked["other"])
    assert len(set(asked["one"])) > 5
    # And what the one wins in the first game the other wins in the second.
    joint = np.array(table.rows[0].joint)
    assert joint.trace() == joint.sum() == 10


def test_two_agents_play_the_games_of_a_study() -> None:
    (row,) = tournament("kalah", ["random", "greedy"], n=500, seed=7)
    (cell,) = first_player_advantage("kalah", [("random", "greedy")], n=500, seed=7)
    assert row.first_score == cell.score
    assert (row.distinct, row.games, row.seed) == (cell.distinct, 500, 7)
    agents = (mc.agents.Random(), mc.agents.Greedy())
    series = playing.series(mc.rules("kalah"), *agents, 250, seed=7, opening_plies=4)
    assert row.joint == series.joint


def test_pairings_have_openings_of_their_own() -> None:
    same = [mc.agents.Policy(lowest, name) for name in "ABC"]
    table = tournament("kalah", same, n=200)
    assert len({row.joint for row in table}) == 3


def test_one_game_after_the_other_is_the_same_as_side_by_side() -> None:
    batch = mc.agents.BatchPolicy(first_lane, "agent")
    single = mc.agents.Policy(lowest, "agent")
    (one,) = tournament("kalah", ["random", batch], n=100)
    (other,) = tournament("kalah", ["random", single], n=100)
    (timed,) = tournament("kalah", ["random", batch], n=100, move_time=60)
    assert one == other == timed
    lanes: list[Any] = ["greedy", mc.agents.BatchPolicy(at_random, "Random", deterministic=False)]
    tables = [tournament("kalah", agents, n=100) for agents in (lanes, ["greedy", "random"])]
    assert tables[0] == tables[1] == tournament("kalah", lanes, n=100, move_time=60)


def test_opening_plies_are_those_asked_for() -> None:
    plies = [row.opening_plies for row in tournament("kalah", ["random", lowest, highest], n=2)]
    assert plies == [4, 4, 4]
    table = tournament("kalah", ["random", lowest, highest], n=2, opening_plies=3)
    assert [row.opening_plies for row in table] == [3, 3, 3]
    assert len({row.distinct for row in tournament("kalah", [lowest, highest], n=8)}) == 1


# The same whatever plays it


def raises_at_times(state: mc.State) -> int:
    if state.plies > 20:
        raise RuntimeError("lost the thread")
    return state.legal_actions[0]


AGENTS: list[Any] = ["random", "greedy", lowest, mc.agents.Policy(raises_at_times, "forgetful")]


@pytest.mark.parametrize("pool", [threads, processes])
def test_every_executor_gives_the_same_table(pool: Any, tmp_path: Path) -> None:
    common: dict[str, Any] = {"n": 60, "on_fault": "forfeit"}
    plain = tournament("kalah", AGENTS, **common)
    with pool() as executor:
        found = tournament("kalah", AGENTS, executor=executor, resume=tmp_path, **common)
    assert found == plain
    assert found.strengths == plain.strengths
    stored = sorted(tmp_path.iterdir())
    assert tournament("kalah", AGENTS, resume=tmp_path, **common) == plain
    assert sorted(tmp_path.iterdir()) == stored


def test_a_tournament_goes_on_where_it_was_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    common: dict[str, Any] = {"n": 40, "on_fault": "forfeit", "seed": 3}
    plain = tournament("kalah", AGENTS, **common)
    counter = Counter(monkeypatch, left=50)
    with pytest.raises(KeyboardInterrupt):
        tournament("kalah", AGENTS, resume=tmp_path, **common)
    assert any(tmp_path.iterdir())
    counter.left = 10**9
    assert tournament("kalah", AGENTS, resume=tmp_path, **common) == plain
    counter.calls = 0
    assert tournament("kalah", AGENTS, resume=tmp_path, **common) == plain
    assert counter.calls == 0


def test_another_agent_and_more_games_leave_finished_parts_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament("kalah", ["random", "greedy"], n=32, resume=tmp_path)
    counter = Counter(monkeypatch)
    (row, *_) = tournament("kalah", ["random", "greedy", lowest], n=40, resume=tmp_path)
    assert row == tournament("kalah", ["random", "greedy"], n=40).rows[0]
    parts_of_lowest = 2 * 40
    assert counter.calls == 1 + parts_of_lowest + 1


def test_a_damaged_part_is_played_again(tmp_path: Path) -> None:
    plain = tournament("kalah", AGENTS, n=8, on_fault="forfeit", resume=tmp_path)
    for file in tmp_path.iterdir():
        file.write_text(file.read_text().replace('"joint": [[', '"joint": [[1'))
    with pytest.warns(DamagedPart):
        again = tournament("kalah", AGENTS, n=8, on_fault="forfeit", resume=tmp_path)
    assert again == plain


def test_parts_played_under_another_treatment_of_faults_are_not_taken(tmp_path: Path) -> None:
    agents: list[Any] = ["random", lowest]
    tournament("kalah", agents, n=4, resume=tmp_path)
    tournament("kalah", agents, n=4, resume=tmp_path, on_fault="forfeit")
    tournament("kalah", agents, n=4, resume=tmp_path, on_fault="forfeit", move_time=9)
    assert len(list(tmp_path.iterdir())) == 3


def test_progress_counts_every_game_once() -> None:
    seen: list[int] = []
    batch = mc.agents.BatchPolicy(first_lane)
    tournament("kalah", ["random", "greedy", lowest, batch], n=20, progress=seen.append)
    assert sum(seen) == 6 * 20


# What the table says


def test_strengths_are_those_of_the_scores() -> None:
    table = tournament("kalah", ["random", "greedy", lowest], n=300)
    (random, greedy, low) = (
        next(row for row in table.strengths if row.agent == name)
        for name in ("Random", "Greedy", "lowest")
    )
    assert greedy.strength > random.strength > low.strength - 1
    assert random.strength + greedy.strength + low.strength == pytest.approx(0, abs=1e-9)
    assert greedy.elo == pytest.approx(greedy.strength * 400 / math.log(10))
    assert greedy.games == 600
    assert 0 < greedy.strength_error < 1
    assert len({(row.advantage, row.draw_width) for row in table.strengths}) == 1


def test_several_games_have_a_fit_each_and_one_together() -> None:
    table = tournament(["kalah", "oware"], ["random", "greedy"], n=200)
    assert [row.game for row in table.strengths] == ["kalah"] * 2 + ["oware"] * 2 + [
        "all games"
    ] * 2
    assert list(table.fits) == ["kalah", "oware", "all games"]
    kalah, oware, together = (fit.strengths[0] for fit in table.fits.values())
    assert min(kalah, oware) < together < max(kalah, oware)


def test_scores_of_a_cross_table_mirror_each_other() -> None:
    table = tournament("kalah", ["random", "greedy", lowest], n=100)
    records = table.records()
    for (agent, other), record in records.items():
        theirs = records[other, agent]
        assert record.score.value + theirs.score.value == pytest.approx(1)
        wins, losses, *rest = record.outcomes
        assert theirs.outcomes == [losses, wins, *rest]
    row = table.rows[0]
    assert records[row.agent, row.opponent].score == row.score
    with pytest.raises(KeyError, match="game = 'chess': allowed are kalah"):
        table.records("chess")


def test_the_text_shows_scores_counts_and_strengths() -> None:
    table = tournament("kalah", ["random", "greedy"], n=100)
    text = str(table)
    row = table.rows[0]
    assert repr(table) == text
    assert f"{row.wins}-{row.draws}-{row.losses}" in text
    assert f"{100 * row.score.value:.1f} ±" in text
    assert "first move: " in text
    assert "draw half-width: " in text
    assert "| 1 Greedy |" in table.to_markdown()
    assert "<td>1 Greedy</td>" in table._repr_html_()
    assert "Greedy" in table.strengths.to_markdown()
    assert str(TournamentTable(())) == "An empty table."
    assert str(StrengthTable(())) == "An empty table."


def test_few_distinct_games_are_pointed_out() -> None:
    table = tournament("kalah", [lowest, highest], n=40, opening_plies=0)
    assert table.rows[0].distinct == 2
    text = str(table)
    assert "Fewer than a tenth are so in lowest v highest" in text
    assert "*" in text.splitlines()[2]
    assert "* fewer than a tenth of these games are distinct" in text
    assert "*" not in str(tournament("kalah", [lowest, highest], n=40))


def test_one_sign_means_one_interval_everywhere() -> None:
    table = tournament("kalah", ["random", "greedy", lowest], n=200)
    row = next(row for row in table.strengths if row.agent == "Greedy")
    text = str(table)
    assert f"{row.strength:+.2f} ±{1.959964 * row.strength_error:.2f}" in text
    assert f"{row.elo:+.0f} ±{1.959964 * row.elo_error:.0f}" in text
    worth = f"{ELO * row.advantage:+.0f} ±{1.959964 * ELO * row.advantage_error:.0f}"
    assert f"{worth} Elo" in text
    axes = plots.strengths(table)
    legend = axes.get_legend()
    assert legend is not None
    (entry,) = legend.get_texts()
    assert worth in entry.get_text()
    assert "standard error" not in text


def test_tables_survive_a_file(tmp_path: Path) -> None:
    rules = [mc.rules("oware", columns=4), mc.rules("kalah", seeds=3)]
    table = tournament(rules, AGENTS, n=10, on_fault="forfeit")
    table.to_csv(tmp_path / "table.csv")
    again = TournamentTable.from_csv(tmp_path / "table.csv")
    assert again == table
    assert again.strengths == table.strengths
    assert str(again) == str(table)
    table.strengths.to_csv(tmp_path / "strengths.csv")
    assert StrengthTable.from_csv(tmp_path / "strengths.csv") == table.strengths


def test_a_damaged_file_is_refused_with_line_and_column(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    tournament("kalah", AGENTS[2:], n=4, on_fault="forfeit").to_csv(path)
    whole = path.read_text()
    for old, new, column in (("[[", "[[-1", "joint"), ('""raised""', "7", "faults")):
        path.write_text(whole.replace(old, new, 1))
        with pytest.raises(ValueError, match=f"line 2: {column} is"):
            TournamentTable.from_csv(path)


def test_tables_become_frames_and_parquet(tmp_path: Path) -> None:
    polars = pytest.importorskip("polars")
    table = tournament("kalah", ["random", "greedy"], n=10)
    frame = table.to_pandas()
    assert list(frame["wins"]) == [table.rows[0].wins]
    assert list(table.to_polars()["opponent"]) == ["Greedy"]
    table.to_parquet(tmp_path / "table.parquet")
    assert polars.read_parquet(tmp_path / "table.parquet")["score"][0] == table.rows[0].score.value
    assert list(table.strengths.to_pandas()["agent"]) == ["Greedy", "Random"]


def test_tables_add_up() -> None:
    one = tournament("kalah", ["random", "greedy"], n=20, seed=1)
    other = tournament("kalah", ["random", "greedy"], n=20, seed=2)
    both = one + other
    assert both.strengths.rows[0].games == 40
    assert both.fits["kalah"].games == 40


# Arguments


@pytest.mark.parametrize(
    ("options", "error", "text"),
    [
        ({"agents": ["random"]}, ValueError, "agents: 1 agent; a tournament needs two or more"),
        ({"agents": []}, ValueError, "agents: it is empty; at least one is needed"),
        ({"agents": "random"}, TypeError, "agents: a list is needed, not str"),
        ({"agents": ["greedy", "greedy"]}, ValueError, r"agents: 2 are called 'Greedy\(\)'"),
        (
            {"agents": [lowest, lowest]},
            ValueError,
            "2 are called 'lowest'; each needs a name of its own",
        ),
        (
            {"agents": ["random", "chess"]},
            ValueError,
            "agents = 'chess': there is no such agent; allowed are random, greedy",
        ),
        (
            {"agents": ["random", 3]},
            TypeError,
            "agents: a name, an agent of mancalab.agents or .* is needed, not int",
        ),
        ({"games": []}, ValueError, "games: it is empty"),
        ({"games": ["kalah", "kalah"]}, ValueError, "games: 'kalah' is there 2 times"),
        ({"games": "chess"}, KeyError, "chess"),
        ({"n": 0}, ValueError, "n = 0: allowed are 1 to"),
        ({"seed": -1}, ValueError, "seed = -1: allowed are 0 to"),
        ({"opening_plies": 1.5}, TypeError, "opening_plies: an integer is needed, not float"),
        ({"threads": 0}, ValueError, "threads = 0: allowed are 1 to 1024"),
        ({"executor": 3}, TypeError, "executor: a concurrent.futures.Executor is needed, not int"),
        ({"on_fault": "ignore"}, ValueError, "on_fault = 'ignore': allowed are stop, forfeit"),
        ({"move_time": 0}, ValueError, "move_time = 0: allowed are positive numbers"),
        ({"move_time": math.nan}, ValueError, "move_time = nan: allowed are"),
        ({"move_time": "1 s"}, TypeError, "move_time: a number is needed, not str"),
        ({"seed": None, "resume": "."}, ValueError, "seed = None: a study that can be resumed"),
        ({"agents": ["random", lambda _: 0], "resume": "."}, ValueError, "give it a label"),
    ],
)
def test_wrong_arguments_are_named(options: dict[str, Any], error: type, text: str) -> None:
    with pytest.raises(error, match=text):
        tournament(**{"games": "kalah", "agents": ["random", "greedy"], "n": 2, **options})


def test_an_object_without_a_lasting_name_cannot_be_resumed(tmp_path: Path) -> None:
    class Player:
        name = "player"
        deterministic = True

        def __call__(self, state: mc.State) -> int:
            return state.legal_actions[0]

    assert len(tournament("kalah", ["random", Player()], n=4)) == 1
    with pytest.raises(ValueError, match="its class needs a __repr__"):
        tournament("kalah", ["random", Player()], n=4, resume=tmp_path)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("alphabeta(8)", r"arguments need their names, as in alphabeta\(depth=8\)"),
        ("greedy(", "allowed are a name"),
        ("greedy + random", "allowed are a name"),
        ("random(**{})", "allowed are a name"),
        ("mc.agents.Greedy()", "allowed are a name"),
        ("greedy(depth=3)", "greedy has no argument depth; it takes none"),
        ("searcher(depth=__import__('os'))", r"depth = __import__\('os'\): allowed are numbers"),
        ("searcher(depth=4, width=1)", "searcher has no argument width; allowed are depth, exact"),
        ("searcher(depth=-1)", "depth = -1: allowed are 1 to 9"),
        ("gredy", "; did you mean 'greedy'\\?$"),
        (
            "searcher(dept=4)",
            "no argument dept; allowed are depth, exact; did you mean 'depth'\\?$",
        ),
        ("guesser", "allowed are random, greedy.*searcher\\(depth=..., exact=...\\)$"),
    ],
)
def test_names_of_agents_that_are_refused(
    text: str, error: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    declare_searcher(monkeypatch)
    with pytest.raises(ValueError, match=error):
        as_agent(text)


def declare_searcher(monkeypatch: pytest.MonkeyPatch) -> Any:
    class Searcher:
        def __init__(self, depth: int = 4, *, exact: bool = False) -> None:
            if not 1 <= depth <= 9:
                raise ValueError(f"depth = {depth}: allowed are 1 to 9")
            self.said = (depth, exact)

    monkeypatch.setitem(naming.AGENTS, "searcher", Searcher)
    return Searcher


def test_names_of_agents_take_arguments(monkeypatch: pytest.MonkeyPatch) -> None:
    declare_searcher(monkeypatch)
    found: list[Any] = [as_agent(f"Searcher({given})") for given in ("", "depth=7, exact=true")]
    assert [agent.said for agent in found] == [(4, False), (7, True)]
    assert as_agent(" GREEDY ") == mc.agents.Greedy()


def test_agents_of_one_class_are_told_apart_by_what_they_play_by() -> None:
    from mancalab.study.tournament import plan

    weak, strong = (replace_name(mc.agents.Greedy(), text) for text in ("S(1)", "S(2)"))
    (pairing,) = plan("kalah", [weak, strong])
    assert pairing.names == ("S(1)", "S(2)")


def replace_name(agent: Any, text: str) -> Any:
    """An agent of the same name, but another repr, as search agents of several depths are."""

    class Searcher(type(agent)):  # type: ignore[misc]
        def __repr__(self) -> str:
            return text

    return Searcher()


def test_rows_are_kept_apart_from_their_time() -> None:
    (row,) = tournament("kalah", ["random", "greedy"], n=2)
    assert replace(row, seconds=row.seconds + 1) == row
