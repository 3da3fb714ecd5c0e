"""Games of several rounds: what a state, a trace, a batch and a board say of them."""

from __future__ import annotations

import random

import numpy as np
import pytest

import mancalab as mc
from mancalab import plots
from mancalab._base.marks import shared_pits
from mancalab._records.parts import Step
from mancalab.cli.play import wording

ROUNDS = [game for game in mc.catalogue if "round" in mc.rules(game).start().registers]

CLOSING = [game for game in ROUNDS if "closed_pits" in mc.rules(game).features]
# Where players choose which pits stay without seeds, they do so before any is filled.
FILLED = [game for game in CLOSING if "leaves_pits" not in mc.rules(game).features]


def second_round(game: str) -> tuple[mc.State, mc.State, int]:
    """The last state of a first round, the state after it, and the action between them."""
    return round_end(mc.rules(game).start())


def round_end(state: mc.State) -> tuple[mc.State, mc.State, int]:
    start, choose = state, random.Random(7)  # noqa: S311  (a game, no secret)
    while True:
        action = choose.choice(state.legal_actions)
        after = state.play(action)
        if after.registers["round"] != state.registers["round"]:
            return state, after, action
        state = start if after.is_over else after  # a match may be won in its first round


def test_the_games_of_rounds_are_found() -> None:
    known = {"bosh", "congklak", "erherhe", "galatjang", "main-chongkak", "ovalhu", "pallankuli"}
    assert known | {"sungka"} <= set(ROUNDS)


def fillable(rules: mc.Rules) -> list[int]:
    """The numbers of pits that are filled for a round: all but fields and those that are shared."""
    pits = rules.columns if "fields" in rules.features else rules.pits_per_side
    return [pit for pit in range(pits) if pit not in shared_pits(rules)]


@pytest.mark.parametrize("game", FILLED)
def test_a_round_is_laid_out_from_the_stores(game: str) -> None:
    before, after, action = second_round(game)
    refill = before.rules.start().pits[0, 0]
    assert after.registers["round"] == (1, 1)
    assert sorted(after.registers["began"]) == [0, 1]
    assert after.registers["began"][after.to_move] == 1
    if game != "sungka":  # South began the first round
        assert after.to_move == 1
    columns = fillable(after.rules)
    pits, closed = after.pits[:, columns], after.marks[:, columns]
    holds = "holds_pits" in after.rules.features
    if holds:  # a mark on a pit with seeds is another one
        closed = closed & (pits == 0)
    assert np.array_equal(pits == 0, closed)  # all others are full
    if not holds and game not in {"erherhe", "mawkar-katiya"}:  # or filled with what is left
        assert set(pits[~closed].tolist()) == {refill}
    assert after.pits.sum() + after.stores.sum() == before.pits.sum() + before.stores.sum()
    for side in (0, 1):
        matched = game == "adi"  # where the richer player fills no more than the other one
        assert after.stores[side] < refill or not closed[side].any() or matched
    events = before.trace(action)
    assert [str(event) for event in events if event.kind == "round"] == ["Round 2 begins."]
    fills = [str(event).partition(": to ")[2] for event in events if event.kind == "fill"]
    filled = [target for target in fills if "pit" in target]
    assert len(filled) == int((~closed).sum())
    assert not any(event.kind == "end" for event in events)


@pytest.mark.parametrize("game", CLOSING)
def test_nothing_falls_in_a_closed_pit(game: str) -> None:
    choose = random.Random(3)  # noqa: S311
    state = mc.rules(game).start()
    columns = fillable(state.rules)
    while not state.marks[:, columns].any():
        state = state.play(choose.choice(state.legal_actions))
        state = mc.rules(game).start() if state.is_over else state
    played, closed = None, state.marks[:, columns]
    for _ in range(300):
        if state.is_over:
            break
        if state.registers["round"] != played:  # a mark on a pit with seeds is another one
            played = state.registers["round"]
            closed = state.marks[:, columns] & (state.pits[:, columns] == 0)
        assert not state.pits[:, columns][closed].any()
        state = state.play(choose.choice(state.legal_actions))


