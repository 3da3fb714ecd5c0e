"""Tables of a study for the terminal, for notebooks and for Markdown."""

from __future__ import annotations

import html as markup
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from mancalab.study.intervals import Estimate

if TYPE_CHECKING:
    from mancalab.study.exact import ExactRow
    from mancalab.study.table import AdvantageRow, EffectRow


@dataclass(frozen=True)
class Layout:
    """How a kind of table is shown."""

    columns: Mapping[str, Callable[[Any], str]]
    """Heading and text of each column."""
    heading: Callable[[Any], str]
    """What the rows of a block have in common; it stands above them."""
    note: str
    """What the columns mean; it stands below the table."""
    optional: Mapping[str, tuple[Callable[[Any], bool], str]] = field(default_factory=dict)
    """Columns that are shown only where some row has them: whether it has, and a line of note."""

    def fitted(self, rows: Sequence[Any]) -> Layout:
        """The layout without the optional columns that none of these rows has."""
        has = {name: any(map(test, rows)) for name, (test, _) in self.optional.items()}
        columns = {name: cell for name, cell in self.columns.items() if has.get(name, True)}
        notes = [line for name, (_, line) in self.optional.items() if has[name]]
        return Layout(columns, self.heading, "\n".join([self.note, *notes]))


def with_options(game: str, options: Mapping[str, object]) -> str:
    """A game and its options in one word, as ``kalah:columns=4,seeds=3``."""
    if not options:
        return game
    return game + ":" + ",".join(setting(key, value) for key, value in options.items())


def setting(option: str, value: object) -> str:
    """An option and its value in one word, as ``replay=false``."""
    plain = value is None or isinstance(value, bool)
    return f"{option}={str(value).lower() if plain else value}"


def percent(share: Estimate) -> str:
    """A share as ``51.2 ±1.0``, in per cent."""
    return spread(Estimate(*(100 * x for x in share)), ".1f")


def _percent_or_none(share: Estimate) -> str:
    """A share in per cent; a plain 0, easy to skip over, where nothing of the kind happened."""
    return "0" if share.value == 0 else percent(share)


def spread(estimate: Estimate, form: str) -> str:
    """A value as ``41.3 ±0.2``; the form is that of its number."""
    if math.isnan(estimate.value):
        return "-"
    if math.isnan(estimate.margin_of_error):
        return format(estimate.value, form)
    return f"{estimate.value:{form}} ±{estimate.margin_of_error:{form.lstrip('+')}}"


def _change(estimate: Estimate, *, scale: int = 1) -> str:
    """A difference with its sign."""
    return spread(Estimate(*(scale * x for x in estimate)), "+z.2f")


def _bare(value: float, form: str) -> str:
    return "-" if math.isnan(value) else format(value, form)


def _agents(row: AdvantageRow) -> str:
    games = "1 game" if row.games == 1 else f"{row.games:,} games"
    parts = [f"{row.first} against {row.second}: {games} each"]
    if row.swapped:
        parts.append("in pairs with seats swapped")
    if row.opening_plies:
        parts.append(f"{row.opening_plies} random opening plies")
    parts.append(f"seed {row.seed}")
    return ", ".join(parts)


def _effect_heading(row: EffectRow) -> str:
    return f"{row.baseline}, {_agents(row)}"


_ADVANTAGE: dict[str, Callable[[AdvantageRow], str]] = {
    "game": lambda row: row.label,
    "won": lambda row: _percent_or_none(row.wins),
    "drawn": lambda row: _percent_or_none(row.draws),
    "void": lambda row: _percent_or_none(row.voids),
    "truncated": lambda row: _percent_or_none(row.truncated),
    "score": lambda row: percent(row.score),
    "margin": lambda row: spread(row.margin, "+.2f"),
    "exact": lambda row: "-" if row.exact is None else worth(row.exact, row.exact_kind),
    "length": lambda row: spread(row.plies, ".1f"),
    "choices": lambda row: spread(row.branching, ".2f"),
    "distinct": lambda row: f"{row.distinct:,}",
}

ADVANTAGE = Layout(
    _ADVANTAGE,
    _agents,
    "Seen from the player who starts; won, drawn, void, truncated: % of all games (0: none);\n"
    "score: won and half of drawn, in % of the games won, lost or drawn (50 is even);\n"
    "margin: in seeds; length: in plies; choices: legal actions per ply;\n"
    "± is the larger half of the 95 % interval.",
    {
        "exact": (
            lambda row: row.exact is not None,
            "exact: the value under perfect play, in seeds, or the result where they do not count.",
        )
    },
)

