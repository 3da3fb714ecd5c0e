"""What the figures share: colours, a frame of lines for games or agents, how files are saved."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from mancalab.study.files import replacing

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

DPI = 200
"""Dots per inch of a saved figure."""

# Okabe and Ito's palette without its yellow (too faint for thin lines on white).
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
MARKERS = "osD^vPX"

LINE = "0.35"
_GRID = "0.88"
_BAND = "0.965"


def offsets(count: int) -> list[float]:
    """Where to draw so many marks on one line: side by side over half of the way to the next."""
    step = 0.5 / max(1, count - 1)
    return [(i - (count - 1) / 2) * step for i in range(count)]


def lines(ax: Axes, names: Sequence[str]) -> None:
    """One line of the y axis for each name, the first at the top, and a quiet frame."""
    ax.set_yticks(range(len(names)), names)
    ax.set_ylim(len(names) - 0.5, -0.5)
    ax.tick_params(axis="y", length=0)
    ax.grid(axis="x", color=_GRID, linewidth=0.6)
    ax.set_axisbelow(True)
    for line in range(0, len(names), 2):
        ax.axhspan(line - 0.5, line + 0.5, color=_BAND, linewidth=0, zorder=0)
    for side in ("top", "right", "left"):
        ax.spines[side].set_visible(False)


def even(ax: Axes, at: float) -> None:
    """A line where neither side has an advantage; it is always in view."""
    ax.axvline(at, color=LINE, linewidth=1, linestyle=(0, (4, 2)), zorder=1)


def caption(fig: Figure, text: str) -> None:
    """What was played, in small letters below a figure."""
    fig.supxlabel(text, x=0.01, ha="left", fontsize=7.5, color=LINE)


def save(
    fig: Figure, path: str | os.PathLike[str], *, title: str, version: str, description: str
) -> None:
    """Write a figure as PNG, with what it shows in its metadata."""
    metadata = {
        "Title": title,
        "Software": f"mancalab {version}",
        "Description": description,
    }
    with replacing(path) as beside:
        fig.savefig(beside, dpi=DPI, format="png", metadata=metadata)
