"""Tournaments: every agent against every other, in swapped pairs of games, in several games."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from itertools import combinations

from mancalab._agents.naming import AgentLike, as_agent
from mancalab._base.arguments import check_word, integer, listed, positive_seconds_or_none
from mancalab._base.extras import require
from mancalab._base.progress import Progress, reporter
from mancalab._catalogue import GameLike, as_rules
from mancalab._core import Rules, __version__
from mancalab.study.agent_names import distinct_names
from mancalab.study.cells import check_cut_off, checked_plies, plies, seed_or_drawn
from mancalab.study.intervals import score_over_pairs
from mancalab.study.outcomes import DRAW, LOSS, TRUNCATED, VOID, WIN, seen_by
from mancalab.study.pairings import BOUTS, ON_FAULT, STOP, Bout, Pairing
from mancalab.study.parts import Sum
from mancalab.study.run import Runner, check_resumable
from mancalab.study.tables.options import changed_options
from mancalab.study.tables.standings import Standing
from mancalab.study.tables.tournament import TournamentTable
from mancalab.study.tables.tournament_rows import PairingRow

N_GAMES = 1_000
"""Games of each two agents in a tournament by default: scores are then known to 3 %."""

MOST_ROUNDS = 2**32
"""Pairs of games of each two agents at the most; those of the next two agents are numbered on from
there, so that each pairing has openings of its own."""


def tournament(
    games: Iterable[GameLike] | GameLike,
    agents: Iterable[AgentLike],
    *,
    n: int = N_GAMES,
    seed: int | None = 0,
    threads: int | None = None,
    opening_plies: int | None = None,
    executor: Executor | None = None,
    resume: str | os.PathLike[str] | None = None,
    progress: Progress = None,
    on_fault: str = STOP,
    move_time: float | None = None,
) -> TournamentTable:
    """Let every agent play every other, and find out how strong they are.

    Two agents play each opening twice, with swapped seats. Every two agents have openings of their
    own, so that pairings are independent. One fit to the games gives the agents' strengths, what
    moving first is worth, and how wide draws are (see `mancalab.study.Fit`); with several games
    there is a fit for each and one over all of them.

    Parameters
    ----------
    games
        Names in the catalogue, rules, or paths of TOML files; one or several.
    agents
        Two or more: names such as "random", "greedy" or "alphabeta(depth=6)", agents of
        `mancalab.agents`, or functions of a state. No two may have the same name; a function is
        given another one by `mancalab.agents.Policy`.
    n
        Games of each two agents in each game; an odd number is rounded up to whole pairs.
    opening_plies
        Random plies at the start of each game. None: 4, for every pair with an agent other than
        Random.
    seed, threads, executor, progress
        As in `first_player_advantage`.
    resume
        A folder for finished parts, as there. An agent added at the end of ``agents`` plays its
        games; those of the others are not played again.
    on_fault
        What happens when a Python function raises an exception, chooses an action that is not
        legal, answers with anything but a whole number, or takes too long: "stop" raises
        `AgentFault`; "forfeit" lets it lose the game (which counts as any lost game, in the fit
        too), and the table says which agent, how often and why. Agents of `mancalab.agents` that
        play in Rust have no faults. Ctrl-C is never a fault.
    move_time
        Seconds that a Python function may take for a move; None: no limit. A move is
        measured when it has been made: a function that never answers is not interrupted.

    Returns
    -------
    TournamentTable
        One row for each two agents, game by game. ``str`` gives cross tables and strengths.

    Raises
    ------
    AgentFault
        An agent was at fault, and ``on_fault`` is "stop".
    KeyError
        A game is not in the catalogue.
    ValueError, TypeError
        An argument is not as described above.
    OSError
        The folder of ``resume`` cannot be made or written to.
    MissingExtra
        scipy or statsmodels is not installed (an ImportError).

    Notes
    -----
    Where a function of a state plays, games are played one after the other. A
    `mancalab.agents.BatchPolicy` answers for many games at once, unless ``move_time`` is given or
    its opponent is such a function; then it is asked for one game at a time.

    Examples
    --------
    >>> table = tournament("kalah", ["random", "greedy"], n=200)
    >>> [(row.agent, row.opponent, row.games, row.wins > row.losses) for row in table]
    [('Random', 'Greedy', 200, False)]
    >>> [row.agent for row in table.strengths]
    ['Greedy', 'Random']
    """
    pairings = plan(
        games,
        agents,
        n=n,
        seed=seed,
        opening_plies=opening_plies,
        on_fault=on_fault,
        move_time=move_time,
    )
    if resume is not None:
        check_resumable(pairings, seed)
    return play(pairings, threads=threads, executor=executor, resume=resume, progress=progress)


def plan(
    games: Iterable[GameLike] | GameLike,
    agents: Iterable[AgentLike],
    *,
    n: int = N_GAMES,
    seed: int | None = 0,
    opening_plies: int | None = None,
    on_fault: str = STOP,
    move_time: float | None = None,
) -> tuple[Pairing, ...]:
    """The pairings of a tournament, everything checked; arguments as in `tournament`."""
    if isinstance(games, str | os.PathLike | Rules):
        games = [games]
    played = [as_rules(game, "games") for game in listed("games", games)]
    _check_different(played)
    players = [as_agent(agent, "agents") for agent in listed("agents", agents)]
    if len(players) < 2:
        raise ValueError("agents: 1 agent; a tournament needs two or more")
    names = distinct_names(players)
    rounds = (integer("n", n, 1, 2 * MOST_ROUNDS) + 1) // 2
    seed = seed_or_drawn(seed)
    opening_plies = checked_plies(opening_plies)
    for rules in played:
        check_cut_off(rules, opening_plies)
    check_word("on_fault", on_fault, ON_FAULT)
    move_time = positive_seconds_or_none("move_time", move_time)
    return tuple(
        Pairing(
            rules=rules,
            first=players[one],
            second=players[other],
            rounds=rounds,
            swap=True,
            seed=seed,
            opening_plies=plies(players[one], players[other], opening_plies),
            names=(names[one], names[other]),
            # Pairings are counted so that another agent leaves the numbers of the others alone.
            first_game=MOST_ROUNDS * (other * (other - 1) // 2 + one),
            on_fault=on_fault,
            move_time=move_time,
        )
        for rules in played
        for one, other in combinations(range(len(players)), 2)
    )


def play(
    pairings: Sequence[Pairing],
    *,
    threads: int | None = None,
    executor: Executor | None = None,
    resume: str | os.PathLike[str] | None = None,
    progress: Progress = None,
) -> TournamentTable:
    """Play the pairings; arguments as in `tournament`."""
    require("scipy.stats", "study")  # before the games are played, not after
    require("statsmodels", "study")
    runner = Runner.of(BOUTS, threads, executor, resume)
    sums: list[Sum[Bout]] = [Sum() for _ in pairings]
    with reporter(progress, sum(pairing.games for pairing in pairings), "tournament") as report:
        for part, bout in runner.played(runner.parts(pairings), report):
            sums[part.number].add(bout)
    return TournamentTable(
        tuple(_row(pairing, total.value) for pairing, total in zip(pairings, sums, strict=True))
    )


def _check_different(games: Sequence[Rules]) -> None:
    for digest, count in Counter(rules.digest for rules in games).items():
        if count > 1:
            name = next(rules.name for rules in games if rules.digest == digest)
            raise ValueError(f"games: {name!r} is there {count} times; once is enough")


def _row(pairing: Pairing, bout: Bout) -> PairingRow:
    """The row of a pairing that has been played."""
    mine = Standing(seen_by(bout.joint, 0), 0)
    outcomes = mine.outcomes
    lost = {name: sum(x.count for x in bout.faults if x.agent == name) for name in pairing.names}
    agent, opponent = pairing.names
    return PairingRow(
        version=__version__,
        game=pairing.rules.name,
        title=pairing.rules.title,
        digest=pairing.rules.digest,
        options=changed_options(pairing.rules),
        seed=pairing.seed,
        agent=agent,
        opponent=opponent,
        opening_plies=pairing.opening_plies,
        games=bout.games,
        distinct=bout.distinct,
        seconds=bout.seconds,
        wins=outcomes[WIN],
        draws=outcomes[DRAW],
        losses=outcomes[LOSS],
        voids=outcomes[VOID],
        truncated=outcomes[TRUNCATED],
        forfeits=lost[agent],
        opponent_forfeits=lost[opponent],
        score=mine.score,
        first_score=score_over_pairs(bout.joint),
        joint=bout.joint,
        faults=bout.faults,
    )
