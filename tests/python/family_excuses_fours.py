"""Fours, and other counts that capture, which the recorded program finds elsewhere, as conditions.

As in `family_excuses_laps`, each looks at one lap that differs and says whether it is of its kind.
"""

from __future__ import annotations

from itertools import takewhile

from family_case import Case, at, next_pit, seeds, taken
from family_laps import Lap, Place, changed
from family_records import Board


def sown_without_takes(lap: Lap) -> Board:
    """The board when all seeds of a lap have fallen, and none was taken on the way."""
    lifted = [] if lap.origin is None else [(lap.origin, -lap.hand)]
    return changed(lap.before, [*lifted, *((place, 1) for place in lap.drops)])


def passed(case: Case, lap: Lap, steps: int) -> list[Place]:
    """The pits from the origin of a lap on, so many steps."""
    assert lap.origin is not None
    return [next_pit(case, lap.origin, step) for step in range(steps + 1)]


@at("lap")
def fours_counted_after_the_lap(case: Case) -> bool:
    """Fours are looked for after the lap, from origin to end, and all go to the pits' owners."""
    found = case.lap_and_board()
    if found is None or found[0].origin is None:
        return False
    lap, there = found
    expected = sown_without_takes(lap)
    for pit in passed(case, lap, lap.hand % (2 * case.columns)):
        if seeds(expected, pit) == 4:
            expected = taken(expected, [pit], (pit[0], None))
    return there == expected


@at("lap")
def fours_counted_after_the_lap_for_the_sower(case: Case) -> bool:
    """Fours are looked for after the lap, and the last seed's stays: the sower gets the others.

    The program looks from the origin on, and after a hand that goes round not all round.
    """
    found = case.lap_and_board()
    if found is None or found[0].origin is None:
        return False
    lap, there = found
    landed = sown_without_takes(lap)
    steps = (lap.hand - 1) % (2 * case.columns)
    fours = [pit for pit in passed(case, lap, steps) if seeds(landed, pit) == 4]
    return there == taken(landed, fours, (case.mover, None))


@at("lap")
def fours_counted_after_the_lap_and_the_prize(case: Case) -> bool:
    """Fours anywhere are looked for when what lies beyond an empty next pit has been taken."""
    found = case.lap_and_board()
    if found is None or found[0].origin is None:
        return False
    lap, there = found
    expected, landing = sown_without_takes(lap), lap.landing
    if landing[1] is None:
        return False
    pit = (landing[0], landing[1])
    if seeds(expected, next_pit(case, pit)) == 0:
        expected = taken(expected, [next_pit(case, pit, 2)], (case.mover, None))
    for place in passed(case, lap, 2 * case.columns - 1):
        if seeds(expected, place) == 4:
            expected = taken(expected, [place], (place[0], None))
    return there == expected


@at("lap", "choice")
def sown_on_from_one_pit_after_fours(case: Case) -> bool:
    """After a lap with fours South's second pit is sown on, whatever follows the landing pit.

    If it is empty the turn ends, with a pass.
    """
    pit = case.game.layout.sides[0][1]
    if case.moment == "choice":
        before = case.before
        is_pass = before is not None and case.plies[0]["k"] == "pass"
        return (
            is_pass
            and before is not None
            and before["p"] == case.plies[0]["p"]
            and not before["after"][pit]
        )
    if not case.earlier:
        return False
    lap = case.earlier[-1]
    landed = sown_without_takes(lap)
    is_four = any(count == 4 for row in landed.pits for count in row)
    return is_four and (not case.plies or case.plies[0]["from"] == pit)


@at("lap")
def six_by_the_last_seed_only(case: Case) -> bool:
    """Six are captured where the last seed makes them, in a pit of either player, else nowhere."""
    found = case.lap_and_board()
    if found is None or found[0].origin is None:
        return False
    lap, there = found
    landed = sown_without_takes(lap)
    pits = [lap.landing] if seeds(landed, lap.landing) == 6 else []
    return there == taken(landed, pits, (case.mover, None)) != lap.after


