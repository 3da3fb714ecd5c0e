"""Lanes of a batch and what is passed for each of them, checked; every error names the argument."""

from __future__ import annotations

from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt

from mancalab._base.arguments import integer
from mancalab._core import _described

# NumPy's flags of what is C-contiguous and aligned, in one number: it is asked in every step.
_PLAIN = 0x101


def plain_actions(actions: npt.ArrayLike, lanes: int) -> npt.NDArray[Any]:
    """Give one integer a lane, contiguous and in native bytes: a copy only where it takes one."""
    array = np.asarray(actions)
    if array.dtype.kind not in "iu":
        raise TypeError(f"actions: integers are needed, not {_said(array)}")
    if array.ndim != 1:
        raise ValueError(f"actions: shape ({lanes},) is needed, not {array.shape}")
    if array.flags.num & _PLAIN == _PLAIN and array.dtype.isnative:
        return array
    return np.array(array, dtype=array.dtype.newbyteorder("="), order="C", copy=True)


def _said(array: npt.NDArray[Any]) -> str:
    """What an array holds: its first item if these are texts."""
    is_text = array.dtype.kind in "SU" and array.size > 0
    return _described(array.item(0)) if is_text else str(array.dtype)


def copied_truths(name: str, truths: npt.ArrayLike, lanes: int) -> npt.NDArray[np.bool_]:
    """Give a contiguous copy of one truth value a lane."""
    array = np.asarray(truths)
    if array.dtype != np.bool_:
        raise TypeError(f"{name}: truth values are needed, not {_said(array)}")
    if array.shape != (lanes,):
        raise ValueError(f"{name}: shape ({lanes},) is needed, not {array.shape}")
    return np.array(array, order="C", copy=True)


def number_of_lane(i: SupportsIndex, lanes: int) -> int:
    """Give the number of a lane; negative ones count from the end."""
    try:
        place = integer("i", i, -lanes, lanes - 1)
    except ValueError as error:
        raise IndexError(str(error)) from None
    return place % lanes


def numbers_of_lanes(name: str, chosen: npt.ArrayLike, lanes: int) -> npt.NDArray[np.intp]:
    """Give the numbers of lanes that are chosen by numbers or by truth values."""
    array = np.asarray(chosen)
    if array.dtype.kind == "b" and array.shape == (lanes,):
        return np.flatnonzero(array)
    if array.ndim > 1 or array.dtype.kind == "b":
        needed = f"({lanes},) for truth values, one dimension for numbers"
        raise ValueError(f"{name}: shape {needed}, not {array.shape}")
    if array.size == 0:
        return np.empty(0, dtype=np.intp)
    if array.dtype.kind not in "iu":
        kind = str(array.dtype) if array.dtype.kind in "fc" else _described(array.item(0))
        raise TypeError(f"{name}: numbers of lanes or truth values are needed, not {kind}")
    places = np.atleast_1d(array)
    beyond = (places < -lanes) | (places >= lanes)
    if beyond.any():
        first = places[beyond][0]
        raise IndexError(f"{name}: {first} is out of range for {lanes} lanes")
    return places.astype(np.intp) % lanes
