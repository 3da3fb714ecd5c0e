"""Choices, turns and ends of the recorded program that are not those of the rules, as conditions.

As in `family_excuses_laps`, each says whether a difference is of its kind.
"""

from __future__ import annotations

from collections.abc import Sequence

from family_case import Case, at, final, higher, recorded_score, recorded_winner
from family_excuses_laps import swept
from family_laps import board_of, laps_of
from family_records import Ply


@at("choice")
def first_lap_must_feed(case: Case) -> bool:
    """The duty to feed is asked of the first lap, not of the whole turn.

    Not offered are actions whose first lap leaves the other player without seeds; offered are
    others whose later laps do.
    """
    rules, state = case.game.rules, case.state
    free = rules.replace(feeding="none").state(
        pits=state.pits, stores=state.stores, to_move=case.mover
    )
    side = case.game.layout.sides[case.mover]
    extra = [pit for pit, site in enumerate(side) if site in case.extra]
    if len(extra) < len(case.extra) or not set(extra) <= set(free.legal_actions):
        return False
    firsts = [laps_of(free, action, "")[0].after for action in case.missing]
    lasts = [laps_of(free, action, "")[-1].after for action in extra]
    return not any(any(board.pits[1 - case.mover]) for board in [*firsts, *lasts])


@at("lap", "choice")
def later_lap_must_feed(case: Case) -> bool:
    """A lap that leaves the other player without seeds is not offered: they pass instead."""
    if case.moment == "choice":  # in the middle of their own turn
        before, ply = case.before, case.plies[0]
        return (
            ply["k"] == "pass" and before is not None and before["p"] == before["next"] == ply["p"]
        )
    lap = case.lap
    return case.there is None and lap is not None and not any(lap.after.pits[1 - case.mover])


@at("choice", "turn")
def no_duty_to_feed(case: Case) -> bool:
    """Every pit with seeds may be played, though the other player has none."""
    outcome = case.state.outcome
    if outcome is not None:
        return outcome.reason == "cannot_feed"
    south_and_north = case.state.pits.tolist()
    return not case.missing and not any(south_and_north[1 - case.mover])


@at("choice")
def single_seeds_played(case: Case) -> bool:
    """Single seeds may be played, whatever else there is and wherever they go."""
    side = case.game.layout.sides[case.mover]
    pits = case.state.pits.tolist()[case.mover]
    return not case.missing and all(pits[side.index(site)] == 1 for site in case.extra)


@at("end")
def score_counts_pits(case: Case) -> bool:
    """The final count is of what was taken and what lies in the pits; who wins is the same."""
    (south, north), stores = final(case)
    outcome = case.state.outcome
    return (
        outcome is not None
        and stores is not None
        and recorded_score(case) == [stores[0] + sum(south), stores[1] + sum(north)]
        and recorded_winner(case) == outcome.winner
    )


@at("end")
def stores_not_counted(case: Case) -> bool:
    """The final count is of what lies in the pits, and leaves out what was taken."""
    south, north = final(case).pits
    score = [sum(south), sum(north)]
    return recorded_score(case) == score and recorded_winner(case) == higher(score)


@at("end")
def left_undecided(case: Case) -> bool:
    """Nothing is said of a game in which nobody can move or feed: after two passes it is a draw."""
    outcome = case.state.outcome
    is_stuck = outcome is not None and outcome.reason in {
        "cannot_feed",
        "cannot_move",
        "nobody_can_move",
    }
    return is_stuck and case.plies[-1]["k"] == "pass" and recorded_winner(case) is None


@at("end")
def half_is_enough(case: Case) -> bool:
    """Half of the seeds win, also while the other player could still reach half."""
    stores = final(case).stores
    half = sum(map(sum, case.game.rules.start().pits.tolist())) / 2
    winner = recorded_winner(case)
    return (
        not case.state.is_over
        and winner is not None
        and stores is not None
        and (stores[winner] == half)
    )


@at("end")
def decided_by_count(case: Case) -> bool:
    """Who has more seeds wins, those that were kept included."""
    score = recorded_score(case)
    assert case.playout is not None
    if score is None or sum(score) != sum(case.playout["moves"][-1]["after"]):
        return False
    return recorded_winner(case) == higher(score)


@at("turn")
def entering_the_reserve_ends_the_turn(case: Case) -> bool:
    """The reserve is entered instead of a sowing, not before it."""
    return case.state.phase == 1


