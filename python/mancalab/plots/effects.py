"""What changing one clause does."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from mancalab._base.arguments import check_word, flag
from mancalab.plots import _axes
from mancalab.plots._figures import offsets

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from mancalab._base.estimates import Estimate
    from mancalab.study.tables.effect import EffectRow, EffectTable

MEASURES = {
    "score": ("Change of the starter's score (percentage points)", 100),
    "wins": ("Change of the starter's share of wins (percentage points)", 100),
    "margin": ("Change of the starter's mean margin (seeds)", 1),
    "plies": ("Change of the mean length of a game (plies)", 1),
    "branching": ("Change of the mean number of legal actions", 1),
}
"""The measures that can be drawn: the label of the axis, and the factor from the table's unit."""

_BASE_LETTERS = 40  # of the unchanged rules, above the line at 0


def clause_effect(
    table: EffectTable,
    *,
    measure: str = "score",
    ax: Axes | None = None,
    legend: bool = True,
) -> Axes:
    """Draw what each change of the rules does, against the unchanged rules, with 95 % intervals.

    Parameters
    ----------
    table
        What `mancalab.study.clause_effect` or `mancalab.study.ablation` gives; its changes become
        lines from top to bottom, its series (a pair of agents and how their games begin) colours.
        A hollow marker stands for games of which fewer than a tenth are distinct.
    measure
        "score", "wins", "margin", "plies" or "branching".
    ax
        Where to draw; None makes a new figure with `matplotlib.pyplot`.
    legend
        Whether to name the series above the axes, if there are several.

    Raises
    ------
    ValueError, TypeError
        The table is empty, or an argument is not as described above.
    MissingExtra
        matplotlib is not installed (an ImportError).
    """
    _axes.check_table(table, "EffectTable")
    check_word("measure", measure, MEASURES)
    label, scale = MEASURES[measure]
    flag("legend", legend)
    # In the row of the unchanged rules there is nothing that changed: it is the line at 0.
    rows = [row for row in table if not math.isnan(_change(row, measure).value)]
    if not rows:
        raise _axes.nothing("table")
    bases = list(dict.fromkeys(map(table.baseline, rows)))
    alone = len(bases) == 1
    of_row = [row.change if alone else f"{table.baseline(row)}: {row.change}" for row in rows]
    names = list(dict.fromkeys(of_row))
    pairs = list(dict.fromkeys(row.series for row in rows))
    broken = [_axes.broken(_axes.spaced(name)) for name in names]
    line = _axes.line_height(broken, 0.25 + 0.09 * len(pairs))
    entries = len(pairs) + any(row.few_distinct for row in rows)
    height = 1.2 + len(names) * line + 0.2 * entries
    ax = _axes.drawable(ax, (6.4, height))
    seen = _axes.look(ax)
    _axes.lines(ax, seen, broken)
    for i, (pair, offset) in enumerate(zip(pairs, offsets(len(pairs)), strict=True)):
        mine = [j for j, row in enumerate(rows) if row.series == pair]
        places = [names.index(of_row[j]) + offset for j in mine]
        _axes.points(
            ax,
            [[scale * x for x in _change(rows[j], measure)] for j in mine],
            places,
            hollow=[rows[j].few_distinct for j in mine],
            number=i,
            label=pair,
        )
    if any(row.few_distinct for row in rows):
        _axes.hollow_key(ax)
    base = _axes.shortened(_axes.spaced(bases[0]), _BASE_LETTERS, 1) if alone else "unchanged"
    _axes.mark(ax, seen, 0, base, axis="x")
    ax.set_xlabel(label)
    _axes.key(ax, legend=legend)
    return ax


def _change(row: EffectRow, measure: str) -> Estimate:
    found: Estimate = getattr(row, f"{measure}_change")
    return found
