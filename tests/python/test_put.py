"""Seeds that are put in another pit in the first turns (LU-2, NU-3, NU-4).

And single seeds that stay in their row (LU-4).
"""

from __future__ import annotations

import gzip
import json
from typing import NamedTuple

import numpy as np
import pytest

import mancalab as mc
from family_records import FAMILY, games, settings
from mancalab._boards.describe import description, headline
from mancalab._boards.targets import Last, last_of
from mancalab._browser.frames import apply, choice, move
from mancalab._browser.status import describe as status
from mancalab._browser.texts import TEXTS
from mancalab._records.parts import Step
from mancalab.cli.play.wording import choices, manual, played
from mancalab.envs.pages import page
from random_games import batch_beside_states

LUUTH = mc.rules("luuth")  # seven pits; actions: 7 forward, 7 backward, 7 + 7 to put seeds in
WARI = mc.rules("english-wari-st-lucia")
MANGOLA = mc.rules("mangola")  # eight files: pits 0 to 7 outside, 8 to 15 inside
NCHUWA = mc.rules("nchuwa")  # twelve files: pits 0 to 11 outside, 12 to 23 inside


class Guest(NamedTuple):
    """Somebody at the board."""

    name: str = ""
    manual: bool = True


def number(rules: mc.Rules, text: str) -> int:
    return [action.text for action in rules.actions].index(text)


def texts(state: mc.State) -> list[str]:
    return [state.rules.action_text(action) for action in state.legal_actions]


def play(state: mc.State, *actions: str) -> mc.State:
    for action in actions:
        state = state.play(number(state.rules, action))
    return state


def test_all_seeds_of_a_pit_are_put_in_another_one() -> None:
    start = LUUTH.start()
    assert texts(start) == ["0>", "1>", "2>", "3>", "4>", "5>", "6>"]
    chosen = play(start, "0>")
    assert (chosen.to_move, chosen.phase, chosen.plies) == (0, 1, 1)
    assert np.array_equal(chosen.pits, start.pits)
    # Any pit but itself, and the one opposite: North's pit 6.
    own, others = [f"p{pit}" for pit in range(1, 7)], [f"op{pit}" for pit in range(6)]
    assert texts(chosen) == own + others
    put = play(chosen, "p4")
    assert put.position_text == "S[0 1 1 1 2 1 1|0 turns=1] N[1 1 1 1 1 1 1|0] N"
    across = play(chosen, "op2")
    assert across.position_text == "S[0 1 1 1 1 1 1|0 turns=1] N[1 1 2 1 1 1 1|0] N"


def test_the_middle_pit_may_be_put_in_the_pit_opposite() -> None:
    chosen = play(LUUTH.start(), "3>")
    assert len(texts(chosen)) == 13
    assert play(chosen, "op3").position_text == ("S[1 1 1 0 1 1 1|0 turns=1] N[1 1 1 2 1 1 1|0] N")


def test_only_the_player_who_begins_puts_seeds() -> None:
    north = play(LUUTH.start(), "3>", "p2")
    # North sows single seeds, each in a direction in which it stays in the row.
    assert texts(north) == [f"{pit}>" for pit in range(6)] + [f"{pit}<" for pit in range(1, 7)]
    both = mc.Rules.from_toml(LUUTH.to_toml().replace('who = "first"', 'who = "each"'))
    assert texts(play(both.start(), "3>", "p2")) == [f"{pit}>" for pit in range(7)]


def test_a_single_seed_stays_in_its_row() -> None:
    turns = {"turns": [1, 1]}
    state = LUUTH.state(pits=[[1, 0, 0, 0, 0, 0, 1], [0] * 6 + [2]], registers=turns)
    assert texts(state) == ["0>", "6<"]
    with pytest.raises(mc.IllegalAction, match=r"LU-4\): a single seed stays in its row"):
        play(state, "6>")
    two = LUUTH.state(pits=[[0] * 6 + [2], [1, 0, 0, 0, 0, 0, 0]], registers=turns)
    assert texts(two) == ["6>", "6<"]


def test_a_capture_gives_another_turn() -> None:
    state = LUUTH.state(
        pits=[[1, 0, 0, 0, 0, 0, 3], [0, 0, 0, 0, 0, 3, 0]], registers={"turns": [1, 1]}
    )
    after = play(state, "0>")  # pit 1 was empty and faces North's pit 5
    assert (after.to_move, after.stores.tolist(), after.pits[1].sum()) == (0, [3, 0], 0)


