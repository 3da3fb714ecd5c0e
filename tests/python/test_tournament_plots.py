"""Figures of tournaments: what is drawn where."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import matplotlib.image
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure

import mancalab as mc
from mancalab import plots
from mancalab.study import TournamentTable, tournament
from simple_agents import lowest


def hopeless(_: mc.State) -> int:
    raise RuntimeError


@pytest.fixture(scope="module")
def table() -> TournamentTable:
    agents: list[Any] = ["random", "greedy", mc.agents.Policy(lowest, "lowest"), hopeless]
    return tournament(["kalah", "oware"], agents, n=40, on_fault="forfeit")


@pytest.fixture
def ax() -> Axes:
    return Figure(layout="constrained").add_subplot()


def texts(ax: Axes) -> list[str]:
    return [text.get_text() for text in ax.texts]


def test_a_cross_table_has_every_score(table: TournamentTable, ax: Axes) -> None:
    assert plots.cross_table(table, ax=ax, game="kalah") is ax
    agents = list(table.block("kalah").totals)
    assert [label.get_text() for label in ax.get_yticklabels()] == agents
    assert [label.get_text() for label in ax.get_xticklabels()] == agents
    shown = texts(ax)
    for record in table.records("kalah").values():
        assert f"{100 * record.score.value:.1f}" in shown
        assert f"±{100 * record.score.margin_of_error:.1f}" in shown
    (image,) = ax.images
    data = image.get_array()
    assert data is not None
    best, other = agents[:2]
    assert data[0, 1] == pytest.approx(100 * table.records("kalah")[best, other].score.value)
    assert math.isnan(float(data.data[0, 0]))


def test_all_games_together_are_drawn_unless_one_is_named(table: TournamentTable, ax: Axes) -> None:
    plots.cross_table(table, ax=ax)
    scores = [record.score.value for record in table.pooled.records.values()]
    assert {f"{100 * score:.1f}" for score in scores} <= set(texts(ax))
    with pytest.raises(KeyError, match="chess"):
        plots.cross_table(table, ax=ax, game="chess")


def test_strengths_are_points_and_arrows(table: TournamentTable, ax: Axes) -> None:
    plots.strengths(table, ax=ax)
    drawn = [line.get_xdata() for container in ax.containers for line in container[:1]]
    finite = [row.elo for row in table.strengths if math.isfinite(row.elo)]
    assert sorted(x for xs in drawn for x in xs) == pytest.approx(sorted(finite))
    beyond = [row for row in table.strengths if math.isinf(row.elo)]
    assert {row.agent for row in beyond} >= {"hopeless"}
    assert len(ax.texts) == len(beyond)  # arrows are annotations
    legend = ax.get_legend()
    assert legend is not None
    games = [text.get_text().partition(" (first move")[0] for text in legend.get_texts()]
    assert games == ["Kalah", "Oware (Abapa)", "all games"]


def test_axes_are_made_where_none_are_given(table: TournamentTable) -> None:
    from matplotlib import pyplot as plt

    for ax in (plots.cross_table(table), plots.strengths(table), table.plot()):
        assert isinstance(ax.figure, Figure)
        assert ax.figure.get_size_inches()[0] > 3
        plt.close("all")


def test_a_figure_is_saved_with_all_games(table: TournamentTable, tmp_path: Path) -> None:
    path = tmp_path / "figure.png"
    figure = plots.tournament_figure(table, path=path)
    assert [ax.get_title() for ax in figure.axes] == [
        table.blocks[0].rows[0].title,
        table.blocks[1].rows[0].title,
        "",
    ]
    height, width = matplotlib.image.imread(path).shape[:2]
    assert min(height, width) > 800
    assert [file.name for file in tmp_path.iterdir()] == ["figure.png"]


def test_an_empty_table_cannot_be_drawn() -> None:
    for draw in (plots.cross_table, plots.strengths, plots.tournament_figure):
        with pytest.raises(ValueError, match="table: it is empty"):
            draw(TournamentTable(()))
