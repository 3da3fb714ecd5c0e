"""Tables whose columns depend on their rows, such as cross tables, as text, Markdown and HTML."""

from __future__ import annotations

import html as markup
from collections.abc import Sequence
from dataclasses import dataclass

from mancalab.study.tables.markup import aligned, escaped, html_line, markdown_line


@dataclass(frozen=True)
class Grid:
    """A table with a heading above it and lines of text below it."""

    heading: str
    header: Sequence[str]
    lines: Sequence[Sequence[str]]
    below: Sequence[str] = ()


def terminal(grids: Sequence[Grid]) -> str:
    """Grids as aligned text."""
    blocks = []
    for grid in grids:
        parts = [grid.heading] if grid.heading else []
        if grid.header:
            parts += aligned([grid.header, *grid.lines])
        blocks.append("\n".join([*parts, *grid.below]))
    return "\n\n".join(blocks)


def markdown(grids: Sequence[Grid]) -> str:
    """Grids as Markdown."""
    parts: list[str] = []
    for grid in grids:
        parts += [escaped(grid.heading), ""] if grid.heading else []
        if grid.header:
            rule = "| " + " | ".join(["---", *["--:"] * (len(grid.header) - 1)]) + " |"
            parts += [markdown_line(grid.header), rule, *map(markdown_line, grid.lines), ""]
        for line in grid.below:
            parts += [escaped(line), ""]
    return "\n".join(parts)


def html(grids: Sequence[Grid]) -> str:
    """Grids as HTML."""
    parts: list[str] = []
    for grid in grids:
        parts += [f"<p>{markup.escape(grid.heading)}</p>"] if grid.heading else []
        if grid.header:
            lines = [html_line("th", grid.header), *(html_line("td", x) for x in grid.lines)]
            parts += ["<table>", *lines, "</table>"]
        parts += [f"<p><small>{markup.escape(line)}</small></p>" for line in grid.below]
    return "\n".join(parts)
