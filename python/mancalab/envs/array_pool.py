"""Arrays to be given away: fresh for the caller, though their memory may be used again.

The system has to clear the pages of a large array first, which takes longer than filling it. So
arrays that were given away are remembered, and one that nobody holds any more (nor a view of it) is
given again.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]

LARGE = 2**16  # bytes: below, the allocator keeps memory at hand by itself
KEPT = 3  # of a kind: what the caller holds from the step before, from this one, and a spare


class Memory:
    """A store of arrays of equal shape and type.

    Parameters
    ----------
    shape, dtype
        Of the arrays.
    """

    def __init__(self, shape: tuple[int, ...], dtype: npt.DTypeLike) -> None:
        self._shape, self._dtype = shape, np.dtype(dtype)
        self._kept: list[Array] = []
        self._large = int(np.prod(shape)) * self._dtype.itemsize >= LARGE

    def array(self) -> Array:
        """An array that nobody else holds; what is in it has no meaning."""
        if not self._large:
            return np.empty(self._shape, self._dtype)
        # A view of its own for the caller, who may change its shape or its flags.
        idle = _idle(self._kept)
        if idle >= 0:
            return self._kept[idle].view()
        made = np.empty(self._shape, self._dtype)
        if len(self._kept) < KEPT:
            self._kept.append(made)
        return made.view()


def _references(arrays: list[Array]) -> list[int]:
    """How many references there are to each array, some of which are this function's own."""
    return [sys.getrefcount(array) for array in arrays]


# What is counted for an array that only its list holds: differs from one Python to the next.
_ALONE = _references([np.empty(1)])[0]


def _idle(arrays: list[Array]) -> int:
    """The place of an array that only the list holds; -1 if there is none."""
    for place, references in enumerate(_references(arrays)):
        if references <= _ALONE:
            return place
    return -1
