"""The native arrays in which environments tell of a step."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import mancalab as mc
from mancalab._core import _ArrayPool, _Outputs

Array = npt.NDArray[Any]

NAMES = (
    ("ended", True),
    ("reward", True),
    ("observation", True),
    ("mask", False),
    ("final_or_zeros", False),
)


def batch(lanes: int = 100) -> mc.Batch:
    return mc.Batch(mc.rules("kalah"), lanes, seed=1)


def outputs_of(games: mc.Batch, names: Sequence[tuple[str, bool]], *, fresh: bool) -> _Outputs:
    return games._outputs(names, fresh=fresh)  # noqa: SLF001


def told_of(games: mc.Batch, actions: Array, outputs: _Outputs) -> tuple[bool, tuple[Array, ...]]:
    return games._step_told(actions, outputs)  # noqa: SLF001


@pytest.mark.parametrize("fresh", [True, False])
@pytest.mark.parametrize("lanes", [1, 64, 100, 20_000])
def test_they_tell_what_the_batch_shows(lanes: int, *, fresh: bool) -> None:
    games = batch(lanes)
    outputs = outputs_of(games, NAMES, fresh=fresh)
    for _ in range(60):
        any_ended, told = told_of(games, games.sample(), outputs)
        ended, reward, observation, mask, final = told
        assert np.array_equal(ended, games.terminated | games.truncated)
        assert any_ended == ended.any()
        acted = games.rewards[np.arange(lanes), games.acted]
        assert np.array_equal(reward, acted)
        assert np.array_equal(observation, games.observation)
        assert observation.flags.f_contiguous
        assert np.array_equal(mask, games.mask)
        assert mask.flags.c_contiguous
        assert mask.dtype == np.int8
        assert np.array_equal(final[ended], games.final_observation[ended])
        assert not final[~ended].any()


def test_fresh_ones_are_nobody_elses_and_the_same_ones_always_the_same() -> None:
    games = batch(70_000)
    fresh, same = (outputs_of(games, NAMES, fresh=fresh) for fresh in (True, False))
    first, second, third = (told_of(games, games.sample(), fresh)[1] for _ in range(3))
    for one, two, three in zip(first, second, third, strict=True):
        assert not np.shares_memory(one, two)
        assert not np.shares_memory(one, three)
        assert not np.shares_memory(two, three)
    told = told_of(games, games.sample(), same)[1]
    again = told_of(games, games.sample(), same)[1]
    assert all(one is two for one, two in zip(told, again, strict=True))
    assert all(one is two for one, two in zip(told, same.same(), strict=True))


def test_memory_that_nobody_holds_is_given_again() -> None:
    pool = _ArrayPool((1_000, 100))
    first, second = pool.array(), pool.array()
    assert first.dtype == np.float32
    assert not np.shares_memory(first, second)
    address = first.ctypes.data
    row = first[5]
    del first
    assert pool.array().ctypes.data != address  # a view holds it
    del row
    third, fourth = pool.array(), pool.array()
    assert address in {third.ctypes.data, fourth.ctypes.data}


def reshaped(array: Array) -> None:
    array.shape = (100, 1_000)


def cast(array: Array) -> None:
    array.dtype = np.dtype(np.int32)  # type: ignore[misc]


def closed(array: Array) -> None:
    array.flags.writeable = False


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # NumPy advises against the first two
@pytest.mark.parametrize("change", [reshaped, cast, closed])
def test_arrays_that_were_changed_are_not_given_again(change: Callable[[Array], None]) -> None:
    pool = _ArrayPool((1_000, 100))
    array = pool.array()
    change(array)
    del array
    again = pool.array()
    assert again.shape == (1_000, 100)
    assert again.dtype == np.float32
    assert again.flags.writeable
    assert again.flags.c_contiguous


def test_arrays_begin_with_a_line_of_the_cache_and_cannot_be_resized() -> None:
    for _ in range(5):
        array = _ArrayPool((1_001, 3)).array()
        assert array.ctypes.data % 64 == 0
        with pytest.raises(ValueError, match="resize"):
            array.resize(10, refcheck=False)
        assert not hasattr(array.base, "resize")


@pytest.mark.parametrize("holds", [memoryview, np.ravel, lambda array: array.base])
def test_who_holds_the_memory_in_another_way_keeps_it(holds: Callable[[Array], object]) -> None:
    pool = _ArrayPool((1_000, 100))
    array = pool.array()
    address, held = array.ctypes.data, holds(array)
    del array
    assert pool.array().ctypes.data != address
    del held


def test_who_asked_is_told_that_an_array_is_gone() -> None:
    pool = _ArrayPool((1_000, 100))
    told: list[object] = []
    asked = weakref.ref(pool.array(), told.append)
    assert pool.array() is not asked()
    assert told == [asked]


def test_what_is_refused() -> None:
    games = batch()
    with pytest.raises(ValueError, match="final_observation"):
        outputs_of(games, (("final_observation", False),), fresh=True)
    with pytest.raises(ValueError, match="nothing"):
        outputs_of(games, (("nothing", False),), fresh=True)
    with pytest.raises(ValueError, match="fresh arrays"):
        outputs_of(games, NAMES, fresh=True).same()
    with pytest.raises(ValueError, match="observation"):
        told_of(batch(200), np.zeros(200, np.uint8), outputs_of(games, NAMES[2:3], fresh=True))
    with pytest.raises(ValueError, match="too large"):
        _ArrayPool((2**40, 2**40))
    with pytest.raises(ValueError, match="too large"):
        _ArrayPool((2**61, 1))
    with pytest.raises(MemoryError):
        _ArrayPool((2**46,)).array()
    with pytest.raises(TypeError):
        _Outputs(games, NAMES, fresh=True)  # type: ignore[arg-type]


def test_nothing_is_told_of_a_step_that_is_refused() -> None:
    games = batch()
    outputs = outputs_of(games, NAMES, fresh=False)
    told_of(games, games.sample(), outputs)
    before = [array.copy() for array in outputs.same()]
    with pytest.raises(mc.IllegalAction, match="lane 0"):
        told_of(games, np.full(100, 200, np.uint8), outputs)
    assert all(map(np.array_equal, outputs.same(), before))
