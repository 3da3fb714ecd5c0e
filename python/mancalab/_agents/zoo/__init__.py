"""Networks that come with mancalab: NAME.npz, and in NAME.json how each was made.

``python -m mancalab.train.zoo`` makes them.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from mancalab._base.arguments import did_you_mean, wrong_type
from mancalab._catalogue import catalogue
from mancalab._core import Rules

PRETRAINED: tuple[str, ...] = (
    "kalah",
    "oware",
    "togyzqumalaq",
    "bao-ki-arabu",
    "mwambulula",
    "congklak",
    "bohnenspiel",
    "omweso",
)
"""Games of different kinds: see `Network.pretrained`."""


@lru_cache(maxsize=64)
def trained_for(rules: Rules) -> str | None:
    """The name of the game, if a network comes for these very rules."""
    found = rules.name in PRETRAINED and catalogue[rules.name] == rules
    return rules.name if found else None


def path_of(game: object) -> Path:
    """The file of the network for a game.

    Raises
    ------
    KeyError
        No network comes for that game.
    TypeError
        It is no name.
    """
    if not isinstance(game, str):
        raise wrong_type("game", "the name of a game is needed", game)
    if game not in PRETRAINED:
        near = did_you_mean(game, PRETRAINED)
        allowed = ", ".join(PRETRAINED)
        raise KeyError(f"game = {game!r}: no network comes for it; allowed are {allowed}{near}")
    return Path(__file__).parent / f"{game}.npz"
