"""Many records as columns and in Parquet files."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import mancalab as mc
from children import EXPECTED, begun, ended, program
from mancalab._records.columns import COLUMNS

OWN = Path(__file__).parents[1] / "data" / "own_games" / "vai-lung-thlan.toml"
KALAH = mc.rules("kalah")
GAMES = [
    *(mc.Record.play(game, seed=1, number=2**62) for game in mc.catalogue),
    mc.Record.play(OWN, north="greedy", seed=2**64 - 1),
    mc.Record.play(mc.rules("kalah", columns=3), start=None, seed=4),
    mc.Record.from_actions("kalah", [2, 5]),
    mc.Record(KALAH, start=KALAH.start().play(2).play(5), agents=("Anna", "Béla")),
]


def test_it_is_a_sequence_of_the_records() -> None:
    records = mc.Records(iter(GAMES))
    assert len(records) == len(GAMES)
    assert list(records) == GAMES
    assert records[3] == GAMES[3]
    assert records[-1] == GAMES[-1]
    assert list(records[2:5]) == GAMES[2:5]
    assert GAMES[0] in records
    assert mc.Records(GAMES[:3]) + mc.Records(GAMES[3:]) == records
    assert mc.Records(GAMES[:3]) != records
    assert list(mc.Records()) == []
    assert repr(mc.Records(GAMES[:1])) == "<Records: 1 game of kalah>"
    with pytest.raises(IndexError, match=f"index 999 is out of range for {len(GAMES)} records"):
        records[999]


def test_the_columns_tell_the_games() -> None:
    columns = mc.Records(GAMES).to_dict()
    assert list(columns) == list(COLUMNS)
    for row, record in enumerate(GAMES):
        outcome = record.outcome
        assert columns["game"][row] == record.rules.name
        assert columns["digest"][row] == record.rules.digest
        assert (columns["south"][row], columns["north"][row]) == record.agents
        assert columns["seed"][row] == (record.seed or 0)
        assert columns["plies"][row] == record.plies
        assert columns["actions"][row].tolist() == list(record.actions)
        assert columns["result"][row] == (outcome.result if outcome else "")
        scores = (columns["south_score"][row], columns["north_score"][row])
        assert scores == (outcome.score if outcome else record.final.scores)
        decided = outcome is not None and outcome.result in {"south", "north", "draw"}
        margin = columns["margin"][row]
        assert margin == scores[0] - scores[1] if decided else margin != margin  # noqa: PLR0124  (nan)


def test_a_parquet_file_holds_the_games(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    records = mc.Records(GAMES)
    records.to_parquet(path)
    assert mc.Records.from_parquet(path) == records
    assert list(mc.Records.from_parquet(path)) == GAMES
    assert list(tmp_path.iterdir()) == [path]
    frame = pl.read_parquet(path)
    assert frame.columns == list(COLUMNS)
    assert frame.schema["actions"] == pl.List(pl.UInt8)
    assert frame["seed"].null_count() == sum(record.seed is None for record in GAMES)


def test_no_games_make_a_file_too(tmp_path: Path) -> None:
    mc.Records().to_parquet(tmp_path / "none.parquet")
    assert mc.Records.from_parquet(tmp_path / "none.parquet") == mc.Records()


def test_a_file_needs_rules_and_actions_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    pl.DataFrame({"rules": ["kalah"], "actions": [[2, 5]], "more": [1]}).write_parquet(path)
    assert list(mc.Records.from_parquet(path)) == [mc.Record(KALAH, (2, 5))]


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        ({"rules": ["kalah"]}, "columns missing: actions"),
        ({"rules": ["kalah"], "actions": ["25"]}, "column actions: it holds String"),
        ({"rules": [1], "actions": [[2]]}, "column rules: it holds Int64"),
        ({"rules": ["kalahh"], "actions": [[2]]}, 'record 0: no game is called "kalahh"'),
        ({"rules": ["kalah"] * 2, "actions": [[2], [2, 2]]}, "record 1: actions[1] (ply 1, South)"),
        ({"rules": ["kalah"], "actions": [[300]]}, "record 0: actions[0] = 300"),
        ({"rules": ["kalah"] * 2, "actions": [[2], None]}, "record 1: actions: a sequence"),
        ({"rules": ["kalah", None], "actions": [[2], [2]]}, "record 1: rules: none are given"),
        ({"rules": [None], "actions": [[2]]}, "column rules: it holds Null"),
        ({"rules": ["kalah"], "actions": [[2]], "plies": [3]}, "record 0: plies = 3: it is 1"),
        ({"rules": ["kalah"], "actions": [[2]], "digest": ["x"]}, "record 0: digest = 'x'"),
        ({"rules": ["kalah"], "actions": [[2]], "result": ["draw"]}, "record 0: result = 'draw'"),
    ],
)
def test_a_damaged_table_is_refused(columns: dict[str, Any], said: str, tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    pl.DataFrame(columns).write_parquet(path)
    with pytest.raises(mc.RecordError) as caught:
        mc.Records.from_parquet(path)
    assert str(caught.value).startswith(f"{path}: {said}")


def test_what_is_no_table_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    path.write_text("no table", encoding="utf-8")
    with pytest.raises(mc.RecordError, match=r"games\.parquet: no Parquet file"):
        mc.Records.from_parquet(path)
    with pytest.raises(FileNotFoundError):
        mc.Records.from_parquet(tmp_path / "none.parquet")
    with pytest.raises(TypeError, match="records: each is a Record, not int"):
        mc.Records([3])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="records: a list or another iterable of Record is needed"):
        mc.Records(mc.Record.play("kalah", seed=1))  # type: ignore[arg-type]
    with pytest.raises(OSError, match="No such file"):
        mc.Records().to_parquet(tmp_path / "none" / "games.parquet")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a system that forks")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_parquet_after_a_fork_is_told_and_not_waited_for(tmp_path: Path) -> None:
    """The threads of polars are lost in a forked child: it would wait for them for ever."""
    records = mc.Records([mc.Record.play("kalah", seed=1)])
    records.to_parquet(tmp_path / "here.parquet")  # polars has threads now
    child = begun(lambda: records.to_parquet(tmp_path / "there.parquet"), RuntimeError)
    assert ended(child) == EXPECTED
    assert [path.name for path in tmp_path.iterdir()] == ["here.parquet"]
    assert mc.Records.from_parquet(tmp_path / "here.parquet") == records


FIRST_IN_THE_CHILD = """\
import os, sys
import polars as pl
import mancalab as mc
pl.DataFrame({"a": [1, 2]}).write_parquet(sys.argv[1] + "/here.parquet")
child = os.fork()
if child == 0:
    code = 1
    try:
        records = mc.Records([mc.Record.play("kalah", seed=1)])
        records.to_parquet(sys.argv[1] + "/there.parquet")
    except RuntimeError as error:
        code = 3 if "polars had threads" in str(error) else 4
    finally:
        os._exit(code)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a system that forks")
def test_the_fork_is_noticed_where_records_are_first_used_in_the_child(tmp_path: Path) -> None:
    done = program("-W", "ignore", "-c", FIRST_IN_THE_CHILD, str(tmp_path))
    assert (done.stdout, done.returncode) == ("3\n", 0), done.stderr
