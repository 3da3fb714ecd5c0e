"""How often agents lose value, by number of seeds in the pits."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mancalab._base.arguments import flag
from mancalab._base.extras import require
from mancalab.plots import _axes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from matplotlib.axes import Axes

    from mancalab.study import RegretRow, RegretTable


def regret(table: RegretTable, *, ax: Axes | None = None, legend: bool = True) -> Axes:
    """Draw the share of an agent's moves that lose value, by number of seeds in the pits.

    A line for each agent, with the 95 % intervals as a band; the names of games stand before those
    of agents where there are several games.

    Parameters
    ----------
    table
        What `mancalab.study.regret` gives.
    ax
        Where to draw; None makes a new figure with `matplotlib.pyplot`.
    legend
        Whether to name the lines above the axes, if there are several.

    Raises
    ------
    ValueError, TypeError
        The table is empty, or an argument is not as described above.
    MissingExtra
        matplotlib is not installed (an ImportError).
    """
    flag("legend", legend)
    _axes.check_table(table, "RegretTable")
    ax = _axes.drawable(ax)
    seen = _axes.look(ax)
    _axes.quiet(ax, seen, axis="y")
    for i, (name, rows) in enumerate(_lines(table)):
        seeds = np.array([row.seeds for row in rows], dtype=np.int64)
        share, low, high = np.array([row.mistake_share for row in rows], dtype=np.float64).T
        colour = seen.colour(i)
        ax.fill_between(seeds, low, high, color=colour, alpha=0.22, linewidth=0)
        ax.plot(
            seeds,
            share,
            color=colour,
            linestyle=_axes.DASHES[i % len(_axes.DASHES)],
            marker=_axes.marker(i),
            markersize=4,
            linewidth=1.6,
            label=_axes.plain(name),
        )
    ticker = require("matplotlib.ticker", "plot")
    ax.xaxis.set_major_locator(ticker.MaxNLocator(integer=True))
    ax.yaxis.set_major_formatter(ticker.PercentFormatter(1, symbol=""))
    ax.margins(x=0.02)
    ax.set_ylim(bottom=0)
    ax.set_xlabel("Seeds in the pits")
    ax.set_ylabel("Moves that lose value (%)")
    _axes.key(ax, legend=legend)
    return ax


def _lines(table: RegretTable) -> Iterator[tuple[str, Sequence[RegretRow]]]:
    """The rows of each agent in each game, by number of seeds; without positions there is none."""
    several = len(table.blocks) > 1
    for label, rows in table.blocks.items():
        drawn = [row for row in rows if row.seeds is not None and row.positions]
        for agent in dict.fromkeys(row.agent for row in drawn):
            name = f"{label}: {agent}" if several else agent
            yield name, [row for row in drawn if row.agent == agent]
