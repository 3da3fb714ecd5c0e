"""What helps a player on the board: redo, moves, hints, positions set up by hand, files."""

from __future__ import annotations

import random

import mancalab as mc
from mancalab._browser.slots import counts
from mancalab.widget import Board
from mancalab.widget.session import Session


def test_redo_and_go_play_again_what_was_taken_back() -> None:
    session = Session("kalah", north="greedy", seed=1)
    session.play(0)
    while session.turn == "agent":
        session.answer()
    played = list(session.actions)
    session.play(1)
    whole = list(session.actions)
    session.undo()
    assert session.view()["redo"]
    assert [action for _, _, action in session.view()["moves"]] == whole
    session.handle({"do": "go", "to": 0})
    assert (session.actions, session.view()["ply"]) == ([], 0)
    session.redo()
    assert session.actions == played
    session.go(len(whole))
    assert session.actions == whole
    assert not session.view()["redo"]
    session.go(1)
    session.go(99)
    assert session.actions == whole
    session.go(0)
    session.play(3)  # another way: the old one is forgotten
    assert session.actions == [3]
    assert not session.view()["redo"]
    assert [action for _, _, action in session.view()["moves"]] == [3]


def test_the_last_action_is_told_with_its_end_and_its_captures() -> None:
    session = Session(mc.rules("kalah").state(pits=[[0, 1, 0, 4, 4, 4], [4] * 6]))
    assert session.view()["last"] is None
    session.play(1)
    assert session.view()["last"] == {"chosen": [1], "landing": 2, "captured": [2, 9]}
    assert session.view()["score"] == [5, 0]


def test_a_hint_values_every_action_as_the_search_does() -> None:
    state = mc.rules("kalah").start().play(2)
    session = Session(state)
    session.handle({"do": "hint"})
    found = session.view()["hint"]
    values = mc.agents.AlphaBeta(depth=8).analyse(state, actions=True).action_values
    assert values is not None
    assert {action: int(text) for action, text in found["values"]} == values
    assert found["best"] == [a for a, value in values.items() if value == max(values.values())]
    session.play(5)
    assert session.view()["hint"] is None


def test_a_hint_says_who_wins_where_seeds_do_not_decide() -> None:
    state = mc.rules("chuba").start()
    chance = random.Random(3)  # noqa: S311
    said: set[str] = set()
    for _ in range(60):
        if state.is_over:
            break
        session = Session(state)
        session.ask_hint()
        found = session.view()["hint"]
        assert "unless the game is decided" in found["text"]
        said |= {text for _, text in found["values"]}
        state = state.play(chance.choice(state.legal_actions))
    assert all(text in {"wins", "loses"} or int(text) is not None for text in said)


def test_a_position_is_set_up_and_what_is_none_is_told() -> None:
    session = Session("chuba")
    held = [0] * len(counts(session.state))
    held[0], held[12], held[22] = 1, 3, 4
    session.handle({"do": "position", "counts": held, "marks": [0], "side": 1})
    assert session.fault == ""
    assert counts(session.state) == held
    assert session.state.to_move == 1
    assert session.state.marks[0, 0]
    held[0] = 255
    session.handle({"do": "position", "counts": held, "marks": [], "side": 0})
    assert "This position cannot be played" in session.fault
    assert counts(session.state)[0] == 1
    session.handle({"do": "position", "counts": [1], "marks": [], "side": 0})
    assert "48 slots" in session.fault


def test_a_game_is_saved_and_loaded() -> None:
    session = Session("oware columns=4", north="greedy", seed=6)
    session.play(1)
    session.answer()
    session.handle({"do": "save"})
    file = session.view()["file"]
    assert file["name"] == "oware.json"
    assert mc.Record.from_json(file["text"]) == session.record
    other = Session("kalah")
    other.handle({"do": "load", "text": file["text"]})
    assert other.record == session.record
    assert other.view()["players"] == ["manual", "Greedy"]
    other.undo()
    assert other.actions == []
    other.handle({"do": "load", "text": "{}"})
    assert "This file cannot be read" in other.fault
    assert other.rules == session.rules


def test_the_widget_takes_records_and_redoes() -> None:
    record = mc.Record.from_actions("oware", [2, 1], agents=("human", "greedy"))
    board = Board(game="kalah")
    board.load(record)
    assert (board.record.actions, board.record.agents) == ((2, 1), ("human", "greedy"))
    board.undo()
    board.redo()
    assert board.record.actions == (2, 1)
