"""Captured hands that the recorded program sows otherwise, as conditions.

As in `family_excuses_laps`, each looks at one lap that differs and says whether it is of its kind.
"""

from __future__ import annotations

from family_case import Case, at, seeds
from family_laps import changed


@at("lap")
def captured_seeds_sown_a_pit_later(case: Case) -> bool:
    """Captured seeds are sown from the first pit that leads to the capture, which gets none.

    Where no pit is empty they begin at the third pit of the program's track. Nothing is asked where
    they end: the pit that has captured is sown on.
    """
    lap, there = case.lap, case.there
    if lap is None or there is None or not lap.takes or case.turn_ends:
        return False
    side, landing = lap.landing
    assert landing is not None
    ring = len(lap.landed.pits[side])
    back = [(landing - step) % ring for step in range(1, ring)]
    empty = next((pit for pit in back if seeds(lap.landed, (side, pit)) == 0), side * ring // 2)
    takes = [take for take in lap.takes if take.drops == lap.hand]
    count = sum(take.count for take in takes)
    sown = [((side, (empty + 2 + step) % ring), 1) for step in range(count)]
    return there == changed(lap.landed, [*((take.pit, -take.count) for take in takes), *sown])
