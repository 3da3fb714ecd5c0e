"""What clauses do: one row for each value of an option, against the unchanged rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property

from mancalab._base.estimates import Estimate
from mancalab.study.tables import effect_findings
from mancalab.study.tables.advantage import (
    CHOICES,
    FEW_LINE,
    LEGEND,
    LENGTH,
    MARGIN,
    STARTER_NOTE,
    VOID,
    VOID_COLUMN,
    WON,
    AdvantageRow,
    heading,
    marked,
)
from mancalab.study.tables.base import LaidOutTable
from mancalab.study.tables.formats import INTERVAL_NOTE, MARK, bare, change, percent, setting
from mancalab.study.tables.labels import Labels, NamedGame
from mancalab.study.tables.layouts import Layout
from mancalab.study.tables.options import OptionValue


@dataclass(frozen=True)
class EffectRow(AdvantageRow):
    """One value of one option, measured; with what it changes against the unchanged rules.

    The ``..._change`` fields are this row's value minus that of the baseline, over the same rounds
    (see `mancalab.study.intervals.difference`); nan in the row of the baseline itself.
    """

    baseline: str
    """Label of what the row is compared with: the game, as `AdvantageRow.label` has it."""
    option: str
    """The option that was set; empty in the row of the unchanged rules."""
    value: OptionValue
    """The value it was set to."""
    wins_change: Estimate
    """Change of the starting player's share of wins, of all games."""
    score_change: Estimate
    """Change of the starting player's score."""
    margin_change: Estimate
    """Change of the starting player's mean margin, in seeds."""
    plies_change: Estimate
    """Change of the mean length of a game, in plies."""
    branching_change: Estimate
    """Change of the mean number of legal actions."""
    baseline_digest: str = field(default="", kw_only=True)
    """Digest of the rules that the row is compared with."""

    @property
    def change(self) -> str:
        """What was set, such as ``replay=false``."""
        return setting(self.option, self.value) if self.option else "unchanged"


def _baseline(row: EffectRow) -> NamedGame:
    """What a row is compared with, as a game that its text names."""
    return NamedGame(row.baseline, row.baseline_digest, {})


_EFFECT: dict[str, Callable[[EffectRow], str]] = {
    "rules": lambda row: row.change,
    "starter\nwon %": lambda row: bare(100 * row.wins.value, ".1f"),
    "drawn\n%": lambda row: bare(100 * row.draws.value, ".1f"),
    VOID: lambda row: bare(100 * (row.voids.value + row.truncated.value), ".1f"),
    "starter\nscored %": lambda row: marked(percent(row.score), row),
    "starter's\nmargin": lambda row: bare(row.margin.value, "+.2f"),
    "length": lambda row: bare(row.plies.value, ".1f"),
    "choices": lambda row: bare(row.branching.value, ".2f"),
    "Δ starter\nwon": lambda row: change(row.wins_change, scale=100),
    "Δ starter\nscored": lambda row: change(row.score_change, scale=100),
    "Δ starter's\nmargin": lambda row: change(row.margin_change),
    "Δ length": lambda row: change(row.plies_change),
    "Δ choices": lambda row: change(row.branching_change),
    "distinct\ngames": lambda row: f"{row.distinct:,}",
}

EFFECT = Layout(
    _EFFECT,
    heading,
    {
        **LEGEND,
        "Δ starter\nwon": WON,
        "Δ starter's\nmargin": MARGIN,
        "Δ length": LENGTH,
        "Δ choices": CHOICES,
    },
    (STARTER_NOTE, f"Δ: minus the first row, over the same rounds. {INTERVAL_NOTE}"),
    {VOID: VOID_COLUMN, MARK: FEW_LINE},
    spare=(
        "choices",
        "drawn\n%",
        "Δ starter\nwon",
        "starter\nwon %",
        "starter's\nmargin",
        "length",
        "Δ choices",
        "distinct\ngames",
        VOID,
    ),
    findings=effect_findings.findings,
)


class EffectTable(LaidOutTable[EffectRow]):
    """What clauses do: all values for the first pair of agents, then for the next pair."""

    row_type = EffectRow
    layout = EFFECT

    @cached_property
    def _baselines(self) -> Labels:
        return Labels(map(_baseline, self.rows))

    def baseline(self, row: EffectRow) -> str:
        """What the rules are called here that a row is compared with."""
        return self._baselines.word(_baseline(row))

    @property
    def findings(self) -> tuple[str, ...]:
        """What was found, in sentences, with what it depends on."""
        return tuple(effect_findings.findings(self.rows))

    def _layout(self) -> Layout:
        return replace(self.layout, heading=lambda row: f"{self.baseline(row)}, {heading(row)}")
