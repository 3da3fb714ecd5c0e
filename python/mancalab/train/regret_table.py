"""The regret of a run: how often its networks lost value, by the time they had learned."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from mancalab._base.words import counted
from mancalab.study.tables import regret_text
from mancalab.study.tables.formats import INTERVAL_NOTE, bare, percent, spread
from mancalab.study.tables.grids import Grid
from mancalab.study.tables.regret import RegretRow, RegretTable
from mancalab.train.snapshots import Snapshot

if TYPE_CHECKING:
    from typing import Self

NOTE = (
    "mistakes: moves that lose value, in % of these positions; results lost: moves that turn a win "
    "into a draw or a loss, or a draw into a loss, in % of the positions in which an action does "
    f"that; loss: what a move loses on average. {INTERVAL_NOTE}"
)


@dataclass(frozen=True)
class RunRegretRow(RegretRow):
    """The moves of a network that a run kept beside the best ones."""

    simulations: int
    """Of the network's search."""
    minutes: float
    """How long the run had learned, measurements apart."""
    rounds: int
    """Rounds that it had learned."""
    learned_from: int
    """Positions that it had played until then."""


class RunRegret(RegretTable):
    """Regret of the networks of a run: the rows of one network, then those of the next.

    ``str`` gives a line for each network, and the share of mistakes by number of seeds; files have
    all columns.
    """

    row_type = RunRegretRow
    rows: tuple[RunRegretRow, ...]

    @classmethod
    def of(cls, table: RegretTable, snapshots: Sequence[Snapshot], simulations: int) -> Self:
        """The regret of agents that are snapshots of a run."""
        by_name = {snapshot.name: snapshot for snapshot in snapshots}
        names = [field.name for field in fields(RegretRow)]
        rows = []
        for row in table.rows:
            snapshot = by_name[row.agent]
            rows.append(
                RunRegretRow(
                    **{name: getattr(row, name) for name in names},
                    simulations=simulations,
                    minutes=snapshot.minutes,
                    rounds=snapshot.rounds,
                    learned_from=snapshot.positions,
                )
            )
        return cls(tuple(rows))

    @property
    def totals(self) -> tuple[RunRegretRow, ...]:
        """The rows of all numbers of seeds together: one for each network."""
        return tuple(row for row in self.rows if row.seeds is None)

    def _grids(self) -> list[Grid]:
        """Networks in the order of learning, and their mistakes by number of seeds."""
        if not self.rows:
            return [Grid("An empty table.", (), ())]
        parts = [part for label in self.blocks for part in self._block(label)]
        return [*parts, Grid("", (), (), [NOTE], list(self.findings))]

    def _block(self, label: str) -> Iterator[Grid]:
        rows = [row for row in self.rows if self.labels.word(row) == label]
        totals = [row for row in rows if row.seeds is None]
        if not totals:
            yield Grid(f"{label}: rows of single numbers of seeds only", (), ())
            return
        searched = f"; networks with {counted(totals[0].simulations, 'simulation')}"
        yield Grid(
            regret_text.heading(label, totals[0]) + searched,
            ["network", "minutes", "positions", "mistakes", "results lost", "loss"],
            [
                [
                    row.agent,
                    bare(row.minutes, ".1f"),
                    f"{row.learned_from:,}",
                    percent(row.mistake_share),
                    percent(row.result_loss_share),
                    spread(row.mean_loss, ".2f"),
                ]
                for row in totals
            ],
            regret_text.left_out(totals[0]),
        )
        if len(rows) > len(totals):
            yield _by_seeds([row for row in rows if row.seeds is not None], totals)

    @property
    def findings(self) -> tuple[str, ...]:
        """What was found, in sentences, with what it depends on."""
        found = []
        for label in self.blocks:
            totals = [row for row in self.totals if self.labels.word(row) == label]
            if totals:
                found.append(_found(label, totals))
        return (f"Found: {'; '.join(found)}. {regret_text.CAVEAT}",) if found else ()


def _by_seeds(rows: Sequence[RunRegretRow], totals: Sequence[RunRegretRow]) -> Grid:
    """The mistakes of networks by number of seeds: values alone, so that many stand abreast."""
    shares = {(row.seeds, row.agent): row.mistake_share for row in rows}
    layers = [row for row in rows if row.agent == totals[0].agent]
    margins = [share.margin_of_error for share in shares.values()]
    widest = max((margin for margin in margins if not math.isnan(margin)), default=math.nan)
    return Grid(
        "mistakes by seeds in the pits, after so many rounds",
        ["seeds", "positions", "left out", *(f"{row.rounds:,}" for row in totals)],
        [
            [
                str(row.seeds),
                f"{row.positions:,}",
                f"{row.left_out:,}",
                *(bare(100 * shares[row.seeds, x.agent].value, ".1f") for x in totals),
            ]
            for row in layers
        ],
        [f"The 95 % intervals of these are ±{100 * widest:.1f} at the most."],
    )


def _found(label: str, totals: Sequence[RunRegretRow]) -> str:
    first, last = totals[0], totals[-1]
    told = (
        f"in {label} the network of {last.agent} loses value in {percent(last.mistake_share)} % of "
        "these positions"
    )
    if first is last:
        return told
    return f"{told}, that of {first.agent} in {percent(first.mistake_share)} %"
