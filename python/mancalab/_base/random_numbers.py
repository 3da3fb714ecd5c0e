"""Random numbers that are a function of what they are for, as the engines make them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Words = npt.NDArray[np.uint64]

GOLDEN = np.uint64(0x9E3779B97F4A7C15)


def mixed(words: Words) -> Words:
    """Spread every bit of each word over all of it: the last step of SplitMix64."""
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return words ^ (words >> np.uint64(31))


def game_keys(seed: int, games: npt.ArrayLike) -> Words:
    """Return the number from which all that is random in a game is drawn, for each game's."""
    run = mixed(np.array([seed], dtype=np.uint64) + GOLDEN)
    return mixed(run + np.atleast_1d(np.asarray(games, dtype=np.uint64)) * GOLDEN)
