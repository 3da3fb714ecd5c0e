"""Fields and single seeds of recorded programs that are not those of the rules, as conditions.

As in `family_excuses_laps`, each says whether a difference is of its kind.
"""

from __future__ import annotations

from family_case import Case, at
from family_laps import changed
from family_sites import site


@at("lap", "choice")
def fields_are_sown_on(case: Case) -> bool:
    """The seeds of a field that comes after the last seed are sown on."""
    fields = {side[-1] for side in case.game.layout.sides}
    return case.lap is None and bool(case.plies) and case.plies[0]["from"] in fields


@at("lap")
def captured_into_the_field(case: Case) -> bool:
    """What is captured goes into the captor's field, not beside the board; four pits at most."""
    if case.lap is None or case.there is None or not case.lap.takes:
        return False
    field = case.mover, case.columns
    boards = []
    for takes in (case.lap.takes, case.lap.takes[:4]):
        emptied = [(take.pit, -take.count) for take in takes]
        total = sum(take.count for take in takes)
        boards.append(changed(case.lap.landed, [*emptied, (field, total)]).pits)
    return case.there.pits in boards


@at("end")
def over_after_two_passes(case: Case) -> bool:
    """The game is over when both have passed, though a single seed could be played again."""
    assert case.playout is not None
    last = [ply["k"] for ply in case.playout["moves"][-2:]]
    pits = case.state.pits[case.mover]
    single = all(pits[action % case.columns] == 1 for action in case.state.legal_actions)
    return not case.state.is_over and last == ["pass", "pass"] and single


@at("choice")
def nothing_played_that_does_not_feed(case: Case) -> bool:
    """Where no action leaves the other player a pit that they can play, none is offered."""
    return case.plies[0]["k"] == "pass" and not case.extra and bool(case.missing)


@at("choice")
def straight_back_after_any_sowing(case: Case) -> bool:
    """A single seed is not played to the pit across that was played last, however full that was.

    Where the other player has passed, the program takes the pit that the player played themselves.
    """
    before, layout = case.before, case.game.layout
    if before is None or case.extra:
        return False
    own, others = layout.sides[case.mover], layout.sides[1 - case.mover]
    pits = [own.index(site(case.game, case.state, action)) for action in case.missing]
    if any(case.state.pits[case.mover, pit] != 1 for pit in pits):
        return False
    across = [others[case.columns - 1 - pit] for pit in pits]
    return before["from"] == -1 or [before["from"]] == across
