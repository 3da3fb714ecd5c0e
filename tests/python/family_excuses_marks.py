"""Marks that players make, and rounds of games with them, as the recorded program plays them.

Which games a deviation concerns, and why the rules are kept, stands in
`tests/data/family/games.toml`.
"""

from __future__ import annotations

from family_case import Case, at, seeds, taken
from family_excuses_fours import sown_without_takes
from family_excuses_owned import owner_of, seeds_won
from family_laps import Lap, Pit, Place, board_of
from family_marks import made_marks, marks_of, owned_by_marks
from family_records import Board


@at("lap", "marks")
def four_in_an_own_pit_is_marked(case: Case) -> bool:
    """A last seed that makes four in the mover's own pit marks it, too, and the turn ends."""
    # Here a lap follows, or the turn ends without a mark.
    follows = case.moment == "lap" and case.there is None
    lap = case.lap if not follows else case.earlier[-1] if case.earlier else None
    ply = case.plies[0] if case.moment == "marks" else case.before
    site = _own_four(case, lap)
    if lap is None or site is None:
        return False
    marks = marks_of(case.game.layout, case.state) | {site: case.mover}
    swept = _swept_to_makers(case, lap.after, marks)
    if not any(map(any, swept.pits)):  # with that mark the round is over
        return case.there == swept
    is_marked = ply is not None and made_marks(ply) == marks
    return is_marked and (follows or case.moment == "marks")


@at("lap", "marks")
def four_in_the_own_row_is_not_marked(case: Case) -> bool:
    """A four in a pit of the mover's row is not marked where it belongs to the other player."""
    lap = case.lap
    if lap is None or len(case.plies) != 1 or lap.landing[0] != case.mover:
        return False
    landed = sown_without_takes(lap)
    is_four = seeds(landed, lap.landing) == 4 and owner_of(case, lap.landing) != case.mover
    marked = made_marks(case.plies[0])
    # With the mark the round would be over, perhaps.
    return is_four and case.there == landed and marked == marks_of(case.game.layout, case.state)


@at("lap")
def last_seed_in_an_empty_mark_stays(case: Case) -> bool:
    """A last seed in an empty pit that the other player has marked stays there; the turn ends."""
    lap = case.lap
    if lap is None or not case.turn_ends or [take.count for take in lap.takes] != [1]:
        return False
    landed = sown_without_takes(lap)
    swept = _swept_to_makers(case, landed, marks_of(case.game.layout, case.state))
    is_over = not any(map(any, swept.pits))
    is_alone = lap.takes[0].pit == lap.landing and seeds(landed, lap.landing) == 1
    return is_alone and case.there == (swept if is_over else landed)


@at("marks")
def emptied_mark_is_lost(case: Case) -> bool:
    """A marked pit from which a last seed has taken all is not marked any more."""
    lap = case.lap
    if lap is None or not lap.takes or seeds(lap.after, lap.landing):
        return False
    marks = marks_of(case.game.layout, case.state)
    lost = marks.pop(_site(case, lap.landing), None)
    return lost is not None and made_marks(case.plies[0]) == marks


@at("round")
def mark_is_left_from_the_round_before(case: Case) -> bool:
    """A marked pit from which the last seed of a round has taken all is marked in the next one."""
    assert case.before is not None
    left = made_marks(case.before)
    return (
        len(left) == 1
        and made_marks(case.plies[0]) == left
        and board_of(case.state, case.game.layout.kept) == case.there
        and case.marks == case.state.marks.tolist()
        and case.plies[0]["next"] - 1 == case.state.to_move
    )


@at("lap")
def over_when_either_has_nothing_to_sow(case: Case) -> bool:
    """It is all over at once when a player has seeds in marked pits only, whoever is next."""
    lap = case.lap
    is_game = "rounds" not in case.game.rules.features
    if lap is None or len(case.plies) != 1 or (is_game and case.plies[0]["next"]):
        return False
    marks = marks_of(case.game.layout, case.state)
    side, pit = lap.landing
    made = {4} if side != case.mover else {2}
    if pit is not None and seeds(lap.after, lap.landing) in made:
        # It would have been sown on, but for a mark: an old one, or one that it has got now.
        for place in (lap.landing, (1 - side, case.columns - 1 - pit)):
            marks.setdefault(_site(case, place), case.mover)
    left = _swept_to_makers(case, lap.after, marks)
    is_stuck = not all(map(any, left.pits))
    for side, row in enumerate(left.pits):
        left = taken(left, [(side, pit) for pit in range(len(row))], (side, None))
    return is_stuck and case.there == left


