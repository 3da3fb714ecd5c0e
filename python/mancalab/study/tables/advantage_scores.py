"""The scores of a study: a line for each game, a column for each series.

A series is all that one pair of agents plays from openings of one kind. Games of a kind stand
together, those in which moving first is worth most at the top.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

from mancalab.study.tables import advantage_findings
from mancalab.study.tables.formats import (
    EXACT_NOTE,
    FEW_NOTE,
    INTERVAL_NOTE,
    MARK,
    percent,
    worth,
)
from mancalab.study.tables.grids import Grid
from mancalab.study.tables.labels import Labels

if TYPE_CHECKING:
    from mancalab.study.tables.advantage import AdvantageRow

_HEADER_LETTERS = 13
_LABEL_LETTERS = 28
_MUCH = 0.001
"""Share of games without a result from which on a table says how many these were."""

GameKey = tuple[str, str]
"""A game by its name and digest."""


def arranged(rows: Sequence[AdvantageRow]) -> tuple[AdvantageRow, ...]:
    """Rows kind by kind as these first come up, and game by game, the highest score first."""
    if not rows:
        return ()
    lead = advantage_findings.leading(rows)
    scores = {key(row): row.score.value for row in reversed(rows) if row.series == lead}
    kinds = list(dict.fromkeys(row.kind for row in rows))
    games = list(dict.fromkeys(map(key, rows)))

    def place(row: AdvantageRow) -> tuple[int, float, int]:
        score = scores.get(key(row), math.nan)
        return (
            kinds.index(row.kind),
            math.inf if math.isnan(score) else -score,
            games.index(key(row)),
        )

    return tuple(sorted(rows, key=place))


def key(row: AdvantageRow) -> GameKey:
    """The game of a row."""
    return row.game, row.digest


def scores(rows: Sequence[AdvantageRow], labels: Labels) -> list[Grid]:
    """The scores of all series side by side."""
    if not rows:
        return [Grid("An empty table.", (), ())]
    rows = arranged(rows)
    series = list(dict.fromkeys(_by_randomness(rows)))
    exact = any(row.exact is not None for row in rows)
    swapped = {row.series: row for row in rows if row.swapped}
    header = ["starter scored %"]
    for name in series:
        header.append("\n".join(wrap(name, _HEADER_LETTERS)))
        if name in swapped:
            row = swapped[name]
            words = f"{row.first} against {row.second}"
            header.append("\n".join(wrap(words, _HEADER_LETTERS)))
    if exact:
        header.append("exact")
    games: dict[GameKey, list[AdvantageRow]] = {}
    for row in rows:
        games.setdefault(key(row), []).append(row)
    kinds = len({row.kind for row in rows}) > 1
    lines: list[list[str]] = []
    kind = None
    for mine in games.values():
        if kinds and mine[0].kind != kind:
            kind = mine[0].kind
            lines.append([kind or "Other games", *[""] * (len(header) - 1)])
        name = ("  " if kinds else "") + labels.word(mine[0])
        lines.append([_broken(name), *_cells(mine, series, swapped, exact=exact)])
    notes = " ".join(_notes(rows, swapped, exact=exact))
    return [
        Grid(_heading(rows), header, lines),
        Grid("", (), (), [notes], advantage_findings.findings(rows)),
    ]


def _by_randomness(rows: Sequence[AdvantageRow]) -> Iterable[str]:
    """Series in their order: Random, after random plies, from the opening, as far as they go."""
    order = list(dict.fromkeys(row.series for row in rows))
    first = {row.series: row for row in reversed(rows)}
    return sorted(order, key=lambda name: not first[name].at_random)


def _cells(
    mine: Sequence[AdvantageRow],
    series: Sequence[str],
    swapped: dict[str, AdvantageRow],
    *,
    exact: bool,
) -> list[str]:
    found = {row.series: row for row in mine}
    marked = any(row.few_distinct for row in mine)
    cells = []
    for name in series:
        row = found.get(name)
        mark = "" if row is None else MARK if row.few_distinct else " " if marked else ""
        cells.append("-" if row is None else (percent(row.score) + mark).rstrip())
        if name in swapped:
            cells.append("-" if row is None else percent(row.agent_score))
    if exact:
        known = next((row for row in mine if row.exact is not None), None)
        value = None if known is None else known.exact
        cells.append("-" if known is None or value is None else worth(value, known.exact_kind))
    return cells


def _broken(label: str) -> str:
    """A label in lines that are not too long, broken between its settings."""
    if len(label) <= _LABEL_LETTERS:
        return label
    indent = " " * (len(label) - len(label.lstrip()))
    spaced = label.strip().replace(":", ": ", 1).replace(",", ", ")
    parts = wrap(spaced, _LABEL_LETTERS - len(indent) - 2, break_long_words=False)
    return "\n".join(indent + ("  " if i else "") + part for i, part in enumerate(parts))


def _heading(rows: Sequence[AdvantageRow]) -> str:
    games = sorted({row.games for row in rows})
    each = f"{games[0]:,}" if len(games) == 1 else f"{games[0]:,} to {games[-1]:,}"
    seeds = ", ".join(map(str, sorted({row.seed for row in rows})))
    word = "game" if games[-1] == 1 else "games"
    return f"What is it worth to move first? {each} {word} for each number, seed {seeds}"


def _notes(
    rows: Sequence[AdvantageRow], swapped: dict[str, AdvantageRow], *, exact: bool
) -> list[str]:
    found = [
        "Score of the player who starts: won and half of drawn, in % of the games won, lost or "
        "drawn (50 is even).",
        INTERVAL_NOTE,
    ]
    if swapped:
        found.append(
            "By turns: each opening is played twice with seats swapped; "
            "A against B is the score of A from both seats."
        )
    if exact:
        found.append(EXACT_NOTE)
    lost = max((row.voids.value + row.truncated.value for row in rows), default=0.0)
    if lost > _MUCH:
        found.append(f"Void games and those cut off, at most {100 * lost:.1f} %, are left out.")
    if any(row.few_distinct for row in rows):
        found.append(FEW_NOTE)
    found += advantage_findings.equal_series(rows)
    found += advantage_findings.short_series(rows)
    return found
