"""How large a game is: the bound for its positions against counting, and the estimates."""

from __future__ import annotations

import itertools
import math
import sys
from typing import Any

import pytest

import mancalab as mc
from chosen_games import CHOSEN
from mancalab._base.extras import MissingExtra
from mancalab.study import Complexity, complexity


def reached(rules: mc.Rules) -> int:
    """Positions that games can reach, by walking through all of them."""
    seen = {rules.start()}
    waiting = [rules.start()]
    while waiting:
        state = waiting.pop()
        for action in state.legal_actions:
            after = state.play(action)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return len(seen)


def distributions(seeds: int, places: int) -> int:
    counts = itertools.product(range(seeds + 1), repeat=places)
    return sum(sum(count) == seeds for count in counts)


def test_kalah_as_counted_by_hand() -> None:
    found = complexity("kalah", n=10)
    assert (found.seeds, found.places, found.marks, found.phases) == (48, 14, 0, 1)
    assert found.states == math.comb(61, 13) * 2
    assert found.states_log10 == pytest.approx(13.118, abs=0.001)


def test_the_bound_counts_all_distributions() -> None:
    found = complexity(mc.rules("kalah", columns=1, seeds=2), n=10)
    assert found.states == 2 * distributions(seeds=4, places=4)


@pytest.mark.parametrize(
    "rules",
    [
        mc.rules("kalah", columns=2, seeds=2),
        mc.rules("kalah", columns=3, seeds=1),
        mc.rules("oware", columns=2, seeds=2),
        mc.rules("pratt", columns=2, seeds=2),
    ],
    ids=str,
)
def test_no_game_reaches_more_positions_than_the_bound(rules: mc.Rules) -> None:
    assert reached(rules) <= complexity(rules, n=10).states


@pytest.mark.parametrize("name", CHOSEN)
def test_every_game_of_the_catalogue(name: str) -> None:
    rules = mc.catalogue[name]
    found = complexity(name, n=20)
    assert found.digest == rules.digest
    assert found.places == 2 * (
        rules.pits_per_side + 1 + ("own_reserve" in rules.observation_names)
    )
    assert 0 < found.states_log10 < 200
    assert 1 <= found.branching.value <= rules.n_actions
    assert found.tree_log10 > 0
    assert name in str(found)


def test_reserves_marks_and_phases_count() -> None:
    mwambulula, chuba = complexity("mwambulula", n=2), complexity("chuba", n=2)
    assert (mwambulula.seeds, mwambulula.places, mwambulula.phases) == (64, 36, 2)
    assert (chuba.marks, chuba.phases) == (22, 12)
    assert chuba.states == math.comb(60 + 45, 45) * 2**22 * 12 * 2


def test_choices_and_length_are_those_of_playouts() -> None:
    found = complexity("kalah", n=400, seed=7)
    tally = mc.playouts(mc.rules("kalah"), 400, seed=7)
    assert found.plies.value == tally.plies / 400
    assert found.branching.value == tally.choices_sum / tally.plies
    assert found.tree_log10 == found.plies.value * math.log10(found.branching.value)


def test_text() -> None:
    text = str(complexity(mc.rules("kalah", columns=4), n=50))
    assert text.startswith("kalah:columns=4: 32 seeds on 10 places\n")
    assert "\npositions   at most 10^8.8: 700,687,130\n" in text
    assert "50 random games, seed 0" in text


def test_equal_studies_are_equal() -> None:
    found: set[Complexity] = {complexity("kalah", n=5) for _ in range(2)}
    assert len(found) == 1


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"rules": "kalha"}, KeyError, "kalah"),
        ({"rules": None}, TypeError, "rules: .* is needed, not NoneType"),
        ({"n": 0}, ValueError, "n = 0: allowed are"),
        ({"seed": -1}, ValueError, "seed"),
    ],
)
def test_bad_arguments_are_named(
    arguments: dict[str, Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        complexity(**{"rules": "kalah", "n": 2, **arguments})


def test_a_missing_extra_is_named_before_anything_is_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("scipy", "scipy.stats"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(MissingExtra, match=r"mancalab\[study\]"):
        complexity("kalah", n=10**15)
