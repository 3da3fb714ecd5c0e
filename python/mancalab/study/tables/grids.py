"""Tables whose columns depend on their rows, such as cross tables, as text, Markdown and HTML."""

from __future__ import annotations

import html as markup
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from textwrap import wrap

from mancalab.study.tables.markup import (
    aligned,
    column_widths,
    escaped,
    html_line,
    in_a_line,
    markdown_line,
)

WIDTH = 80
"""Letters in a line of text at the most; cells are not broken for it."""


@dataclass(frozen=True)
class Grid:
    """A table with a heading above it and lines of text below it."""

    heading: str
    header: Sequence[str]
    lines: Sequence[Sequence[str]]
    below: Sequence[str] = ()
    findings: Sequence[str] = ()
    """What the table says, in sentences."""


def terminal(grids: Sequence[Grid]) -> str:
    """Grids as aligned text; one that is too wide is continued below itself."""
    blocks = []
    for grid in grids:
        parts = wrapped(grid.heading)
        if grid.header:
            parts += _side_by_side([grid.header, *grid.lines])
        parts += [line for text in grid.below for line in wrapped(text)]
        blocks.append("\n".join(parts))
        blocks += ["\n".join(wrapped(sentence)) for sentence in grid.findings]
    return "\n\n".join(blocks)


def wrapped(text: str) -> list[str]:
    """A text in lines of at most `WIDTH` letters; its own line breaks stay."""
    together = text.replace(" %", "\N{NO-BREAK SPACE}%").replace("± ", "±\N{NO-BREAK SPACE}")
    return [
        part.replace("\N{NO-BREAK SPACE}", " ")
        for line in together.splitlines()
        for part in wrap(line, WIDTH, break_long_words=False, break_on_hyphens=False) or [""]
    ]


def _side_by_side(cells: Sequence[Sequence[str]]) -> list[str]:
    """Lines of cells as text, as many columns beside each other as there is room for."""
    found: list[str] = []
    for columns in _parts(cells):
        some = aligned([[line[i] for i in columns] for line in cells])
        found += ["", *some] if found else some
    return found


def _parts(cells: Sequence[Sequence[str]]) -> Iterator[list[int]]:
    """The columns that stand beside each other; the first one is always there."""
    widths = column_widths(cells)
    part = [0]
    for column in range(1, len(widths)):
        taken = sum(widths[i] + 2 for i in part)
        if len(part) > 1 and taken + widths[column] > WIDTH:
            yield part
            part = [0]
        part.append(column)
    yield part


def markdown(grids: Sequence[Grid]) -> str:
    """Grids as Markdown."""
    parts: list[str] = []
    for grid in grids:
        parts += [escaped(in_a_line(grid.heading)), ""] if grid.heading else []
        if grid.header:
            rule = "| " + " | ".join(["---", *["--:"] * (len(grid.header) - 1)]) + " |"
            parts += [markdown_line(grid.header), rule, *map(markdown_line, grid.lines), ""]
        for line in (*grid.below, *grid.findings):
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
        parts += [f"<p>{markup.escape(sentence)}</p>" for sentence in grid.findings]
    return "\n".join(parts)
