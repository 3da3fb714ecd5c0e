"""Questions to the solver: is a value reached? Each against the value that is known."""

from __future__ import annotations

from typing import Any

import pytest

import mancalab as mc
from refusals import cases, lab, refused

MARGIN = {
    "kalah 3x2": mc.rules("kalah", columns=3, seeds=2),
    "kalah 4x2": mc.rules("kalah", columns=4, seeds=2),
    "kalah 4x3": mc.rules("kalah", columns=4, seeds=3),
    "kalah 3x3, mover_empty": mc.rules("kalah", columns=3, seeds=3, end="mover_empty"),
    "kalaha-general 3x3": mc.rules("kalaha-general", columns=3, seeds=3),
    "elf-mankala 3x2": mc.rules("elf-mankala", columns=3, seeds=2),
}
RESULT = {f"waurie 2x{seeds}": mc.rules("waurie", columns=2, seeds=seeds) for seeds in (2, 3, 4)}
PROVEN = MARGIN | RESULT
OTHERS = {
    "awari 3x2": mc.rules("awari", columns=3, seeds=2),
    "oware 3x2": mc.rules("oware", columns=3, seeds=2),
    "kalah 3x2 of 4 actions": mc.rules("kalah", columns=3, seeds=2, max_actions=4),
}


def most(rules: mc.Rules) -> int:
    """Return the greatest number that may be asked about."""
    solution = mc.solve(rules)
    start = rules.start()
    return 1 if solution.kind == "result" else int(start.pits.sum() + start.stores.sum())


@pytest.mark.parametrize("name", [*PROVEN, *OTHERS])
def test_every_question_is_answered_as_the_value_says(name: str) -> None:
    rules = (PROVEN | OTHERS)[name]
    value = mc.solve(rules).value
    assert value is not None
    answers = set()
    for asked in range(-most(rules), most(rules) + 1):
        found = mc.solve(rules, at_least=asked)
        low, high = found.bounds
        assert found.answer is (value >= asked)
        assert low <= value <= high
        assert (low >= asked) or (high < asked)
        assert found.at_least == asked
        answers.add(found.answer)
    assert answers == ({True, False} if value < most(rules) else {True})


def test_a_question_leaves_the_value_open_where_a_proof_answers_it() -> None:
    rules = mc.rules("kalah", columns=4, seeds=4)
    whole = mc.solve(rules)
    assert whole.value is not None
    few = mc.solve(rules, at_least=whole.value - 3)
    assert few.answer is True
    assert (few.solved, few.method, few.principal_variation) == (False, "proof", ())
    assert few.nodes < whole.nodes
    # All margins are even here, so "at least 5" is answered as "at least 6" is.
    assert few.bounds[0] % 2 == few.bounds[1] % 2 == 0


def test_a_position_on_the_way_is_asked_for_the_side_to_move() -> None:
    rules = mc.rules("kalah", columns=3, seeds=3)
    state = rules.start().play(0).play(1)
    value = mc.solve(state).value
    assert value is not None
    assert mc.solve(state, at_least=value).answer is True
    assert mc.solve(state, at_least=value + 1).answer is False


@pytest.mark.parametrize("limit", [{"nodes": 1}, {"nodes": 2_000}, {"time": 1e-6}])
@pytest.mark.parametrize("game", ["kalah 4x3", "awari 3x2", "waurie 2x4"])
def test_a_limit_leaves_an_answer_open_and_never_gives_a_wrong_one(
    game: str, limit: dict[str, Any]
) -> None:
    rules = (PROVEN | OTHERS)[game]
    value = mc.solve(rules).value
    assert value is not None
    for asked in (value - 1, value, value + 1):
        if abs(asked) <= most(rules):
            answer = mc.solve(rules, at_least=asked, **limit).answer
            assert answer in {None, value >= asked}


def test_what_cannot_be_reached_is_known_without_a_search() -> None:
    kalah = mc.rules("kalah", columns=3, seeds=2)
    late = kalah.state(pits=[[1, 0, 0], [0, 0, 1]], stores=[8, 2])
    for asked, answer in ((4, True), (9, False)):
        found = mc.solve(late, at_least=asked)
        assert (found.answer, found.nodes) == (answer, 0)


def test_an_answer_needs_a_question() -> None:
    solution = mc.solve(mc.rules("kalah", columns=3, seeds=2))
    assert solution.at_least is None
    refused(lambda: solution.answer, ValueError, ("answer", "at_least=1"))


KALAH: Any = mc.rules("kalah", columns=3, seeds=3)
WAURIE: Any = RESULT["waurie 2x2"]


@cases(
    [
        (lambda: lab.solve(KALAH, at_least=19), ValueError, ("at_least = 19: allowed are -18 to",)),
        (lambda: lab.solve(KALAH, at_least=-19), ValueError, ("at_least = -19",)),
        (lambda: lab.solve(KALAH, at_least=10**30), ValueError, ("at_least = 1000", "-18 to 18")),
        (lambda: lab.solve(WAURIE, at_least=2), ValueError, ("at_least = 2: allowed are -1 to 1",)),
        (lambda: lab.solve(KALAH, at_least=1.0), TypeError, ("at_least: an integer is needed",)),
        (lambda: lab.solve(KALAH, at_least=True), TypeError, ("at_least", "not bool")),
        (
            lambda: lab.solve(KALAH, actions=True, at_least=1),
            ValueError,
            ("at_least = 1: allowed only without actions",),
        ),
    ]
)
def test_bad_questions(call: object, error: type[BaseException], words: tuple[str, ...]) -> None:
    refused(call, error, words)  # type: ignore[arg-type]
