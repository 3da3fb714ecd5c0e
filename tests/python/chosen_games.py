"""Which games of the catalogue are tried where trying all of them takes long."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar

import mancalab as mc
from conftest import PROFILE
from mancalab.study import MAIN_GAMES

T = TypeVar("T")

# What no engine does anything differently for: words, clauses, and how many pits and seeds.
WORDS = {
    *("name", "title", "aliases", "names", "region", "language", "source", "about", "note"),
    *("clause", "clauses", "setup"),
}


def facts(table: dict[str, Any], path: str = "") -> Iterator[str]:
    """The values of a description, each with its field."""
    for key, value in table.items():
        here = f"{path}.{key}"
        if key in WORDS or here in {".board.columns", ".limits.max_actions"}:
            continue
        if isinstance(value, dict):
            yield from facts(value, here)
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            for entry in value:
                yield from facts(entry, here)
        else:
            yield f"{here} = {value}"


def telling(names: Iterable[str], seen: set[str]) -> Iterator[str]:
    """The games that have a rule value which none before them has."""
    for name in names:
        found = set(facts(tomllib.loads(mc.catalogue[name].to_toml())))
        if not found <= seen:
            yield name
        seen |= found


def chosen() -> list[str]:
    """Every game in the profile `nightly`; else the main job's, and those with what they lack."""
    if PROFILE == "nightly":
        return list(mc.catalogue)
    seen: set[str] = set()
    list(telling(MAIN_GAMES, seen))
    return [*MAIN_GAMES, *telling(mc.catalogue, seen)]


CHOSEN = chosen()


def some_of(names: Iterable[str], every: int) -> list[str]:
    """All of these in the profile `nightly`; else the main job's, and every so-manieth of all."""
    if PROFILE == "nightly":
        return list(names)
    return [name for i, name in enumerate(names) if name in MAIN_GAMES or i % every == 0]


def by_turns(names: Iterable[str], values: Sequence[T]) -> list[tuple[str, T]]:
    """All of these with each value in the profile `nightly`.

    Else only the games of the main job are; every other game has one value, another one than the
    game before.
    """
    every = PROFILE == "nightly"
    return [
        (name, value)
        for i, name in enumerate(names)
        for j, value in enumerate(values)
        if every or name in MAIN_GAMES or i % len(values) == j
    ]


def shortened(rules: mc.Rules) -> mc.Rules:
    """Long games cut off; all others whole, and all in the profile `nightly`.

    Long are games of rounds, and those in which every sowing the other way is tried before it is
    known whether it is allowed.
    """
    if PROFILE == "nightly":
        return rules
    if "sows_back_into" in rules.features:
        return rules.replace(max_actions=30)
    return rules.replace(max_actions=300) if "rounds" in rules.features else rules
