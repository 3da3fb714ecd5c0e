"""Tables of a study: columns, CSV files, text and HTML."""

from __future__ import annotations

import csv
import pickle
import re
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from mancalab._base.extras import MissingExtra
from mancalab._base.files import replacing
from mancalab.study import AdvantageRow, AdvantageTable, Estimate, first_player_advantage
from mancalab.study.tables.advantage_findings import findings

HALF = Estimate(0.5, 0.4, 0.6)
ROW = AdvantageRow(
    version="1.2.3",
    game="kalah",
    title="Kalah",
    digest="abc",
    options={"columns": 4, "max_actions": None},
    seed=2**64 - 1,
    first="Random",
    second="Greedy",
    swapped=True,
    opening_plies=2,
    games=1000,
    distinct=990,
    seconds=0.25,
    wins=HALF,
    losses=Estimate(0.4, 0.3, 0.5),
    draws=Estimate(0.1, 0.05, 0.2),
    voids=Estimate(0, 0, 0.004),
    truncated=Estimate(0, 0, 0.004),
    score=Estimate(0.55, 0.45, 0.65),
    margin=Estimate(-1.5, -2, -1),
    plies=Estimate(1 / 3, 0.3, 0.4),
    branching=Estimate(4, 3, 5),
)


def test_a_table_is_a_sequence_of_rows() -> None:
    table = AdvantageTable((ROW, ROW))
    assert len(table) == 2
    assert list(table) == [ROW, ROW]
    assert AdvantageTable((ROW,)) + AdvantageTable((ROW,)) == table
    assert pickle.loads(pickle.dumps(table)) == table  # noqa: S301 - written a moment ago
    assert len({ROW, ROW}) == 1


def test_columns_of_a_table() -> None:
    columns = AdvantageTable((ROW, ROW)).to_dict()
    assert {array.shape for array in columns.values()} == {(2,)}
    assert columns["seed"].dtype == np.uint64
    assert columns["games"].dtype == np.int64
    assert columns["swapped"].dtype == np.bool_
    assert columns["wins_high"].dtype == np.float64
    assert columns["seed"][0] == 2**64 - 1
    assert columns["game"][0] == "kalah"
    assert columns["options"][0] == '{"columns": 4, "max_actions": null}'
    assert [columns[name][0] for name in ("wins", "wins_low", "wins_high")] == [0.5, 0.4, 0.6]


def test_columns_of_an_empty_table() -> None:
    columns = AdvantageTable(()).to_dict()
    assert {array.shape for array in columns.values()} == {(0,)}