@at("lap")
def fours_by_the_last_seed_only(case: Case) -> bool:
    """Where the last seed makes a four in the other row, all fours of that row go; else none.

    Where it is moved past the pit where the lap began, that pit is looked at, and none go.
    """
    found = case.lap_and_board()
    if found is None or found[0].origin is None:
        return False
    lap, there = found
    landed, other = sown_without_takes(lap), 1 - case.mover
    is_past = lap.hand > 1 and lap.hand % (2 * case.columns - 1) == 1
    is_made = lap.landing[0] == other and seeds(landed, lap.landing) == 4 and not is_past
    fours = [(other, pit) for pit, count in enumerate(landed.pits[other]) if is_made and count == 4]
    return there == taken(landed, fours, (case.mover, None)) != lap.after


@at("lap")
def evens_by_the_last_seed_only(case: Case) -> bool:
    """Two, four or six are captured where the last seed makes them, and nowhere else.

    That is a pit of the other player, or the player's own last one.
    """
    found = case.lap_and_board()
    if found is None or found[0].origin is None:
        return False
    lap, there = found
    landed, last = lap.landed, lap.landing
    may = last[0] != case.mover or last == (case.mover, case.columns - 1)
    pits = [last] if may and seeds(landed, last) in {2, 4, 6} else []
    return there == taken(landed, pits, (case.mover, None)) != lap.after


@at("lap")
def fours_left_by_a_long_sowing(case: Case) -> bool:
    """A hand that goes right round takes some of its fours only, and the others stay."""
    found = case.lap_and_board()
    open_pits = 2 * case.columns - int(case.state.marks.sum())
    if found is None or found[0].hand < open_pits:
        return False
    return _seeds(found[0].after) == _seeds(found[1])


@at("lap")
def four_of_the_last_seed_stays(case: Case) -> bool:
    """A four that the last seed makes is not taken; it is sown on."""
    return case.lap is not None and _fours_left(case) == {case.lap.landing}


@at("lap")
def fours_behind_closed_pits_stay(case: Case) -> bool:
    """Where a lap has passed over closed pits, the program looks for fours in other places."""
    found = case.lap_and_board()
    if found is None or found[0].origin is None or not found[0].drops:
        return False
    lap, there = found
    assert lap.origin is not None
    way = [next_pit(case, lap.origin, steps) for steps in range(1, 2 * case.columns + 1)]
    on_the_way = takewhile(lambda at: at != lap.landing, way)
    is_passed = any(case.state.marks[at] for at in on_the_way)
    return is_passed and _seeds(lap.after) == _seeds(there)


def _seeds(board: Board) -> int:
    pits = sum(seeds for side in board.pits for seeds in side)
    return pits + (0 if board.stores is None else sum(board.stores))


def _fours_left(case: Case) -> set[Place]:
    """The pits whose fours the program leaves, where that is the whole difference."""
    found = case.lap_and_board()
    if found is None or found[0].after.stores is None or found[1].stores is None:
        return set()
    lap, there = found
    pits = [(side, pit) for side in (0, 1) for pit in range(case.columns)]
    more = {at: there.pits[at[0]][at[1]] - lap.after.pits[at[0]][at[1]] for at in pits}
    fours = all(count in {0, 4} for count in more.values()) and _seeds(there) == _seeds(lap.after)
    return {at for at, count in more.items() if count} if fours else set()


@at("lap", "choice")
def turn_ends_with_a_four_on_the_way(case: Case) -> bool:
    """A lap that took fours before its last seed fell is followed by a pass, not by another lap."""
    if case.moment == "choice":
        ply, before = case.plies[0], case.before
        return ply["k"] == "pass" and before is not None and before["p"] == ply["p"]
    if case.plies or not case.earlier:
        return False
    lap = case.earlier[-1]
    return any(take.drops < lap.hand for take in lap.takes)
