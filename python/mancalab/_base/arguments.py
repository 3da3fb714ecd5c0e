"""What users pass, checked. All messages about arguments have one grammar, the native module's too.

- The wrong type: TypeError, ``seed: an integer is needed, not str 'one'``.
- A value that is not allowed: ValueError, ``seed = -1: allowed are 0 to 255``.
- All else: the argument, a colon and what is wrong, ``games: it is empty; at least one is needed``.
"""

from __future__ import annotations

import difflib
import math
import operator
from collections.abc import Iterable
from numbers import Real
from typing import Any

import numpy as np

from mancalab._core import _described

MOST_COUNT = 2**63 - 1
"""Of anything that the native module counts."""

MOST_SEED = 2**64 - 1
MOST_THREADS = 1024
MOST_TIME = 1e6  # seconds: 11 days


def did_you_mean(word: str, names: Iterable[str]) -> str:
    """The end of an error about an unknown name, if another one is spelt alike."""
    near = difflib.get_close_matches(word, list(names))
    return f"; did you mean {' or '.join(map(repr, near))}?" if near else ""


def wrong_type(name: str, needed: str, value: object) -> TypeError:
    """The error for a value of the wrong type; ``needed`` as in "a State is needed, or None"."""
    return TypeError(f"{name}: {needed}, not {_described(value)}")


# Numbers


def whole(name: str, value: object) -> int:
    """Give an integer of any size; NumPy's are fine, floats and truth values are not."""
    if isinstance(value, bool | np.bool_):
        raise wrong_type(name, "an integer is needed", value)
    try:
        return operator.index(value)  # type: ignore[arg-type]  # refused with a better error
    except TypeError:
        raise wrong_type(name, "an integer is needed", value) from None


def _written(value: object) -> str:
    """A number as messages quote it, whatever its length."""
    try:
        return str(value)
    except ValueError:  # Python writes no integer of more than 4300 digits
        return "a number of thousands of digits"


def integer(name: str, value: object, low: int, high: int, otherwise: str = "") -> int:
    """Give an integer in `low` to `high`, as `whole` does."""
    number = whole(name, value)
    if not low <= number <= high:
        raise ValueError(f"{name} = {_written(number)}: allowed are {low} to {high}{otherwise}")
    return number


def integer_or_none(
    name: str, value: object, low: int, high: int, otherwise: str = ""
) -> int | None:
    """Give an integer as `integer` does; None stays."""
    return None if value is None else integer(name, value, low, high, otherwise)


def real(name: str, value: object) -> float:
    """Give a real number; integers and NumPy's are fine, truth values are not."""
    if isinstance(value, bool | np.bool_) or not isinstance(value, Real):
        raise wrong_type(name, "a number is needed", value)
    try:
        return float(value)
    except OverflowError:  # an integer of more digits than a float has
        return math.inf if value > 0 else -math.inf  # type: ignore[operator]  # an integer


def number(name: str, value: object, low: float, high: float) -> float:
    """Give a real number in `low` to `high`, as `real` does."""
    found = real(name, value)
    if math.isnan(found) or not low <= found <= high:
        raise ValueError(f"{name} = {_written(value)}: allowed are {low:g} to {high:g}")
    return found


def seconds_or_none(name: str, value: object) -> float | None:
    """Give a time in seconds that a search may take; None stays."""
    return None if value is None else number(name, value, 0.0, MOST_TIME)


def positive_seconds_or_none(name: str, value: object) -> float | None:
    """Give a time in seconds, more than 0 and finite; None stays."""
    if value is None:
        return None
    found = real(name, value)
    if not 0 < found < math.inf:
        raise ValueError(
            f"{name} = {_written(value)}: allowed are positive numbers of seconds, or None"
        )
    return found


def checked_seed(seed: object, otherwise: str = "") -> int:
    """Give a seed of random numbers."""
    return integer("seed", seed, 0, MOST_SEED, otherwise)


def checked_threads(threads: object) -> int | None:
    """Give a number of threads, or None for all cores."""
    return integer_or_none("threads", threads, 1, MOST_THREADS, ", or None for all cores")


# Words, flags and lists


def check_word(name: str, value: object, allowed: Iterable[str]) -> None:
    """Raise unless a value is one of the words that are allowed."""
    words = tuple(allowed)
    if value not in words:
        raise ValueError(f"{name} = {value!r}: allowed are {', '.join(words)}")


def check_text(name: str, value: object) -> None:
    """Raise unless a value is a str."""
    if not isinstance(value, str):
        raise wrong_type(name, "a str is needed", value)


def check_line(name: str, value: object) -> None:
    """Raise unless a value is a str of one line, of signs that can be printed."""
    check_text(name, value)
    if not str(value).isprintable():
        raise ValueError(f"{name} = {value!r}: allowed are signs that can be printed, in one line")


def flag(name: str, value: object) -> bool:
    """Give a truth value."""
    if not isinstance(value, bool):
        raise wrong_type(name, "True or False is needed", value)
    return value


def listed(name: str, values: object, default: Iterable[Any] = ()) -> list[Any]:
    """Give a list of at least one thing; None stands for the default."""
    if isinstance(values, str) or not (values is None or isinstance(values, Iterable)):
        raise wrong_type(name, "a list is needed", values)
    found = list(default if values is None else values)
    if not found:
        raise ValueError(f"{name}: it is empty; at least one is needed")
    return found


def settle(frozen: object, **checked: object) -> None:
    """Give fields of a frozen dataclass the values that were checked.

    These are Python's own numbers where NumPy's were given: equal agents have equal texts.
    """
    for name, value in checked.items():
        object.__setattr__(frozen, name, value)
