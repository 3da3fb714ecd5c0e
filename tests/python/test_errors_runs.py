"""Bad input for playouts, matches and agents: the error says what is wrong, nothing is harmed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import FrozenInstanceError
from typing import Any

import pytest

import mancalab as mc
from refusals import (
    GREEDY,
    KALAH,
    START,
    Call,
    Error,
    Words,
    assert_unharmed,
    cases,
    lab,
    refused,
)

OVER: Any = KALAH.state(pits=[[0] * 6] * 2)
PRATT: Any = mc.rules("pratt").start()


@pytest.fixture(autouse=True)
def _unharmed() -> Iterator[None]:
    yield
    assert_unharmed()


def playouts(*given: object, **options: object) -> Call:
    return lambda: lab.playouts(*(given or (KALAH, 3)), **options)


def match(first: object = GREEDY, second: object = GREEDY, **options: object) -> Call:
    return lambda: lab.match(KALAH, first, second, **({"games": 3} | options))


@cases(
    [
        (playouts("kalha", 3), KeyError, ("kalha", "kalah")),
        (playouts(None, 3), TypeError, ("rules", "a name, rules or", "None")),
        (playouts(START, 3), TypeError, ("rules", "a name, rules or", "State")),
        (playouts(3, 3, progress=True), TypeError, ("rules", "a name, rules or", "int")),
        (playouts(KALAH), TypeError, ("games",)),
        (playouts(KALAH, -1), ValueError, ("games = -1", "0 to")),
        (playouts(KALAH, 10**30), ValueError, (f"games = {10**30}", "0 to")),
        (playouts(KALAH, 3.0), TypeError, ("games", "float")),
        (playouts(KALAH, "3"), TypeError, ("games", "str")),
        (playouts(KALAH, "3", progress=True), TypeError, ("games", "str")),
        (playouts(KALAH, None, progress=True), TypeError, ("games", "None")),
        (playouts(KALAH, 3.0, progress=True), TypeError, ("games", "float")),
        (playouts(KALAH, True), TypeError, ("games", "bool")),
        (playouts(seed=-1), ValueError, ("seed = -1", f"0 to {2**64 - 1}")),
        (playouts(seed=2**64), ValueError, (f"seed = {2**64}", f"0 to {2**64 - 1}")),
        (playouts(seed=1.0), TypeError, ("seed", "float")),
        (playouts(seed="x"), TypeError, ("seed", "str")),
        (playouts(seed=None), TypeError, ("seed", "None")),
        (playouts(threads=0), ValueError, ("threads = 0", "1 to", "None")),
        (playouts(threads=-1), ValueError, ("threads = -1", "1 to")),
        (playouts(threads=10**6), ValueError, (f"threads = {10**6}", "1 to")),
        (playouts(threads=2.0), TypeError, ("threads", "float")),
        (playouts(threads="2"), TypeError, ("threads", "str")),
        (playouts(engine="fast"), ValueError, ("engine", "fast", "lanes", "reference")),
        (playouts(engine=None), ValueError, ("engine", "None", "lanes", "reference")),
        (playouts(engine=["lanes"]), ValueError, ("engine", "lanes, reference")),
        (playouts(progress=3), TypeError, ("progress", "True", "function", "int")),
        (playouts(progress="yes"), TypeError, ("progress", "True", "function", "str")),
        (playouts(opening_plies=1), TypeError, ("opening_plies",)),
    ]
)
def test_playouts_refuse(call: Call, error: Error, words: Words) -> None:
    refused(call, error, words)


@cases(
    [
        (lambda: lab.match("kalha", GREEDY, GREEDY, 1), KeyError, ("kalha", "kalah")),
        (lambda: lab.match(KALAH, GREEDY), TypeError, ("second", "games")),
        (match(games=-1), ValueError, ("games = -1", "0 to")),
        (match(games=2**63), ValueError, (f"games = {2**63}", "0 to")),
        (match(games=1.5), TypeError, ("games", "float")),
        (match(seed=-1), ValueError, ("seed = -1", "0 to")),
        (match(seed=2**64), ValueError, (f"seed = {2**64}", "0 to")),
        (match(seed=1.0), TypeError, ("seed", "float")),
        (match(threads=0), ValueError, ("threads = 0", "1 to")),
        (match(lambda _: 0, threads=0), ValueError, ("threads = 0", "1 to")),
        (match(threads=10**6), ValueError, (f"threads = {10**6}", "1 to")),
        (match(opening_plies=-1), ValueError, ("opening_plies = -1", "0 to")),
        (match(opening_plies=2**40), ValueError, (f"opening_plies = {2**40}", "0 to")),
        (match(opening_plies=1.5), TypeError, ("opening_plies", "float")),
        (match(opening_plies=None), TypeError, ("opening_plies", "None")),
        (match(starts=[]), ValueError, ("starts", "at least one")),
        (match(starts=1), TypeError, ("starts", "states", "int")),
        (match(starts=START), TypeError, ("starts", "states", "State")),
        (match(starts="abc"), TypeError, ("starts", "states", "str")),
        (match(starts=[START, 1]), TypeError, ("starts", "states", "int")),
        (match(starts=[START, PRATT]), ValueError, ("starts", "state 1", "rules")),
        (match(starts=[START, START, OVER]), ValueError, ("starts", "state 2", "over")),
        (match(starts=(1 // 0 for _ in "x")), ZeroDivisionError, ()),
        (match(engine="lanes"), TypeError, ("engine",)),
        (match(progress=3), TypeError, ("progress", "True", "function", "int")),
        (match(1), TypeError, ("first", "agent", "function", "int")),
        (match(GREEDY, None), TypeError, ("second", "agent", "function", "None")),
        (match(GREEDY, "gredy"), ValueError, ("second", "'gredy'", "did you mean 'greedy'")),
        (match("mcts(sims=5)"), ValueError, ("first", "mcts has no argument sims")),
        (match(mc.agents.Greedy), TypeError, ("first", "agent", "Greedy()")),
        (match(GREEDY, mc.agents.Policy), TypeError, ("second", "agent")),
        (match(KALAH), TypeError, ("first", "agent", "Rules")),
        (lab.agents.Policy, TypeError, ("function",)),
        (lambda: lab.agents.Policy(3), TypeError, ("function", "int")),
        (lambda: lab.agents.Policy(None), TypeError, ("function", "None")),
        (lambda: lab.agents.Policy(max, label=3), TypeError, ("label", "str", "int")),
        (lambda: lab.agents.Greedy(3), TypeError, ("Greedy",)),
        (lambda: setattr(lab.agents.Policy(max), "label", "x"), FrozenInstanceError, ("label",)),
    ]
)
def test_matches_refuse(call: Call, error: Error, words: Words) -> None:
    refused(call, error, words)


# What a policy answers


@pytest.mark.parametrize("action", [1, 6, 99, -1, 2**63, 10**40, -(10**40)])
def test_a_policy_that_answers_with_an_illegal_action(action: int) -> None:
    # Pit 1 is empty at South's second turn: South plays it at the first.
    words = (f"action {action} ", "KA-2", "legal are")
    refused(match(lambda _: action), mc.IllegalAction, words)
    refused(match(GREEDY, mc.agents.Policy(lambda _: action)), mc.IllegalAction, words)


@pytest.mark.parametrize(
    "answer", ["1", None, 1.0, [1], True, START], ids=lambda a: type(a).__name__
)
def test_a_policy_that_answers_with_something_else(answer: object) -> None:
    words = ("policy", "action", type(answer).__name__)
    refused(match(lambda _: answer), TypeError, words)


def test_a_policy_that_takes_no_state() -> None:
    refused(match(lambda: 0), TypeError, ("argument",))


class OwnError(Exception):
    pass


@pytest.mark.parametrize("error", [OwnError("mine"), KeyError("k"), SystemExit(3), MemoryError()])
def test_what_a_policy_raises_comes_out(error: BaseException) -> None:
    calls = 0

    def policy(state: mc.State) -> int:
        nonlocal calls
        calls += 1
        if calls > 50:
            raise error
        return state.legal_actions[0]

    with pytest.raises(type(error)) as caught:
        mc.match(KALAH, policy, GREEDY, 1000)
    assert caught.value is error
    assert calls == 51
    assert caught.traceback[-1].name == "policy"


def test_a_policy_may_play_and_run_games_itself() -> None:
    def policy(state: mc.State) -> int:
        inner = mc.playouts(state.rules, 10)
        assert mc.match(state.rules, lambda s: s.legal_actions[0], GREEDY, 1).games == 1
        return state.legal_actions[inner.games % len(state.legal_actions)]

    assert mc.match(KALAH, policy, policy, 3).games == 3


# What a progress function raises


@pytest.mark.parametrize("second", [GREEDY, mc.agents.Policy(lambda s: s.legal_actions[0])])
def test_what_a_progress_function_raises_comes_out(second: mc.agents.Agent) -> None:
    error = OwnError("progress")

    def progress(_: int) -> None:
        raise error

    calls: list[Call] = [
        match(GREEDY, second, games=50, progress=progress),
        playouts(KALAH, 10**12, progress=progress),
    ]
    for call in calls:
        with pytest.raises(OwnError) as caught:
            call()
        assert caught.value is error


def test_a_progress_function_that_takes_no_number() -> None:
    refused(playouts(progress=lambda: 0), TypeError, ("argument",))
