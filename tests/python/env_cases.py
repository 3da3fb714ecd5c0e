"""What the tests of the environments share: games, random play, and what is equal to what."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import mancalab as mc
from batch_model import NIGHTLY
from chosen_games import CHOSEN
from mancalab.envs import Env, VectorEnv

Array = npt.NDArray[Any]

GAMES = CHOSEN
MODES = list(AutoresetMode)
OPPONENTS: list[dict[str, Any]] = [{}, {"mode": "opponent", "opponent": "greedy", "seat": "random"}]
STEPS = 250 if NIGHTLY else 60  # of each of some two hundred games


def legal(masks: Array, rng: np.random.Generator) -> Array:
    """A random legal action for every lane."""
    allowed = map(np.flatnonzero, masks)
    return np.array([actions[rng.integers(len(actions))] for actions in allowed])


def pair(
    game: str | mc.Rules, n: int, autoreset: AutoresetMode, **arguments: Any
) -> tuple[VectorEnv, SyncVectorEnv[Array, Array]]:
    """The vector environment, and Gymnasium's own over single ones that play the same games."""

    def single(lane: int) -> Env:
        return Env(game, lane=lane, lanes=n, illegal="raise", **arguments)

    theirs: SyncVectorEnv[Array, Array] = SyncVectorEnv(
        [lambda lane=lane: single(lane) for lane in range(n)],  # type: ignore[misc]
        autoreset_mode=autoreset,
    )
    return VectorEnv(game, n, autoreset_mode=autoreset, **arguments), theirs


def check_info(ours: dict[str, Any], theirs: dict[str, Any]) -> None:
    """Check that there is, with the same type, all that Gymnasium's own `info` has."""
    for name, wanted in theirs.items():
        if name.startswith("_"):
            continue
        lanes = theirs[f"_{name}"]
        assert ours[f"_{name}"][lanes].all(), name
        if isinstance(wanted, dict):
            check_info(ours[name], wanted)
        else:
            rows = np.stack(list(wanted[lanes])) if wanted.dtype == object else wanted[lanes]
            assert ours[name].dtype == rows.dtype, name
            assert np.array_equal(ours[name][lanes], rows), name


def check_steps(
    ours: VectorEnv, theirs: SyncVectorEnv[Array, Array], steps: int, seed: int = 3
) -> int:
    """Play both at random, check that they show the same, and return how many games ended."""
    rng = np.random.default_rng(seed)
    ended = 0
    shown, wanted = ours.reset(seed=seed), theirs.reset(seed=[seed] * theirs.num_envs)
    check_reset(shown, wanted)
    info = shown[1]
    for _ in range(steps):
        actions = legal(info["action_mask"], rng)
        step, expected = ours.step(actions), theirs.step(actions)
        for found, value in zip(step[:4], expected[:4], strict=True):
            assert found.dtype == value.dtype
            assert np.array_equal(found, value)
        info = step[4]
        check_info(info, expected[4])
        over = step[2] | step[3]
        ended += int(over.sum())
        if ours.metadata["autoreset_mode"] is AutoresetMode.DISABLED and over.any():
            shown = ours.reset(options={"reset_mask": over})
            check_reset(shown, theirs.reset(options={"reset_mask": over}))
            info = shown[1]
    return ended


def check_reset(shown: tuple[Array, dict[str, Any]], wanted: tuple[Array, dict[str, Any]]) -> None:
    assert shown[0].dtype == wanted[0].dtype
    assert np.array_equal(shown[0], wanted[0])
    check_info(shown[1], wanted[1])


def short(rules: mc.Rules) -> Iterator[mc.Rules]:
    """The game, and the game cut off after a few actions, so that ends are many."""
    yield rules
    yield rules.replace(max_actions=9)


def mask_of(state: mc.State) -> Array:
    """The legal actions as 1; all at the end."""
    mask = np.zeros(state.rules.n_actions, dtype=np.int8)
    mask[list(state.legal_actions) or slice(None)] = 1
    return mask


def returns(state: mc.State, kind: str = "result") -> list[float]:
    """What the end of a game pays South and North."""
    outcome = state.outcome
    if outcome is None or outcome.result in {"void", "truncated"}:
        return [0.0, 0.0]
    south, north = outcome.score
    if kind == "result":
        margin = 0.0 if outcome.winner is None else 1.0 - 2.0 * outcome.winner
    else:
        start = state.rules.start()
        margin = (south - north) / int(start.pits.sum() + start.stores.sum() + start.reserves.sum())
    return [margin, -margin]
