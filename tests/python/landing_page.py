"""The tables of `docs/landing_table.md`, from the lists that the rules are read by.

    python tests/python/landing_page.py

writes them into the page, between its two marks; what stands around them is written by hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from mancalab import _core

PAGE = Path(__file__).parents[2] / "docs" / "landing_table.md"
BEGIN, END = "<!-- keys: tests/python/landing_page.py -->\n", "<!-- end of keys -->\n"


class Key(NamedTuple):
    """A key of an entry, with its values and their meanings."""

    is_test: bool
    name: str
    about: str
    values: list[tuple[str, str]]

    @property
    def is_number(self) -> bool:
        """Whether it asks for numbers, which are written the same at every such key."""
        return any(value.endswith("..") for value, _ in self.values)

    @property
    def rows(self) -> Iterator[str]:
        yield f"| `{self.name}` | {'a number ' if self.is_number else ''}| {self.about} |"
        if not self.is_number:
            for value, meaning in self.values:
                yield f"| | {written(value)} | {meaning} |"


def written(value: str) -> str:
    """A value as it stands in a description."""
    is_name = not value.startswith("[") and value not in {"true", "false"}
    return f'`"{value}"`' if is_name else f"`{value}`"


def table(head: str, rows: Iterable[str]) -> str:
    columns = head.count("|") - 1
    return "\n".join([head, "|" + " --- |" * columns, *rows])


def tables() -> str:
    """Every key with its values: tests, how numbers are written, effects."""
    keys = [Key(*key) for key in _core._landing_keys()]  # noqa: SLF001
    numbers = next(key.values for key in keys if key.is_number)
    head = "| key | value | meaning |"
    parts = [
        "### Tests",
        table(head, (row for key in keys if key.is_test for row in key.rows)),
        "A number is written the same at every key that asks for one:",
        table("| value | meaning |", (f"| {written(v)} | {meaning} |" for v, meaning in numbers)),
        "### Effects",
        table(head, (row for key in keys if not key.is_test for row in key.rows)),
    ]
    return "\n" + "\n\n".join(parts) + "\n\n"


def page(text: str) -> str:
    """The page with its tables as they should be."""
    before, rest = text.split(BEGIN)
    return before + BEGIN + tables() + END + rest.split(END)[1]


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
