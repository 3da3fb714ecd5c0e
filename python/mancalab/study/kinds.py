"""The kinds of games that tables and figures of a study keep together."""

from __future__ import annotations

from mancalab._core import Rules

FOUR_ROWS = "Four rows"
THREE_ROWS = "Three rows"
SEVERAL_LAPS = "Several laps, two rows"
STORES_SOWN = "Single lap, store sown"
STORES_NOT_SOWN = "Single lap, store not sown"

_LAPS = {
    "relays",
    "relays_next",
    "past_store",
    "then_relays",
    "then_relays_next",
    "then_may_relay",
    "resows",
}
"""Features of games in which a lap can follow the first."""


def kind_of(rules: Rules) -> str:
    """The kind of a game, by its rows, its laps and whether a sowing goes through the store."""
    features = rules.features
    if "four_rows" in features:
        return FOUR_ROWS
    if "three_rows" in features:
        return THREE_ROWS
    if _LAPS.intersection(features):
        return SEVERAL_LAPS
    return STORES_SOWN if "sows_own_store" in features else STORES_NOT_SOWN
