"""The words that the fuzzer has are those of the rules as they are."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import mancalab as mc
from fuzz_words import DICTIONARY, dictionary

LINES = DICTIONARY.read_text(encoding="utf-8").splitlines()
WORDS = {re.sub(r"\\(.)", r"\1", line[1:-1]) for line in LINES[1:]}
MAKEFILE = Path(__file__).parents[2] / "Makefile"
PROSE = {"about", "aliases", "clause", "clauses", "informant", "language", "name", "names", "note"}
PROSE |= {"book", "region", "source", "title"}


def test_the_dictionary_is_that_of_the_rules_as_they_are() -> None:
    assert DICTIONARY.read_text(encoding="utf-8") == dictionary(), (
        "python tests/python/fuzz_words.py"
    )


def test_libfuzzer_can_read_every_line() -> None:
    assert LINES[0].startswith("#")
    for line in LINES[1:]:
        assert re.fullmatch(r'"(?:[ !#-\[\]-~]|\\["\\])+"', line), line
    assert len(WORDS) == len(LINES) - 1 > 200
    assert max(map(len, WORDS)) <= 64  # it takes no longer ones


def test_every_game_is_written_in_these_words() -> None:
    """Another way to the words than that of the dictionary: descriptions in full."""
    for name in mc.catalogue:
        assert name in WORDS
        missing = set(used(tomllib.loads(mc.rules(name).to_toml(full=True)))) - WORDS
        assert missing == set(), name


def used(found: dict[str, Any]) -> Iterator[str]:
    """Section heads, fields and values of a description, prose left out."""
    for key, value in found.items():
        if key in PROSE:
            continue
        entries = value if isinstance(value, list) else [value]
        tables = [entry for entry in entries if isinstance(entry, dict)]
        if tables and key != "on_drop":
            yield f"[[{key}]]" if isinstance(value, list) else f"[{key}]"
        else:
            yield f"{key} = "
        for entry in entries:
            if isinstance(entry, dict):
                yield from used(entry)
            elif isinstance(entry, str) and not re.fullmatch(r"\d*\.\.\d*", entry):
                yield from (entry, f'"{entry}"')


def test_it_is_given_to_the_fuzzers_that_read_text() -> None:
    fuzz = MAKEFILE.read_text(encoding="utf-8").partition("\nfuzz:")[2].partition("\n\n")[0]
    assert "rules_text | notation) words=-dict=tests/fuzz/rules.dict ;;" in fuzz
    assert "$$words" in fuzz
