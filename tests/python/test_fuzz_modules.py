"""Whether the fuzzer, which `make fuzz` alone compiles, has all the modules it takes."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).parents[1]


def test_the_fuzzer_has_every_module_that_its_modules_name() -> None:
    root = TESTS / "fuzz/src/lib.rs"
    found = re.findall(r'#\[path = "(.*?)"\]\n(?:pub )?mod (\w+);', root.read_text("utf-8"))
    has = {name for _, name in found}
    assert len(has) > 3
    for path, name in found:
        text = (root.parent / path).read_text("utf-8")
        missing = set(re.findall(r"\bcrate::(\w+)", text)) - has
        assert not missing, f"{name} needs {missing}: a line for each in {root.name} of the fuzzer"
