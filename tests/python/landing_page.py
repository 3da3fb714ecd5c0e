"""The tables of `docs/landing_table.md`, from the lists that the rules are read by.

    python tests/python/landing_page.py

writes them into the page, between its two marks; what stands around them is written by hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from mancalab.cli.reference import source

PAGE = Path(__file__).parents[2] / "docs" / "landing_table.md"
BEGIN, END = "<!-- keys: tests/python/landing_page.py -->\n", "<!-- end of keys -->\n"


def rows(key: source.Field) -> Iterator[str]:
    """A key of an entry, with its values unless they are numbers, which are all written alike."""
    is_number = key.kind == "counts"
    yield f"| `{key.name}` | {'a number ' if is_number else ''}| {key.about} |"
    if not is_number:
        yield from (f"| | `{value.written}` | {value.meaning} |" for value in key.values)


def table(head: str, rows: Iterable[str]) -> str:
    columns = head.count("|") - 1
    return "\n".join([head, "|" + " --- |" * columns, *rows])


def tables() -> str:
    """Every key with its values: tests, how numbers are written, effects."""
    keys = next(section.fields for section in source.sections() if section.name == "landing")
    numbers = next(key.values for key in keys if key.kind == "counts")
    head = "| key | value | meaning |"
    parts = [
        "### Tests",
        table(head, (row for key in keys if key.is_test for row in rows(key))),
        "A number is written the same at every key that asks for one:",
        table("| value | meaning |", (f"| `{v.written}` | {v.meaning} |" for v in numbers)),
        "### Effects",
        table(head, (row for key in keys if not key.is_test for row in rows(key))),
    ]
    return "\n" + "\n\n".join(parts) + "\n\n"


def page(text: str) -> str:
    """The page with its tables as they should be."""
    before, rest = text.split(BEGIN)
    return before + BEGIN + tables() + END + rest.split(END)[1]


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
