"""All positions with so many seeds in the pits, as endgame tables have them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise

import mancalab as mc


def distributions(rules: mc.Rules, seeds: int, stored: int = 0) -> Iterator[mc.State]:
    """Every way to lay seeds into the pits, and so many into the stores; South moves first."""
    width = rules.pits_per_side
    places = 2 * width - 1
    for bars in combinations(range(seeds + places), places):
        ends = [-1, *bars, seeds + places]
        pits = [after - before - 1 for before, after in pairwise(ends)]
        for south in range(stored + 1):
            yield rules.state(pits=[pits[:width], pits[width:]], stores=[south, stored - south])
