"""The games of the catalogue under the ids of Gymnasium and PettingZoo."""

from __future__ import annotations

import gymnasium

from mancalab._catalogue import catalogue

VERSION = 0
"""Raised when what a game shows, takes or pays changes; see `mancalab.envs.page`."""


def register() -> None:
    """Make `mancalab/<game>-v0` known to Gymnasium for every game of the catalogue."""
    for game in catalogue:
        name = id_of(game)
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="mancalab.envs:Env",
                vector_entry_point="mancalab.envs:VectorEnv",
                kwargs={"game": game},
            )


def register_aec() -> None:
    """Make the same ids known to PettingZoo; it has a registry from version 1.27 on."""
    import pettingzoo

    if not hasattr(pettingzoo, "aec_registry"):
        return
    for game in catalogue:
        name = id_of(game)
        if name not in pettingzoo.aec_registry:
            pettingzoo.register(
                "aec", name, entry_point="mancalab.envs.aec:env", kwargs={"game": game}
            )


def id_of(game: str) -> str:
    """The id of a game of the catalogue."""
    return f"mancalab/{game}-v{VERSION}"
