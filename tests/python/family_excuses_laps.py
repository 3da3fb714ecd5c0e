"""Laps of the recorded program that are not those of the rules that it cites, as conditions.

Each condition looks at one lap that differs and says whether it is of its kind: it works out what
the program then does, and asks for exactly that wherever it can. Which games a deviation concerns,
and why the rules are kept, stands in `tests/data/family/games.toml`.
"""

from __future__ import annotations

from family_case import Case, at, next_pit, opposite, seeds, taken
from family_laps import Lap, Pit, Place, changed
from family_records import Board


@at("lap")
def last_seed_past_the_origin(case: Case) -> bool:
    """The last seed is moved past the pit where the lap began; the program looks at that pit.

    It finds it empty: nothing is taken from the landing pit, and nothing sown on; only a capture of
    what lies across an empty own pit is made, from that pit.
    """
    found = case.lap_and_board()
    if found is None or not case.turn_ends or found[0].origin is None:
        return False
    lap, there = found
    round_of_others = 2 * case.columns - 1
    if lap.hand < 2 or lap.hand % round_of_others != 1:
        return False
    assert lap.origin is not None
    across = taken(lap.landed, [opposite(case, lap.origin)], (case.mover, None))
    return there in {lap.landed, across}


@at("lap")
def lone_seed_captures_nothing(case: Case) -> bool:
    """A single seed that was moved because all are single takes nothing."""
    lap = case.lap
    return lap is not None and lap.hand == 1 and bool(lap.takes) and case.there == lap.landed


@at("lap")
def captured_seeds_sown_once(case: Case) -> bool:
    """Captured seeds are sown on, but where they end nothing is taken or sown on."""
    found = case.lap_and_board()
    if found is None or not case.turn_ends:
        return False
    lap, there = found
    return len(lap.drops) > lap.hand and there == lap.sown_on


@at("lap")
def captured_seeds_kept(case: Case) -> bool:
    """Captured seeds are not sown on but kept, with those of the landing pit."""
    lap = case.lap
    if lap is None or len(lap.drops) <= lap.hand:
        return False
    pits: list[Place] = [lap.landing, *(take.pit for take in lap.takes if take.drops == lap.hand)]
    return case.there == taken(lap.landed, pits, None)


@at("lap")
def no_relay(case: Case) -> bool:
    """The turn ends with the first lap, and the pit of its last seed is not picked up."""
    lap = case.lap
    if lap is None or len(case.earlier) != 1 or case.there is not None:
        return False
    first = case.earlier[0]
    is_relay = lap.origin == first.landing and lap.hand == seeds(first.after, first.landing)
    return is_relay and not first.takes


@at("lap")
def inner_pit_only(case: Case) -> bool:
    """Of the file opposite only the inner pit is taken."""
    lap = case.lap
    if lap is None or not lap.takes or not case.turn_ends:
        return False
    inner = lap.takes[0].pit
    return case.there == taken(lap.landed, [inner], (case.mover, None))


@at("lap")
def north_sows_souths_ring(case: Case) -> bool:
    """North sows South's store instead of their own, and on from it."""
    found = case.lap_and_board()
    if case.mover != 1 or found is None or found[0].origin is None:
        return False
    lap, there = found
    assert lap.origin is not None
    ring: list[Place] = [(0, pit) for pit in range(case.columns)]
    ring += [(0, None), *((1, pit) for pit in range(case.columns))]
    first = ring.index(lap.origin) + 1
    drops = [ring[(first + i) % len(ring)] for i in range(lap.hand)]
    if drops == lap.drops[: lap.hand]:
        return False
    landed = changed(lap.before, [(lap.origin, -lap.hand), *((place, 1) for place in drops)])
    if drops[-1][1] is None:
        return there == landed
    pits = [drops[-1], opposite(case, drops[-1])]
    return there in {landed, taken(landed, pits, (1, None))}


@at("lap")
def captures_as_in_oware(case: Case) -> bool:
    """A last seed that makes two or three in the other row takes them, and may so backward."""
    lap = case.lap
    if lap is None or not case.turn_ends or case.there is None:
        return False
    pits = oware_captures(case, lap)
    boards = [taken(lap.landed, pits[:n], (case.mover, None)) for n in range(1, len(pits) + 1)]
    return case.there in boards


def oware_captures(case: Case, lap: Lap) -> list[Place]:
    side, pit = lap.landing
    pits: list[Place] = []
    while side != case.mover and pit is not None and pit >= 0:
        if seeds(lap.landed, (side, pit)) not in {2, 3}:
            break
        pits.append((side, pit))
        pit -= 1
    return pits


@at("lap")
def lone_seed_across_stays(case: Case) -> bool:
    """A single seed in the pit opposite is not taken."""
    lap = case.lap
    if lap is None or not case.turn_ends or [take.count for take in lap.takes] != [1]:
        return False
    return case.there == lap.landed


