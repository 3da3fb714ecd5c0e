"""Options of rules as the rows of tables have them."""

from __future__ import annotations

import json
from typing import Any

from mancalab._core import Rules

OptionValue = int | bool | str | None
"""A value that a rules option can have."""


def changed_options(rules: Rules) -> dict[str, OptionValue]:
    """Options of rules that differ from the catalogue's.

    For a game not in it all of them, and the keys of its landing table.
    """
    changes = rules._changes()  # noqa: SLF001 - the package's own
    return all_options(rules) if changes is None else changes


def all_options(rules: Rules) -> dict[str, OptionValue]:
    """All options of rules, and the keys of their landing table that are set."""
    options = {name: option.value for name, option in rules.options.items()}
    return options | rules._entry_keys  # noqa: SLF001 - the package's own


def plain_value(value: Any) -> OptionValue:
    """A value of an option or a key as tables have it: a list is text, as the command line's."""
    if value is None or isinstance(value, bool | int | str):
        return value
    return json.dumps(list(value), separators=(",", ":"))
