"""Alpha-beta: the values of minimax, the choice among equals, limits, matches."""

from __future__ import annotations

import operator
import pickle
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import mancalab as mc
from chosen_games import CHOSEN, by_turns, shortened
from mancalab.agents import AlphaBeta, BatchPolicy, Greedy, Random
from mancalab.study import first_player_advantage
from mancalab.study.store import lasting_name
from simple_agents import lowest

WIN = 10_000  # more than any margin
FEW = mc.Tablebase.build(mc.rules("kalah"), 2)
RESULTS = mc.Tablebase.build(
    mc.rules("kalah", columns=2, winner="has_seeds", final_count="home"), 2
)

Evaluation = Callable[[mc.State], float]


def margin(state: mc.State) -> float:
    """Return the margin in seeds, with points; a round won, where rounds decide, is worth 255."""
    won, points = (state.registers.get(name, (0, 0)) for name in ("won", "points"))
    mine, theirs = (state.scores[side] + 255 * won[side] + points[side] for side in (0, 1))
    return (mine - theirs) * (1 - 2 * state.to_move)


def hungry(state: mc.State) -> float:
    """Return a number that is neither whole nor the margin."""
    return margin(state) + len(state.legal_actions) / 7


def final_value(state: mc.State, side: int) -> float:
    """Return what a finished game is worth to a side."""
    outcome = state.outcome
    assert outcome is not None
    by_seeds = state.rules.options["winner"].value == "most_seeds"
    if outcome.result == "truncated" or (by_seeds and outcome.reason != "endless_sowing"):
        return outcome.score[side] - outcome.score[1 - side]
    return 0 if outcome.winner is None else WIN if outcome.winner == side else -WIN


def minimax(state: mc.State, depth: int, evaluate: Evaluation = margin) -> float:
    """Return the value for the side to move."""
    if depth == 0:
        return evaluate(state)
    return max(value_after(state, action, depth, evaluate) for action in state.legal_actions)


def value_after(state: mc.State, action: int, depth: int, evaluate: Evaluation = margin) -> float:
    after = state.play(action)
    if after.is_over:
        return final_value(after, state.to_move)
    value = minimax(after, depth - 1, evaluate)
    return value if after.to_move == state.to_move else -value


def positions(rules: mc.Rules, seed: int, step: int = 4) -> Iterator[mc.State]:
    """Give some positions of a random game."""
    random = np.random.default_rng(seed)
    state = rules.start()
    while not state.is_over and state.plies < 60:
        if state.plies % step == 0:
            yield state
        state = state.play(int(random.choice(state.legal_actions)))


def depths(state: mc.State, leaves: int = 1_000) -> Iterator[int]:
    """Give the depths to 5 whose minimax takes no time."""
    for depth in range(1, 6):
        if mc.perft(state, depth) > leaves:
            break
        yield depth


def check_line(state: mc.State, line: tuple[int, ...], value: float, evaluate: Evaluation) -> None:
    side = state.to_move
    for action in line:
        assert action in state.legal_actions
        state = state.play(action)
    if state.is_over:
        assert final_value(state, side) == value
    else:
        assert evaluate(state) * (1 if state.to_move == side else -1) == value


@pytest.mark.parametrize(("name", "evaluate"), by_turns(CHOSEN, ["margin", hungry]))
def test_values_are_those_of_minimax(name: str, evaluate: Any) -> None:
    judge = hungry if evaluate is hungry else margin
    tried = 0
    step = 2 if name in {"katrayo", "kisolo-lali"} else 7  # their games are short
    seed = 2 if name == "mweiso" else 1  # the second turn of its first game ends that
    for state in positions(mc.rules(name), seed=seed, step=step):
        for depth in depths(state):
            tried += 1
            wanted = {a: value_after(state, a, depth, judge) for a in state.legal_actions}
            found = AlphaBeta(depth=depth, evaluation=evaluate).analyse(state, actions=True)
            assert found.value == max(wanted.values())
            assert found.action == min(a for a in wanted if wanted[a] == found.value)
            assert found.action_values == wanted
            assert found.principal_variation[0] == found.action
            assert len(found.principal_variation) <= found.depth <= depth
            check_line(state, found.principal_variation, found.value, judge)
    assert tried >= 5


