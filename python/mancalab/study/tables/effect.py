"""What clauses do: one row for each value of an option, against the unchanged rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property

from mancalab._base.estimates import Estimate
from mancalab.study.tables.advantage import AdvantageRow, heading
from mancalab.study.tables.base import LaidOutTable
from mancalab.study.tables.formats import bare, change, percent, setting
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
    "won": lambda row: bare(100 * row.wins.value, ".1f"),
    "drawn": lambda row: bare(100 * row.draws.value, ".1f"),
    "void": lambda row: bare(100 * (row.voids.value + row.truncated.value), ".1f"),
    "score": lambda row: percent(row.score),
    "margin": lambda row: bare(row.margin.value, "+.2f"),
    "length": lambda row: bare(row.plies.value, ".1f"),
    "choices": lambda row: bare(row.branching.value, ".2f"),
    "Δ won": lambda row: change(row.wins_change, scale=100),
    "Δ score": lambda row: change(row.score_change, scale=100),
    "Δ margin": lambda row: change(row.margin_change),
    "Δ length": lambda row: change(row.plies_change),
    "Δ choices": lambda row: change(row.branching_change),
    "distinct": lambda row: f"{row.distinct:,}",
}

EFFECT = Layout(
    _EFFECT,
    heading,
    "Seen from the player who starts; won, drawn, void (or truncated): % of all games;\n"
    "score: won and half of drawn, in % of the games won, lost or drawn (50 is even);\n"
    "margin: in seeds; length: in plies; choices: legal actions per ply; distinct: games;\n"
    "Δ: minus the first row, over the same rounds;\n"
    "± is the larger half of the 95 % interval.",
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

    def _layout(self) -> Layout:
        return replace(self.layout, heading=lambda row: f"{self.baseline(row)}, {heading(row)}")
