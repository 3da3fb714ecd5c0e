"""Regret against exact values, beside values worked out by a plain search in Python."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import mancalab as mc
from mancalab.agents import BatchPolicy, Greedy, Policy
from mancalab.study import AgentFault, RegretRow, RegretTable, regret
from mancalab.study.positions import drawn_positions, exact_source
from networks import saved_network
from refusals import cases, refused

SMALL = mc.rules("kalah", columns=3, seeds=2)
AWARI = mc.rules("awari", columns=3, seeds=2)
OWARE = mc.rules("oware", columns=2, seeds=2)
NO_TABLES = mc.rules("ayoayo-russ", columns=3, seeds=3)
FOUR_ROWS = mc.rules("bao-ki-arabu", columns=2, seeds=1)


# A plain search, and what the table has to say if it is right


@cache
def worth(state: mc.State) -> int:
    """The final margin for South with perfect play, in games that cannot go round."""
    if state.outcome is not None:
        south, north = state.outcome.score
        return south - north
    best = max if state.to_move == 0 else min
    return best(worth(state.play(action)) for action in state.legal_actions)


def values(state: mc.State) -> dict[int, int]:
    """What each action is worth for the player to move."""
    sign = 1 - 2 * state.to_move
    return {action: sign * worth(state.play(action)) for action in state.legal_actions}


def sign(value: int) -> int:
    return int(np.sign(value))


class Recorder:
    """A function of a state that plays by a rule and keeps what it was asked."""

    def __init__(self, choose: Callable[[mc.State], int], name: str) -> None:
        self.choose, self.name = choose, name
        self.asked: list[tuple[mc.State, int]] = []

    def agent(self) -> Policy:
        return Policy(self, self.name)

    def __call__(self, state: mc.State) -> int:
        action = self.choose(state)
        self.asked.append((state, action))
        return action

    def counts(self, seeds: int | None = None) -> tuple[int, ...]:
        """Positions, mistakes, positions at stake, results lost, and the sum of the losses."""
        found = np.zeros(5, dtype=int)
        for state, action in self.asked:
            if seeds is not None and state.pits.sum() != seeds:
                continue
            known = values(state)
            best, got = max(known.values()), known[action]
            found += (
                1,
                got < best,
                sign(min(known.values())) < sign(best),
                sign(got) < sign(best),
                best - got,
            )
        return tuple(found.tolist())


def told(row: RegretRow) -> tuple[int, ...]:
    loss = round(row.mean_loss.value * row.positions) if row.positions else 0
    return row.positions, row.mistakes, row.at_stake, row.result_losses, loss


def first(state: mc.State) -> int:
    return state.legal_actions[0]


def first_of_all(batch: mc.Batch) -> npt.NDArray[Any]:
    actions: npt.NDArray[Any] = batch.mask.argmax(axis=1)
    return actions


def best(state: mc.State) -> int:
    known = values(state)
    return max(known, key=known.__getitem__)


def worst(state: mc.State) -> int:
    known = values(state)
    return min(known, key=known.__getitem__)


@pytest.mark.parametrize("choose", [first, best, worst])
@pytest.mark.parametrize("rules", [SMALL, SMALL.replace(empty_capture=True)], ids=str)
def test_counts_are_those_of_a_plain_search(
    rules: mc.Rules, choose: Callable[[mc.State], int]
) -> None:
    recorder = Recorder(choose, "plain")
    table = regret(rules, [recorder.agent()], n=300)
    assert {row.seeds for row in table} > {4, 8, None}
    for row in table:
        assert told(row) == recorder.counts(row.seeds)


def test_greedy_is_asked_in_the_same_positions_and_counted_alike() -> None:
    recorder = Recorder(first, "first")
    table = regret(SMALL, [recorder.agent(), Greedy()], n=300)
    greedy = table.totals[1]
    # Ties are broken at random, so its mistakes lie between those of its best and worst choices.
    fewest = most = 0
    for state, _ in recorder.asked:
        known = values(state)

        def margin(action: int, state: mc.State = state) -> int:
            scores = state.play(action).scores
            return scores[state.to_move] - scores[1 - state.to_move]

        top = max(map(margin, known))
        wrong = [known[a] < max(known.values()) for a in known if margin(a) == top]
        fewest, most = fewest + all(wrong), most + any(wrong)
    assert 0 < fewest <= greedy.mistakes <= most < greedy.positions
    assert greedy.positions == table.totals[0].positions == len(recorder.asked)


# What it says of agents


def test_perfect_play_has_no_regret_and_the_worst_more_than_random_play() -> None:
    known = mc.Tablebase.build(mc.rules("kalah"), 9)

    def perfect(state: mc.State) -> int:
        return known.solution(state).best_actions[0]

    def awful(state: mc.State) -> int:
        found = known.solution(state).action_values or {}
        return min(found, key=found.__getitem__)

    table = regret("kalah", [perfect, "random", awful], table=known, n=300)
    none, some, all_ = table.totals
    assert (none.mistakes, none.result_losses, none.mean_loss.value) == (0, 0, 0)
    assert none.at_stake > 0
    assert 0 < none.mistake_share.high < 0.02
    assert 0 < some.mistakes < all_.mistakes == all_.positions
    assert 0 < some.result_losses < all_.result_losses == all_.at_stake
    assert some.mean_loss.high < all_.mean_loss.low
    assert all_.loss_per_mistake == all_.mean_loss
    assert table.findings[0].startswith("Found: in kalah perfect makes the fewest mistakes, 0.0 ")


def test_a_deeper_search_loses_less() -> None:
    agents = [f"alphabeta(depth={depth})" for depth in (1, 4)]
    shallow, deep = regret("kalah", agents, most_seeds=8, n=400).totals
    assert deep.mistake_share.high < shallow.mistake_share.low


# Positions


def test_positions_are_different_and_evenly_spread_and_something_can_go_wrong() -> None:
    exact = exact_source(mc.rules("kalah"), None, 9, None)
    layers = drawn_positions(mc.rules("kalah"), exact, 210, 3)
    assert [layer.seeds for layer in layers] == list(range(1, 10))
    assert [len(layer.positions) for layer in layers] == [0, 0] + [30] * 7
    kept = [position for layer in layers for position in layer.positions]
    seen = {position.state.observation.tobytes() for position in kept}
    assert len(seen) == len(kept)
    for layer in layers:
        for state, known, kind in layer.positions:
            assert (state.pits.sum(), kind) == (layer.seeds, "margin")
            assert list(known) == list(state.legal_actions)
            assert len(set(known.values())) > 1
    assert sum(layer.left_out for layer in layers) > 0


def test_what_is_left_out_is_counted() -> None:
    """On this board all positions with a choice are met, so the count is that of all of them."""
    rules = mc.rules("kalah", columns=2, seeds=2)
    choices: dict[bytes, bool] = {}
    waiting = [rules.start()]
    visited = set(waiting)
    while waiting:
        state = waiting.pop()
        if len(state.legal_actions) > 1:
            choices[state.observation.tobytes()] = len(set(values(state).values())) > 1
        after = {state.play(action) for action in state.legal_actions} - visited
        visited |= after
        waiting += [state for state in after if not state.is_over]
    (total,) = regret(rules, ["random"], n=10_000).totals
    assert (total.positions, total.left_out) == (
        sum(choices.values()),
        len(choices) - sum(choices.values()),
    )


def test_the_same_seed_gives_the_same_table_and_another_other_positions() -> None:
    agents = ["random", "greedy", "mcts(simulations=20)"]
    table = regret("kalah", agents, most_seeds=6, n=80, seed=1)
    assert regret("kalah", agents, most_seeds=6, n=80, seed=1, threads=1) == table
    recorders = [Recorder(first, "first") for _ in range(2)]
    for seed, recorder in enumerate(recorders):
        regret("kalah", [recorder.agent()], most_seeds=6, n=80, seed=seed)
    one, other = ({state for state, _ in recorder.asked} for recorder in recorders)
    assert len(one & other) < len(one) / 2


def test_a_table_that_is_given_says_how_far_it_reaches() -> None:
    with mc.Tablebase.build(SMALL, 5) as known:
        table = regret(SMALL, ["random"], table=known, n=100)
        assert max(row.seeds or 0 for row in table) == 5
        fewer = regret(SMALL, ["random"], table=known, most_seeds=4, n=100)
        assert max(row.seeds or 0 for row in fewer) == 4
    assert regret(SMALL, ["random"], most_seeds=5, n=100) == table


# Games


@pytest.mark.parametrize(
    ("rules", "method", "kind"),
    [
        (SMALL, "tables", "margin"),
        (AWARI, "tables", "margin"),
        (mc.rules("unnee-tugalluulax"), "tables", "margin"),
        (OWARE, "tables", "margin"),
        (NO_TABLES, "search", "margin"),
        (FOUR_ROWS, "search", "result"),
    ],
    ids=str,
)
def test_values_come_from_tables_or_from_a_search(rules: mc.Rules, method: str, kind: str) -> None:
    recorder = Recorder(first, "first")
    table = regret(rules, [recorder.agent()], most_seeds=5, n=40)
    assert {(row.method, row.kind) for row in table} == {(method, kind)}
    lost = 0
    for state, action in recorder.asked:
        known = mc.solve(state, actions=True).action_values or {}
        lost += max(known.values()) - known[action]
    (total,) = table.totals
    assert lost == round(total.mean_loss.value * total.positions)


def test_positions_that_take_too_long_are_counted_as_unsolved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("mancalab.study.positions.NODES", 300)
    (total,) = regret(mc.rules("togyzqumalaq"), ["random"], n=40).totals
    assert total.unsolved > 0
    assert total.positions > 0
    text = str(RegretTable((total,)))
    assert f"Not solved, and left out too: {total.unsolved}" in " ".join(text.split())


# Agents


def test_a_batch_policy_and_a_function_are_counted_alike() -> None:
    asked: list[int] = []

    def counted(batch: mc.Batch) -> npt.NDArray[Any]:
        asked.append(len(batch))
        return first_of_all(batch)

    one, all_ = regret("kalah", [first, BatchPolicy(counted)], most_seeds=8, n=300).totals
    assert told(one) == told(all_)
    assert asked == [one.positions]


def test_a_network_plays(tmp_path: Path) -> None:
    agent = mc.agents.Network(saved_network(tmp_path, SMALL), label="untrained")
    (total,) = regret(SMALL, [agent], most_seeds=6, n=60).totals
    assert total.agent == "untrained"
    assert 0 < total.mistakes < total.positions


def test_equal_names_are_told_apart_by_parameters() -> None:
    agents = [mc.agents.AlphaBeta(depth=2), mc.agents.AlphaBeta(depth=2, seed=1)]
    names = [row.agent for row in regret(SMALL, agents, most_seeds=5, n=20).totals]
    assert names == [repr(agent) for agent in agents]


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (Policy(lambda _: 99, "far"), "agent 'far', illegal action: action 99 is illegal"),
        (Policy(lambda _: 1 // 0, "broken"), "agent 'broken', raised: ZeroDivisionError"),
        (Policy(lambda _: "2", "text"), "agent 'text', no action: '2' is no whole number"),  # type: ignore[arg-type, return-value]
        (BatchPolicy(lambda b: np.full(len(b), 99), "all"), "agent 'all', illegal action: "),
        (BatchPolicy(lambda b: np.full(len(b), -1), "none"), "agent 'none', illegal action: "),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_a_fault_names_the_agent(agent: Policy | BatchPolicy, words: str) -> None:
    with pytest.raises(AgentFault, match=words) as caught:
        regret(SMALL, ["random", agent], most_seeds=5, n=20)
    assert caught.value.agent == agent.name


# Mistakes

KALAH: Any = "kalah"


@cases(
    [
        (lambda: regret(KALAH, "random"), TypeError, ("agents: a list is needed",)),
        (lambda: regret(KALAH, []), ValueError, ("agents: it is empty",)),
        (lambda: regret(KALAH, ["nobody"]), ValueError, ("agents = 'nobody'",)),
        (lambda: regret(KALAH, [first, first]), ValueError, ("2 are called 'first'",)),
        (lambda: regret(KALAH, ["random"], n=0), ValueError, ("n = 0: allowed are 1 to",)),
        (lambda: regret(KALAH, ["random"], seed=-1), ValueError, ("seed = -1",)),
        (lambda: regret("kalha", ["random"]), KeyError, ("kalah",)),
        (
            lambda: regret(KALAH, ["random"], most_seeds=0),
            ValueError,
            ("most_seeds = 0: allowed are 1 to 39 ", "holds more of its 48 seeds"),
        ),
        (
            lambda: regret(KALAH, ["random"], most_seeds=2),
            ValueError,
            ("game: random play of kalah reaches no position with up to 2 seeds",),
        ),
        (
            lambda: regret(SMALL, ["random"], table=mc.Tablebase.build(SMALL, 4), most_seeds=5),
            ValueError,
            ("most_seeds = 5: allowed are 1 to 4", "the table holds positions of up to 4 seeds"),
        ),
        (
            lambda: regret(KALAH, ["random"], table=mc.Tablebase.build(SMALL, 4)),
            ValueError,
            ("rules",),
        ),
        (
            lambda: regret(KALAH, ["random"], table="kalah.table"),  # type: ignore[arg-type]
            TypeError,
            ("table: a Tablebase is needed, or None, not str",),
        ),
        (
            lambda: regret("congklak", ["random"]),
            ValueError,
            ("neither endgame tables nor `solve` give exact values of congklak", "rounds"),
        ),
        (
            lambda: regret(mc.rules("oware", repetition="first_since_capture"), ["random"]),
            mc.RulesError,
            ("limits.repetition",),
        ),
    ]
)
def test_mistakes_are_named(
    call: Callable[[], object], error: type[BaseException], words: tuple[str, ...]
) -> None:
    refused(call, error, words)
