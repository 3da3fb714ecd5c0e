"""Numbers of action sequences: against other programs, and against counting one by one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import mancalab as mc
from chosen_games import CHOSEN, some_of

DATA = Path(__file__).resolve().parent.parent / "data" / "kalah_perft.json"
COUNTS: list[dict[str, Any]] = json.loads(DATA.read_text())["counts"]


def label(count: dict[str, Any]) -> str:
    capture = "empty" if count["empty_capture"] else "standard"
    return f"{count['columns']}-{count['seeds']}-{capture}-{count['program'].split()[0]}"


@pytest.mark.parametrize("count", COUNTS, ids=label)
@pytest.mark.parametrize("side", ["south", "north"])
def test_kalah_counts_as_other_programs_do(count: dict[str, Any], side: str) -> None:
    options = {name: count[name] for name in ("columns", "seeds", "empty_capture")}
    start = mc.rules("kalah", start=side, **options).start()
    depths = range(1, len(count["nodes"]) + 1)
    assert [mc.perft(start, depth) for depth in depths] == count["nodes"]


def one_by_one(state: mc.State, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(one_by_one(state.play(action), depth - 1) for action in state.legal_actions)


@pytest.mark.parametrize("game", some_of(CHOSEN, 3))
def test_perft_counts_what_play_does(game: str) -> None:
    state = mc.catalogue[game].start()
    for depth in range(3):
        assert mc.perft(state, depth) == one_by_one(state, depth)
    while not state.is_over:
        # The second half of the sum reaches depth 3 near the end, where games finish.
        deep = 3 if len(state.legal_actions) < 6 else 1
        assert mc.perft(state, deep) == one_by_one(state, deep)
        state = state.play(state.legal_actions[state.plies % len(state.legal_actions)])


def test_a_finished_game_has_the_empty_sequence_only() -> None:
    over = mc.rules("kalah").state(pits=[[0] * 6] * 2)
    assert over.is_over
    assert [mc.perft(over, depth) for depth in range(3)] == [1, 0, 0]


def test_a_deep_count_of_a_short_game_ends() -> None:
    assert mc.perft(mc.rules("kalah", columns=1, seeds=1).start(), 1000) == 0


def test_perft_stops_where_a_game_is_cut_off() -> None:
    start = mc.rules("kalah", max_actions=2).start()
    assert [mc.perft(start, depth) for depth in range(4)] == [1, 6, 35, 0]