def test_two_seeds_are_put_and_a_file_and_a_pit_are_taken() -> None:
    start = NCHUWA.start()
    assert texts(start) == ["13", "14", "16", "17", "19", "20", "22", "23"]
    chosen = play(start, "13")
    assert (chosen.phase, texts(chosen)) == (15, ["p0", "p3", "p6", "p9"])
    put = play(chosen, "p0")
    # Pit 13 is the second inner one: North's pit 22 and, behind it, pit 1 lie in its file.
    assert (put.pits[0, 13], put.pits[0, 0]) == (1, 2)
    assert (put.pits[1, 22], put.pits[1, 1], put.pits[1].sum()) == (0, 0, 42)
    assert (put.to_move, put.phase, put.stores.tolist()) == (0, 1, [0, 0])
    assert {action[0] for action in texts(put)} == {"t"}
    north = play(put, "t2")
    assert (north.to_move, north.phase, north.pits[1].sum()) == (1, 0, 39)
    # North's pit 22 is empty: it cannot be chosen.
    assert texts(north) == ["13", "14", "16", "17", "19", "20", "23"]
    later = play(north, "23", "p9", "t16")
    # South's pits 12 and 11 lie in the file of North's pit 23; pit 12 was empty.
    assert (later.pits[0, 11], later.pits[0, 16], later.pits[0].sum()) == (0, 0, 48 - 1 - 3 - 3 + 1)
    assert later.to_move == 0
    assert "0" in texts(later)  # sown, like any other pit


def test_what_happens_is_told() -> None:
    start = NCHUWA.start()
    (hold,) = start.trace(13)
    assert (hold.key, hold.clause) == ("lift.hold", "NU-3")
    assert str(hold) == ("South chooses South's pit 13, whose seeds are to be put in another pit.")
    chosen = start.play(13)
    told = chosen.trace(number(NCHUWA, "p0"))
    found = [(event.key, event.clause, event.count) for event in told]
    assert found == [
        ("lift", "NU-3", 2),
        ("drop.put", "NU-3", 2),
        ("capture.removed", "NU-4", 3),
        ("capture.removed", "NU-4", 3),
    ]
    assert str(told[1]) == "South puts 2 seeds in South's pit 0."
    step = Step(1, chosen, number(NCHUWA, "p0"), play(chosen, "p0"))
    assert played(step).startswith("South plays p0: 2 seeds put in South's pit 0.")
    (taken,) = play(chosen, "p0").trace(number(NCHUWA, "t2"))
    assert (taken.key, taken.clause) == ("capture.choice_removed", "NU-4")


def test_boards_and_texts_know_it() -> None:
    chosen = play(LUUTH.start(), "3>")
    assert headline(chosen) == "South to put the seeds in another pit"
    assert "South may put the seeds in pit 0, pit 1" in description(chosen, Last())
    assert choices(chosen).startswith("South puts the seeds in a pit: p0 p1 p2 p4")
    assert "in your pit 3" in manual(LUUTH)
    assert "1 + n: the seeds of pit n are to be put in another pit" in page(LUUTH)
    assert "n: so many pits" in page(NCHUWA)
    put = number(LUUTH, "op3")
    assert (choice(chosen, put).action, choice(chosen, put).way) == (put, "")
    assert "South puts 1 seed in North's pit 3." in last_of(chosen, chosen.trace(put)).words


def test_a_house_is_built_in_place_of_sowing() -> None:
    """The seeds of a pit go to the next one, or are sown (EW-7)."""
    start = WARI.start()
    assert texts(start) == ["0", "1", "2", "3", "4", "5"]
    chosen = play(start, "4")
    assert (chosen.to_move, texts(chosen)) == (0, ["4", "p5"])
    assert play(chosen, "p5").position_text == ("S[4 4 4 4 0 8|0 turns=1] N[4 4 4 4 4 4|0] N")
    sown = play(chosen, "4")
    assert sown.position_text == "S[4 4 4 4 0 5|0 turns=1] N[5 5 5 4 4 4|0] N"
    across = play(start, "5", "op0")
    assert across.pits.tolist() == [[4, 4, 4, 4, 4, 0], [8, 4, 4, 4, 4, 4]]
    # The second player may build one, too; later turns are sown at once.
    later = play(sown, "0", "p1", "0")
    assert (later.to_move, later.phase) == (1, 0)
    assert headline(chosen) == "South to put the seeds in another pit"
    assert "South may put the seeds in pit 5, or sow pit 4." in description(chosen, Last())
    told = status([start, chosen], [Guest(), Guest()], TEXTS, skipped=False)
    assert told.endswith("choose another one to put its seeds in, or the same one to sow them.")


