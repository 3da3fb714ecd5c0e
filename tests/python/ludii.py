"""Games of Ludii in the terms of mancalab: which of its sites is whose pit, and its records.

Ludii numbers the sites of a board from the bottom left, row by row, player 1 (South) nearest.
Where a board has stores beside the rows, the left one comes first and the right one last; hands
follow the board. `tests/data/ludii/README.md` says what the records are.
"""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, TypedDict

import mancalab as mc

DATA = Path(__file__).resolve().parent.parent / "data" / "ludii"

Sides = tuple[tuple[int, ...], tuple[int, ...]]
Board = tuple[tuple[tuple[int, ...], tuple[int, ...]], tuple[int, int] | None]


class Turn(TypedDict):
    """One whole turn; a forced pass has no legal site, no choice and no lap."""

    mover: int
    legal: list[int]
    choice: int | None
    laps: int
    after: list[int]


class Game(TypedDict):
    """One game: the first position, its turns, the winner (0 = draw) and the final count."""

    start: list[int]
    turns: list[Turn]
    winner: int
    score: list[int] | None


class Counts(TypedDict):
    """Numbers of sequences from the start, one entry a depth (1, 2, ...).

    `turns`: sequences of whole turns, the laps in all of them, endless chains left out.
    `laps`: sequences of laps.
    """

    turns: list[tuple[int, int, int]]
    laps: list[int]


@dataclass(frozen=True)
class Setting:
    """A game as both programs play it."""

    sides: Sides  # the sites of South and of North, each in their own sowing order
    stores: tuple[int, int] | None  # where the seeds of South and of North are; None: not kept
    closing_passes: int = 0  # forced passes that Ludii records after the last move
    again: bool = False  # several actions can make one turn
    outward: bool = False  # two directions: an action is a pit, or `columns` + a pit clockwise
    options: dict[str, str] = field(default_factory=dict)


def counterclockwise(columns: int, first: int) -> Sides:
    """Two rows; `first` is the site at the bottom left."""
    return tuple(range(first, first + columns)), tuple(
        range(first + 2 * columns - 1, first + columns - 1, -1)
    )


def clockwise(columns: int, first: int) -> Sides:
    """Two rows; a player sows from their right to their left."""
    south, north = counterclockwise(columns, first)
    return south[::-1], north[::-1]


def four_rows(columns: int) -> Sides:
    """Four rows: a side is its outer row from its left, then its inner row back."""
    outer, inner = counterclockwise(columns, 0)
    other_inner = tuple(range(2 * columns, 3 * columns))
    other_outer = tuple(range(4 * columns - 1, 3 * columns - 1, -1))
    return outer + inner, other_outer + other_inner


# Which store is whose differs from game to game: where the stores are not sown, player 1 keeps
# what they capture in the left one.
SETTINGS: dict[str, Setting] = {
    "kalah": Setting(
        counterclockwise(6, 1),
        (13, 0),
        closing_passes=1,
        again=True,
        options={"end": "mover_empty"},
    ),
    "bohnenspiel": Setting(counterclockwise(6, 1), (0, 13), closing_passes=1),
    "french-wari": Setting(counterclockwise(6, 0), (12, 13), closing_passes=1),
    "waurie": Setting(counterclockwise(6, 1), (13, 0), again=True),
    "yovodi": Setting(clockwise(6, 1), (0, 13), closing_passes=1),
    "um-el-bagara": Setting(counterclockwise(5, 0), (10, 11), closing_passes=2, outward=True),
    "chongka": Setting(clockwise(7, 1), (0, 15), closing_passes=1),
    "bao-ki-arabu": Setting(
        # Ludii counts seeds; the published rule is that who has lost all of them has lost.
        four_rows(8),
        (32, 33),
        closing_passes=1,
        options={"winner": "most_seeds"},
    ),
    "moruba": Setting(four_rows(12), (48, 49), closing_passes=1),
    "nchayo": Setting(four_rows(5), (20, 21)),
    "tsoro": Setting(four_rows(8), None),
}


def rules_of(game: str) -> mc.Rules:
    return mc.rules(game, **SETTINGS[game].options)


@cache
def records(game: str) -> tuple[Game, ...]:
    with gzip.open(DATA / f"{game}.jsonl.gz", "rt") as lines:
        return tuple(json.loads(line) for line in lines)


@cache
def counts() -> dict[str, Counts]:
    loaded: dict[str, Any] = json.loads((DATA / "counts.json").read_text())
    return loaded


def actions(setting: Setting, mover: int, legal: list[int]) -> list[int]:
    """Return the sites that may be played as actions of the side to move, in the same order.

    Where pits are sown outward, the clockwise moves (those of the left half) are listed first,
    and the pit in the middle is listed in both parts.
    """
    pits = [setting.sides[mover].index(site) for site in legal]
    if not setting.outward:
        return pits
    columns = len(setting.sides[mover])
    found: list[int] = []
    for pit in pits:
        to_the_left = pit < columns // 2 or (pit == columns // 2 and columns + pit not in found)
        found.append(columns + pit if to_the_left else pit)
    return found


def board_of(setting: Setting, sites: list[int], *, swept: bool = False) -> Board:
    """Return the pits and stores that the sites hold; swept: with all pits in the stores."""
    south, north = (tuple(sites[site] for site in side) for side in setting.sides)
    if setting.stores is None:
        return (south, north), None
    stores = sites[setting.stores[0]], sites[setting.stores[1]]
    if not swept:
        return (south, north), stores
    empty = (0,) * len(south)
    return (empty, empty), (stores[0] + sum(south), stores[1] + sum(north))


def observed(state: mc.State, setting: Setting) -> Board:
    """Return the pits and stores of a state, the stores only where the records have them."""
    south, north = (tuple(side) for side in state.pits.tolist())
    stores = None if setting.stores is None else tuple(state.stores.tolist())
    return (south, north), stores
