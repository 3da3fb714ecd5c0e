"""What tables in aligned text, Markdown and HTML are made of."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence


def aligned(lines: Iterable[Sequence[str]]) -> list[str]:
    """Cells padded to columns: the first to the left, the others to the right.

    A cell may have several lines; those of the cells beside it then end at the same line. A line
    with nothing but its first cell is a heading, for which columns get no wider.
    """
    lines = list(lines)
    widths = column_widths(lines)
    lines = [line for cells in lines for line in _split(cells)]
    return [
        "  ".join(
            cell.rjust(width) if i else cell.ljust(width)
            for i, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    ]


def column_widths(lines: Sequence[Sequence[str]]) -> list[int]:
    """Letters of each column."""
    cells = [line for line in lines if len(line) == 1 or any(line[1:])] or lines
    return [
        max(len(part) for cell in column for part in cell.split("\n"))
        for column in zip(*cells, strict=True)
    ]


def _split(cells: Sequence[str]) -> list[list[str]]:
    """The lines of a row of cells, which end together."""
    parts = [cell.split("\n") for cell in cells]
    height = max(map(len, parts))
    padded = [[""] * (height - len(part)) + part for part in parts]
    return [list(line) for line in zip(*padded, strict=True)]


def in_a_line(cell: str) -> str:
    """A cell of several lines in one."""
    return cell.replace("\n", " ")


def html_line(tag: str, cells: Sequence[str]) -> str:
    """A line of an HTML table."""
    return (
        "<tr>"
        + "".join(f"<{tag}>{html.escape(in_a_line(cell))}</{tag}>" for cell in cells)
        + "</tr>"
    )


def markdown_line(cells: Sequence[str]) -> str:
    """A line of a Markdown table."""
    return "| " + " | ".join(escaped(in_a_line(cell)) for cell in cells) + " |"


def escaped(cell: str) -> str:
    """Text without the signs that would be markup: option names have underscores."""
    return "".join(f"\\{sign}" if sign in "|_*<`" else sign for sign in cell)
