"""Both players sow at the same time to begin with: worked by hand from clauses of three games."""

from __future__ import annotations

import numpy as np
import pytest

import mancalab as mc
from mancalab._records.parts import Step
from mancalab.cli.play import wording

# A position before the first turn, two actions, and what each leads to. Each side's pits in its own
# sowing order.
MEWELAD = [
    # ML-5: pit 5 comes to hold four on the way, which are South's; ML-4: the last of three seeds
    # falls in an empty pit. North drops two seeds, or one, and moves on, ...
    (
        ["S[1 0 0 0 3 3|0] N[0 0 0 1 0 2|0] S", 4, 5],
        "S[1 0 0 0 0 0|4 turns=1 raced=3] N[1 1 0 1 0 2|0] N",
        "S[2 1 0 0 0 0|4 turns=1] N[1 1 0 1 0 0|0 turns=1] N",
    ),
    (
        ["S[1 0 0 0 3 3|0] N[0 0 0 1 0 2|0] S", 4, 3],
        "S[1 0 0 0 0 0|4 turns=1 raced=3] N[1 1 0 1 0 2|0] N",
        "S[1 0 0 0 0 0|4 turns=1] N[1 1 0 0 1 2|0 turns=1] N",
    ),
    # ... or relays from pits 1, 3 and 5: with one, two, two and three seeds they drop more than
    # South.
    (
        ["S[1 0 0 0 3 3|0] N[0 0 0 1 0 2|0] S", 4, 0],
        "S[1 0 0 0 0 0|4 turns=1 raced=3] N[1 1 0 1 0 2|0] N",
        "S[2 1 1 0 0 0|4 turns=1] N[0 0 1 0 1 0|0 turns=1] S",
    ),
    # ML-6: the last seed makes four in North's first pit, which are South's.
    (
        ["S[1 0 0 0 2 0|0] N[3 0 0 1 0 0|0] S", 4, 3],
        "S[1 0 0 0 0 1|4 turns=1 raced=2] N[0 0 0 1 0 0|0] N",
        "S[1 0 0 0 0 1|4 turns=1] N[0 0 0 0 1 0|0 turns=1] N",
    ),
]
MWEISO = [
    # MS-5, MS-6: the second seed falls in pit 8, which held one; three seeds are taken and sown on
    # from pit 6. Five seeds are dropped, and North drops two.
    (
        [
            "S[0 0 0 2 0 0 2 0 1 0 0 0 0 0 0 0|0] N[1 2 0 0 0 2 0 0 0 0 0 0 0 0 0 2|0] S",
            6,
            1,
        ],
        "S[0 0 0 2 0 0 0 2 3 1 0 0 0 0 0 0|0 turns=1 raced=5] "
        "N[0 2 0 0 0 2 0 0 0 0 0 0 0 0 0 0|0] N",
        "S[0 0 0 2 0 0 0 2 3 1 0 0 0 0 0 0|0 turns=1] "
        "N[0 0 1 1 0 2 0 0 0 0 0 0 0 0 0 0|0 turns=1] N",
    ),
    # MS-4: North relays from pits 7 and 10: with two, three and two seeds they drop more than
    # South.
    (
        [
            "S[2 0 0 2 0 0 0 0 0 0 0 0 0 0 0 0|0] N[0 2 0 0 0 2 0 2 0 0 1 0 0 0 0 0|0] S",
            0,
            5,
        ],
        "S[0 1 1 2 0 0 0 0 0 0 0 0 0 0 0 0|0 turns=1 raced=2] "
        "N[0 2 0 0 0 2 0 2 0 0 1 0 0 0 0 0|0] N",
        "S[0 1 1 2 0 0 0 0 0 0 0 0 0 0 0 0|0 turns=1] "
        "N[0 2 0 0 0 0 1 0 1 1 0 1 1 0 0 0|0 turns=1] S",
    ),
]


