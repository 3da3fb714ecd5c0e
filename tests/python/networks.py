"""Networks of random numbers, for tests that need no good ones."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

import mancalab as mc
from mancalab._agents.weights import Weights, save


def random_network(
    rules: mc.Rules,
    *,
    width: int = 16,
    blocks: int = 1,
    seed: int = 0,
    kind: str = "thermometer",
    outlook: bool = False,
) -> Weights:
    """A network that has learned nothing."""
    random = np.random.default_rng(seed)
    encoding = mc.Encoding(rules, kind, 4, outlook)
    inputs = int(np.prod(encoding.shape))
    shapes = {"first": (width, inputs), "policy": (rules.n_actions, width), "value": (1, width)}
    for block in range(blocks):
        shapes |= {f"blocks.{block}.{layer}": (width, width) for layer in (0, 1)}
    arrays = {}
    for name, (out, into) in shapes.items():
        arrays[f"{name}.weight"] = random.normal(size=(out, into)).astype(np.float32) / into**0.5
        arrays[f"{name}.bias"] = random.normal(size=out).astype(np.float32)
    return Weights(rules, encoding, arrays)


def rounded(network: Weights) -> Weights:
    """The network in half precision, as the web page has it."""
    halves = {name: array.astype(np.float16) for name, array in network.arrays.items()}
    return replace(
        network, arrays={name: array.astype(np.float32) for name, array in halves.items()}
    )


def saved_network(folder: Path, rules: mc.Rules, *, seed: int = 0) -> Path:
    """The path of such a network."""
    path = folder / "network.npz"
    save(random_network(rules, seed=seed), path)
    return path
