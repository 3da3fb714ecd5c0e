"""What it is worth to move first, measured for every game of the catalogue (`measured.csv`).

    python docs/generate/measured.py [--all]

plays the series of games that are new or have other rules, and with `--all` those of all games,
with the seed that is written here, and keeps them beside this file: the pages of games are built in
seconds, all games take some minutes. A test plays some rows again. A row names the digest of the
rules that were played, so that one of other rules is found out.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path

import mancalab as mc
from mancalab.study import AdvantageRow, AdvantageTable, first_player_advantage
from mancalab.study.cells import usual_number

TABLE = Path(__file__).with_name("measured.csv")
PAIRS = (("random", "random"), ("greedy", "greedy"))
SEED = 0
SLOW = {"mawkar-katiya": 200, "otep": 40, "ryakati": 5_000}
"""Games of very long matches, of which greedy players hardly ever come to an end, or whose actions
have to be tried."""


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


def renewed() -> AdvantageTable:
    """The table of the file, in the order of the catalogue, with new series where rules are new."""
    digests = {row.game: row.digest for row in kept()}
    changed = [name for name, rules in mc.catalogue.items() if digests.get(name) != rules.digest]
    rows = [row for row in (*kept(), *measure(changed)) if is_current(row, changed)]
    order = list(mc.catalogue)
    return AdvantageTable(tuple(sorted(rows, key=lambda row: order.index(row.game))))


def is_current(row: AdvantageRow, changed: Collection[str]) -> bool:
    """Whether a row, kept or new, is of the rules of today."""
    if row.game not in mc.catalogue:
        return False
    return row.game not in changed or row.digest == mc.rules(row.game).digest


if __name__ == "__main__":
    table = measure(mc.catalogue) if "--all" in sys.argv[1:] else renewed()
    table.to_csv(TABLE)