def test_csv_gives_back_the_table(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    nan = float("nan")
    unscored = replace(ROW, title='A "title", with commas', margin=Estimate(nan, nan, nan))
    table = AdvantageTable((ROW, unscored))
    table.to_csv(path)
    again = AdvantageTable.from_csv(path)
    assert again.rows[0] == ROW
    for name, column in table.to_dict().items():
        np.testing.assert_array_equal(again.to_dict()[name], column)
    assert [file.name for file in tmp_path.iterdir()] == ["table.csv"]


def test_csv_of_a_study(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    table = first_player_advantage(["kalah"], n=10)
    table.to_csv(path)
    assert AdvantageTable.from_csv(path) == table
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    said = ("version", "game", "digest", "options", "seed", "first", "opening_plies", "games")
    assert all(rows[0][name] for name in (*said, "seconds", "distinct"))


def test_csv_that_is_no_table_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    AdvantageTable((ROW,)).to_csv(path)
    good = path.read_text()

    path.write_text(good.replace("0.25", "soon"))
    with pytest.raises(ValueError, match=r"table\.csv, line 2: seconds is 'soon', not float"):
        AdvantageTable.from_csv(path)
    path.write_text(good.replace("digest", "digits"))
    with pytest.raises(ValueError, match="columns missing: digest"):
        AdvantageTable.from_csv(path)
    path.write_text(good[: len(good) // 2 + 200])
    with pytest.raises(ValueError, match="line 2"):
        AdvantageTable.from_csv(path)
    path.write_text("")
    with pytest.raises(ValueError, match="columns missing"):
        AdvantageTable.from_csv(path)
    with pytest.raises(FileNotFoundError):
        AdvantageTable.from_csv(tmp_path / "none.csv")


def test_tables_become_data_frames() -> None:
    table = AdvantageTable((ROW, replace(ROW, seconds=2)))
    columns = table.to_dict()
    for frame in (table.to_polars(), table.to_pandas()):
        assert list(frame.columns) == list(columns)
        for name, column in columns.items():
            np.testing.assert_array_equal(frame[name].to_numpy(), column)
    assert len(AdvantageTable(()).to_polars()) == 0


def test_parquet_holds_the_columns_and_their_types(tmp_path: Path) -> None:
    polars = pytest.importorskip("polars")
    path = tmp_path / "table.parquet"
    table = AdvantageTable((ROW, ROW))
    table.to_parquet(path)
    frame = polars.read_parquet(path)
    assert frame.equals(table.to_polars())
    assert frame.schema["seed"] == polars.UInt64
    assert frame.schema["swapped"] == polars.Boolean
    assert frame.schema["options"] == polars.String
    assert frame["seed"][0] == 2**64 - 1
    with pytest.raises(FileNotFoundError):
        table.to_parquet(tmp_path / "none" / "table.parquet")
    assert [file.name for file in tmp_path.iterdir()] == ["table.parquet"]


@pytest.mark.parametrize("library", ["polars", "pandas"])
def test_a_missing_library_is_named(library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(MissingExtra, match=rf'{library} is not .* "mancalab\[study\]"'):
        getattr(AdvantageTable((ROW,)), f"to_{library}")()


def test_markdown_escapes_what_would_be_markup() -> None:
    text = AdvantageTable(
        (replace(ROW, first="<lambda>", options={"max_actions": 9}),)
    ).to_markdown()
    assert text.startswith("\\<lambda> and Greedy, who start by turns")
    assert "| game | starter won % | drawn % |" in text
    assert "kalah:max\\_actions=9 | 50.0 | 10.0 | 55.0 ±10.0 |" in text
    assert AdvantageTable(()).to_markdown() == "An empty table.\n"


def test_text_is_aligned_and_narrow() -> None:
    table = first_player_advantage(["kalah", "kalaha-ethiopian", "oware"], n=1000)
    lines = str(table).splitlines()
    assert lines[0].endswith("1,000 games for each number, seed 0")
    assert lines[1].split() == ["Greedy", "after"]
    assert lines[3].split()[:5] == ["starter", "scored", "%", "Random", "plies"]
    assert lines[4] == "Single lap, store sown"
    assert lines[7] == "Single lap, store not sown"
    games = {line.split()[0] for line in (*lines[5:7], lines[8])}
    assert games == {"kalah", "kalaha-ethiopian", "oware"}
    assert len({len(line) for line in (lines[3], *lines[5:7], lines[8])}) == 1
    details = str(table.details).splitlines()
    assert details[0] == "Random against Random: 1,000 games each, seed 0"
    assert "Greedy against Greedy: 1,000 games each, after 4 random plies, seed 0" in details
    assert "Greedy against Greedy: 1,000 games each, from the opening, seed 0" in details
    assert max(map(len, (*lines, *details))) <= 80


def test_a_table_of_many_series_goes_on_below_itself() -> None:
    agents = [("greedy", "greedy"), ("greedy", "random")]
    table = first_player_advantage("kalah", agents, n=8, opening_plies=(0, 2, 4))
    lines = str(table).splitlines()
    assert sum(line.startswith("kalah ") for line in lines) > 1
    assert max(map(len, lines)) <= 80


def test_games_are_sorted_within_their_kind_by_what_greedy_makes_of_random_openings() -> None:
    def scored(game: str, kind: str, plies: int, value: float) -> AdvantageRow:
        return replace(
            ROW,
            first="Greedy",
            second="Greedy",
            swapped=False,
            options={},
            game=game,
            digest=game,
            title=game,
            kind=kind,
            opening_plies=plies,
            score=Estimate(value, value - 0.1, value + 0.1),
        )

    rows = [
        scored("low", "a", 4, 0.4), scored("low", "a", 0, 0.9),
        scored("other", "b", 4, 0.7), scored("other", "b", 0, 0.7),
        scored("high", "a", 4, 0.6), scored("high", "a", 0, 0.1),
    ]  # fmt: skip
    text = str(AdvantageTable(tuple(rows)))
    places = [text.index(f"\n{name}") for name in ("a\n", "  high ", "  low ", "b\n", "  other ")]
    assert places == sorted(places)


def test_few_distinct_games_are_marked_and_the_mark_is_explained() -> None:
    few = replace(ROW, distinct=99)
    for rows in ((few,), (few, replace(few, opening_plies=0))):
        table = AdvantageTable(rows)
        for text in (str(table), table.to_markdown(), table._repr_html_()):
            assert "55.0 ±10.0*" in text.replace("\\", "")
            assert "fewer than a tenth of these games are distinct" in text.replace("\n", " ")
    enough = AdvantageTable((replace(ROW, distinct=100),))
    assert "*" not in str(enough)
    assert "distinct: different sequences of actions" in enough.to_markdown()


def test_equal_rows_of_random_and_greedy_are_explained() -> None:
    text = str(first_player_advantage(["tsoro", "kalah"], n=200)).replace("\n", " ")
    assert "tsoro: Greedy's numbers are Random's, since no action there gains it more" in text
    assert "kalah: Greedy's" not in text


def test_games_that_end_among_the_random_plies_are_explained() -> None:
    """No agent tosses a coin there: nobody chooses any more."""
    text = str(first_player_advantage(["kalah", "tsoro"], n=200, opening_plies=80))
    text = text.replace("\n", " ")
    assert "kalah: Greedy's numbers" not in text
    assert "After 80 random plies the agents choose little or nothing, since games are over" in text
    assert re.search(r"their mean length in plies is no larger in kalah \(4\d\)", text)
    assert "choose little" not in str(first_player_advantage("kalah", n=200)).replace("\n", " ")


def test_the_sentence_says_that_it_judges_many_games_at_once() -> None:
    """An interval that leaves out 50 by itself, but not beside nine others."""

    def scored(n: int, low: float, high: float) -> AdvantageRow:
        score = Estimate((low + high) / 2, low, high)
        return replace(ROW, game=f"game{n}", title=f"Game {n}", digest=f"{n}", score=score)

    even = [scored(n, 0.45, 0.55) for n in range(9)]
    said = " ".join(findings([*even, scored(9, 0.501, 0.521)]))
    assert (
        "of 10 games moving first helps in none, harms in none and cannot be told from even in 10 "
        "(the interval of one of these leaves out 50 in the table, but here 10 are judged at once)"
    ) in said
    assert "judged at once" not in " ".join(findings([*even, scored(9, 0.6, 0.61)]))
    two = [*even, scored(9, 0.501, 0.521), scored(10, 0.501, 0.521)]
    assert "(the intervals of 2 of these leave out 50 in the table" in " ".join(findings(two))


def test_one_distinct_game_is_one() -> None:
    said = " ".join(findings([replace(ROW, distinct=1)]))
    assert "in only 1 distinct game " in said


def test_whose_score_it_is_can_be_read_off() -> None:
    table = first_player_advantage("kalah", [("greedy", "random"), ("random", "random")], n=100)
    text = str(table)
    assert "starter scored %" in text
    row = table.rows[0]
    assert f"{100 * row.agent_score.value:.1f} ±" in text
    assert "against" in " ".join(text.splitlines()[:4])
    details = str(table.details).replace("\n", " ")
    assert "Greedy and Random, who start by turns" in details
    assert "first-named: the agent named first in the heading" in details


def test_text_says_how_the_games_were_played() -> None:
    text = str(AdvantageTable((ROW,)))
    said = text.replace("\n", " ")
    assert "Random and Greedy, who start by turns: 1,000 games each, each opening twice" in said
    assert "with seats swapped, after 2 random plies, seed 18446744073709551615" in said
    assert "kalah:columns=4,max_actions=none" in text
    assert "55.0 ±10.0" in text
    assert "-1.50 ±0.50" in text


def test_text_of_what_is_unknown() -> None:
    nan = float("nan")
    unknown = Estimate(nan, nan, nan)
    row = replace(ROW, games=1, score=unknown, margin=unknown, plies=Estimate(42, nan, nan))
    text = str(AdvantageTable((row,)))
    assert "1 game each" in text
    assert "nan" not in text
    assert "nothing is known of the first move" in text
    assert str(AdvantageTable(())) == "An empty table."


def test_html_is_escaped() -> None:
    text = AdvantageTable((replace(ROW, first="<lambda>"),))._repr_html_()
    assert text.startswith("<table>")
    assert "&lt;lambda&gt; and Greedy, who start by turns" in text
    assert AdvantageTable(())._repr_html_() == "<p>An empty table.</p>"


def test_a_file_that_fails_half_way_leaves_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old")

    def write_half() -> None:
        with replacing(path) as beside:
            beside.write_text("half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_half()
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("file", "old")]


def test_a_file_that_cannot_be_written_is_called_by_its_own_name(tmp_path: Path) -> None:
    path = tmp_path / "none" / "file"
    with pytest.raises(FileNotFoundError) as caught, replacing(path) as beside:
        beside.write_text("new")
    assert caught.value.filename == str(path)
    assert ".part" not in str(caught.value)
    with pytest.raises(OSError, match="another fault"), replacing(tmp_path / "file"):
        raise OSError("another fault")
    folder = tmp_path / "folder"
    folder.mkdir()
    with pytest.raises(OSError, match="folder") as caught_there, replacing(folder) as beside:
        beside.write_text("new")
    assert ".part" not in str(caught_there.value)
    assert list(tmp_path.iterdir()) == [folder]
