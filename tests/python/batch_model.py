"""A batch made of states, from the definitions: what `mancalab.Batch` is compared with."""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

import mancalab as mc

Array: TypeAlias = npt.NDArray[Any]

NIGHTLY = os.environ.get("MANCALAB_PROFILE") == "nightly"
NONE = 255  # result and reason where no game has ended yet

MODES = ("same_step", "next_step", "disabled")
KINDS = ("result", "margin")

# Name of a view: its type, and what its second dimension is.
VIEWS: dict[str, tuple[type[np.generic], str | None]] = {
    "observation": (np.uint8, "features"),
    "mask": (np.bool_, "actions"),
    "to_move": (np.uint8, None),
    "acted": (np.uint8, None),
    "rewards": (np.float32, "sides"),
    "terminated": (np.bool_, None),
    "truncated": (np.bool_, None),
    "final_observation": (np.uint8, "features"),
    "final_mask": (np.bool_, "actions"),
    "plies": (np.uint32, None),
    "games": (np.uint64, None),
    "results": (np.uint8, None),
    "reasons": (np.uint8, None),
    "scores": (np.uint8, "sides"),
    "final_to_move": (np.uint8, None),
}
# What a caller's own arrays can be filled with.
OUTPUTS = tuple(VIEWS)[:9]


def width(rules: mc.Rules, dimension: str) -> int:
    """Return the length of the second dimension of a view."""
    sizes = {"features": len(rules.observation_names), "actions": rules.n_actions, "sides": 2}
    return sizes[dimension]


# Random numbers, written from their definition, for many games at once.

U64 = np.uint64
U32 = np.uint32
GOLDEN = 0x9E3779B97F4A7C15


def mix64(z: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    z = (z ^ (z >> U64(30))) * U64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> U64(27))) * U64(0x94D049BB133111EB)
    return z ^ (z >> U64(31))


def numbers(seed: int, games: npt.ArrayLike, plies: npt.ArrayLike) -> npt.NDArray[np.uint32]:
    """Return the numbers (24 bits) of these plies of these games."""
    run = mix64(np.array([(seed + GOLDEN) % 2**64], dtype=np.uint64))
    keys = mix64(run + np.atleast_1d(np.asarray(games, dtype=np.uint64)) * U64(GOLDEN))
    ply = np.atleast_1d(np.asarray(plies, dtype=np.uint32))
    x = keys.astype(np.uint32) + ply * U32(0x9E3779B9)  # the low half
    x = (x ^ (x >> U32(16))) * U32(0x7FEB352D)
    x = x ^ (x >> U32(15)) ^ (keys >> U64(32)).astype(np.uint32)
    drawn: npt.NDArray[np.uint32] = x * U32(0x846CA68B) >> U32(8)
    return drawn


# The model


def afresh(state: mc.State) -> mc.State:
    """Return the same position as the start of a game."""
    return state.rules.state(
        pits=state.pits,
        stores=state.stores,
        reserves=state.reserves,
        marks=state.marks,
        claims=state.claims,
        lifted=state.lifted,
        registers=state.registers,
        to_move=state.to_move,
        phase=state.phase,
    )


@dataclass
class Lane:
    """What one lane shows."""

    game: int
    state: mc.State
    acted: int = 0
    whole: int = 0  # seeds of the start of the game that ended last: some may have left the game
    end: mc.State | None = None  # what `terminated` and `truncated` tell of
    just_ended: bool = False