def test_the_depth_of_five() -> None:
    state = mc.rules("kalah", columns=4, seeds=3).start()
    assert AlphaBeta(depth=5).analyse(state).value == minimax(state, 5)
    state = mc.rules("elf", columns=4).start()
    assert AlphaBeta(depth=5).analyse(state).value == minimax(state, 5)


def test_a_function_can_judge_by_the_margin() -> None:
    for state in positions(mc.rules("oware"), seed=3, step=9):
        ours = AlphaBeta(depth=3, seed=1).analyse(state, actions=True)
        theirs = AlphaBeta(depth=3, seed=1, evaluation=margin).analyse(state, actions=True)
        assert (ours.value, ours.action) == (theirs.value, theirs.action)
        assert ours.action_values == theirs.action_values
        assert isinstance(ours.value, int)
        assert isinstance(theirs.value, float)


def test_a_repetition_that_comes_only_by_this_way_counts() -> None:
    rules = mc.rules("oware", repetition="first_since_capture")
    seeds = [[0] * 6, [0] * 6]
    seeds[0][0] = seeds[1][0] = 1
    state = rules.state(pits=seeds, stores=[23, 23])
    over = 0
    for _ in range(40):
        if state.is_over:
            break
        for depth in range(1, 9):
            found = AlphaBeta(depth=depth).analyse(state)
            assert found.value == minimax(state, depth)
            over += len(found.principal_variation) < depth
        state = state.play(state.legal_actions[0])
    assert over > 0


@pytest.mark.parametrize("cap", [1, 2, 3, 5])
def test_the_cap_on_actions_ends_the_search(cap: int) -> None:
    state = mc.rules("kalah", max_actions=cap).start()
    found = AlphaBeta(depth=4).analyse(state)
    assert found.value == minimax(state, 4)
    assert len(found.principal_variation) == min(cap, 4)


def test_a_second_action_of_the_same_side_is_a_ply() -> None:
    state = mc.rules("kalah").start()
    found = AlphaBeta(depth=2).analyse(state, actions=True)
    assert state.play(2).to_move == 0
    assert found.action_values is not None
    assert found.action_values[2] == minimax(state.play(2), 1) == 2


# The choice among equals


def test_without_a_seed_the_lowest_of_the_best() -> None:
    state = mc.rules("oware").start()
    agent = AlphaBeta(depth=1)
    assert agent(state) == agent.analyse(state).action == 0
    assert agent.deterministic


def test_a_seed_chooses_among_all_the_best() -> None:
    def best_of(state: mc.State) -> set[int]:
        values = {action: value_after(state, action, 3) for action in state.legal_actions}
        return {action for action, value in values.items() if value == max(values.values())}

    found = positions(mc.rules("oware"), seed=1, step=1)
    state = next(one for one in found if 2 < len(best_of(one)) < len(one.legal_actions))
    best = best_of(state)
    agents = [AlphaBeta(depth=3, seed=seed) for seed in range(60)]
    assert {agent(state) for agent in agents} == best
    assert not any(agent.deterministic for agent in agents)


def test_seeds_fix_the_games_on_any_number_of_threads() -> None:
    rules = mc.rules("kalah", columns=4, seeds=3)
    for first in (AlphaBeta(depth=3, seed=5), AlphaBeta(nodes=200, seed=5)):
        tallies = [mc.match(rules, first, Greedy(), 40, seed=2, threads=n) for n in (1, 2, 3)]
        assert tallies[0] == tallies[1] == tallies[2]
        other = AlphaBeta(depth=first.depth, nodes=first.nodes, seed=6)
        assert mc.match(rules, other, Greedy(), 40, seed=2) != tallies[0]


# Limits


def test_nodes_limit_a_search() -> None:
    state = mc.rules("kalah").start()
    for nodes in (1, 100, 10_000, 200_000):
        found = AlphaBeta(nodes=nodes).analyse(state)
        assert found.nodes <= nodes + 6  # depth 1 in any case
        assert found.value == AlphaBeta(depth=found.depth).analyse(state).value
    assert AlphaBeta(nodes=10_000).analyse(state).depth > AlphaBeta(nodes=100).analyse(state).depth
    assert AlphaBeta(nodes=10**6, depth=3).analyse(state).depth == 3
    assert AlphaBeta(nodes=50, evaluation=margin).analyse(state).depth in {1, 2}


