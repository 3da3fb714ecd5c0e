"""Which games are closest to a game: those whose rules differ in the fewest sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import mancalab as mc


class Neighbour(NamedTuple):
    """A game beside another one."""

    name: str
    distance: int
    diff: str


def distance(diff: str) -> int:
    """The sentences that differ: a changed one counts once, though both wordings are shown."""
    lines = diff.splitlines()
    return max(sum(line.startswith(sign) for line in lines) for sign in "-+")


def neighbours(name: str, catalogue: Mapping[str, mc.Rules], most: int = 5) -> list[Neighbour]:
    """The closest games, the closest first; of equals, those that stand first in the catalogue."""
    rules = catalogue[name]
    found = []
    for other, others in catalogue.items():
        if other != name:
            diff = rules.diff(others)
            found.append(Neighbour(other, distance(diff), diff))
    return sorted(found, key=lambda neighbour: neighbour.distance)[:most]
