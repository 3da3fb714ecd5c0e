"""Tree search for one state, written down as plainly as it is documented: PUCT and Gumbel."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

import mancalab as mc

Evaluate = Callable[[mc.State], tuple[list[float], float]]
"""Logits of all actions, and the value for the player to move."""


@dataclass
class Node:
    """A position, and what its actions came to for the player who is to move there."""

    state: mc.State
    value: float
    priors: dict[int, float]
    total: float = field(init=False)
    visits: int = 1
    counts: dict[int, int] = field(init=False)
    totals: dict[int, float] = field(init=False)
    children: dict[int, Node] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.total = self.value
        self.counts = dict.fromkeys(self.priors, 0)
        self.totals = dict.fromkeys(self.priors, 0.0)

    def mean(self, action: int) -> float:
        return self.totals[action] / self.counts[action]


Choose = Callable[[Node], int]


def softmax(logits: dict[int, float]) -> dict[int, float]:
    largest = max(logits.values())
    shares = {action: math.exp(logit - largest) for action, logit in logits.items()}
    total = 0.0
    for share in shares.values():
        total += share
    return {action: share / total for action, share in shares.items()}


def worth(state: mc.State, side: int, rewards: str) -> float:
    """What a finished game is worth to a side."""
    outcome = state.outcome
    assert outcome is not None
    if rewards == "result":
        return 0.0 if outcome.winner is None else 1.0 if outcome.winner == side else -1.0
    if outcome.result in {"void", "truncated"}:
        return 0.0
    seeds = int(state.pits.sum() + state.stores.sum() + state.reserves.sum())
    margin = int(outcome.score[side]) - int(outcome.score[1 - side])
    return float(np.float32(margin) / np.float32(seeds))


def node_of(state: mc.State, evaluate: Evaluate) -> Node:
    logits, value = evaluate(state)
    priors = softmax({action: logits[action] for action in state.legal_actions})
    rounded = {action: float(np.float32(prior)) for action, prior in priors.items()}
    return Node(state, value, rounded)


def simulate(
    node: Node, evaluate: Evaluate, rewards: str, choose: Choose, below: Choose
) -> tuple[float, int]:
    """One simulation: a value, and the side whose value it is."""
    side, action = node.state.to_move, choose(node)
    if action in node.children:
        value, whose = simulate(node.children[action], evaluate, rewards, below, below)
    else:
        state = node.state.play(action)
        if state.is_over:
            value, whose = worth(state, side, rewards), side
        else:
            child = node.children[action] = node_of(state, evaluate)
            value, whose = child.value, state.to_move
    value = value if whose == side else -value
    node.counts[action] += 1
    node.totals[action] += value
    node.visits += 1
    node.total += value
    return value, side


def by_puct(exploration: float) -> Choose:
    def choose(node: Node) -> int:
        width = exploration * math.sqrt(node.visits)

        def score(action: int) -> float:
            count = node.counts[action]
            value = node.mean(action) if count else node.total / node.visits
            return value + width * node.priors[action] / (1 + count)

        return max(node.priors, key=score)  # the first of several

    return choose


def puct(
    state: mc.State,
    simulations: int,
    evaluate: Evaluate,
    exploration: float = 1.25,
    rewards: str = "result",
) -> Node:
    """The root after so many simulations."""
    root, choose = node_of(state, evaluate), by_puct(exploration)
    for _ in range(simulations):
        simulate(root, evaluate, rewards, choose, choose)
    return root


class Tuning(NamedTuple):
    """How values count beside logits, and how random the root is."""

    gumbel_scale: float = 1.0
    maxvisit_init: float = 50.0
    value_scale: float = 0.1


USUAL = Tuning()


def completed(node: Node, tuning: Tuning = USUAL) -> dict[int, float]:
    """Values as logits: stretched to 0 to 1, those that are not known from the others."""
    tried = [action for action, count in node.counts.items() if count]
    total, tries = sum(node.counts.values()), 0.0
    if tried:
        weights = sum(node.priors[action] for action in tried)
        tries = total * (sum(node.priors[a] * node.mean(a) for a in tried) / weights)
    mixed = (node.value + tries) / (total + 1)
    values = {action: node.mean(action) if action in tried else mixed for action in node.counts}
    low, high = min(values.values()), max(values.values())
    weight = (tuning.maxvisit_init + max(node.counts.values())) * tuning.value_scale
    scale = weight / max(high - low, 1e-8)
    return {action: scale * (value - low) for action, value in values.items()}


def improved(node: Node, tuning: Tuning = USUAL) -> dict[int, float]:
    """The improved policy: priors times the exponentials of the values."""
    values = completed(node, tuning)
    largest = max(values.values())
    shares = {a: prior * math.exp(values[a] - largest) for a, prior in node.priors.items()}
    total = sum(shares.values())
    return {action: share / total for action, share in shares.items()}


def interior(node: Node, tuning: Tuning = USUAL) -> int:
    policy = node.priors if node.visits == 1 else improved(node, tuning)
    return max(policy, key=lambda action: policy[action] - node.counts[action] / node.visits)


def gumbel(
    state: mc.State,
    simulations: int,
    evaluate: Evaluate,
    numbers: list[float],
    considered: int = 16,
    rewards: str = "result",
    tuning: Tuning = USUAL,
) -> tuple[Node, int]:
    """The root and the winner of the halving; a random number for each legal action is given."""
    root = node_of(state, evaluate)
    random = dict(zip(root.priors, numbers, strict=True))
    largest = max(math.log(prior) for prior in root.priors.values())

    def best(visits: int) -> int:
        values = completed(root, tuning)

        def score(action: int) -> float:
            number = tuning.gumbel_scale * random[action]
            return number + (math.log(root.priors[action]) - largest) + values[action]

        return max((a for a, count in root.counts.items() if count == visits), key=score)

    turns = iter(visits_in_turn(min(considered, len(root.priors)), simulations))
    for _ in range(simulations):
        simulate(
            root,
            evaluate,
            rewards,
            lambda _root: best(next(turns)),
            lambda node: interior(node, tuning),
        )
    return root, best(max(root.counts.values()))


def visits_in_turn(considered: int, simulations: int) -> list[int]:
    if considered == 1:
        return list(range(simulations))
    rounds, visits, left = math.ceil(math.log2(considered)), [0] * considered, considered
    turns: list[int] = []
    while len(turns) < simulations:
        for _ in range(max(1, simulations // (rounds * left))):
            turns += visits[:left]
            visits[:left] = [n + 1 for n in visits[:left]]
        left = max(2, left // 2)
    return turns[:simulations]


GOLDEN, WORD = 0x9E3779B97F4A7C15, 2**64 - 1


def mix64(z: int) -> int:
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & WORD
    z = (z ^ z >> 27) * 0x94D049BB133111EB & WORD
    return z ^ z >> 31


def gumbel_numbers(seed: int, run_seed: int, game: int, plies: int, count: int) -> list[float]:
    """The numbers of a search in a game of a run at a ply."""
    key = mix64(mix64(run_seed + GOLDEN & WORD) + game * GOLDEN & WORD)
    at = mix64(mix64(key ^ mix64(seed + GOLDEN & WORD)) + plies * GOLDEN & WORD)
    numbers = []
    for _ in range(count):
        at = at + GOLDEN & WORD
        uniform = ((mix64(at) >> 11) + 0.5) / 2**53
        numbers.append(-math.log(-math.log(uniform)))
    return numbers
