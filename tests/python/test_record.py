"""Records: games printed, read again, replayed; and made by letting agents play."""

from __future__ import annotations

import copy
import dataclasses
import json
import pickle
import re
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mancalab as mc
from chosen_games import shortened, some_of
from conftest import PROFILE
from mancalab._agents.naming import AgentLike
from mancalab._base.words import REASONS
from random_games import random_games

GAMES = list(mc.catalogue)
NUMBER = 30 if PROFILE == "nightly" else 8  # of each of some two hundred
STATES = 500 if PROFILE == "nightly" else 100  # of a game
OWN = Path(__file__).parents[1] / "data" / "own_games" / "vai-lung-thlan.toml"
KALAH = mc.rules("kalah")
REPEATED = mc.rules("oware", repetition="first_since_capture")


@pytest.mark.parametrize("game", GAMES)
def test_random_games_recorded_printed_read_and_replayed_are_the_same(game: str) -> None:
    rules = shortened(mc.rules(game))
    for number, actions in enumerate(random_games(rules, NUMBER, seed=7)):
        record = mc.Record(rules, tuple(actions), agents=("Random", "Random"), seed=7)
        assert record.outcome is not None
        again = mc.Record.from_json(record.to_json())
        assert again == record
        assert hash(again) == hash(record)
        assert again.final == record.final
        assert again.outcome == record.outcome
        assert list(again.states()) == list(record.states())
        assert again.to_json() == record.to_json()
        if number == 0:
            said = str(record)
            assert rules.title in said
            assert f"({REASONS[record.outcome.reason]})" in said


@pytest.mark.parametrize("game", some_of(GAMES, 3))
def test_the_text_of_a_position_is_that_of_its_state(game: str) -> None:
    for state in islice(mc.Record.play(game, seed=5).states(), STATES):
        assert f"{game}: {state.position_text}" == state.to_text()


def played(record: mc.Record) -> mc.State:
    state = record.start
    for action in record.actions:
        state = state.play(action)
    return state


def test_a_record_of_a_game_of_ones_own_keeps_its_toml() -> None:
    record = mc.Record.play(OWN, south="greedy", seed=2)
    assert isinstance(json.loads(record.to_json())["rules"], list)
    again = mc.Record.from_json(record.to_json())
    assert again == record
    assert again.rules == mc.Rules.from_toml(OWN)


def test_a_record_of_rules_with_options() -> None:
    record = mc.Record.play(mc.rules("kalah", columns=3, seeds=2), seed=1)
    assert json.loads(record.to_json())["rules"] == "kalah columns=3 seeds=2"
    assert mc.Record.from_json(record.to_json()) == record


@pytest.mark.parametrize("rules", [KALAH, REPEATED, mc.rules("chuba")], ids=str)
@pytest.mark.parametrize("agent", ["random", "greedy"])
def test_agents_play_the_games_of_a_match(rules: mc.Rules, agent: str) -> None:
    kinds: dict[str, mc.agents.Agent] = {"random": mc.agents.Random(), "greedy": mc.agents.Greedy()}
    records = [mc.Record.play(rules, south=agent, north=agent, seed=3, number=n) for n in range(20)]
    tally = mc.match(rules, kinds[agent], kinds[agent], 20, seed=3)
    assert tally.plies == sum(record.plies for record in records)
    margins: list[int] = []
    for record in records:
        assert record.outcome is not None
        if record.outcome.result in {"south", "north", "draw"}:
            margins.append(record.outcome.score[0] - record.outcome.score[1])
    assert tally.margin_histogram == {m: margins.count(m) for m in sorted(set(margins))}


def first(state: mc.State) -> int:
    return state.legal_actions[0]


def last_of_all(batch: mc.Batch) -> Any:
    return batch.rules.n_actions - 1 - np.argmax(batch.mask[:, ::-1], axis=1)


AGENTS: dict[str, AgentLike] = {
    "alphabeta(depth=2)": mc.agents.AlphaBeta(depth=2),
    "alphabeta(depth=2, seed=3)": mc.agents.AlphaBeta(depth=2, seed=3),
    "mcts(simulations=8)": mc.agents.MCTS(simulations=8),
    "first": first,
    "last_of_all": mc.agents.BatchPolicy(last_of_all),
}


