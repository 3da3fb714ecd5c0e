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
    'facing = "occupied"\nturns = "2.."\ntake = "facing"': (
        "in a pit, with seeds in the pit opposite, and from the player's second turn on, the player"
    ),
    'next = "empty"\nbeyond = "occupied"\ntake = "beyond"': (
        "in a pit, with an empty next pit and seeds in the pit beyond the next one, the player"
    ),
    'counts = [2]\nbefore = "odd"\ncaptured = false\nhand = [3]\ntake = "landing"': (
        "in a pit, making 2 seeds there, with an odd number of seeds in the pit before the landing "
        "pit and nothing captured in this action so far, and if the lap was sown with 3 seeds, the "
        "player captures"
    ),
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


def test_the_pit_behind_the_one_opposite() -> None:
    said = sentences(mc.rules("hus-damara"))[CAPTURE]
    held = "with seeds in the pit opposite and seeds in the pit behind that one, the player"
    assert f"occupied inner pit, {held} captures both pits" in said
    alone = mc.rules("hus-damara").replace(**{"landing.capture.facing": []})
    held = "with seeds in the outer pit of the other player in that file, the player captures"
    assert held in sentences(alone)[CAPTURE]


def test_all_even_numbers_are_an_even_number() -> None:
    said = sentences(mc.rules("halusa"))[CAPTURE]
    assert "making an even number of seeds there, the player" in said
    more = mc.rules("halusa", seeds=7)  # 84 seeds: the list goes up to 72
    assert "68, 70 or 72 seeds there" in sentences(more)[CAPTURE]


def test_openings_that_differ_are_told_side_by_side() -> None:
    said = sentences(mc.rules("mangala-suez"))
    order = "in sowing order, from the player's left to their right."
    assert said["setup.seeds"] == f"South begins with 0 0 8 8 8 8, {order}"
    assert said["setup.north"] == f"North begins with 0 8 8 8 8 8, {order}"
    four = mc.Rules.from_toml(
        'name = "four"\nboard = { rows = 4, columns = 2 }\n'
        "setup = { outer = 1, inner = 2, north = [0, 0, 2, 2] }\n"
        'ending = { when = ["cannot_move"], winner = "last_mover" }\n'
    )
    assert sentences(four)["setup.outer"] == (
        "South's outer row begins with 1 seed in each pit, "
        "their inner row with 2 seeds in each pit."
    )


def test_where_there_are_no_stores_nothing_is_put_into_one() -> None:
    for rules in mc.catalogue.values():
        said = sentences(rules)
        if "no stores" in said["board.columns"]:
            told = " ".join(said.values())
            assert "their store" not in told, rules
            assert "a store" not in told, rules
    suez = sentences(mc.rules("mangala-suez"))
    assert suez["ending.final_count"] == "Each player takes the seeds left in their own pits."
    kalah = sentences(mc.rules("kalah"))
    assert kalah["ending.final_count"].endswith("left in their pits into their store.")


def test_numbers_and_reserves_are_said_as_they_are() -> None:
    few = "The game ends when at most 1 seed is left in all pits."
    assert sentences(mc.rules("dongjintian"))["ending.when"] == few
    assert sentences(mc.rules("kalah"))["moves.least"].endswith("that holds at least one seed.")
    score = "A score is the seeds a player has in their pits."
    assert sentences(mc.rules("hus-damara"))["ending.score"] == score
    score = "A score is the seeds a player owns, in their pits and in reserve."
    assert sentences(mc.rules("mwambulula"))["ending.score"] == score


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


def test_the_way_of_a_sowing_is_chosen_or_said_of_the_pits() -> None:
    def way(name: str) -> str:
        return sentences(mc.rules(name))["moves.direction"]

    assert way("bay-khom") == "The player chooses the direction of each sowing."
    below = "Sowing runs in the direction that is said below of the pits that may be played"
    assert way("igisoro") == f"{below}."
    assert way("bao-la-kiswahili") == f"{below}; where none is said, the player chooses."


def test_what_no_other_entry_fits_is_said_so() -> None:
    said = sentences(mc.rules("gifia"))
    assert said["landing.choice.then"] == (
        "If the last seed falls in a pit, making any other number there, the player may choose a "
        "pit beside it."
    )
    assert said["landing.choice.choose"].endswith("the player takes its seeds, and the turn ends.")
    said = sentences(kalah_with('[[landing]]\nname = "rest"\nthen = "end"\n', after=True))
    assert said["landing.rest.then"] == "Otherwise, if the last seed falls in a pit, the turn ends."


def test_seeds_that_are_put_all_round_are_one_sentence() -> None:
    said = sentences(mc.rules("mangola"))
    assert said["opening.onto"] == (
        "All its seeds are put in the next pit, in either row; so are those of every second pit "
        "after it, each in its next one, all round. Nothing is sown, and the turn ends."
    )
    assert "opening.onto_round" not in said


def test_fields_are_called_so() -> None:
    """BY-1, BY-5: what is left in the head of a country is that country's."""
    rules = mc.rules("bay-khom")
    said = sentences(rules)
    assert "and has the name of that player" in said["board.fields"]
    assert "belongs to nobody" not in rules.explain()
    assert said["ending.final_count"].endswith("in their own pits and in their field.")
    state = mc.State.from_text("S[1 0 0 0 2|20] N[0 0 0 0 3|16] S", rules)
    told = [str(event) for action in state.legal_actions for event in state.trace(action)]
    assert any("South's field" in text for text in told)
    assert not any("pit 4" in text for text in told)


def test_who_begins_a_round_is_said_by_a_clause_that_speaks_of_rounds() -> None:
    for name, rules in mc.catalogue.items():
        for field, clause, _ in rules.lines():
            assert (field, clause) != ("rounds.start", "GE-1"), name
