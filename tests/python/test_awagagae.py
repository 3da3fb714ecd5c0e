"""The first last seed in a captured pit yields nothing, worked by hand from Awagagae's clauses."""

from __future__ import annotations

import pytest

import mancalab as mc
import mark_cases

AWAGAGAE = mc.rules("awagagae")


def position(text: str, south: int = 0, north: int = 0) -> mc.State:
    """A position in which the players have had so many last seeds in wegues of the other."""
    plain = mark_cases.set_up(AWAGAGAE, text)
    return AWAGAGAE.state(
        pits=plain.pits.tolist(),
        stores=plain.stores.tolist(),
        marks=plain.marks.tolist(),
        claims=plain.claims.tolist(),
        to_move=plain.to_move,
        registers={"visits": (south, north)},
    )


@pytest.mark.parametrize(
    ("before", "visits", "action", "left", "counted"),
    [
        # WG-6: South's pit 4 is North's wegue. The first time nothing is taken, later one seed.
        (
            "S[1 0 0 1 2^ 0|0] N[1 0 0 0 0 0|0] S",
            (0, 0),
            3,
            "S[1 0 0 0 3^ 0|0] N[1 0 0 0 0 0|0] N",
            (1, 0),
        ),
        (
            "S[1 0 0 1 2^ 0|0] N[1 0 0 0 0 0|0] S",
            (1, 0),
            3,
            "S[1 0 0 0 2^ 0|1] N[1 0 0 0 0 0|0] N",
            (1, 0),
        ),
        # Each player has a first time of their own.
        (
            "S[1 0 0 1 2^ 0|0] N[1 0 0 0 0 0|0] S",
            (0, 1),
            3,
            "S[1 0 0 0 3^ 0|0] N[1 0 0 0 0 0|0] N",
            (1, 1),
        ),
        (
            "S[1 0 0 0 0 0|0] N[1 0 0 1 2^ 0|0] N",
            (0, 1),
            3,
            "S[1 0 0 0 0 0|0] N[1 0 0 0 2^ 0|1] S",
            (0, 1),
        ),
        # WG-5: a last seed in one's own wegue ends the turn, and is not counted; no second wegue.
        (
            "S[1 0 0 0 0 1|0] N[3^ 0 0 0 0 1|0] S",
            (0, 0),
            5,
            "S[1 0 0 0 0 0|0] N[4^ 0 0 0 0 1|0] N",
            (0, 0),
        ),
        # WG-4: four in a pit of the other player.
        (
            "S[1 0 0 0 0 1|0] N[3 0 0 0 0 1|0] S",
            (0, 0),
            5,
            "S[1 0 0 0 0 0|0] N[4^ 0 0 0 0 1|0] N",
            (0, 0),
        ),
    ],
)
def test_a_last_seed_in_a_wegue(
    before: str, visits: tuple[int, int], action: int, left: str, counted: tuple[int, int]
) -> None:
    state = position(before, *visits)
    after = state.play(action)
    assert after.registers["visits"] == counted
    assert str(after) == str(position(left, *counted))


def test_a_new_round_begins_with_a_first_time() -> None:
    """North has nothing to play, and South's only seed goes home: both count what they have."""
    state = position("S[0 0 0 0 0 0|25] N[0 0 0 0 0 1|22] N", 1, 1)
    after = state.play(5)
    assert after.registers["round"] == (0, 0)  # South plays on with the seed
    over = position("S[0 0 0 1 3^ 0|22] N[0 0 0 0 0 0|22] S", 1, 1).play(3)
    assert over.registers["round"] == (1, 1)
    assert over.registers["visits"] == (0, 0)


@pytest.mark.parametrize(
    ("old", "new"), [('marked = "other"', 'marked = "own"'), ('marked = "other"\n', "")]
)
def test_only_last_seeds_in_pits_of_the_other_player_are_counted(old: str, new: str) -> None:
    with pytest.raises(mc.RulesError, match=r"visits.*needs marked = \"other\""):
        mark_cases.changed(AWAGAGAE, (old, new))


def test_it_is_told() -> None:
    said = " ".join(AWAGAGAE.explain().split())
    assert "as the player's second last seed in such a pit in this round, or a later one" in said
    assert "asks_visits" in AWAGAGAE.features
