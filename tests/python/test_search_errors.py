"""What a tree search refuses: arguments, and what an evaluator returns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import mancalab as mc
from mancalab.search import BatchMCTS
from search_cases import Array, hashed, uniform


def answers(logits: Any, values: Any) -> Any:
    return lambda _observations, _mask: (logits, values)


GOOD: Any = (np.zeros((4, 6), np.float32), np.zeros(4, np.float32))
NOT_A_NUMBER = np.where(np.arange(24).reshape(4, 6) == 8, np.nan, np.float32(0))
WRONG: list[tuple[Any, tuple[str, ...]]] = [
    (answers(np.zeros((3, 6)), GOOD[1]), ("logits", "(4, 6)", "(3, 6)")),
    (answers(np.zeros((4, 7)), GOOD[1]), ("logits", "(4, 6)", "(4, 7)")),
    (answers(GOOD[0], np.zeros((4, 1))), ("values", "(4,)", "(4, 1)")),
    (answers(np.zeros((4, 6), int), GOOD[1]), ("logits", "floating point", "int64")),
    (answers(GOOD[0], ["a"] * 4), ("values", "floating point", "<U1")),
    (answers(NOT_A_NUMBER, GOOD[1]), ("action 2", "nan", "row 1", "finite")),
    (answers(GOOD[0], np.array([0, 0, np.inf, 0])), ("value", "inf", "row 2", "finite")),
    (answers(np.full((4, 6), 1e300), GOOD[1]), ("action 0", "inf", "row 0")),
    (lambda _o, _m: GOOD[0], ("logits and values", "ndarray")),
    (lambda _o, _m: (*GOOD, 1), ("logits and values", "tuple of length 3")),
    (lambda _o, _m: None, ("logits and values", "NoneType")),
]


@pytest.mark.parametrize(("evaluator", "words"), WRONG)
def test_what_an_evaluator_must_not_return_is_told(evaluator: Any, words: tuple[str, ...]) -> None:
    batch = mc.Batch(mc.rules("kalah"), 4)
    wrong = [False]

    def at_times(observations: Array, mask: Array) -> Any:
        return evaluator(observations, mask) if wrong[0] else hashed(observations, mask)

    search = BatchMCTS(batch, 10, at_times)
    expected = search.run()
    wrong[0] = True
    with pytest.raises(ValueError, match="evaluator: ") as caught:
        search.run()
    assert all(word in str(caught.value) for word in words), caught.value
    wrong[0] = False
    assert np.array_equal(search.run().visits, expected.visits)


BATCH: Any = mc.Batch(mc.rules("kalah"), 2)
SEARCH: Any = BatchMCTS


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: SEARCH(BATCH.rules, 1, uniform), TypeError, ("batch", "Rules")),
        (lambda: SEARCH(BATCH), TypeError, ("evaluator", "NoneType")),
        (lambda: SEARCH(BATCH, 0, uniform), ValueError, ("simulations = 0", "1 to 1000000")),
        (lambda: SEARCH(BATCH, 1, uniform, root="ucb"), ValueError, ("root = 'ucb'", "gumbel")),
        (lambda: SEARCH(BATCH, 1, uniform, exploration=-1), ValueError, ("exploration", "1000")),
        (lambda: SEARCH(BATCH, 1, uniform, considered=0), ValueError, ("considered = 0", "64")),
        (lambda: SEARCH(BATCH, 1, uniform, gumbel_scale=-1), ValueError, ("gumbel_scale = -1",)),
        (lambda: SEARCH(BATCH, 1, uniform, maxvisit_init=-1), ValueError, ("maxvisit_init = -1",)),
        (lambda: SEARCH(BATCH, 1, uniform, value_scale=2e3), ValueError, ("value_scale = 2000",)),
        (lambda: SEARCH(BATCH, 1, uniform).run(0), ValueError, ("simulations = 0",)),
        (lambda: SEARCH(BATCH, 1, uniform).run(lanes=[0]), TypeError, ("lanes", "truth values")),
        (lambda: SEARCH(BATCH, 1, uniform).run(lanes=[True] * 99), ValueError, ("lanes", "(99,)")),
        (lambda: SEARCH(BATCH, 1, uniform, noise=0.3), TypeError, ("noise", "alpha", "float")),
        (lambda: SEARCH(BATCH, 1, uniform, noise="ab"), TypeError, ("not str 'ab'",)),
        (lambda: SEARCH(BATCH, 1, uniform, noise=[1]), TypeError, ("not list of length 1",)),
        (lambda: SEARCH(BATCH, 1, uniform, noise=(0, 1)), ValueError, ("noise[0] = 0", "0.001")),
        (lambda: SEARCH(BATCH, 1, uniform, noise=(1, 2)), ValueError, ("noise[1] = 2", "0 to 1")),
        (
            lambda: SEARCH(BATCH, 1, uniform, noise=(1, 0.5), root="gumbel"),
            ValueError,
            ("noise", "puct"),
        ),
        (lambda: SEARCH(BATCH, 1, uniform, rewards="seeds"), ValueError, ("rewards", "margin")),
        (
            lambda: SEARCH(BATCH, 1, uniform, encoding="scaled"),
            TypeError,
            ("encoding", "Encoding", "not str"),
        ),
        (
            lambda: SEARCH(BATCH, 1, uniform, encoding=mc.Encoding(mc.rules("oware"))),
            ValueError,
            ("encoding", "oware", "kalah"),
        ),
        (lambda: SEARCH(BATCH, 1, uniform, seed=-1), ValueError, ("seed = -1",)),
        (lambda: SEARCH(BATCH, 1, uniform, threads=0), ValueError, ("threads = 0",)),
    ],
)
def test_arguments_that_are_not_allowed(
    call: Callable[[], object], error: type[Exception], words: tuple[str, ...]
) -> None:
    with pytest.raises(error) as caught:
        call()
    assert all(word in str(caught.value) for word in words), caught.value
