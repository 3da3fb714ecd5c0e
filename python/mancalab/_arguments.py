"""What users pass, checked; every error names the argument."""

from __future__ import annotations

import math
import operator
from numbers import Real

import numpy as np


def integer(name: str, value: object, low: int, high: int, otherwise: str = "") -> int:
    """Give an integer in `low` to `high`; NumPy's are fine, floats and truth values are not."""
    found = type(value).__name__
    if isinstance(value, bool | np.bool_):
        raise TypeError(f"{name}: an integer is needed, not {found}")
    try:
        number = operator.index(value)  # type: ignore[arg-type]  # refused with a better error
    except TypeError:
        raise TypeError(f"{name}: an integer is needed, not {found}") from None
    if not low <= number <= high:
        raise ValueError(f"{name} = {number}: allowed are {low} to {high}{otherwise}")
    return number


def number(name: str, value: object, low: float, high: float) -> float:
    """Give a real number in `low` to `high`; integers and NumPy's are fine, truth values not."""
    if isinstance(value, bool | np.bool_) or not isinstance(value, Real):
        raise TypeError(f"{name}: a number is needed, not {type(value).__name__}")
    real = float(value)
    if math.isnan(real) or not low <= real <= high:
        raise ValueError(f"{name} = {value}: allowed are {low:g} to {high:g}")
    return real
