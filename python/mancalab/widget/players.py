"""Who plays a side of the board: a person, or an agent that answers in Python."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mancalab._agents.agent import Agent
from mancalab._agents.naming import as_agent
from mancalab._agents.zoo import trained_for
from mancalab._base.words import HUMAN
from mancalab._browser.texts import Texts
from mancalab._records.parts import word_of

if TYPE_CHECKING:
    from mancalab._core import Rules, State

MANUAL = "manual"

LEVELS = (
    "random",
    "greedy",
    "alphabeta(depth=2)",
    "alphabeta(depth=4)",
    "alphabeta(depth=6)",
    "alphabeta(depth=8)",
)
"""The agents behind the levels, from Beginner to Master: each looks farther than the one before.

In some games neighbours play alike: in Tsoro, for example, Greedy finds nothing to grab."""

LEARNT = "learnt"
"""The trained networks, to choose where one comes for the game."""

MENU = (*LEVELS, LEARNT, "mcts(simulations=1000)", "mcts(simulations=10000)")
"""The agents to choose from."""

PlayerLike = str | Agent | Callable[["State"], int] | None
"""``"manual"`` or None, an agent, the name of one, or a function of a state."""


@dataclass(frozen=True)
class Player:
    """Who plays a side."""

    name: str
    agent: Agent | None = None
    """None: a person."""
    word: str = HUMAN
    """What a record calls them: for an agent what was asked for, so that it can be read again."""

    @property
    def manual(self) -> bool:
        """Whether a person plays."""
        return self.agent is None


def player(who: PlayerLike) -> Player:
    """A player from whatever names it.

    Raises
    ------
    ValueError, TypeError
        There is no such agent.
    """
    if who is None or (isinstance(who, str) and who.lower() == MANUAL):
        return Player(MANUAL)
    agent = as_agent(who)
    return Player(agent.name, agent, word_of(who, agent.name))


def menu() -> dict[str, Player]:
    """The players to choose from, by name."""
    found = [Player(MANUAL)]
    for text in MENU:
        agent = as_agent(text)
        found.append(Player(agent.name, agent, text))
    return {player.name: player for player in found}


def read_player(word: str) -> PlayerLike:
    """A player from their word in a record: a person where it names no agent.

    The record may be a stranger's, so that no file is opened which it names: a network is a person,
    unless it plays on the board already.
    """
    if word.partition("(")[0].strip().lower() == "network":
        return MANUAL
    try:
        as_agent(word)
    except (ValueError, TypeError):
        return MANUAL
    return word


def choices(
    players: Mapping[str, Player], rules: Rules, texts: Texts
) -> list[tuple[str, str, str]]:
    """Name, label and group of every player that can be chosen: people, levels, agents by name.

    The trained networks are among them where one comes for the game.
    """
    if trained_for(rules) is None:
        players = {name: found for name, found in players.items() if found.word != LEARNT}
    found = [(MANUAL, texts["manual"], texts["people"])]
    levels = {text: texts[f"level.{level}"] for level, text in enumerate(LEVELS, start=1)}
    named = {players[as_agent(text).name].name: label for text, label in levels.items()}
    found += [(name, f"{label} · {name}", texts["levels"]) for name, label in named.items()]
    others = [name for name in players if name != MANUAL and name not in named]
    return found + [(name, name, texts["agents"]) for name in others]
