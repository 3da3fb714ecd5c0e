"""What a tournament has found, in sentences that its numbers bear out."""

from __future__ import annotations

import math
from collections.abc import Sequence

from mancalab._base.estimates import ELO, Z95
from mancalab.study.tables.caveats import AFTER_THESE_PLIES, FIXED_OPENING
from mancalab.study.tables.formats import percent
from mancalab.study.tables.standings import Block


def findings(blocks: Sequence[Block]) -> list[str]:
    """Who comes first in each game, what the first move is worth, and what that depends on."""
    if not blocks:
        return []
    first, *others = map(_found, blocks)
    return [" ".join([f"Found: {first}", *map(_capital, others), _caveat(blocks)])]


def _found(block: Block) -> str:
    best, second = list(block.totals)[:2]
    score = block.records[best, second].score
    if math.isnan(score.low):
        return f"in {block.label} these games do not tell who is stronger{_first_move(block)}."
    if not score.low <= 0.5 <= score.high:
        what = "beats" if score.value > 0.5 else "comes first though it loses to"
        verdict = f"{best} {what} the next, {second}, with {percent(score)} %"
    else:
        verdict = f"{best} against {second} cannot be told from even ({percent(score)} %)"
    few = " in few distinct games" if {best, second} in map(set, block.few_distinct) else ""
    return f"in {block.label} {verdict}{few}{_first_move(block)}."


def _capital(sentence: str) -> str:
    return sentence[0].upper() + sentence[1:]


def _first_move(block: Block) -> str:
    """What moving first is worth, where the fit tells."""
    value, error = ELO * block.fit.advantage, Z95 * ELO * block.fit.advantage_error
    if not (math.isfinite(value) and math.isfinite(error)):
        return ""
    if abs(value) <= error:
        return "; what moving first is worth cannot be told from 0"
    what = "helps" if value > 0 else "harms"
    return f"; moving first {what} ({value:+.0f} ±{error:.0f} Elo)"


def _caveat(blocks: Sequence[Block]) -> str:
    plies = {row.opening_plies for block in blocks for row in block.rows}
    if plies == {0}:
        return FIXED_OPENING
    return AFTER_THESE_PLIES
