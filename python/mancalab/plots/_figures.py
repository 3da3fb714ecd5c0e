"""What whole figures share: captions, places side by side, how files are saved."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from mancalab._base.files import replacing
from mancalab.plots import _axes

if TYPE_CHECKING:
    from matplotlib.figure import Figure

DPI = 200
"""Dots per inch of a saved figure."""


def offsets(count: int) -> list[float]:
    """Where to draw that many marks on one line: side by side, at most half-way to the next one."""
    step = 0.5 / max(1, count - 1)
    return [(i - (count - 1) / 2) * step for i in range(count)]


def caption(fig: Figure, text: str) -> None:
    """What was played, in small letters below a figure."""
    on = _axes.figure_look(fig)
    fig.supxlabel(_axes.plain(text), x=0.01, ha="left", fontsize=7.5, color=on.tone(0.65))


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