@pytest.mark.parametrize("name", AGENTS)
def test_every_kind_of_agent_plays(name: str) -> None:
    rules = mc.rules("kalah", columns=3, seeds=2)
    agent = AGENTS[name]
    record = mc.Record.play(rules, south=agent, north=mc.agents.Policy(first), seed=1)
    assert record == mc.Record.play(rules, south=agent, north=first, seed=1)
    if "(" in name:
        by_name = mc.Record.play(rules, south=name, north=first, seed=1)
        assert by_name.agents == (name, "first")
        assert by_name.actions == record.actions
    if not name.startswith("mcts"):  # in a match it keeps its tree
        assert not isinstance(agent, str)
        assert mc.match(rules, agent, first, 1, seed=1).plies == record.plies


def test_a_seed_is_drawn_and_told() -> None:
    record = mc.Record.play("kalah")
    assert record.seed is not None
    assert mc.Record.play("kalah", seed=record.seed) == record


def test_a_game_from_a_position() -> None:
    state = KALAH.start().play(2).play(5)
    record = mc.Record.play(KALAH, seed=1, start=state)
    assert record.start == state
    assert record.start.plies == 0
    assert mc.Record.from_json(record.to_json()) == record
    assert f"from {state.position_text}" in str(record)
    over = mc.Record(KALAH, start=mc.Record.play(KALAH, seed=1).final)
    assert over.plies == 0
    assert mc.Record.from_json(over.to_json()) == over


def test_a_game_that_is_not_over() -> None:
    int_of_numpy: Any = np.int64(0)
    record = mc.Record.from_actions("kalah", ["2", 5, int_of_numpy], agents=("Anna", "Béla"))
    assert record.outcome is None
    assert record.actions == (2, 5, 0)
    assert str(record).splitlines() == [
        "Kalah: South (Anna) against North (Béla)",
        "1.S 2 5  2.N 0",
        "not over; South to move",
    ]
    assert json.loads(record.to_json())["result"] is None
    assert mc.Record.from_json(record.to_json()) == record


def test_steps_tell_states_actions_and_events() -> None:
    record = mc.Record.play("mwambulula", seed=4)
    steps = list(record.steps())
    assert [step.state for step in steps] == list(record.states())[:-1]
    assert [step.action for step in steps] == list(record.actions)
    assert [step.ply for step in steps] == list(range(record.plies))
    for step in steps:
        assert step.after == step.state.play(step.action)
        assert step.events == step.state.trace(step.action)
        assert step.text in str(step).splitlines()[0]
        assert len(str(step).splitlines()) == 1 + len(step.events)
    assert steps[-1].after == record.final == played(record)


def test_turns_hold_extra_turns_and_second_parts() -> None:
    record = mc.Record.from_actions("kalah", [2, 5, 0, 1])
    assert list(record.turns()) == [(0, (2, 5)), (1, (0,)), (0, (1,))]
    entered = mc.Record.from_actions("mwambulula", ["r", "3", "4"])
    assert [len(turn) for _, turn in entered.turns()] == [2, 1]


def test_a_record_is_a_value() -> None:
    record = mc.Record.from_actions("kalah", [2, 5], seed=3)
    for twin in (pickle.loads(pickle.dumps(record)), copy.copy(record), copy.deepcopy(record)):  # noqa: S301
        assert twin == record
        assert hash(twin) == hash(record)
        assert twin.final == record.final
    assert dataclasses.replace(record, actions=(2,)) != record
    assert dataclasses.replace(record, seed=4) != record
    names = {"Record": mc.Record, "mancalab": mc}
    assert eval(repr(record), names) == record  # noqa: S307
    with pytest.raises(dataclasses.FrozenInstanceError):
        record.seed = 1  # type: ignore[misc]
    assert not hasattr(record, "__dict__")


