"""`BatchPolicy`: a function that answers for all lanes at once is an agent like any other."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import mancalab as mc
from batch_model import difference, snapshot
from chosen_games import CHOSEN, shortened
from mancalab._matches import playing
from mancalab.agents import BatchPolicy, Policy
from mancalab.study import first_player_advantage
from refusals import KALAH, Error, Words, lab, refused

GAMES = CHOSEN
GREEDY, RANDOM = mc.agents.Greedy(), mc.agents.Random()
STUDIED = ["kalah", "elf", "pratt", "mwambulula", "chuba", "oware", "um-el-bagara"]

Actions = npt.NDArray[Any]


# The same rules of play for one state and for all lanes.


def last(state: mc.State) -> int:
    return state.legal_actions[-1]


def last_of_all(batch: mc.Batch) -> Actions:
    actions: Actions = batch.mask.shape[1] - 1 - np.argmax(batch.mask[:, ::-1], axis=1)
    return actions


def fullest(state: mc.State) -> int:
    """Return the first legal action with the most seeds in the mover's pit of its number."""
    return max(state.legal_actions, key=lambda a: (state.observation[a], -a))


def fullest_of_all(batch: mc.Batch) -> Actions:
    own = batch.observation[:, : batch.mask.shape[1]].astype(int)
    actions: Actions = np.argmax(np.where(batch.mask, own, -1), axis=1)
    return actions


def best(state: mc.State) -> int:
    """Return the first action with the greatest margin after it."""

    def margin(action: int) -> int:
        scores = state.play(action).scores
        return scores[state.to_move] - scores[1 - state.to_move]

    return max(state.legal_actions, key=lambda action: (margin(action), -action))


def best_of_all(batch: mc.Batch) -> list[int]:
    return [best(batch.state(i)) for i in range(len(batch))]


def sampled(batch: mc.Batch) -> Actions:
    return batch.sample()


TWINS: dict[str, tuple[Callable[[mc.State], int], Callable[[mc.Batch], Any]]] = {
    "last": (last, last_of_all),
    "best": (best, best_of_all),
}


# The same games


@pytest.mark.parametrize("game", GAMES)
def test_samples_against_samples_are_playouts(game: str) -> None:
    rules = shortened(mc.catalogue[game])
    agent = BatchPolicy(sampled, deterministic=False)
    wanted = mc.playouts(rules, 200, seed=5)
    assert mc.match(rules, agent, agent, 200, seed=5) == wanted
    assert mc.match(rules, agent, RANDOM, 200, seed=5) == wanted
    assert mc.match(rules, RANDOM, agent, 200, seed=5) == wanted


@pytest.mark.parametrize("side", ["south", "north"])
@pytest.mark.parametrize("twin", TWINS)
@pytest.mark.parametrize("game", STUDIED)
def test_the_same_rule_plays_the_same_games(game: str, twin: str, side: str) -> None:
    rules = mc.rules(game, start=side)
    one, all_ = TWINS[twin]
    agent, policy = BatchPolicy(all_), Policy(one)
    others: list[Any] = [RANDOM, GREEDY, Policy(fullest)]
    for other, there in zip([*others, policy], [*others, agent], strict=True):
        run: dict[str, Any] = {"games": 60, "seed": 2, "opening_plies": 3}
        assert mc.match(rules, agent, there, **run) == mc.match(rules, policy, other, **run)
        assert mc.match(rules, there, agent, **run) == mc.match(rules, other, policy, **run)


def test_two_functions_play_each_other() -> None:
    one, other = BatchPolicy(fullest_of_all), BatchPolicy(last_of_all)
    for first, second, agents in (
        (one, other, (fullest, last)),
        (other, one, (last, fullest)),
        (one, last, (fullest, last)),
        (fullest, other, (fullest, last)),
    ):
        wanted = mc.match(KALAH, *agents, 150, seed=1, opening_plies=4)
        assert mc.match(KALAH, first, second, 150, seed=1, opening_plies=4) == wanted
        assert wanted.games == 150


@pytest.mark.parametrize("games", [0, 1, 63, 64, 65, 1000, 3001])
def test_any_number_of_games(games: int) -> None:
    agent = BatchPolicy(last_of_all)
    tally = mc.match(KALAH, agent, RANDOM, games, seed=3)
    assert tally.games == games
    assert tally == mc.match(KALAH, last, RANDOM, games, seed=3)


@pytest.mark.parametrize("threads", [1, 2, None])
def test_threads_do_not_show(threads: int | None) -> None:
    agent = BatchPolicy(fullest_of_all)
    tally = mc.match(KALAH, agent, GREEDY, 500, seed=3, threads=threads)
    assert tally == mc.match(KALAH, agent, GREEDY, 500, seed=3)


