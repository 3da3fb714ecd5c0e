"""Arrays of the caller that a batch fills."""

from __future__ import annotations

import weakref
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from mancalab._base.arguments import check_word, wrong_type

WIDE = frozenset({"observation", "mask", "rewards", "final_observation", "final_mask", "scores"})
"""The names of arrays with several numbers a lane."""

NAMES = (
    "observation",
    "mask",
    "to_move",
    "acted",
    "rewards",
    "terminated",
    "truncated",
    "final_observation",
    "final_mask",
)
"""The names of arrays that a step can fill."""

ALIGNMENT = 64  # bytes: a cache line, and what JAX asks for to take an array over

Array = npt.NDArray[Any]
Given = tuple[str, Array, bool]
"""What an array shows, the array, and whether it is by columns."""


class Targets:
    """Checks arrays once, and remembers them while the same ones are passed."""

    def __init__(self, views: Mapping[str, Array]) -> None:
        self._views = views
        self._last: tuple[list[tuple[str, Array]], list[Given]] | None = None
        self._masks: list[Array] = []
        self._filled = False
        # Arrays in columns whose shape does not say so, by their ids.
        self._square: weakref.WeakValueDictionary[int, Array] = weakref.WeakValueDictionary()

    def fresh(self, layout: str) -> dict[str, Array]:
        """Zeroed arrays for all names, aligned for libraries that take them over."""
        check_word("layout", layout, ("columns", "rows"))
        arrays = {}
        for name in NAMES:
            source = self._views[name]
            shape = source.shape[::-1] if layout == "columns" else source.shape
            arrays[name] = _aligned(shape, source.dtype)
            if layout == "columns" and _is_square(source):
                self._square[id(arrays[name])] = arrays[name]
        return arrays

    def of(self, out: Mapping[str, Array]) -> tuple[list[Given], bool]:
        """Give what a step is to fill, and whether some of it does not show all ends before.

        Raises before anything is written.
        """
        if not isinstance(out, Mapping):
            raise wrong_type("out", "a dict of arrays is needed", out)
        if self._last is not None and _same(self._last[0], out):
            for name, array in out.items():
                _check_writeable(name, array)
            return self._last[1], not self._filled
        columns = self._are_columns(out)
        given = [self._given(name, array, columns=columns) for name, array in out.items()]
        self._masks = [array for name, array, _ in given if name == "final_mask"]
        self._last = (list(out.items()), [item for item in given if item[0] != "final_mask"])
        self._filled = False
        return self._last[1], True

    def filled(self) -> None:
        """The arrays of the last call show the last step, but for what never changes."""
        if not self._filled:
            for mask in self._masks:
                mask.fill(1)
        self._filled = True

    def renew(self) -> None:
        """All arrays are to be written anew."""
        self._last = None

    def forget(self) -> None:
        """There was a step that these arrays do not show."""
        self._filled = False

    def _are_columns(self, out: Mapping[str, object]) -> bool:
        """Whether arrays with as many lanes as numbers a lane are columns, by those beside them."""
        known = [
            target.shape == self._views[name].shape[::-1]
            for name, target in out.items()
            if name in WIDE and isinstance(target, np.ndarray) and not _is_square(self._views[name])
        ]
        return bool(known) and all(known)

    def _given(self, name: str, target: Array, *, columns: bool) -> Given:
        if name not in NAMES:
            raise ValueError(f"out: there is no {name!r}; allowed are {', '.join(NAMES)}")
        source = self._views[name]
        if not isinstance(target, np.ndarray):
            raise wrong_type(f"out[{name!r}]", "a NumPy array is needed", target)
        _check_writeable(name, target)
        given = target
        if source.dtype == np.bool_ and target.dtype == np.uint8:
            target = target.view(np.bool_)
        if target.dtype != source.dtype:
            raise TypeError(f"out[{name!r}]: dtype {source.dtype} is needed, not {target.dtype}")
        if target.shape == source.shape:
            turned = columns or self._square.get(id(given)) is given
            return name, target, turned and _is_square(source)
        if target.ndim == 2 and target.shape == source.shape[::-1]:
            return name, target, True
        shapes = " or ".join(str(shape) for shape in {source.shape, source.shape[::-1]})
        raise ValueError(f"out[{name!r}]: shape {shapes} is needed, not {target.shape}")


def _is_square(source: Array) -> bool:
    return source.ndim == 2 and source.shape[0] == source.shape[1]


def _same(last: list[tuple[str, Array]], out: Mapping[str, Array]) -> bool:
    return len(last) == len(out) and all(
        name == known and array is kept
        for (name, array), (known, kept) in zip(out.items(), last, strict=True)
    )


def _check_writeable(name: str, target: Array) -> None:
    if not (target.flags.writeable and target.flags.c_contiguous):
        raise ValueError(f"out[{name!r}]: a writeable, C-contiguous array is needed")


def _aligned(shape: tuple[int, ...], dtype: np.dtype[Any]) -> Array:
    size = int(np.prod(shape)) * dtype.itemsize
    memory = np.zeros(size + ALIGNMENT, dtype=np.uint8)
    begin = -memory.ctypes.data % ALIGNMENT
    return memory[begin : begin + size].view(dtype).reshape(shape)


def check_actions(out: Array, lanes: int) -> None:
    """Raise unless actions can be written into the array."""
    if not isinstance(out, np.ndarray):
        raise wrong_type("out", "a NumPy array is needed", out)
    if out.dtype.kind not in "iu":
        raise TypeError(f"out: an array of integers is needed, not {out.dtype}")
    if out.shape != (lanes,):
        raise ValueError(f"out: shape ({lanes},) is needed, not {out.shape}")
    if not out.flags.writeable:
        raise ValueError("out: a writeable array is needed")
