"""The first player's advantage in many games, side by side."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import numpy as np

from mancalab._base.estimates import Estimate
from mancalab._base.extras import require
from mancalab.plots import _axes, _games
from mancalab.plots._figures import caption, offsets, save

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from mancalab.study.tables.advantage import AdvantageRow, AdvantageTable

_KEY_LETTERS = 75  # about as many fit into a line of the legend
_CAPTION_LETTERS = 130
_KEY_ROW = 0.25  # height of a line of the legend, in inches
_TITLE: dict[str, Any] = {"loc": "left", "fontsize": 10, "pad": 16}


@dataclass(frozen=True)
class _Series:
    """The points of one pair of agents: a row for each line of the y axis that they played."""

    label: str
    number: int
    offset: float
    rows: tuple[tuple[int, AdvantageRow], ...]


def first_player_advantage(
    table: AdvantageTable,
    *,
    ax: Axes | None = None,
    legend: bool = True,
) -> Axes:
    """Draw the score of the player who starts, one line per game, with 95 % intervals.

    The score is the share of games won and half of those drawn, of all games won, lost or drawn,
    in per cent: at 50, marked by a line, moving first is worth nothing.

    Parameters
    ----------
    table
        A study; its games become lines from top to bottom, its pairs of agents colours.
    ax
        Where to draw; None makes a new figure with `matplotlib.pyplot`.
    legend
        Whether to name the pairs of agents above the axes.

    Raises
    ------
    ValueError
        The table is empty.
    MissingExtra
        matplotlib is not installed (an ImportError).
    """
    games, series = _arranged(table)
    if ax is None:
        pyplot = require("matplotlib.pyplot", "plot")
        size = (6.4, _height(games, series))
        return first_player_advantage(
            table, ax=pyplot.figure(figsize=size, layout="constrained").subplots(), legend=legend
        )
    _axes.lines(ax, _axes.look(ax), games)
    _draw(ax, series, lambda row: Estimate(*(100 * x for x in row.score)))
    _axes.mark(ax, _axes.look(ax), 50, "even", axis="x")
    ax.set_xlabel("Score of the player who starts (%)")
    if legend and len(series) > 1:
        ax.legend(
            loc="lower left",
            bbox_to_anchor=(0, 1.0),
            ncols=2,
            frameon=False,
            borderaxespad=1.2,
        )
    return ax


def figure(table: AdvantageTable, *, path: str | os.PathLike[str] | None = None) -> Figure:
    """The figure of a whole study: scores beside margins, with a caption on what was played.

    Parameters
    ----------
    table
        A study.
    path
        Where to save it as PNG, at 200 dots per inch; None saves nothing.

    Raises
    ------
    ValueError
        The table is empty.
    OSError
        The file cannot be written.
    MissingExtra
        matplotlib is not installed (an ImportError).
    """
    games, series = _arranged(table)
    columns = _key_columns(series)
    heights = (_KEY_ROW * -(-len(series) // columns), _height(games, series))
    new = require("matplotlib.figure", "plot").Figure
    fig: Figure = new(figsize=(8.6, sum(heights) + 0.9), layout="constrained")
    grid = fig.add_gridspec(2, 2, width_ratios=(3, 2), height_ratios=heights)
    score = fig.add_subplot(grid[1, 0])
    margin = fig.add_subplot(grid[1, 1], sharey=score)
    first_player_advantage(table, ax=score, legend=False)
    score.set_title("How often the starter wins, draws counted half", **_TITLE)
    _margins(margin, games, series)
    margin.set_title("By how many seeds", **_TITLE)
    _key(fig.add_subplot(grid[0, :]), score, columns)
    fig.suptitle("What is it worth to move first?", x=0.01, ha="left", fontsize=13, weight="bold")
    caption(fig, _caption(table))
    if path is not None:
        save(
            fig,
            path,
            title="First-player advantage in mancala games",
            version=table.rows[0].version,
            description=_caption(table),
        )
    return fig


def _key_columns(series: Sequence[_Series]) -> int:
    """How many entries of the legend fit beside each other."""
    widest = max(len(pair.label) for pair in series)
    return max(1, min(len(series), _KEY_LETTERS // (widest + 6)))


def _key(ax: Axes, drawn: Axes, columns: int) -> None:
    """The legend of what is drawn on other axes, on axes of its own above them."""
    handles, labels = drawn.get_legend_handles_labels()
    ax.axis("off")
    legend = ax.legend(
        handles,
        labels,
        loc="center left",
        ncols=columns,
        frameon=False,
        borderpad=0,
        borderaxespad=0,
    )
    legend.set_in_layout(False)  # its room is the height of its axes


def _margins(ax: Axes, games: Sequence[str], series: Sequence[_Series]) -> None:
    _axes.lines(ax, _axes.look(ax), games)
    ax.tick_params(axis="y", labelleft=False)
    _draw(ax, series, lambda row: row.margin)
    _axes.mark(ax, _axes.look(ax), 0, "even", axis="x")
    ax.set_xlabel("Mean margin (seeds)")


def _arranged(table: AdvantageTable) -> tuple[list[str], list[_Series]]:
    """The names of the lines, and the rows by pair of agents."""
    _axes.check_table(table, "AdvantageTable")
    numbers: dict[tuple[str, str], int] = {}
    pairs: dict[str, list[tuple[int, AdvantageRow]]] = {}
    first: list[AdvantageRow] = []
    for row in table:
        line = numbers.setdefault((row.game, row.digest), len(numbers))
        if line == len(first):
            first.append(row)
        pairs.setdefault(row.agents, []).append((line, row))
    places = offsets(len(pairs))
    series = [
        _Series(
            label,
            i,
            places[i],
            tuple(rows),
        )
        for i, (label, rows) in enumerate(pairs.items())
    ]
    return _games.names(table.labels, first, _axes.NAME_LETTERS), series


def _height(games: Sequence[str], series: Sequence[_Series]) -> float:
    """Height of the axes with their labels, in inches."""
    return 1.1 + len(games) * _axes.line_height(games, 0.2 + 0.07 * len(series))


def _draw(ax: Axes, series: Sequence[_Series], measure: Callable[[AdvantageRow], Estimate]) -> None:
    """Points with error bars; what is unknown (nan) stays blank."""
    on = _axes.look(ax)
    for pair in series:
        estimates = np.array([measure(row) for _, row in pair.rows])
        value, low, high = estimates.T
        ax.errorbar(
            value,
            [line + pair.offset for line, _ in pair.rows],
            xerr=np.maximum([value - low, high - value], 0),
            fmt=_axes.marker(pair.number),
            color=on.colour(pair.number),
            markersize=5,
            markerfacecolor=on.tint(pair.number),  # so that a bar shorter than its marker is seen
            markeredgewidth=0.9,
            barsabove=True,
            elinewidth=1.5,
            label=pair.label,
        )


def _caption(table: AdvantageTable) -> str:
    lost = 100 * max(row.voids.value + row.truncated.value for row in table)
    plies = {row.opening_plies for row in table}
    how = [
        "Bars are 95 % intervals.",
        f"Void and truncated games are left out (at most {lost:.1f} %)." if lost else "",
        f"Random plies at the start of a game: {_span(plies, '')}." if max(plies) else "",
        "Different agents play each opening twice, with seats swapped."
        if any(row.swapped for row in table)
        else "",
    ]
    what = (
        f"Games per point: {_span({row.games for row in table}, ',')}. "
        f"Seed: {_span({row.seed for row in table}, '')}. mancalab {table.rows[0].version}."
    )
    return "\n".join([*wrap(" ".join(filter(None, how)), _CAPTION_LETTERS), what])


def _span(values: set[int], form: str) -> str:
    low, high = min(values), max(values)
    return f"{low:{form}}" if low == high else f"{low:{form}} to {high:{form}}"
