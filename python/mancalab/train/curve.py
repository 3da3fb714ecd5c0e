"""The curve of a run: how strong the agent was when, as a table and as a picture."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from mancalab._base.estimates import Estimate
from mancalab._base.extras import MissingExtra, require
from mancalab._base.files import replacing
from mancalab.plots.learning import learning_curve

Row = dict[str, Any]


def write(curve: Sequence[Row], path: Path) -> None:
    """Write measurements as CSV, a line for each opponent."""
    with replacing(path) as beside, beside.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(curve[-1]), restval="", extrasaction="ignore")
        writer.writeheader()
        writer.writerows(curve)


def draw(curve: Sequence[Row], path: Path) -> None:
    """Draw measurements as a PNG where matplotlib is there."""
    try:
        figure_of = require("matplotlib.figure", "plot").Figure
    except MissingExtra:
        return
    scores, minutes = by_opponent(curve)
    figure = figure_of(figsize=(7, 4), layout="constrained")
    ax = figure.add_subplot()
    learning_curve(scores, steps=minutes, ax=ax, xlabel="Minutes of training", even=0.5)
    with replacing(path) as beside:
        figure.savefig(beside, dpi=120, format="png")


def by_opponent(curve: Sequence[Row]) -> tuple[dict[str, list[Estimate]], list[float]]:
    """The data of `mancalab.plots.learning_curve`: scores by opponent, and their minutes."""
    names = list(dict.fromkeys(row["opponent"] for row in curve))
    rows = {name: [row for row in curve if row["opponent"] == name] for name in names}
    scores = {
        f"v {name}": [Estimate(row["score"], row["low"], row["high"]) for row in some]
        for name, some in rows.items()
    }
    return scores, [row["minutes"] for row in rows[names[0]]]
