"""The names of games in tables and figures: no longer than tells the games of a table apart.

A game of the catalogue has its changed options in its name, a game of one's own none. Where games
of one's own share a name, the values in which they differ are added, and where that is not enough,
or would be too long, the beginning of the digest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple, Protocol

from mancalab._base.words import short_digest
from mancalab._catalogue import catalogue
from mancalab.study.tables.formats import setting
from mancalab.study.tables.options import OptionValue, all_options

MOST_LETTERS = 60
"""Letters of all settings in a label; the files of a table have those that are left out."""


class Game(Protocol):
    """What a row says of the game that was played."""

    @property
    def game(self) -> str:
        """Name of the game."""

    @property
    def digest(self) -> str:
        """Digest of the rules."""

    @property
    def options(self) -> Mapping[str, OptionValue]:
        """What `changed_options` gives."""


class NamedGame(NamedTuple):
    """A game that has no row of its own."""

    game: str
    digest: str
    options: Mapping[str, OptionValue]


class TitledGame(Game, Protocol):
    """A game with a title for people."""

    @property
    def title(self) -> str:
        """Title of the game."""


def label_alone(row: Game) -> str:
    """What the game of a row is called where no other stands beside it."""
    return str(_label(row, [row.options]))


@dataclass(frozen=True)
class Label:
    """A game's name, and what tells it from others of that name; ``str`` puts it into a word."""

    game: str
    settings: tuple[str, ...] = ()
    digest: str = ""

    def __str__(self) -> str:
        word = ":".join(filter(None, [self.game, ",".join(self.settings)]))
        return f"{word} ({self.digest})" if self.digest else word

    @property
    def details(self) -> tuple[str, ...]:
        """What stands after the name."""
        return (*self.settings, self.digest) if self.digest else self.settings


class Labels:
    """The labels of the games of a table, all different: by row."""

    def __init__(self, rows: Iterable[Game]) -> None:
        self._rows: dict[tuple[str, str], Any] = {}
        for row in rows:
            self._rows.setdefault(_key(row), row)

    def __getitem__(self, row: Game) -> Label:
        return self._labels[_key(row)]

    def word(self, row: Game) -> str:
        """The label of a row's game in one word."""
        return str(self[row])

    def title(self, row: TitledGame) -> tuple[str, tuple[str, ...]]:
        """The title of a row's game, and what tells it from others of that title."""
        label = self[row]
        names = (label.game,) if len(self._names[row.title]) > 1 else ()
        return row.title, (*names, *label.details)

    @cached_property
    def _names(self) -> dict[str, set[str]]:
        """The names of the games of each title."""
        found: dict[str, set[str]] = {}
        for row in self._rows.values():
            found.setdefault(row.title, set()).add(row.game)
        return found

    @cached_property
    def _labels(self) -> dict[tuple[str, str], Label]:
        mates: dict[str, list[Mapping[str, OptionValue]]] = {}
        for row in self._rows.values():
            mates.setdefault(row.game, []).append(row.options)
        found = {key: _label(row, mates[row.game]) for key, row in self._rows.items()}
        times = Counter(map(str, found.values()))
        return {
            key: label if times[str(label)] == 1 else replace(label, digest=short_digest(key[1]))
            for key, label in found.items()
        }


def _key(row: Game) -> tuple[str, str]:
    return row.game, row.digest


def _label(row: Game, mates: Sequence[Mapping[str, OptionValue]]) -> Label:
    """The label of a row's game, beside the options of all games of that name."""
    known = row.game in set(catalogue)  # without aliases: a game of one's own may have such a name
    told = row.options if known else _differing(row.options, mates)
    settings = _settings(told)
    if _letters(settings) <= MOST_LETTERS:
        return Label(row.game, settings)
    if known:  # a game that only bears the name has all its options here
        settings = _settings(_differing(told, [all_options(catalogue[row.game])]))
    return Label(row.game, _cut(settings), short_digest(row.digest))


def _differing(
    options: Mapping[str, OptionValue], others: Sequence[Mapping[str, OptionValue]]
) -> dict[str, OptionValue]:
    """The options that are not the same in all others."""

    def same(name: str, value: OptionValue) -> bool:
        return all(name in other and other[name] == value for other in others)

    return {name: value for name, value in options.items() if not same(name, value)}


def _settings(options: Mapping[str, OptionValue]) -> tuple[str, ...]:
    return tuple(setting(name, value) for name, value in options.items())


def _letters(settings: Sequence[str]) -> int:
    return len(",".join(settings))


def _cut(settings: tuple[str, ...]) -> tuple[str, ...]:
    """As many settings as there is room for, and an ellipsis for the others."""
    count = len(settings)
    while count and _letters(settings[:count]) > MOST_LETTERS:
        count -= 1
    return settings if count == len(settings) else (*settings[:count], "…")
