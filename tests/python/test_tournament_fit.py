"""The fit of strengths: what it recovers from games of known truth, and when it says it cannot."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from numpy.typing import NDArray

from mancalab.study.fit import Fit, Meeting, fit
from mancalab.study.outcomes import DRAW, LOSS, VOID, WIN

NAMES = ("A", "B", "C", "D")


def joint(**pairs: int) -> list[list[int]]:
    """Pairs of games by their outcomes for the starters, as in joint(WL=3)."""
    letters = {"W": WIN, "L": LOSS, "D": DRAW, "V": VOID}
    table = [[0] * 5 for _ in range(5)]
    for both, count in pairs.items():
        table[letters[both[0]]][letters[both[1]]] += count
    return table


def generated(
    strengths: list[float], advantage: float, width: float, pairs: int, seed: int = 0
) -> list[Meeting]:
    """Games of known truth."""
    random = np.random.default_rng(seed)

    def outcomes(gap: float) -> NDArray[np.int64]:
        won = 1 / (1 + math.exp(-(gap + advantage - width)))
        lost = 1 / (1 + math.exp(gap + advantage + width))
        return random.choice([WIN, LOSS, DRAW], size=pairs, p=[won, lost, 1 - won - lost])

    meetings = []
    for i, j in itertools.combinations(range(len(strengths)), 2):
        table = np.zeros((5, 5), dtype=np.int64)
        gap = strengths[i] - strengths[j]
        np.add.at(table, (outcomes(gap), outcomes(-gap)), 1)
        meetings.append(Meeting(i, j, table.tolist()))
    return meetings


def fitted(meetings: list[Meeting], agents: int = 2) -> Fit:
    return fit(NAMES[:agents], meetings)


def test_the_truth_is_recovered_within_its_errors() -> None:
    truth = [0.9, 0.2, -0.3, -0.8]
    found = fitted(generated(truth, 0.25, 0.5, 20_000), 4)
    assert found.notes == ()
    assert found.games == 6 * 40_000
    assert sum(found.strengths) == pytest.approx(0, abs=1e-9)
    for value, error, true in zip(found.strengths, found.strength_errors, truth, strict=True):
        assert 0.002 < error < 0.02
        assert abs(value - true) < 4 * error
    assert abs(found.advantage - 0.25) < 4 * found.advantage_error
    assert abs(found.draw_width - 0.5) < 4 * found.draw_width_error
    assert max(found.advantage_error, found.draw_width_error) < 0.01


def test_errors_tell_how_far_estimates_scatter() -> None:
    fits = [fitted(generated([0.5, -0.5], 0.3, 0.4, 300, seed), 2) for seed in range(60)]
    values = np.array([(x.strengths[0], x.advantage, x.draw_width) for x in fits])
    errors = np.array([(x.strength_errors[0], x.advantage_error, x.draw_width_error) for x in fits])
    assert errors.mean(axis=0) == pytest.approx(values.std(axis=0, ddof=1), rel=0.3)


def test_errors_are_over_pairs_not_over_games() -> None:
    # Both games of a pair end alike for the starter, so a pair tells as much as one game does.
    alike = fitted([Meeting(0, 1, joint(WW=60, LL=30, DD=10))])
    mixed = fitted([Meeting(0, 1, joint(WW=36, WL=18, LW=18, LL=9, WD=6, DW=6, LD=3, DL=3, DD=1))])
    assert alike.advantage == pytest.approx(mixed.advantage, abs=1e-5)
    ratio = alike.advantage_error / mixed.advantage_error
    assert ratio == pytest.approx(math.sqrt(2), rel=0.01)


def test_void_games_are_left_out() -> None:
    with_void = fitted([Meeting(0, 1, joint(WW=60, LL=30, WL=20, DD=10, WV=1, VV=50))])
    assert with_void.games == 241
    plain = fitted([Meeting(0, 1, joint(WW=60, LL=30, WL=20, DD=10))])
    assert with_void.advantage == pytest.approx(plain.advantage, abs=0.02)


def test_without_draws_the_width_is_zero_and_said_so() -> None:
    found = fitted([Meeting(0, 1, joint(WW=50, WL=30, LW=10, LL=10))])
    # A binary logit with as many parameters as shares: won by A first 80 %, by B first 60 %.
    logit = [math.log(share / (1 - share)) for share in (0.8, 0.6)]
    assert found.advantage == pytest.approx(sum(logit) / 2, abs=1e-6)
    assert found.strengths[0] == pytest.approx((logit[0] - logit[1]) / 4, abs=1e-6)
    assert found.draw_width == 0
    assert math.isnan(found.draw_width_error)
    assert found.advantage_error > 0
    assert "no game was drawn" in found.notes[0]


def test_without_a_loss_of_the_first_player_strengths_are_still_fitted() -> None:
    found = fitted([Meeting(0, 1, joint(WW=50, WD=30, DW=10, DD=10))])
    assert found.strengths[0] > 0
    assert found.strengths[0] == -found.strengths[1]
    assert math.isnan(found.advantage)
    assert math.isnan(found.draw_width)
    assert "lost no game" in found.notes[0]


def test_an_agent_that_wins_everything_has_no_finite_strength() -> None:
    meetings = generated([0.3, -0.3], 0.2, 0.5, 500)
    alone = fitted(meetings)
    for rank, table in (("best", joint(WL=500)), ("worst", joint(LW=500))):
        found = fitted([*meetings, Meeting(2, 0, table), Meeting(2, 1, table)], 3)
        assert found.strengths[2] == (math.inf if rank == "best" else -math.inf)
        assert math.isnan(found.strength_errors[2])
        assert found.strengths[:2] == pytest.approx(alone.strengths, abs=1e-5)
        assert found.advantage == pytest.approx(alone.advantage, abs=1e-5)
        assert found.games == 1000
        assert found.notes == ("no finite strength fits C; the fit is of the others",)


def test_two_groups_that_never_upset_each_other_are_told_apart() -> None:
    table = joint(WL=50)
    across = [Meeting(i, j, table) for i in (0, 1) for j in (2, 3)]
    (upper,) = generated([0.5, -0.5], 0.2, 0.5, 500)
    lower = Meeting(2, 3, joint(WW=10, LW=3, LL=5, DD=4))
    found = fitted([upper, lower, *across], 4)
    assert found.strengths[2:] == (-math.inf, -math.inf)
    assert found.strengths[0] == pytest.approx(0.5, abs=0.15)


@pytest.mark.parametrize(
    ("table", "strengths"),
    [
        (joint(WL=10), (math.inf, -math.inf)),  # A wins everything
        (joint(WL=1), (math.inf, -math.inf)),  # one pair of games
        (joint(WL=5, WD=5, DL=5, DD=5), (math.inf, -math.inf)),  # A never loses
        (joint(WL=5, WW=5), (math.inf, -math.inf)),  # A always wins as the first player
    ],
)
def test_two_agents_without_a_finite_fit(
    table: list[list[int]], strengths: tuple[float, float]
) -> None:
    found = fitted([Meeting(0, 1, table)])
    assert found.strengths == strengths
    assert all(map(math.isnan, (found.advantage, found.draw_width, *found.strength_errors)))
    assert "no finite strengths" in found.notes[0]


@pytest.mark.parametrize(
    ("table", "note"),
    [
        (joint(), "no game was won, lost or drawn"),
        (joint(VV=9), "no game was won, lost or drawn"),
        (joint(DD=9), "the first player drew every game"),
        (joint(WW=9), "the first player won every game"),
        (joint(WV=5, LV=5), "too few different games"),
    ],
)
def test_games_that_tell_nothing(table: list[list[int]], note: str) -> None:
    found = fitted([Meeting(0, 1, table)])
    assert all(map(math.isnan, (*found.strengths, found.advantage, found.draw_width)))
    assert note in found.notes[0]


def test_few_pairs_give_no_errors() -> None:
    found = fitted([Meeting(0, 1, joint(WW=1, LD=1, DL=1))])
    assert math.isfinite(found.advantage)
    assert math.isnan(found.advantage_error)
    assert "too few for standard errors" in found.notes[0]


def test_the_order_of_the_agents_makes_no_difference() -> None:
    meetings = generated([0.9, 0.2, -0.3, -0.8], 0.25, 0.5, 200)
    found = fitted(meetings, 4)
    # Seen from the second agent, the games of a pair change places.
    turned = [
        Meeting(3 - second, 3 - first, np.array(table).T.tolist())
        for first, second, table in meetings
    ]
    other = fitted(turned[::-1], 4)
    assert other.strengths[::-1] == pytest.approx(found.strengths, abs=1e-7)
    assert other.strength_errors[::-1] == pytest.approx(found.strength_errors, abs=1e-7)
    assert other.advantage == pytest.approx(found.advantage, abs=1e-7)
    assert other.draw_width_error == pytest.approx(found.draw_width_error, abs=1e-7)


def test_a_result_that_is_rare_among_very_many_games_is_fitted() -> None:
    many = 10**7
    found = fitted([Meeting(0, 1, joint(WW=many, LL=many, WL=1, LW=2 * many, DD=1))])
    assert found.notes == ()
    # Two of 8 * 10^7 games were drawn; by the model that takes a narrow range about an even chance.
    assert 0 < found.draw_width < 1e-6
    assert found.draw_width_error == pytest.approx(found.draw_width, rel=0.05)


@pytest.mark.parametrize("seed", range(10))
def test_no_other_strengths_make_the_games_likelier(seed: int) -> None:
    random = np.random.default_rng(seed)
    shares = random.dirichlet(np.full(9, 0.6))
    tables = np.zeros((3, 5, 5), dtype=np.int64)
    tables[:, :3, :3] = random.multinomial(10 ** int(random.integers(3, 6)), shares, 3).reshape(
        3, 3, 3
    )
    meetings = [Meeting(i, j, table.tolist()) for (i, j), table in zip(PAIRS, tables, strict=True)]
    found = fitted(meetings, 3)
    assert found.notes == ()
    best = likelihood(meetings, np.array(found.strengths), found.advantage, found.draw_width)
    for _ in range(20):
        shift = 10.0 ** random.uniform(-4, 0) * random.normal(size=5)
        strengths = np.array(found.strengths) + shift[:3]
        width = found.draw_width * math.exp(shift[4])
        assert likelihood(meetings, strengths, found.advantage + shift[3], width) <= best + 1e-12


PAIRS = ((0, 1), (0, 2), (1, 2))


def likelihood(
    meetings: list[Meeting], strengths: NDArray[np.float64], advantage: float, width: float
) -> float:
    """Mean logarithm of the probability of a game, as the documentation of `Fit` has it."""
    total, games = 0.0, 0
    for first, second, table in meetings:
        gap = strengths[first] - strengths[second]
        for counts, x in zip(
            (np.sum(table, axis=1), np.sum(table, axis=0)), (gap, -gap), strict=True
        ):
            won = 1 / (1 + math.exp(width - x - advantage))
            lost = 1 / (1 + math.exp(width + x + advantage))
            for outcome, share in ((WIN, won), (LOSS, lost), (DRAW, 1 - won - lost)):
                total += counts[outcome] * math.log(max(share, 1e-300)) if counts[outcome] else 0
                games += int(counts[outcome])
    return total / games
