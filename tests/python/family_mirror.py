"""Rounds of a record that are sown clockwise, seen in the mirror.

Where the player who begins a round chooses the way round for both, one way is the mirror image of
the other. The rules are played counter-clockwise, and so are these records.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

ENDS = 2
"""Where the pits of a row may be filled from."""


class Rows(NamedTuple):
    """The sites of South's and of North's pits, each side in its owner's sowing order."""

    south: tuple[int, ...]
    north: tuple[int, ...]


def counter_clockwise(playout: Any, rows: Rows) -> Any:
    """The playout with every round that is sown clockwise in mirror image."""
    image = {there: here for row in rows for here, there in zip(row, reversed(row), strict=True)}
    moves: list[Any] = []
    before: list[int] = playout["start"]
    start = before
    for plies in rounds(playout["moves"]):
        clockwise = is_clockwise(before, plies, rows)
        before = plies[-1]["after"]
        if clockwise and not moves:
            start = mirrored(start, image)
        moves += [in_mirror(ply, image) if clockwise else once(ply) for ply in plies]
    return {**playout, "start": start, "moves": moves}


def rounds(plies: Sequence[Any]) -> Iterator[list[Any]]:
    """The plies round by round: those that lay out the pits, and those that follow."""
    found: list[Any] = []
    for lays, group in groupby(plies, lambda ply: ply["k"] == "moven"):
        if lays and found:
            yield found
            found = []
        found += group
    yield found


def is_clockwise(before: Sequence[int], plies: Sequence[Any], rows: Rows) -> bool:
    """Whether a round of these plies is sown clockwise.

    The first round begins with a sowing. Before all others both players lay out seeds, and one of
    them first says at which of two ends: from there all sow towards the other one.
    """
    firsts = [
        next((i for i, ply in enumerate(plies) if ply["p"] == player), 0) for player in (1, 2)
    ]
    at = next((i for i in firsts if len(plies[i]["legal"]) == ENDS), 0)
    before, ply = plies[at - 1]["after"] if at else before, plies[at]
    ring = rows.south + rows.north
    after = ring.index(ply["from"]) + 1 if ply["k"] == "select" else 0
    first = rows[ply["p"] - 1][0] if ply["k"] == "moven" else ring[after % len(ring)]
    return bool(ply["after"][first] <= before[first])


def mirrored(sites: Sequence[int], image: dict[int, int]) -> list[int]:
    """The seeds of the sites in mirror image."""
    return [sites[image.get(site, site)] for site in range(len(sites))]


def in_mirror(ply: Any, image: dict[int, int]) -> Any:
    """A ply in mirror image."""
    ply = once(ply)
    legal = [image.get(site, site) for site in ply["legal"]]
    origin = image.get(ply["from"], ply["from"])
    return {**ply, "from": origin, "legal": legal, "after": mirrored(ply["after"], image)}


def once(ply: Any) -> Any:
    """A ply whose sites are offered once: that there are two ways is no choice in the mirror."""
    return {**ply, "legal": list(dict.fromkeys(ply["legal"]))}
