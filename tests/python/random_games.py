"""Random games for tests: many at once, as their actions."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

import mancalab as mc


def random_games(rules: mc.Rules, games: int, seed: int) -> list[list[int]]:
    """The actions of the games of `mc.playouts(rules, games, seed)`."""
    if rules.options["repetition"].value != "none":
        return [list(mc.Record.play(rules, seed=seed, number=g).actions) for g in range(games)]
    batch = mc.Batch(rules, games, seed, "disabled")
    played: list[list[int]] = [[] for _ in range(games)]
    while True:
        running = np.flatnonzero(~(batch.terminated | batch.truncated))
        if len(running) == 0:
            return played
        actions = batch.sample()
        for lane in running:
            played[lane].append(int(actions[lane]))
        batch.step(actions)


def batch_beside_states(
    rules: mc.Rules, lanes: int, steps: int, seed: int
) -> Iterator[tuple[list[int], list[mc.State]]]:
    """Random games in a batch, and the same ones state by state: after each step they must agree.

    Gives the actions of each step, and the states after it. A game that is over begins again.
    """
    batch = mc.Batch(rules, lanes, seed)
    states = [rules.start()] * lanes
    for _ in range(steps):
        actions = [int(action) for action in batch.sample()]
        batch.step(np.array(actions))
        states = [state.play(action) for state, action in zip(states, actions, strict=True)]
        states = [rules.start() if state.is_over else state for state in states]
        for lane, state in enumerate(states):
            of_batch = batch.state(lane)
            assert of_batch.legal_actions == state.legal_actions
            assert of_batch.position_text == state.position_text
            assert np.array_equal(of_batch.reserves, state.reserves)
        yield actions, states
