"""The board without a browser: what is played, told and shown."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

import mancalab as mc
from mancalab._browser.frames import Step, apply, choice
from mancalab._browser.slots import GONE, HAND, Slots, counts, layout
from mancalab._browser.texts import TEXTS
from mancalab.widget import Board
from mancalab.widget.session import Session

# Captured seeds leave the board, as in no game of the catalogue.
REMOVING = mc.catalogue["kalah"].to_toml().replace("[[landing]]", '[[landing]]\nto = "removed"')


def press(session: Session, slot: int, way: str = "") -> None:
    """Press a slot, as the page does."""
    found = [one for one in session.choices if slot in one.slots and one.way == way]
    assert found, f"slot {slot} cannot be pressed"
    ply = len(session.actions)
    session.handle({"do": "play", "action": found[0].action, "ply": ply})
    assert len(session.actions) == ply + 1


def last_steps(session: Session) -> list[Step]:
    steps: list[Step] = session.moves[-1]["steps"]
    return steps


# Steps


@pytest.mark.parametrize("name", mc.catalogue)
def test_steps_of_random_games_add_up_to_the_next_position(name: str) -> None:
    chance = random.Random(name)  # noqa: S311
    drawn = [place is not None for place in layout(mc.catalogue[name])["slots"]]
    for _ in range(3):
        session = Session(name)
        for _ in range(80):
            if session.state.is_over:
                break
            before = counts(session.state)
            session.play(chance.choice(session.state.legal_actions))
            assert apply(before, last_steps(session)) == counts(session.state)
            touched = {slot for step in last_steps(session) for slot in (step.source, step.target)}
            assert all(drawn[slot] for slot in touched if slot is not None and slot >= 0)


@pytest.mark.parametrize("name", mc.catalogue)
def test_every_action_can_be_pressed_and_no_other(name: str) -> None:
    state = mc.catalogue[name].start()
    chance = random.Random(name)  # noqa: S311
    for _ in range(40):
        pressed: dict[tuple[int, str], int] = {}
        for action in state.legal_actions:
            found = choice(state, action)
            for slot in found.slots:
                assert pressed.setdefault((slot, found.way), action) == action
        state = state.play(chance.choice(state.legal_actions))
        if state.is_over:
            break


def test_an_endless_sowing_is_shown_and_taken_back() -> None:
    toml = mc.rules("mwambulula").to_toml()
    chance = random.Random(4)  # noqa: S311
    # Small boards of relays find endless sowings quickly.
    toml = toml.replace("columns = 8", "columns = 3").replace("reserve = 16", "reserve = 6")
    small = mc.Rules.from_toml(toml)
    for _ in range(2_000):
        session = Session(small)
        while not session.state.is_over:
            before = counts(session.state)
            session.play(chance.choice(session.state.legal_actions))
        assert session.state.outcome is not None
        if session.state.outcome.reason == "endless_sowing":
            break
    else:
        pytest.fail("no sowing was endless")
    steps = last_steps(session)
    assert [step.kind for step in steps[-2:]] == ["restore", "end"]
    assert len(steps) < 500
    assert apply(before, steps) == counts(session.state) == before
    assert "never ends" in session.view()["status"]


def test_seeds_removed_from_the_board_are_gone() -> None:
    state = mc.Rules.from_toml(REMOVING).state(pits=[[1, 0, 0, 0, 0, 5], [4] * 6])
    session = Session(state)
    session.play(0)
    gone = [step for step in last_steps(session) if step.target == GONE]
    assert gone
    assert "from the board" in gone[0].text
    assert apply(counts(state), last_steps(session)) == counts(session.state)


def test_steps_tell_their_clause() -> None:
    session = Session("kalah")
    session.play(2)
    steps = last_steps(session)
    assert [step.kind for step in steps] == ["lift", "drop", "drop", "drop", "drop"]
    said = "South picks up 4 seeds from South's pit 2."
    assert steps[0] == Step("lift", 2, HAND, 4, said, "KA-2")
    assert steps[-1].target == Slots(6).store(0)


# The picture


@pytest.mark.parametrize("name", mc.catalogue)
def test_pits_face_each_other_and_none_overlap(name: str) -> None:
    rules = mc.catalogue[name]
    picture = layout(rules)
    places = [place for place in picture["slots"] if place]
    for index, one in enumerate(places):
        assert one["x"] >= one["w"] / 2
        assert one["x"] + one["w"] / 2 <= picture["width"]
        assert one["y"] >= one["h"] / 2
        assert one["y"] + one["h"] / 2 <= picture["height"]
        for other in places[index + 1 :]:
            apart = (
                abs(one["x"] - other["x"]) >= (one["w"] + other["w"]) / 2
                or abs(one["y"] - other["y"]) >= (one["h"] + other["h"]) / 2
            )
            assert apart, (one, other)
    # What a game lacks is not drawn.
    trays = {place["kind"] for place in places} - {"pit"}
    reserves = "own_reserve" in rules.observation_names
    taken = "store" if "stores" in rules.features else "captured"
    assert trays == {
        kind for kind, there in ((taken, rules.has_stores), ("reserve", reserves)) if there
    }
    # Text and picture agree on which pit is where: the rows of str(state).
    pits = [place for place in places if place["kind"] == "pit"]
    assert len(pits) == 2 * rules.pits_per_side
    south = [place for place in pits if place["side"] == 0 and place["pit"] < rules.columns]
    rightward = south[0]["x"] <= south[-1]["x"]
    assert rightward == (rules.options["direction"].value != "clockwise")


# Turns


def test_an_extra_turn_is_told() -> None:
    session = Session("kalah")
    press(session, 2)
    assert session.view()["status"] == "Extra turn for South. South to move: choose a pit."
    press(session, 5)
    assert session.view()["status"] == "North to move: choose a pit."


def test_elf_symmetric_lets_pits_of_either_side_be_pressed() -> None:
    session = Session("elf symmetric=true")
    slots = {slot for one in session.choices for slot in one.slots}
    assert slots == set(range(12))
    press(session, 7)
    assert session.state == mc.rules("elf", symmetric=True).start().play(7)


def test_the_reserve_of_mwambulula_is_entered_in_a_turn_of_two_parts() -> None:
    session = Session("mwambulula")
    assert session.view()["status"] == "South to move: choose a pit, or enter the reserve."
    press(session, Slots(16).reserve(0))
    steps = last_steps(session)
    assert [step.kind for step in steps] == ["reserve"] * 16
    assert session.state.phase == 1
    said = "South has entered the reserve and moves now: choose a pit."
    assert session.view()["status"] == said
    press(session, 0)
    assert session.state.to_move == 1


def test_a_further_file_of_chuba_is_chosen_by_either_of_its_pits() -> None:
    session = Session("chuba")
    press(session, 13)
    assert session.state.phase > 0
    file = session.state.phase - 1
    said = f"South has captured file {file} and takes another: choose a file of North."
    assert session.view()["status"] == said
    wanted = session.choices[-1]
    assert len(wanted.slots) == 2
    before = session.state.pits.sum()
    press(session, wanted.slots[1])
    assert session.state.pits.sum() < before
    assert session.state.to_move == 1
    assert {step.source for step in last_steps(session)} <= set(wanted.slots)


def test_the_direction_is_chosen_after_the_pit() -> None:
    session = Session("kalaha-ethiopian")
    assert session.view()["status"] == "South to move: choose a pit, then the direction."
    ways = [one.way for one in session.choices if one.slots == [3]]
    assert ways == [">", "<"]
    press(session, 3, "<")
    assert session.state.pits[0].tolist() == [5, 5, 5, 0, 4, 4]


def test_a_player_passed_over_is_told() -> None:
    state = mc.rules("kalaha-ethiopian").state(pits=[[2, 0, 0, 0, 2, 3], [1, 0, 1, 0, 0, 0]])
    session = Session(state)
    press(session, 0, ">")
    assert [step.kind for step in last_steps(session)][-1] == "skip"
    said = "North cannot move and is passed over. South to move: choose a pit, then the direction."
    assert session.view()["status"] == said


def test_the_end_tells_why_and_how() -> None:
    session = Session(mc.rules("kalah").state(pits=[[0] * 5 + [1], [4] * 6], stores=[23, 0]))
    press(session, 5)
    assert session.turn == "over"
    said = session.view()["status"]
    assert said == "The game is over: a side is empty. It is a draw. South 24, North 24."
    assert session.view()["choices"] == []


# Choices


def test_every_choice_begins_a_new_game() -> None:
    session = Session("elf")
    for message in (
        {"do": "option", "name": "symmetric", "value": True},
        {"do": "option", "name": "capture", "value": "home"},
        {"do": "option", "name": "replay", "value": False},
        {"do": "option", "name": "continue_sowing", "value": True},
        {"do": "option", "name": "seeds", "value": 3},
        {"do": "option", "name": "start", "value": "north"},
        {"do": "player", "side": 1, "name": "Greedy"},
        {"do": "player", "side": 1, "name": "manual"},
        {"do": "new"},
        {"do": "game", "name": "chuba"},
    ):
        session.play(session.state.legal_actions[0])
        session.handle(message)
        assert session.actions == []
        assert session.state == session.rules.start()
        assert session.fault == ""
        if message == {"do": "option", "name": "start", "value": "north"}:
            said = "elf seeds=3 start=north symmetric=true continue_sowing=true capture=home"
            assert session.rules == mc.Rules.from_text(f"{said} replay=false")
            assert session.state.to_move == 1


def test_what_cannot_be_played_is_told_and_changes_nothing() -> None:
    session = Session("kalah")
    session.play(0)
    session.handle({"do": "option", "name": "seeds", "value": 200})
    assert "at most 255" in session.fault
    session.handle({"do": "game", "name": "chubba"})
    assert "chuba" in session.fault
    session.handle({"do": "play", "action": 99})
    assert "99" in session.fault
    assert session.actions == [0]
    assert session.view()["move"] is None


def test_what_was_pressed_too_late_is_not_done() -> None:
    session = Session("kalah")
    session.handle({"do": "play", "action": 0, "ply": 3})
    assert session.actions == []
    session.handle({"do": "answer"})  # no agent is to move
    assert session.actions == []


@pytest.mark.parametrize("name", mc.catalogue)
def test_every_option_of_every_game_can_be_chosen_in_words(name: str) -> None:
    session = Session(name)
    setup = session.view()["setup"]
    options = session.rules.options
    names = {option["name"] for option in setup["options"]}
    twins = {"relay", "capture_needs_opposite", "cross_capture"}
    assert names <= set(options)
    for hidden in set(options) - twins - names:
        assert not _others_that_are_played(session.rules, hidden), hidden
    for option in setup["options"]:
        assert f"option.{option['name']}" in TEXTS
        for value, _ in option.get("values", []):
            assert f"value.{value}" in TEXTS


def _others_that_are_played(rules: mc.Rules, name: str) -> list[object]:
    """Values of an option that the rules take and that make another game."""
    found: list[object] = []
    option = rules.options[name]
    for value in option.allowed:
        if value == option.value or (name, value) in {("capture", "across"), ("winner", "has_row")}:
            continue
        try:
            found += [value] if rules.replace(**{name: value}) != rules else []
        except mc.RulesError:
            continue
    return found


def test_what_means_nothing_in_a_game_is_not_offered() -> None:
    """Oware captures the landing pit itself: there is nothing opposite to heap onto it."""

    def offered(game: str, name: str) -> list[object]:
        options = Session(game).view()["setup"]["options"]
        [found] = [option for option in options if option["name"] == name]
        return [value for value, _ in found["values"]]

    assert offered("oware", "capture") == ["none", "home"]
    assert offered("elf", "capture") == ["none", "home", "across"]
    # Stores cannot be taken from Kalah, whose captures go there.
    with pytest.raises(mc.RulesError):
        mc.rules("kalah").replace(stores="none")
    assert "none" not in offered("kalah", "stores")


def test_people_choose_levels_and_experts_choose_agents() -> None:
    players = Session("kalah").view()["setup"]["players"]
    names = [name for name, _, _ in players]
    levels = [label.split(" · ")[0] for _, label, group in players if group == "Levels"]
    assert levels == ["Beginner", "Novice", "Intermediate", "Advanced", "Expert", "Master"]
    assert names[0] == "manual"
    assert {"MCTS(1000)", "AlphaBeta(8)"} < set(names)
    session = Session("kalah")
    session.handle({"do": "player", "side": 1, "name": names[-1]})
    assert session.players[1].name == names[-1]


# Agents


@pytest.mark.parametrize("name", [name for name in Session().menu if name != "manual"])
def test_agents_of_the_menu_answer(name: str) -> None:
    whole = name.startswith("learnt")  # it plays games as they stand in the catalogue
    session = Session("kalah" if whole else "kalah columns=3 seeds=2", seed=5)
    session.set_player(1, name)
    session.play(0)
    assert session.turn == "agent"
    assert name in session.view()["status"]
    assert session.view()["choices"] == []
    session.handle({"do": "answer", "ply": 1})
    assert len(session.actions) == 2


def test_agents_play_against_each_other_to_the_end() -> None:
    session = Session("oware columns=3", south="greedy", north="random", seed=7)
    while session.turn == "agent":
        session.answer()
    assert session.turn == "over"
    again = Session("oware columns=3", south="greedy", north="random", seed=7)
    while again.turn == "agent":
        again.answer()
    assert again.actions == session.actions


def test_a_function_plays_and_its_fault_is_told() -> None:
    def last(state: mc.State) -> int:
        if state.plies > 2:
            raise RuntimeError("I have no more")
        return max(state.legal_actions)

    session = Session("kalah", south=last, north=last)
    assert session.view()["players"] == ["last", "last"]
    for _ in range(4):
        session.answer()
    assert session.actions == [5, 5, 4]
    assert session.fault == "last failed: I have no more"


def test_two_functions_of_one_name_play_each_for_itself() -> None:
    def chooser(index: int) -> Callable[[mc.State], int]:
        return lambda state: state.legal_actions[index]

    first, last = chooser(0), chooser(-1)
    session = Session("oware", south=first, north=last)
    session.answer()
    session.answer()
    assert session.actions == [0, 5]
    names = [player.name for player in session.players]
    assert names[1] == f"{names[0]} (2)"
    session.set_player(0, last)
    assert session.players[0] == session.players[1]


def test_undo_goes_back_to_the_last_choice_of_a_person() -> None:
    session = Session("kalah", north="greedy", seed=1)
    session.play(0)
    while session.turn == "agent":
        session.answer()
    assert len(session.actions) > 1
    session.undo()
    assert session.actions == []
    assert not session.view()["undo"]
    both = Session("kalah")
    both.play(0)
    both.play(0)
    both.undo()
    assert both.actions == [0]
    agents = Session("kalah", south="random", north="random")
    agents.answer()
    agents.undo()
    assert agents.actions == []


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(KeyError, match="kalah"):
        Session("kalha")
    with pytest.raises(ValueError, match="agent"):
        Session("kalah", north="gredy")
    with pytest.raises(ValueError, match="no text 'soth'"):
        Session("kalah", texts={"soth": "x"})
    with pytest.raises(TypeError, match="game"):
        Session(3)  # type: ignore[arg-type]


def test_a_position_is_there_again_after_another_game() -> None:
    late = mc.rules("kalah").state(pits=[[0, 0, 0, 0, 1, 1], [0, 0, 0, 0, 0, 3]], stores=[20, 23])
    session = Session(late)
    session.set_game("chuba")
    session.set_game("kalah")
    assert session.state == late


def test_agents_play_as_in_a_match_of_that_seed() -> None:
    first = mc.agents.BatchPolicy(lambda batch: batch.mask.argmax(axis=1), label="first")
    pairs: list[tuple[Any, Any]] = [("greedy", "random"), (first, "alphabeta(depth=2)")]
    for south, north in pairs:
        session = Session("kalah columns=4 seeds=2", south=south, north=north, seed=7)
        for number in range(3):
            while session.turn == "agent":
                session.answer()
            played = mc.Record.play(session.rules, south=south, north=north, seed=7, number=number)
            assert session.record == played
            session.new()


# The widget


def test_the_widget_keeps_python_informed() -> None:
    board = Board(game="kalah", south="manual", north="greedy", seed=3)
    seen: list[mc.State] = []
    board.observe(lambda change: seen.append(change.new), names="state")
    board.handle({"do": "play", "action": 2, "ply": 0})
    assert list(board.record.actions) == [2]
    assert seen == [board.state]
    assert board.state == mc.rules("kalah").start().play(2)
    board.play(0)
    board.answer()
    assert list(board.record.actions[:2]) == [2, 0]
    assert board.record.plies == 3
    board.undo()
    assert list(board.record.actions) == [2]
    board.new()
    assert not board.record.actions
    with pytest.raises(mc.IllegalAction):
        board.play(77)
    json.dumps(board.get_state(["view", "texts", "speed", "counts"]))
