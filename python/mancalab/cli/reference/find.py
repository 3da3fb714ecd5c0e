"""What the reference says of a word: a section, a field, an option, a value, or any other word."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches

from mancalab.cli.reference.page import item, option_parts, parts
from mancalab.cli.reference.source import Field, fields, options


def find(word: str) -> str | None:
    """What the reference says of a word; None if it has nothing.

    A path such as ``landing.take`` is that part; the name of a field is every field of that name,
    and then the option of the same name. Other words are looked for in all values and texts.
    """
    found = _named(word)
    if found:
        return "\n\n".join(found)
    # A path that is misspelt is no word of a text.
    lines = [] if "." in word else list(_speaking_of(word))
    return "\n".join([f"`{word}` is spoken of here:", "", *lines]) if lines else None


def near(word: str) -> list[str]:
    """Names of the reference that are spelt like a word that it does not have."""
    known = [*parts(), *option_parts(), *(field.name for field in fields())]
    return get_close_matches(word, dict.fromkeys(known), n=3)


def _named(word: str) -> list[str]:
    """Sections and fields of this name, then the option of it."""
    known = parts()
    found = [known[word]] if word in known else []
    if not found:
        found = [known[field.path] for field in fields() if field.name == word]
    for option in options():
        if option.name == word:
            # An option of another name than its field: the field says what it means.
            written = [] if found else [field for field in fields() if option.writes(field)]
            found += [known[field.path] for field in written] + [option_parts()[word]]
    return found


def _speaking_of(word: str) -> Iterator[str]:
    """A line for each value, field and option that speaks of all these words.

    Values that are called so stand first.
    """
    called = [
        line for field in fields() for name, line in _values(field) if name == word.strip("\"'")
    ]
    yield from called
    words = [re.compile(rf"\b{re.escape(part)}", re.IGNORECASE) for part in word.split()]
    for field in fields():
        lines = [(field.about, item(f"`{field.path}`: {field.about}"))]
        lines += [(f"{name} {line}", line) for name, line in _values(field)]
        for text, line in lines:
            if line not in called and all(part.search(text) for part in words):
                yield line
    for option in options():
        if all(part.search(option.about) for part in words):
            yield item(f"Option `{option.name}`: {option.about}.")


def _values(field: Field) -> Iterator[tuple[str, str]]:
    """The values of a field, each with the line that says what it means."""
    if field.kind != "counts":
        for value in field.values:
            yield value.value, item(f"`{field.path} = {value.written}`: {value.meaning}")
