"""What all plots share: axes, colours that suit light and dark paper, and data by name."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Literal

from mancalab._base.arguments import wrong_type
from mancalab._base.extras import require
from mancalab._base.words import printable, settings_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Okabe and Ito's palette, told apart by colour-blind readers: without its yellow on light paper,
# with the brighter ones first and without its dark blue on dark paper. The last one is the ink.
ON_LIGHT = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
ON_DARK = ("#56B4E9", "#E69F00", "#1AC397", "#CC79A7", "#F0E442", "#EE7B30")
MARKERS = "osD^vPX"
DASHES: tuple[Any, ...] = ("-", (0, (5, 1.5)), (0, (1, 1)), (0, (5, 1.5, 1, 1.5)))
"""Line styles, so that colours are not all that tells lines apart."""

SIZE = (6.4, 4.0)
"""Of a new figure, in inches."""

NAME_LETTERS = 28  # longer names are broken into lines
LINE_HEIGHT = 0.155  # of names, in inches
_KEY_LETTERS = 14  # about as many fit into an inch of the legend, below or beside the axes

Colour = tuple[float, float, float]


@dataclass(frozen=True)
class Look:
    """The colours of some axes."""

    paper: Colour
    ink: Colour

    @property
    def dark(self) -> bool:
        """Whether the paper is darker than the ink."""
        return bright(self.paper) < bright(self.ink)

    def tone(self, share: float) -> Colour:
        """Paper with that share of the ink in it."""
        red, green, blue = (
            (1 - share) * paper + share * ink
            for paper, ink in zip(self.paper, self.ink, strict=True)
        )
        return red, green, blue

    def colour(self, number: int) -> str | Colour:
        """A colour of the palette that suits the paper."""
        palette: tuple[str | Colour, ...] = (*(ON_DARK if self.dark else ON_LIGHT), self.ink)
        return palette[number % len(palette)]

    def tint(self, number: int) -> Colour:
        """A tone of that colour which is near to the paper."""
        rgb: Colour = require("matplotlib.colors", "plot").to_rgb(self.colour(number))
        return Look(self.paper, rgb).tone(0.3)

    @property
    def grid(self) -> Colour:
        """The faintest lines: darker ones need more of a difference to be seen."""
        return self.tone(0.22 if self.dark else 0.12)

    @property
    def band(self) -> Colour:
        """Every other line of a table."""
        return self.tone(0.1 if self.dark else 0.035)


def marker(number: int) -> str:
    """One of the markers, in turn."""
    return MARKERS[number % len(MARKERS)]


def bright(colour: Sequence[float]) -> float:
    """How bright a colour looks, 0 to 1 (Rec. 709)."""
    return 0.2126 * colour[0] + 0.7152 * colour[1] + 0.0722 * colour[2]


def drawable(ax: Axes | None, size: tuple[float, float] = SIZE) -> Axes:
    """The axes given, or those of a new figure of `matplotlib.pyplot`."""
    if ax is None:
        new: Axes = (
            require("matplotlib.pyplot", "plot")
            .figure(figsize=size, layout="constrained")
            .subplots()
        )
        return new
    kind: type = require("matplotlib.axes", "plot").Axes
    if not isinstance(ax, kind):
        raise wrong_type("ax", "matplotlib axes are needed, or None for a new figure", ax)
    return ax


def look(ax: Axes) -> Look:
    """The colours of axes: their paper, and the ink of their labels."""
    return _look([ax.get_facecolor(), ax.figure.get_facecolor()], ax.xaxis.label.get_color())


def figure_look(figure: Figure) -> Look:
    """The colours of a figure: its paper, and the ink of new text."""
    settings = require("matplotlib", "plot").rcParams
    return _look([figure.get_facecolor()], settings["text.color"])


def _look(papers: Sequence[Any], ink: Any) -> Look:
    colors = require("matplotlib.colors", "plot")
    # A transparent paper shows what lies below it; below all is white.
    opaque = (rgba for rgba in map(colors.to_rgba, papers) if rgba[3] > 0.5)
    return Look(next(opaque, (1.0, 1.0, 1.0, 1.0))[:3], colors.to_rgb(ink))


def plain(text: str) -> str:
    """A text that is drawn as it stands: matplotlib takes what is between dollars for a formula."""
    return printable(text).replace("$", r"\$")


def quiet(ax: Axes, found: Look, *, axis: Literal["x", "y"]) -> None:
    """A faint grid along one axis, and no frame but at its foot."""
    ax.grid(visible=False)
    ax.grid(axis=axis, color=found.grid, linewidth=0.6, linestyle="-")
    ax.set_axisbelow(True)
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)


def lines(ax: Axes, found: Look, names: Sequence[str]) -> None:
    """One line of the y axis for each name, the first at the top, every other one shaded."""
    quiet(ax, found, axis="x")
    ax.set_yticks(range(len(names)), list(map(plain, names)))
    ax.set_ylim(len(names) - 0.5, -0.5)
    ax.tick_params(axis="y", length=0)
    ax.spines["left"].set_visible(False)
    for line in range(0, len(names), 2):
        ax.axhspan(line - 0.5, line + 0.5, color=found.band, linewidth=0, zorder=0)


def headings(ax: Axes, found: Look, places: Sequence[int]) -> None:
    """Make some of the lines of the y axis headings: bold, to the left, and on plain paper."""
    labels = ax.get_yticklabels()
    for place in places:
        labels[place].set_fontweight("bold")
        ax.axhspan(place - 0.5, place + 0.5, color=found.paper, linewidth=0, zorder=0.5)


HOLLOW = "hollow: few distinct games (under 1 in 10)"
"""What the legend says of hollow markers."""


def points(
    ax: Axes,
    values: Sequence[Sequence[float]],
    places: Sequence[float],
    *,
    hollow: Sequence[bool],
    number: int,
    label: str,
    colour: str | Colour | None = None,
) -> None:
    """Values with the ends of their intervals on lines of the y axis, each with a marker.

    Parameters
    ----------
    ax
        Where to draw.
    values
        Value, low and high end of each point; a point that is nan stays blank.
    places
        Where each stands on the y axis.
    hollow
        Whether the marker of each is hollow.
    number
        Of the marker, and of the colour unless one is given.
    label
        What the legend calls them.
    colour
        Their colour; None: that of the palette.
    """
    on = look(ax)
    ink = on.colour(number) if colour is None else colour
    for empty in (False, True):
        chosen = [i for i, is_hollow in enumerate(hollow) if bool(is_hollow) == empty]
        if not chosen and empty:
            continue
        value = [values[i][0] for i in chosen]
        reach = [
            [max(0.0, values[i][0] - values[i][1]) for i in chosen],
            [max(0.0, values[i][2] - values[i][0]) for i in chosen],
        ]
        ax.errorbar(
            value,
            [places[i] for i in chosen],
            xerr=[[0.0 if math.isnan(x) else x for x in side] for side in reach],
            fmt=marker(number),
            color=ink,
            markersize=5,
            markerfacecolor=on.paper if empty else ink,
            markeredgecolor=ink,
            markeredgewidth=1.1,
            elinewidth=1.5,
            label="_hollow" if empty else plain(label),
        )


def hollow_key(ax: Axes) -> None:
    """An entry of the legend for hollow markers."""
    on = look(ax)
    ax.plot(
        [],
        [],
        linestyle="none",
        marker="o",
        markersize=5,
        markerfacecolor=on.paper,
        markeredgecolor=on.ink,
        markeredgewidth=1.1,
        label=HOLLOW,
    )


def mark(ax: Axes, found: Look, at: float, name: str, *, axis: Literal["x", "y"]) -> None:
    """A dashed line across, at a place of the axis ``x`` or ``y``, with its name if it has one."""
    style: dict[str, Any] = {
        "color": found.tone(0.65),
        "linewidth": 1,
        "linestyle": (0, (4, 2)),
        "zorder": 1,
    }
    label: dict[str, Any] = {
        "textcoords": "offset points",
        "fontsize": 7.5,
        "color": found.tone(0.65),
        "annotation_clip": False,
    }
    across = ax.axvline if axis == "x" else ax.axhline
    across(at, **style)
    if name and axis == "x":
        label |= {"xycoords": ("data", "axes fraction"), "xytext": (0, 2), "ha": "center"}
        ax.annotate(plain(name), (at, 1), **label)
    elif name:
        label |= {"xycoords": ("axes fraction", "data"), "xytext": (3, 0), "va": "center"}
        ax.annotate(plain(name), (1, at), **label)


def key(ax: Axes, *, legend: bool) -> None:
    """The legend above the axes, where there is more than one thing to tell apart."""
    handles, labels = entries(ax)
    if not legend or len(labels) < 2:
        return
    inches = ax.bbox.width / ax.figure.dpi
    columns = int(_KEY_LETTERS * inches) // (max(map(len, labels)) + 6)
    ax.legend(
        handles,
        labels,
        loc="lower left",
        bbox_to_anchor=(0, 1),
        ncols=max(1, min(len(labels), columns)),
        frameon=False,
        borderaxespad=1.2,
    )


def entries(ax: Axes) -> tuple[list[Any], list[str]]:
    """Handles and labels of the legend: what has been drawn, and after it what hollow means."""
    handles, labels = ax.get_legend_handles_labels()
    order = sorted(range(len(labels)), key=lambda i: labels[i] == HOLLOW)
    return [handles[i] for i in order], [labels[i] for i in order]


def broken(name: str, letters: int = NAME_LETTERS) -> str:
    """A name in lines that are not too long."""
    return "\n".join(wrap(name, letters)) or name


def shortened(name: str, letters: int, lines: int = 2) -> str:
    """A name in a few lines, with an ellipsis for what they have no room for."""
    return "\n".join(wrap(name, letters, max_lines=lines, placeholder=" …"))


def spaced(word: str) -> str:
    """A game in a word, with room for a break between its settings."""
    return ", ".join(settings_of(word))


def line_height(names: Sequence[str], marks: float) -> float:
    """Inches for each of the lines of the y axis: for its name, and for what is drawn on it."""
    return max(marks, 0.03 + LINE_HEIGHT * max(map(line_count, names)))


def line_count(name: str) -> int:
    """The lines of a name that has been broken into some."""
    return name.count("\n") + 1


def by_name(argument: str, data: object) -> list[tuple[str, Any]]:
    """One thing, without a name, or a mapping from names to several, as a list.

    Raises
    ------
    ValueError
        The mapping is empty.
    """
    if not isinstance(data, Mapping):
        return [("", data)]
    if not data:
        raise nothing(argument)
    if all(isinstance(name, str) for name in data):
        return list(data.items())
    return [("", data)]


def where(argument: str, name: str) -> str:
    """The subject of a message: "data", or "data of 'name'" for one of several."""
    return f"{argument} of {name!r}" if name else argument


def nothing(argument: str) -> ValueError:
    """The error for data that is empty."""
    return ValueError(f"{argument}: it is empty; there is nothing to draw")


def is_a(value: object, kind: str) -> bool:
    """Whether a value is of a class of `mancalab.study` or `mancalab.train`, or made from one.

    The class is known by its name: figures can be drawn without the studies.
    """
    homes = ("mancalab.study.", "mancalab.train.")
    return any(
        known.__name__ == kind and known.__module__.startswith(homes)
        for known in type(value).__mro__
    )


def check_table(table: object, kind: str) -> None:
    """Raise unless a table is of that kind of `mancalab.study` and has rows."""
    if not is_a(table, kind):
        raise wrong_type("table", f"{_article(kind)} of mancalab.study is needed", table)
    if not len(table):  # type: ignore[arg-type]  # all tables have a length
        raise nothing("table")


def _article(noun: str) -> str:
    return f"an {noun}" if noun[0] in "AE" else f"a {noun}"