@pytest.mark.parametrize(
    ("game", "begun", "first", "second"),
    [("mewelad", *case) for case in MEWELAD] + [("mweiso", *case) for case in MWEISO],
)
def test_who_has_dropped_fewer_seeds_is_next(
    game: str, begun: tuple[str, int, int], first: str, second: str
) -> None:
    before, south, north = begun
    rules = mc.rules(game)
    after = mc.State.from_text(before, rules).play(south)
    assert after.position_text == first
    assert after.play(north).position_text == second


def test_mewegae_gives_no_extra_turn_in_the_race() -> None:
    """MG-7: South takes a seed out of North's pit, and sows again only after the race."""
    rules = mc.rules("mewegae")

    def sown(**turns: tuple[int, int]) -> mc.State:
        return rules.state(
            pits=[[1, 0, 0, 1, 2, 0], [1, 0, 0, 0, 0, 0]],
            claims=[[pit == 4 for pit in range(6)], [False] * 6],
            registers={"visits": (1, 0), **turns},
        ).play(3)

    race = sown()
    assert race.stores.tolist() == [1, 0]
    assert (race.to_move, race.registers["raced"]) == (1, (1, 0))
    decided = race.play(0)
    assert (decided.to_move, decided.registers["raced"]) == (0, (0, 0))
    later = sown(turns=(1, 1))
    assert (later.to_move, later.registers["raced"]) == (0, (0, 0))


def test_mweiso_begins_in_the_outer_row() -> None:
    """MS-2, MS-7: six pits; the leftmost one clockwise too, where its last seed captures."""
    start = mc.rules("mweiso").start()
    assert start.legal_actions == (0, 1, 2, 5, 6, 7, 16)
    south = "S[0 0 0 2 0 0 0 0 3 0 0 0 0 0 0 0|0 turns=1]"
    text = f"{south} N[2 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0|0 turns=1] S"
    assert mc.State.from_text(text, start.rules).legal_actions == (3, 8)


def test_the_end_of_the_race_is_told() -> None:
    before = "S[1 0 0 0 3 3|0] N[0 0 0 1 0 2|0] S"
    state = mc.State.from_text(before, mc.rules("mewelad")).play(4)
    told = state.trace(5)[-1]
    assert (told.kind, told.side, told.count, told.field) == ("race", 1, 2, "opening.race")
    assert str(told) == "North has dropped 2 seeds, the other player more, and so is to move."
    said = wording.played(Step(0, state, 5, state.play(5)))
    assert said.endswith(f"{told} (ML-2)")
    south = state.trace(0)[-1]
    assert (south.kind, south.side, south.count) == ("race", 0, 3)
    assert str(south) == "South has dropped 3 seeds, the other player more, and so is to move."
    text = 'name = "t"\nboard = { rows = 2, columns = 3 }\nsetup = { seeds = 1 }\n'
    text += 'opening = { race = true }\nending = { when = ["cannot_move"] }'
    even = mc.State.from_text("S[3 1 2|0] N[1 2 3|0] S", mc.Rules.from_toml(text)).play(0)
    tie = even.trace(2)[-1]
    assert (tie.kind, tie.key, tie.side, tie.count) == ("race", "race.tie", 0, 3)
    assert str(tie) == "Both players have dropped 3 seeds: South, who sowed first, is to move."


@pytest.mark.parametrize("game", ["mewegae", "mewelad", "mweiso"])
def test_the_seeds_that_fall_in_a_race_are_compared(game: str) -> None:
    """Whatever the players do, who is next is whose turn has fewer drops."""
    rules, chance = mc.rules(game), np.random.default_rng(1)
    for _ in range(50):
        state, dropped = rules.start(), [0, 0]
        while not state.is_over and 0 in state.registers["turns"]:
            mover, action = state.to_move, int(chance.choice(state.legal_actions))
            events = state.trace(action)
            dropped[mover] += sum(event.kind == "drop" for event in events)
            state = state.play(action)
            if not state.is_over and 0 in state.registers["turns"]:
                assert state.registers["raced"] == tuple(dropped)
        if not state.is_over:
            assert state.registers["raced"] == (0, 0)
            assert state.to_move == int(dropped[1] < dropped[0])
            assert events[-1].kind == "race"
            assert events[-1].count == min(dropped)
