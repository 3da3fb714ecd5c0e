"""Kalah and Oware against OpenSpiel: its games move by move, its counts, and the library itself."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypedDict

import numpy as np
import pytest

import mancalab as mc

DATA = Path(__file__).resolve().parent.parent / "data" / "openspiel"
COUNTS: dict[str, list[int]] = json.loads((DATA / "perft.json").read_text())

# OpenSpiel's Oware ends at the first repetition; `none` is ours.
OPTIONS: dict[str, dict[str, str]] = {
    "kalah": {},
    "oware": {"repetition": "first_since_capture"},
}

# How the 300 recorded games of each end, and their moves in all.
REASONS = {
    "kalah": {"side_empty": 300},
    "oware": {"above_half": 222, "cannot_move": 52, "repetition": 26},
}
MOVES = {"kalah": 13_142, "oware": 30_566}


class Game(TypedDict):
    """One game: the side to move, its legal moves, the one made and the cells after it."""

    players: list[int]
    legal: list[list[int]]
    moves: list[int]
    boards: list[list[int]]
    returns: list[int]


@cache
def records(game: str) -> tuple[Game, ...]:
    with gzip.open(DATA / f"{game}.jsonl.gz", "rt") as lines:
        return tuple(json.loads(line) for line in lines)


def first_action(game: str, player: int, columns: int = 6) -> int:
    """Return OpenSpiel's number of a player's leftmost pit: in its Kalah it is the cell."""
    if game == "oware":
        return 0
    return 1 if player == 0 else columns + 2


def kalah_cells(state: mc.State) -> list[int]:
    """North's store, South's pits, South's store, North's pits."""
    (south, north), stores = state.pits.tolist(), state.stores.tolist()
    return [stores[1], *south, stores[0], *north]


def oware_cells(state: mc.State) -> list[int]:
    """South's pits, North's pits, South's captures, North's captures."""
    (south, north), stores = state.pits.tolist(), state.stores.tolist()
    return [*south, *north, *stores]


CELLS: dict[str, Callable[[mc.State], list[int]]] = {"kalah": kalah_cells, "oware": oware_cells}


def final_cells(game: str, cells: list[int]) -> list[int]:
    """Return the last board with the seeds left moved to their owners, as mancalab has it.

    OpenSpiel's Oware moves them, too; its Kalah counts them only.
    """
    if game == "oware":
        return cells
    south, north = sum(cells[1:8]), cells[0] + sum(cells[8:])
    return [north, *[0] * 6, south, *[0] * 6]


def returns_of(state: mc.State) -> list[int]:
    assert state.outcome is not None
    winner = state.outcome.winner
    return [0, 0] if winner is None else [1 - 2 * winner, 2 * winner - 1]


def replay(rules: mc.Rules, game: str, recorded: Game) -> mc.State:
    state = rules.start()
    for player, legal, move, board in zip(
        recorded["players"], recorded["legal"], recorded["moves"], recorded["boards"], strict=True
    ):
        assert not state.is_over
        assert state.to_move == player
        first = first_action(game, player)
        assert state.legal_actions == tuple(action - first for action in legal)
        state = state.play(move - first)
        assert CELLS[game](state) == (final_cells(game, board) if state.is_over else board)
    assert returns_of(state) == recorded["returns"]
    return state


@pytest.mark.parametrize("game", OPTIONS)
def test_recorded_games_are_played_alike(game: str) -> None:
    rules = mc.rules(game, **OPTIONS[game])
    reasons: Counter[str] = Counter()
    moves = 0
    for number, recorded in enumerate(records(game)):
        try:
            state = replay(rules, game, recorded)
        except AssertionError as error:
            error.add_note(f"game {number} of {game}")
            raise
        assert state.outcome is not None
        reasons[state.outcome.reason] += 1
        moves += state.plies
    assert reasons == REASONS[game]
    assert moves == MOVES[game]


def test_only_the_repetition_is_openspiels_own() -> None:
    """Without it the same games run on where they were repeated, and agree up to there."""
    rules = mc.rules("oware")
    for recorded in records("oware"):
        state = rules.start()
        for move in recorded["moves"]:
            state = state.play(move)
        repeated = replay(mc.rules("oware", **OPTIONS["oware"]), "oware", recorded)
        assert repeated.outcome is not None
        assert state.is_over == (repeated.outcome.reason != "repetition")


@pytest.mark.parametrize("game", OPTIONS)
def test_sequences_are_counted_alike(game: str) -> None:
    start = mc.rules(game, **OPTIONS[game]).start()
    assert [mc.perft(start, depth) for depth in range(1, len(COUNTS[game]) + 1)] == COUNTS[game]


def cells_of(game: str, live: Any, seeds: int) -> list[int]:
    """Return the cells of a live state: as counts in Kalah, as shares of all seeds in Oware."""
    tensor = live.observation_tensor(0)
    if game == "kalah":
        return [int(count) for count in tensor[:14]]
    return [round(share * seeds) for share in tensor]


LIVE = [("kalah", 6, 4), ("oware", 6, 4), ("oware", 3, 2), ("oware", 4, 3), ("oware", 5, 9)]


@pytest.mark.parametrize("games", [100, pytest.param(5_000, marks=pytest.mark.nightly)])
@pytest.mark.parametrize(("game", "columns", "seeds"), LIVE)
def test_live_games_are_played_alike(game: str, columns: int, seeds: int, games: int) -> None:
    """Random games beside the library, on boards of other sizes too (its Kalah has one size)."""
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel (open-spiel) is not installed")
    other = pyspiel.load_game(
        "mancala"
        if game == "kalah"
        else f"oware(num_houses_per_player={columns},num_seeds_per_house={seeds})"
    )
    rules = mc.rules(game, columns=columns, seeds=seeds, **OPTIONS[game])
    random = np.random.default_rng([columns, seeds])
    for _ in range(games):
        state, live = rules.start(), other.new_initial_state()
        while not state.is_over:
            first = first_action(game, state.to_move, columns)
            assert live.current_player() == state.to_move
            assert live.legal_actions() == [first + action for action in state.legal_actions]
            action = int(random.choice(state.legal_actions))
            state = state.play(action)
            live.apply_action(first + action)
            cells = cells_of(game, live, 2 * columns * seeds)
            assert CELLS[game](state) == (final_cells(game, cells) if state.is_over else cells)
        assert live.is_terminal()
        assert live.returns() == returns_of(state)
