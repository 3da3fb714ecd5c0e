"""Positions with marks and claims."""

from __future__ import annotations

import mancalab as mc


def flags(width: int, *chosen: tuple[int, int]) -> list[list[bool]]:
    """Truth values by side: true at these pits."""
    return [[(side, pit) in chosen for pit in range(width)] for side in (0, 1)]


def claimed() -> mc.State:
    """South's pit 1 belongs to North and is claimed, as are South's pit 2 and North's pit 3."""
    return mc.rules("gabata-shoa").state(
        pits=[[4, 4, 4, 4, 4, 4], [4, 4, 4, 12, 0, 0]],
        marks=flags(6, (0, 1)),
        claims=flags(6, (0, 1), (0, 2), (1, 3)),
    )


def claims_a_pit() -> mc.State:
    """South's 4 claims North's pit 0; on the way a seed falls in a pit that belongs to North."""
    return mc.rules("gabata-shoa").state(
        pits=[[0, 0, 0, 0, 2, 1], [3, 0, 0, 0, 0, 4]], stores=[19, 19], marks=flags(6, (0, 5))
    )
