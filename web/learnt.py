"""The trained networks of the package as the page holds them."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from mancalab._agents.weights import Weights, load
from mancalab._agents.zoo import PRETRAINED, path_of

PARTS = ("weight", "bias")
"""Of a layer."""


@cache
def _loaded(game: str) -> Weights:
    return load(path_of(game))


def layouts() -> dict[str, Any]:
    """The networks as the engine takes them, but for their weights, by the names of their games."""
    return {game: layout(_loaded(game)) for game in PRETRAINED}


def layout(network: Weights) -> dict[str, Any]:
    """What a network is but for its weights; how positions are shown to it stands in its file."""
    encoding = network.encoding
    return {
        "digest": network.rules.digest,
        "kind": encoding.kind,
        "planes": encoding.planes,
        "outlook": encoding.outlook,
        "width": len(network.arrays["first.bias"]),
        "blocks": network.blocks,
    }


def weights(game: str) -> bytes:
    """The weights of a game's network, as the page holds them."""
    return halves(_loaded(game))


def halves(network: Weights) -> bytes:
    """Weights as the engine of the page takes them: the low bytes of all numbers, then the high.

    Half precision is half of what there is to load: 0.18 MB of 0.36 for Kalah. With the bytes apart
    gzip packs them by a fifteenth more: in the page they are 0.21 MB instead of 0.23.

    Raises
    ------
    ValueError
        A weight is larger than any number of half precision.
    """
    inner = [f"blocks.{block}.{layer}" for block in range(network.blocks) for layer in (0, 1)]
    names = [f"{name}.{part}" for name in ("first", *inner, "policy", "value") for part in PARTS]
    numbers = np.concatenate([network.arrays[name].ravel() for name in names])
    with np.errstate(over="ignore"):
        rounded = np.ascontiguousarray(numbers, "<f2")
    if not np.isfinite(rounded).all():
        raise ValueError(f"{network.rules.name}: a weight is beyond what half precision can hold")
    return rounded.view(np.uint8).reshape(-1, 2).T.tobytes()
