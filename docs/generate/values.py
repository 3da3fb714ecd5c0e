"""The exact values of a game that come with the package (`mancalab/study/exact.csv`)."""

from __future__ import annotations

import csv
import json
from functools import cache
from pathlib import Path
from typing import NamedTuple

import mancalab as mc
import mancalab.study

TABLE = Path(mancalab.study.__file__).with_name("exact.csv")
SIZE = {"columns", "seeds"}
"""Options that say how large a board is."""


class Value(NamedTuple):
    """What is known of a game on one board."""

    columns: int
    seeds: int  # in all
    kind: str
    text: str
    best: str


@cache
def rows() -> dict[str, list[dict[str, str]]]:
    """The rows of the table by game, without the games that are over as they begin."""
    found: dict[str, list[dict[str, str]]] = {}
    with TABLE.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if not row["method"].startswith("refused"):
                found.setdefault(row["game"], []).append(row)
    return found


def has_own_rules(rules: mc.Rules, row: dict[str, str]) -> bool:
    """Whether a row is about these rules, on a board of whatever size.

    A row of a board that no option makes lists all options, changed or not.
    """
    said = json.loads(row["options"])
    own = {name: option.value for name, option in rules.options.items()}
    return all(name in SIZE or own.get(name) == value for name, value in said.items())


def written(row: dict[str, str]) -> str:
    """The value, or the bounds that are proven."""
    if not row["value"]:
        return f"between {int(row['low']):+d} and {int(row['high']):+d}"
    return f"{int(row['value']):+d}" if row["value"] != "0" else "0"


def values(rules: mc.Rules) -> list[Value]:
    """What is known of a game with its own rules, smaller boards first; [] if nothing is."""
    return sorted(
        Value(
            int(row["columns"]),
            int(row["seeds"]),
            row["kind"],
            written(row),
            row["best"].replace(" ", ", "),
        )
        for row in rows().get(rules.name, [])
        if has_own_rules(rules, row)
    )


def number_with_other_rules(rules: mc.Rules) -> int:
    """How many rows of the table are about this game with an option changed."""
    return sum(not has_own_rules(rules, row) for row in rows().get(rules.name, []))
