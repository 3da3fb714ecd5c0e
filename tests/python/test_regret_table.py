"""The table of regret: its text, its files and its figure."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

import mancalab as mc
from mancalab import plots
from mancalab.study import RegretTable, regret

SMALL = mc.rules("kalah", columns=3, seeds=2)
AWARI = mc.rules("awari", columns=3, seeds=2)


def points(line: Line2D) -> list[list[float]]:
    """Where a line runs: x and y."""
    return [np.asarray(part, dtype=float).tolist() for part in line.get_data()]


@pytest.fixture(scope="module")
def table() -> RegretTable:
    return regret(SMALL, ["random", "greedy"], n=100)


def test_the_text_says_what_was_compared_and_what_was_not(table: RegretTable) -> None:
    text = " ".join(str(table).split())
    total = table.totals[0]
    assert text.startswith(
        f"kalah:columns=3,seeds=2: {total.positions} positions of random games, with up to 12 "
        "seeds in the pits, seed 0; exact values by endgame tables"
    )
    assert f"Left out: {total.left_out} positions in which every action is worth the same." in text
    assert f"at stake in {total.at_stake} of the {total.positions}." in text
    assert "Not solved" not in text
    assert table.findings[0] in text
    assert all(len(line) <= 80 for line in str(table).splitlines())
    assert "1 Random" in table.to_markdown()
    assert "<table>" in table._repr_html_()


def test_some_of_its_rows_have_a_text_too(table: RegretTable) -> None:
    assert str(RegretTable(())) == "An empty table."
    assert "by seeds" not in str(RegretTable(table.totals))
    layers = RegretTable(tuple(row for row in table if row.seeds is not None))
    assert str(layers).startswith("kalah:columns=3,seeds=2: rows of single numbers of seeds only")
    assert layers.findings == ()
    random = RegretTable(tuple(row for row in table if row.agent == "Random" or not row.seeds))
    assert "2 Greedy" in str(random)


def test_it_is_read_as_it_was_written(table: RegretTable, tmp_path: Path) -> None:
    table.to_csv(tmp_path / "regret.csv")
    assert RegretTable.from_csv(tmp_path / "regret.csv") == table
    frame = table.to_pandas()
    assert list(frame["mistakes"]) == [row.mistakes for row in table]
    assert np.isnan(frame["seeds"]).sum() == len(table.totals) == 2


def test_a_line_for_each_agent_is_drawn(table: RegretTable) -> None:
    ax = table.plot(ax=Figure().add_subplot())
    assert [line.get_label() for line in ax.lines] == ["Random", "Greedy"]
    for line, agent in zip(ax.lines, ["Random", "Greedy"], strict=True):
        rows = [row for row in table if row.agent == agent and row.seeds and row.positions]
        assert points(line)[0] == [row.seeds for row in rows]
        assert points(line)[1] == [row.mistake_share.value for row in rows]
    both = plots.regret(
        table + regret(AWARI, ["random"], n=50), ax=Figure().add_subplot(), legend=False
    )
    names = [line.get_label() for line in both.lines]
    assert names[-1] == "awari:columns=3,seeds=2: Random"
    assert both.get_legend() is None


def test_progress_is_told() -> None:
    told: list[int] = []
    (total,) = regret(SMALL, ["random"], most_seeds=5, n=40, progress=told.append).totals
    assert sum(told) == 2 * total.positions
