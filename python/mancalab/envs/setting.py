"""The arguments that all environments have, checked."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from mancalab import agents
from mancalab._agents.naming import AgentLike, as_agent
from mancalab._base.arguments import check_word, did_you_mean, integer, wrong_type
from mancalab._batch.openings import openings
from mancalab._catalogue import GameLike, as_rules, catalogue
from mancalab._core import Rules, RulesError, State
from mancalab.envs.spaces import Observer

MODES = ("self-play", "opponent")
SEATS = ("first", "second", "random")
REWARDS = ("result", "margin")
ILLEGAL = ("lose", "raise")
RENDER_MODES = ("ansi", "rgb_array")

MOST_OPENING_PLIES = 1_000

Opponents = AgentLike | Sequence[AgentLike]
"""One opponent, or several, one of whom is drawn for each game."""


@dataclass(frozen=True)
class Setting:
    """The game of an environment, its opponents, where games start, and its observations."""

    rules: Rules
    observer: Observer
    rewards: str
    opponents: tuple[agents.Agent, ...]
    """Nobody in self-play."""
    seat: str
    starts: tuple[State, ...]
    """Game g begins in number g modulo their number."""

    def start(self, game: int) -> State:
        """The position in which a game begins."""
        return self.starts[game % len(self.starts)]

    def opponent(self) -> agents.Agent | tuple[agents.Agent, ...] | None:
        """The opponents as a user has them: one, several, or None in self-play."""
        if len(self.opponents) == 1:
            return self.opponents[0]
        return self.opponents or None

    def against(self, opponent: Opponents) -> Setting:
        """The same with other opponents."""
        if not self.opponents:
            raise _misplaced("opponent", opponent)
        return replace(self, opponents=_agents(opponent))


def setting(
    game: GameLike,
    options: dict[str, Any],
    of: type,
    *,
    mode: str,
    opponent: Opponents | None,
    seat: str,
    observation: str,
    planes: int,
    rewards: str,
    render_mode: str | None,
    starts: Iterable[State] | None = None,
    opening_plies: int = 0,
    threads: int | None = None,
) -> Setting:
    """Check the arguments of an environment; errors name the argument and what is allowed."""
    rules = _with_options(as_rules(game, "game"), options, of)
    check_word("mode", mode, MODES)
    check_word("seat", seat, SEATS)
    check_word("rewards", rewards, REWARDS)
    if render_mode is not None:
        check_word("render_mode", render_mode, RENDER_MODES)
    return Setting(
        rules,
        Observer(rules, observation, planes, threads),
        rewards,
        _opponents(mode, opponent, seat),
        seat,
        _starts(rules, starts, opening_plies),
    )


def _with_options(rules: Rules, options: dict[str, Any], of: type) -> Rules:
    """The game with these options.

    What no game has as an option is a TypeError, as for any function that is given an argument it
    does not have.
    """
    try:
        return rules.replace(**options) if options else rules
    except RulesError as error:
        words = {name for name in options if name.isidentifier()}
        unknown = sorted(words.difference(*(known.options for known in catalogue.values())))
        if not unknown:
            raise
        parameters = inspect.signature(of).parameters.values()
        known = [one.name for one in parameters if one.kind is one.KEYWORD_ONLY]
        near = did_you_mean(unknown[0], [*known, *rules.options])
        told = f"{of.__name__} has the arguments game, {', '.join(known)}{near}"
        # Python's own words first: libraries that try an argument read them.
        python = f"{of.__name__}() got an unexpected keyword argument {unknown[0]!r}"
        raise TypeError(f"{python}: {error}; {told}") from error


def _opponents(mode: str, opponent: Opponents | None, seat: str) -> tuple[agents.Agent, ...]:
    if mode == "opponent":
        return (agents.Random(),) if opponent is None else _agents(opponent)
    if opponent is not None or seat != "first":
        raise _misplaced("seat", seat) if opponent is None else _misplaced("opponent", opponent)
    return ()


def _misplaced(name: str, value: object) -> ValueError:
    return ValueError(f'{name} = {value!r}: it goes with mode="opponent", not "self-play"')


def _agents(opponent: Opponents) -> tuple[agents.Agent, ...]:
    if not isinstance(opponent, list | tuple):
        return (as_agent(opponent, "opponent"),)  # type: ignore[arg-type]
    if not opponent:
        raise ValueError("opponent: it is empty; at least one is needed")
    return tuple(as_agent(one, f"opponent[{place}]") for place, one in enumerate(opponent))


def _starts(rules: Rules, starts: Iterable[State] | None, opening_plies: int) -> tuple[State, ...]:
    plies = integer("opening_plies", opening_plies, 0, MOST_OPENING_PLIES)
    if starts is None:
        return _openings(rules, plies) if plies else (rules.start(),)
    if plies:
        raise ValueError(f"opening_plies = {plies}: it goes without starts")
    try:
        listed = tuple(starts)
    except TypeError:
        raise wrong_type("starts", "a sequence of states is needed", starts) from None
    if not listed:
        raise ValueError("starts: it is empty; at least one is needed")
    return tuple(
        checked_start(f"starts[{place}]", rules, state) for place, state in enumerate(listed)
    )


@lru_cache(maxsize=8)
def _openings(rules: Rules, plies: int) -> tuple[State, ...]:
    try:
        return tuple(map(_anew, openings(rules, plies, 0)))
    except ValueError as error:  # of rules that no batch plays
        raise ValueError(f"opening_plies = {plies}: {error}") from error


def checked_start(name: str, rules: Rules, state: object) -> State:
    """A game that begins in this position; raises unless one of these rules can."""
    if not isinstance(state, State):
        raise wrong_type(name, "a State is needed", state)
    if state.rules != rules:
        raise ValueError(f"{name}: it has other rules than the environment")
    if state.is_over:
        raise ValueError(f"{name}: it is over; a game begins in a running state")
    return _anew(state)


def _anew(state: State) -> State:
    """The position before the first action of a game, as a batch has it."""
    return State.from_text(state.position_text, state.rules)
