"""All that the board says: one table a language, a file each in the folder `languages`.

What stands beside the board has tables of its own there: a folder each for the explorer and for the
page of puzzles, with the same languages; `web/languages` has what the web page alone says.

Words in braces are filled in; a translation keeps them. ``{n}`` is a number, of seeds where nothing
else is said. What happens in a game is said in English by the engine itself, so `languages/en.json`
leaves that out.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from string import Formatter
from typing import Literal, get_args

from mancalab._base.arguments import wrong_type
from mancalab._base.words import REASONS
from mancalab._core import _sentences

Texts = Mapping[str, str]

Language = Literal["en", "fr", "es", "pt", "de", "sw"]
"""The languages of the board: English, French, Spanish, Portuguese, German, Swahili."""

LANGUAGES: tuple[Language, ...] = get_args(Language)

Part = Literal["explorer", "puzzles"]
"""What stands beside the board and has texts of its own."""

PARTS: tuple[Part, ...] = get_args(Part)

_SENTENCES = _sentences()

_RESULTS = {key for key in _SENTENCES if key.startswith("result.")}
_NOT_STEPS = {"drop", "test", "end", "rounds", "points", *_RESULTS}
"""Said of no step: a drop is seen, tests are not asked for, the end is said with its reason."""


def _read(language: Language, folder: str = "") -> dict[str, str]:
    file = resources.files(__package__).joinpath("languages", folder, f"{language}.json")
    found: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
    return found


TEXTS: dict[str, str] = {
    **_read("en"),
    **{f"step.{key}": said for key, said in _SENTENCES.items() if key not in _NOT_STEPS},
    **{key: _SENTENCES[key] for key in ("end", "rounds", "points", *sorted(_RESULTS))},
    **{f"end.{reason}": said for reason, said in REASONS.items()},
}
"""The English table."""


@cache
def _table(language: Language, *parts: Part) -> dict[str, str]:
    found = TEXTS if language == "en" else _read(language)
    for part in parts:
        found = {**found, **_read(language, part)}
    return found


def table(language: Language = "en", *parts: Part) -> dict[str, str]:
    """All texts of the board in a language, by key, and those of parts that stand beside it.

    Raises
    ------
    ValueError
        There is no such language or part.
    """
    _one_of("language", language, LANGUAGES)
    for part in parts:
        _one_of("part", part, PARTS)
    return dict(_table(language, *parts))


def _one_of(field: str, value: str, allowed: Sequence[str]) -> None:
    if value not in allowed:
        raise ValueError(f"{field} = {value!r}: allowed are {', '.join(map(repr, allowed))}")


def translated(
    changes: Mapping[str, str] | None, language: Language = "en", *parts: Part
) -> dict[str, str]:
    """The table of a language with some of its texts replaced.

    Raises
    ------
    ValueError, TypeError
        There is no such language, part or text, it is no `str`, or it has words in braces that are
        not filled in.
    """
    texts = table(language, *parts)
    english = _table("en", *parts)
    unknown = sorted(set(changes or ()) - set(english))
    if unknown:
        raise ValueError(f"texts: there is no text {', '.join(map(repr, unknown))}")
    for key, text in (changes or {}).items():
        if not isinstance(text, str):
            raise wrong_type(f"texts[{key!r}]", "a str is needed", text)
        try:
            strange = fields(text) - fields(english[key])
        except ValueError as error:
            raise ValueError(f"texts[{key!r}] = {text!r}: {error}") from error
        if _has_forms(text):
            raise ValueError(
                f"texts[{key!r}] = {text!r}: words in braces stand alone there, without a form "
                "after a colon or an exclamation mark"
            )
        if strange:
            allowed = ", ".join(f"{{{name}}}" for name in sorted(fields(english[key]))) or "none"
            raise ValueError(f"texts[{key!r}] = {text!r}: words in braces allowed are {allowed}")
    return {**texts, **(changes or {})}


def fields(text: str) -> set[str]:
    """The words in braces, as they stand there."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def _has_forms(text: str) -> bool:
    """Whether a word in braces has a form, as ``{n:>99}``, which may ask for any width."""
    return any(form or conversion for _, _, form, conversion in Formatter().parse(text))


def say(texts: Texts, key: str, **values: object) -> str:
    """A text of the table, filled in."""
    return texts[key].format(**values)


def seeds(texts: Texts, n: int) -> str:
    """A number of seeds in words."""
    return texts["seeds.1"] if n == 1 else say(texts, "seeds", n=n)


def side(texts: Texts, number: int) -> str:
    """The name of a side."""
    return texts[f"side.{number}"]
