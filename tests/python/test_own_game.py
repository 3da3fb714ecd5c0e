"""A game that the catalogue does not have, played from its description alone.

The examples were worked out by hand from the clauses that the description ends with. Pits are
listed clockwise, so that each row is read from its owner's right.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

import mancalab as mc
from mancalab import cli

PATH = Path(__file__).parents[1] / "data" / "own_games" / "vai-lung-thlan.toml"
GAME = mc.Rules.from_toml(PATH)
ONES = [1] * 6
NONE = [0] * 6

Pits = list[list[int]]


class Example(NamedTuple):
    """South plays ``action`` with these pits, South's first."""

    pits: Pits
    action: int
    after: Pits
    taken: int


EXAMPLES = {
    # VL-1, VL-3: five stones fall in the next five holes, none of them empty.
    "opening, first hole": Example([[5] * 6, [5] * 6], 0, [[0, 6, 6, 6, 6, 6], [5] * 6], 0),
    # VL-3: from the last hole of their row South goes on with the first of North's.
    "opening, last hole": Example(
        [[5] * 6, [5] * 6], 5, [[5, 5, 5, 5, 5, 0], [6, 6, 6, 6, 6, 5]], 0
    ),
    # VL-4: the last stone falls in an empty hole; the one before it holds four, so that is all.
    "one stone": Example([[2, 3, 0, 0, 0, 1], ONES], 0, [[0, 4, 0, 0, 0, 1], ONES], 1),
    # VL-5: three stones in three empty holes are three single stones.
    "three in a row": Example([[3, 0, 0, 0, 2, 0], ONES], 0, [[0, 0, 0, 0, 2, 0], ONES], 3),
    # VL-5: the holes before hold 1, 3, 1, 1; the three ends it, and the stone behind it stays.
    "a row that is broken": Example([[4, 0, 2, 0, 0, 0], ONES], 0, [[0, 1, 3, 0, 0, 0], ONES], 2),
    # VL-4, VL-5: it makes no difference whose hole it is.
    "round the corner": Example(
        [[1, 0, 0, 0, 3, 0], [0, 0, 4, 0, 0, 0]], 4, [[1, 0, 0, 0, 0, 0], [0, 0, 4, 0, 0, 0]], 3
    ),
    # VL-4: a last stone that makes two takes nothing, not even the single stone before it.
    "a hole that is not empty": Example(
        [[2, 0, 1, 0, 0, 0], ONES], 0, [[0, 1, 2, 0, 0, 0], ONES], 0
    ),
    # VL-4: twelve stones go once round; the hole they came from is empty by then.
    "once round": Example([[12, 1, 1, 1, 1, 1], ONES], 0, [[0, 2, 2, 2, 2, 2], [2] * 6], 1),
    # VL-3: the thirteenth falls beyond the hole they came from, which has a stone like the others.
    "more than once round": Example([[13, 0, 0, 0, 0, 0], NONE], 0, [[1, 2, 1, 1, 1, 1], ONES], 0),
    # VL-5: all that was sown is single; each is taken once.
    "the whole board": Example([[12, 0, 0, 0, 0, 0], NONE], 0, [NONE, NONE], 12),
}


def rows(state: mc.State) -> Pits:
    listed: Pits = state.pits.tolist()
    return listed


@pytest.mark.parametrize("example", EXAMPLES.values(), ids=EXAMPLES)
@pytest.mark.parametrize("mover", [0, 1])
def test_examples_worked_out_by_hand(example: Example, mover: int) -> None:
    turned = slice(None, None, -1 if mover else 1)
    state = GAME.state(pits=example.pits[turned], to_move=mover)
    after = state.play(example.action)
    assert rows(after) == example.after[turned]
    assert after.stores[mover] == example.taken
    assert after.stores[1 - mover] == 0


def test_the_first_turns_of_a_game() -> None:
    state = GAME.start()
    for action in (0, 0, 1, 0):  # South's and North's first holes, then 6 stones and 1 stone
        state = state.play(action)
    assert rows(state) == [[0, 0, 7, 7, 7, 7], [0, 8, 6, 6, 6, 6]]
    assert state.stores.tolist() == [0, 0]
    # Seven stones: six in North's holes, the last in South's first one, which is empty.
    state = state.play(5)
    assert rows(state) == [[0, 0, 7, 7, 7, 0], [1, 9, 7, 7, 7, 7]]
    assert state.stores.tolist() == [1, 0]
    assert state.to_move == 1


def test_a_player_with_an_empty_row_is_passed_over() -> None:
    state = GAME.state(pits=[[1, 0, 0, 0, 0, 1], NONE], stores=[28, 30])
    state = state.play(0)  # takes the stone; North has none to play
    assert not state.is_over
    assert state.to_move == 0
    state = state.play(5)  # takes the last one
    assert state.outcome == mc.Outcome("draw", None, (30, 30), "nobody_can_move")


def test_who_has_taken_more_wins() -> None:
    state = GAME.state(pits=[[1, 0, 0, 0, 0, 0], NONE], stores=[30, 29])
    assert state.play(0).outcome == mc.Outcome("south", 0, (31, 29), "nobody_can_move")


def test_the_clause_that_forbids() -> None:
    state = GAME.state(pits=[[0, 1, 0, 0, 0, 0], ONES])
    with pytest.raises(mc.IllegalAction) as caught:
        state.play(0)
    assert caught.value.clause == "VL-2"
    assert caught.value.legal == (1,)


def test_the_clauses_that_take() -> None:
    state = GAME.state(pits=EXAMPLES["three in a row"].pits)
    taken = [event.clause for event in state.trace(0) if event.kind == "capture"]
    assert set(taken) <= {"VL-4", "VL-5"}
    assert len(taken) == 3


def test_it_is_explained_by_its_own_clauses() -> None:
    said = GAME.explain()
    assert said.startswith("Vai lung thlan\n")
    assert "Source: J. Shakespear" in said
    own = [f"VL-{number}" for number in range(1, 8)]
    assert list(GAME.clauses) == own + [f"GE-{number}" for number in range(1, 13)]
    for clause in own:
        assert f"\n{clause} " in said


def test_no_game_of_the_catalogue_plays_the_same() -> None:
    assert GAME.digest not in {rules.digest for rules in mc.catalogue.values()}


def test_check_finds_nothing_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["check", str(PATH), "--n", "200"]) == 0
    said = capsys.readouterr().out
    assert f"{PATH}: the rules are in order" in said
    assert "never fired" not in said
    assert "hint" not in said


def test_random_games_take_every_stone() -> None:
    tally = mc.playouts(GAME, games=500, seed=1)
    assert tally.south + tally.north + tally.draws == tally.games
    # 60 stones: a margin is even.
    assert all(margin % 2 == 0 for margin in tally.margin_histogram)
