"""A position, drawn with matplotlib."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal

from mancalab._base.arguments import wrong_type
from mancalab._base.extras import require
from mancalab._boards.palette import STYLES, THEMES, Style
from mancalab._boards.scene import Scene, scene
from mancalab._boards.shapes import Box, Circle, Line, Shape, Text
from mancalab._core import Event, State
from mancalab.plots._axes import drawable, plain

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.patches import Patch
    from matplotlib.path import Path

_POINTS = 72.0  # an inch; a unit of the board is a point at the natural size


def board(
    state: State,
    *,
    ax: Axes | None = None,
    theme: Literal["light", "dark"] = "light",
    last: Iterable[Event] | None = None,
    counts: bool = True,
    legend: bool = True,
) -> Axes:
    """Draw a position as on a board; the picture is that of `board_svg`.

    Parameters
    ----------
    state
        The position.
    ax
        Where to draw; None makes a new figure with `matplotlib.pyplot`, filled by the board.
    theme
        "light" or "dark".
    last
        The trace of the action that led here, from `State.trace`. None: the action that the state
        knows, if any; an empty list: nothing.
    counts
        Whether to write the number of seeds beside every pit.
    legend
        Whether a line below the board says what numbers and marks mean.

    Raises
    ------
    ValueError
        The theme is not allowed.
    MissingExtra
        matplotlib is not installed (an ImportError).
    """
    if not isinstance(state, State):
        raise wrong_type("state", "a State is needed", state)
    if theme not in THEMES:
        raise ValueError(f"theme = {theme!r}: allowed are {', '.join(map(repr, THEMES))}")
    drawn = scene(state, last=last, counts=counts, legend=legend)
    if ax is None:
        size = (drawn.width / _POINTS, drawn.height / _POINTS)
        figure = require("matplotlib.pyplot", "plot").figure(figsize=size)
        return _draw(drawn, figure.add_axes((0, 0, 1, 1)), THEMES[theme])
    return _draw(drawn, drawable(ax), THEMES[theme])


def _draw(drawn: Scene, ax: Axes, colours: Mapping[str, str]) -> Axes:
    ax.set_xlim(0, drawn.width)
    ax.set_ylim(drawn.height, 0)
    ax.set_aspect("equal")
    ax.set_axis_off()
    points = _points_a_unit(ax, drawn)
    for shape in drawn.shapes:
        ax.add_artist(_patch(shape, colours, points))  # add_patch would measure each: slow
    return ax


def _points_a_unit(ax: Axes, drawn: Scene) -> float:
    """How many points a unit of the board measures now: matplotlib wants strokes in points."""
    extent = ax.get_window_extent()
    dots = min(extent.width / drawn.width, extent.height / drawn.height)
    return dots * _POINTS / ax.figure.dpi


def _patch(shape: Shape, colours: Mapping[str, str], points: float) -> Patch:
    from matplotlib import patches

    style = STYLES[shape.role]
    looks = _looks(style, colours, points)
    match shape:
        case Circle():
            return patches.Circle((shape.x, shape.y), shape.radius, **looks)
        case Box():
            rounded = f"round,pad=0,rounding_size={shape.corner}"
            corner = (shape.x, shape.y)
            return patches.FancyBboxPatch(
                corner, shape.width, shape.height, boxstyle=rounded, **looks
            )
        case Line():
            return patches.Polygon(shape.points, closed=shape.closed, **looks)
        case Text():
            return patches.PathPatch(_outline(shape, style), **looks)


def _looks(style: Style, colours: Mapping[str, str], points: float) -> dict[str, Any]:
    looks: dict[str, Any] = {
        "facecolor": colours[style.fill] if style.fill else "none",
        "edgecolor": colours[style.stroke] if style.stroke else "none",
        "linewidth": style.width * points,
    }
    if style.dash:
        # In line widths, as matplotlib measures dashes.
        looks["linestyle"] = (0, [length / style.width for length in style.dash])
    return looks


def _outline(text: Text, style: Style) -> Path:
    """Letters as outlines, so that they grow and shrink with the board."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import TextPath
    from matplotlib.transforms import Affine2D

    # The font that comes with matplotlib: a board looks the same everywhere.
    font = FontProperties(family="DejaVu Sans", weight="bold" if style.bold else "normal")
    size = text.scale * style.size
    path = TextPath((0, 0), plain(text.text), size=size, prop=font)
    extent = path.get_extents()
    middle = (extent.x0 + extent.x1) / 2
    place = Affine2D().translate(-middle, 0).scale(1, -1)
    return path.transformed(place.translate(text.x, text.y + 0.36 * size))
