"""Pits that both players have a share of, as the recorded program plays them.

Which games a deviation concerns, and why the rules are kept, stands in
`tests/data/family/games.toml`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from family_case import Case, at, next_pit, opposite, seeds, taken
from family_excuses_rounds import last_lap, sown
from family_laps import Pit, changed
from family_records import Board
from family_rounds import shared_pits


@dataclass(frozen=True)
class Ended:
    """The last lap that the record has, as its program plays it."""

    board: Board
    """The board after it."""
    landing: Pit
    next: Pit
    """The pit on the board after the landing pit, closed or not; likewise the one behind it."""
    beyond: Pit
    turn_ends: bool
    round_ends: bool


@at("lap")
def closed_pits_count_as_empty_ones(case: Case) -> bool:
    """A closed pit that follows the landing pit counts as the next one, and as empty."""
    ended = _ended(case)
    return ended is not None and bool({ended.next, ended.beyond} & _closed(case))


@at("lap")
def turn_ends_at_a_central_pit(case: Case) -> bool:
    """From the second round on a last seed in a pit that is shared is not sown on."""
    ended = _ended(case)
    if ended is None or ended.landing not in shared_pits(case.game.rules):
        return False
    return seeds(ended.board, ended.next) > 0


@at("lap")
def claims_outlast_their_round(case: Case) -> bool:
    """Who has had a right to the shared pits in one round has it in all that follow."""
    ended = _ended(case)
    return ended is not None and ended.round_ends and _stores(case) != ended.board.stores


@at("lap")
def odd_seed_stays_on_souths_side(case: Case) -> bool:
    """Of an odd number in both shared pits, one stays in South's, or none if that was empty."""
    ended = _ended(case)
    return ended is not None and ended.round_ends and _stores(case) == ended.board.stores


def _stores(case: Case) -> tuple[int, int] | None:
    """What the players have taken after our lap."""
    return None if case.lap is None else case.lap.after.stores


def _ended(case: Case) -> Ended | None:
    """The record's last lap, if that is how its program plays."""
    before, origin, there = last_lap(case)
    board, landing = sown(case, before, origin, _closed(case))
    one, two = next_pit(case, landing), next_pit(case, landing, 2)
    shared = shared_pits(case.game.rules)
    is_empty = seeds(board, one) == 0
    if is_empty and two not in shared:
        board = taken(board, [two, opposite(case, two)], (case.mover, None))
    over = not any(
        count
        for side, row in enumerate(board.pits)
        for pit, count in enumerate(row)
        if (side, pit) not in shared
    )
    if over:
        board = _shared_out(board, sorted(shared))
    turn_ends = not case.plies or case.plies[0]["next"] - 1 != case.mover
    found = Ended(board, landing, one, two, turn_ends, over)
    stops = is_empty or landing in shared
    return found if there == board and turn_ends == stops else None


def _shared_out(board: Board, shared: list[Pit]) -> Board:
    """The board when both players have shared what lies in two pits."""
    south, north = (seeds(board, pit) for pit in shared)
    stays = (min(south, 1), 0) if (south + north) % 2 else (1, 1)
    left = south + north - sum(stays)
    gains = [((0, None), left - left // 2), ((1, None), left // 2)]
    lifted = zip(shared, stays, (south, north), strict=True)
    return changed(board, [*((pit, kept - held) for pit, kept, held in lifted), *gains])


def _closed(case: Case) -> frozenset[Pit]:
    """The pits that are closed in this round."""
    marked = {(int(side), int(pit)) for side, pit in np.argwhere(case.state.marks)}
    return frozenset(marked - shared_pits(case.game.rules))