def test_time_limits_a_search() -> None:
    state = mc.rules("kalah").start()
    for agent in (AlphaBeta(time=0.05), AlphaBeta(time=0.05, evaluation=margin)):
        begun = time.perf_counter()
        found = agent.analyse(state)
        assert time.perf_counter() - begun < 5  # it ends
        assert found.seconds > 0
        assert found.value == AlphaBeta(depth=found.depth).analyse(state).value
    assert AlphaBeta(time=0).analyse(state).depth == 1


def test_a_small_game_is_searched_to_its_end() -> None:
    state = mc.rules("kalah", columns=2, seeds=2).start()
    found = AlphaBeta(depth=99).analyse(state)
    assert found == AlphaBeta(nodes=10**9).analyse(state)
    assert found.depth < 30
    assert found.value == minimax(state, 30)


# Matches


@pytest.mark.parametrize("name", CHOSEN)
def test_a_match_in_every_game(name: str) -> None:
    rules = shortened(mc.rules(name))
    tally = mc.match(rules, AlphaBeta(depth=3, seed=0), Greedy(), 6, opening_plies=2)
    assert tally.games == 6


def test_it_beats_greedy() -> None:
    wins = 0
    for name in ("kalah", "oware", "bao-ki-arabu"):
        rules = mc.rules(name)
        wins += mc.match(rules, AlphaBeta(depth=4), Greedy(), 10, seed=1).south
        wins += mc.match(rules, Greedy(), AlphaBeta(depth=4), 10, seed=1).north
    assert wins >= 50


def lowest_of_all(batch: mc.Batch) -> npt.ArrayLike:
    first: npt.NDArray[np.intp] = batch.mask.argmax(axis=1)
    return first


def test_the_same_games_against_any_kind_of_agent() -> None:
    rules = mc.rules("kalah", columns=4, seeds=2)
    match = partial(mc.match, rules, games=20, seed=3, opening_plies=2)
    for agent in (AlphaBeta(depth=3, seed=4), AlphaBeta(nodes=50, seed=4)):
        tally = match(first=agent, second=lowest)
        assert match(first=agent, second=BatchPolicy(lowest_of_all)) == tally
    # The same choices, whoever judges.
    plain, judged = AlphaBeta(depth=2, seed=4), AlphaBeta(depth=2, seed=4, evaluation=margin)
    assert match(first=judged, second=Random()) == match(first=plain, second=Random())


def test_a_study_gives_two_deterministic_agents_an_opening() -> None:
    pairs = [(AlphaBeta(depth=2), AlphaBeta(depth=1))]
    (row,) = first_player_advantage("kalah", pairs, n=20)
    assert row.opening_plies == 4
    assert row.distinct > 10


# Tables of endgames


def few_seeds(rules: mc.Rules, seed: int, most: int) -> mc.State:
    """Give a position with few seeds in the pits, in which somebody is to move."""
    random = np.random.default_rng(seed)
    width = rules.pits_per_side
    while True:
        pits = random.multinomial(random.integers(1, most + 1), [1 / (2 * width)] * (2 * width))
        stores, to_move = random.integers(0, 20, 2).tolist(), int(random.integers(2))
        state = rules.state(
            pits=[pits[:width].tolist(), pits[width:].tolist()], stores=stores, to_move=to_move
        )
        if not state.is_over:
            return state


@pytest.mark.parametrize("name", ["kalah", "awari"])
def test_with_a_table_values_are_exact(name: str) -> None:
    rules = mc.rules(name)
    agent = AlphaBeta(depth=1, table=mc.Tablebase.build(rules, 6))
    unlike = 0
    for seed in range(30):
        state = few_seeds(rules, seed, 6)
        found = agent.analyse(state, actions=True)
        solution = mc.solve(state, actions=True)
        assert found.value == solution.value
        assert found.action_values == solution.action_values
        unlike += AlphaBeta(depth=1).analyse(state).value != solution.value
    assert unlike > 0


def test_a_search_that_reaches_the_table_is_exact_and_short() -> None:
    rules = mc.rules("kalah", columns=3, seeds=3)
    plain, known = AlphaBeta(depth=99), AlphaBeta(depth=99, table=mc.Tablebase.build(rules, 12))
    wanted, found = plain.analyse(rules.start()), known.analyse(rules.start())
    assert found.value == wanted.value == mc.solve(rules).value
    assert found.nodes < wanted.nodes
    assert found.depth < wanted.depth


