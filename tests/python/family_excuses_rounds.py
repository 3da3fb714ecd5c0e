"""Rounds of the recorded program that are not those of the rules that it cites, as conditions.

Which games a deviation concerns, and why the rules are kept, stands in
`tests/data/family/games.toml`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from family_case import Case, at, next_pit, seeds, taken
from family_excuses_laps import swept
from family_excuses_owned import seeds_won
from family_laps import Pit, board_of, changed
from family_records import Board


@at("round")
def pits_filled_by_choice(case: Case) -> bool:
    """Players fill any of their pits, as many as they can; and the next one in turn begins."""
    here, there = board_of(case.state, case.game.layout.kept), case.there
    if there is None or here.stores != there.stores or here.pits == there.pits:
        return False
    rows = zip(here.pits, there.pits, strict=True)
    return all(sorted(ours) == sorted(theirs) for ours, theirs in rows)


@at("round")
def begun_by_the_other_player(case: Case) -> bool:
    """The round is laid out as the rules say, and the player whose turn it is begins it."""
    here = board_of(case.state, case.game.layout.kept)
    return here == case.there and case.plies[0]["next"] - 1 != case.state.to_move


@at("lap")
def seeds_that_nobody_can_play_stay(case: Case) -> bool:
    """All seeds that are left lie in pits that are not full, and the round goes on, with passes."""
    if case.lap is None or case.there is None or any(map(any, case.lap.after.pits)):
        return False
    refill = int(case.game.rules.start().pits.max())
    left = max(map(max, case.there.pits))
    return 0 < left < refill


@at("round")
def filled_by_choice_in_turn(case: Case) -> bool:
    """Players fill any of their pits, as many as they can, and who has filled fewer begins.

    They lay out a pit in turn; if they have equally many, who laid out the first one begins.
    """
    here, there = board_of(case.state, case.game.layout.kept), case.there
    if there is None or here.stores != there.stores:
        return False
    rows = zip(here.pits, there.pits, strict=True)
    is_laid_out = all(sorted(ours) == sorted(theirs) for ours, theirs in rows)
    filled = tuple(sum(map(bool, row)) for row in there.pits)
    return is_laid_out and case.plies[0]["next"] == _begins(case, filled)


@at("round")
def every_pit_stays_in_play(case: Case) -> bool:
    """Players fill any of their pits, as many as they can, and the others are empty, not closed.

    They lay out a pit in turn; who has filled fewer begins, or if they have equally many, who laid
    out the first one. Replayed as games of one round.
    """
    here, there = board_of(case.state, case.game.layout.kept), case.there
    if not case.state.is_over or there is None or here.stores is None:
        return False
    refill = int(case.game.rules.start().pits.max())
    filled = [min(case.columns, store // refill) for store in here.stores]
    rows = [[refill] * pits + [0] * (case.columns - pits) for pits in filled]
    rest = tuple(store - sum(row) for store, row in zip(here.stores, rows, strict=True))
    return (
        not any(map(any, here.pits))
        and [sorted(row, reverse=True) for row in there.pits] == rows
        and there.stores == rest
        and case.plies[0]["next"] == _begins(case, filled)
    )


def _begins(case: Case, filled: Sequence[int]) -> int:
    """The player (1 or 2) who begins a round for which they have filled so many pits, in turn."""
    first = next(ply["p"] for ply in case.filling if ply["k"] == "moven")
    return first if filled[0] == filled[1] else 1 + filled.index(min(filled))


@at("lap")
def closed_pits_are_counted(case: Case) -> bool:
    """A closed pit that follows the landing pit counts as the next one, and as empty."""
    return bool(case.state.marks.any()) and _is_lap_to_the_next_pit(case, _closed(case))


@at("choice")
def closed_pits_are_not_offered_again(case: Case) -> bool:
    """A pit that was closed in an earlier round is not offered, even if it was filled again."""
    side = case.game.layout.sides[case.mover]
    refilled = {side[pit] for of, pit in case.closed - _closed(case) if of == case.mover}
    missing = {side[action] for action in case.missing}
    return not case.extra and bool(missing) and missing <= refilled


@at("lap")
def closed_pits_are_never_sown_again(case: Case) -> bool:
    """A pit that was closed in an earlier round is passed over, even if it was filled again."""
    return case.closed > _closed(case) and _is_lap_to_the_next_pit(case, case.closed)


def _closed(case: Case) -> frozenset[Pit]:
    """The pits that are closed in this round."""
    return frozenset((int(side), int(pit)) for side, pit in np.argwhere(case.state.marks))


def _is_lap_to_the_next_pit(case: Case, closed: Collection[Pit]) -> bool:
    """Whether the record's lap passes over these pits, and then counts them like any others.

    If the pit after the landing pit is empty, what lies in the one behind it is taken, and the turn
    ends; otherwise that pit is sown on. With an empty row the round is over.
    """
    before, origin, there = last_lap(case)
    board, landing = sown(case, before, origin, closed)
    ends = seeds(board, next_pit(case, landing)) == 0
    board = taken(board, [next_pit(case, landing, 2)] if ends else [], (case.mover, None))
    if not all(map(any, board.pits)):
        return there == swept(case, board)
    ended = not case.plies or case.plies[0]["next"] - 1 != case.mover
    return there == board and ended == ends


def last_lap(case: Case) -> tuple[Board, Pit, Board | None]:
    """The record's lap: the board before it, where it begins, and the board after it."""
    if not case.plies:  # the turn has ended with the lap before
        lap = case.earlier[-1]
        assert lap.origin is not None
        return lap.before, lap.origin, lap.after
    before = case.earlier[-1].after if case.lap is None else case.lap.before
    return before, pit_of_site(case, case.plies[0]["from"]), case.there


