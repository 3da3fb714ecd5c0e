"""What a study of the first player's advantage has found, in sentences."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from mancalab._base.estimates import Estimate, widened
from mancalab._base.words import counted
from mancalab.study.cells import OPENING_PLIES
from mancalab.study.tables.caveats import (
    AFTER_THESE_PLIES,
    AMONG_RANDOM,
    FIXED_OPENING,
    UNTRIED,
)
from mancalab.study.tables.labels import Labels

if TYPE_CHECKING:
    from mancalab.study.tables.advantage import AdvantageRow

_NAMED = 4
"""Games that a sentence names at the most."""


def findings(rows: Sequence[AdvantageRow]) -> list[str]:
    """Who gains by moving first, and whether that depends on the opening."""
    if not rows:
        return []
    labels = Labels(rows)
    lead = leading(rows)
    mine = [row for row in rows if row.series == lead and not math.isnan(row.score.value)]
    if not mine:
        return ["No game of the series came to a result: nothing is known of the first move."]
    said = [_one(mine[0], labels) if len(mine) == 1 else _many(mine, labels)]
    caveat = _caveat(rows, labels)
    return [f"{said[0]} {caveat}".strip()]


def leading(rows: Sequence[AdvantageRow]) -> str:
    """The series that a finding is of: players who choose, after random plies if some are."""

    def order(row: AdvantageRow) -> tuple[bool, bool, bool]:
        return row.at_random, row.opening_plies == 0, row.opening_plies != OPENING_PLIES

    return min(rows, key=order).series


def verdict(score: Estimate, *, of: int = 1) -> int:
    """1 where the whole interval lies above 50 %, -1 where it lies below, 0 where it does not.

    Of several verdicts all are right together in 95 % of studies (Bonferroni): of 26 even games one
    would otherwise be taken for uneven more often than not.
    """
    wider = widened(score, of)
    if math.isnan(wider.low) or math.isnan(wider.high):
        return 0
    return (wider.low > 0.5) - (wider.high < 0.5)


def _one(row: AdvantageRow, labels: Labels) -> str:
    score = row.score
    what = {
        1: "moving first helps",
        -1: "moving first harms",
        0: "these games do not tell whether moving first helps",
    }[verdict(score)]
    between = f" ({_percent(score.low)} to {_percent(score.high)} %)"
    known = "" if math.isnan(score.low) else between
    return (
        f"Found, {row.series}: in {labels.word(row)} the player who starts scores "
        f"{_scored(row)}{known}; {what}."
    )


def _many(rows: Sequence[AdvantageRow], labels: Labels) -> str:
    verdicts = [verdict(row.score, of=len(rows)) for row in rows]
    helps = verdicts.count(1)
    harms = [row for row, found in zip(rows, verdicts, strict=True) if found < 0]
    named = ", ".join(labels.word(row) for row in harms[:_NAMED])
    more = ", ..." if len(harms) > _NAMED else ""
    harm = f"harms in {len(harms)} ({named}{more})" if harms else "harms in none"
    even = len(rows) - helps - len(harms)
    return (
        f"Found, {rows[0].series}: of {len(rows)} games moving first helps in {helps or 'none'}, "
        f"{harm} and cannot be told from even in {even or 'none'}{_allowing(rows)}"
        f"{_extremes(rows, labels)}."
    )


def _allowing(rows: Sequence[AdvantageRow]) -> str:
    """Why the sentence may find less than the table shows."""
    few = sum(bool(verdict(row.score)) and not verdict(row.score, of=len(rows)) for row in rows)
    if few == 0:
        return ""
    without = (
        "interval of one of these leaves" if few == 1 else f"intervals of {few} of these leave"
    )
    return f" (the {without} out 50 in the table, but here {len(rows)} are judged at once)"


def _extremes(rows: Sequence[AdvantageRow], labels: Labels) -> str:
    """Where it is worth most and least; games that these intervals do not tell apart together."""
    most = max(rows, key=lambda row: row.score.value)
    least = min(rows, key=lambda row: row.score.value)
    if _overlap(most, least):
        return ""
    ends = [
        (most, [row for row in rows if row is not most and _overlap(row, most)]),
        (least, [row for row in rows if row is not least and _overlap(row, least)]),
    ]
    first, last = (
        f"{labels.word(end)} ({_scored(end)}{_beside(others, labels)})" for end, others in ends
    )
    return f"; it is worth most in {first} and least in {last}"


def _beside(others: Sequence[AdvantageRow], labels: Labels) -> str:
    if not others:
        return ""
    named = ", ".join(labels.word(row) for row in others[:_NAMED])
    more = f" and {len(others) - _NAMED} more" if len(others) > _NAMED else ""
    return f"; not told apart from {named}{more}"


def _overlap(one: AdvantageRow, other: AdvantageRow) -> bool:
    """Whether the intervals of two scores meet, or one of them is not known."""
    low, high = max(one.score.low, other.score.low), min(one.score.high, other.score.high)
    return math.isnan(low) or math.isnan(high) or low <= high


def _scored(row: AdvantageRow) -> str:
    """The score of the player who starts, with a warning where few games are distinct."""
    few = f" in only {counted(row.distinct, 'distinct game')}" if row.few_distinct else ""
    return f"{_percent(row.score.value)} %{few}"


def _caveat(rows: Sequence[AdvantageRow], labels: Labels) -> str:
    """Whether the opening decides what is found, as far as the rows know."""
    chosen = [row for row in rows if not row.at_random]
    if not chosen:
        return AMONG_RANDOM
    openings: dict[tuple[str, str, str, str], list[AdvantageRow]] = {}
    for row in chosen:
        openings.setdefault((row.game, row.digest, row.first, row.second), []).append(row)
    compared = [some for some in openings.values() if len(some) > 1]
    if compared:
        return _compared(compared, labels)
    if all(row.opening_plies == 0 for row in chosen):
        return FIXED_OPENING
    return AFTER_THESE_PLIES


def _compared(compared: Sequence[Sequence[AdvantageRow]], labels: Labels) -> str:
    turned = [
        some
        for some in compared
        if {1, -1} <= {verdict(row.score, of=len(some) * len(compared)) for row in some}
    ]
    if turned:
        named = "; ".join(
            f"{labels.word(some[0])} ("
            + ", ".join(f"{_scored(row)} {row.opening}" for row in some)
            + ")"
            for some in sorted(turned, key=_spread, reverse=True)[:_NAMED]
        )
        games = counted(len(turned), "game")
        more = f" and {len(turned) - _NAMED} more" if len(turned) > _NAMED else ""
        return f"In {games} the opening turns it round: {named}{more}. {UNTRIED}"
    apart = [some for some in compared if _differs(some)]
    none = "No opening tried turns that round for certain"
    if not apart:
        return f"{none}, and none of them is told apart from another. {UNTRIED}"
    widest = max(apart, key=_spread)
    values = ", ".join(f"{_scored(row)} {row.opening}" for row in widest)
    if len(compared) == 1:
        return f"{none}, but they differ ({values}). {UNTRIED}"
    return f"{none}; most depends on it in {labels.word(widest[0])} ({values}). {UNTRIED}"


def _differs(some: Sequence[AdvantageRow]) -> bool:
    """Whether some two openings of a game are told apart."""
    return any(not _overlap(one, other) for one, other in combinations(some, 2))


def _spread(some: Sequence[AdvantageRow]) -> float:
    values = [row.score.value for row in some if not math.isnan(row.score.value)]
    return max(values) - min(values) if values else 0.0


def equal_series(rows: Sequence[AdvantageRow]) -> list[str]:
    """Why all rows of a game are alike, where they are: no choice of an agent counts."""
    games: dict[tuple[str, str], list[AdvantageRow]] = {}
    for row in rows:
        games.setdefault((row.game, row.digest), []).append(row)
    labels = Labels(rows)
    alike = [
        labels.word(some[0])
        for some in games.values()
        if {row.first for row in some} >= {"Random", "Greedy"}
        and not any(row.swapped for row in some)
        and len({(row.games, row.score, row.plies, row.branching) for row in some}) == 1
        and any(_goes_on(row) for row in some if not row.at_random)
    ]
    if not alike:
        return []
    return [
        f"{', '.join(alike)}: Greedy's numbers are Random's, since no action there gains it more "
        "seeds than another: it tosses a coin among all of them."
    ]


def _goes_on(row: AdvantageRow) -> bool:
    """Whether games last longer, on the average, than the plies that are random."""
    return row.plies.value > row.opening_plies


def short_series(rows: Sequence[AdvantageRow]) -> list[str]:
    """Where games are mostly over before anybody chooses, so that the agents' names say little."""
    labels = Labels(rows)
    short: dict[str, list[str]] = {}
    for row in rows:
        if row.opening_plies and not row.at_random and not _goes_on(row):
            told = f"{labels.word(row)} ({row.plies.value:.0f})"
            known = short.setdefault(f"{row.opening_plies:,}", [])
            known += [] if told in known else [told]
    return [
        f"After {plies} random plies the agents choose little or nothing, since games are over by "
        f"then: their mean length in plies is no larger in {', '.join(games[:_NAMED])}"
        + (f" and {len(games) - _NAMED} more." if len(games) > _NAMED else ".")
        for plies, games in short.items()
    ]


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"