class Model:
    """Games in lockstep, one `State` a lane; the names are those of `mancalab.Batch`."""

    def __init__(
        self,
        rules: mc.Rules,
        n: int,
        *,
        seed: int = 0,
        autoreset: str = "same_step",
        starts: Sequence[mc.State] | None = None,
    ) -> None:
        self.rules, self.seed, self.autoreset, self.stride = rules, seed, autoreset, n
        self.starts = [afresh(state) for state in starts or [rules.start()]]
        self.lanes = [Lane(game, self.start(game)) for game in range(n)]
        self.final_observation = np.zeros((n, width(rules, "features")), dtype=np.uint8)
        self.results, self.reasons = (np.full(n, NONE, dtype=np.uint8) for _ in range(2))
        self.scores = np.zeros((n, 2), dtype=np.uint8)
        self.final_to_move = np.zeros(n, dtype=np.uint8)

    def start(self, game: int) -> mc.State:
        return self.starts[game % len(self.starts)]

    def sample(self) -> list[int]:
        games = [lane.game for lane in self.lanes]
        drawn = numbers(self.seed, games, [lane.state.plies for lane in self.lanes])
        legal = [lane.state.legal_actions for lane in self.lanes]
        return [
            actions[int(r) * len(actions) >> 24] if actions else 0
            for actions, r in zip(legal, drawn, strict=True)
        ]

    def reset(self, places: Sequence[int] | None = None) -> None:
        for i in range(len(self.lanes)) if places is None else places:
            game = self.lanes[i].game + self.stride
            self.lanes[i] = Lane(game, self.start(game))

    def step(self, actions: Sequence[int], plays: npt.NDArray[np.bool_] | None = None) -> None:
        for i, (lane, action) in enumerate(zip(self.lanes, actions, strict=True)):
            lane.just_ended = False
            if plays is not None and not plays[i]:
                if not lane.state.is_over:
                    lane.end = None
                continue
            if lane.state.is_over:
                if self.autoreset == "next_step":
                    self.reset([i])
                continue
            lane.acted, lane.end = lane.state.to_move, None
            lane.state = lane.state.play(action)
            if lane.state.is_over:
                self.finish(i, lane)

    def finish(self, i: int, lane: Lane) -> None:
        lane.end, lane.just_ended = lane.state, True
        lane.whole = seeds(self.start(lane.game))
        outcome = lane.state.outcome
        assert outcome is not None
        self.final_observation[i] = lane.state.observation
        self.results[i] = mc.Batch.RESULTS.index(outcome.result)
        self.reasons[i] = mc.Batch.REASONS.index(outcome.reason)
        self.scores[i] = outcome.score
        self.final_to_move[i] = lane.state.to_move
        if self.autoreset == "same_step":
            lane.game += self.stride
            lane.state = self.start(lane.game)

    def mask(self) -> npt.NDArray[np.bool_]:
        mask = np.zeros((len(self.lanes), self.rules.n_actions), dtype=np.bool_)
        for row, lane in zip(mask, self.lanes, strict=True):
            row[list(lane.state.legal_actions) or slice(None)] = True
        return mask

    def rewards(self, kind: str) -> npt.NDArray[np.float32]:
        rewards = np.zeros((len(self.lanes), 2), dtype=np.float32)
        for row, lane in zip(rewards, self.lanes, strict=True):
            outcome = lane.end.outcome if lane.end is not None and lane.just_ended else None
            if lane.end is None or outcome is None or outcome.result in {"void", "truncated"}:
                continue
            south, north = outcome.score
            if kind == "result":
                margin = {0: 1.0, 1: -1.0, None: 0.0}[outcome.winner]
            else:
                margin = (south - north) / max(lane.whole, 1)
            row[:] = margin, -margin
        return rewards

    def ended(self) -> npt.NDArray[np.bool_]:
        """Return which lanes ended in the last step."""
        return np.array([lane.just_ended for lane in self.lanes])

    def views(self, kind: str) -> dict[str, Array]:
        """Return what a batch shows; rows without a meaning are 0."""
        lanes = self.lanes
        ends = [lane.end.outcome if lane.end is not None else None for lane in lanes]
        return {
            "observation": np.stack([lane.state.observation for lane in lanes]),
            "mask": self.mask(),
            "to_move": np.array([lane.state.to_move for lane in lanes]),
            "acted": np.array([lane.acted for lane in lanes]),
            "rewards": self.rewards(kind),
            "terminated": np.array([end is not None and end.result != "truncated" for end in ends]),
            "truncated": np.array([end is not None and end.result == "truncated" for end in ends]),
            "final_observation": self.final_observation * self.ended()[:, None],
            "final_mask": np.repeat(self.ended()[:, None], self.rules.n_actions, axis=1),
            "plies": np.array([lane.state.plies for lane in lanes]),
            "games": np.array([lane.game for lane in lanes]),
            "results": self.results,
            "reasons": self.reasons,
            "scores": self.scores,
            "final_to_move": self.final_to_move,
        }


def seeds(state: mc.State) -> int:
    """Return the number of all seeds of the game."""
    return sum(int(part.sum()) for part in (state.pits, state.stores, state.reserves))


