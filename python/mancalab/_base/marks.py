"""What marks and claims on pits say, and where seeds were lifted before."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, TypeAlias

from mancalab._base.words import SIDES
from mancalab._core import Rules, State, _observed

_Said: TypeAlias = Literal[
    "", "unplayed", "made", "closed", "left", "held", "filling", "owned", "house"
]


_SAID: dict[str, _Said] = {
    "houses": "house",
    "owned_pits": "owned",
    "holds_pits": "held",
    "closed_pits": "closed",
    "closes_landing": "closed",
    "closed_first": "closed",
    "leaves_pits": "left",
    "fills_pits": "filling",
    "marks": "unplayed",
}
"""What marks say by the features of a game, the first that it has."""


@lru_cache(maxsize=64)
def marks_say(rules: Rules) -> _Said:
    """What a mark says of its pit.

    It is "unplayed" yet, "closed" for the round or the game, "left" without seeds for the round
    that begins, "held" for it (or closed, if it is empty), "filling" as long as it is not full,
    "made" theirs by the other player, "owned" by the player of the other row for the round, or a
    "house"; "" where the game has no marks.
    """
    if not any(kind == "mark" for _, kind, _, _ in _observed(rules)):
        return ""
    features = rules.features
    return next((said for feature, said in _SAID.items() if feature in features), "made")


@lru_cache(maxsize=64)
def shared_pits(rules: Rules) -> frozenset[int]:
    """The numbers of pits that captures mark: there a mark is made by the other player."""
    if "shares_pits" not in rules.features:
        return frozenset()
    return frozenset(
        pit for _, kind, pit, _ in _observed(rules) if kind == "claim" and pit is not None
    )


def mark_says(rules: Rules, pit: int) -> str:
    """What a mark says of a pit of this number, as `marks_say` does."""
    return "made" if pit in shared_pits(rules) else marks_say(rules)


@lru_cache(maxsize=64)
def has_claims(rules: Rules) -> bool:
    """Whether pits carry claims, marks of players of a second kind."""
    return any(kind == "claim" for _, kind, _, _ in _observed(rules))


@lru_cache(maxsize=64)
def claims_say(rules: Rules) -> Literal["", "own", "other", "blocked"]:
    """Who has made a mark that is a claim, or what it says.

    It is the "own" player of the pit where players mark pits in both rows, or the "other" one where
    marks say whose a pit is; or the pit is "blocked" for a turn; "" where the game has no claims.
    """
    if not has_claims(rules):
        return ""
    if "blocks_pits" in rules.features:
        return "blocked"
    return "own" if {"marks_own_pits", "shares_pits"} & set(rules.features) else "other"


@lru_cache(maxsize=64)
def lifted_says(rules: Rules) -> Literal["", "lifted", "rests", "rests_once"]:
    """What it says of a pit that it was lifted from; "" where that is not kept.

    Its seeds were "lifted" before, in this round; or it "rests" until the other player has sown
    in it; or it "rests_once", for the turn that follows.
    """
    if "rests_pits" in rules.features:
        return "rests"
    if "rests_lone" in rules.features:
        return "rests_once"
    return "lifted" if any(kind == "lifted" for _, kind, _, _ in _observed(rules)) else ""


def mark_words(state: State, side: int, pit: int) -> list[str]:
    """What marks say of a pit, and that its seeds were lifted before.

    As in "belongs to North"; nothing of most pits.
    """
    said = mark_says(state.rules, pit)
    marked = bool(state.marks[side, pit])
    owner = 1 - side if marked and said == "owned" else side
    words = []
    if marked and said == "held" and not state.pits[side, pit]:
        words.append("closed")
    elif marked:
        words.append(_WORDS[said].format(other=SIDES[1 - side]))
    if state.claims[side, pit] and claims_say(state.rules) == "blocked":
        words.append("blocked")
    elif state.claims[side, pit]:
        maker = owner if claims_say(state.rules) == "own" else 1 - owner
        words.append(f"marked by {SIDES[maker]}")
    if state.lifted[side, pit]:
        words.append("lifted before" if lifted_says(state.rules) == "lifted" else "resting")
    return words


_WORDS = {
    "unplayed": "not yet played",
    "made": "marked by {other}",
    "closed": "closed",
    "left": "left without seeds",
    "held": "neither sown from nor captured",
    "filling": "not full yet",
    "owned": "belongs to {other}",
    "house": "a house",
}
