"""Agents at fault: each kind, whether it stops the tournament or forfeits the game."""

from __future__ import annotations

import pickle
import re
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import mancalab as mc
from mancalab.study import AgentFault, TournamentTable, tournament
from simple_agents import highest, lowest


def late(fault: Callable[[mc.State], Any]) -> mc.agents.Policy:
    """An agent that is at fault after a few plies."""

    def faulty(state: mc.State) -> Any:
        return fault(state) if state.plies > 3 else state.legal_actions[0]

    return mc.agents.Policy(faulty, "faulty", deterministic=False)


def raises(_: mc.State) -> int:
    return 1 // 0


def slow(state: mc.State) -> int:
    time.sleep(0.03)
    return state.legal_actions[0]


def empty_pit(state: mc.State) -> int:
    return next((a for a in range(6) if a not in state.legal_actions), 6)


FAULTS: dict[str, tuple[Callable[[mc.State], Any], str, str]] = {
    "raises": (raises, "raised", "ZeroDivisionError: "),
    "empty pit": (empty_pit, "illegal action", r"action \d is illegal"),
    "beyond all pits": (lambda _: 2**70, "illegal action", "action 1180591620717411303424"),
    "below all pits": (lambda _: -1, "illegal action", "action -1 is illegal"),
    "nothing": (lambda _: None, "no action", "None is no whole number"),
    "a fraction": (lambda _: 0.0, "no action", "0.0 is no whole number"),
    "a text": (lambda _: "0", "no action", "'0' is no whole number"),
    "a truth value": (lambda _: np.True_, "no action", "True.* is no whole number"),
    "too slow": (slow, "too slow", "s for a move, 0.02 s are allowed"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_stops_the_tournament_and_says_all(name: str) -> None:
    fault, kind, message = FAULTS[name]
    with pytest.raises(AgentFault, match=message) as caught:
        tournament("kalah", ["random", late(fault)], n=10, move_time=0.02)
    assert (caught.value.agent, caught.value.kind) == ("faulty", kind)
    text = str(caught.value)
    assert text.startswith(f"agent 'faulty', {kind}: ")
    assert "in kalah against Random, game 1 of 10, which Random started, at kalah: " in text
    # The position is one in which it happens again.
    position = mc.State.from_text(text[text.index("at kalah: ") + 3 :].removesuffix(")"))
    assert not position.is_over
    again = pickle.loads(pickle.dumps(caught.value))  # noqa: S301 - written a moment ago
    assert (str(again), again.agent, again.kind) == (text, "faulty", kind)


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_forfeits_the_game_where_that_is_asked_for(name: str) -> None:
    fault, kind, message = FAULTS[name]
    table = tournament(
        "kalah", ["random", late(fault), lowest], n=6, move_time=0.02, on_fault="forfeit"
    )
    (random, against_lowest, other) = table
    assert against_lowest.faults == ()
    assert against_lowest.forfeits == against_lowest.opponent_forfeits == 0
    assert (random.opponent_forfeits, random.wins, random.forfeits) == (6, 6, 0)
    assert (other.forfeits, other.losses, other.opponent_forfeits) == (6, 6, 0)
    (found,) = random.faults
    assert (found.agent, found.kind, found.count) == ("faulty", kind, 6)
    assert (found.round, found.swapped) == (0, False)
    assert re.search(message, found.message)
    assert f"faulty, {kind}: 6 games of Random v faulty in kalah; first in game 1" in str(table)


def test_the_cause_is_chained() -> None:
    with pytest.raises(AgentFault) as caught:
        tournament("kalah", [late(raises), "greedy"], n=2)
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
    with pytest.raises(AgentFault) as caught:
        tournament("kalah", [late(empty_pit), "greedy"], n=2)
    assert isinstance(caught.value.__cause__, mc.IllegalAction)


def test_only_games_at_fault_are_forfeited() -> None:
    def forgetful(state: mc.State) -> int:
        if state.plies > 40:
            raise LookupError("no idea")
        return state.legal_actions[-1]

    table = tournament("kalah", [forgetful, "random"], n=100, on_fault="forfeit")
    (row,) = table
    assert 0 < row.forfeits < 100
    assert row.opponent_forfeits == 0
    assert row.wins + row.draws + row.losses + row.voids + row.truncated == 100
    assert row.losses >= row.forfeits
    (fault,) = row.faults
    assert fault.count == row.forfeits
    # Those that it finished are as they are without the fault.
    (whole,) = tournament("kalah", [mc.agents.Policy(highest, "forgetful"), "random"], n=100)
    assert row.wins <= whole.wins
    assert row.distinct <= whole.distinct


def test_kinds_are_counted_apart_and_the_first_of_each_is_told() -> None:
    calls = 0

    def changing(state: mc.State) -> int:
        nonlocal calls
        calls += 1
        if calls % 3 == 0:
            raise ValueError(f"call {calls}")
        return -calls if calls % 3 == 1 else state.legal_actions[0]

    (row,) = tournament("kalah", ["random", changing], n=8, on_fault="forfeit")
    faults = {fault.kind: fault for fault in row.faults}
    assert sum(fault.count for fault in row.faults) == 8
    assert "action -1 is illegal" in faults["illegal action"].message
    assert faults["raised"].message == "ValueError: call 3"


def test_two_faulty_agents_are_told_apart() -> None:
    one, other = (mc.agents.Policy(raises, name) for name in ("one", "other"))
    (row,) = tournament("kalah", [one, other], n=10, on_fault="forfeit", opening_plies=0)
    assert (row.forfeits, row.opponent_forfeits) == (5, 5)
    assert [(fault.agent, fault.count) for fault in row.faults] == [("one", 5), ("other", 5)]
    # Whoever starts is asked first and loses.
    assert row.first_score.value == 0


def test_a_batch_policy_at_fault_is_found_game_by_game() -> None:
    def some(batch: mc.Batch) -> Any:
        if (batch.plies > 40).any():
            raise RuntimeError("too long")
        return batch.mask.argmax(axis=1)

    batch = mc.agents.BatchPolicy(some, "faulty")
    (row,) = tournament("kalah", ["random", batch], n=60, on_fault="forfeit")
    assert 0 < row.opponent_forfeits < 60
    with pytest.raises(AgentFault, match="RuntimeError: too long"):
        tournament("kalah", ["random", batch], n=60)


def test_a_batch_policy_that_fails_for_many_games_only_stops_with_its_own_error() -> None:
    def one_only(batch: mc.Batch) -> Any:
        if len(batch) > 1:
            raise RuntimeError("one at a time")
        return batch.mask.argmax(axis=1)

    batch = mc.agents.BatchPolicy(one_only)
    with pytest.raises(RuntimeError, match="one at a time"):
        tournament("kalah", ["random", batch], n=20)
    (row,) = tournament("kalah", ["random", batch], n=20, on_fault="forfeit")
    assert row.faults == ()


@pytest.mark.parametrize("on_fault", ["stop", "forfeit"])
def test_ctrl_c_is_never_a_fault(on_fault: str) -> None:
    def interrupted(_: mc.State) -> int:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tournament("kalah", ["random", interrupted], n=4, on_fault=on_fault)


def test_a_mistake_in_the_arguments_is_no_fault() -> None:
    with pytest.raises(TypeError, match="progress"):
        tournament("kalah", ["random", lowest], n=4, on_fault="forfeit", progress=3)  # type: ignore[arg-type]


def test_a_fault_in_an_executor_stops_the_tournament() -> None:
    with ThreadPoolExecutor(2) as executor, pytest.raises(AgentFault, match="ZeroDivisionError"):
        tournament("kalah", ["random", late(raises)], n=200, executor=executor)


def test_faults_survive_a_file(tmp_path: Any) -> None:
    table = tournament("kalah", ["random", late(raises)], n=4, on_fault="forfeit")
    table.to_csv(tmp_path / "table.csv")
    again = TournamentTable.from_csv(tmp_path / "table.csv")
    assert again.faults == table.faults
    ((row, fault),) = again.faults
    assert (row.opponent, fault.count) == ("faulty", 4)
