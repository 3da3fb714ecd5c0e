"""How the next round of a recorded game is laid out, and whose pits are whose then."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, takewhile

import mancalab as mc
from family_laps import Pit
from family_records import Board, Layout, Ply
from mancalab._core import _observed


def last_of_filling(plies: Sequence[Ply], at: int, script: Sequence[Ply] = ()) -> int | None:
    """The ply after which the board is laid out for the next round, if that begins at a ply.

    The players lay out a pit in turn, and pass when they have laid out theirs. `script`: the
    opening of the first round; as many turns follow in every round, and leave no choice. A record
    may be cut when both have passed, before a pit is laid out.
    """
    kinds = [ply["k"] for ply in plies[at:]]
    count = len(list(takewhile({"moven", "pass"}.__contains__, kinds)))
    end, last = at + count - 1, len(plies) - 1
    if "moven" not in kinds[:count]:
        is_cut = end == last and plies[last]["next"] > 0
        return last if is_cut and {ply["p"] for ply in plies[at:]} == {1, 2} else None
    for _ in range(sum(ply["next"] != ply["p"] for ply in script)):
        end = next((i for i in range(end + 1, last) if plies[i]["next"] != plies[i]["p"]), last)
    return end


def left_as(state: mc.State, board: Board) -> mc.State:
    """The state in which players have left the pits without seeds that are empty on a board.

    Where they would have to leave another pit, the state before that.
    """
    actions = state.rules.actions
    while not state.is_over:
        row = board.pits[state.to_move]
        leaves = [a for a in state.legal_actions if actions[a].kind == "leave"]
        found = [a for a in leaves if not row[actions[a].pit or 0]]
        if not found:
            break
        state = state.play(found[0])
    return state


def shared_pits(rules: mc.Rules) -> frozenset[Pit]:
    """The pits that captures mark, and whose seeds are divided at the end of a round."""
    if "shares_pits" not in rules.features:
        return frozenset()
    numbers = {pit for _, kind, pit, _ in _observed(rules) if kind == "claim" and pit is not None}
    return frozenset((side, pit) for side in (0, 1) for pit in numbers)


def marked_pits(marks: Sequence[Sequence[bool]]) -> frozenset[Pit]:
    """The pits with a mark."""
    rows = ((side, enumerate(row)) for side, row in enumerate(marks))
    return frozenset((side, pit) for side, row in rows for pit, mark in row if mark)


def empty_pits(board: Board) -> list[list[bool]]:
    """A mark on each empty pit."""
    return [[seeds == 0 for seeds in side] for side in board.pits]


def unfilled_pits(rules: mc.Rules, board: Board) -> list[list[bool]]:
    """A mark on each pit that holds fewer seeds than one that is filled for a round."""
    refill = int(rules.start().pits.max())
    return [[seeds < refill for seeds in side] for side in board.pits]


def without_seeds(
    marks: Sequence[Sequence[bool]], pits: Sequence[Sequence[int]]
) -> list[list[bool]]:
    """The marks on pits that are empty."""
    rows = zip(marks, pits, strict=True)
    return [[mark and not seeds for mark, seeds in zip(*row, strict=True)] for row in rows]


def changed_pits(layout: Layout, board: Board, plies: Sequence[Ply]) -> list[list[bool]]:
    """A mark on each pit that belongs to the player of the other row.

    `plies`: from the one before a round is laid out to the first choice in it. Who has that choice
    may play all their pits that hold seeds. An empty one is theirs who filled it, before an opening
    was played, and a pit that nobody has filled counts as its row's.
    """
    mover, mine = plies[-1]["p"] - 1, set(plies[-1]["legal"])
    filled = filled_by(layout, plies[:-1])
    return [
        [
            (site in mine) != (side == mover) if seeds else filled.get(site, side) != side
            for site, seeds in zip(layout.sides[side], row, strict=True)
        ]
        for side, row in enumerate(board.pits)
    ]


def filled_by(layout: Layout, plies: Sequence[Ply]) -> dict[int, int]:
    """The player (0 or 1) who has filled each site with what they have won, after the first ply."""
    sites = [site for side in layout.sides for site in side]
    return {
        site: ply["p"] - 1
        for before, ply in pairwise(plies)
        if ply["k"] == "moven" and ply["from"] in (layout.stores or ())
        for site in sites
        if ply["after"][site] > before["after"][site]
    }
