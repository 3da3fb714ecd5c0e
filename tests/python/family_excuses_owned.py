"""Rounds in which pits change hands, as the recorded program plays them, as conditions.

Which games a deviation concerns, and why the rules are kept, stands in
`tests/data/family/games.toml`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from family_case import Case, at, opposite, seeds, taken
from family_excuses_fours import passed, sown_without_takes
from family_excuses_laps import swept
from family_laps import Lap, Place, board_of, changed
from family_records import Board


@at("round")
def fewer_pits_begin(case: Case) -> bool:
    """Who has laid out fewer pits begins; if both have laid out as many, who laid out the first."""
    laid = Counter(ply["p"] for ply in case.filling if ply["k"] == "moven")
    first = case.filling[0]["p"]
    begins = first if laid[1] == laid[2] else min(laid, key=laid.__getitem__)
    return _is_laid_out_alike(case) and case.plies[0]["next"] == begins


@at("round")
def south_begins_with_equal_seeds(case: Case) -> bool:
    """South begins if both have as many seeds."""
    south, north = seeds_won(case)
    return _is_laid_out_alike(case) and south == north and case.plies[0]["next"] == 1


@at("round")
def begun_by_chance(case: Case) -> bool:
    """Chance decides who begins; the pits are theirs as the rules say for that player."""
    begins = case.plies[0]["next"] - 1
    none = [[0] * case.columns] * 2
    # Who is not to move when a round is over begins the next one.
    laid = case.game.rules.state(pits=none, stores=seeds_won(case), to_move=1 - begins)
    return (
        begins != case.state.to_move
        and laid.to_move == begins
        and laid.marks.tolist() == case.marks
        and board_of(laid, case.game.layout.kept) == case.there
    )


@at("round")
def partial_pit_first(case: Case) -> bool:
    """Of the pits that a player gains the first one is not filled, and not the last one."""
    board, there = board_of(case.state, case.game.layout.kept), case.there
    gained = [pit for pit in _gained(case) if seeds(board, pit)]
    if there is None or not gained:
        return False
    first, last = gained[0], gained[-1]
    fewer = seeds(board, first) - seeds(board, last)
    return (
        fewer > 0
        and there == changed(board, [(first, -fewer), (last, fewer)])
        and case.marks == case.state.marks.tolist()
        and case.plies[0]["next"] - 1 == case.state.to_move
    )


@at("round")
def shared_pit_by_chance(case: Case) -> bool:
    """A pit that both fill, with two seeds each, goes to the richer player."""
    won = seeds_won(case)
    board, marks = board_of(case.state, case.game.layout.kept), case.state.marks.tolist()
    refill = max(seeds for side in board.pits for seeds in side)
    if [seeds % refill for seeds in won] != [2, 2] or won[0] == won[1]:
        return False
    richer = int(won[1] > won[0])
    marks[1 - richer][won[richer] // refill - case.columns] = True
    return (
        board == case.there
        and case.marks == marks
        and case.plies[0]["next"] - 1 == case.state.to_move
    )


@at("round")
def gained_pits_by_choice(case: Case) -> bool:
    """Players fill any pits of the other row, as many as they gain, and own those in the round."""
    sides, marks = case.game.layout.sides, case.state.marks.tolist()
    assert case.before is not None
    here: list[int] = case.before["after"]
    owners: dict[int, int] = {}
    for ply in case.filling:
        owners |= {
            site: ply["p"] - 1 for site in (*sides[0], *sides[1]) if ply["after"][site] > here[site]
        }
        here = ply["after"]
    filled = [[owners.get(site, of) != of for site in side] for of, side in enumerate(sides)]
    return (
        board_of(case.state, case.game.layout.kept) == case.there
        and case.marks == filled != marks
        and list(map(sum, filled)) == list(map(sum, marks))
        and case.plies[0]["next"] - 1 == case.state.to_move
    )


def _is_laid_out_alike(case: Case) -> bool:
    """Whether the round begins with the same board and the same owners, but by the other player."""
    return (
        board_of(case.state, case.game.layout.kept) == case.there
        and case.state.marks.tolist() == case.marks
        and case.plies[0]["next"] - 1 != case.state.to_move
    )


def seeds_won(case: Case) -> tuple[int, int]:
    """What the players have won when the round before is over."""
    assert case.before is not None
    stores = case.game.layout.board(case.before["after"]).stores
    assert stores is not None
    return stores


def _gained(case: Case) -> list[Place]:
    """The pits that have changed hands, in the order of their row."""
    marks = case.state.marks.tolist()
    return [(side, pit) for side in (0, 1) for pit, mark in enumerate(marks[side]) if mark]


@at("choice")
def unfilled_pit_is_nobodys(case: Case) -> bool:
    """A pit that nobody has filled for the round may be played by nobody."""
    side = case.game.layout.sides
    sites = {side[of][pit] for of, pit in case.closed}
    missing = {_site(case, action) for action in case.missing}
    return not case.extra and bool(missing) and missing <= sites


def _site(case: Case, action: int) -> int:
    """The site of an action: of the mover's row, then of the other one."""
    side = case.game.layout.sides
    return (side[case.mover] + side[1 - case.mover])[action]


@at("lap", "choice")
def four_on_the_way_ends_the_turn(case: Case) -> bool:
    """After a lap in which a seed on the way has captured the player may only pass."""
    if case.moment == "choice":  # in the middle of their own turn
        before, ply = case.before, case.plies[0]
        return (
            ply["k"] == "pass" and before is not None and before["p"] == before["next"] == ply["p"]
        )
    return case.there is None and case.lap is not None and bool(case.earlier[-1].takes)


