"""Actions chosen by masks, in many lanes at once."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import mancalab as mc
from mancalab.envs import masked_argmax, masked_sample

RANDOM = np.random.default_rng(1)


def some_mask(lanes: int, actions: int) -> npt.NDArray[np.bool_]:
    """Of every lane at least one action is legal."""
    mask = RANDOM.random((lanes, actions)) < 0.4
    mask[np.arange(lanes), RANDOM.integers(actions, size=lanes)] = True
    return mask


@pytest.mark.parametrize("lanes", [1, 63, 64, 65, 200])
@pytest.mark.parametrize("actions", [1, 6, 64])
def test_the_best_legal_action_is_that_of_numpy(lanes: int, actions: int) -> None:
    mask = some_mask(lanes, actions)
    values = RANDOM.integers(3, size=(lanes, actions)).astype(np.float32)
    wanted = np.where(mask, values, -np.inf).argmax(axis=1)
    assert masked_argmax(mask, values).tolist() == wanted.tolist()
    assert (
        masked_argmax(np.asfortranarray(mask), values.astype(np.float64)).tolist()
        == wanted.tolist()
    )
    assert masked_argmax(mask).tolist() == mask.argmax(axis=1).tolist()
    assert masked_argmax(mask.astype(np.int8)).dtype == np.int64


def test_all_legal_actions_are_drawn_equally_often() -> None:
    mask = np.tile([False, True, True, False, True], (30_000, 1))
    drawn = np.bincount(masked_sample(mask, 7), minlength=5)
    assert drawn[[0, 3]].tolist() == [0, 0]
    # Ten thousand each, give or take six standard deviations of 82.
    assert np.abs(drawn[[1, 2, 4]] - 10_000).max() < 6 * 82


def test_a_seed_draws_the_same_again() -> None:
    mask = some_mask(100, 6)
    first = masked_sample(mask, 3)
    assert mask[np.arange(100), first].all()
    assert masked_sample(mask, 3).tolist() == first.tolist()
    assert masked_sample(mask, 4).tolist() != first.tolist()
    generators = [np.random.default_rng(5) for _ in range(2)]
    one, other = (masked_sample(mask, generator) for generator in generators)
    assert one.tolist() == other.tolist()
    assert masked_sample(mask, generators[0]).tolist() != one.tolist()


def test_a_batch_is_played_by_its_mask() -> None:
    batch = mc.Batch(mc.rules("oware"), 130, seed=2)
    out = np.empty(130, dtype=np.int64)
    for step in range(200):
        assert masked_sample(batch.mask, step, out=out) is out
        batch.step(out)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([[True]],), "mask: a NumPy array is needed"),
        ((np.ones(3, dtype=np.bool_),), r"mask: shape \(n, actions\) is needed, not \(3,\)"),
        ((np.ones((3, 2)),), "mask: bool or integers of one byte are needed, not float64"),
        ((np.ones((3, 0), dtype=np.bool_),), "with 1 to 64 actions is needed"),
        ((np.ones((3, 65), dtype=np.bool_),), "with 1 to 64 actions is needed"),
        ((np.array([[True], [False]]),), "mask: lane 1 has no legal action"),
        ((np.ones((3, 2), dtype=np.bool_), np.ones((2, 3))), r"values: shape \(3, 2\) is needed"),
    ],
)
def test_what_does_not_fit_is_named(arguments: tuple[Any, ...], message: str) -> None:
    with pytest.raises((TypeError, ValueError), match=message):
        masked_argmax(*arguments)


def test_an_array_for_actions_must_fit() -> None:
    mask = some_mask(4, 6)
    with pytest.raises(ValueError, match=r"out: int64 \(4,\) is needed, not uint8 \(4,\)"):
        masked_argmax(mask, out=np.empty(4, dtype=np.uint8))
    with pytest.raises(ValueError, match="out: a writeable, contiguous array is needed"):
        masked_argmax(mask, out=np.empty(8, dtype=np.int64)[::2])
    with pytest.raises(ValueError, match="seed"):
        masked_sample(mask, -1)
