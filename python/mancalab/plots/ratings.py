"""Tournaments: the cross table as colours and numbers, and the agents' strengths."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

import numpy as np

from mancalab._base.estimates import ELO, Z95, Estimate
from mancalab._base.extras import require
from mancalab._base.words import signed
from mancalab.plots import _axes, _games
from mancalab.plots._figures import caption, offsets, save

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from mancalab.study.tables.tournament import TournamentTable
    from mancalab.study.tables.tournament_rows import StrengthRow

COLOUR_MAP = "PuOr"
"""Of the cross table: two tones that colour-blind readers tell apart, white where all is even."""

_NAME_LETTERS = 24
_KEY_LETTERS = 52  # about as many fit into a line of the legend
_CELL = 0.62  # of a cross table, in inches
_LETTER = 0.085  # of a name, in inches
_CAPTION_LETTERS = 110


def cross_table(table: TournamentTable, *, ax: Axes | None = None, game: str | None = None) -> Axes:
    """Draw who scored what against whom: lines against columns, in per cent, as colours.

    The best agent stands at the top. The small number is the larger half of the 95 % interval. A
    star marks games of which fewer than a tenth are distinct.

    Parameters
    ----------
    table
        A tournament.
    ax
        Where to draw; None makes a new figure with `matplotlib.pyplot`.
    game
        Label of the game to draw; None: all games together.

    Raises
    ------
    ValueError
        The table is empty.
    KeyError
        There is no such game in the tournament.
    MissingExtra
        matplotlib is not installed (an ImportError).
    """
    _axes.check_table(table, "TournamentTable")
    block = table.block(game)
    agents = list(block.totals)
    if ax is None:
        side = 0.9 + _CELL * len(agents)
        high = max(2.0, side + _columns_height(agents))
        figure = require("matplotlib.pyplot", "plot").figure(
            figsize=(max(4.6, side + 2.0), high), layout="constrained"
        )
        return cross_table(table, ax=figure.subplots(), game=game)
    scores = np.full((len(agents), len(agents)), math.nan)
    for (agent, other), record in block.records.items():
        scores[agents.index(agent), agents.index(other)] = 100 * record.score.value
    image = ax.imshow(scores, cmap=COLOUR_MAP, vmin=0, vmax=100, aspect="equal")
    for (agent, other), record in block.records.items():
        colour = image.to_rgba(np.array([100 * record.score.value]))[0]
        place = (agents.index(other), agents.index(agent))
        few = (agent, other) in block.few_distinct
        _number(ax, place, record.score, colour, mark="*" if few else "")
    for i in range(len(agents)):
        ax.text(i, i, "·", ha="center", va="center", color=_axes.look(ax).tone(0.65))
    places = range(len(agents))
    names = [_axes.plain(_name(agent)) for agent in agents]
    ax.set_xticks(places, names, rotation=90)
    ax.set_yticks(places, names)
    ax.tick_params(length=0)
    ax.xaxis.tick_top()
    ax.xaxis.set_label_position("top")
    ax.set_xlabel("Score of the line against the column (%)")
    ax.spines[:].set_visible(False)
    ax.set_xticks(np.arange(len(agents) + 1) - 0.5, minor=True)
    ax.set_yticks(np.arange(len(agents) + 1) - 0.5, minor=True)
    ax.grid(which="minor", color=_axes.look(ax).paper, linewidth=2, linestyle="-")
    ax.tick_params(which="minor", length=0)
    return ax


def strengths(table: TournamentTable, *, ax: Axes | None = None, legend: bool = True) -> Axes:
    """Draw the agents' strengths in Elo points, with 95 % intervals, each game in a colour.

    What is infinite or unknown stays blank, but for an arrow where an agent is beyond all bounds.

    Parameters
    ----------
    table
        A tournament.
    ax
        Where to draw; None makes a new figure with `matplotlib.pyplot`.
    legend
        Whether to name the games above the axes.

    Raises
    ------
    ValueError
        The table is empty.
    MissingExtra
        matplotlib, scipy or statsmodels is not installed (an ImportError).
    """
    _axes.check_table(table, "TournamentTable")
    agents = list(table.pooled.totals)
    games, titles = _by_game(table), _titles(table)
    if ax is None:
        size = (6.4, 1.4 + _strengths_height(table))
        figure = require("matplotlib.pyplot", "plot").figure(figsize=size, layout="constrained")
        return strengths(table, ax=figure.subplots(), legend=legend)
    beside = offsets(len(games))
    on = _axes.look(ax)
    for i, (game, rows) in enumerate(games.items()):
        pooled = game == table.pooled.label
        colour = on.ink if pooled else on.colour(i % len(_axes.ON_LIGHT))
        places = [(agents.index(row.agent) + beside[i], row) for row in rows]
        repeated = {
            agent for pair in table.block(None if pooled else game).few_distinct for agent in pair
        }
        _points(ax, titles[game], places, number=i, repeated=repeated, colour=colour)
    if table.pooled.few_distinct:
        _axes.hollow_key(ax)
    _axes.lines(ax, _axes.look(ax), [_name(agent) for agent in agents])
    _axes.mark(ax, _axes.look(ax), 0, "", axis="x")
    ax.set_xlabel("Strength (Elo points, mean 0)")
    if legend:
        ax.legend(
            *_axes.entries(ax),
            loc="lower left",
            bbox_to_anchor=(0, 1.0),
            frameon=False,
            borderaxespad=0.5,
        )
    return ax


def tournament_figure(
    table: TournamentTable, *, path: str | os.PathLike[str] | None = None
) -> Figure:
    """The figure of a whole tournament: a cross table for each game, and the strengths.

    Parameters
    ----------
    table
        A tournament.
    path
        Where to save it as PNG, at 200 dots per inch; None saves nothing.

    Raises
    ------
    ValueError
        The table is empty.
    OSError
        The file cannot be written.
    MissingExtra
        matplotlib, scipy or statsmodels is not installed (an ImportError).
    """
    _axes.check_table(table, "TournamentTable")
    blocks = table.blocks
    most = len(table.pooled.totals)
    columns = min(2, len(blocks))
    rows = -(-len(blocks) // columns)
    titles = _games.names(table.labels, [block.rows[0] for block in blocks], 2 * _NAME_LETTERS)
    more_lines = max(map(_axes.line_count, titles)) - 1
    above = _columns_height(list(table.pooled.totals))
    heights = [0.9 + above + _CELL * most + _axes.LINE_HEIGHT * more_lines] * rows
    heights.append(1.2 + _strengths_height(table))
    new = require("matplotlib.figure", "plot").Figure
    width = max(6.4, columns * (2.6 + _CELL * most))
    fig: Figure = new(figsize=(width, sum(heights) + 0.9), layout="constrained")
    grid = fig.add_gridspec(rows + 1, columns, height_ratios=heights)
    for i, block in enumerate(blocks):
        ax = fig.add_subplot(grid[i // columns, i % columns])
        cross_table(table, ax=ax, game=block.label)
        ax.set_title(_axes.plain(titles[i]), fontsize=10)
    strengths(table, ax=fig.add_subplot(grid[rows, :]))
    caption(fig, _caption(table))
    if path is not None:
        save(
            fig,
            path,
            title="Tournament in mancala games",
            version=table.rows[0].version,
            description=_caption(table),
        )
    return fig


def _columns_height(agents: Sequence[str]) -> float:
    """Inches that the names above the columns of a cross table take."""
    return _LETTER * max(len(line) for agent in agents for line in _name(agent).splitlines())


def _name(agent: str) -> str:
    return "\n".join(wrap(agent, _NAME_LETTERS))


def _number(
    ax: Axes, place: tuple[int, int], score: Estimate, colour: Sequence[float], *, mark: str
) -> None:
    """A score in its place, dark on light or light on dark."""
    x, y = place
    if math.isnan(score.value):
        ax.text(x, y, "-", ha="center", va="center", color=_axes.look(ax).tone(0.65))
        return
    # Rec. 709: how bright red, green and blue look.
    bright = 0.2126 * colour[0] + 0.7152 * colour[1] + 0.0722 * colour[2]
    ink = "white" if bright < 0.5 else "black"
    ax.text(x, y - 0.08, f"{100 * score.value:.1f}{mark}", ha="center", va="center", color=ink)
    error = f"±{100 * score.margin_of_error:.1f}"
    ax.text(x, y + 0.25, error, ha="center", va="center", color=ink, fontsize=7)


def _by_game(table: TournamentTable) -> dict[str, list[StrengthRow]]:
    games: dict[str, list[StrengthRow]] = {}
    for row in table.strengths:
        games.setdefault(row.game, []).append(row)
    return games


def _titles(table: TournamentTable) -> dict[str, str]:
    """What figures call a game, by its label; several games together are called as they are."""
    blocks = table.blocks
    found = _games.names(table.labels, [block.rows[0] for block in blocks], _KEY_LETTERS)
    titles = {
        block.label: name.replace("\n", ", ") for block, name in zip(blocks, found, strict=True)
    }
    return {game: titles.get(game, game) for game in _by_game(table)}


def _strengths_height(table: TournamentTable) -> float:
    """Height of the agents' lines and of the legend, in inches."""
    titles = _titles(table)
    entries = [_entry(titles[game], rows[0]) for game, rows in _by_game(table).items()]
    names = [_name(agent) for agent in table.pooled.totals]
    line = _axes.line_height(names, 0.25 + 0.08 * len(entries))
    more_lines = sum(map(_axes.line_count, entries)) - len(entries)
    return len(names) * line + 0.2 * len(entries) + _axes.LINE_HEIGHT * more_lines