@at("lap")
def rest_to_north(case: Case) -> bool:
    """What is left when a round is over goes to North."""
    found = case.lap_and_board()
    if found is None:
        return False
    lap, there = found
    if any(map(any, lap.after.pits)):
        return False
    row: list[Place] = [(side, pit) for side in (0, 1) for pit in range(case.columns)]
    return there == taken(_before_the_sweep(lap), row, (1, None)) != lap.after


@at("lap")
def captures_in_the_own_row(case: Case) -> bool:
    """A last seed in an empty pit captures in the mover's own row, whoever owns the pit."""
    found = case.lap_and_board()
    if found is None or not case.state.marks[found[0].landing]:
        return False
    lap, there = found
    across: list[Place] = [opposite(case, lap.landing)]
    pits = across if lap.landing[0] == case.mover else []
    is_empty = seeds(lap.landed, lap.landing) == 1
    return is_empty and there == taken(lap.landed, pits, (case.mover, None)) != lap.after


@at("lap")
def round_ends_with_an_empty_row(case: Case) -> bool:
    """With a row empty after a lap the round is over, and players get what is in their pits."""
    return _is_over_with_an_empty_row(case, _swept_to_owners)


@at("lap")
def round_ends_with_an_empty_row_for_the_other(case: Case) -> bool:
    """With a row empty after a lap the round is over; the other row goes to its player, all of it.

    It does so whoever owns its pits.
    """
    return _is_over_with_an_empty_row(case, swept)


def _is_over_with_an_empty_row(case: Case, sweep: Callable[[Case, Board], Board]) -> bool:
    """Whether the lap left a row empty, and the record has the board that the sweep makes then."""
    found = case.lap_and_board()
    if found is None or all(map(any, found[0].after.pits)):
        return False
    return found[1] == sweep(case, found[0].after) != found[0].after


@at("lap")
def last_seed_to_its_row(case: Case) -> bool:
    """A single seed that is left goes to the player in whose row it lies, whoever owns the pit."""
    found = case.lap_and_board()
    if found is None or any(map(any, found[0].after.pits)):
        return False
    lap, there = found
    left = _before_the_sweep(lap)
    return sum(map(sum, left.pits)) == 1 and there == swept(case, left) != lap.after


@at("lap")
def fours_counted_from_the_last_way_round(case: Case) -> bool:
    """Of a hand that goes right round, fours are looked for after the lap, and not all round.

    The program looks from the pit where the lap began as far as the last seed. The four of the last
    seed goes to the mover, the others to the owners of the pits.
    """
    found = case.lap_and_board()
    ring = 2 * case.columns
    if found is None or found[0].origin is None or found[0].hand < ring:
        return False
    lap, there = found
    expected = sown_without_takes(lap)
    for place in passed(case, lap, lap.hand % ring):
        if seeds(expected, place) == 4:
            owner = case.mover if place == lap.landing else owner_of(case, place)
            expected = taken(expected, [place], (owner, None))
    return there == expected != lap.after


@at("lap")
def fours_counted_from_the_last_way_round_for_the_sower(case: Case) -> bool:
    """The same, and all fours go to the mover."""
    found = case.lap_and_board()
    ring = 2 * case.columns
    if found is None or found[0].origin is None or found[0].hand < ring:
        return False
    lap, there = found
    landed = sown_without_takes(lap)
    fours = [place for place in passed(case, lap, lap.hand % ring) if seeds(landed, place) == 4]
    return there == taken(landed, fours, (case.mover, None)) != lap.after


@at("lap")
def own_fours_counted_from_the_last_way_round(case: Case) -> bool:
    """Of a hand that goes right round, fours of the mover's pits are looked for in the same way."""
    found = case.lap_and_board()
    ring = 2 * case.columns
    if found is None or found[0].origin is None or found[0].hand < ring:
        return False
    lap, there = found
    landed = sown_without_takes(lap)
    fours = [
        place
        for place in passed(case, lap, lap.hand % ring)
        if seeds(landed, place) == 4 and owner_of(case, place) == case.mover
    ]
    return there == taken(landed, fours, (case.mover, None)) != lap.after


@at("lap")
def last_eight_for_a_four_of_the_other_player(case: Case) -> bool:
    """Of the last eight seeds, a four in a pit of the other player, too, captures all."""
    found = case.lap_and_board()
    if found is None or sum(map(sum, found[0].before.pits)) > 8:
        return False
    lap, there = found
    row: list[Place] = [(side, pit) for side in (0, 1) for pit in range(case.columns)]
    fours = {place for place in lap.drops if seeds(sown_without_takes(lap), place) == 4}
    is_made = any(owner_of(case, place) != case.mover for place in fours)
    return is_made and there == taken(lap.before, row, (case.mover, None)) != lap.after


@at("lap")
def endless_sowing_goes_on(case: Case) -> bool:
    """A sowing that comes back to where it was is not noticed, and goes on in the same way."""
    if case.lap is None or case.lap.drops or not case.plies:
        return False
    boards = [case.game.layout.board(ply["after"]) for ply in case.plies]
    return set(boards) <= {lap.after for lap in case.earlier}


def owner_of(case: Case, place: Place) -> int:
    """The player to whom a pit belongs."""
    side, _ = place
    return side ^ int(case.state.marks[place])


def _swept_to_owners(case: Case, board: Board) -> Board:
    """The board with what is left put into the stores of the players whose pits it is in."""
    for side in (0, 1):
        for pit in range(case.columns):
            board = taken(board, [(side, pit)], (owner_of(case, (side, pit)), None))
    return board


def _before_the_sweep(lap: Lap) -> Board:
    """The board after a lap, before what is left is put into the stores."""
    takes = [(take.pit, -take.count) for take in lap.takes]
    stored = [(take.to, take.count) for take in lap.takes if take.to is not None]
    return changed(sown_without_takes(lap), [*takes, *stored])
