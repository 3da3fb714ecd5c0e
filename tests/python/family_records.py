"""Games recorded with another program: whose site is whose pit, and what to replay how.

A folder of records holds `boards/NAME.json` and `playouts/NAME.jsonl.gz`. What a game needs that
its board does not tell is data: `tests/data/family/games.toml`; the README there explains it.
"""

from __future__ import annotations

import gzip
import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple, NotRequired, TypedDict

import mancalab as mc
from family_mirror import Rows, counter_clockwise

DATA = Path(__file__).resolve().parent.parent / "data"
FAMILY = DATA / "family"

Sites = list[int]


class Board(NamedTuple):
    """The seeds in South's and in North's pits, and in their stores (None: not compared)."""

    pits: tuple[tuple[int, ...], tuple[int, ...]]
    stores: tuple[int, int] | None


# "from" and "to" of a ply are no names of Python.
Ply = TypedDict(
    "Ply",
    {
        "p": int,
        "k": str,
        "from": int,
        "legal": list[Any],
        "after": Sites,
        "next": int,
        "extra": NotRequired[list[Any]],
    },
)


class Playout(TypedDict):
    """One recorded game; a ply is one lap. `winner` and `score` are null in a game cut off."""

    seed: int
    start: Sites
    moves: list[Ply]
    winner: int | None
    end: str
    score: NotRequired[list[int]]


