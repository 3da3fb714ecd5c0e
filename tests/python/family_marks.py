"""Marks that the players of a recorded game have made, as its records tell them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import mancalab as mc
from family_records import Layout, Ply


def made_marks(ply: Ply) -> dict[int, int]:
    """The sites that are marked after a ply, and the player (0 or 1) who has marked each."""
    return {site: player - 1 for what, site, player in ply.get("extra") or [] if what == "state"}


def marks_of(layout: Layout, state: mc.State) -> dict[int, int]:
    """The same of a position. Where players mark their own pits, claims are the pit's player's."""
    owns = "owned_pits" in state.rules.features
    made = (state.claims if owns else state.marks).tolist()
    changed = state.marks.tolist()
    kept = state.claims.tolist()
    rows = enumerate(layout.sides)
    pits = [(side, pit, site) for side, row in rows for pit, site in enumerate(row)]
    of_other = {
        site: 1 - (side ^ (owns and changed[side][pit]))
        for side, pit, site in pits
        if made[side][pit]
    }
    if "marks_own_pits" not in state.rules.features:
        return of_other
    return of_other | {site: side for side, pit, site in pits if kept[side][pit]}


def flags(layout: Layout, made: Mapping[int, int]) -> list[list[bool]]:
    """A flag on each pit that is marked."""
    return [[site in made for site in sites] for sites in layout.sides]


def marks_by_maker(layout: Layout, made: Mapping[int, int]) -> dict[str, list[list[bool]]]:
    """Marks and claims of pits that do not change hands: a claim is in the maker's own row."""
    sides = list(enumerate(layout.sides))
    marks = [[made.get(site) == 1 - side for site in sites] for side, sites in sides]
    claims = [[made.get(site) == side for site in sites] for side, sites in sides]
    return {"marks": marks} | ({"claims": claims} if any(map(any, claims)) else {})


def owned_by_marks(
    layout: Layout, changed: Sequence[Sequence[bool]], made: Mapping[int, int]
) -> list[list[bool]]:
    """The pits that belong to the player of the other row, as far as it makes a difference.

    Nobody sows from a marked pit: all that counts is who has marked it. So it is given to the other
    player, whosever it is; the program lets players mark their own pits, too.
    """
    return [
        [side == made[site] if site in made else flag for site, flag in zip(*row, strict=True)]
        for side, row in enumerate(zip(layout.sides, changed, strict=True))
    ]
