"""Records as JSON: how they are laid out, read again, and what is wrong with a damaged one."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NoReturn

from mancalab._base.words import printable

FORMAT = "mancalab record"
VERSION = 1

Place = tuple[str | int, ...]
"""Where a value stands in a JSON document: keys and indices from the outermost in."""


class RecordError(ValueError):
    """A record that no game can be played from, or a text that is none.

    Attributes
    ----------
    faults : list[str]
        All that is wrong, each with its field, and with its line if a text was read.
    lines : list[int]
        The lines of the faults, from 1; empty if no text was read.
    """

    def __init__(self, faults: Sequence[str], lines: Sequence[int] = (), place: Place = ()) -> None:
        super().__init__(list(faults), list(lines), place)
        self.faults = list(map(printable, faults))  # of a file that may be a stranger's
        self.lines = list(lines)
        self._place = place

    def __str__(self) -> str:
        return "\n".join(self.faults)

    def at_line_of(self, places: dict[Place, int]) -> RecordError:
        """The same error about a text whose values stand at these lines."""
        place = self._place
        while place not in places:
            place = place[:-1]
        line = places[place]
        return RecordError([f"line {line}: {fault}" for fault in self.faults], [line])

    def in_file(self, path: object) -> RecordError:
        """The same error about a text that is a file's."""
        return RecordError([f"{path}, {fault}" for fault in self.faults], self.lines)


# What a record holds


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _up_to(most: int) -> Callable[[Any], bool]:
    return lambda value: _whole(value) and 0 <= value <= most


def _texts(value: Any) -> bool:
    return isinstance(value, list) and all(map(_text, value))


def _agents(value: Any) -> bool:
    return (
        isinstance(value, dict) and list(value) == ["south", "north"] and _texts([*value.values()])
    )


def _result(value: Any) -> bool:
    if not (isinstance(value, dict) and list(value) == ["result", "score", "reason"]):
        return False
    score = value["score"]
    if not (isinstance(score, list) and len(score) == 2 and all(map(_whole, score))):
        return False
    return _text(value["result"]) and _text(value["reason"])


def _or_null(holds: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: value is None or holds(value)


FIELDS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "format": (_text, f'"{FORMAT}"'),
    "version": (_whole, f"the number {VERSION}"),
    "rules": (
        lambda value: _text(value) or _texts(value),
        "a line of text, as in kalah columns=4, or the lines of a TOML file",
    ),
    "digest": (_text, "text"),
    "start": (_text, "the text of a position"),
    "agents": (_agents, 'an object with the texts "south" and "north", in this order'),
    "seed": (_or_null(_up_to(2**64 - 1)), f"a whole number from 0 to {2**64 - 1}, or null"),
    "number": (_up_to(2**63 - 1), f"a whole number from 0 to {2**63 - 1}"),
    "actions": (_texts, "a list of texts"),
    "end": (_text, "the text of a position"),
    "result": (
        _or_null(_result),
        'null, or an object with the texts "result" and "reason" and between them "score", two '
        "whole numbers",
    ),
}
"""The fields of a record: whether a value may stand there, and what may."""

DEEPEST = 3
"""How deep the values of a record lie, as the numbers of the score do; others have no line."""

MOST_FAULTS = 50
"""So many faults of a record are told at once."""

NEEDED = ("format", "version", "rules", "actions")
"""Fields without which there is no record; the others are checked where they are there."""