@pytest.mark.parametrize("rules", [LUUTH, NCHUWA, WARI], ids=str)
def test_steps_lead_to_the_next_position(rules: mc.Rules) -> None:
    state = rules.start()
    for _ in range(4):
        action = state.legal_actions[-1]
        shown = move(state, action, TEXTS)
        after = state.play(action)
        board = apply(shown["before"], shown["steps"])
        assert (
            board[: 2 * rules.pits_per_side]
            == move(after, after.legal_actions[0], TEXTS)["before"][: 2 * rules.pits_per_side]
        )
        state = after


def test_positions_are_written_and_read() -> None:
    chosen = play(NCHUWA.start(), "13")
    assert chosen.position_text.endswith(" S:15")
    assert mc.State.from_text(chosen.to_text()) == chosen
    pits = NCHUWA.start().pits
    for phase, why in [
        (14, "pit 12 of the mover is not one whose seeds are put elsewhere"),
        (3, "pit 1 of the mover is not one"),
        (26, "allowed are 0 to 25"),
    ]:
        with pytest.raises(ValueError, match=why):
            NCHUWA.state(pits=pits, phase=phase)
    with pytest.raises(ValueError, match="is not one whose seeds"):
        LUUTH.state(pits=[[1] * 7] * 2, phase=1, registers={"turns": [1, 1]})


def test_other_actions_are_refused() -> None:
    start = LUUTH.start()
    with pytest.raises(mc.IllegalAction, match=r"LU-2\): there are no seeds to put in a pit now"):
        play(start, "p3")
    with pytest.raises(mc.IllegalAction, match=r"LU-2\): .*put in another pit"):
        play(start, "1<")
    chosen = play(start, "0>")
    with pytest.raises(mc.IllegalAction, match=r"LU-2\): the seeds cannot be put in this pit"):
        play(chosen, "op6")
    with pytest.raises(mc.IllegalAction, match=r"LU-2\): the seeds must be put in another pit now"):
        play(chosen, "1>")


def test_where_seeds_can_be_put_nowhere_they_are_sown() -> None:
    text = """
name = "full"
board = { rows = 2, columns = 3 }
setup = { seeds = [2, 1, 1] }
opening = { turns = 1, onto = "own", onto_counts = "empty" }
ending = { when = ["cannot_move"] }
"""
    start = mc.Rules.from_toml(text).start()
    assert (start.legal_actions, start.play(0).phase) == ((0, 1, 2), 0)
    assert start.play(0).position_text == "S[0 2 2|0 turns=1] N[2 1 1|0] N"
    # Pit 2 is empty: the two seeds of pit 0 are put there, and only North still sows.
    state = start.rules.state(pits=[[2, 1, 0], [2, 1, 1]])
    chosen = state.play(0)
    assert (chosen.phase, texts(chosen)) == (1, ["p2"])
    assert play(chosen, "p2").position_text == "S[0 1 2|0 turns=1] N[2 1 1|0] N"


@pytest.mark.parametrize("rules", [LUUTH, NCHUWA, MANGOLA], ids=str)
def test_lanes_put_seeds_as_states_do(rules: mc.Rules) -> None:
    puts = 0
    for actions, _ in batch_beside_states(rules, 64, steps=40, seed=3):
        puts += sum(rules.actions[action].kind == "put" for action in actions)
    assert puts >= 64


def test_searches_choose_where_to_put_seeds() -> None:
    chosen = play(NCHUWA.start(), "13")
    assert mc.agents.AlphaBeta(depth=2).analyse(chosen).action in chosen.legal_actions
    assert mc.agents.MCTS(20).analyse(chosen).action in chosen.legal_actions


