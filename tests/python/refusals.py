"""What the tests of bad input share: an error of the right class that says what is wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

import mancalab as mc

# Untyped, since the arguments are wrong on purpose.
lab: Any = mc
KALAH: Any = mc.rules("kalah")
START: Any = KALAH.start()
GREEDY = mc.agents.Greedy()
TALLY = mc.match(mc.rules("kalah"), GREEDY, GREEDY, 3)

Call: TypeAlias = Callable[[], object]
Error: TypeAlias = type[BaseException]
Words: TypeAlias = tuple[str, ...]


def cases(table: list[tuple[Call, Error, Words]]) -> pytest.MarkDecorator:
    """Return the mark that tries each call, with the class and some words of its error."""
    names = [
        f"{number}-{error.__name__}-{' '.join(words)[:40]}"
        for number, (_, error, words) in enumerate(table)
    ]
    return pytest.mark.parametrize(("call", "error", "words"), table, ids=names)


def refused(call: Call, error: Error, words: Words) -> str:
    """Return the message of the error, which is of exactly this class and has these words."""
    with pytest.raises(error) as caught:
        call()
    assert caught.type is error
    for word in words:
        assert word in str(caught.value)
    return str(caught.value)


def assert_unharmed() -> None:
    """Check that rules, states and runs work as before."""
    assert mc.rules("kalah").start() == START
    assert START.play(2).to_move == 0
    assert START.play(2).stores.tolist() == [1, 0]
    assert mc.match(KALAH, GREEDY, GREEDY, 3) == TALLY
