"""The first player's advantage in many games, side by side."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from mancalab._base.estimates import Estimate
from mancalab._base.extras import require
from mancalab.plots import _axes, _games
from mancalab.plots._figures import caption, offsets, save

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from mancalab.study.tables.advantage import AdvantageRow, AdvantageTable

_CAPTION_LETTERS = 130
_EXACT = "perfect play (seeds), where it is known"
_KEY_ROW = 0.25  # height of a line of the legend, in inches
_TITLE: dict[str, Any] = {"loc": "left", "fontsize": 10, "pad": 16}


@dataclass(frozen=True)
class _Series:
    """The points of one series: a row for each line of the y axis that has it."""

    label: str
    number: int
    offset: float
    rows: tuple[tuple[int, AdvantageRow], ...]


@dataclass(frozen=True)
class _Lines:
    """The lines of the y axis, from top to bottom: games, under headings if of several kinds."""

    names: list[str]
    headings: list[int]
    series: list[_Series]
    hollow: bool
    """Whether some point stands for few distinct games."""


def first_player_advantage(
    table: AdvantageTable,
    *,
    ax: Axes | None = None,
    legend: bool = True,
) -> Axes:
    """Draw the score of the player who starts, one line per game, with 95 % intervals.

    The score is the share of games won and half of those drawn, of all games won, lost or drawn,
    in per cent: at 50, marked by a line, moving first is worth nothing. Games of a kind stand
    together, the highest score at the top. A hollow marker stands for games of which fewer than a
    tenth are distinct.

    Parameters
    ----------
    table
        A study; its games become lines, its series (a pair of agents and how their games begin)
        colours.
    ax
        Where to draw; None makes a new figure with `matplotlib.pyplot`.
    legend
        Whether to name the series above the axes.

    Raises
    ------
    ValueError
        The table is empty.
    MissingExtra
        matplotlib is not installed (an ImportError).
    """
    lines = _arranged(table)
    if ax is None:
        pyplot = require("matplotlib.pyplot", "plot")
        size = (6.4, _height(lines) + _KEY_ROW * _entries(lines))
        return first_player_advantage(
            table, ax=pyplot.figure(figsize=size, layout="constrained").subplots(), legend=legend
        )
    _axes.lines(ax, _axes.look(ax), lines.names)
    _axes.headings(ax, _axes.look(ax), lines.headings)
    _draw(ax, lines.series, lambda row: Estimate(*(100 * x for x in row.score)))
    _axes.mark(ax, _axes.look(ax), 50, "even", axis="x")
    ax.set_xlabel("Score of the player who starts (%)")
    if lines.hollow:
        _axes.hollow_key(ax)
    if legend and _entries(lines) > 1:
        ax.legend(
            *_axes.entries(ax),
            loc="lower left",
            bbox_to_anchor=(0, 1.0),
            ncols=1,
            frameon=False,
            borderaxespad=1.2,
        )
    return ax


def _entries(lines: _Lines) -> int:
    """Entries of the legend."""
    return len(lines.series) + lines.hollow


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
    lines = _arranged(table)
    heights = (_KEY_ROW * (_entries(lines) + _has_exact(table)), _height(lines))
    new = require("matplotlib.figure", "plot").Figure
    fig: Figure = new(figsize=(8.6, sum(heights) + 1.0), layout="constrained")
    grid = fig.add_gridspec(2, 2, width_ratios=(3, 2), height_ratios=heights)
    score = fig.add_subplot(grid[1, 0])
    margin = fig.add_subplot(grid[1, 1], sharey=score)
    first_player_advantage(table, ax=score, legend=False)
    score.set_title("How often the starter wins, draws counted half", **_TITLE)
    _margins(margin, lines)
    margin.set_title("By how many seeds", **_TITLE)
    _key(fig.add_subplot(grid[0, :]), margin)
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


def _key(ax: Axes, drawn: Axes) -> None:
    """The legend of what is drawn on other axes, on axes of its own above them."""
    ax.axis("off")
    handles, labels = _axes.entries(drawn)
    order = sorted(range(len(labels)), key=lambda i: labels[i] in {_EXACT, _axes.HOLLOW})
    legend = ax.legend(
        [handles[i] for i in order],
        [labels[i] for i in order],
        loc="center left",
        ncols=1,
        frameon=False,
        borderpad=0,
        borderaxespad=0,
    )
    legend.set_in_layout(False)  # its room is the height of its axes


def _margins(ax: Axes, lines: _Lines) -> None:
    on = _axes.look(ax)
    _axes.lines(ax, on, lines.names)
    _axes.headings(ax, on, lines.headings)
    ax.tick_params(axis="y", labelleft=False)
    _draw(ax, lines.series, lambda row: row.margin)
    _exact(ax, lines)
    if lines.hollow:
        _axes.hollow_key(ax)
    _axes.mark(ax, on, 0, "even", axis="x")
    ax.set_xlabel("Mean margin of the starter (seeds)")


def _exact(ax: Axes, lines: _Lines) -> None:
    """The exact margins, where they are known."""
    known = {
        line: row.exact
        for one in lines.series
        for line, row in one.rows
        if row.exact is not None and row.exact_kind == "margin"
    }
    if known:
        ax.plot(
            list(known.values()),
            list(known),
            linestyle="none",
            marker="|",
            markersize=13,
            markeredgewidth=2,
            color=_axes.look(ax).ink,
            label=_EXACT,
        )


def _has_exact(table: AdvantageTable) -> bool:
    return any(row.exact is not None and row.exact_kind == "margin" for row in table)


def _arranged(table: AdvantageTable) -> _Lines:
    """The lines of the y axis, and the rows by series."""
    _axes.check_table(table, "AdvantageTable")
    names: list[str] = []
    headings: list[int] = []
    numbers: dict[tuple[str, str], int] = {}
    first = []
    ordered = table.details.rows
    for row in ordered:
        if (row.game, row.digest) not in numbers:
            numbers[row.game, row.digest] = -1
            first.append(row)
    several = len({row.kind for row in first}) > 1
    kind = None
    for row, name in zip(first, _games.names(table.labels, first, _axes.NAME_LETTERS), strict=True):
        if several and row.kind != kind:
            kind = row.kind
            headings.append(len(names))
            names.append(_axes.broken(kind or "Other games"))
        numbers[row.game, row.digest] = len(names)
        names.append(name)
    series: dict[str, list[tuple[int, AdvantageRow]]] = {
        name: [] for name in dict.fromkeys(row.series for row in table)
    }
    for row in ordered:
        series[row.series].append((numbers[row.game, row.digest], row))
    places = offsets(len(series))
    return _Lines(
        names,
        headings,
        [
            _Series(label, i, places[i], tuple(rows))
            for i, (label, rows) in enumerate(series.items())
        ],
        any(row.few_distinct for row in table),
    )


def _height(lines: _Lines) -> float:
    """Height of the axes with their labels, in inches."""
    return 1.1 + len(lines.names) * _axes.line_height(lines.names, 0.2 + 0.07 * len(lines.series))


def _draw(ax: Axes, series: Sequence[_Series], measure: Callable[[AdvantageRow], Estimate]) -> None:
    """Points with error bars; what is unknown (nan) stays blank."""
    for one in series:
        _axes.points(
            ax,
            [measure(row) for _, row in one.rows],
            [line + one.offset for line, _ in one.rows],
            hollow=[row.few_distinct for _, row in one.rows],
            number=one.number,
            label=one.label,
        )


def _caption(table: AdvantageTable) -> str:
    lost = 100 * max(row.voids.value + row.truncated.value for row in table)
    how = [
        "Bars are 95 % intervals; where none is seen, it is shorter than the marker.",
        f"Void and truncated games are left out (at most {lost:.1f} %)." if lost else "",
        "By turns: each opening is played twice, with seats swapped."
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
