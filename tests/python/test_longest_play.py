"""How long best play can be: tables beside games played state by state."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import mancalab as mc
from distributions import distributions

GAMES: dict[str, tuple[mc.Rules, int]] = {
    "kalah": (mc.rules("kalah", columns=3), 6),
    "one-pit-more": (mc.rules("kalah", columns=4), 4),
    "empty-capture": (mc.rules("kalah", columns=3, empty_capture=True, end="mover_empty"), 5),
    "drops": (mc.rules("kalaha-nigerian", columns=3), 5),
    "relays": (mc.rules("pratt-store", columns=3), 5),
    "stores": (mc.rules("kalah", columns=3, seeds=1, end_above_half=True), 6),
    "results": (mc.rules("kalah", columns=3, winner="has_seeds", final_count="home"), 5),
}


@cache
def line(name: str, state: mc.State) -> tuple[int, int]:
    """What best play is worth to South, and the actions that it can take."""
    if state.outcome is not None:
        south, north = (int(score) for score in state.outcome.score)
        results = {0: 1, 1: -1, None: 0}
        return results[state.outcome.winner] if name == "results" else south - north, 0
    found = [line(name, state.play(action)) for action in state.legal_actions]
    best = max if state.to_move == 0 else min
    value = best(value for value, _ in found)
    return value, 1 + max(actions for other, actions in found if other == value)


@pytest.mark.parametrize("name", GAMES)
def test_the_longest_lines_are_those_of_games_played_out(name: str) -> None:
    rules, seeds = GAMES[name]
    rows = mc.Tablebase.build(rules, seeds).longest_play(2)
    assert [row.seeds for row in rows] == list(range(seeds + 1))
    for row in rows:
        stored = seeds - row.seeds if name == "stores" else 0
        found = distributions(rules, row.seeds, stored)
        lengths = [line(name, state)[1] for state in found]
        assert row.actions == max(lengths)
        shown = mc.State.from_text(row.position, rules)
        assert line(name, shown)[1] == row.actions


def test_threads_and_packing_make_no_difference(tmp_path: Any) -> None:
    rules = mc.rules("kalah", columns=4)
    table = mc.Tablebase.build(rules, 12)
    rows = table.longest_play(1)
    assert rows == table.longest_play(2)
    table.save(tmp_path / "packed.table", packed=True)
    assert rows == mc.Tablebase.open(tmp_path / "packed.table").longest_play()


def test_a_game_that_can_go_round_is_refused() -> None:
    with pytest.raises(ValueError, match="may never end"):
        mc.Tablebase.build(mc.rules("oware", columns=3, end_above_half=False), 3).longest_play()
