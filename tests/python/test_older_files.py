"""Files written before the landing table, whose rules say `[[capture]]`: they are read as ever."""

from __future__ import annotations

import json
from pathlib import Path

import mancalab as mc

OLDER = Path(__file__).parents[1] / "data" / "older"


def test_a_record_is_read_and_replayed() -> None:
    path = OLDER / "vai-lung-thlan.json"
    written = json.loads(path.read_text(encoding="utf-8"))
    assert "[[capture]]" in written["rules"]
    record = mc.Record.load(path)
    assert record.rules.digest == written["digest"]
    assert record.outcome is not None
    assert record.outcome.result == written["result"]["result"]
    assert list(record.outcome.score) == written["result"]["score"]
    assert "[[landing]]" in record.rules.to_toml()
    assert mc.Record.from_json(record.to_json()) == record


def test_a_description_says_the_same_game_in_both_spellings() -> None:
    older = mc.Record.load(OLDER / "vai-lung-thlan.json").rules
    assert mc.Rules.from_toml(older.to_toml()) == older
    newer = mc.Rules.from_toml(OLDER.parent / "own_games" / "vai-lung-thlan.toml")
    assert mc.playouts(newer, 500, seed=1) == mc.playouts(older, 500, seed=1)


def test_an_endgame_table_is_opened_and_gives_its_values(tmp_path: Path) -> None:
    path = OLDER / "kalah-3-2.table"
    assert b"[[capture]]" in path.read_bytes()
    table = mc.Tablebase.open(path)
    assert table.rules == mc.rules("kalah", columns=3, seeds=2)
    built = mc.Tablebase.build(table.rules, table.seeds, tmp_path / "new.table")
    layers = range(table.seeds + 1)
    assert [table.stats(n) for n in layers] == [built.stats(n) for n in layers]
    state = table.rules.state(pits=[[0, 0, 1], [1, 2, 0]])
    assert table.probe(state) == built.probe(state)
    assert mc.Tablebase.open(tmp_path / "new.table").rules == table.rules