@at("lap")
def outer_pits_capture(case: Case) -> bool:
    """A last seed in an occupied outer pit captures the file across; sown once, from the origin."""
    lap = case.lap
    if lap is None or lap.origin is None or not case.turn_ends:
        return False
    side, pit = lap.landing
    if pit is None or pit >= case.columns or seeds(lap.landed, lap.landing) < 2:
        return False
    file: list[Place] = [(1 - side, case.columns + pit), (1 - side, case.columns - 1 - pit)]
    hand = sum(seeds(lap.landed, one) for one in file)
    first = lap.origin[1] + 1
    drops: list[Place] = [(side, (first + i) % (2 * case.columns)) for i in range(hand)]
    sown = changed(taken(lap.landed, file, None), [(place, 1) for place in drops])
    return seeds(lap.landed, file[0]) > 0 and case.there == sown


@at("lap")
def neighbours_of_the_row_only(case: Case) -> bool:
    """Pits are neighbours in their own row only: the ring has no corners."""
    lap = case.lap
    if lap is None or not lap.takes or case.there is None:
        return False
    side, pit = lap.takes[0].pit
    beside = [(side, one) for one in (pit - 1, pit + 1) if 0 <= one < case.columns]
    pits: list[Place] = [(side, pit)]
    pits += [one for one in beside if seeds(lap.landed, one) in {2, 3}]
    return case.there == taken(lap.landed, pits, (case.mover, None))


@at("lap")
def third_turn_captures_nothing(case: Case) -> bool:
    """Nothing is taken in the first three turns of both players together."""
    found = case.lap_and_board()
    lap = case.lap
    if found is None or lap is None:
        return False
    return sum(case.turns) == 3 and bool(lap.takes) and case.there == lap.landed


@at("lap")
def first_turn_is_one_lap(case: Case) -> bool:
    """The first turn of each player is a single lap."""
    return case.turns[case.mover] == 1 and case.there is None


@at("lap")
def captured_seeds_sown_from_the_origin_on(case: Case) -> bool:
    """The first of the captured seeds falls in the pit where the lap began, and the turn ends."""
    lap = case.lap
    if lap is None or lap.origin is None or not case.turn_ends:
        return False
    pits: list[Place] = [take.pit for take in lap.takes if take.drops == lap.hand]
    side, first = lap.origin
    hand = sum(seeds(lap.landed, pit) for pit in pits)
    drops: list[Place] = [(side, (first + i) % (2 * case.columns)) for i in range(hand)]
    sown = changed(taken(lap.landed, pits, None), [(place, 1) for place in drops])
    return bool(pits) and case.there == sown


@at("lap")
def inner_seeds_heaped_on_the_landing_pit(case: Case) -> bool:
    """Of two pits opposite the outer one is sown once; the inner one goes onto the landing pit."""
    lap = case.lap
    if lap is None or not case.turn_ends:
        return False
    side, landing = lap.landing
    pits: list[Place] = [take.pit for take in lap.takes if take.drops == lap.hand]
    if landing is None or landing < case.columns or len(pits) != 2:
        return False
    outer, inner = sorted(pits, key=lambda pit: pit[1] or 0)
    ring = 2 * case.columns
    drops = [(landing + 1 + i) % ring for i in range(seeds(lap.landed, outer))]
    added = [((side, pit), 1) for pit in drops]
    heaped = ((side, landing), seeds(lap.landed, inner))
    return case.there == changed(taken(lap.landed, pits, None), [heaped, *added])


@at("lap")
def next_pit_captured(case: Case) -> bool:
    """The pit after the last seed is taken, not sown on; then that of the last seed is."""
    found = case.lap_and_board()
    if found is None:
        return False
    lap, there = found
    side, pit = lap.landing
    assert pit is not None
    following = next_pit(case, (side, pit))
    is_held = seeds(lap.landed, following) > 0
    return is_held and there == taken(lap.landed, [following], (case.mover, None))


@at("lap")
def chain_backward(case: Case) -> bool:
    """From the landing pit, twos and fours are taken backward with what lies opposite."""
    lap = case.lap
    if lap is None or case.there is None or not case.turn_ends:
        return False
    side, pit = lap.landing
    assert pit is not None
    board = lap.landed
    for step in range(2 * case.columns):
        here = next_pit(case, (side, pit), -step)
        if seeds(lap.landed, here) not in {2, 4}:
            break
        board = taken(board, [here, opposite(case, here)], (case.mover, None))
        if case.there == board:
            return True
    return False