def test_a_match_with_a_table() -> None:
    rules = mc.rules("kalah", columns=3, seeds=3)
    whole = AlphaBeta(depth=1, table=mc.Tablebase.build(rules, 18))
    value = mc.solve(rules).value
    assert value is not None
    assert value > 0
    assert mc.match(rules, whole, AlphaBeta(depth=4, seed=1), 20, seed=1).south == 20
    # Two of them play perfectly, from any opening of the same game.
    other = rules.replace(seeds=2)
    tally = mc.match(other, whole, whole, 4)
    assert tally.margin_histogram == {mc.solve(other).value: 4}
    (row,) = first_player_advantage(rules, [(whole, Random())], n=40)
    assert row.second == "Random"
    assert row.first == "AlphaBeta(1, table of 18)"


def test_the_cap_on_actions_goes_before_the_table() -> None:
    rules = mc.rules("kalah", columns=3, seeds=2, max_actions=3)
    agent = AlphaBeta(depth=9, table=mc.Tablebase.build(rules, 12))
    state = rules.start().play(1).play(2)
    assert agent.analyse(state).value == minimax(state, 9)
    assert agent.analyse(state).value != mc.solve(state.rules.replace(max_actions=None)).value


def test_a_table_of_another_game_is_refused() -> None:
    agent = AlphaBeta(depth=2, table=mc.Tablebase.build(mc.rules("awari"), 2))
    text = r"table: one of other rules \(awari\) than those of the game \(kalah\)"
    kalah = mc.rules("kalah")
    with pytest.raises(ValueError, match=text):
        agent.analyse(kalah.start())
    with pytest.raises(ValueError, match=text):
        mc.match(kalah, agent, Greedy(), 2)
    with pytest.raises(ValueError, match=text):
        first_player_advantage(kalah, [(Random(), agent)], n=2)


def test_a_closed_table_is_not_asked() -> None:
    table = mc.Tablebase.build(mc.rules("kalah"), 2)
    agent = AlphaBeta(depth=2, table=table)
    table.close()
    with pytest.raises(ValueError, match="table: it is closed"):
        agent(mc.rules("kalah").start())


def test_an_agent_pickles_with_a_table_in_a_file(tmp_path: Path) -> None:
    kalah = mc.rules("kalah")
    path = tmp_path / "kalah.table"
    agent = AlphaBeta(depth=3, table=mc.Tablebase.build(kalah, 5, path))
    again = pickle.loads(pickle.dumps(agent))  # noqa: S301 - written a moment ago
    assert repr(again) == repr(agent) == lasting_name(agent)
    assert repr(str(path)) in repr(agent)
    state = few_seeds(kalah, 1, 5)
    assert again.analyse(state) == agent.analyse(state)
    with pytest.raises(TypeError, match="a table in memory cannot be pickled"):
        pickle.dumps(AlphaBeta(depth=3, table=FEW))
    assert " object at 0x" not in lasting_name(AlphaBeta(table=FEW))


def test_a_damaged_table_is_found_before_it_is_asked(tmp_path: Path) -> None:
    kalah = mc.rules("kalah")
    path = tmp_path / "kalah.table"
    mc.Tablebase.build(kalah, 5, path).close()
    data = bytearray(path.read_bytes())
    data[-40] ^= 1  # in the last layer, or its checksum
    path.write_bytes(data)
    agent = AlphaBeta(depth=2, table=mc.Tablebase.open(path, verify=False))
    with pytest.raises(mc.TableError, match="damaged: the layer of 5 seeds"):
        agent(kalah.start())


# Objects


def test_pickle_equality_name() -> None:
    given: dict[str, Any] = {"depth": np.int64(3), "seed": np.uint8(2), "time": 2}
    agent = AlphaBeta(**given)
    assert agent == AlphaBeta(depth=3, time=2.0, seed=2)
    assert repr(agent).startswith("AlphaBeta(depth=3, nodes=None, time=2.0, ")
    assert agent.name == "AlphaBeta(3, 2 s)"
    assert AlphaBeta(nodes=50, evaluation=margin).name == "AlphaBeta(50 nodes, margin)"
    assert AlphaBeta() == AlphaBeta(depth=6)
    assert AlphaBeta(8) == AlphaBeta(depth=8)
    for one in (agent, AlphaBeta(evaluation=margin)):
        assert pickle.loads(pickle.dumps(one)) == one  # noqa: S301
    found = AlphaBeta().analyse(mc.rules("kalah").start(), actions=True)
    assert pickle.loads(pickle.dumps(found)) == found  # noqa: S301
    assert AlphaBeta().analyse(mc.rules("kalah").start()).action_values is None


