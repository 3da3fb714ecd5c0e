"""Sentences about entries of the landing table and about ends."""

from __future__ import annotations

import pytest

import mancalab as mc
from landing_games import kalah_with

CAPTURE = "landing.capture.take"

ENTRIES = {
    'was = "empty"\ntake = "landing"': "an empty pit, the player captures the seeds of that pit.",
    'take = ["facing", "landing"]': (
        "in a pit, the player captures the seeds of the landing pit and of the pit opposite."
    ),
    'take = ["next", "facing", "landing"]': (
        "the seeds of the landing pit, of the next pit and of the pit opposite."
    ),
    'facing = [2]\ntake = "landing"': (
        "with 2 seeds in the pit opposite, the player captures the seeds of the landing pit."
    ),
    'facing = [0]\ntake = "landing"': "in a pit, with an empty pit opposite, the player captures",
    'next = "empty"\ntake = "beyond"': (
        "with an empty next pit, the player captures the seeds of the pit beyond the next one."
    ),
    'turns = "3.."\ntake = "landing"': "in a pit, from the player's third turn on, the player",
    'turns = [1, 12]\ntake = "landing"': "in a pit, in the player's first or 12th turn, the player",
    'turns = "1.."\nhand = "1.."\ntake = "landing"': "falls in a pit, the player captures",
    'hand = [3]\ntake = "landing"': "in a pit, if the lap was sown with 3 seeds, the player",
}


def sentences(rules: mc.Rules) -> dict[str, str]:
    """Return the sentences by their fields."""
    return {field: text for field, _, text in rules.lines()}


@pytest.mark.parametrize("entry", ENTRIES)
def test_an_entry_is_said_plainly(entry: str) -> None:
    rules = kalah_with(f'[[landing]]\nname = "own"\n{entry}\n')
    assert ENTRIES[entry] in sentences(rules)["landing.own.take"]


def test_the_capture_of_kalah() -> None:
    assert sentences(mc.rules("kalah"))[CAPTURE] == (
        "If the last seed falls in an empty pit of the player's own, with seeds in the pit "
        "opposite, the player captures the seeds of the landing pit and of the pit opposite."
    )
    lone = sentences(mc.rules("chuba"))["moves.singles"]
    assert lone.startswith("When no pit holds 2 seeds or more, the player moves a lone seed")


def test_relays_behind_an_entry_that_always_fits_are_not_told() -> None:
    always = '[[landing]]\nname = "always"\nthen = "relay_next"\n'
    silent = kalah_with(always)
    assert "laps.relay" not in sentences(silent)
    assert "Otherwise" not in silent.explain()
    assert silent.dead_entries == (("landing.capture", "landing.always"),)
    relays = silent.replace(relay=True)
    assert "Otherwise" not in relays.explain()
    assert relays.dead_entries[-1] == ("laps.relay", "landing.always")
    occupied = kalah_with(always.replace("then", 'was = "occupied"\nthen')).replace(relay=True)
    assert occupied.dead_entries == (("laps.relay", "landing.always"),)
    assert mc.rules("kalah", relay=True).dead_entries == ()


def test_a_test_that_always_holds_covers_what_comes_after_it() -> None:
    later = '[[landing]]\nname = "later"\nthen = "again"\n'
    for test in ('turns = "1.."', 'hand = "1.."', 'hand = "occupied"', 'counts = "1.."'):
        first = f'[[landing]]\nname = "first"\n{test}\nthen = "again"\n'
        dead = kalah_with(first + later).dead_entries
        assert ("landing.later", "landing.first") in dead, test


TESTED = """
name = "tested"
board = {{ rows = 2, columns = 3, stores = true }}
setup = {{ seeds = 2 }}
ending = {{ when = {when}, test = "lap" }}
laps = {{ relay = "landing" }}
"""


def test_only_what_is_asked_after_a_lap_is_told_of_it() -> None:
    both = mc.Rules.from_toml(TESTED.format(when='["either_empty", "cannot_move"]'))
    assert sentences(both)["ending.test"] == (
        "If after a lap and what it captures one side's pits are all empty, the sowing stops "
        "there; the rest is looked for only at the end of an action."
    )
    one = mc.Rules.from_toml(TESTED.format(when='["above_half"]'))
    assert sentences(one)["ending.test"].startswith("This is looked for after every lap")
    with pytest.raises(mc.RulesError, match=r'ending\.test = "lap": needs one of either_empty'):
        mc.Rules.from_toml(TESTED.format(when='["cannot_move", "mover_empty"]'))
