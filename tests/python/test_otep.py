"""First laps that go the other way if that captures, worked by hand from the clauses of Otep."""

from __future__ import annotations

import numpy as np
import pytest

import mancalab as mc
import mark_cases

OTEP = mc.rules("otep")
BACK = OTEP.pits_per_side
EMPTY = [0] * 16


def row(**seeds: int) -> list[int]:
    pits = list(EMPTY)
    for pit, n in seeds.items():
        pits[int(pit[1:])] = n
    return pits


def state(south: list[int], north: list[int]) -> mc.State:
    return OTEP.state(pits=[south, north], to_move=0)


def test_a_lap_backward_captures() -> None:
    """South's 12 is sown to 11, 10 and 9, which held one; what lies opposite of 9 is captured.

    South's inner pits are 8 to 15 from their right on, so that 9 faces North's inner pit 14, and
    behind that lies North's outer pit 1. The four seeds are sown forward from 12: 13, 14, 15 and 0.
    """
    south = row(p9=1, p12=3, p0=0)
    north = row(p14=3, p1=1, p4=2)
    before = state(south, north)
    assert before.legal_actions == (12, 12 + BACK)
    after = before.play(12 + BACK)
    assert after.pits[0].tolist() == row(p9=2, p10=1, p11=1, p13=1, p14=1, p15=1, p0=1)
    assert after.pits[1].tolist() == row(p4=2)
    assert after.to_move == 1


def test_a_later_lap_may_capture() -> None:
    """South's 4 is sown to 3, 2 and 1, an outer pit, which held three: with four seeds there the
    next lap goes forward, to 2, 3, 4 and 5. There it ends in an empty pit, so that nothing is
    captured and the move is illegal.
    """
    nothing = state(row(p1=3, p4=3), row(p14=1, p1=1, p4=2))
    assert nothing.legal_actions == (1, 4)
    with pytest.raises(mc.IllegalAction, match=r"OT-3"):
        nothing.play(4 + BACK)
    # Where 1 held seven, its eight are sown to 2 and on to 9, which held one: a capture.
    something = state(row(p1=7, p4=3, p9=1), row(p14=1, p1=2, p4=2))
    assert 4 + BACK in something.legal_actions
    events = something.trace(4 + BACK)
    assert [event.key for event in events if event.kind != "drop"][:3] == [
        "lift",
        "relay",
        "capture.hand",
    ]


def test_only_some_pits_are_sown_into_backward() -> None:
    """South's 13 would end in 10, which captures, but is none of the pits at the ends."""
    south, north = row(p10=1, p13=3), row(p13=2, p2=1, p4=2)
    before = state(south, north)
    assert before.legal_actions == (13,)
    # Forward it is the usual way.
    with pytest.raises(mc.IllegalAction, match="end in one of some pits"):
        before.play(13 + BACK)


def test_without_the_rule_it_is_ryakati() -> None:
    ryakati = mc.rules("ryakati")
    assert OTEP.start().pits.tolist() == ryakati.start().pits.tolist()
    forward = tuple(a for a in OTEP.start().legal_actions if a < BACK)
    assert forward == ryakati.start().legal_actions


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (("least = 2\n", 'least = 2\ndirection = "chosen"\n'), "needs one direction"),
        (
            ('relay = "landing"\n', 'relay = "landing"\nturn_round = true\n'),
            "needs laps.turn_round",
        ),
        (("back_into = [0, ", "back_into = [16, "), "allowed are 0 to 15"),
    ],
)
def test_what_it_does_not_go_with(change: tuple[str, str], fault: str) -> None:
    with pytest.raises(mc.RulesError, match=fault):
        mark_cases.changed(OTEP, change)


def test_it_is_said() -> None:
    said = {field: (clause, text) for field, clause, text in OTEP.lines()}
    clause, text = said["moves.back_into"]
    assert clause == "OT-3"
    assert text.startswith(
        "A pit may also be sown the other way if the first lap so ends in one of"
    )


def test_both_engines_play_alike() -> None:
    rng = np.random.default_rng(1)
    batch = mc.Batch(OTEP, 16, seed=1, autoreset="disabled")
    games = [OTEP.start() for _ in range(16)]
    for _ in range(100):
        for lane, game in enumerate(games):
            assert batch.state(lane) == game
            if not game.is_over:
                assert np.flatnonzero(batch.mask[lane]).tolist() == list(game.legal_actions)
        actions = [0 if game.is_over else int(rng.choice(game.legal_actions)) for game in games]
        games = [
            game if game.is_over else game.play(action)
            for game, action in zip(games, actions, strict=True)
        ]
        batch.step(np.array(actions))
