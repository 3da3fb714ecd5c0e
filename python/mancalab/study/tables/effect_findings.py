"""What a study of clauses has found, in sentences that its numbers bear out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from mancalab._base.estimates import Estimate, widened
from mancalab._base.words import counted
from mancalab.study.tables.caveats import (
    AFTER_THESE_PLIES,
    AMONG_RANDOM,
    FIXED_OPENING_OF_CHOOSERS,
)
from mancalab.study.tables.formats import change, few_distinct

if TYPE_CHECKING:
    from mancalab.study.tables.effect import EffectRow


def findings(rows: Sequence[EffectRow]) -> list[str]:
    """Which change does most to the starter's score, and whether that depends on the opening."""
    series: dict[str, list[EffectRow]] = {}
    for row in rows:
        if not math.isnan(row.score_change.value):
            series.setdefault(f"{row.baseline}, {row.series}", []).append(row)
    if not series:
        return []
    said = " ".join(_found(name, some) for name, some in series.items())
    return [f"Found: {said} {_caveat(rows)}".strip()]


def sign(found: Estimate, *, of: int = 1) -> int:
    """1 or -1 where the whole interval, as one of several, lies to one side of 0, else 0."""
    found = widened(found, of)
    if math.isnan(found.low) or math.isnan(found.high):
        return 0
    return (found.low > 0) - (found.high < 0)


def _found(name: str, rows: Sequence[EffectRow]) -> str:
    most = max(rows, key=lambda row: abs(row.score_change.value))
    told = [row for row in rows if sign(row.score_change, of=len(rows))]
    moved = _points(most)
    if len(rows) == 1:
        known = "" if told else ", which these games cannot tell from 0"
        return f"{name}: {most.change} moves the starter's score by {moved}{known}."
    if not told:
        return f"{name}: no change of the starter's score can be told from 0."
    most = max(told, key=lambda row: abs(row.score_change.value))
    moved = _points(most)
    others = len(rows) - len(told)
    rest = f"; {others} of {len(rows)} cannot be told from 0" if others else ""
    return f"{name}: {most.change} moves the starter's score most, by {moved}{rest}."


def _points(row: EffectRow) -> str:
    """The change of a score, with a warning where few games are distinct."""
    few = few_distinct(row.distinct, row.games)
    only = f" (in only {counted(row.distinct, 'distinct game')})" if few else ""
    return f"{change(row.score_change, scale=100)} points{only}"


def _caveat(rows: Sequence[EffectRow]) -> str:
    chosen = [row for row in rows if not row.at_random]
    if not chosen:
        return AMONG_RANDOM
    turned = _turned(chosen)
    if turned:
        return f"The opening turns it round: {turned}."
    widest = _widest(chosen)
    if widest:
        return f"How much it is depends on the opening: {widest}."
    if all(row.opening_plies == 0 for row in chosen):
        return FIXED_OPENING_OF_CHOOSERS
    return AFTER_THESE_PLIES


def _turned(rows: Sequence[EffectRow]) -> str:
    """Changes whose effect has one sign after some openings, and the other one after others."""
    return "; ".join(
        _by_opening(some)
        for some in _by_change(rows)
        if {1, -1} <= {sign(row.score_change, of=len(rows)) for row in some}
    )


def _widest(rows: Sequence[EffectRow]) -> str:
    """The change whose intervals lie farthest apart after different openings, if some do."""

    def gap(some: Sequence[EffectRow]) -> float:
        ends = [row.score_change for row in some if not math.isnan(row.score_change.low)]
        return max((x.low for x in ends), default=0) - min((x.high for x in ends), default=0)

    apart = [some for some in _by_change(rows) if len(some) > 1 and gap(some) > 0]
    return _by_opening(max(apart, key=gap)) if apart else ""


def _by_change(rows: Sequence[EffectRow]) -> list[list[EffectRow]]:
    """The rows of each change and pair of agents, after whatever opening."""
    same: dict[tuple[str, str, str, str], list[EffectRow]] = {}
    for row in rows:
        same.setdefault((row.baseline, row.first, row.second, row.change), []).append(row)
    return list(same.values())


def _by_opening(some: Sequence[EffectRow]) -> str:
    told = (f"{change(row.score_change, scale=100)} {row.opening}" for row in some)
    return f"{some[0].change} ({some[0].players}: {', '.join(told)})"
