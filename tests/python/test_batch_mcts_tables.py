"""Tree search over a batch with a table of endgames: exact where the table knows."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import mancalab as mc
from mancalab.search import BatchMCTS

GAMES = {"kalah": 6, "kalaha-ethiopian": 6, "awari": 6, "bohnenspiel": 6, "i-dogon": 8, "waurie": 6}
"""Games with margins and with results, and seeds in the pits that their tables go up to."""


def ignorant(_shown: Any, mask: Any) -> Any:
    return np.zeros(mask.shape, np.float32), np.zeros(len(mask), np.float32)


def endgames(rules: mc.Rules, seeds: int) -> list[mc.State]:
    """Positions of random games with up to that many seeds in the pits, and actions to choose."""
    batch, found = mc.Batch(rules, 64, seed=1), dict[mc.State, None]()
    for _ in range(120):
        batch.step(batch.sample())
        states = [batch.state(lane) for lane in range(64)]
        few = (state for state in states if not state.is_over and np.sum(state.pits) <= seeds)
        found |= dict.fromkeys(few)
    return list(found)[:64]


def worth(state: mc.State, value: int, rewards: str) -> float:
    if rewards == "result":
        return float(np.sign(value))
    start = state.rules.start()
    return value / float(np.sum(start.pits) + np.sum(start.stores))


@pytest.mark.parametrize("rewards", ["result", "margin"])
@pytest.mark.parametrize("game", GAMES)
def test_values_of_actions_are_exact_where_the_table_knows_them(game: str, rewards: Any) -> None:
    rules, seeds = mc.rules(game), GAMES[game]
    if rewards == "margin" and rules.value_kind != "margin":
        pytest.skip("values of this game are results")
    table = mc.Tablebase.build(rules, seeds)
    states = endgames(rules, seeds)
    assert len(states) > 20
    batch = mc.Batch(rules, len(states))
    for lane, state in enumerate(states):
        batch.set_state(lane, state)
    asked = []

    def counting(shown: Any, mask: Any) -> Any:
        asked.append(len(mask))
        return ignorant(shown, mask)

    found = BatchMCTS(batch, 40, counting, rewards=rewards, table=table).run()
    assert asked == [len(states)], "only roots are judged: what follows them is in the table"
    for lane, state in enumerate(states):
        values = table.solution(state).action_values or {}
        assert set(values) == set(state.legal_actions)
        wanted = {action: worth(state, value, rewards) for action, value in values.items()}
        tried = np.flatnonzero(found.visits[lane])
        for action in tried:
            assert found.q_values[lane, action] == pytest.approx(wanted[int(action)], abs=1e-6)
        assert found.values[lane] == pytest.approx(max(wanted.values()), abs=1e-6)
        assert wanted[int(found.actions[lane])] == max(wanted.values())


def test_a_table_changes_nothing_before_it_is_reached() -> None:
    rules = mc.rules("kalah")
    batch = mc.Batch(rules, 20)
    table = mc.Tablebase.build(rules, 4)
    plain, tabled = (BatchMCTS(batch, 30, ignorant, table=one).run() for one in (None, table))
    for one, other in zip(plain, tabled, strict=True):
        np.testing.assert_array_equal(one, other)


def test_tables_that_say_nothing_of_the_game_are_refused() -> None:
    kalah, waurie = mc.rules("kalah"), mc.rules("waurie")
    table = mc.Tablebase.build(kalah, 2)
    batch = mc.Batch(kalah, 2)
    with pytest.raises(TypeError, match="table: a Tablebase is needed, not int"):
        BatchMCTS(batch, 8, ignorant, table=3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="kalah"):
        BatchMCTS(mc.Batch(mc.rules("oware"), 2), 8, ignorant, table=table)
    with pytest.raises(ValueError, match="max_actions"):
        BatchMCTS(mc.Batch(mc.rules("kalah", max_actions=50), 2), 8, ignorant, table=table)
    with mc.Tablebase.build(kalah, 2) as closed:
        pass
    with pytest.raises(ValueError, match="closed"):
        BatchMCTS(batch, 8, ignorant, table=closed)
    results = mc.Tablebase.build(waurie, 2)
    with pytest.raises(ValueError, match='allowed only with rewards = "result"'):
        BatchMCTS(mc.Batch(waurie, 2), 8, ignorant, table=results, rewards="margin")
