"""How long games are, and by how much they are won: distributions over games."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from mancalab._base.arguments import MOST_COUNT, flag, integer, number, whole, wrong_type
from mancalab._core import Series, Tally
from mancalab.plots import _axes

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Games = Tally | Series | Mapping[int, int] | Iterable[int]
"""Games counted: a tally, a series, a histogram (number of games by value), or one value a game."""

BEYOND = 0.02
"""Largest share of the games that is left undrawn by default."""

BINS = 60
"""Most bins, unless a width is asked for: nobody sees more of them apart."""


class _Histogram(NamedTuple):
    name: str
    counts: dict[int, int]

    @property
    def games(self) -> int:
        return sum(self.counts.values())

    @property
    def mean(self) -> float:
        return sum(value * count for value, count in self.counts.items()) / self.games


def lengths(
    data: Games | Mapping[str, Games],
    *,
    ax: Axes | None = None,
    bin_width: int | None = None,
    beyond: float = BEYOND,
    legend: bool = True,
) -> Axes:
    """Draw how long games are, in plies, as shares of all games; the mean is marked.

    Parameters
    ----------
    data
        A `Tally`, as `mancalab.playouts` gives it, a `Series`, a mapping from lengths to numbers of
        games, or one length a game; or several of these by name, to be compared. Void and truncated
        games of a tally count with the plies that they had.
    ax
        Where to draw; None makes a new figure with `matplotlib.pyplot`.
    bin_width
        Lengths that share a bin; None: as few as give 60 bins or less.
    beyond
        Where a few very long games would squeeze all others, the longest of each distribution, up
        to this share of it (0 to 1), are counted in words and not drawn.
    legend
        Whether to name the distributions above the axes, if there are several.

    Raises
    ------
    ValueError, TypeError
        There is no game, or an argument is not as described above.
    MissingExtra
        matplotlib is not installed (an ImportError).
    """
    found = [
        _histogram(name, games, "plies_histogram") for name, games in _axes.by_name("data", data)
    ]
    for name, counts in found:
        if min(counts) < 0:
            raise ValueError(
                f"{_axes.where('data', name)}: a length of {min(counts)} plies; "
                "allowed are 0 and more"
            )
    beyond = number("beyond", beyond, 0, 1)
    most = _most(found, beyond)
    ax = _drawn(found, ax, bin_width, unit="plies", legend=legend, most=most)
    ax.set_xlabel("Length of a game (plies)")
    _tell_longer(ax, found, most)
    return ax


def margins(
    data: Games | Mapping[str, Games],
    *,
    ax: Axes | None = None,
    bin_width: int | None = None,
    legend: bool = True,
) -> Axes:
    """Draw by how many seeds South wins, as shares of the games won, lost or drawn.

    South starts unless the rules say otherwise. The mean is marked, and the even line at 0.

    Parameters
    ----------
    data
        A `Tally`, as `mancalab.playouts` gives it, a `Series`, a mapping from margins (South's
        score minus North's) to numbers of games, or one margin a game; or several of these by name,
        to be compared.
    ax
        Where to draw; None makes a new figure with `matplotlib.pyplot`.
    bin_width
        Seeds that a bin spans; None: as few as give 60 bins or less. Where all margins are even
        numbers, as in most games, None gives an even width.
    legend
        Whether to name the distributions above the axes, if there are several.

    Raises
    ------
    ValueError, TypeError
        There is no game, or an argument is not as described above.
    MissingExtra
        matplotlib is not installed (an ImportError).
    """
    found = [
        _histogram(name, games, "margin_histogram") for name, games in _axes.by_name("data", data)
    ]
    ax = _drawn(found, ax, bin_width, unit="seeds", legend=legend)
    _axes.mark(ax, _axes.look(ax), 0, "even", axis="x")
    ax.set_xlabel("Margin of South (seeds)")
    return ax


def _histogram(name: str, games: object, of_tally: str) -> _Histogram:
    where = _axes.where("data", name)
    if isinstance(games, Series):
        games = games.tally
    if isinstance(games, Tally):
        games = getattr(games, of_tally)
    if isinstance(games, str) or not isinstance(games, Iterable):
        needed = (
            "a Tally, a Series, a mapping from values to numbers of games, or one value a game is "
            "needed"
        )
        raise wrong_type(where, needed, games)
    pairs = games.items() if isinstance(games, Mapping) else Counter(games).items()
    counts = {whole(where, value): whole(where, count) for value, count in pairs}
    if min(counts.values(), default=0) < 0:
        raise ValueError(f"{where}: {min(counts.values())} games; allowed are 0 and more")
    counts = {value: count for value, count in sorted(counts.items()) if count}
    if not counts:
        raise ValueError(f"{where}: it is empty; at least one game is needed")
    return _Histogram(name, counts)


def _drawn(
    found: list[_Histogram],
    ax: Axes | None,
    bin_width: int | None,
    *,
    unit: str,
    legend: bool,
    most: float = math.inf,
) -> Axes:
    """Steps for each distribution, filled where there is one, and their means."""
    flag("legend", legend)
    edges, grouped = _edges(found, bin_width, most)
    ax = _axes.drawable(ax)
    seen = _axes.look(ax)
    _axes.quiet(ax, seen, axis="y")
    for i, histogram in enumerate(found):
        values, counts = zip(*histogram.counts.items(), strict=True)
        share, _ = np.histogram(values, bins=edges, weights=counts)
        colour = seen.colour(i)
        named = f"{_axes.plain(histogram.name)} ({_in_words(histogram.mean)})"
        name = named if histogram.name else None
        percent = 100 * share / histogram.games
        if len(found) == 1:
            ax.stairs(percent, edges, fill=True, color=seen.tint(i))
        style = _axes.DASHES[i % len(_axes.DASHES)]
        ax.stairs(percent, edges, color=colour, linewidth=1.4, linestyle=style, label=name)
        _mean(ax, histogram.mean, colour)
    if len(found) == 1:
        _name_mean(ax, found[0].mean)
    per = f" per {edges[1] - edges[0]:.0f} {unit}" if grouped else ""
    ax.set_ylabel(f"Share of games (%{per})")
    ax.set_ylim(bottom=0)
    ax.margins(x=0.02)
    _axes.key(ax, legend=legend)
    return ax


def _mean(ax: Axes, mean: float, colour: Any) -> None:
    """A small triangle on the x axis."""
    ax.plot(
        [mean],
        [0],
        marker="^",
        markersize=8,
        color=colour,
        markeredgecolor=ax.get_facecolor(),
        clip_on=False,
        transform=ax.get_xaxis_transform(),
        zorder=5,
    )


def _in_words(mean: float) -> str:
    return f"mean {mean:z.1f}".replace("-", "\N{MINUS SIGN}")


def _quantile(histogram: _Histogram, beyond: float) -> int:
    """The least value above which there are no more than that share of the games."""
    left = beyond * histogram.games
    for value, count in reversed(histogram.counts.items()):
        left -= count
        if left < 0:
            return value
    return min(histogram.counts)


def _most(found: list[_Histogram], beyond: float) -> int:
    """The greatest value that is drawn."""
    low = min(min(histogram.counts) for histogram in found)
    high = max(max(histogram.counts) for histogram in found)
    most = max(_quantile(histogram, beyond) for histogram in found)
    # What would take less than a third of the axis does not squeeze the rest.
    return most if high - low > 1.5 * (most - low) else high


def _tell_longer(ax: Axes, found: list[_Histogram], most: int) -> None:
    """How many games are longer than what is drawn, and how long they are."""
    shares = [
        100 * sum(n for value, n in histogram.counts.items() if value > most) / histogram.games
        for histogram in found
    ]
    if not any(shares):
        return
    longest = max(max(histogram.counts) for histogram in found)
    upto = "up to " if len(found) > 1 else ""
    ax.annotate(
        f"{upto}{max(shares):.2g} % longer,\nto {longest:,} plies \N{RIGHTWARDS ARROW}",
        (1, 1),
        xycoords="axes fraction",
        xytext=(0, -3),
        textcoords="offset points",
        ha="right",
        va="top",
        fontsize=8,
        color=_axes.look(ax).tone(0.65),
        bbox={"facecolor": _axes.look(ax).paper, "linewidth": 0, "pad": 1},
    )


def _name_mean(ax: Axes, mean: float) -> None:
    """The mean in words, on that side of it on which the even line cannot be."""
    right = mean >= 0
    ax.annotate(
        _in_words(mean),
        (mean, 0),
        xycoords=ax.get_xaxis_transform(),
        xytext=(6 if right else -6, 4),
        textcoords="offset points",
        ha="left" if right else "right",
        fontsize=8,
    )


def _edges(
    found: list[_Histogram], bin_width: int | None, most: float
) -> tuple[npt.NDArray[np.float64], bool]:
    """Edges of the bins, and whether a bin holds several of the values that can be."""
    all_values = {value for histogram in found for value in histogram.counts}
    values = sorted(value for value in all_values if value <= most)
    low, high = values[0], values[-1]
    if bin_width is None:
        step = math.gcd(*(value - low for value in values)) or 1
        width = step * math.ceil((high - low + step) / step / BINS)
    else:
        width = integer("bin_width", bin_width, 1, MOST_COUNT, ", or None")
        step = 1
    # Bins begin at multiples of the width, or as near to them as there are values.
    first = low - low % width // step * step
    bins = (high - first) // width + 1
    return first - step / 2 + width * np.arange(bins + 1.0), width > step
