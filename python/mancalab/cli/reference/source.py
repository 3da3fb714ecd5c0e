"""The reference as the rules have it: sections, fields, values and options."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from mancalab._core import _reference

# As many games as a value is shown with.
N_GAMES = 4


class Example(NamedTuple):
    """What a game says with a value: as it is in the catalogue, or changed so."""

    game: str
    sentence: str
    is_in_catalogue: bool


class Value(NamedTuple):
    """A value that a field may have, with the games that have it."""

    value: str
    meaning: str
    games: list[str]
    example: Example | None

    @property
    def written(self) -> str:
        """The value as it stands in a description."""
        plain = self.value.startswith("[") or self.value in {"true", "false"}
        return self.value if plain or self.value.isdigit() else f'"{self.value}"'


class Field(NamedTuple):
    """A field of a section, with the games that do not have its default."""

    section: str
    name: str
    about: str
    kind: str
    range: tuple[int, int] | None
    default: Any
    is_needed: bool
    needed_unless: str | None
    is_test: bool
    values: list[Value]
    example: Example | None
    games: list[str]
    fields: list[Field]

    @property
    def path(self) -> str:
        """As an option, a fault or the reference names it."""
        return f"{self.section}.{self.name}" if self.section else self.name


class Section(NamedTuple):
    """A table of a description; without a name what stands before the first one."""

    name: str
    about: str
    is_list: bool
    fields: list[Field]
    beside: list[tuple[str, str]]

    @property
    def head(self) -> str:
        """As it stands in a description."""
        return f"[[{self.name}]]" if self.is_list else f"[{self.name}]"


class Option(NamedTuple):
    """An option, with the fields that say the same as each value of it in a game that has it."""

    name: str
    about: str
    allowed: str
    game: str
    values: list[tuple[str, str]]

    @property
    def is_plain(self) -> bool:
        """Whether its values are called as those of the field that it writes."""
        return all(said.endswith(f" = {value}") for value, said in self.values)

    def writes(self, field: Field) -> list[tuple[str, str]]:
        """The values of it that write a field, and what they write."""
        return [pair for pair in self.values if _writes(pair[1], field)]


def _writes(said: str, field: Field) -> bool:
    path = said.partition(" = ")[0]
    section, _, key = path.rpartition(".")
    return key == field.name and section.partition(".")[0] == field.section.partition(".")[0]


def _example(found: list[Any] | None) -> Example | None:
    return Example(*found) if found else None


def _field(section: str, found: dict[str, Any]) -> Field:
    path = f"{section}.{found['name']}" if section else found["name"]
    values = [
        Value(v["value"], v["meaning"], v["games"], _example(v["example"]))
        for v in found.pop("values")
    ]
    inner = [_field(path, field) for field in found.pop("fields")]
    bounds = found.pop("range")
    return Field(
        section=section,
        values=values,
        fields=inner,
        range=tuple(bounds) if bounds else None,
        example=_example(found.pop("example")),
        **found,
    )


@cache
def _read() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(_reference())
    return found


@cache
def sections() -> tuple[Section, ...]:
    """All sections, in the order in which a description is written."""
    return tuple(
        Section(
            name=found["name"],
            about=found["about"],
            is_list=found["is_list"],
            fields=[_field(found["name"], dict(field)) for field in found["fields"]],
            beside=[(name, about) for name, about in found["beside"]],
        )
        for found in _read()["sections"]
    )


@cache
def options() -> tuple[Option, ...]:
    """All options, in the order in which they are listed."""
    return tuple(
        Option(**{**found, "values": [(value, said) for value, said in found["values"]]})
        for found in _read()["options"]
    )


def fields() -> Iterator[Field]:
    """All fields, those of tables inside a section too."""
    for section in sections():
        for field in section.fields:
            yield field
            yield from field.fields
