"""Pictures of positions: text, and pixels drawn by matplotlib."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from mancalab._base.extras import require
from mancalab._boards.scene import scene
from mancalab._core import State
from mancalab.plots.boards import board

PIXELS_PER_UNIT = 1.0
"""Size of a picture; at 1 the seeds of a pit can still be counted."""

_DPI = 72.0


def frame(state: State, mode: str) -> Any:
    """A position as text ("ansi") or as pixels ("rgb_array")."""
    return pixels(state) if mode == "rgb_array" else str(state)


def pixels(state: State) -> npt.NDArray[np.uint8]:
    """A position as uint8 (height, width, 3): of one size for all positions of a game.

    There is no legend, which grows with what is drawn: films and observations want one size.

    Raises
    ------
    MissingExtra
        matplotlib is not installed (an ImportError).
    """
    figures = require("matplotlib.figure", "plot")
    agg = require("matplotlib.backends.backend_agg", "plot")
    drawn = scene(state, last=None, counts=True, legend=False)
    scale = PIXELS_PER_UNIT / _DPI
    figure = figures.Figure(figsize=(drawn.width * scale, drawn.height * scale), dpi=_DPI)
    canvas = agg.FigureCanvasAgg(figure)
    board(state, ax=figure.add_axes((0, 0, 1, 1)), legend=False)
    canvas.draw()
    found: npt.NDArray[np.uint8] = np.asarray(canvas.buffer_rgba())[..., :3].copy()
    return found
