"""The names of games in figures: in few lines, all different."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from mancalab._base.words import short_digest
from mancalab.plots import _axes

if TYPE_CHECKING:
    from mancalab.study.tables.labels import Labels, TitledGame


def names(labels: Labels, rows: Sequence[TitledGame], letters: int) -> list[str]:
    """Title and options of the game of each row; the digest where too little is left of them."""
    found = [_name(*labels.title(row), letters) for row in rows]
    times = Counter(found)
    return [
        name if times[name] == 1 else f"{name}\n{short_digest(row.digest)}"
        for name, row in zip(found, rows, strict=True)
    ]


def _name(title: str, details: Sequence[str], letters: int) -> str:
    lines = [_axes.shortened(title, letters), _axes.shortened(", ".join(details), letters)]
    return "\n".join(filter(None, lines))
