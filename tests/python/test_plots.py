"""Figures of the first player's advantage: what is drawn where, and that it can be read."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import matplotlib as mpl
import matplotlib.image
import numpy as np
import pytest
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.container import ErrorbarContainer
from matplotlib.figure import Figure

from mancalab import plots
from mancalab._base.extras import MissingExtra
from mancalab.study import AdvantageRow, AdvantageTable, Estimate
from readable import check_readable

NAN = float("nan")
RARE = Estimate(0.02, 0.01, 0.03)


def row(game: str, agent: str, score: float, margin: float) -> AdvantageRow:
    return AdvantageRow(
        version="1.2.3",
        game=game.lower(),
        title=game,
        digest=game,
        options={},
        seed=7,
        first=agent,
        second=agent,
        swapped=False,
        opening_plies=0,
        games=1000,
        distinct=1000,
        seconds=1,
        wins=Estimate(score, score - 0.03, score + 0.03),
        losses=RARE,
        draws=RARE,
        voids=RARE,
        truncated=RARE,
        score=Estimate(score, score - 0.03, score + 0.04),
        margin=Estimate(margin, margin - 0.3, margin + 0.3),
        plies=Estimate(40, 39, 41),
        branching=Estimate(4, 3.9, 4.1),
    )


def table_of(games: int, agents: int) -> AdvantageTable:
    return AdvantageTable(
        tuple(
            row(f"Game with a name {i}", f"Agent{k}", 0.4 + 0.02 * i - 0.05 * k, i - 5 + k)
            for i in range(games)
            for k in range(agents)
        )
    )


@pytest.fixture
def ax() -> Axes:
    return Figure(layout="constrained").add_subplot()


def bars(ax: Axes) -> list[ErrorbarContainer]:
    return cast("list[ErrorbarContainer]", ax.containers)


# What is drawn


def test_each_pair_of_agents_has_points_on_the_lines_of_its_games(ax: Axes) -> None:
    table = table_of(3, 2)
    assert plots.first_player_advantage(table, ax=ax) is ax
    assert [label.get_text() for label in ax.get_yticklabels()] == [
        f"Game with a name {i}"
        for i in (2, 1, 0)  # the highest score at the top
    ]
    assert ax.yaxis.get_inverted()
    for k, bar in enumerate(bars(ax)):
        x, y = np.array(bar.lines[0].get_data(), dtype=float)
        assert x == pytest.approx([44 - 5 * k, 42 - 5 * k, 40 - 5 * k])
        assert np.round(y) == pytest.approx([0, 1, 2])
        assert bar.get_label() == f"Agent{k} from the opening"


def test_bars_are_the_intervals(ax: Axes) -> None:
    plots.first_player_advantage(table_of(1, 1), ax=ax)
    (bar,) = bars(ax)
    ((low, high),) = [segment[:, 0] for segment in bar.lines[2][0].get_segments()]
    assert (low, high) == pytest.approx((37, 44))


def test_the_even_line_is_marked_and_in_view(ax: Axes) -> None:
    plots.first_player_advantage(AdvantageTable((row("G", "A", 0.8, 9),)), ax=ax)
    assert any(list(np.ravel(line.get_xdata())) == [50, 50] for line in ax.lines)
    low, high = ax.get_xlim()
    assert low < 50 < high
    assert "even" in [text.get_text() for text in ax.texts]


def test_unknown_values_are_left_blank(ax: Axes) -> None:
    unknown = replace(row("G", "A", 0.5, 0), score=Estimate(NAN, NAN, NAN))
    plots.first_player_advantage(AdvantageTable((unknown, row("H", "A", 0.6, 0))), ax=ax)
    assert len(ax.get_yticks()) == 2


def test_one_game_with_other_options_has_a_line_of_its_own(ax: Axes) -> None:
    usual = row("Kalah", "A", 0.6, 1)
    small = replace(usual, options={"columns": 4, "seeds": 3}, digest="other")
    plots.first_player_advantage(AdvantageTable((usual, small)), ax=ax)
    labels = [label.get_text() for label in ax.get_yticklabels()]
    assert labels == ["Kalah", "Kalah\ncolumns=4, seeds=3"]


def test_the_legend_can_be_left_out(ax: Axes) -> None:
    plots.first_player_advantage(table_of(2, 2), ax=ax, legend=False)
    assert ax.get_legend() is None


def test_without_axes_a_new_figure_is_made_and_no_setting_changed() -> None:
    before = dict(mpl.rcParams)
    mine = plt.figure()
    try:
        ax = table_of(2, 2).plot()
        assert ax.figure is not mine
        assert dict(mpl.rcParams) == before
    finally:
        plt.close("all")


def test_an_empty_table_cannot_be_drawn(ax: Axes) -> None:
    with pytest.raises(ValueError, match="empty"):
        plots.first_player_advantage(AdvantageTable(()), ax=ax)
    with pytest.raises(ValueError, match="empty"):
        plots.figure(AdvantageTable(()))


@pytest.mark.parametrize(
    "draw",
    [
        plots.first_player_advantage,
        plots.figure,
        plots.cross_table,
        plots.strengths,
        plots.tournament_figure,
    ],
)
@pytest.mark.parametrize(
    ("data", "found"), [(None, "NoneType"), ("kalah", "str 'kalah'"), ([None], "list")]
)
def test_what_is_no_table_is_named(draw: Any, data: object, found: str) -> None:
    wanted = rf"^table: an? \w+Table of mancalab\.study is needed, not {found}$"
    with pytest.raises(TypeError, match=wanted):
        draw(data)


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("matplotlib", "matplotlib.figure", "matplotlib.pyplot"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(MissingExtra, match=r'pip install "mancalab\[plot\]"'):
        plots.figure(table_of(1, 1))


# The whole figure


@pytest.mark.parametrize(("games", "agents"), [(14, 2), (1, 1), (3, 5), (40, 2)])
def test_nothing_in_the_figure_overlaps_or_is_cut_off(games: int, agents: int) -> None:
    figure = plots.figure(table_of(games, agents))
    assert len(check_readable(figure)) > games + agents


def test_long_titles_are_broken_into_lines() -> None:
    long = replace(row("G", "A", 0.5, 1), title="A game of many words " * 5)
    figure = plots.figure(AdvantageTable((long,)))
    figure.draw_without_rendering()
    assert figure.axes[0].get_window_extent().width > 0.4 * figure.bbox.width


def test_the_figure_does_not_belong_to_pyplot() -> None:
    before = plt.get_fignums()
    plots.figure(table_of(2, 1))
    assert plt.get_fignums() == before


def test_the_caption_says_what_was_played() -> None:
    swapped = replace(
        row("G", "A", 0.5, 1), second="B", swapped=True, opening_plies=4, games=20_000
    )
    figure = plots.figure(AdvantageTable((row("G", "A", 0.5, 1), swapped)))
    caption = re.sub(r"\s+", " ", figure.get_supxlabel())
    assert "95 % intervals" in caption
    assert "Void and truncated games are left out (at most 4.0 %)" in caption
    assert "where none is seen, it is shorter than the marker" in caption
    assert "By turns: each opening is played twice, with seats swapped." in caption
    assert "Games per point: 1,000 to 20,000. Seed: 7. mancalab 1.2.3." in caption


def test_png_has_200_dots_per_inch_and_says_what_it_is(tmp_path: Path) -> None:
    path = tmp_path / "figure.png"
    figure = plots.figure(table_of(2, 2), path=path)
    assert [file.name for file in tmp_path.iterdir()] == ["figure.png"]
    height, width = matplotlib.image.imread(path).shape[:2]
    assert (width, height) == pytest.approx(figure.get_size_inches() * 200, abs=1)
    data = path.read_bytes()
    assert b"mancalab 1.2.3" in data
    assert b"First-player advantage" in data


def test_a_picture_that_cannot_be_written_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        plots.figure(table_of(1, 1), path=tmp_path / "none" / "figure.png")