def test_lasting_names() -> None:
    assert lasting_name(AlphaBeta(depth=3)) == repr(AlphaBeta(depth=3))
    name = lasting_name(AlphaBeta(depth=3, evaluation=margin))
    assert name == f"{AlphaBeta(depth=3)!r} by {__name__}.margin"
    with pytest.raises(ValueError, match=r"resume: the agent 'AlphaBeta\(6, <lambda>\)' cannot"):
        lasting_name(AlphaBeta(depth=6, evaluation=lambda _: 0))


# Errors


@pytest.mark.parametrize(
    ("arguments", "error", "text"),
    [
        ({"depth": 0}, ValueError, "depth = 0: allowed are 1 to 99"),
        ({"depth": 100}, ValueError, "depth = 100: allowed are 1 to 99"),
        ({"depth": 2.0}, TypeError, "depth: an integer is needed, not float"),
        ({"nodes": 0}, ValueError, "nodes = 0: allowed are 1 to 9007199254740992"),
        ({"time": -1}, ValueError, "time = -1: allowed are 0 to 1e"),
        ({"time": "1"}, TypeError, "time: a number is needed, not str"),
        ({"seed": -1}, ValueError, "seed = -1: allowed are 0 to 18446744073709551615, or None"),
        ({"seed": True}, TypeError, "seed: an integer is needed, not bool"),
        ({"evaluation": "seeds"}, ValueError, "evaluation = 'seeds': allowed are \"margin\" and"),
        ({"evaluation": None}, TypeError, 'evaluation: "margin" or a function of a state is'),
        ({"table": 3}, TypeError, "table: a Tablebase is needed, not int"),
        ({"table": FEW, "evaluation": margin}, ValueError, "table: its values are margins; "),
        ({"table": RESULTS}, ValueError, "table: one of a game whose values are results"),
    ],
)
def test_arguments(arguments: dict[str, Any], error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text.replace("(", r"\(")):
        AlphaBeta(**arguments)


def test_a_game_that_is_over_cannot_be_searched() -> None:
    state = mc.rules("kalah").state(pits=[[0] * 6, [0] * 6])
    for agent in (AlphaBeta(), AlphaBeta(evaluation=margin)):
        with pytest.raises(ValueError, match="state: the game is over"):
            agent.analyse(state)
    with pytest.raises(TypeError, match="state: a State is needed, not int"):
        AlphaBeta().analyse(3)  # type: ignore[arg-type]


class Unlike(Exception):
    """What an evaluation raises."""


@pytest.mark.parametrize(
    ("answer", "error", "text"),
    [
        ("3", TypeError, "evaluation: it answers with a number, not str"),
        (None, TypeError, "evaluation: it answers with a number, not NoneType"),
        (float("nan"), ValueError, "evaluation: a finite number is needed, not NaN"),
        (float("inf"), ValueError, "evaluation: a finite number is needed, not inf"),
        (Unlike("no idea"), Unlike, "no idea"),
    ],
)
def test_what_an_evaluation_may_answer(answer: Any, error: type[Exception], text: str) -> None:
    def evaluation(_: mc.State) -> Any:
        if isinstance(answer, Exception):
            raise answer
        return answer

    agent = AlphaBeta(depth=2, evaluation=evaluation)
    with pytest.raises(error, match=text):
        agent(mc.rules("kalah").start())
    with pytest.raises(error, match=text):
        mc.match(mc.rules("kalah"), agent, Random(), 1)


def test_an_evaluation_may_answer_with_a_numpy_number() -> None:
    state = mc.rules("kalah").start()
    found = AlphaBeta(depth=2, evaluation=lambda s: np.float32(margin(s))).analyse(state)
    assert found.value == minimax(state, 2)
    assert AlphaBeta(depth=2, evaluation=operator.attrgetter("plies")).analyse(state).value == -2
