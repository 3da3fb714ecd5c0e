"""Colours and strokes of each part of a board, light and dark.

Shapes say what matters, too: legal pits by an unbroken ring, the last action by broken
ones, captures by crosses, marks by diamonds, claims by squares, pits
whose seeds were lifted before by triangles; a count of seeds stands in a box,
the number of a pit alone. The two colours that stand for something, blue and
vermilion, are from Okabe and Ito's palette for colour-blind readers, darkened or lightened until
they stand out from the board.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

Theme = Literal["auto", "light", "dark"]

LIGHT: Mapping[str, str] = MappingProxyType(
    {
        "page": "#ffffff",
        "frame": "#ddd6c8",
        "text": "#1f1a14",
        "quiet": "#5a4a36",
        "board": "#ecdcbf",
        "edge": "#a98c5d",
        "pit": "#d9c19a",
        "stone": "#4a3626",
        "shine": "#241a12",
        "legal": "#005a8f",
        "last": "#a63c00",
    }
)

DARK: Mapping[str, str] = MappingProxyType(
    {
        "page": "#16181c",
        "frame": "#34383f",
        "text": "#f2ede4",
        "quiet": "#c9bda9",
        "board": "#3b2f25",
        "edge": "#7d6650",
        "pit": "#251c15",
        "stone": "#e6d3b1",
        "shine": "#8d7653",
        "legal": "#6cc3f0",
        "last": "#ffab5e",
    }
)

THEMES: Mapping[str, Mapping[str, str]] = MappingProxyType({"light": LIGHT, "dark": DARK})


@dataclass(frozen=True)
class Style:
    """How a part is drawn; colours are names of the palette, None paints nothing."""

    fill: str | None = None
    stroke: str | None = None
    width: float = 0.0
    dash: tuple[float, float] | None = None
    size: float = 0.0  # of text
    bold: bool = False


STYLES: Mapping[str, Style] = MappingProxyType(
    {
        "page": Style("page", "frame", 1),
        "board": Style("board", "edge", 1.5),
        "middle": Style(None, "edge", 1),
        "path": Style(None, "edge", 2),
        "pit": Style("pit", "edge", 1),
        "tray": Style("pit", "edge", 1),
        "stone": Style("stone", "shine", 0.8),
        "legal": Style(None, "legal", 3),
        "arrow": Style("legal", "board", 1),
        "turn": Style("legal", "legal", 1),
        "origin": Style(None, "last", 2.5, (6, 4)),
        "landing": Style(None, "last", 2.5, (1.5, 3)),
        "captured": Style(None, "last", 2.5),
        "mark": Style("text", "board", 1),
        "claim": Style("text", "board", 1),
        "lifted": Style("text", "board", 1),
        "headline": Style("text", size=16, bold=True),
        "mover": Style("text", size=14, bold=True),
        "name": Style("quiet", size=14),
        "label": Style("quiet", size=12),
        "pill": Style("page", "edge", 1),
        "count": Style("text", size=13, bold=True),
        "number": Style("quiet", size=11),
        "large": Style("text", size=22, bold=True),
        "legend": Style("quiet", size=12),
    }
)
