"""The arguments that all environments have, checked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mancalab import agents
from mancalab._agents.naming import AgentLike, as_agent
from mancalab._base.arguments import check_word
from mancalab._catalogue import GameLike, as_rules
from mancalab._core import Rules
from mancalab.envs.spaces import Observer

MODES = ("self-play", "opponent")
SEATS = ("first", "second", "random")
REWARDS = ("result", "margin")
RENDER_MODES = ("ansi", "rgb_array")


@dataclass(frozen=True)
class Setting:
    """The game of an environment, its opponent, and its observations."""

    rules: Rules
    observer: Observer
    rewards: str
    opponent: agents.Agent | None
    seat: str
    render_mode: str | None


def setting(
    game: GameLike,
    options: dict[str, Any],
    *,
    mode: str,
    opponent: AgentLike | None,
    seat: str,
    observation: str,
    planes: int,
    rewards: str,
    render_mode: str | None,
    threads: int | None = None,
) -> Setting:
    """Check the arguments of an environment; errors name the argument and what is allowed."""
    rules = as_rules(game, "game")
    if options:
        rules = rules.replace(**options)
    check_word("mode", mode, MODES)
    check_word("seat", seat, SEATS)
    check_word("rewards", rewards, REWARDS)
    if render_mode is not None:
        check_word("render_mode", render_mode, RENDER_MODES)
    return Setting(
        rules,
        Observer(rules, observation, planes, threads),
        rewards,
        _opponent(mode, opponent, seat),
        seat,
        render_mode,
    )


def _opponent(mode: str, opponent: AgentLike | None, seat: str) -> agents.Agent | None:
    if mode == "opponent":
        return agents.Random() if opponent is None else as_agent(opponent, "opponent")
    if opponent is not None or seat != "first":
        name, value = ("seat", seat) if opponent is None else ("opponent", opponent)
        raise ValueError(f'{name} = {value!r}: it goes with mode="opponent", not "self-play"')
    return None
