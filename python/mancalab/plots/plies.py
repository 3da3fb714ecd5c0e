"""Through the game: who is ahead, and how many actions are legal, ply by ply."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mancalab._base.arguments import flag, number, wrong_type
from mancalab.plots import _axes

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from matplotlib.axes import Axes

    from mancalab.study.by_ply import ByPly, Curve

LEAST = 0.05
"""Share of games that are still running at the end of the x axis, by default: the means of the few
longer ones say little."""

_TITLES = {
    "seeds": "Advantage of the player who starts (seeds)",
    "%": "Expected score of the player who starts (%)",
}


def advantage_by_ply(
    data: ByPly | Mapping[str, ByPly],
    *,
    ax: Axes | None = None,
    least: float = LEAST,
    legend: bool = True,
) -> Axes:
    """Draw how far the player who starts is ahead after each ply, with 95 % intervals.

    Parameters
    ----------
    data
        What `mancalab.study.by_ply` gives; or several of these by name, to be compared. All must
        have advantages of one unit.
    ax
        Where to draw; None makes a new figure with `matplotlib.pyplot`.
    least
        The curve of a game ends where fewer than this share of its games are still running, 0 to 1.
    legend
        Whether to name the curves above the axes, if there are several.

    Raises
    ------
    ValueError, TypeError
        An argument is not as described above.
    MissingExtra
        matplotlib is not installed (an ImportError).
    """
    found = _checked(data)
    units = sorted({course.unit for _, course in found})
    if len(units) > 1:
        raise ValueError(f"data: advantages in {' and in '.join(units)}; one unit is needed")
    ax = _drawn([(name, course, course.advantage) for name, course in found], ax, least, legend)
    even = 50 if units == ["%"] else 0
    _axes.mark(ax, _axes.look(ax), even, "even", axis="y")
    ax.set_xlabel("Plies played")
    ax.set_ylabel(_TITLES[units[0]])
    return ax


def branching(
    data: ByPly | Mapping[str, ByPly],
    *,
    ax: Axes | None = None,
    least: float = LEAST,
    legend: bool = True,
) -> Axes:
    """Draw the mean number of legal actions at each ply, with 95 % intervals.

    Only games that are still running count.

    Parameters
    ----------
    data
        What `mancalab.study.by_ply` gives; or several of these by name, to be compared.
    ax
        Where to draw; None makes a new figure with `matplotlib.pyplot`.
    least
        The curve of a game ends where fewer than this share of its games are still running, 0 to 1.
    legend
        Whether to name the curves above the axes, if there are several.

    Raises
    ------
    ValueError, TypeError
        An argument is not as described above.
    MissingExtra
        matplotlib is not installed (an ImportError).
    """
    found = _checked(data)
    ax = _drawn([(name, course, course.branching) for name, course in found], ax, least, legend)
    ax.set_ylim(bottom=0)
    ax.set_xlabel("Plies played")
    ax.set_ylabel("Legal actions (mean)")
    return ax


def _checked(data: object) -> list[tuple[str, ByPly]]:
    found = _axes.by_name("data", data)
    for name, course in found:
        if not _axes.is_a(course, "ByPly"):
            needed = "what mancalab.study.by_ply gives is needed"
            raise wrong_type(_axes.where("data", name), needed, course)
    return found


def _drawn(
    found: Sequence[tuple[str, ByPly, Curve]],
    ax: Axes | None,
    least: float,
    legend: bool,  # noqa: FBT001  (passed on)
) -> Axes:
    """A line and a band for each curve."""
    least = number("least", least, 0, 1)
    flag("legend", legend)
    ax = _axes.drawable(ax)
    seen = _axes.look(ax)
    _axes.quiet(ax, seen, axis="y")
    for i, (name, course, curve) in enumerate(found):
        running = course.branching.games >= least * course.games
        # The advantage has one entry more: that after the last ply.
        plies = np.arange(int(running.sum()) + len(curve) - len(running))
        shown = slice(len(plies))
        colour = seen.colour(i)
        ax.fill_between(
            plies, curve.low[shown], curve.high[shown], color=colour, alpha=0.22, linewidth=0
        )
        ax.plot(
            plies,
            curve.mean[shown],
            color=colour,
            linestyle=_axes.DASHES[i % len(_axes.DASHES)],
            linewidth=1.6,
            marker="o" if len(plies) == 1 else "",
            label=_axes.plain(name) or None,
        )
    ax.margins(x=0.02)
    _axes.key(ax, legend=legend)
    return ax
