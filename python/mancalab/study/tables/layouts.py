"""Rows of one kind as tables with fixed columns: aligned text, HTML and Markdown."""

from __future__ import annotations

import html as markup
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from mancalab.study.tables.grids import WIDTH, wrapped
from mancalab.study.tables.markup import aligned, escaped, html_line, in_a_line, markdown_line


@dataclass(frozen=True)
class Layout:
    """How a kind of table is shown."""

    columns: Mapping[str, Callable[[Any], str]]
    """Heading and text of each column."""
    heading: Callable[[Any], str]
    """What the rows of a block have in common; it stands above them."""
    legend: Mapping[str, tuple[str, str]]
    """For a column the word that needs to be explained, and what it means; below the table stands
    what the columns that are shown need."""
    note: tuple[str, str] = ("", "")
    """Sentences before the legend and after it."""
    optional: Mapping[str, tuple[Callable[[Any], bool], str]] = field(default_factory=dict)
    """Columns that are shown only where some row has them, and marks: whether some row has them,
    and a line of note."""

    more: Sequence[str] = ()
    """Lines below the note."""
    spare: Sequence[str] = ()
    """Columns that text leaves out, the first of them first, where they have no room."""
    findings: Callable[[Sequence[Any]], Sequence[str]] = lambda _: ()
    """What the rows say, in sentences."""

    def showing(self, column: str, cell: Callable[[Any], str]) -> Layout:
        """The layout with other texts in one of its columns."""
        return replace(self, columns={**self.columns, column: cell})

    def fitted(self, rows: Sequence[Any]) -> Layout:
        """The layout without the optional columns that none of these rows has."""
        has = {name: any(map(test, rows)) for name, (test, _) in self.optional.items()}
        columns = {name: cell for name, cell in self.columns.items() if has.get(name, True)}
        notes = [line for name, (_, line) in self.optional.items() if has[name]]
        return replace(self, columns=columns, more=[*self.more, *notes], optional={})

    def narrowed(self, rows: Sequence[Any]) -> Layout:
        """The layout without the spare columns for which a line of text has no room."""
        layout = self
        for name in self.spare:
            if layout.width(rows) <= WIDTH:
                break
            columns = {key: cell for key, cell in layout.columns.items() if key != name}
            layout = replace(layout, columns=columns)
        left_out = [in_a_line(name) for name in self.columns if name not in layout.columns]
        if not left_out:
            return layout
        line = f"Left out for want of room: {', '.join(left_out)}; files have all columns."
        return replace(layout, more=[*layout.more, line])

    def explained(self) -> str:
        """What stands below the table: the words of its columns, and notes."""
        words: dict[str, list[str]] = {}
        for column in self.columns:
            if column in self.legend:
                word, meaning = self.legend[column]
                words.setdefault(meaning, []).append(word)
        said = [f"{', '.join(dict.fromkeys(some))}: {meaning}" for meaning, some in words.items()]
        legend = "; ".join(said)
        before, after = self.note
        sentences = [before, f"{legend[:1].upper()}{legend[1:]}." if legend else "", after]
        return "\n".join([" ".join(filter(None, sentences)), *self.more])

    def width(self, rows: Sequence[Any]) -> int:
        """Letters in a line of text."""
        return max(map(len, aligned([list(self.columns), *(_cells(row, self) for row in rows)])))


def _blocks(rows: Sequence[Any], layout: Layout) -> dict[str, list[Any]]:
    """Rows by heading, which says all that the rows of a block have in common."""
    blocks: dict[str, list[Any]] = {}
    for row in rows:
        blocks.setdefault(layout.heading(row), []).append(row)
    return blocks


def _cells(row: Any, layout: Layout) -> list[str]:
    return [cell(row) for cell in layout.columns.values()]


def terminal(rows: Sequence[Any], layout: Layout) -> str:
    """All rows as aligned text, one block for each heading, columns alike in all."""
    if not rows:
        return "An empty table."
    layout = layout.fitted(rows).narrowed(rows)
    blocks = _blocks(rows, layout)
    table = [list(layout.columns)]
    table += [_cells(row, layout) for block in blocks.values() for row in block]
    lines = aligned(table)
    header, lines = lines[: len(lines) - len(rows)], lines[len(lines) - len(rows) :]
    parts: list[str] = []
    for heading, block in blocks.items():
        parts += [*wrapped(heading), *header, *lines[: len(block)], ""]
        lines = lines[len(block) :]
    parts += wrapped(layout.explained())
    for sentence in layout.findings(rows):
        parts += ["", *wrapped(sentence)]
    return "\n".join(parts)


def html(rows: Sequence[Any], layout: Layout) -> str:
    """All rows as one HTML table."""
    if not rows:
        return "<p>An empty table.</p>"
    layout = layout.fitted(rows)
    parts = ["<table>", html_line("th", tuple(layout.columns))]
    for heading, block in _blocks(rows, layout).items():
        parts.append(
            f'<tr><th colspan="{len(layout.columns)}" style="text-align:left">'
            f"{markup.escape(heading)}</th></tr>"
        )
        parts += [html_line("td", _cells(row, layout)) for row in block]
    note = markup.escape(layout.explained().replace("\n", " "))
    said = [f"<p>{markup.escape(sentence)}</p>" for sentence in layout.findings(rows)]
    return "\n".join([*parts, "</table>", f"<p><small>{note}</small></p>", *said])


def markdown(rows: Sequence[Any], layout: Layout) -> str:
    """All rows as Markdown tables, one for each heading."""
    if not rows:
        return "An empty table.\n"
    layout = layout.fitted(rows)
    parts: list[str] = []
    for heading, block in _blocks(rows, layout).items():
        rule = ["---", *["--:"] * (len(layout.columns) - 1)]
        lines = [list(layout.columns), rule, *(_cells(row, layout) for row in block)]
        parts += [escaped(heading), "", *map(markdown_line, lines), ""]
    said = [line for sentence in layout.findings(rows) for line in ("", escaped(sentence))]
    return "\n".join([*parts, escaped(layout.explained()), *said, ""])
