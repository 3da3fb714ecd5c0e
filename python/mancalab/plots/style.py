"""The look of the figures here, for figures drawn by hand beside them."""

from __future__ import annotations

from typing import Any

from mancalab.plots._axes import ON_LIGHT

STYLE: dict[str, Any] = {
    "axes.axisbelow": True,
    "axes.grid": True,
    "axes.prop_cycle": f"cycler('color', {list(ON_LIGHT)})",
    "axes.spines.right": False,
    "axes.spines.top": False,
    "grid.color": "#e0e0e0",  # what light paper has of the ink in figures here
    "grid.linewidth": 0.6,
}
"""Settings of matplotlib, for light paper: ``plt.rcParams.update(plots.STYLE)``, or for one figure
``with plt.style.context(plots.STYLE)``. Figures of `mancalab.plots` look so without it."""
