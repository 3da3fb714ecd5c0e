"""What the page takes from the package instead of saying it again: numbers, orders, names."""

from __future__ import annotations

import json
from typing import Any

import learnt

from mancalab._agents.agent import Agent
from mancalab._agents.alphabeta import AlphaBeta
from mancalab._agents.naming import as_agent
from mancalab._agents.network import EXPLORATION, Learnt
from mancalab._base.estimates import Z95
from mancalab._base.value_words import DECIDED
from mancalab._base.words import HUMAN
from mancalab._browser import frames, slots
from mancalab._records.json_format import FORMAT, VERSION
from mancalab.study.cells import OPENING_PLIES
from mancalab.widget import hints, players, setup


def _mind(agent: Agent, word: str) -> Any:
    """An agent as the engine of the page takes it."""
    if isinstance(agent, AlphaBeta):
        return {"alphabeta": {"depth": agent.depth}}
    if isinstance(agent, Learnt):
        return {"network": {"simulations": agent.simulations, "exploration": EXPLORATION}}
    return word


def _player(word: str) -> list[Any]:
    """An agent: its name, its word in records, and itself."""
    agent = as_agent(word)
    return [agent.name, word, _mind(agent, word)]


CONSTANTS: dict[str, Any] = {
    # Where seeds are, and lengths of the board, as `_browser/slots.py` says.
    **{name: getattr(slots, name) for name in ("HAND", "GONE", "PIT", "LINES", "GAP", "RIM")},
    "STORE": slots.STORE,
    "EDGE": slots.EDGE,
    "MOST_STEPS": frames.MOST_STEPS,
    "MAIN": setup.MAIN,
    "TWINS": setup.TWINS,
    "MANUAL": players.MANUAL,
    "LEVELS": [_player(word) for word in players.LEVELS],
    "LEARNT": _player(players.LEARNT),
    "NETWORKS": learnt.layouts(),
    "HINT": {"depth": hints.SEARCH.depth, "nodes": hints.SEARCH.nodes},
    "DECIDED": DECIDED,
    "HUMAN": HUMAN,
    "FORMAT": FORMAT,
    "VERSION": VERSION,
    "NORMAL": Z95,
    "OPENING_PLIES": OPENING_PLIES,
}


def source() -> str:
    """The constants as a module of the page."""
    lines = [f"export const {name} = {json.dumps(value)};" for name, value in CONSTANTS.items()]
    return "\n".join(lines) + "\n"
