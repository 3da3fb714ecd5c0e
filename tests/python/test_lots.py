"""Lots that are drawn between rounds: what a state says of them, and that nobody chooses one."""

from __future__ import annotations

import numpy as np
import pytest

import mancalab as mc
from mancalab import agents
from mancalab._records.parts import Step
from mancalab.cli.play import wording
from mancalab.widget.session import Session

SMALL = """
name = "small"
board = { rows = 2, columns = 3 }
setup = { seeds = 2 }
landing = [{ was = "occupied", side = "other", take = ["landing"] }]
ending = { when = ["mover_empty"], final_count = "owner" }
rounds = { refill = 2, short = "open", start = "lot", most = 3 }
"""

RULES = mc.Rules.from_toml(SMALL)


def asked(state: mc.State) -> int:
    """The last legal action; it may not be asked for a lot."""
    assert not state.chance
    return state.legal_actions[-1]


def batch_asked(batch: mc.Batch) -> np.ndarray:
    assert not any(batch.state(lane).chance for lane in range(len(batch)))
    return np.asarray(batch.mask.argmax(axis=1))


def between_rounds() -> tuple[mc.State, int, mc.State]:
    """A state in which a lot is due, after the state before it and the action that led to it."""
    for game in range(100):
        state = RULES.start()
        chance = np.random.default_rng(game)
        while not state.is_over:
            action = int(chance.choice(state.legal_actions))
            after = state.play(action)
            if after.chance:
                return state, action, after
            state = after
    raise AssertionError("no lot was due")


def test_a_state_says_that_a_lot_is_due() -> None:
    before, action, state = between_rounds()
    assert not before.chance
    assert state.pits.sum() == 0
    kinds = [(RULES.actions[lot].kind, RULES.actions[lot].side) for lot in state.legal_actions]
    assert kinds == [("lot", "own"), ("lot", "other")]
    for lot in state.legal_actions:
        after = state.play(lot)
        begins = state.to_move if RULES.actions[lot].side == "own" else 1 - state.to_move
        assert after.to_move == begins
        told = state.trace(lot)
        who = ("South", "North")[begins]
        assert (told[0].kind, str(told[0])) == (
            "lot",
            f"The lot falls on {who}, who begins the round.",
        )
        said = wording.played(Step(0, state, lot, after))
        assert said.startswith("A lot is drawn.\n")
        assert str(told[0]) in said
    assert "A lot" in wording.choices(state)
    assert "a lot to be drawn" in str(state)
    assert action in before.legal_actions


def test_records_keep_lots() -> None:
    _, _, state = between_rounds()
    record = mc.Record.from_actions(RULES, _actions_to_the_end())
    again = mc.Record.from_json(record.to_json())
    assert again == record
    assert any(at.chance for at in again.states())
    assert state.chance


def _actions_to_the_end() -> list[int]:
    for game in range(100):
        chance, state, actions, lots = np.random.default_rng(game), RULES.start(), [], 0
        while not state.is_over:
            lots += state.chance
            actions.append(int(chance.choice(state.legal_actions)))
            state = state.play(actions[-1])
        if lots:
            return actions
    raise AssertionError("no lot was drawn")


def test_both_engines_draw_alike() -> None:
    lanes = mc.playouts(RULES, 2_000, seed=4)
    assert lanes == mc.playouts(RULES, 2_000, seed=4, engine="reference")


def test_agents_are_not_asked_for_lots() -> None:
    alone = mc.match(RULES, asked, asked, 60, seed=9)
    assert alone == mc.match(RULES, asked, asked, 60, seed=9)
    assert alone != mc.match(RULES, asked, asked, 60, seed=10)
    assert mc.match(RULES, agents.BatchPolicy(batch_asked), asked, 30, seed=9).games == 30
    for agent in ("alphabeta(depth=2)", "mcts(simulations=50)"):
        assert mc.match(RULES, agent, asked, 4, seed=1).games == 4


def test_a_lot_is_worth_the_mean() -> None:
    _, _, state = between_rounds()
    for depth in (2, 3, 4):
        found = agents.AlphaBeta(depth=depth).analyse(state, actions=True)
        values = []
        for lot in state.legal_actions:
            after = state.play(lot)
            value = agents.AlphaBeta(depth=depth - 1).analyse(after).value
            values.append(value if after.to_move == state.to_move else -value)
        assert found.value == sum(values) / 2
        assert found.action_values is not None
        assert list(found.action_values.values()) == values


def test_who_cannot_play_refuses() -> None:
    with pytest.raises(ValueError, match="the solver cannot play games with rounds"):
        mc.solve(RULES.start())
    with pytest.raises(ValueError, match="endgame tables cannot play games with rounds"):
        mc.Tablebase.build(RULES, seeds=2)
    refused = RULES.refusals
    assert [who for who, why in refused.items() if why is None] == ["lanes"]
    envs = pytest.importorskip("mancalab.envs")
    with pytest.raises(ValueError, match="VectorEnv cannot play games with lots"):
        envs.VectorEnv(RULES, 2)


def test_an_environment_draws_lots_itself() -> None:
    envs = pytest.importorskip("mancalab.envs")
    for arguments in ({}, {"mode": "opponent", "opponent": "greedy"}):
        plays = []
        for _ in range(2):
            env = envs.Env(RULES, **arguments)
            _, info = env.reset(seed=3)
            rounds, seen = set(), []
            for _ in range(12):
                over = False
                while not over:
                    assert not env.state.chance
                    action = int(info["action_mask"].argmax())
                    seen.append((action, env.state))
                    _, _, terminated, truncated, info = env.step(action)
                    rounds.add(int(info["round"]))
                    over = terminated or truncated
                _, info = env.reset()
            assert len(rounds) > 1
            plays.append(seen)
        assert plays[0] == plays[1]


def test_a_board_draws_lots_itself() -> None:
    session = Session(RULES.start(), seed=5)
    drawn = 0
    while session.turn != "over" and session.number < 1:
        drawing = session.state.chance
        if drawing:
            assert session.turn == "agent"
            assert session.choices == []
            assert "A lot says who begins the next round." in str(session.view(setup=False))
            session.answer()
            assert "The lot falls on" in str(session.moves[-1])
            drawn += 1
            session.undo()
            before = session.state
            assert not before.chance
            session.redo()
        else:
            session.play(asked(session.state))
        if drawn > 50:
            break
    assert session.fault == ""
    assert drawn > 0
