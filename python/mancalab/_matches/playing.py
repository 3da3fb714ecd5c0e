"""Playing many games: random playouts and matches between agents."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from mancalab._agents.agent import Random
from mancalab._agents.naming import as_agent
from mancalab._agents.policies import BatchPolicy
from mancalab._base.arguments import MOST_COUNT, check_word, integer
from mancalab._base.progress import Progress, reporter
from mancalab._catalogue import GameLike, as_rules
from mancalab._core import Rules, Series, State, Tally, _match, _playouts, _series
from mancalab._matches import lockstep

if TYPE_CHECKING:
    from mancalab._agents.choosing import Seat
    from mancalab._agents.naming import AgentLike

ENGINES = ("lanes", "reference")


def playouts(
    rules: GameLike,
    games: int,
    seed: int = 0,
    threads: int | None = None,
    engine: str = "lanes",
    *,
    progress: Progress = None,
) -> Tally:
    """Play uniformly random games and count what happens.

    Parameters
    ----------
    rules
        A name in the catalogue, a line of rules such as ``"kalah columns=4"``, rules, or the path
        of a TOML file.
    games
        Number of games; they have the numbers 0 to games - 1.
    seed
        0 to 2**64 - 1. The same seed gives the same games on any machine and any number of threads.
    threads
        Number of threads; None for all cores.
    engine
        "lanes" plays many games side by side, "reference" one after the other by the book: the
        same games, hence the same tally. A rule of repetition (`limits.repetition`) needs the
        history of a game, which only the reference engine keeps.
    progress
        True for a tqdm bar, or a function that gets the number of games just finished.

    Returns
    -------
    Tally
        Exact integer counts.

    Raises
    ------
    KeyError
        The game is not in the catalogue.
    ValueError, TypeError
        For an argument that is not allowed, with its name and what is; for rules with
        `limits.repetition` unless the engine is "reference".
    KeyboardInterrupt
        Ctrl-C stops the run within 0.1 s.
    """
    rules = as_rules(rules)
    check_word("engine", engine, ENGINES)
    common = {"seed": seed, "threads": threads, "opening_plies": 0, "starts": None}
    with reporter(progress, games, rules) as report:
        return _playouts(rules, games, engine == "lanes", common, report)


def match(  # noqa: PLR0917  (the order is part of the public contract)
    rules: GameLike,
    first: AgentLike,
    second: AgentLike,
    games: int,
    seed: int = 0,
    threads: int | None = None,
    opening_plies: int = 0,
    starts: Iterable[State] | None = None,
    *,
    progress: Progress = None,
) -> Tally:
    """Play games between two agents; `first` sits with the side that starts.

    Random and Greedy play on the lane engine, many games side by side; under a rule of repetition
    (`limits.repetition`), and wherever a Python function plays or an agent searches, it is the
    reference engine that plays. The games are the same.

    Parameters
    ----------
    rules
        A name in the catalogue, a line of rules such as ``"kalah columns=4"``, rules, or the path
        of a TOML file.
    first, second
        Agents of `mancalab.agents`, names such as "random" or "mcts(simulations=1000)", or
        functions of a state that return an action.
    games
        Number of games; they have the numbers 0 to games - 1.
    seed
        0 to 2**64 - 1; game number and seed fix everything that is random in a game, so a second
        match with the agents exchanged begins with the same openings.
    threads
        Number of threads; None for all cores. Python functions play on the calling thread.
    opening_plies
        Random actions at the beginning of each game, before the agents take over.
    starts
        Positions to start from instead of the opening: game g starts from number g modulo their
        number, and "the side that starts" is the one to move there.
    progress
        True for a tqdm bar, or a function that gets the number of games just finished.

    Returns
    -------
    Tally
        Exact integer counts, by side (not by agent).

    Raises
    ------
    KeyError
        The game is not in the catalogue.
    IllegalAction
        When an agent answers with an action that is not legal.
    ValueError, TypeError
        For an argument that is not allowed, with its name and what is.
    """
    rules = as_rules(rules)
    if isinstance(first, str):
        first = as_agent(first, "first")
    if isinstance(second, str):
        second = as_agent(second, "second")
    common = {"seed": seed, "threads": threads, "opening_plies": opening_plies, "starts": starts}
    if isinstance(first, BatchPolicy) or isinstance(second, BatchPolicy):
        some = _games(rules, (0, games), (first, second), common)
        with reporter(progress, games, rules) as report:
            series = lockstep.play_series(some, (first, second), swap=False, report=report)
        return series.tally
    with reporter(progress, games, rules) as report:
        return _match(rules, first, second, games, common, report)


def series(
    rules: Rules,
    first: Seat,
    second: Seat,
    rounds: int,
    *,
    swap: bool = True,
    seed: int = 0,
    threads: int | None = None,
    opening_plies: int = 0,
    starts: Iterable[State] | None = None,
    first_round: int = 0,
    progress: Progress = None,
) -> Series:
    """Play the rounds that a study is made of, with the sums that its intervals need.

    Round g is game number g with `first` in the seat of the side that starts and, with `swap`, the
    same game number again with the seats exchanged: both games have the same opening. The other
    arguments, and which engine plays, are as for `match`. Series of the same kind add up.
    """
    common = {"seed": seed, "threads": threads, "opening_plies": opening_plies, "starts": starts}
    if isinstance(first, BatchPolicy) or isinstance(second, BatchPolicy):
        some = _games(rules, (first_round, rounds), (first, second), common)
        with reporter(progress, rounds * (2 if swap else 1), rules) as report:
            return lockstep.play_series(some, (first, second), swap=swap, report=report)
    with reporter(progress, rounds * (2 if swap else 1), rules) as report:
        return _series(rules, first, second, rounds, swap, first_round, common, report)


def _games(
    rules: Rules, numbers: tuple[int, int], seats: tuple[object, object], common: dict[str, Any]
) -> lockstep.Games:
    """Check the arguments of a run in which a batch policy plays."""
    first = integer("first_round", numbers[0], 0, MOST_COUNT)
    count = integer("games", numbers[1], 0, MOST_COUNT)
    if common["starts"] is not None:
        common["starts"] = list(common["starts"])
    # The native module checks all else, and plays nothing.
    others = [seat for seat in seats if not isinstance(seat, BatchPolicy)]
    for seat in (*others, Random()):
        _match(rules, seat, Random(), 0, common, None)
    return lockstep.Games(
        rules,
        range(first, first + count),
        common["seed"],
        common["opening_plies"],
        common["starts"],
    )
