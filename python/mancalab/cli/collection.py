"""Which games of the broadest other collection the catalogue has by name, and why not others."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path
from typing import NamedTuple

NAME = "Ludii 1.3.13"
"""The collection: the sowing games of this program."""


class Listed(NamedTuple):
    """A game of the collection."""

    game: str
    """Its name there."""
    here: str
    """Its name in the catalogue; empty where it is not there."""
    why: str
    """What keeps it from the catalogue, in words."""


@cache
def collection() -> tuple[Listed, ...]:
    """All games of the collection, in the order of their names."""
    with Path(__file__).with_name("collection.csv").open(encoding="utf-8", newline="") as file:
        return tuple(Listed(**row) for row in csv.DictReader(file))
