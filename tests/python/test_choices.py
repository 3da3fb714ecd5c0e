"""The choice of an action at random: equally likely, whatever the number of choices, no memory.

The seeds are fixed, so these tests give the same p-values every time. The profile `nightly` draws
10**8 times for each number of choices.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt
import pytest
from scipy import stats

import mancalab as mc
from batch_model import NIGHTLY, numbers

CHOICES = range(2, 34)
DRAWS = 10**8 if NIGHTLY else 2**15  # for each number of choices
LANES = 2**18 if NIGHTLY else 2**13
IN_PLAY = 2 * 10**7 if NIGHTLY else 10**6
SEED = 20
# Of some hundred p-values, one of these is smaller by chance in one of ten thousand seeds.
LEAST = 1e-6

Counts = npt.NDArray[np.int64]


def position(choices: int) -> mc.State:
    """Return a position with so many legal actions."""
    rules = mc.rules("kalah", columns=16, seeds=1, symmetric=True)
    pits = np.zeros((2, 16), dtype=int)
    if choices == 33:
        # Each of South's pits both ways, and North's only one in the way that leaves them a seed.
        rules = rules.replace(direction="chosen", feeding="always")
        pits[0], pits[1, 0] = 1, 1
    else:
        pits[0, : (choices + 1) // 2], pits[1, : choices // 2] = 1, 1
    return rules.state(pits=pits)


@pytest.mark.parametrize("choices", CHOICES)
def test_positions_with_so_many_choices(choices: int) -> None:
    assert len(position(choices).legal_actions) == choices


@cache
def drawn(choices: int) -> dict[str, Counts]:
    """Return how often each choice was drawn, alone and in pairs that share no draw.

    Neighbours are games g and g + 1, successors the games g and g + n of one lane.
    """
    state = position(choices)
    batch = mc.Batch(state.rules, LANES, seed=choices, starts=[state])  # a seed for each number
    ranks = np.zeros(state.rules.n_actions, dtype=np.int64)
    ranks[list(state.legal_actions)] = np.arange(choices)
    counts = {
        "alone": np.zeros(choices, dtype=np.int64),
        "neighbours": np.zeros(choices**2, dtype=np.int64),
        "successors": np.zeros(choices**2, dtype=np.int64),
    }
    before = None
    for _ in range(-(-DRAWS // LANES)):
        now = ranks[batch.sample()]
        counts["alone"] += np.bincount(now, minlength=choices)
        counts["neighbours"] += np.bincount(now[::2] * choices + now[1::2], minlength=choices**2)
        if before is None:
            before = now
        else:
            counts["successors"] += np.bincount(before * choices + now, minlength=choices**2)
            before = None
        batch.reset()
    return counts


@pytest.mark.parametrize("choices", CHOICES)
def test_a_draw_is_the_definitions(choices: int) -> None:
    state = position(choices)
    batch = mc.Batch(state.rules, 1000, seed=choices, starts=[state])
    legal = np.array(state.legal_actions)
    for times in range(3):
        drawn_now = numbers(choices, np.arange(1000) + 1000 * times, 0).astype(np.int64)
        np.testing.assert_array_equal(batch.sample(), legal[drawn_now * choices >> 24])
        batch.reset()


@pytest.mark.parametrize("choices", CHOICES)
def test_choices_are_equally_likely(choices: int) -> None:
    counts = drawn(choices)
    assert counts["alone"].sum() >= DRAWS
    for kind, found in counts.items():
        p = float(stats.chisquare(found).pvalue)
        print(f"{choices} choices, {kind}: {found.sum()} draws, p = {p:.4f}")  # noqa: T201
        assert LEAST < p < 1 - LEAST, (kind, found)


@pytest.mark.parametrize("kind", ["alone", "neighbours", "successors"])
def test_p_values_are_uniform_themselves(kind: str) -> None:
    values = [float(stats.chisquare(drawn(choices)[kind]).pvalue) for choices in CHOICES]
    assert stats.kstest(values, "uniform").pvalue > 1e-4


@pytest.mark.parametrize("game", ["elf", "chuba", "kalah"])
def test_choices_in_play_are_equally_likely(game: str) -> None:
    wide = {"elf": {"columns": 16, "symmetric": True, "seeds": 2}, "kalah": {"columns": 16}}
    rules = mc.rules(game, **wide.get(game, {}))
    lanes = LANES // 2
    batch = mc.Batch(rules, lanes, seed=SEED)
    width = min(rules.n_actions, 33) + 1
    pairs = np.zeros(width**4, dtype=np.int64)
    for _ in range(IN_PLAY // lanes // 2 + 1):
        parts = []
        for _ in range(2):
            actions, games = batch.sample(), batch.games.copy()
            counts = batch.mask.sum(axis=1)
            ranks = batch.mask.cumsum(axis=1)[np.arange(lanes), actions] - 1
            parts.append((counts, ranks, games))
            batch.step(actions)
        (c, rank, games), (c2, rank2, games2) = parts
        code = ((c * width + rank) * width + c2) * width + rank2
        pairs += np.bincount(code[games == games2], minlength=width**4)
    pairs = pairs.reshape((width,) * 4)
    statistic, freedom = 0.0, 0
    for c, rank, c2 in np.ndindex(width, width, width):
        # How many choices there are next depends on what was chosen; which is chosen must not.
        found = pairs[c, rank, c2, :c2]
        if c2 > 1 and found.sum() >= 10 * c2:
            statistic += float(stats.chisquare(found).statistic)
            freedom += c2 - 1
    p = float(stats.chi2.sf(statistic, freedom))
    print(f"{game}: {pairs.sum()} pairs, chi2 = {statistic:.0f} of {freedom}, p = {p:.4f}")  # noqa: T201
    assert freedom > 200
    assert LEAST < p < 1 - LEAST