@pytest.mark.parametrize(
    ("start", "stores", "next_"),
    [
        ("same", (20, 8), 0),
        ("alternate", (20, 8), 1),
        ("winner", (20, 8), 0),
        ("winner", (8, 20), 1),
        ("winner", (14, 14), 1),
        ("loser", (20, 8), 1),
        ("loser", (8, 20), 0),
        ("loser", (14, 14), 1),
    ],
)
def test_who_begins_the_next_round(start: str, stores: tuple[int, int], next_: int) -> None:
    text = mc.rules("pallankuli").to_toml().replace('start = "alternate"\n', "")
    rules = mc.Rules.from_toml(text.replace("[rounds]\n", f'[rounds]\nstart = "{start}"\n'))
    south, north = stores
    # South began. Their last seed goes over to North, who keeps it, and the round is over.
    state = rules.state(
        pits=[[0] * 6 + [1], [0] * 3 + [1] + [0] * 3],
        stores=[south, north - 2],
        registers={"began": (1, 0), "round": (0, 0)},
        to_move=0,
    )
    after = state.play(6)
    assert after.registers["round"] == (1, 1)
    assert after.to_move == next_


@pytest.mark.parametrize("south_began", [0, 1])
def test_a_round_that_begins_is_told_and_is_no_extra_turn(south_began: int) -> None:
    """The players begin in turn: where North began, South ends a round and begins the next one."""
    state = mc.rules("hufesay").state(
        pits=[[0, 0, 0, 0, 1, 0], [1, 0, 0, 0, 0, 0]],
        stores=[23, 23],
        registers={"began": (south_began, 1 - south_began)},
    )
    after = state.play(4)
    assert after.to_move == south_began
    step = Step(0, state, 4, after)
    assert wording.played(step) == (
        "South plays 4: 1 seed sown.\n"
        "  South captures 1 seed from North's pit 0. (HF-4)\n"
        "  1 seed left: to South's store. (HF-6)\n"
        "  Round 2 begins. (HF-7)"
    )
    why = wording.why(step, "did")
    assert why.count("Round 2 begins.") == 1
    assert "extra turn" not in why


def test_closed_pits_are_drawn_and_told() -> None:
    rules = mc.rules("congklak")
    pits = [[7] * 7, [7] * 5 + [0] * 2]
    state = rules.state(pits=pits, stores=[7, 7], marks=[[False] * 7, [False] * 5 + [True] * 2])
    assert plots.board_svg(state).count(">closed</text>") == 1
    with pytest.raises(mc.PositionError, match="a closed pit is empty"):
        rules.state(pits=[[7] * 7] * 2, marks=[[True] + [False] * 6, [False] * 7])
    with pytest.raises(mc.PositionError, match="a side has a pit that is not closed"):
        rules.state(pits=[[7] * 7, [0] * 7], marks=[[False] * 7, [True] * 7])


def test_one_round_is_a_game_of_its_own() -> None:
    text = mc.rules("congklak").to_toml().replace("refill = 7", "refill = 0")
    one = mc.playouts(mc.Rules.from_toml(text), 500, seed=1)
    assert one.plies / one.games < 100


def test_rounds_are_searched_but_not_solved() -> None:
    state = mc.rules("congklak", seeds=1, columns=2).start()
    assert mc.agents.AlphaBeta(depth=3).analyse(state).action in state.legal_actions
    with pytest.raises(ValueError, match=r"rounds\.refill = 7: the solver cannot play games with"):
        mc.solve(state)


def test_seeds_laid_as_at_the_start_are_told_so() -> None:
    """Pits are filled from the stores first; then their seeds go where the opening has them."""
    state, _, action = second_round("gabata-wuqro")
    fills = [event for event in state.trace(action) if event.kind == "fill"]
    moved = [event for event in fills if event.source and event.source[1] is not None]
    assert {(event.field, event.clause) for event in moved} == {("rounds.layout", "WQ-10")}
    assert {event.field for event in fills if event not in moved} == {"rounds.refill"}
