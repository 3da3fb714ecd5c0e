"""The claims of the notebooks hold after two, four and six random plies, or say that they do not.

Quick runs ask that nothing contradicts a claim; the nightly ones, with many more games, that the
games bear it out.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest

import mancalab as mc
from mancalab.agents import AlphaBeta, Greedy
from mancalab.study import AdvantageRow, Estimate, clause_effect, first_player_advantage, tournament

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
PLIES = (2, 4, 6)
QUICK, MANY = 4_000, 100_000
GREEDY = [("greedy", "greedy")]

HELPS = ("chongka", "kalah", "french-wari", "elf-manbula", "moruba")
HARMS = ("mwambulula",)
DEPENDS = ("oware", "awari")
TURNED_BY_THE_FIXED_OPENING = ("french-wari", "elf-manbula")

sizes = pytest.mark.parametrize(
    "n", [QUICK, pytest.param(MANY, marks=pytest.mark.nightly)], ids=["quick", "many"]
)


def said(notebook: str) -> str:
    """The prose of a notebook, on one line."""
    cells = json.loads((NOTEBOOKS / f"{notebook}.ipynb").read_text(encoding="utf-8"))["cells"]
    prose = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown"]
    return re.sub(r"\s+", " ", " ".join(prose))


def side(found: Estimate, even: float = 0.5) -> int:
    """1 or -1 where the interval lies to one side of even, else 0."""
    return (found.low > even) - (found.high < even)


@cache
def signs(n: int) -> dict[tuple[str, int], int]:
    """Whether moving first helps greedy players, by game and number of random plies."""
    games = (*HELPS, *HARMS, *DEPENDS)
    rows = first_player_advantage(games, GREEDY, n=n, opening_plies=(0, *PLIES))
    return {(row.game, row.opening_plies): side(row.score) for row in rows}


def test_the_notebook_claims_what_is_tried_here() -> None:
    text = said("first_player_advantage")
    assert (
        "After two, four or six random actions the first move helps greedy players in Chongka', "
        "Kalah, French Wari, Manbula and Moruba, and it is a burden in Mwambulula" in text
    )
    assert "In Oware and Awari the sign depends on the opening" in text
    assert "a burden after two and four random actions, none after six" in text
    assert "in French Wari and in Manbula" in text
    assert "Relay sowing helps the first player after each of them. **How much" in text


@sizes
def test_no_claim_about_greedy_players_changes_its_sign(n: int) -> None:
    found = signs(n)
    for claim, games in ((1, HELPS), (-1, HARMS)):
        tried = {(game, plies): found[game, plies] for game in games for plies in PLIES}
        assert -claim not in tried.values(), tried
        if n == MANY:
            assert set(tried.values()) == {claim}, tried
    assert [found["chongka", plies] for plies in PLIES] == [1, 1, 1]


@sizes
def test_where_the_notebook_says_that_the_sign_depends_on_the_opening_it_does(n: int) -> None:
    found = signs(n)
    for game in DEPENDS:
        assert [found[game, plies] for plies in (0, 2, 4)] == [-1, -1, -1]
        assert found[game, 6] >= 0
    for game in TURNED_BY_THE_FIXED_OPENING:
        assert [found[game, plies] for plies in (0, *PLIES)] == [-1, 1, 1, 1]


@sizes
def test_relay_sowing_helps_the_first_player_of_kalah_after_any_opening(n: int) -> None:
    table = clause_effect("kalah", "relay", [False, True], n=n, opening_plies=(0, *PLIES))
    changes = [row.score_change for row in table if row.change == "relay=true"]
    assert len(changes) == 5
    found = [side(change, 0.0) for change in changes]
    assert -1 not in found
    assert found[0] == 1  # among random players
    if n == MANY:
        assert found == [1] * 5
        two, four, six = (change.value for change in changes[2:])
        assert 3 * two < min(four, six)  # "several times as much"


@sizes
def test_the_game_of_ones_own_is_an_advantage_to_start_and_relay_makes_it(n: int) -> None:
    magpie = mc.Rules.from_toml(NOTEBOOKS / "magpie.toml")
    for plies in PLIES:
        row: AdvantageRow
        (first, row) = clause_effect(
            magpie, "relay", [True, False], GREEDY, n=n, opening_plies=plies
        )
        assert side(first.score) == 1
        assert side(row.score_change, 0.0) == -1


def test_depth_beats_greed_in_mwambulula_and_the_notebook_says_how_long_greed_beats_it() -> None:
    text = said("strategies")
    assert (
        "After two and four random actions greed beats this search, after six it does not" in text
    )
    assert "What holds after any of them is that four actions beat greed by far" in text

    def score(depth: int, plies: int) -> Estimate:
        table = tournament(
            "mwambulula", [AlphaBeta(depth=depth), Greedy()], n=1_000, opening_plies=plies
        )
        return table.rows[0].score

    assert [side(score(2, plies)) for plies in PLIES] == [-1, -1, 0]
    assert [side(score(4, plies)) for plies in PLIES] == [1, 1, 1]


def test_waurie_is_worse_played_at_four_plies_than_at_two() -> None:
    assert "Waurie" in said("strategies")
    for plies in PLIES:
        two, four = (
            tournament("waurie", [AlphaBeta(depth=depth), Greedy()], n=400, opening_plies=plies)
            for depth in (2, 4)
        )
        assert four.rows[0].score.high < two.rows[0].score.low