def _points(
    ax: Axes,
    game: str,
    rows: Sequence[tuple[float, StrengthRow]],
    *,
    number: int,
    repeated: set[str],
    colour: str | _axes.Colour,
) -> None:
    """The agents of one game: points with error bars, arrows for what is beyond all bounds."""
    finite = [(line, row) for line, row in rows if math.isfinite(row.elo)]
    errors = [0.0 if math.isnan(row.elo_error) else Z95 * row.elo_error for _, row in finite]
    _axes.points(
        ax,
        [(r.elo, r.elo - e, r.elo + e) for (_, r), e in zip(finite, errors, strict=True)],
        [line for line, _ in finite],
        hollow=[row.agent in repeated for _, row in finite],
        number=number,
        label=_entry(game, rows[0][1]),
        colour=colour,
    )
    for line, row in rows:
        if math.isinf(row.elo):
            side = 1.0 if row.elo > 0 else 0.0
            ax.annotate(
                "",
                (side, line),
                xycoords=("axes fraction", "data"),
                xytext=(-26 if side else 26, 0),
                textcoords="offset points",
                arrowprops={"arrowstyle": "->", "color": colour, "linewidth": 1.5},
            )


def _entry(game: str, row: StrengthRow) -> str:
    """What the legend says of a game."""
    name = _axes.shortened(_axes.spaced(game), _KEY_LETTERS)
    worth = f"(first move: {_worth(row)})"
    gap = " " if len(name) + len(worth) < _KEY_LETTERS else "\n"
    return f"{name}{gap}{worth}"


