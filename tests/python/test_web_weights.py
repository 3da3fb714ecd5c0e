"""The trained networks as the web page holds them; whether it plays them is tested in a browser."""

from __future__ import annotations

import numpy as np
import pytest

import mancalab as mc
from mancalab._agents.zoo import PRETRAINED
from networks import random_network, rounded
from web_sources import BUILD


@pytest.mark.parametrize("outlook", [False, True])
def test_the_page_is_given_all_weights_layer_by_layer(outlook: bool) -> None:
    network = random_network(mc.rules("kalah"), blocks=2, outlook=outlook)
    content = np.frombuffer(BUILD.learnt.halves(network), np.uint8).reshape(2, -1)
    found = np.ascontiguousarray(content.T).view("<f2").ravel()
    layers = ("first", "blocks.0.0", "blocks.0.1", "blocks.1.0", "blocks.1.1", "policy", "value")
    arrays = rounded(network).arrays
    parts = [arrays[f"{layer}.{part}"].ravel() for layer in layers for part in ("weight", "bias")]
    np.testing.assert_array_equal(found, np.concatenate(parts))
    layout = BUILD.learnt.layout(network)
    assert (layout["outlook"], layout["planes"], layout["blocks"]) == (outlook, 4, 2)


def test_the_page_has_a_network_for_each_game_that_has_one() -> None:
    constants, elements = BUILD.constants.CONSTANTS, BUILD.networks()
    digests = {game: layout["digest"] for game, layout in constants["NETWORKS"].items()}
    assert digests == {game: mc.rules(game).digest for game in PRETRAINED}
    assert all(f'id="network-{game}"' in elements for game in PRETRAINED)
    mind = {"network": {"simulations": 64, "exploration": 0.5}}
    assert constants["LEARNT"] == ["learnt(64)", "learnt", mind]


def test_a_weight_beyond_half_precision_is_refused() -> None:
    network = random_network(mc.rules("kalah"))
    network.arrays["value.bias"][0] = 70_000
    with pytest.raises(ValueError, match=r"kalah: a weight is beyond .* half precision"):
        BUILD.learnt.halves(network)