def test_a_file(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    record = mc.Record.play("chuba", seed=6)
    record.save(path)
    assert mc.Record.load(path) == record
    assert list(tmp_path.iterdir()) == [path]
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert mc.Record.load(path) == record  # as editors of Windows leave it


def test_the_text_is_laid_out_by_turns() -> None:
    record = mc.Record.from_actions(["kalah", "columns=3 seeds=2"][0], [2, 5, 0])
    lines = record.to_json().splitlines()
    at = lines.index('  "actions": [')
    assert lines[at : at + 4] == ['  "actions": [', '    "2", "5",', '    "0"', "  ],"]


def test_a_text_by_hand_needs_few_fields() -> None:
    text = '{"format": "mancalab record", "version": 1, "rules": "kalah", "actions": ["2", "5"]}'
    assert mc.Record.from_json(text) == mc.Record.from_actions("kalah", [2, 5])


def test_a_record_shows_itself_as_its_last_position_and_its_moves() -> None:
    record = mc.Record.from_actions("kalah", [2, 5, 0], agents=("<Ada>", "Bob"))
    shown = record._repr_html_()
    assert 'alt="Kalah: South to move.' in shown
    assert "&lt;Ada&gt;" in shown
    assert "1.S 2 5" in shown
    assert "The last seed fell in North&#x27;s pit 5" in shown
    assert "Kalah: South to move" in mc.Record.from_actions("kalah", [])._repr_html_()


def test_the_page_of_a_record_says_who_played_when_by_which_rules_and_how_it_ended() -> None:
    record = mc.Record.play(mc.rules("kalah", columns=3), seed=2)
    page = record.to_html(date="22 November 2026")
    facts = dict(re.findall(r"<dt>(.*?)</dt><dd[^>]*>(.*?)</dd>", page))
    assert record.outcome is not None
    south, north = record.outcome.score
    assert facts["Players"] == "South (random), North (random)"
    assert facts["Date"] == "22 November 2026"
    assert facts["Rules"] == "Kalah: columns=3"
    assert f"South {south}, North {north}." in facts["Result"]
    assert "KA-5" in page.split("<pre")[1]
    data = json.loads(re.findall(r'id="game">(.*?)</script>', page)[0])
    assert [move[2] for move in data["common"]["moves"]] == list(record.actions)
    assert data["common"]["seek"]
    assert (data["texts"]["undo"], data["texts"]["redo"]) == ("Back", "Forward")
    unfinished = mc.Record.from_actions("kalah", [2]).to_html()
    facts = dict(re.findall(r"<dt>(.*?)</dt><dd[^>]*>(.*?)</dd>", unfinished))
    assert facts == {"Result": "not over", "Rules": "Kalah"}
    people = mc.Record.from_actions("kalah", [2], agents=("human", "")).to_html(language="de")
    assert "Süd (Mensch), Nord" in people


def test_the_page_of_a_record_calls_a_game_of_ones_own_by_its_title_or_its_name() -> None:
    text = OWN.read_text(encoding="utf-8")
    rules = mc.Rules.from_toml(text)
    nameless = mc.Rules.from_toml(re.sub(r"(?m)^title = .*$", "", text))
    assert rules.title != nameless.title == ""
    for game, called in [(rules, rules.title), (nameless, rules.name)]:
        page = mc.Record.from_actions(game, []).to_html()
        facts = dict(re.findall(r"<dt>(.*?)</dt><dd[^>]*>(.*?)</dd>", page))
        assert facts["Rules"] == called
        assert f"<h1>{called}</h1>" in page


@pytest.mark.parametrize("rules", [mc.rules("kalah", least=5), mc.rules("oware", seeds=0)])
def test_an_opening_that_is_over_comes_back(rules: mc.Rules) -> None:
    """It was settled twice, and was then over for another reason."""
    record = mc.Record(rules)
    assert record.outcome is not None
    assert mc.Record.from_json(record.to_json()) == record
    assert mc.Records([record])[0] == record


def test_so_does_a_position_that_is_over() -> None:
    found = 0
    for name, rules in mc.catalogue.items():
        for seed in range(20):
            random = np.random.default_rng(seed)
            pits = random.integers(0, 2, (2, rules.pits_per_side)) * (seed % 3)
            start = rules.state(pits=pits.tolist(), to_move=seed % 2)
            if start.is_over:
                found += 1
                record = mc.Record(rules, start=start)
                assert record.outcome is not None
                assert start.outcome is not None
                assert record.outcome.result == start.outcome.result, name
                assert record.outcome.score == start.outcome.score, name
                assert mc.Record.from_json(record.to_json()) == record, name
    assert found > 200
