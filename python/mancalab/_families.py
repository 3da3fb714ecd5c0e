"""Families of games: those that share a kind of rule, told from the features of a game."""

from __future__ import annotations

from typing import NamedTuple

from mancalab._core import Rules


class Family(NamedTuple):
    """A family: what its games share, and the features of which they have one."""

    about: str
    features: frozenset[str]

    def has(self, rules: Rules) -> bool:
        """Whether a game belongs to it."""
        return not self.features.isdisjoint(rules.features)


def _family(about: str, *features: str) -> Family:
    return Family(about, frozenset(features))


_RELAYS = (
    "relays",
    "relays_next",
    "past_store",
    "resows",
    "then_relays",
    "then_relays_next",
    "then_may_relay",
)

FAMILIES = {
    "single-lap": Family("a turn is one sowing", frozenset()),
    "relay": _family("a last seed can be followed by another lap", *_RELAYS),
    "store": _family("seeds are sown into stores", "sows_own_store", "sows_both_stores"),
    "directions": _family(
        "sowings go either way",
        "chosen_way",
        "fixes_heading",
        "outward",
        "turns_round",
        "sows_back_into",
        "turns_at",
        "goes_again",
    ),
    "openings": _family(
        "first turns have rules of their own, or players lay out the seeds",
        "first_turns",
        "lays_seeds",
        "puts_seeds",
        "copies",
        "places_seeds",
        "places_for_both",
        "turns_board",
    ),
    "plays": _family(
        "what may be played hangs on the pits around, or on where the sowing would end",
        "plays_some",
    ),
    "choices": _family(
        "a player chooses in the middle of a turn",
        "chooses_file",
        "chooses_pits",
        "chooses_beside",
        "then_may_relay",
        "then_may_take",
        "then_may_resow",
        "chooses_end",
        "chooses_number",
        "gives_seeds",
        "store_back",
        "turns_at",
        "goes_again",
    ),
    "drops": _family(
        "pits are captured as seeds fall, or when the sowing is over",
        "drop_captures",
        "takes_after",
        "last_seeds",
    ),
    "rounds": _family("what is won is laid out again", "rounds"),
    "marks": _family(
        "pits are marked, or closed",
        "marks",
        "marks_pits",
        "closes_landing",
        "fills_pits",
        "holds_pits",
    ),
}


def families_of(rules: Rules) -> tuple[str, ...]:
    """The names of the families that a game belongs to."""
    return tuple(name for name in FAMILIES if belongs(rules, name))


def belongs(rules: Rules, family: str) -> bool:
    """Whether a game belongs to the family of this name."""
    if family == "single-lap":
        return not FAMILIES["relay"].has(rules)
    return FAMILIES[family].has(rules)