@pytest.mark.parametrize("game", ["kalah", "mwambulula", "chuba"])
def test_from_given_positions(game: str) -> None:
    rules = mc.catalogue[game]
    starts = [rules.start()]
    for _ in range(5):
        starts.append(starts[-1].play(starts[-1].legal_actions[0]))
    assert {state.to_move for state in starts} == {0, 1}
    run: dict[str, Any] = {"games": 50, "seed": 4, "starts": starts}
    for first, second in ((last_of_all, last), (sampled, None)):
        agent = BatchPolicy(first)
        wanted = mc.match(rules, RANDOM if second is None else second, GREEDY, **run)
        assert mc.match(rules, agent, GREEDY, **run) == wanted


def test_it_is_asked_for_many_lanes_at_once() -> None:
    sizes: list[int] = []

    def counted(batch: mc.Batch) -> Actions:
        assert type(batch) is mc.Batch
        assert batch.rules == KALAH
        assert batch.mask.any(axis=1).all()
        assert all(not batch.state(i).is_over for i in range(0, len(batch), 50))
        sizes.append(len(batch))
        return fullest_of_all(batch)

    agent = BatchPolicy(counted)
    tally = mc.match(KALAH, agent, agent, 1000, seed=1, opening_plies=2)
    assert len(sizes) < tally.plies / 10
    assert max(sizes) > 100


def test_what_it_does_to_the_batch_does_not_matter() -> None:
    def careless(batch: mc.Batch) -> Actions:
        actions = fullest_of_all(batch)
        trial = batch.copy()
        before = snapshot(batch)
        for _ in range(3):
            trial.step(trial.sample())
        assert difference(snapshot(batch), before) == []
        return actions

    wanted = mc.match(KALAH, fullest, GREEDY, 100, seed=6)
    assert mc.match(KALAH, BatchPolicy(careless), GREEDY, 100, seed=6) == wanted


@pytest.mark.parametrize("kind", [np.uint8, np.int16, np.uint64, list, tuple])
def test_answers_of_any_integer_type(kind: Any) -> None:
    def answer(batch: mc.Batch) -> Any:
        actions = last_of_all(batch)
        return actions.astype(kind) if issubclass(kind, np.generic) else kind(actions.tolist())

    wanted = mc.match(KALAH, last, GREEDY, 80, seed=6)
    assert mc.match(KALAH, BatchPolicy(answer), GREEDY, 80, seed=6) == wanted


# Studies


@pytest.mark.parametrize("swap", [False, True])
def test_a_series_of_games(swap: bool) -> None:
    rules = mc.catalogue["pratt"]
    run: dict[str, Any] = {"seed": 3, "opening_plies": 4, "swap": swap}
    wanted = playing.series(rules, fullest, GREEDY, 70, **run)
    agent = BatchPolicy(fullest_of_all)
    found = playing.series(rules, agent, GREEDY, 70, **run)
    for name in ("rounds", "games", "tally", "outcomes", "joint", "distinct", "moments"):
        assert getattr(found, name) == getattr(wanted, name), name
    parts = [
        playing.series(rules, agent, GREEDY, 35, first_round=begin, **run) for begin in (0, 35)
    ]
    assert (parts[0] + parts[1]).moments == wanted.moments


def test_a_study_takes_it_as_an_agent() -> None:
    agents: list[Any] = [(BatchPolicy(last_of_all, "mine"), "random")]
    table = first_player_advantage("kalah", agents, n=100)
    wanted = first_player_advantage("kalah", [(Policy(last, "mine"), "random")], n=100)
    (found,), (row,) = table, wanted
    assert (found.first, found.wins, found.draws) == (row.first, row.wins, row.draws)


# As a value


def test_an_agent_is_a_value() -> None:
    agent = BatchPolicy(last_of_all)
    assert agent.name == "last_of_all"
    assert agent.deterministic
    named = BatchPolicy(last_of_all, "mine", deterministic=False)
    assert (named.name, named.deterministic) == ("mine", False)
    pickled = pickle.loads(pickle.dumps(agent))  # noqa: S301 - our own
    for same in (copy.copy(agent), copy.deepcopy(agent), pickled, BatchPolicy(last_of_all)):
        assert same == agent
        assert hash(same) == hash(agent)
    assert agent not in {named, Policy(last)}
    assert "BatchPolicy" in mc.agents.__all__


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lab.agents.BatchPolicy, TypeError, ("function",)),
        (lambda: lab.agents.BatchPolicy(3), TypeError, ("function", "int")),
        (lambda: lab.agents.BatchPolicy(None), TypeError, ("function", "None")),
        (lambda: lab.agents.BatchPolicy(max, label=3), TypeError, ("label", "str", "int")),
        (
            lambda: setattr(lab.agents.BatchPolicy(max), "label", ""),
            FrozenInstanceError,
            ("label",),
        ),
    ],
)
def test_agents_that_are_refused(call: Callable[[], object], error: Error, words: Words) -> None:
    refused(call, error, words)