def write(fields: dict[str, Any], turns: Iterable[Sequence[str]]) -> str:
    """A record as JSON: a line for each field, and for the actions of each turn."""
    lines = []
    for name, value in fields.items():
        if name == "actions":
            rows = [", ".join(map(_json, turn)) for turn in turns]
            lines.append(_rows(name, rows))
        elif name == "rules" and isinstance(value, list):
            lines.append(_rows(name, list(map(_json, value))))
        else:
            lines.append(f'  "{name}": {_json(value)}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _rows(name: str, rows: list[str]) -> str:
    if not rows:
        return f'  "{name}": []'
    inner = ",\n".join(f"    {row}" for row in rows)
    return f'  "{name}": [\n{inner}\n  ]'


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def read(text: str) -> tuple[dict[str, Any], dict[Place, int]]:
    """The fields of a record, each of the right type, and the lines of all values.

    Raises
    ------
    RecordError
        The text is not JSON (with line and column), or has not the fields of a record.
    """
    data = _parse(text)
    places, twice = _places(text)
    faults = [(line, f"{_named(place)} is given twice") for place, line in twice]
    if not isinstance(data, dict):
        _refuse([(places[()], "a record is a JSON object, with names and values between { and }")])
    faults += _misfits(data, places)
    if faults:
        _refuse(faults)
    return data, places


def _refuse(faults: list[tuple[int, str]]) -> NoReturn:
    faults = sorted(faults)
    if len(faults) > MOST_FAULTS:
        more = f"there are more faults: these are the first {MOST_FAULTS}"
        faults = [*faults[:MOST_FAULTS], (faults[MOST_FAULTS][0], more)]
    raise RecordError([f"line {at}: {text}" for at, text in faults], [at for at, _ in faults])


def _parse(text: str) -> Any:
    def no_constant(word: str) -> NoReturn:
        raise ValueError(f"{word} is no number")

    try:
        return json.loads(text, parse_constant=no_constant)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise RecordError([f"{where}: not a JSON text: {error.msg}"], [error.lineno]) from None
    except RecursionError:
        raise RecordError(["line 1: no record: values nested too deeply"], [1]) from None
    except ValueError as error:  # a constant, or more digits than Python reads
        line = _line_of_oddity(text)
        raise RecordError([f"line {line}: {error}"], [line]) from None


def _line_of_oddity(text: str) -> int:
    """The line of the first value that JSON's grammar has no place for, or that is too long."""
    for sign, line in _tokens(text):
        too_long = len(sign) > 4300 and not sign.startswith('"')  # digits that Python reads
        if sign in {"NaN", "Infinity", "-Infinity"} or too_long:
            return line
    return 1


def _misfits(data: dict[str, Any], places: dict[Place, int]) -> list[tuple[int, str]]:
    faults = []
    first = places[()]
    for name, value in data.items():
        if name not in FIELDS:
            allowed = ", ".join(FIELDS)
            faults.append((places[name,], f"{name}: no such field; allowed are {allowed}"))
        elif not FIELDS[name][0](value):
            found = _json(value)
            short = found if len(found) <= 60 else f"{found[:57]}..."
            faults.append((places[name,], f"{name} = {short}: allowed is {FIELDS[name][1]}"))
    faults += [(first, f"{name}: the field is missing") for name in NEEDED if name not in data]
    if faults:
        return faults
    if data["format"] != FORMAT:
        faults.append((places["format",], f"format = {_json(data['format'])}: it is {FORMAT!r}"))
    if data["version"] != VERSION:
        text = f"version = {data['version']}: this mancalab reads version {VERSION}"
        faults.append((places["version",], text))
    return faults


# Lines of values

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[][{},:]|[^][{},:"\s]+', re.DOTALL)


def _tokens(text: str) -> Iterator[tuple[str, int]]:
    line, seen = 1, 0
    for found in _TOKEN.finditer(text):
        line += text.count("\n", seen, found.start())
        seen = found.start()
        yield found[0], line


class _Walk:
    """Through the values of a JSON text, from the first to the last."""

    def __init__(self) -> None:
        self.places: dict[Place, int] = {}
        self.twice: list[tuple[Place, int]] = []
        self._path: list[str | int] = []  # for each open list or object: where we are in it
        self._text = ""  # the last one read: a name, if a colon follows

    def pass_by(self, sign: str, line: int) -> None:
        path = self._path
        in_list = bool(path) and isinstance(path[-1], int)
        match sign:
            case ",":
                if in_list:
                    path[-1] = int(path[-1]) + 1
            case ":":
                self._name(line)
            case "]" | "}":
                path.pop()
            case _:
                self._text = sign
                # A value in an object stands at the line of its name.
                if (in_list or not path) and len(path) <= DEEPEST:
                    self.places[tuple(path)] = line
                if sign in {"[", "{"}:
                    path.append(0 if sign == "[" else "")

    def _name(self, line: int) -> None:
        self._path[-1] = json.loads(self._text)
        if len(self._path) > DEEPEST:
            return
        place = tuple(self._path)
        if place in self.places:
            self.twice.append((place, line))
        self.places[place] = line


def _places(text: str) -> tuple[dict[Place, int], list[tuple[Place, int]]]:
    """The lines of all values of a JSON text, those of names given; and names given twice."""
    walk = _Walk()
    for sign, line in _tokens(text):
        walk.pass_by(sign, line)
    return walk.places, walk.twice


def _named(place: Place) -> str:
    return ".".join(map(str, place))
