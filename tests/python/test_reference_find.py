"""`mancalab rules --reference WORD`: what the reference says of a word."""

from __future__ import annotations

import pytest

import mancalab as mc
from mancalab import cli
from mancalab.cli import reference


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert cli.main(["rules", "--reference", *words]) == 0
    return capsys.readouterr().out


def test_a_field_comes_before_the_option_of_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    for word, path in (("relay", "laps.relay"), ("winner", "ending.winner")):
        out = said(capsys, word)
        assert out.startswith(f"#### `{path}`"), word
        assert f"\n- `{word}`: " in out, "the option"
    capture = said(capsys, "capture")  # an option of this name, and no field
    assert capture.startswith("##### `landing.")
    assert "\n- `capture`: " in capture


def test_a_field_is_found_without_its_section(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "chain").startswith("##### `landing.chain`")
    both = said(capsys, "stores")
    assert "# `board.stores`" in both
    assert "# `sowing.stores`" in both


def test_clauses_are_found(capsys: pytest.CaptureFixture[str]) -> None:
    out = said(capsys, "clause")
    assert out.startswith("#### `clause`")
    assert 'clause = ["KG-3", "KG-5"]' in out
    assert "stuck" in out
    assert out.strip() in reference.page()
    assert said(capsys, "clauses").startswith("#### `clauses`")


@pytest.mark.parametrize(
    ("word", "line"),
    [
        ("pass", '`ending.when = "nobody_can_move"`'),
        ("bare board", '`ending.when = "nobody_can_move"`'),
        ("cannot_move", '`ending.when = "cannot_move"`'),
        ("single seeds", "`landing.chain`"),
        ("extra turn", '`landing.then = "again"`'),
    ],
)
def test_values_and_texts_are_searched(
    word: str, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = said(capsys, word).splitlines()
    assert any(found.startswith(f"- {line}") for found in lines)
    assert len(lines) < 80


def test_the_value_of_that_name_stands_first(capsys: pytest.CaptureFixture[str]) -> None:
    first = said(capsys, "cannot_move").splitlines()[2]
    assert first.startswith('- `ending.when = "cannot_move"`')


def test_a_word_that_nothing_speaks_of(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rules", "--reference", "zebra"]) == 2
    error = capsys.readouterr().err
    assert "the reference has no 'zebra'; without a word it prints the whole page" in error
    assert len(error) < 200
    assert cli.main(["rules", "--reference", "sowing.store"]) == 2
    assert "'sowing.stores'" in capsys.readouterr().err


def test_the_opening_of_four_rows_needs_no_seeds_in_every_pit(
    capsys: pytest.CaptureFixture[str],
) -> None:
    said_of_seeds = " ".join(said(capsys, "setup.seeds").split())
    assert "It must be written, unless `outer` and `inner` stand in its place" in said_of_seeds
    assert "**It must be written.**" in " ".join(said(capsys, "board.rows").split())
    assert mc.rules("hus-damara").to_toml().count("seeds =") == 0


def test_the_example_of_an_inner_row_is_as_it_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    told = " ".join(said(capsys, "setup.inner").split())
    written = "inner = [2, 2, 2, 2, 0, 0, 0, 0]"
    assert f"Two seeds in the four rightmost pits of eight are `{written}`" in told
    rules = mc.Rules.from_toml(f"""
name = "right-end"
board = {{ rows = 4, columns = 8 }}
setup = {{ outer = 1, {written} }}
ending = {{ when = "nobody_can_move" }}
""")
    inner = str(rules.start()).splitlines()[3]
    assert inner.split()[:8] == ["0"] * 4 + ["2"] * 4, "South's inner row from left to right"


def test_the_example_of_a_run_is_as_the_engine_plays_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    told = " ".join(said(capsys, "chain").split())
    assert 'write `counts = [1]`, `take = "landing"` and `chain = "backward"`' in told
    assert "hold, going back, 1, 1, 2 and 1" in told
    text = """
name = "run"
board = { rows = 2, columns = 8 }
setup = { seeds = 1 }
ending = { when = "nobody_can_move" }
[[landing]]
counts = [1]
take = "landing"
chain = "backward"
"""
    # North's 6 seeds make South's pits 1, 1, 2, 1, 1 and, in the landing pit, 1.
    pits = [[0, 0, 1, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 6]]
    for line in ("", 'was = "empty"\n'):
        state = mc.Rules.from_toml(text + line).state(pits=pits, to_move=1)
        after = state.play(7)
        assert after.stores.tolist() == [0, 3]
        assert after.pits[0].tolist() == [1, 1, 2, 0, 0, 0, 0, 0]