# Bad answers


def match(answer: Callable[[mc.Batch], object], *, second: bool = False) -> Callable[[], mc.Tally]:
    agents = (lab.agents.BatchPolicy(answer), GREEDY)
    first, other = agents[::-1] if second else agents
    return lambda: mc.match(KALAH, first, other, 40, seed=1)


@pytest.mark.parametrize("second", [False, True])
@pytest.mark.parametrize(
    ("answer", "error", "words"),
    [
        (lambda _: None, TypeError, ("policy", "integer", "None")),
        (lambda _: "abc", TypeError, ("policy", "integer", "str")),
        (lambda batch: batch, TypeError, ("policy", "integer", "Batch")),
        (lambda batch: batch.mask, TypeError, ("policy", "integer", "bool")),
        (lambda batch: batch.sample() * 1.0, TypeError, ("policy", "integer", "float64")),
        (lambda batch: batch.sample() > 0, TypeError, ("policy", "integer", "bool")),
        (lambda _: 0, ValueError, ("policy", "()")),
        (lambda batch: batch.sample()[1:], ValueError, ("policy", "shape")),
        (lambda batch: [*batch.sample(), 0], ValueError, ("policy", "shape")),
        (lambda batch: batch.sample()[:, None], ValueError, ("policy", "shape")),
        (lambda batch: batch.sample() + 6, mc.IllegalAction, ("action ", "KA-2")),
        (lambda batch: batch.sample().astype(int) + 256, mc.IllegalAction, ("action 2", "KA-2")),
        (lambda batch: -1 - batch.sample().astype(int), mc.IllegalAction, ("action -", "KA-2")),
        (lambda batch: np.argmin(batch.mask, axis=1), mc.IllegalAction, ("action ", "KA-2")),
    ],
)
def test_an_answer_that_is_refused(
    answer: Callable[[mc.Batch], object], error: Error, words: Words, second: bool
) -> None:
    refused(match(answer, second=second), error, words)
    assert mc.match(KALAH, BatchPolicy(last_of_all), GREEDY, 3).games == 3


def too_large(batch: mc.Batch) -> npt.NDArray[np.uint64]:
    return np.full(len(batch), 2**63, dtype=np.uint64)


@pytest.mark.parametrize("opponent", [BatchPolicy(last_of_all), GREEDY])
def test_an_answer_beyond_all_numbers_of_actions_is_told_as_it_is(opponent: Any) -> None:
    with pytest.raises(mc.IllegalAction, match=f"^action {2**63} is illegal"):
        mc.match(KALAH, BatchPolicy(too_large), opponent, 3)


@pytest.mark.parametrize("answer", [1.0, np.float32(2), True, np.True_, "1", None, 2**63, -(2**70)])
def test_a_function_of_a_state_is_held_to_the_same_beside_a_batch_policy(answer: Any) -> None:
    errors = []
    for opponent in (Policy(last), BatchPolicy(last_of_all)):
        with pytest.raises((TypeError, mc.IllegalAction)) as caught:
            mc.match(KALAH, lambda _: answer, opponent, 3)
        errors.append((caught.type, str(caught.value)))
    assert errors[0] == errors[1]


class OwnError(Exception):
    pass


@pytest.mark.parametrize("error", [OwnError("mine"), KeyError("k"), SystemExit(3), MemoryError()])
def test_what_the_function_raises_comes_out(error: BaseException) -> None:
    calls = 0

    def policy(batch: mc.Batch) -> Actions:
        nonlocal calls
        calls += 1
        if calls > 5:
            raise error
        return batch.sample()

    with pytest.raises(type(error)) as caught:
        mc.match(KALAH, BatchPolicy(policy), GREEDY, 1000)
    assert caught.value is error
    assert calls == 6
    assert caught.traceback[-1].name == "policy"


def test_a_function_that_takes_no_batch() -> None:
    refused(match(lambda: 0), TypeError, ("argument",))  # type: ignore[misc,arg-type]


def test_progress_adds_up_to_the_games() -> None:
    told: list[int] = []
    agent = BatchPolicy(last_of_all)
    assert mc.match(KALAH, agent, RANDOM, 2000, progress=told.append).games == 2000
    assert sum(told) == 2000
