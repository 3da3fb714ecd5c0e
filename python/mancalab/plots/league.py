"""How strong a run was when, among fixed opponents."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

from mancalab._base.arguments import wrong_type
from mancalab._base.estimates import Estimate
from mancalab._base.extras import require
from mancalab.plots import _axes
from mancalab.plots._figures import caption, save
from mancalab.plots.learning import learning_curve

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from mancalab.train.league_table import League

_APART = 0.045  # of the height of the axes: names that are nearer would overlap
_NAME_SIZE = 7.5
_CAPTION_LETTERS = 110


def league(found: League, *, ax: Axes | None = None) -> Axes:
    """Draw the Elo points of a run's networks by the minutes of training, with 95 % intervals.

    Fixed opponents are horizontal lines with their names. Whoever has no finite strength is left
    out.

    Parameters
    ----------
    found
        A league, as `mancalab.train.league` gives it.
    ax
        Where to draw; None makes a new figure with `matplotlib.pyplot`.

    Raises
    ------
    TypeError
        It is no league.
    MissingExtra
        matplotlib is not installed (an ImportError).
    """
    if not _axes.is_a(found, "League"):
        raise wrong_type("found", "a League of mancalab.train is needed", found)
    rows = found.strengths.rows
    ax = learning_curve(
        [_finite(row.elo) for row in rows],
        steps=[row.minutes for row in rows],
        ax=_axes.drawable(ax),
        xlabel="Minutes of training",
        ylabel=_axes.plain(f"Strength (Elo points, {found.anchor} = 0)"),
    )
    fixed = [(row.elo.value, row.agent) for row in found.opponents if math.isfinite(row.elo.value)]
    for elo, _ in fixed:
        _axes.mark(ax, _axes.look(ax), elo, "", axis="y")
    _names(ax, fixed)
    return ax


def league_figure(found: League, *, path: str | os.PathLike[str] | None = None) -> Figure:
    """The figure of a league: the strengths by the minutes of training.

    Parameters
    ----------
    found
        A league, as `mancalab.train.league` gives it.
    path
        Where to save it as PNG, at 200 dots per inch; None saves nothing.

    Raises
    ------
    TypeError
        It is no league.
    OSError
        The file cannot be written.
    MissingExtra
        matplotlib is not installed (an ImportError).
    """
    figure: Figure = require("matplotlib.figure", "plot").Figure(
        figsize=(7, 4.4), layout="constrained"
    )
    league(found, ax=figure.add_subplot())
    said = _caption(found)
    caption(figure, said)
    if path is not None:
        version = found.strengths.rows[0].version
        save(figure, path, title="A league in training", version=version, description=said)
    return figure


def _caption(found: League) -> str:
    row, simulations = found.tournament.rows[0], found.strengths.rows[0].simulations
    said = (
        f"{found.strengths.rows[0].game}: networks with {simulations} simulations and fixed "
        f"opponents, {row.games:,} games of each two. The band is of 95 % intervals over pairs of "
        f"games with one opening and swapped seats. Seed: {row.seed}. mancalab {row.version}."
    )
    return "\n".join(wrap(said, _CAPTION_LETTERS))


def _finite(elo: Estimate) -> Estimate:
    return elo if math.isfinite(elo.value) else Estimate(math.nan, math.nan, math.nan)


def _names(ax: Axes, lines: Sequence[tuple[float, str]]) -> None:
    """Names of lines at their right ends, moved apart where they would overlap."""
    on = _axes.look(ax)
    low, high = ax.get_ylim()
    ordered = sorted(lines)
    places = _apart([(elo - low) / (high - low) for elo, _ in ordered], _APART)
    for (elo, name), place in zip(ordered, places, strict=True):
        ax.annotate(
            _axes.plain(name),
            (1.0, elo),
            xycoords=("axes fraction", "data"),
            xytext=(1.03, place),
            textcoords="axes fraction",
            va="center",
            fontsize=_NAME_SIZE,
            color=on.tone(0.65),
            annotation_clip=False,
            arrowprops={"arrowstyle": "-", "color": on.tone(0.4), "linewidth": 0.6},
        )


def _apart(places: Sequence[float], least: float) -> list[float]:
    """Ascending places, moved as little as is needed to be that far apart.

    Places that touch form a group, which stands around the mean of where its members were.
    """
    groups: list[list[float]] = []
    for place in places:
        groups.append([place])
        while len(groups) > 1 and _begins(groups[-1], least) < _ends(groups[-2], least) + least:
            last = groups.pop()
            groups[-1] += last
    return [_begins(group, least) + i * least for group in groups for i in range(len(group))]


def _begins(group: Sequence[float], least: float) -> float:
    return sum(group) / len(group) - least * (len(group) - 1) / 2


def _ends(group: Sequence[float], least: float) -> float:
    return _begins(group, least) + least * (len(group) - 1)
