"""Games by how many rules they say differently: a tree, and a map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from mancalab._base.arguments import wrong_type
from mancalab._base.extras import require
from mancalab.plots import _axes

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from mancalab.study.kinship import Kinship

_NAME = 0.145
"""Height of a name in the tree, in inches."""


def family_tree(data: Kinship, *, ax: Axes | None = None) -> Axes:
    """Draw games as a tree: those that differ in few rules are joined far to the right.

    The fork of two groups stands at the mean number of rules in which a game of the one differs
    from a game of the other.

    Parameters
    ----------
    data
        What `mancalab.study.kinship` gives.
    ax
        Where to draw; None makes a new figure with `matplotlib.pyplot`, as high as the names need.

    Raises
    ------
    TypeError
        An argument is not as described above.
    MissingExtra
        matplotlib or scipy is not installed (an ImportError).
    """
    _check(data)
    ax = _axes.drawable(ax, (6.4, 1.0 + _NAME * len(data.games)))
    seen = _axes.look(ax)
    _axes.quiet(ax, seen, axis="x")
    hierarchy = require("scipy.cluster.hierarchy", "study")
    drawn = hierarchy.dendrogram(data.tree, no_plot=True)
    for heights, places in zip(drawn["dcoord"], drawn["icoord"], strict=True):
        ax.plot(heights, [place / 10 - 0.5 for place in places], color=seen.tone(0.7), lw=0.8)
    order = [data.games[leaf] for leaf in drawn["leaves"]]
    ax.set_yticks(range(len(order)), [_axes.plain(name) for name in order], fontsize=6.5)
    ax.yaxis.tick_right()
    ax.tick_params(axis="y", length=0)
    ax.spines["left"].set_visible(False)
    ax.set_ylim(-0.8, len(order) - 0.2)
    ax.set_xlim(float(data.tree[:, 2].max()) * 1.02, -0.5)
    ax.set_xlabel("Rules that differ (mean of two groups)")
    return ax


def family_map(
    data: Kinship,
    groups: Mapping[str, str] | None = None,
    *,
    names: Sequence[str] = (),
    ax: Axes | None = None,
    legend: bool = True,
) -> Axes:
    """Draw games as points: the nearer two are, the fewer rules they say differently.

    Two directions cannot show all of it: the axes tell how much they do.

    Parameters
    ----------
    data
        What `mancalab.study.kinship` gives.
    groups
        A word for each game, by which its point gets a colour and a marker; games without one are
        drawn in grey.
    names
        Games whose names are written beside their points.
    ax
        Where to draw; None makes a new figure with `matplotlib.pyplot`.
    legend
        Whether to name the groups above the axes.

    Raises
    ------
    KeyError, TypeError
        A name is none of the games, or an argument is not as described above.
    MissingExtra
        matplotlib is not installed (an ImportError).
    """
    _check(data)
    if isinstance(names, str):
        raise wrong_type("names", "a list of names is needed", names)
    if unknown := sorted({*names, *(groups or {})} - set(data.games)):
        raise KeyError(f"{', '.join(unknown)}: none of the games of this kinship")
    ax = _axes.drawable(ax, (6.4, 5.6))
    seen = _axes.look(ax)
    _axes.quiet(ax, seen, axis="x")
    words = dict(groups or {})
    kinds = list(dict.fromkeys(words.values()))
    for number, kind in enumerate([None, *kinds]):
        chosen = [place for place, game in enumerate(data.games) if words.get(game) == kind]
        if not chosen:
            continue
        colour = seen.tone(0.45) if kind is None else seen.colour(number - 1)
        shape = "o" if kind is None else _axes.marker(number - 1)
        points = data.places[chosen]
        ax.scatter(
            points[:, 0],
            points[:, 1],
            s=16,
            color=[colour],
            marker=shape,
            label=kind,
            alpha=0.85,
            linewidths=0,
        )
    for name in names:
        x, y = data.places[data.games.index(name)]
        ax.annotate(
            _axes.plain(name), (x, y), xytext=(4, 3), textcoords="offset points", fontsize=7
        )
    ax.set_aspect("equal", adjustable="datalim")
    ax.set_yticks([])
    ax.spines["left"].set_visible(False)
    ax.set_xlabel(f"Rules that differ (both axes show {data.kept:.0%} of the spread)")
    _axes.key(ax, legend=legend and bool(kinds))
    return ax


def _check(data: object) -> None:
    if not _axes.is_a(data, "Kinship"):
        raise wrong_type("data", "a Kinship, as mancalab.study.kinship gives, is needed", data)