@at("turn", "lap")
def end_noticed_late(case: Case) -> bool:
    """A player who has no seeds left has lost only after one more lap of the other."""
    other = case.state.outcome.winner if case.state.outcome is not None else case.mover
    last = case.plies[-1] if case.plies else case.before
    assert last is not None
    is_bare = other is not None and not case.state.pits[1 - other].any()
    return is_bare and last["next"] == 0


@at("turn", "lap")
def single_seeds_noticed_late(case: Case) -> bool:
    """A player with single seeds only has lost only after a pass and one more lap of the other."""
    other = case.state.outcome.winner if case.state.outcome is not None else case.mover
    last = case.plies[-1] if case.plies else case.before
    assert last is not None
    is_stuck = other is not None and not (case.state.pits[1 - other] > 1).any()
    return is_stuck and last["next"] == 0


@at("end")
def ends_with_an_empty_row(case: Case) -> bool:
    """The game ends when the player to move has no seeds; each keeps their row."""
    (south, north), stores = final(case)
    passer = case.plies[0]["p"] - 1
    return (
        not case.state.is_over
        and case.plies[0]["k"] == "pass"
        and not any((south, north)[passer])
        and stores is not None
        and recorded_score(case) == [stores[0] + sum(south), stores[1] + sum(north)]
    )


@at("end")
def rest_counted_with_the_wrong_store(case: Case) -> bool:
    """The seeds left are added to the stuck player's store, and the sum counted for the other."""
    (south, north), stores = final(case)
    if stores is None:
        return False
    stuck = case.plies[-1]["p"] - 1
    score = [stores[stuck]] * 2
    score[1 - stuck] += sum(south) + sum(north)
    return recorded_score(case) == score and recorded_winner(case) == higher(score)


@at("choice")
def direction_kept(case: Case) -> bool:
    """The direction of a turn before is kept where that turn has sown on and taken nothing.

    Where the pit says the direction, only the pits of one half are offered then.
    """
    offered = sorted(site for site in case.plies[0]["legal"] if isinstance(site, int))
    side = case.game.layout.sides[case.mover]
    held = [site for site, count in zip(side, case.state.pits[case.mover], strict=True) if count]
    halves = [
        sorted(set(held) & set(half)) for half in (side[: len(side) // 2], side[len(side) // 2 :])
    ]
    return not case.extra and offered in [sorted(held), *halves]


@at("end")
def rest_counted_for_both(case: Case) -> bool:
    """The seeds left are added to the scores of both players."""
    pits, stores = final(case)
    if stores is None:
        return False
    unit = case.game.layout.unit
    score = [unit * (stored + sum(map(sum, pits))) for stored in stores]
    return recorded_score(case) == score and recorded_winner(case) == higher(score)


@at("round")
def next_player_by_the_filling(case: Case) -> bool:
    """The players lay out a pit in turn; who is next when they are done begins the round."""
    here = board_of(case.state, case.game.layout.kept)
    return here == case.there and case.plies[0]["next"] == 2 - case.state.to_move


@at("choice")
def first_pit_is_lost(case: Case) -> bool:
    """A player whose prescribed first pit was taken plays a single seed, and takes a pit."""
    first = case.turns[case.mover] == 0
    prescribed = case.game.rules.pits_per_side - 3
    return first and case.state.pits.tolist()[case.mover][prescribed] == 0


@at("choice")
def long_laps_free_no_pit(case: Case) -> bool:
    """A pit that rests is not freed by a lap of twelve or more seeds, which goes all round."""
    assert case.playout is not None
    moves = case.playout["moves"]
    now = next(i for i, ply in enumerate(moves) if ply is case.plies[0])
    side = case.game.layout.sides[case.mover]
    resting = [side[case.game.rules.actions[action].pit or 0] for action in case.missing]
    return not case.extra and all(_rests(case, moves[:now], site) for site in resting)


def _rests(case: Case, moves: Sequence[Ply], site: int) -> bool:
    """Whether, since the mover played a site, a long lap of the other player has come there."""
    round_the_board = 2 * case.columns
    for earlier, ply in zip(reversed(moves[:-1]), reversed(moves), strict=False):
        if ply["p"] - 1 == case.mover and ply["from"] == site:
            return False
        if ply["p"] - 1 != case.mover and earlier["after"][ply["from"]] >= round_the_board:
            return True
    return False


@at("lap")
def round_ends_while_pits_rest(case: Case) -> bool:
    """The round is over, each player's seeds taken by themselves, where one could still play."""
    lap = case.lap
    return lap is not None and case.there == swept(case, lap.after)
