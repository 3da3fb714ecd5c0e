"""Cross tables and strengths of a tournament in words."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from mancalab._base.estimates import ELO, Z95
from mancalab._base.words import counted
from mancalab.study.outcomes import DRAW, LOSS, TRUNCATED, VOID, WIN
from mancalab.study.tables import tournament_findings
from mancalab.study.tables.formats import FEW_NOTE, INTERVAL_NOTE, MARK, percent
from mancalab.study.tables.grids import Grid
from mancalab.study.tables.standings import Block
from mancalab.study.tables.tournament_rows import PairingRow, StrengthRow

NOTE = (
    "score: of the agent in the line, against all others and against each in its column: won and "
    "half of drawn, in % of the games won, lost or drawn. Below it games won-drawn-lost. "
    f"{INTERVAL_NOTE} It is over pairs of games with one opening and swapped seats."
)
STRENGTH_NOTE = (
    "strength: in logits, all agents together at 0; Elo: the same in points (400 / ln 10 a logit). "
    f"{INTERVAL_NOTE}"
)


def tournament(
    rows: Sequence[PairingRow], blocks: Sequence[Block], strong: Sequence[StrengthRow]
) -> list[Grid]:
    """All of a tournament: cross tables, strengths, faults."""
    if not rows:
        return [Grid("An empty table.", (), ())]
    parts = [part for block in blocks for part in cross_table(block)]
    faults = [
        _fault(row, i, block.label)
        for block in blocks
        for row in block.rows
        for i in range(len(row.faults))
    ]
    if faults:
        parts.append(Grid("Faults:", (), (), faults))
    few = [FEW_NOTE] if any(row.few_distinct for row in rows) else []
    said = tournament_findings.findings(blocks)
    return [*parts, Grid("", (), (), [NOTE, *few]), *strengths(strong), Grid("", (), (), said)]


def cross_table(block: Block) -> Iterator[Grid]:
    """Scores of one game, and the games they come from."""
    agents = list(block.totals)
    numbers = [str(i + 1) for i in range(len(agents))]
    names = [f"{number} {agent}" for number, agent in zip(numbers, agents, strict=True)]
    few = block.few_distinct
    scores, games = [], []
    for name, agent in zip(names, agents, strict=True):
        records = [block.records.get((agent, other)) for other in agents]
        total = block.totals[agent]
        scores.append(
            [
                name,
                percent(total.score),
                *(
                    "-" if x is None else percent(x.score) + MARK * ((agent, other) in few)
                    for other, x in zip(agents, records, strict=True)
                ),
            ]
        )
        counts = total.outcomes
        games.append(
            [
                name,
                f"{sum(counts):,}",
                _won_drawn_lost(counts),
                *("-" if x is None else _won_drawn_lost(x.outcomes) for x in records),
                str(counts[VOID] + counts[TRUNCATED]),
                str(total.forfeits),
            ]
        )
    yield Grid(_heading(block), ["score", "all", *numbers], scores)
    yield Grid("", ["games", "played", "all", *numbers, "void", "forfeits"], games, _said(block))


def _won_drawn_lost(counts: Sequence[int]) -> str:
    return f"{counts[WIN]}-{counts[DRAW]}-{counts[LOSS]}"


def _heading(block: Block) -> str:
    each = sorted({row.games for row in block.rows})
    games = f"{each[0]:,}" if len(each) == 1 else f"{each[0]:,} to {each[-1]:,}"
    seeds = sorted({row.seed for row in block.rows})
    return (
        f"{block.label}: {games} games for each two agents, in pairs with seats swapped, "
        f"seed {', '.join(map(str, seeds))}"
    )


def _said(block: Block) -> list[str]:
    """What the two tables do not show."""
    said = []
    plies = sorted({row.opening_plies for row in block.rows})
    if plies[-1] and len(plies) == 1:
        said.append(f"Each game begins with {counted(plies[0], 'random ply')}.")
    elif plies[-1]:
        said.append("Some pairs of agents begin with random plies.")
    distinct = sum(row.distinct for row in block.rows)
    games = sum(row.to_their_end for row in block.rows)
    forfeited = sum(row.games for row in block.rows) - games
    besides = " (the others were forfeited)" if forfeited else ""
    said.append(f"{distinct:,} of {games:,} games are distinct{besides}.")
    repeated = [row for row in block.rows if row.few_distinct]
    if repeated:
        pairs = ", ".join(f"{row.agent} v {row.opponent}" for row in repeated)
        said.append(f"Fewer than a tenth are so in {pairs}.")
    return said


def _fault(row: PairingRow, number: int, game: str) -> str:
    fault = row.faults[number]
    times = counted(fault.count, "game")
    return (
        f"{fault.agent}, {fault.kind}: {times} of {row.agent} v {row.opponent} in {game}; "
        f"first in {fault.where}: {fault.message}"
    )


def strengths(rows: Iterable[StrengthRow]) -> list[Grid]:
    """The strengths of all games."""
    parts = [_strengths(game, list(some)) for game, some in groupby(rows, lambda row: row.game)]
    if not parts:
        return [Grid("An empty table.", (), ())]
    return [*parts, Grid("", (), (), [STRENGTH_NOTE])]


def _strengths(game: str, rows: Sequence[StrengthRow]) -> Grid:
    rows = sorted(rows, key=lambda row: 0.0 if math.isnan(row.strength) else -row.strength)
    lines = [
        [
            row.agent,
            f"{row.games:,}",
            percent(row.score),
            _error(row.strength, row.strength_error, "+z.2f"),
            _error(row.elo, row.elo_error, "+z.0f"),
        ]
        for row in rows
    ]
    one = rows[0]
    below = []
    if not math.isnan(one.advantage):
        below.append(_worth("first move", one.advantage, one.advantage_error, "+z"))
    if not math.isnan(one.draw_width):
        below.append(_worth("draw half-width", one.draw_width, one.draw_width_error, ""))
    if one.note:
        below.append(f"note: {one.note}")
    return Grid(f"strengths, {game}", ["agent", "games", "score", "strength", "Elo"], lines, below)


def _worth(what: str, value: float, error: float, sign: str) -> str:
    logits = _error(value, error, f"{sign}.2f")
    return f"{what}: {logits} logits, {_error(ELO * value, ELO * error, f'{sign}.0f')} Elo"


def _error(value: float, error: float, form: str) -> str:
    """A value with its 95 % interval, from its standard error."""
    if math.isnan(value):
        return "-"
    if math.isinf(value) or math.isnan(error):
        return format(value, form)
    return f"{value:{form}} ±{Z95 * error:{form.lstrip('+z')}}"
