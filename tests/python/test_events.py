"""What events say, on the command line, on the board and in records: each by the key it has."""

from __future__ import annotations

import re

import pytest

import mancalab as mc
from landing_games import EXCEPTIONS, TURNS
from mancalab._browser import frames
from mancalab._browser.slots import counts
from mancalab._browser.texts import TEXTS
from mancalab._core import _sentences
from mancalab._records.parts import Step
from mancalab.cli.play import wording

KALAH = mc.rules("kalah")
OF_NO_KIND = {"rounds", "points", "result.won", "result.draw", "result.void", "result.truncated"}


def keys(state: mc.State, action: int) -> list[str]:
    return [event.key for event in state.trace(action)]


def only(state: mc.State, action: int, kind: str) -> mc.Event:
    (event,) = [event for event in state.trace(action) if event.kind == kind]
    return event


def at_end_of(seeds: int) -> mc.State:
    """Return a position in which South's pit 0 ends in pit 1, which then holds so many seeds."""
    return EXCEPTIONS.state(pits=[[1, seeds - 1, 2, 0, 0, 1], [1, 1, 1, 1, 1, 1]])


@pytest.mark.parametrize("name", mc.catalogue)
def test_every_event_is_said_by_the_sentence_of_its_key(name: str) -> None:
    sentences = _sentences()
    state = mc.rules(name).start()
    for ply in range(60):
        if state.is_over:
            break
        action = state.legal_actions[ply % len(state.legal_actions)]
        for event in state.trace(action, tests=True):
            assert event.key.split(".")[0] == event.kind
            words = re.sub(r"\\\{\w+\\\}", ".+", re.escape(sentences[event.key]))
            assert re.fullmatch(words, str(event))
        state = state.play(action)


def captures(**options: str) -> list[mc.Event]:
    """Return the first captures of a last seed that falls opposite three others."""
    entry = {f"landing.capture.{key}": value for key, value in options.items()}
    state = KALAH.replace(**entry).state(pits=[[1, 0, 0, 0, 0, 1], [0, 1, 0, 0, 3, 1]])
    return [event for event in state.trace(0) if event.kind == "capture"][:2]


@pytest.mark.parametrize(
    ("to", "key"),
    [
        ("store", "capture"),
        ("other_store", "capture.gift"),
        ("removed", "capture.removed"),
        ("hand", "capture.hand"),
    ],
)
def test_captures_have_a_key_for_where_they_go(to: str, key: str) -> None:
    found = captures(to=to)
    assert [event.key for event in found] == [key, key]
    assert {(event.source, event.count) for event in found} == {((0, 1), 1), ((1, 4), 3)}


def test_captures_onto_the_landing_pit_and_for_the_other_player() -> None:
    (heap,) = captures(to="landing", take="facing")
    assert heap.key == "capture.heap"
    assert str(heap) == "South heaps 3 seeds from North's pit 4 onto South's pit 1."
    assert "3 seeds from North's pit 4: to North's store." in map(str, captures(to="other_store"))


@pytest.mark.parametrize("game", ["kalaha-nigerian", "chuba", "mwambulula", "tsoro"])
def test_other_events_of_the_catalogue(game: str) -> None:
    wanted = {
        "kalaha-nigerian": {"capture.drop"},
        "chuba": {"capture", "capture.file", "relay"},
        "mwambulula": {"capture.hand", "reserve"},
        "tsoro": {"capture.removed", "relay"},
    }[game]
    seen: set[str] = set()
    for seed in range(20):
        for state, action in zip(
            (record := mc.Record.play(game, seed=seed)).states(), record.actions, strict=False
        ):
            seen |= set(keys(state, action))
    assert wanted <= seen


def test_entries_that_take_nothing_say_what_follows() -> None:
    state = EXCEPTIONS.state(pits=[[3, 2, 0, 0, 0, 3], [1, 1, 1, 1, 1, 1]])
    stop = only(state, 5, "landing")
    assert (stop.key, stop.field) == ("landing.end", "landing.stop.then")
    assert str(stop) == "The last seed in North's pit 1 ends the turn."
    again = only(at_end_of(3), 0, "landing")
    assert (again.key, again.field) == ("landing.again", "landing.again.then")
    assert str(again) == "The last seed in South's pit 1 gives South an extra turn."
    assert at_end_of(3).play(0).to_move == 0
    assert keys(at_end_of(5), 0)[:4] == ["lift", "drop", "landing.relay", "relay"]
    following = at_end_of(6)
    assert keys(following, 0)[:4] == ["lift", "drop", "landing.relay_next", "relay"]
    assert only(following, 0, "landing").target == (0, 1)


