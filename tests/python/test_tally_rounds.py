"""How many rounds matches have, as tallies count them."""

from __future__ import annotations

import pickle
from collections import Counter

import numpy as np
import numpy.typing as npt
import pytest

import mancalab as mc
from mancalab.cli import main
from mancalab.study import by_round

ROUNDS = ["pallankuli", "erherhe", "main-chongkak", "mangala-match"]


def lowest(state: mc.State) -> int:
    return state.legal_actions[0]


def lowest_of_all(batch: mc.Batch) -> npt.NDArray[np.int64]:
    found: npt.NDArray[np.int64] = np.argmax(batch.mask, axis=1)
    return found


@pytest.mark.parametrize("game", ROUNDS)
@pytest.mark.parametrize("engine", ["lanes", "reference"])
def test_rounds_are_those_that_states_have(game: str, engine: str) -> None:
    tally = mc.playouts(game, 60, seed=3, engine=engine)
    batch = mc.Batch(mc.rules(game), 60, seed=3, autoreset="disabled")
    while not (batch.terminated | batch.truncated).all():
        batch.step(batch.sample())
    ends = [batch.state(lane) for lane in range(60)]
    scored = ("south", "north", "draw")
    played = [end for end in ends if end.outcome and end.outcome.result in scored]
    counts = Counter(end.registers["round"][0] + 1 for end in played)
    assert tally.rounds_histogram == dict(sorted(counts.items()))
    assert list(tally.rounds_histogram) == sorted(counts)
    assert tally.rounds == sum(n * rounds for rounds, n in counts.items()) > 60


def test_a_game_without_rounds_has_none() -> None:
    tally = mc.playouts("kalah", 20)
    assert (tally.rounds, tally.rounds_histogram) == (0, {})


def test_tallies_with_rounds_add_up_and_are_pickled() -> None:
    halves = [mc.playouts("pallankuli", n, seed=n) for n in (30, 40)]
    both = halves[0] + halves[1]
    assert both.rounds == halves[0].rounds + halves[1].rounds
    assert sum(both.rounds_histogram.values()) == 70
    again = pickle.loads(pickle.dumps(both))  # noqa: S301  (its own)
    assert (again, again.rounds_histogram) == (both, both.rounds_histogram)


def test_matches_of_batched_agents_count_them_too() -> None:
    """The same games, played one by one and many at once."""
    one, many = mc.agents.Policy(lowest), mc.agents.BatchPolicy(lowest_of_all)
    slow, fast = (mc.match("pallankuli", agent, "random", 12, seed=5) for agent in (one, many))
    assert slow == fast
    assert fast.rounds_histogram == slow.rounds_histogram
    assert fast.rounds > 12


def test_studies_of_rounds_agree() -> None:
    tally = mc.playouts("main-chongkak", 40, seed=9)
    found = by_round("main-chongkak", n=40, seed=9)
    assert found.length.value == pytest.approx(tally.rounds / sum(tally.rounds_histogram.values()))


def test_a_check_prints_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "mangala-match"]) == 0
    assert "  rounds         5 to 5, median 5, mean 5.0\n" in capsys.readouterr().out