@pytest.mark.parametrize(("name", "ply"), [("luuth", 0), ("luuth", 1), ("nchuwa", 8)])
def test_the_records_offer_the_same_pairs(name: str, ply: int) -> None:
    """Of the recorded programs: which pit may be put in which (in Luuth by both players)."""
    (game,) = (game for game in games(FAMILY, settings()) if game.name == name)
    with gzip.open(game.path, "rt") as lines:
        plies = json.loads(next(lines))["moves"]
    before = plies[ply - 1]["after"] if ply else None
    pits = game.layout.board(before).pits if before else game.rules.start().pits
    turns = {"turns": [ply % 2, 0]}
    rules = mc.Rules.from_toml(game.rules.to_toml().replace('who = "first"', 'who = "each"'))
    state = rules.state(pits=pits, to_move=plies[ply]["p"] - 1, registers=turns)
    sides = game.layout.sides
    found = set()
    for action in state.legal_actions:
        chosen = state.play(action)
        origin = sides[state.to_move][game.rules.actions[action].pit or 0]
        for put in chosen.legal_actions:
            goal = game.rules.actions[put]
            side = state.to_move if goal.side == "own" else 1 - state.to_move
            found.add(f"moven:{origin}:{sides[side][goal.pit or 0]}")
    assert found == set(plies[ply]["legal"])


def test_pairs_are_put_all_round() -> None:
    """MH-2: from the leftmost pit of the outer row on odd pits are filled, else even ones."""
    start = MANGOLA.start()
    assert texts(start) == ["0", "15"]
    outer = play(start, "0")
    assert texts(outer) == ["p1"]
    both = play(outer, "p1", "15", "p0")
    assert both.position_text == (
        "S[0 4 0 4 0 4 0 4 0 4 0 4 0 4 0 4|0 turns=1] "
        "N[4 0 4 0 4 0 4 0 4 0 4 0 4 0 4 0|0 turns=1] S"
    )
    assert texts(both) == ["7", "15"]  # at the ends of rows (MH-3)
    events = outer.trace(number(MANGOLA, "p1"))
    puts = [event for event in events if event.key == "drop.put"]
    assert [(event.target, event.count) for event in puts] == [
        ((0, pit), 2) for pit in range(1, 16, 2)
    ]
    assert {event.clause for event in puts} == {"MH-2"}
    # Where it began is where the first seeds came from, also on the board of a browser.
    after = play(outer, "p1")
    assert last_of(after, events).origins == {(0, 0)}
    assert last_of(after, None).origins == set()
    assert move(outer, number(MANGOLA, "p1"), TEXTS)["chosen"] == [0]
    step = Step(1, outer, number(MANGOLA, "p1"), after)
    assert played(step).startswith("South plays p1: 16 seeds put in 8 pits, all round.")
    assert last_of(play(outer, "p1"), events).words == (
        "South picks up 2 seeds from South's pit 0. South puts 2 seeds in South's pit 1. "
        "So it went on all round."
    )


def test_a_last_seed_is_told_that_falls_past_an_empty_pit() -> None:
    """MH-6: the event names the empty pit."""
    pits = np.zeros((2, 16), int)
    pits[0, [2, 5]] = 2, 3
    pits[1, 3] = 4
    state = MANGOLA.state(pits=pits, registers={"turns": [2, 2]})
    (past,) = (event for event in state.trace(2) if event.key == "landing.past")
    assert (past.kind, past.target, past.clause) == ("landing", (0, 4), "MH-6")
    assert state.play(2).pits[0].tolist() == [0, 0, 0, 1, 0, 4, *[0] * 10]


def test_the_records_make_the_same_pairs() -> None:
    (game,) = (game for game in games(FAMILY, settings()) if game.name == "mangola")
    with gzip.open(game.path, "rt") as lines:
        for line in lines:
            plies = json.loads(line)["moves"]
            state = MANGOLA.start()
            for ply in plies[0], plies[8]:
                first = {game.layout.sides[state.to_move].index(site) for site in ply["legal"]}
                assert first == {0, 15}
                state = state.play(game.layout.sides[state.to_move].index(ply["from"]))
                state = state.play(state.legal_actions[0])
            assert state.pits.tolist() == [
                list(side) for side in game.layout.board(plies[15]["after"]).pits
            ]
