"""The reference as text: Markdown that can be read in a terminal too."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Sequence
from importlib.resources import files

import mancalab as mc
from mancalab.cli.reference.source import (
    N_GAMES,
    Example,
    Field,
    Option,
    Section,
    Value,
    options,
    sections,
)

WIDTH = 100
# Stands for a space where a line must not be broken.
UNBROKEN = "\0"

KINDS = {
    "name": "",
    "name or list of names": "One of the names below, or a list of them.",
    "plain": "",
    "counts": "A number, as under [numbers of seeds](#numbers-of-seeds).",
    "number or list of numbers": "A number, or a list of numbers.",
    "list of numbers": "A list of numbers.",
    "text": "A text in quotation marks.",
    "list of texts": "A list of texts.",
    "table": "A table with the fields below.",
}


def page() -> str:
    """The whole reference."""
    text = files("mancalab.cli.reference").joinpath("page.md").read_text(encoding="utf-8")
    lists = {
        "orders": _orders(),
        "fields": "\n\n".join(_section(section) for section in sections()),
        "numbers": "\n".join(_numbers()),
        "clause": _wrapped(dict(sections()[1].beside)["clause"]),
        "options": "\n".join(_option(option) for option in options()),
    }
    for mark, made in lists.items():
        text = text.replace(f"<!-- {mark} -->", made)
    return text


def parts() -> dict[str, str]:
    """Each section and field by its path, and the entries of the chapter on clauses."""
    found = {}
    for section in sections():
        found[section.name or "head"] = _section(section)
        for field in section.fields:
            found[field.path] = _field(field)
            found |= {inner.path: _field(inner) for inner in field.fields}
    chapter = page().partition("## Clauses\n")[2].partition("\n## ")[0]
    for entry in chapter.split("#### ")[1:]:
        name = entry.partition("\n")[0].strip("`")
        found[name] = f"#### {entry.strip()}"
    return found


def option_parts() -> dict[str, str]:
    """Each option by its name."""
    return {option.name: _option(option) for option in options()}


# Sections and fields


def _section(section: Section) -> str:
    head = f"### `{section.head}`" if section.name else "### Before the first section"
    blocks = [head, _wrapped(section.about)]
    if section.is_list:
        blocks.append("#### Tests")
        blocks += [_field(field) for field in section.fields if field.is_test]
        blocks.append("#### Effects")
        blocks += [_field(field) for field in section.fields if not field.is_test]
    else:
        blocks += [_field(field) for field in section.fields]
    beside = [item(f"`{name}`: {about}") for name, about in section.beside if name != "clause"]
    if beside:
        blocks.append("\n".join(beside))
    return "\n\n".join(blocks)


def _field(field: Field) -> str:
    level = "####" if not field.section or field.section not in {"landing", "play"} else "#####"
    facts = [_kind(field), _default(field)]
    text = _wrapped(f"{field.about} {' '.join(fact for fact in facts if fact)}")
    items = [_value(value, field) for value in field.values if field.kind != "counts"]
    items += _uses(field)
    blocks = [f"{level} `{field.path}`", text]
    if items:
        blocks.append("\n".join(items))
    blocks += [_field(inner) for inner in field.fields]
    return "\n\n".join(blocks)


def _kind(field: Field) -> str:
    if field.range:
        low, high = field.range
        named = "".join(f", or `{value.written}`" for value in field.values)
        return f"A whole number from {low} to {high}{named}."
    return KINDS[field.kind]


def _default(field: Field) -> str:
    if field.is_needed:
        unless = f", unless {field.needed_unless}" if field.needed_unless else ""
        return f"**It must be written{unless}.**"
    if field.default is None:
        return "Left out unless it is written."
    if field.default in ("", []):
        return "" if field.kind in {"text", "list of texts"} else f"Default: `{field.default}`."
    return f"Default: `{json.dumps(field.default)}`."


def _value(value: Value, field: Field) -> str:
    is_default = value.value in (field.default, json.dumps(field.default))
    text = f"`{value.written}`{' (the default)' if is_default else ''}: {value.meaning}"
    example = value.example
    if is_default:
        text += _said(example) if example else ""
    elif value.games:
        text += _said(example, value.games) if example else f" In {_games(value.games)}."
    else:
        text += " In no game of the catalogue." + (_said(example) if example else "")
    return item(text)


def _said(example: Example, games: Sequence[str] = ()) -> str:
    """What a game says, then the other games that say so."""
    others = [name for name in games if name != example.game]
    changed = "" if example.is_in_catalogue else ", changed so"
    text = f" In `{example.game}`{changed}: “{example.sentence}”"
    return f"{text} Also in {_games(others)}." if others else text


def _uses(field: Field) -> Iterator[str]:
    """Who has another value than the default, where values are not listed; and the options."""
    listed = field.values and field.kind != "counts"
    if field.example:
        yield item(f"For example,{_said(field.example, field.games)}".replace("In", "in", 1))
    elif not listed and field.section and not field.is_needed and field.games:
        yield item(f"In {_games(field.games)}.")
    for option in options():
        pairs = option.writes(field)
        if pairs and option.is_plain:
            yield item(f"Option `{option.name}` is this field, with the same values.")
        elif pairs:
            same = "; ".join(f"`{option.name}={value}` is `{said}`" for value, said in pairs)
            yield item(f"Option `{option.name}` says the same: {same}.")


def _games(names: list[str]) -> str:
    some = ", ".join(f"`{name}`" for name in names[:N_GAMES])
    return some if len(names) <= N_GAMES else f"{some} and {len(names) - N_GAMES} more"


def _numbers() -> Iterator[str]:
    field = next(f for section in sections() for f in section.fields if f.kind == "counts")
    for value in field.values:
        yield item(f"`{value.written}`: {value.meaning}")


def _option(option: Option) -> str:
    text = f"`{option.name}`: {option.about}. Allowed: {option.allowed}."
    said = [f"`{option.name}={value}` is `{said}`" for value, said in option.values]
    if option.is_plain:
        text += f" It is `{option.values[0][1].partition(' = ')[0]}`."
    else:
        text += f" In `{option.game}`: {'; '.join(said)}."
    return item(text)


# Boards in text

TWO_ROWS = """
name = "two-rows"
board = { rows = 2, columns = 6 }
setup = { seeds = [1, 2, 3, 4, 5, 6] }
ending = { when = ["either_empty"] }
"""
THREE_ROWS = """
name = "three-rows"
board = { rows = 3, columns = 6 }
setup = { outer = [1, 2, 3, 4, 5, 6], inner = [7, 8, 9] }
ending = { when = ["either_empty"] }
"""
FOUR_ROWS = """
name = "four-rows"
board = { rows = 4, columns = 6 }
setup = { outer = [1, 2, 3, 4, 5, 6], inner = [7, 8, 9, 10, 11, 12] }
ending = { when = ["either_empty"] }
"""


def _orders() -> str:
    """Boards on which each pit holds its own number in the order of the list."""
    return "\n\n".join(_order(text) for text in (TWO_ROWS, THREE_ROWS, FOUR_ROWS))


def _order(text: str) -> str:
    opening = next(line for line in text.splitlines() if line.startswith("setup"))
    board = str(mc.Rules.from_toml(text).start()).rstrip().splitlines()[1:]
    rows = [row.removesuffix(" 0") for row in board]
    return "\n".join(["```text", opening, "", *rows, "```"])


# Lines


def _wrapped(text: str, first: str = "", later: str = "") -> str:
    """Lines that are broken nowhere between backticks."""
    pieces = text.strip().split("`")
    pieces[1::2] = [piece.replace(" ", UNBROKEN) for piece in pieces[1::2]]
    lines = textwrap.fill(
        "`".join(pieces),
        WIDTH,
        initial_indent=first,
        subsequent_indent=later,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return lines.replace(UNBROKEN, " ")


def item(text: str) -> str:
    """A line of a list."""
    return _wrapped(text, "- ", "  ")