_EFFECT: dict[str, Callable[[EffectRow], str]] = {
    "rules": lambda row: row.change,
    "won": lambda row: _bare(100 * row.wins.value, ".1f"),
    "drawn": lambda row: _bare(100 * row.draws.value, ".1f"),
    "void": lambda row: _bare(100 * (row.voids.value + row.truncated.value), ".1f"),
    "score": lambda row: percent(row.score),
    "margin": lambda row: _bare(row.margin.value, "+.2f"),
    "length": lambda row: _bare(row.plies.value, ".1f"),
    "choices": lambda row: _bare(row.branching.value, ".2f"),
    "Δ won": lambda row: _change(row.wins_change, scale=100),
    "Δ score": lambda row: _change(row.score_change, scale=100),
    "Δ margin": lambda row: _change(row.margin_change),
    "Δ length": lambda row: _change(row.plies_change),
    "Δ choices": lambda row: _change(row.branching_change),
    "distinct": lambda row: f"{row.distinct:,}",
}

EFFECT = Layout(
    _EFFECT,
    _effect_heading,
    "Seen from the player who starts; won, drawn, void (or truncated): % of all games;\n"
    "score: won and half of drawn, in % of the games won, lost or drawn (50 is even);\n"
    "margin: in seeds; length: in plies; choices: legal actions per ply; distinct: games;\n"
    "Δ: minus the first row, over the same rounds;\n"
    "± is the larger half of the 95 % interval.",
)


def signed(value: int) -> str:
    """A value with its sign: ``+4``, ``0``, ``-4``."""
    return f"{value:+d}" if value else "0"


def worth(value: int, kind: str) -> str:
    """An exact value: a margin as ``+4``, a result in a word."""
    words = {1: "win", 0: "neither", -1: "loss"}
    return signed(value) if kind == "margin" else words[value]


def _value(row: ExactRow) -> str:
    if row.value is None:
        return "refused" if not row.kind else f"{signed(row.low)} to {signed(row.high)}"
    return worth(row.value, row.kind)


_EXACT: dict[str, Callable[[ExactRow], str]] = {
    "game": lambda row: row.label,
    "board": lambda row: f"{row.rows} x {row.columns}",
    "seeds": lambda row: str(row.seeds),
    "value": _value,
    "best first": lambda row: row.best or "-",
    "method": lambda row: row.method.partition(":")[0],
    "positions": lambda row: f"{row.nodes:,}",
    "seconds": lambda row: f"{row.seconds:.2f}",
}

EXACT = Layout(
    _EXACT,
    lambda _: "Perfect play from the opening",
    "Value: for the player who starts, the final margin in seeds, or the result where seeds do\n"
    "not decide; best first: the first actions that keep it; two numbers: proven bounds.",
)


def _blocks(rows: Sequence[Any], layout: Layout) -> dict[str, list[Any]]:
    """Rows by heading, which says all that the rows of a block have in common."""
    blocks: dict[str, list[Any]] = {}
    for row in rows:
        blocks.setdefault(layout.heading(row), []).append(row)
    return blocks


def _cells(row: Any, layout: Layout) -> list[str]:
    return [cell(row) for cell in layout.columns.values()]


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


def terminal(rows: Sequence[Any], layout: Layout) -> str:
    """All rows as aligned text, one block for each heading, columns alike in all."""
    if not rows:
        return "An empty table."
    layout = layout.fitted(rows)
    blocks = _blocks(rows, layout)
    table = [list(layout.columns)]
    table += [_cells(row, layout) for block in blocks.values() for row in block]
    header, *lines = aligned(table)
    parts: list[str] = []
    for heading, block in blocks.items():
        parts += [heading, header, *lines[: len(block)], ""]
        lines = lines[len(block) :]
    return "\n".join([*parts, layout.note])


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
    note = markup.escape(layout.note.replace("\n", " "))
    return "\n".join([*parts, "</table>", f"<p><small>{note}</small></p>"])


def html_line(tag: str, cells: Sequence[str]) -> str:
    """A line of an HTML table."""
    return "<tr>" + "".join(f"<{tag}>{markup.escape(cell)}</{tag}>" for cell in cells) + "</tr>"


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
    return "\n".join([*parts, escaped(layout.note), ""])


def markdown_line(cells: Sequence[str]) -> str:
    """A line of a Markdown table."""
    return "| " + " | ".join(map(escaped, cells)) + " |"


def escaped(cell: str) -> str:
    """Text without the signs that would be markup: option names have underscores."""
    return "".join(f"\\{sign}" if sign in "|_*<`" else sign for sign in cell)
