"""Regret in words: agents, their mistakes by number of seeds, and what was found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from mancalab._base.estimates import UNKNOWN
from mancalab._base.words import counted
from mancalab.study.tables.formats import INTERVAL_NOTE, percent, spread
from mancalab.study.tables.grids import Grid

if TYPE_CHECKING:
    from mancalab.study.tables.regret import RegretRow

Blocks = Mapping[str, Sequence["RegretRow"]]
"""Rows by the label of their game."""

SOURCES = {"tables": "endgame tables", "search": "a search of each position"}
"""Where exact values come from, by the method of a row."""

NOTE = (
    "mistakes: moves that lose value, in % of the positions; results lost: moves that turn a win "
    "into a draw or a loss, or a draw into a loss, in % of the positions in which an action does "
    "that; loss: what a move loses on average, and what a mistake does, in seeds (in results, a "
    f"win 1 and a loss -1, where seeds do not decide). {INTERVAL_NOTE}"
)
CAVEAT = "These are positions of random play; in those that good players reach it may be otherwise."


def regret(blocks: Blocks) -> list[Grid]:
    """All of a table."""
    if not blocks:
        return [Grid("An empty table.", (), ())]
    parts = [part for label, rows in blocks.items() for part in _block(label, rows)]
    return [*parts, Grid("", (), (), [NOTE], findings(blocks))]


def _block(label: str, rows: Sequence[RegretRow]) -> Iterator[Grid]:
    """The agents of one game, and their mistakes by number of seeds."""
    totals = _totals(rows)
    if not totals:
        yield Grid(f"{label}: rows of single numbers of seeds only", (), ())
        return
    agents = [f"{i} {row.agent}" for i, row in enumerate(totals, start=1)]
    header = ["agent", "mistakes", "results lost", "loss", "per mistake"]
    lines = [
        [
            agent,
            percent(row.mistake_share),
            percent(row.result_loss_share),
            spread(row.mean_loss, ".2f"),
            spread(row.loss_per_mistake, ".2f"),
        ]
        for agent, row in zip(agents, totals, strict=True)
    ]
    yield Grid(heading(label, totals[0]), header, lines, left_out(totals[0]))
    yield from _by_seeds(rows, totals)


def _totals(rows: Sequence[RegretRow]) -> list[RegretRow]:
    """The rows of all numbers of seeds together."""
    return [row for row in rows if row.seeds is None]


def _by_seeds(rows: Sequence[RegretRow], totals: Sequence[RegretRow]) -> Iterator[Grid]:
    """The mistakes of the agents by number of seeds; nothing where there are no such rows."""
    shares = {(row.seeds, row.agent): row.mistake_share for row in rows}
    layers = [row for row in rows if row.agent == totals[0].agent and row.seeds is not None]
    if not layers:
        return
    yield Grid(
        "mistakes by seeds in the pits",
        ["seeds", "positions", "left out", *(str(i + 1) for i in range(len(totals)))],
        [
            [
                str(row.seeds),
                f"{row.positions:,}",
                f"{row.left_out:,}",
                *(percent(shares.get((row.seeds, x.agent), UNKNOWN)) for x in totals),
            ]
            for row in layers
        ],
    )


def heading(label: str, total: RegretRow) -> str:
    """Which positions of a game were asked for, and where their values come from."""
    return (
        f"{label}: {counted(total.positions, 'position')} of random games, with up to "
        f"{counted(total.most_seeds, 'seed')} in the pits, seed {total.seed}; exact values by "
        f"{SOURCES[total.method]}"
    )


def left_out(total: RegretRow) -> list[str]:
    """What the agents were not asked, and how often the result was at stake."""
    said = [
        f"Left out: {counted(total.left_out, 'position')} in which every action is worth the same.",
        f"A result is at stake in {total.at_stake:,} of the {total.positions:,}.",
    ]
    if total.unsolved:
        said.append(f"Not solved, and left out too: {counted(total.unsolved, 'position')}.")
    return [" ".join(said)]


def findings(blocks: Blocks) -> list[str]:
    """Who makes the fewest mistakes in each game, and what that depends on."""
    totals = {label: _totals(rows) for label, rows in blocks.items()}
    found = "; ".join(_found(label, some) for label, some in totals.items() if some)
    return [f"Found: {found}. {CAVEAT}"] if found else []


def _found(label: str, totals: Sequence[RegretRow]) -> str:
    best, *others = sorted(totals, key=lambda row: row.mistake_share.value)
    told = f"{percent(best.mistake_share)} %"
    if not others:
        return f"in {label} {best.agent} loses value in {told} of these positions"
    if best.mistake_share.high < others[0].mistake_share.low:
        return (
            f"in {label} {best.agent} makes the fewest mistakes, {told}, and {others[-1].agent} "
            f"the most, {percent(others[-1].mistake_share)} %"
        )
    return (
        f"in {label} these positions do not tell whether {best.agent} or {others[0].agent} makes "
        f"fewer mistakes ({told} and {percent(others[0].mistake_share)} %)"
    )
