"""What tables in aligned text, Markdown and HTML are made of."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence


def aligned(lines: Iterable[Sequence[str]]) -> list[str]:
    """Cells padded to columns: the first to the left, the others to the right."""
    lines = list(lines)
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return [
        "  ".join(
            cell.rjust(width) if i else cell.ljust(width)
            for i, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    ]


def html_line(tag: str, cells: Sequence[str]) -> str:
    """A line of an HTML table."""
    return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>"


def markdown_line(cells: Sequence[str]) -> str:
    """A line of a Markdown table."""
    return "| " + " | ".join(map(escaped, cells)) + " |"


def escaped(cell: str) -> str:
    """Text without the signs that would be markup: option names have underscores."""
    return "".join(f"\\{sign}" if sign in "|_*<`" else sign for sign in cell)
