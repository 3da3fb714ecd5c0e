"""What the solutions of the notebooks' exercises say that mancalab answers, it answers."""

from __future__ import annotations

import doctest
import re

import pytest

from notebook_files import FOLDER, SMALL, WITH_TORCH, read

SLOW = "the_family"

NAMES = [
    pytest.param(name, marks=pytest.mark.nightly if name == SLOW else ())
    for name in sorted(SMALL.keys() - {WITH_TORCH})  # answers about training are not computed
]


@pytest.mark.parametrize("name", NAMES)
def test_solutions_are_right(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FOLDER)
    prose = "\n".join(cell.source for cell in read(name).cells if cell.cell_type == "markdown")
    blocks = re.findall(r"^```python\n(>>> .*?)^```$", prose, re.MULTILINE | re.DOTALL)
    assert blocks
    parsed = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, name, name, 0)
    told: list[str] = []
    doctest.DocTestRunner(verbose=False).run(parsed, out=told.append)
    assert not told, "".join(told)
