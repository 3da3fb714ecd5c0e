"""What the tests of boards have in common: positions to draw, and a look into a picture."""

from __future__ import annotations

import random
from collections import defaultdict
from functools import lru_cache
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import mancalab as mc
from chosen_games import CHOSEN
from mancalab import _boards
from mancalab._boards.shapes import Shape

SVG = "{http://www.w3.org/2000/svg}"

games = pytest.mark.parametrize("game", CHOSEN)
themes = pytest.mark.parametrize("theme", ["light", "dark"])


def played(game: str, plies: int, seed: int = 0) -> list[mc.State]:
    """Positions of a random game, the start first, at most so many plies."""
    choose = random.Random(seed)  # noqa: S311 - a game
    states = [mc.catalogue[game].start()]
    while not states[-1].is_over and len(states) <= plies:
        states.append(states[-1].play(choose.choice(states[-1].legal_actions)))
    return states


def some_states(game: str) -> list[mc.State]:
    """The start, positions on the way, and the end."""
    states = played(game, 5000, seed=1)
    return [states[0], *states[1:30:4], states[-1]]


def numbered(rules: mc.Rules) -> mc.State:
    """A position in which each pit holds its own number: South's from 1, North's from 11."""
    side = rules.pits_per_side
    return rules.state(pits=[range(1, side + 1), range(11, side + 11)], stores=[20, 30])


def layout_of(state: mc.State) -> _boards.Layout:
    return _boards.layout(state.rules)


@lru_cache(maxsize=4)
def parsed(svg: str) -> ET.Element:
    """A picture as a tree, which nobody changes."""
    return ET.fromstring(svg)  # noqa: S314 - our own


def drawn(svg: str, role: str) -> list[ET.Element]:
    return [element for element in parsed(svg).iter() if element.get("class") == f"mb-{role}"]


def shapes(state: mc.State, role: str, **options: Any) -> list[Shape]:
    return shapes_by_role(state, **options)[role]


def shapes_by_role(state: mc.State, **options: Any) -> dict[str, list[Shape]]:
    """The shapes of a board; a role that nothing has holds none."""
    found: dict[str, list[Shape]] = defaultdict(list)
    for shape in _boards.scene(state, legend=False, **options).shapes:
        found[shape.role].append(shape)
    return found
