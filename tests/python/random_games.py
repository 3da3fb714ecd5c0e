"""Random games for tests: many at once, as their actions."""

from __future__ import annotations

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
