"""What it is worth to move first, measured for every game of the catalogue (`measured.csv`).

    python docs/generate/measured.py

plays all series anew, with the seed that is written here, and keeps them beside this file: the
pages of games are built in seconds, the games take some minutes. A test plays some rows again. A
row names the digest of the rules that were played, so that one of other rules is found out.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple, get_type_hints

import mancalab as mc
from mancalab.study import AdvantageRow, first_player_advantage
from mancalab.study.tables.formats import few_distinct

TABLE = Path(__file__).with_name("measured.csv")
PAIRS = (("random", "random"), ("greedy", "greedy"))
GAMES = 100_000
SEED = 0
DIGITS = 6
"""Digits of a share after the point; an interval is wider than 0.001."""


class Measured(NamedTuple):
    """One series of games between two agents of one kind, seen from the player who starts.

    Won, drawn and lost are numbers of games; ended without a result are those that were void or
    cut off. The score is won and half of drawn, as a share of the games with a result, with the
    ends of its 95 % interval; nan where no game had one.
    """

    game: str
    digest: str
    players: str
    opening_plies: int
    seed: int
    games: int
    distinct: int
    won: int
    drawn: int
    lost: int
    without_result: int
    score: float
    low: float
    high: float

    @property
    def few_distinct(self) -> bool:
        """Whether so few games are distinct that the score must not be taken for the game's."""
        return few_distinct(self.distinct, self.games)

    @property
    def opening(self) -> str:
        """How the games begin."""
        plies = self.opening_plies
        return f"after {plies} random plies" if plies else "from the opening"


def measure(games: Iterable[str]) -> list[Measured]:
    """Play the series of some games."""
    return [from_row(row) for row in first_player_advantage(games, PAIRS, n=GAMES, seed=SEED)]


def from_row(row: AdvantageRow) -> Measured:
    """What is kept of a row of a study."""

    def number(share: float) -> int:
        return round(share * row.games)

    score, low, high = (round(end, DIGITS) for end in row.score)
    return Measured(
        game=row.game,
        digest=row.digest,
        players=row.players,
        opening_plies=row.opening_plies,
        seed=row.seed,
        games=row.games,
        distinct=row.distinct,
        won=number(row.wins.value),
        drawn=number(row.draws.value),
        lost=number(row.losses.value),
        without_result=number(row.voids.value) + number(row.truncated.value),
        score=score,
        low=low,
        high=high,
    )


def write(rows: Iterable[Measured], path: Path = TABLE) -> None:
    """Keep rows in a file."""
    with path.open("w", encoding="utf-8", newline="") as file:
        lines = csv.writer(file, lineterminator="\n")
        lines.writerow(Measured._fields)
        lines.writerows(rows)


@cache
def kept() -> dict[str, tuple[Measured, ...]]:
    """The rows of the file by game."""
    found: dict[str, tuple[Measured, ...]] = {}
    kinds = get_type_hints(Measured)
    with TABLE.open(encoding="utf-8", newline="") as file:
        for line in csv.DictReader(file):
            read = {name: kinds[name](text) for name, text in line.items()}
            found[line["game"]] = (*found.get(line["game"], ()), Measured(**read))
    return found


if __name__ == "__main__":
    write(measure(mc.catalogue))
