"""Tables of a study for the terminal and for notebooks."""

from __future__ import annotations

import html as markup
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from mancalab.study.intervals import Estimate

if TYPE_CHECKING:
    from mancalab.study.table import AdvantageRow

_NOTE = (
    "Seen from the player who starts; won, drawn, void, truncated: % of all games (0: none);\n"
    "score: won and half of drawn, in % of the games won, lost or drawn (50 is even);\n"
    "margin: in seeds; length: in plies; choices: legal actions per ply;\n"
    "± reaches to the farther end of the 95 % interval."
)


def with_options(game: str, options: Mapping[str, object]) -> str:
    """A game and its options in one word, as ``kalah:columns=4,seeds=3``."""
    if not options:
        return game
    return game + ":" + ",".join(f"{key}={_option(value)}" for key, value in options.items())


def _option(value: object) -> str:
    if value is None or isinstance(value, bool):
        return str(value).lower()
    return str(value)


def percent(share: Estimate) -> str:
    """A share as ``51.2 ±1.0``, in per cent."""
    return _spread(Estimate(*(100 * x for x in share)), ".1f")


def _percent_or_none(share: Estimate) -> str:
    """A share in per cent; a plain 0, easy to skip over, where nothing of the kind happened."""
    return "0" if share.value == 0 else percent(share)


def _spread(estimate: Estimate, form: str) -> str:
    if math.isnan(estimate.value):
        return "-"
    if math.isnan(estimate.margin_of_error):
        return format(estimate.value, form)
    return f"{estimate.value:{form}} ±{estimate.margin_of_error:{form.lstrip('+')}}"


_COLUMNS: dict[str, Callable[[AdvantageRow], str]] = {
    "game": lambda row: row.label,
    "won": lambda row: _percent_or_none(row.wins),
    "drawn": lambda row: _percent_or_none(row.draws),
    "void": lambda row: _percent_or_none(row.voids),
    "truncated": lambda row: _percent_or_none(row.truncated),
    "score": lambda row: percent(row.score),
    "margin": lambda row: _spread(row.margin, "+.2f"),
    "length": lambda row: _spread(row.plies, ".1f"),
    "choices": lambda row: _spread(row.branching, ".2f"),
    "distinct": lambda row: f"{row.distinct:,}",
}


def _blocks(rows: Sequence[AdvantageRow]) -> dict[str, list[AdvantageRow]]:
    """Rows by heading, which says all that the rows of a block have in common."""
    blocks: dict[str, list[AdvantageRow]] = {}
    for row in rows:
        blocks.setdefault(_heading(row), []).append(row)
    return blocks


def _heading(row: AdvantageRow) -> str:
    games = "1 game" if row.games == 1 else f"{row.games:,} games"
    parts = [f"{row.first} against {row.second}: {games} each"]
    if row.swapped:
        parts.append("in pairs with seats swapped")
    if row.opening_plies:
        parts.append(f"{row.opening_plies} random opening plies")
    parts.append(f"seed {row.seed}")
    return ", ".join(parts)


def _aligned(lines: Iterable[Sequence[str]]) -> list[str]:
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


def terminal(rows: Sequence[AdvantageRow]) -> str:
    """All rows as aligned text, one block for each pair of agents, columns alike in all."""
    if not rows:
        return "An empty table."
    blocks = _blocks(rows)
    table = [tuple(_COLUMNS)] + [
        tuple(cell(row) for cell in _COLUMNS.values()) for block in blocks.values() for row in block
    ]
    header, *lines = _aligned(table)
    parts: list[str] = []
    for heading, block in blocks.items():
        parts += [heading, header, *lines[: len(block)], ""]
        lines = lines[len(block) :]
    return "\n".join([*parts, _NOTE])


def html(rows: Sequence[AdvantageRow]) -> str:
    """All rows as one HTML table."""
    if not rows:
        return "<p>An empty table.</p>"
    parts = ["<table>", _html_line("th", tuple(_COLUMNS))]
    for heading, block in _blocks(rows).items():
        parts.append(
            f'<tr><th colspan="{len(_COLUMNS)}" style="text-align:left">'
            f"{markup.escape(heading)}</th></tr>"
        )
        parts += [_html_line("td", [cell(row) for cell in _COLUMNS.values()]) for row in block]
    note = markup.escape(_NOTE.replace("\n", " "))
    return "\n".join([*parts, "</table>", f"<p><small>{note}</small></p>"])


def _html_line(tag: str, cells: Sequence[str]) -> str:
    return "<tr>" + "".join(f"<{tag}>{markup.escape(cell)}</{tag}>" for cell in cells) + "</tr>"