def sown(case: Case, board: Board, pit: Pit, closed: Collection[Pit]) -> tuple[Board, Pit]:
    """The board after the seeds of a pit have been sown, and where the last one fell."""
    hand = seeds(board, pit)
    board = changed(board, [(pit, -hand)])
    for _ in range(hand):
        pit = next_pit(case, pit)
        while pit in closed:
            pit = next_pit(case, pit)
        board = changed(board, [(pit, 1)])
    return board, pit


@at("round")
def next_player_opens(case: Case) -> bool:
    """Who is next when a round is over begins the new one with the opening: South."""
    start = case.game.rules.start()
    return (
        _is_laid_out_side_by_side(case, first=0)
        and case.there == board_of(start, case.game.layout.kept)
        and case.plies[0]["next"] - 1 == start.to_move
    )


@at("round")
def north_opens_no_round(case: Case) -> bool:
    """Where North is next when a round is over, South begins the new one, and not with the opening.

    South sows a pit that the program names, lap after lap, and takes nothing.
    """
    turn = [ply for ply in case.filling if ply["k"] == "select"]
    if not turn or any(len(ply["legal"]) > 1 or ply["p"] != 1 for ply in turn):
        return False
    won = seeds_won(case)
    row = (sum(won) // (2 * case.columns),) * case.columns
    board = Board((row, row), (0, 0))
    pit = pit_of_site(case, turn[0]["from"])
    for _ in turn:
        board, pit = sown(case, board, pit, ())
    return (
        _is_laid_out_side_by_side(case, first=1)
        and (case.there, seeds(board, pit)) == (board, 1)
        and case.plies[0]["next"] == 2
    )


def _is_laid_out_side_by_side(case: Case, first: int) -> bool:
    """Whether this player was next when the round before was over, and the pits are theirs so.

    They lie side by side, from the player's first one on. Of a pit that both fill, who has more of
    the seeds left over is the owner.
    """
    assert case.before is not None
    won = seeds_won(case)
    refill = sum(won) // (2 * case.columns)
    pits, left = divmod(won[first], refill)
    pits += 2 * left > refill
    theirs = {next_pit(case, (first, 0), step) for step in range(pits)}
    row = range(case.columns)
    marks = [[((side, pit) in theirs) != (side == first) for pit in row] for side in (0, 1)]
    return (case.before["next"] - 1, case.marks) == (first, marks)


@at("lap")
def over_with_a_lap_that_is_sown_on(case: Case) -> bool:
    """The round is over with a lap after which the next player has nothing to play.

    It would be sown on. Each player has what lies in their row.
    """
    return case.lap is not None and case.there == swept(case, case.lap.after)


@at("lap")
def passed_over_by_what_lay_there_before(case: Case) -> bool:
    """Holes are passed over that held three before the lap began, whatever they hold now.

    A last seed that makes four takes them, and the round may be over with it.
    """
    if not case.plies or case.lap is None:
        return False
    before, origin, there = last_lap(case)
    hand = seeds(before, origin)
    board, pit = changed(before, [(origin, -hand)]), origin
    for left in reversed(range(hand)):
        pit = next_pit(case, pit)
        steps = 0
        while left and seeds(before, pit) == 3 and steps < 2 * case.columns:
            pit, steps = next_pit(case, pit), steps + 1
        board = changed(board, [(pit, 1)])
    is_other = board != case.lap.landed
    if seeds(board, pit) == 4:
        board = taken(board, [pit], (case.mover, None))
    return is_other and there in {board, swept(case, board)}


@at("lap")
def end_holes_are_taken(case: Case) -> bool:
    """A last seed that makes four in an end hole takes them, and the turn ends."""
    lap = case.lap
    if lap is None or not case.turn_ends or lap.landing[1] not in {0, case.columns - 1}:
        return False
    board = taken(lap.landed, [lap.landing], (case.mover, None))
    return seeds(lap.landed, lap.landing) == 4 and case.there in {board, swept(case, board)}


def pit_of_site(case: Case, site: int) -> Pit:
    """The pit of a site."""
    side, row = next(pair for pair in enumerate(case.game.layout.sides) if site in pair[1])
    return side, row.index(site)
