"""The shapes that a picture of a board is made of, each with the part it plays."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Circle:
    """A circle; `title` is shown when the pointer rests on it."""

    role: str
    x: float
    y: float
    radius: float
    title: str = ""


@dataclass(frozen=True)
class Box:
    """A rectangle with round corners."""

    role: str
    x: float
    y: float
    width: float
    height: float
    corner: float
    title: str = ""


@dataclass(frozen=True)
class Line:
    """Straight lines from point to point, closed or not."""

    role: str
    points: tuple[tuple[float, float], ...]
    closed: bool = False


@dataclass(frozen=True)
class Text:
    """A line of text, its middle at the point; `scale` makes it smaller than its role says."""

    role: str
    x: float
    y: float
    text: str
    scale: float = 1.0


Shape = Circle | Box | Line | Text
