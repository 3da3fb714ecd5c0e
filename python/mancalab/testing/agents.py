"""`check_agent`: an agent plays legally, on every side and board, and the same games again."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Sequence

from mancalab._agents.agent import Agent, Random
from mancalab._agents.naming import AgentLike, as_agent
from mancalab._agents.policies import BatchPolicy, Policy
from mancalab._base.arguments import MOST_COUNT, checked_seed, integer
from mancalab._base.words import counted
from mancalab._catalogue import GameLike, as_rules
from mancalab._core import Rules, Tally
from mancalab._matches.playing import match
from mancalab.testing.report import Disagreement, Report, Skipped, run

GAMES = ("kalah columns=4 seeds=3", "oware", "bohnenspiel", "chuba", "mwambulula")
"""Extra turns; duties and forbidden actions; skipped turns; turns of two parts; four rows."""


def check_agent(
    agent: AgentLike,
    rules: GameLike | Iterable[GameLike] = GAMES,
    *,
    games: int = 4,
    seed: int = 0,
) -> Report:
    """Check that an agent can play, and keeps what it says of itself.

    It plays Random on both sides: every action has to be legal, every game has to end. An agent
    that calls itself deterministic has to choose alike when it is asked twice; the others have to
    play the same games again with the same seed, on one thread and on two.

    Parameters
    ----------
    agent
        An agent, the name of one, or a function of a state that returns an action.
    rules
        A game or several. By default five small and very different ones; a game that the agent
        refuses is named in the report.
    games
        Games on each side of each game, 1 to 2**53.
    seed
        Of the games, 0 to 2**64 - 1.

    Returns
    -------
    Report
        `ok`, and a text that names every check: in a test of one's own,
        ``report = check_agent(...); assert report.ok, report``.

    Raises
    ------
    KeyError
        A game is not in the catalogue.
    ValueError, TypeError
        An argument is not allowed.
    """
    found = as_agent(agent)
    chosen = [rules] if _is_one(rules) else list(rules)  # type: ignore[arg-type]
    n, seed = integer("games", games, 1, MOST_COUNT), checked_seed(seed)
    if not chosen:
        raise ValueError("rules = []: at least one game is needed")
    games_played = [_Played(found, as_rules(game), n, seed) for game in chosen]  # type: ignore[arg-type]
    checks = []
    for played in games_played:
        checks += [
            (f"{played.rules}: legal", played.legal),
            (f"{played.rules}: again", played.again),
        ]
    checks.append(("pickle", lambda: _pickles(found)))
    checks.append(("games", lambda: _some_played(games_played)))
    return run(found.name, checks)


def _is_one(rules: object) -> bool:
    return isinstance(rules, str | Rules) or hasattr(rules, "__fspath__")


class _Played:
    """The games of an agent under some rules."""

    def __init__(self, agent: Agent, rules: Rules, games: int, seed: int) -> None:
        self.agent, self.rules, self.games, self.seed = agent, rules, games, seed
        self.first: tuple[Tally, Tally] | None = None
        self.refused = False

    @property
    def _is_function(self) -> bool:
        """Whether a function of the user's chooses: nothing is known of its errors."""
        return isinstance(self.agent, Policy | BatchPolicy)

    def legal(self) -> str:
        """Every action is legal, on both sides."""
        self.first = self._matches(threads=1)
        plies = sum(tally.plies for tally in self.first)
        return f"{counted(2 * self.games, 'game')} against Random, {counted(plies, 'action')}"

    def again(self) -> str:
        """The same seed gives the same games."""
        if self.first is None:
            raise Skipped("it has not played")
        if self.agent.deterministic:
            return self._chooses_alike()
        for threads in (1, 2):
            if self._matches(threads) != self.first:
                raise Disagreement(
                    f"the same seed gives other games on {counted(threads, 'thread')}: random "
                    "numbers have to come from the seed and the game, and time is no limit that "
                    "can be repeated"
                )
        return "the same seed gives the same games, on one thread and on two"

    def _chooses_alike(self) -> str:
        """A deterministic agent chooses alike when asked twice."""
        one, other = (self._match(self.agent, self.agent, 1, None) for _ in (0, 1))
        if one != other:
            raise Disagreement(
                "it calls itself deterministic, and plays two games against itself that differ: "
                f"{one.plies} and {other.plies} actions"
            )
        if self._matches(threads=1) != self.first:
            raise Disagreement(
                "it calls itself deterministic, and chooses otherwise when asked again"
            )
        return "it chooses alike when asked twice, as deterministic agents do"

    def _matches(self, threads: int) -> tuple[Tally, Tally]:
        seats = ((self.agent, Random()), (Random(), self.agent))
        one, other = (self._match(first, second, self.games, threads) for first, second in seats)
        return one, other

    def _match(self, first: Agent, second: Agent, games: int, threads: int | None) -> Tally:
        try:
            return match(self.rules, first, second, games, self.seed, threads)
        except Exception as error:  # whatever an agent raises is its fault
            if isinstance(error, ValueError) and not self._is_function:
                self.refused = True
                raise Skipped(f"the agent refuses the game: {error}") from error
            raise Disagreement(f"{type(error).__name__}: {error}") from error


def _some_played(games: Sequence[_Played]) -> str:
    """An agent that refused every game was not checked."""
    refused = sum(game.refused for game in games)
    if refused == len(games):
        raise Disagreement("it refuses every game that was given; nothing was checked")
    return f"it takes {len(games) - refused} of {counted(len(games), 'game')}"


def _pickles(agent: Agent) -> str:
    """An agent can be sent to other processes."""
    try:
        pickle.loads(pickle.dumps(agent))  # noqa: S301  (our own)
    except Exception as error:
        raise Skipped(
            f"it cannot be sent to other processes, as an executor of processes asks: {error}"
        ) from error
    return "it can be sent to other processes"