@dataclass(frozen=True)
class Layout:
    """Which site is whose pit, each side in its owner's sowing order, and whose store.

    `kept` says what lies there: the "stores" or the "reserves" of a state; "" where there is
    nothing to compare, and `stores` is None.
    """

    sides: tuple[tuple[int, ...], tuple[int, ...]]
    stores: tuple[int, int] | None
    kept: str = "stores"
    unit: int = 1  # seeds that are always moved together, and are one here

    def board(self, sites: Sites) -> Board:
        """The seeds of a record's sites, as a board."""
        if self.unit > 1:
            sites = [count // self.unit for count in sites]
        south, north = (tuple(sites[site] for site in side) for side in self.sides)
        stores = self.stores and (sites[self.stores[0]], sites[self.stores[1]])
        return Board((south, north), stores)


@dataclass(frozen=True)
class Setting:
    """What a game needs beside its board; the README beside games.toml explains each key."""

    record: str = ""
    file: str = ""
    options: Mapping[str, bool | int | str] = field(default_factory=dict)
    replace: Mapping[str, str] = field(default_factory=dict)
    opening: str = ""
    begin: int = 0
    rounds: int = 0
    turns: list[int] = field(default_factory=lambda: [0, 0])
    unit: int = 1
    stores: str | list[int] = "stores"
    mirrored: str = ""
    why: str = ""
    excuses: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Game:
    """A recorded game that can be replayed: its name here, its rules, and where its records are."""

    name: str
    rules: mc.Rules
    setting: Setting
    layout: Layout
    path: Path
    hands: frozenset[int] = frozenset()

    def playouts(self) -> Iterator[Playout]:
        with gzip.open(self.path, "rt") as lines:
            rows = Rows(*self.layout.sides) if self.setting.mirrored else None
            for recorded in map(json.loads, lines):
                playout = counter_clockwise(recorded, rows) if rows else recorded
                for ply in playout["moves"]:
                    if any(isinstance(action, int) for action in ply["legal"]):
                        may_capture(ply)
                    elif self.takes(ply):
                        pits = (action.split(":")[1] for action in ply["legal"])
                        ply.update(k="remove", legal=[f"remove:{pit}:{pit}" for pit in pits])
                yield playout

    def takes(self, ply: Ply) -> bool:
        """Whether a player moves seeds of a pit of their choice to their hand: they take them."""
        goals = (action.rpartition(":")[2] for action in ply["legal"])
        return ply["k"] == "moven" and all(int(goal) in self.hands for goal in goals)


CAPTURE = -2
"""Stands for the site of a capture that a player chooses in place of sowing on, or of the hand that
they sow in place of a pit."""


def may_capture(ply: Ply) -> None:
    """Note that a player takes seeds who might sow on: a move of seeds beside a pit to be sown."""
    there = f"remove:{CAPTURE}:{CAPTURE}"
    moves = [isinstance(action, str) and action.startswith("moven:") for action in ply["legal"]]
    ply["legal"] = [
        there if moved else action for moved, action in zip(moves, ply["legal"], strict=True)
    ]
    if any(moves) and ply["k"] == "moven":
        ply.update({"k": "remove", "from": CAPTURE})


def slug(title: str) -> str:
    """The name that a title would have in the catalogue."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower().replace("'", "")).strip("-")


def settings(path: Path = FAMILY / "games.toml") -> dict[str, Setting]:
    """The settings by name of the game."""
    tables = tomllib.loads(path.read_text())
    return {name: Setting(**table) for name, table in tables.items()}


def rules_of(name: str, setting: Setting) -> mc.Rules:
    """The rules that are replayed: the game's, with what its records need changed."""
    rules = mc.Rules.from_toml(DATA / setting.file) if setting.file else mc.rules(name)
    text = rules.to_toml()
    for old, new in setting.replace.items():
        if text.count(old) != 1:
            raise ValueError(
                f"{name}: {old!r} stands {text.count(old)} times in its rules, not once"
            )
        text = text.replace(old, new)
    if setting.replace:
        rules = mc.Rules.from_toml(text)
    return rules.replace(**setting.options)


def games(folder: Path, known: Mapping[str, Setting]) -> Iterator[Game]:
    """The games of a folder that can be replayed, in the order of its files."""
    names = {setting.record: name for name, setting in known.items() if setting.record}
    for path in sorted((folder / "playouts").glob("*.jsonl.gz")):
        board = json.loads(
            (folder / "boards" / path.name.replace(".jsonl.gz", ".json")).read_text()
        )
        title = board["name"]
        name = names.get(title) or slug(title)
        if name in mc.catalogue:
            name = mc.catalogue[name].name  # it may be an alias
        setting = known.get(name, Setting())
        is_meant = setting.record in {"", title}
        if not is_meant or not (setting.file or name in mc.catalogue):
            continue
        rules = rules_of(name, setting)
        direction = rules.options.get("direction")
        if direction is not None and direction.value == "clockwise":
            board = sown_clockwise(board)
        fields = "fields" in rules.features
        found = replace(layout(board, setting.stores, fields=fields), unit=setting.unit)
        hands = frozenset(hand["site"] for hand in board["hands"])
        yield Game(name, rules, setting, found, path, hands)


def sown_clockwise(board: Mapping[str, Any]) -> dict[str, Any]:
    """The board with its clockwise tracks alone, where it has some."""
    clockwise = [track for track in board["tracks"] if track["direction"] == "CW"]
    return {**board, "tracks": clockwise or board["tracks"]}


def layout(
    board: Mapping[str, Any], kept: str | list[int] = "stores", *, fields: bool = False
) -> Layout:
    """Derive whose site is whose pit from a board's regions, tracks and hands.

    Where there are `fields`, one follows the last pit of each side.
    """
    homes = [home(board, player) for player in (1, 2)]
    rings = [ring(board, player, set(homes[player - 1])) for player in (1, 2)]
    south, north = (
        tuple(site for site in track if site in own) + tuple(track[len(own) :][:fields])
        for track, own in zip(rings, homes, strict=True)
    )
    if not isinstance(kept, str):
        return Layout((south, north), (kept[0], kept[1]))
    if kept == "ends":
        board, kept = without_hands(board), "stores"
    places = stores(board, rings, homes) if kept else None
    return Layout((south, north), places, kept if places else "")


def without_hands(board: Mapping[str, Any]) -> dict[str, Any]:
    """The board of a game whose hands, the last sites, hold nothing."""
    return {**board, "hands": [], "start": board["start"][: -len(board["hands"])]}


def home(board: Mapping[str, Any], player: int) -> set[int]:
    """The pits of a player: the largest region that is theirs, or the parts of their row together.

    Where they have no region it is their row.
    """
    role = f"P{player}"
    own = [set(region["sites"]) for region in board["regions"] if region["role"] == role]
    row = {site["site"] for site in board["sites"] if site["row"] == player - 1}
    halves = set().union(*own) == row and sum(map(len, own)) == len(row)
    return row if halves else max(own, key=len, default=row)


def ring(board: Mapping[str, Any], player: int, own: set[int]) -> list[int]:
    """A player's track from their first pit on; counter-clockwise where there are two."""
    tracks = [track for track in board["tracks"] if track["owner"] in {0, player}]
    named = (one for one in tracks if one["direction"] is None and "CCW" in one["name"])
    counterclockwise = (one for one in tracks if one["direction"] == "CCW")
    track: list[int] = next(counterclockwise, next(named, tracks[0]))["sites"]
    track = list(dict.fromkeys(track))  # one of them ends where it begins
    if own == set(track):  # two rows of their own: the outer one first
        rows = {site["site"]: site["row"] for site in board["sites"]}
        outer = (min if player == 1 else max)(rows[site] for site in own)
        own = {site for site in own if rows[site] == outer}
    begins = (i for i, site in enumerate(track) if site in own and track[i - 1] not in own)
    first = next(begins, 0)  # where a row is sown by itself, its track begins with it
    return track[first:] + track[:first]


def stores(
    board: Mapping[str, Any], rings: list[list[int]], homes: list[set[int]]
) -> tuple[int, int] | None:
    """Where the players keep what they took: hands, sown stores, or the pits at the ends.

    Where the pits at the ends are not sown, player 1 keeps theirs in the first one.
    """
    hands = {hand["role"]: hand["site"] for hand in board["hands"]}
    if hands:
        return hands["P1"], hands["P2"]
    pits = homes[0] | homes[1]
    after = [track[len(own) % len(track)] for track, own in zip(rings, homes, strict=True)]
    if not pits.issuperset(after):
        return after[0], after[1]
    last = len(board["start"]) - 1
    return None if last in pits else (0, last)
