"""Actions chosen by masks, for many lanes at once: what an agent does between two steps."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from mancalab._base.arguments import checked_seed, wrong_type
from mancalab._core import _masked_argmax, _masked_sample

Array = npt.NDArray[Any]


def masked_argmax(
    mask: Array, values: Array | None = None, *, out: Array | None = None
) -> npt.NDArray[np.int64]:
    """Choose the legal action of the greatest value in every lane.

    Parameters
    ----------
    mask
        Which actions are legal: bool, or integers of one byte, (n, actions). That of a batch, of
        `info["action_mask"]`, column by column in memory, is read fastest.
    values
        Numbers (n, actions), of which float32 is read as it is. None: the first legal action.
    out
        int64 (n,), contiguous: to be filled and given back.

    Returns
    -------
    numpy.ndarray
        int64 (n,). Of equal values the first one is chosen; what is not a number is chosen only
        where nothing else is legal.

    Raises
    ------
    ValueError, TypeError
        For arrays that do not fit, and for the first lane that has no legal action.

    Examples
    --------
    >>> import mancalab as mc
    >>> from mancalab.envs import masked_argmax
    >>> masked_argmax(mc.Batch(mc.rules("kalah"), 3).mask)
    array([0, 0, 0])
    """
    mask, out = _checked(mask, out)
    if values is not None:
        values = np.ascontiguousarray(values, dtype=np.float32)
        if values.shape != mask.shape:
            raise ValueError(f"values: shape {mask.shape} is needed, not {values.shape}")
    _masked_argmax(mask, values, out)
    return out


def masked_sample(
    mask: Array, seed: int | np.random.Generator, *, out: Array | None = None
) -> npt.NDArray[np.int64]:
    """Choose a legal action in every lane, all equally likely.

    Parameters
    ----------
    mask
        As for `masked_argmax`.
    seed
        0 to 2**64 - 1, another one for each step; or a generator, of which one number is taken.
    out
        int64 (n,), contiguous: to be filled and given back.

    Returns
    -------
    numpy.ndarray
        int64 (n,): the same for the same mask and seed on every machine.

    Raises
    ------
    ValueError, TypeError
        As for `masked_argmax`.
    """
    mask, out = _checked(mask, out)
    if isinstance(seed, np.random.Generator):
        seed = int(seed.integers(2**64, dtype=np.uint64))
    _masked_sample(mask, checked_seed(seed), out)
    return out


def _checked(mask: Array, out: Array | None) -> tuple[Array, Array]:
    """The mask as bytes, and an array for its actions."""
    if not isinstance(mask, np.ndarray):
        raise wrong_type("mask", "a NumPy array is needed", mask)
    if mask.dtype.kind not in "biu" or mask.dtype.itemsize != 1:
        raise TypeError(f"mask: bool or integers of one byte are needed, not {mask.dtype}")
    if mask.ndim != 2:
        raise ValueError(f"mask: shape (n, actions) is needed, not {mask.shape}")
    if out is None:
        out = np.empty(len(mask), dtype=np.int64)
    elif not isinstance(out, np.ndarray):
        raise wrong_type("out", "a NumPy array is needed", out)
    elif out.dtype != np.int64 or out.shape != (len(mask),):
        raise ValueError(f"out: int64 ({len(mask)},) is needed, not {out.dtype} {out.shape}")
    elif not (out.flags.writeable and out.flags.c_contiguous):
        raise ValueError("out: a writeable, contiguous array is needed")
    return mask.view(np.uint8), out
