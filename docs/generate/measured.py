"""What it is worth to move first, measured for every game of the catalogue (`measured.csv`).

    python docs/generate/measured.py

plays all series anew, with the seed that is written here, and keeps them beside this file: the
pages of games are built in seconds, the games take some minutes. A test plays some rows again. A
row names the digest of the rules that were played, so that one of other rules is found out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path

import mancalab as mc
from mancalab.study import AdvantageTable, first_player_advantage
from mancalab.study.cells import usual_number

TABLE = Path(__file__).with_name("measured.csv")
PAIRS = (("random", "random"), ("greedy", "greedy"))
SEED = 0
SLOW = {"ryakati": 5_000}
"""Games that greedy players hardly ever bring to an end: they are cut off after 1,000 actions."""


def measure(games: Iterable[str]) -> AdvantageTable:
    """Play the series of some games, `number` games in each.

    Rows have no times, and no exact values, which stand in a table of their own.
    """
    rows = (
        row
        for game in games
        for row in first_player_advantage(game, PAIRS, n=number(game), seed=SEED)
    )
    return AdvantageTable(
        tuple(replace(row, seconds=0.0, exact=None, exact_kind="") for row in rows)
    )


def number(game: str) -> int:
    """Games in each series: what studies play unless told otherwise, fewer of a slow game."""
    return SLOW.get(game, usual_number(mc.rules(game)))


@cache
def kept() -> AdvantageTable:
    """The table of the file."""
    return AdvantageTable.from_csv(TABLE)


if __name__ == "__main__":
    measure(mc.catalogue).to_csv(TABLE)
