"""The outcomes of games and of pairs of games, as all counts of a study have them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

WIN, LOSS, DRAW, VOID, TRUNCATED = range(5)
"""The five outcomes of a game for the player who started it, in the order of all counts."""

Joint = tuple[tuple[int, ...], ...]
"""5 x 5, pairs of games by the outcomes of both, each for the player who started it."""


def as_joint(rows: Sequence[Sequence[int]]) -> Joint:
    """Pairs by outcomes, from any sequences of counts."""
    return tuple(tuple(row) for row in rows)


def joint_sum(one: Joint, other: Joint) -> Joint:
    """The pairs of both."""
    return tuple(
        tuple(a + b for a, b in zip(mine, theirs, strict=True))
        for mine, theirs in zip(one, other, strict=True)
    )


def seen_by(joint: Joint, seat: int) -> Joint:
    """Pairs by the outcomes of both games, for the first agent (0) or the second (1)."""
    order = [WIN, LOSS, DRAW, VOID, TRUNCATED]
    turned = [LOSS, WIN, DRAW, VOID, TRUNCATED]
    one, two = (order, turned) if seat == 0 else (turned, order)
    return tuple(tuple(joint[i][j] for j in two) for i in one)


def read_joint(value: Any) -> Joint:
    """Pairs by outcomes from JSON; raises ValueError or TypeError."""
    whole = all(type(count) is int and count >= 0 for row in value for count in row)
    if [len(row) for row in value] != [5] * 5 or not whole:
        raise ValueError(f"joint = {value!r}: 5 x 5 numbers from 0 are needed")
    return as_joint(value)
