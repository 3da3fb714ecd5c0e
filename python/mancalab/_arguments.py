"""What users pass, checked; every error names the argument."""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable
from numbers import Real

import numpy as np

MOST_TIME = 1e6  # seconds: 11 days


def whole(name: str, value: object) -> int:
    """Give an integer of any size; NumPy's are fine, floats and truth values are not."""
    found = type(value).__name__
    if isinstance(value, bool | np.bool_):
        raise TypeError(f"{name}: an integer is needed, not {found}")
    try:
        return operator.index(value)  # type: ignore[arg-type]  # refused with a better error
    except TypeError:
        raise TypeError(f"{name}: an integer is needed, not {found}") from None


def integer(name: str, value: object, low: int, high: int, otherwise: str = "") -> int:
    """Give an integer in `low` to `high`, as `whole` does."""
    number = whole(name, value)
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


def checked_seed(seed: object, otherwise: str = "") -> int:
    """Give a seed of random numbers."""
    return integer("seed", seed, 0, 2**64 - 1, otherwise)


def checked_threads(threads: object) -> int | None:
    """Give a number of threads, or None for all cores."""
    if threads is None:
        return None
    return integer("threads", threads, 1, 1024, ", or None for all cores")


def check_word(name: str, value: object, allowed: Iterable[str]) -> None:
    """Raise unless a value is one of the words that are allowed."""
    words = tuple(allowed)
    if value not in words:
        raise ValueError(f"{name} = {value!r}: allowed are {', '.join(words)}")


def integer_or_none(
    name: str, value: object, low: int, high: int, otherwise: str = ""
) -> int | None:
    """Give an integer as `integer` does; None stays."""
    return None if value is None else integer(name, value, low, high, otherwise)


def seconds_or_none(name: str, value: object) -> float | None:
    """Give a time in seconds that a search may take; None stays."""
    return None if value is None else number(name, value, 0.0, MOST_TIME)


def settle(frozen: object, **checked: object) -> None:
    """Give fields of a frozen dataclass the values that were checked.

    These are Python's own numbers where NumPy's were given: equal agents have equal texts.
    """
    for name, value in checked.items():
        object.__setattr__(frozen, name, value)