def _worth(row: StrengthRow) -> str:
    if math.isnan(row.advantage):
        return "unknown"
    error = "" if math.isnan(row.advantage_error) else f" ±{Z95 * ELO * row.advantage_error:.0f}"
    return f"{signed(round(ELO * row.advantage))}{error}"


def _caption(table: TournamentTable) -> str:
    games = sorted({row.games for row in table})
    each = f"{games[0]:,}" if len(games) == 1 else f"{games[0]:,} to {games[-1]:,}"
    lost = sum(row.voids + row.truncated for row in table)
    forfeits = sum(row.forfeits + row.opponent_forfeits for row in table)
    beyond = any(math.isinf(row.elo) for row in table.strengths)
    said = [
        "Bars and ± are 95 % intervals over pairs of games with one opening and swapped seats.",
        "*: fewer than a tenth of these games are distinct." if table.pooled.few_distinct else "",
        "Arrows: no finite strength fits." if beyond else "",
        f"{lost:,} void or truncated games are left out." if lost else "",
        f"{forfeits:,} games were forfeited." if forfeits else "",
        f"Games of each two agents: {each}.",
        f"Seed: {', '.join(map(str, sorted({row.seed for row in table})))}.",
        f"mancalab {table.rows[0].version}.",
    ]
    return "\n".join(wrap(" ".join(filter(None, said)), _CAPTION_LETTERS))