@at("lap")
def north_sows_the_other_way(case: Case) -> bool:
    """Left and right are South's for both: North sows inward, with the turn that follows."""
    lap, there = case.lap, case.there
    if case.earlier and (lap is None or there is None):  # the same board, but another last pit
        lap, there = case.earlier[0], case.earlier[0].after
    if case.mover != 1 or lap is None or lap.origin is None or case.earlier[1:]:
        return False
    step = -1 if lap.drops[0] == next_pit(case, lap.origin) else 1
    drops = [next_pit(case, lap.origin, step * (i + 1)) for i in range(lap.hand)]
    sown = changed(lap.before, [(lap.origin, -lap.hand), *((place, 1) for place in drops)])
    boards = [sown, taken(sown, drops[-1:], (1, None))]
    return there in [*boards, *(swept(case, board) for board in boards)]


def swept(case: Case, board: Board) -> Board:
    """The board with what is left in the rows put into their owners' stores."""
    for side in (0, 1):
        row: list[Place] = [(side, pit) for pit in range(case.columns)]
        board = taken(board, row, (side, None))
    return board


@at("lap")
def run_stops_before_the_landing_pit(case: Case) -> bool:
    """A run of captures that goes right round does not take the seed that was sown last."""
    lap = case.lap
    if lap is None:
        return False
    back = changed(lap.after, [(lap.landing, 1), ((case.mover, None), -1)])
    return lap.landing in [take.pit for take in lap.takes] and case.there == back


@at("lap")
def mark_on_souths_first_pit_keeps_its_seeds(case: Case) -> bool:
    """Seeds in a pit that a player has marked stay there if it is South's pit 0."""
    found = case.lap_and_board()
    if found is None or not case.state.marks[0][0]:
        return False
    lap, there = found
    south, north = there.pits
    if there.stores is None:
        return False
    mine, theirs = there.stores
    home = Board(((0, *south[1:]), north), (mine, theirs + south[0]))
    return south[0] > 0 and home == lap.after


@at("lap")
def closed_pit_is_the_next_one(case: Case) -> bool:
    """The pit after the landing pit is closed; it is not passed over, and nothing is taken."""
    found = case.lap_and_board()
    if found is None or not found[0].takes or not found[0].drops:
        return False
    (lap, there), (side, pit) = found, found[0].landing
    take = found[0].takes[-1]
    if pit is None or take.to is None or not case.state.marks[next_pit(case, (side, pit))]:
        return False
    restored = changed(lap.after, [(take.pit, take.count), (take.to, -take.count)])
    return there in {restored, lap.landed}  # with that capture the round is over, perhaps


@at("lap")
def run_past_empty_pits(case: Case) -> bool:
    """A run of even numbers goes on past empty pits, in which the program counts an even number."""
    run = _run_of_even_numbers(case)
    past = any(seeds(case.lap.landed, pit) == 0 for pit in run) if case.lap else False
    return past and _takes(case, run)


@at("lap")
def run_spares_the_last_pit(case: Case) -> bool:
    """A run of even numbers that comes all round the board leaves the last pit alone."""
    run = _run_of_even_numbers(case)
    return len(run) == 2 * case.columns and _takes(case, run[:-1])


def _takes(case: Case, run: list[Pit]) -> bool:
    """Whether the record has the seeds of these pits taken when the lap has ended."""
    assert case.lap is not None
    return case.there == taken(case.lap.landed, run, (case.mover, None))


def _run_of_even_numbers(case: Case) -> list[Pit]:
    """The pits with even numbers, none too, from the landing pit on, where something is taken."""
    lap = case.lap
    if lap is None or len(lap.drops) < 2 or not lap.takes:
        return []
    (side, pit), (before, number) = lap.drops[-1], lap.drops[-2]
    assert pit is not None
    assert number is not None
    here = (side, pit)
    run: list[Pit] = []
    way = 1 if next_pit(case, (before, number)) == here else -1
    while seeds(lap.landed, here) % 2 == 0 and len(run) < 2 * case.columns:
        run.append(here)
        here = next_pit(case, here, way)
    return run


@at("choice")
def further_pit_left_to_the_other(case: Case) -> bool:
    """A further pit that could not be taken, since none was left, is the other player's to take."""
    before = case.before
    return case.plies[0]["k"] == "remove" and before is not None and before["k"] == "pass"


def _has_been_across(case: Case) -> bool:
    """Whether a lap of the turn has ended in the other row, as the program asks."""
    return any(lap.landing[0] != case.mover for lap in case.earlier)


@at("lap")
def visit_by_a_last_seed(case: Case) -> bool:
    """Nothing is taken in a turn none of whose laps has ended in the other row."""
    lap = case.lap
    if lap is None or not lap.takes or _has_been_across(case):
        return False
    return case.there == lap.landed


@at("lap")
def series_takes_one_pit(case: Case) -> bool:
    """Of a series of empty pits only the first takes what lies opposite."""
    lap = case.lap
    if lap is None or lap.landing[1] is None or not _has_been_across(case):
        return False
    across = opposite(case, lap.landing)
    more = any(take.pit != across for take in lap.takes)
    return more and case.there == taken(lap.landed, [across], (case.mover, None))