def test_tests_are_told_on_request_only() -> None:
    state = KALAH.start()
    assert "test" not in keys(state, 1)
    (test,) = [event for event in state.trace(1, tests=True) if event.kind == "test"]
    assert (test.key, test.target, test.count) == ("test", (0, 5), 0)
    assert test.field == "landing.capture.was"
    assert str(test).startswith("Not landing.capture at South's pit 5: it asks for an empty pit")
    others = [event for event in state.trace(1, tests=True) if event.kind != "test"]
    assert others == state.trace(1)


def test_on_four_rows_the_row_is_told_that_failed() -> None:
    state = mc.rules("moruba").start()
    (test,) = [event for event in state.trace(0, tests=True) if event.kind == "test"]
    assert test.field == "landing.capture.row"
    assert str(test).endswith("it asks for an inner pit.")


# On the board


@pytest.mark.parametrize("seeds", [3, 5, 6])
def test_the_board_shows_entries_that_take_nothing(seeds: int) -> None:
    state = at_end_of(seeds)
    move = frames.move(state, 0, TEXTS)
    (step,) = [step for step in move["steps"] if step.kind == "landing"]
    assert (step.source, step.target, step.n) == (None, 1, 0)
    assert step.text == str(only(state, 0, "landing"))
    assert frames.apply(move["before"], move["steps"]) == counts(state.play(0))


def test_the_board_says_what_the_command_line_says() -> None:
    for game in ("kalah", "kalaha-nigerian", "chuba", "mwambulula", "moruba"):
        record = mc.Record.play(game, seed=1)
        for state, action in zip(record.states(), record.actions, strict=False):
            events = state.trace(action)
            said = [str(event) for event in events if event.kind not in {"drop", "end"}]
            shown = [step.text for step in frames.move(state, action, TEXTS)["steps"] if step.text]
            assert shown[: len(said)] == said


def test_every_key_has_a_text_of_the_board() -> None:
    shown = set(_sentences()) - OF_NO_KIND - {"drop", "test", "end"}
    assert {f"step.{key}" for key in shown} == {key for key in TEXTS if key.startswith("step.")} - {
        "step.endless"
    }


# In words


def why(state: mc.State, action: int) -> str:
    return wording.why(Step(0, state, action, state.play(action)), "would")


def test_why_names_the_entries_that_did_not_fit_at_the_end() -> None:
    said = why(KALAH.start(), 1)
    assert "  Not landing.capture at South's pit 5: it asks for an empty pit" in said
    # With several laps, those of the last one: it is where the question arises.
    relays = mc.rules("kalah", relay=True)
    state = relays.state(pits=[[1, 1, 0, 0, 0, 1], [1, 1, 0, 1, 1, 1]])
    events = state.trace(0, tests=True)
    assert sum(event.kind == "relay" for event in events) == 1
    assert sum(event.kind == "test" for event in events) == 2
    last = [str(event) for event in events if event.kind == "test"][-1]
    assert why(state, 0).count("Not landing.capture") == 1
    assert last in why(state, 0)


def test_an_extra_turn_of_an_entry_is_not_put_down_to_the_store() -> None:
    state = at_end_of(3)
    said = wording.played(Step(0, state, 0, state.play(0)))
    assert "The last seed in South's pit 1 gives South an extra turn." in said
    assert said.count("extra turn") == 1
    into_store = EXCEPTIONS.state(pits=[[1, 1, 2, 0, 0, 1], [1, 1, 1, 1, 1, 1]])
    said = wording.played(Step(0, into_store, 5, into_store.play(5)))
    assert "South has an extra turn (KA-4)." in said


def test_a_record_tells_entries_that_take_nothing() -> None:
    record = mc.Record.play(TURNS, seed=2)
    again = mc.Record.from_json(record.to_json())
    assert again == record
    told = "\n".join(map(str, record.steps()))
    assert "gives South an extra turn." in told


def test_the_choice_of_an_empty_file_is_told() -> None:
    """CH-7: after a capture another file is chosen, even an empty one."""
    rules = mc.rules("chuba")
    south, north = [0] * 22, [0] * 22
    south[0], north[0], north[20] = 3, 1, 0
    state = rules.state(pits=[south, north], phase=3, to_move=0)
    first = next(a.number for a in rules.actions if a.kind == "file")
    told = []
    for action in state.legal_actions:
        assert action >= first
        events = state.trace(action)
        assert events, rules.action_text(action)
        told.append(str(events[0]))
    assert sum("takes 1 seed from North's pit 0 with the chosen file" in text for text in told) == 1
    empty = [text for text in told if "takes 0 seeds" in text]
    assert len(empty) == len(told) - 1
    assert len(set(empty)) == len(empty)
