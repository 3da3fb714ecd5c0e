"""Child processes: every long call works in them, whatever the parent did before."""

from __future__ import annotations

import multiprocessing
from pathlib import Path

import pytest

from children import TEST, program

PROGRAM = Path(__file__).with_name("forks.py")
METHODS = [
    pytest.param(method, marks=() if method == "fork" else pytest.mark.nightly)
    for method in multiprocessing.get_all_start_methods()
]


@pytest.mark.timeout(TEST)
@pytest.mark.parametrize("used", ["used", "fresh"])
@pytest.mark.parametrize("method", METHODS)
def test_every_call_works_in_a_child(method: str, used: str) -> None:
    if method != "fork" and used == "fresh":
        pytest.skip("such a child shares nothing with its parent")
    done = program("-W", "ignore", str(PROGRAM), method, used)
    assert done.returncode == 0, done.stderr
