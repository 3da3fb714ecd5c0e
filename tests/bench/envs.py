"""Benchmark of the environments: steps a second of `VectorEnv`, with others' beside it.

A step is one action of one lane, with observation, mask, reward, flags and `info`; the Python loop
is included. The actions are random and legal, and recorded beforehand.
"""

from __future__ import annotations

import argparse
import gc
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

import mancalab as mc
from env_peers import PEERS
from mancalab.envs import VectorEnv
from measure import QUICK, Effort, Table, machine, medians_in_turn, millions, timed
from stepping import Followed

SEED = 1
LANES = (1_024, 65_536)
STEPS = {1_024: 4_000, 65_536: 300}  # in a run; recorded actions take a byte a lane
WAYS = {"fresh arrays": True, "copy=False": False}

Actions = list[npt.NDArray[np.uint8]]


def run_games(effort: Effort) -> None:
    """Print steps a second by game, lanes and kind of arrays."""
    table = Table(
        "VectorEnv, self-play, SAME_STEP, raw observations: steps a second",
        f"{'game':<18}",
        "lanes",
        *WAYS,
        "Batch.step alone",
    )
    for game in mc.catalogue:
        for lanes in LANES if game == "kalah" else LANES[1:]:
            actions = record(game, lanes, STEPS[lanes] // (1 if effort.runs > 3 else 10))
            jobs: dict[str, Callable[[int], float]] = {
                name: stepping(game, lanes, actions, copy=copy) for name, copy in WAYS.items()
            }
            jobs["alone"] = alone(game, lanes, actions)
            rates = medians_in_turn(effort.runs, jobs)
            table.row(game, f"{lanes:,}", *map(millions, rates.values()))


def record(game: str, lanes: int, steps: int) -> Actions:
    """Random legal actions, and a check that the environment plays them by the book."""
    envs = VectorEnv(game, lanes)
    envs.reset(seed=SEED)
    places = (0, lanes // 2, lanes - 1)
    followed = Followed(envs.batch, places)
    actions = []
    for _ in range(steps):
        chosen = envs.batch.sample()
        actions.append(chosen)
        followed.play(chosen)
        observations, _, _, _, info = envs.step(chosen)
    followed.check()
    for lane in places:
        state = envs.batch.state(lane)
        assert np.array_equal(observations[lane], state.observation)
        assert tuple(np.flatnonzero(info["action_mask"][lane]).tolist()) == state.legal_actions
        assert info["to_move"][lane] == state.to_move
    return actions


def stepping(game: str, lanes: int, actions: Actions, *, copy: bool) -> Callable[[int], float]:
    """A run of the environment: steps a second."""
    envs = VectorEnv(game, lanes, copy=copy)
    ends = ended(game, lanes, actions)

    def played() -> int:
        for chosen in actions:
            _, _, terminations, truncations, _ = envs.step(chosen)
        return int((terminations | truncations).sum())

    def run(_: int) -> float:
        envs.reset(seed=SEED)
        gc.collect()
        last, seconds = timed(played)
        assert last == ends
        return lanes * len(actions) / seconds

    return run


def ended(game: str, lanes: int, actions: Actions) -> int:
    """How many games the last of these actions ends."""
    batch = mc.Batch(mc.rules(game), lanes, seed=SEED)
    for chosen in actions:
        batch.step(chosen)
    return int((batch.terminated | batch.truncated).sum())


def alone(game: str, lanes: int, actions: Actions) -> Callable[[int], float]:
    """A run of the batch below, which nothing is asked of."""
    batch = mc.Batch(mc.rules(game), lanes, seed=SEED)

    def played() -> int:
        for chosen in actions:
            batch.step(chosen)
        return len(actions)

    def run(_: int) -> float:
        batch.reset(seed=SEED)
        _, seconds = timed(played)
        return lanes * len(actions) / seconds

    return run


def run_peers(effort: Effort) -> None:
    """Print steps a second of other vector environments, as far as they are installed."""
    table = Table("Others, on the same machine", f"{'environment':<44}", "lanes", "steps/s")
    for make in PEERS:
        peer = make(effort.seconds)
        if isinstance(peer, str):
            print(peer)
            continue
        rates = medians_in_turn(effort.runs, {peer.name: peer.run})
        table.row(peer.name, f"{peer.lanes:,}", millions(rates[peer.name]))


def main() -> None:
    """Run both parts."""
    parser = argparse.ArgumentParser(description="Benchmark the environments of mancalab.")
    parser.add_argument("--quick", action="store_true", help="a short pass, for a look or a test")
    effort = QUICK if parser.parse_args().quick else Effort()
    print(machine())
    run_games(effort)
    run_peers(effort)


if __name__ == "__main__":
    main()