# What batches show


def seen(batch: mc.Batch, ended: npt.NDArray[np.bool_]) -> dict[str, Array]:
    """Return copies of all views; rows of the last two that have no meaning are 0."""
    views: dict[str, Array] = {name: getattr(batch, name).copy() for name in VIEWS}
    for name in ("final_observation", "final_mask"):
        views[name] *= ended[:, None]
    views["scores"] *= (views["results"] != NONE)[:, None]
    return views


def snapshot(batch: mc.Batch) -> dict[str, Array]:
    """Return copies of all views as they are."""
    return {name: getattr(batch, name).copy() for name in VIEWS}


def difference(found: dict[str, Array], wanted: dict[str, Array]) -> list[str]:
    """Return which views differ and where, in words."""
    names = [name for name in wanted if not np.array_equal(found[name], wanted[name])]
    return [f"{name}:\n{found[name]}\nis not\n{wanted[name]}" for name in names]


def future(batch: mc.Batch, steps: int) -> str:
    """Play on at random and return a hash of all that the batch shows on the way."""
    told = hashlib.sha256()
    ended = np.zeros(len(batch), dtype=np.bool_)
    for _ in range(steps):
        actions = batch.sample()
        before = batch.terminated | batch.truncated
        batch.step(actions)
        ended = batch.terminated | batch.truncated
        if batch.autoreset == "disabled":
            ended &= ~before
        told.update(actions.tobytes())
        for view in seen(batch, ended).values():
            told.update(view.tobytes())
    return told.hexdigest()


# Tallies

SUMMED = ("plies", "choices", "margin")


def first_games(batch: mc.Batch) -> dict[str, Any]:
    """Play the first game of every lane at random and count as a tally does."""
    n = len(batch)
    running = np.ones(n, dtype=np.bool_)
    plies, results, scores = np.zeros(n, int), np.zeros(n, int), np.zeros((n, 2), int)
    choices: list[npt.NDArray[np.int64]] = []
    while running.any():
        choices.append(batch.mask.sum(axis=1)[running])
        batch.step(batch.sample())
        plies += running
        ended = running & (batch.terminated | batch.truncated)
        results[ended], scores[ended] = batch.results[ended], batch.scores[ended]
        running &= ~ended
    scored = results < mc.Batch.RESULTS.index("void")
    margins = (scores[:, 0] - scores[:, 1])[scored]
    parts = dict(zip(SUMMED, (plies, np.concatenate(choices), margins), strict=True))
    counts = Counter(mc.Batch.RESULTS[result] for result in results)
    tally: dict[str, Any] = {"games": n}
    for name in ("south", "north", "truncated"):
        tally[name] = counts[name]
    tally |= {"draws": counts["draw"], "voids": counts["void"], "plies": int(plies.sum())}
    tally |= {f"{name}_sum": int(parts[name].sum()) for name in SUMMED[1:]}
    tally |= {f"{name}_sum_squares": int((part * part).sum()) for name, part in parts.items()}
    for name in ("plies", "margin"):
        tally[f"{name}_histogram"] = dict(sorted(Counter(parts[name].tolist()).items()))
    return tally


def fields(tally: mc.Tally) -> dict[str, Any]:
    """Return what `first_games` counts."""
    names = ["games", "south", "north", "truncated", "draws", "voids", "plies"]
    names += [f"{name}_sum" for name in SUMMED[1:]]
    names += [f"{name}_sum_squares" for name in SUMMED]
    names += [f"{name}_histogram" for name in ("plies", "margin")]
    return {name: getattr(tally, name) for name in names}


# Games


def variants(rules: mc.Rules) -> Iterator[mc.Rules]:
    """Return the game with each value of each option, one changed at a time."""
    for name, option in rules.options.items():
        allowed: Sequence[Any] = option.allowed
        if name == "max_actions":
            allowed = (7, 60)
        elif isinstance(allowed, range):
            allowed = (1, 2, 3, 5, 8, 16, 21)
        for value in allowed:
            if value == option.value or name == "repetition":
                continue
            try:
                changed = rules.replace(**{name: value})
            except mc.RulesError:
                continue  # not every value goes with all the others
            if not changed.start().is_over:
                yield changed
