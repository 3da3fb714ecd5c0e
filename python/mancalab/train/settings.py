"""Checks of the settings of a method."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mancalab._base.arguments import integer, number

MOST = 2**31 - 1
"""Of any number of lanes, positions and the like."""


def check(settings: Any, whole: Mapping[str, int], real: Mapping[str, tuple[float, float]]) -> None:
    """Raise unless whole numbers are large enough, and others within their bounds.

    Raises
    ------
    ValueError, TypeError
        With the name of the setting, its value and what is allowed.
    """
    for name, least in whole.items():
        integer(name, getattr(settings, name), least, MOST)
    for name, (low, high) in real.items():
        number(name, getattr(settings, name), low, high)
