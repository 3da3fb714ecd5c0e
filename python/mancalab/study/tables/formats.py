"""Numbers and names as the texts of tables have them."""

from __future__ import annotations

import math

from mancalab._base.estimates import Estimate
from mancalab._base.words import signed


def setting(option: str, value: object) -> str:
    """An option and its value in one word, as ``replay=false``."""
    plain = value is None or isinstance(value, bool)
    return f"{option}={str(value).lower() if plain else value}"


def percent(share: Estimate) -> str:
    """A share as ``51.2 ±1.0``, in per cent."""
    return spread(Estimate(*(100 * x for x in share)), ".1f")


def percent_or_none(share: Estimate) -> str:
    """A share in per cent; a plain 0, easy to skip over, where nothing of the kind happened."""
    return "0" if share.value == 0 else percent(share)


def spread(estimate: Estimate, form: str) -> str:
    """A value as ``41.3 ±0.2``; the form is that of its number."""
    if math.isnan(estimate.value):
        return "-"
    if math.isnan(estimate.margin_of_error):
        return format(estimate.value, form)
    return f"{estimate.value:{form}} ±{estimate.margin_of_error:{form.lstrip('+')}}"


FEW = 10
"""Where fewer than one game in so many is distinct, a row is marked."""

MARK = "*"
FEW_NOTE = (
    f"{MARK} fewer than a tenth of these games are distinct: a few lines of play come again and "
    "again, and from another opening the result may be another one."
)
EXACT_NOTE = (
    "exact: the value under perfect play for the player who starts: the margin in seeds, or the "
    "result where seeds do not decide."
)
INTERVAL_NOTE = "± is the larger half of the 95 % interval."


def few_distinct(distinct: int, games: int) -> bool:
    """Whether so few games are distinct that a result must not be taken for the game's."""
    return FEW * distinct < games


def change(estimate: Estimate, *, scale: int = 1) -> str:
    """A difference with its sign."""
    return spread(Estimate(*(scale * x for x in estimate)), "+z.2f")


def bare(value: float, form: str) -> str:
    """A value without an interval."""
    return "-" if math.isnan(value) else format(value, form)


def worth(value: int, kind: str) -> str:
    """An exact value: a margin as ``+4``, a result in a word."""
    words = {1: "win", 0: "neither", -1: "loss"}
    return words.get(value, signed(value)) if kind == "result" else signed(value)
