"""`tests/fuzz/rules.dict`: the words that the fuzzer puts into descriptions and lines of rules.

    python tests/python/fuzz_words.py

writes it, from the lists that the rules are read by.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import mancalab as mc
from mancalab.cli.reference import source

DICTIONARY = Path(__file__).parents[1] / "fuzz" / "rules.dict"
HEAD = "# Words of rules, as libFuzzer reads them: python tests/python/fuzz_words.py\n"


def words() -> Iterator[str]:
    """All words in order, some of them more than once."""
    # In TOML.
    for section in source.sections():
        if section.name:
            yield section.head
        yield from (f"{name} = " for name, _ in section.beside)
    for field in source.fields():
        yield f"{field.name} = "
        yield from (value.written for value in field.values)
    # In a line of rules.
    yield from (f"{option.name}=" for option in source.options())
    for field in source.fields():
        if field.section == "landing":
            yield f"landing[0].{field.name}="
        yield from (value.value for value in field.values)
    yield from mc.catalogue


def dictionary() -> str:
    """The file: each word once, in quotation marks, on a line of its own."""
    quoted = (word.replace("\\", "\\\\").replace('"', '\\"') for word in dict.fromkeys(words()))
    return HEAD + "".join(f'"{word}"\n' for word in quoted)


if __name__ == "__main__":
    DICTIONARY.write_text(dictionary(), encoding="utf-8")