def _site(case: Case, place: Place) -> int:
    side, pit = place
    assert pit is not None
    return case.game.layout.sides[side][pit]


def _own_four(case: Case, lap: Lap | None) -> int | None:
    """The site of the last seed if it makes four in a pit of the mover's that is not marked."""
    if lap is None or lap.takes:
        return None
    site = _site(case, lap.landing)
    is_new = site not in marks_of(case.game.layout, case.state)
    is_four = is_new and seeds(lap.after, lap.landing) == 4
    return site if is_four and owner_of(case, lap.landing) == case.mover else None


def _swept_to_makers(case: Case, board: Board, marks: dict[int, int]) -> Board:
    """The board with the seeds of marked pits put into the stores of those who marked them."""
    for side, sites in enumerate(case.game.layout.sides):
        for pit, site in enumerate(sites):
            if site in marks:
                board = taken(board, [(side, pit)], (marks[site], None))
    return board


@at("round")
def laid_out_by_the_next_player(case: Case) -> bool:
    """The player whose turn it is lays out all their pits first, and begins the round."""
    return _is_laid_out(case, begins=_next(case), is_poorer=True)


@at("round")
def laid_out_by_the_next_player_with_a_pit_by_chance(case: Case) -> bool:
    """The same, and a pit that both fill, with two seeds each, goes to the richer player."""
    return _is_laid_out(case, begins=_next(case), is_poorer=False)


@at("round")
def laid_out_in_turn(case: Case) -> bool:
    """The player whose turn it is lays out all their pits first, whoever begins the round."""
    return _is_laid_out(case, begins=case.state.to_move, is_poorer=True)


@at("round")
def laid_out_in_turn_with_a_pit_by_chance(case: Case) -> bool:
    """The same, and a pit that both fill, with two seeds each, goes to the richer player."""
    return _is_laid_out(case, begins=case.state.to_move, is_poorer=False)


def _next(case: Case) -> int:
    """The player whose turn it is when a round is over."""
    assert case.before is not None
    return case.before["next"] - 1


def _is_laid_out(case: Case, *, begins: int, is_poorer: bool) -> bool:
    """Whether the round begins like that, by this player.

    `is_poorer`: a pit that both fill goes to the player with fewer seeds; else to the other one.
    """
    layout, ply, won = case.game.layout, case.plies[0], seeds_won(case)
    poorer = int(won[0] > won[1])
    owners = _owners(case, won, _next(case), poorer if is_poorer else 1 - poorer)
    is_meant = is_poorer or owners != _owners(case, won, _next(case), poorer)
    changed = [[owners[side, pit] != side for pit in range(case.columns)] for side in (0, 1)]
    made = made_marks(ply)
    return (
        is_meant
        and board_of(case.state, layout.kept) == case.there
        and case.marks == owned_by_marks(layout, changed, made)
        and made == marks_of(layout, case.state)
        and ply["next"] - 1 == begins
    )


def _owners(case: Case, stored: tuple[int, int], first: int, shared: int) -> dict[Pit, int]:
    """Whose each pit is if this player lays out first, each from their last pit backward.

    Three seeds that are left over make a pit with one of the other player; `shared`: who owns a
    pit of two and two.
    """
    refill = 4
    owners: dict[Pit, int] = {}
    for player in (first, 1 - first):
        row = range(case.columns - 1, -1, -1)
        way = [(side, pit) for side in (player, 1 - player) for pit in row]
        free = [pit for pit in way if pit not in owners]
        full, rest = divmod(stored[player], refill)
        owners |= dict.fromkeys(free[:full], player)
        if rest == 3:
            owners[free[full]] = player
        elif rest == 2 and player == first:
            owners[free[full]] = shared
    return owners
