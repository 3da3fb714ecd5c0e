"""Benchmark of `mc.playouts`: both engines, and the time of a game by the number of games."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import mancalab as mc
from measure import Effort, Table, medians_in_turn, millions, size_for, thread_counts, timed

GAMES = ("kalah", "oware")
SEED = 1


def run_playouts(effort: Effort) -> None:
    """Print moves a second of both engines."""
    table = Table(
        "mc.playouts: moves a second, random play",
        "game       ",
        "threads",
        "lanes",
        "reference",
        "ratio",
        "lanes: games/s",
    )
    for name in GAMES:
        rules = mc.rules(name)
        tally = check_engines(rules, effort.checked_games)
        for label, threads in thread_counts().items():
            jobs = {
                engine: rate_of(rules, threads, engine, effort.seconds)
                for engine in ("lanes", "reference")
            }
            rates = medians_in_turn(effort.runs, jobs)
            lanes, reference = rates["lanes"], rates["reference"]
            games = lanes * tally.games / tally.plies
            table.row(
                name,
                label,
                millions(lanes),
                millions(reference),
                f"{lanes / reference:.1f}",
                millions(games),
            )


def run_scale(effort: Effort) -> None:
    """Print the time of a game by the number of games played in one call."""
    rules = mc.rules("kalah")
    check_engines(rules, effort.scale[0])
    table = Table(
        "mc.playouts of Kalah(6, 4) on all cores: time of a game by the number of games in a call",
        "games       ",
        "ns per game",
        "to the first",
    )
    jobs = {games: time_of_game(rules, games, effort.seconds) for games in effort.scale}
    nanoseconds = medians_in_turn(effort.runs, jobs)
    for games, spent in nanoseconds.items():
        table.row(f"{games:,}", f"{spent:.2f}", f"{spent / nanoseconds[effort.scale[0]]:.3f}")


def check_engines(rules: mc.Rules, games: int) -> mc.Tally:
    """Return the tally that both engines give, on one thread and on all."""
    expected = mc.playouts(rules, games, seed=SEED, engine="reference")
    for threads in thread_counts().values():
        tally = mc.playouts(rules, games, seed=SEED, threads=threads)
        assert tally == expected, f"{rules.name}, threads={threads}: {tally}, not {expected}"
    return expected


def rate_of(
    rules: mc.Rules, threads: int | None, engine: str, seconds: float
) -> Callable[[int], float]:
    """Return a job that plays for about that long and gives the moves a second."""
    play = partial(mc.playouts, rules, threads=threads, engine=engine)
    games = size_for(seconds, play)

    def job(run: int) -> float:
        tally, spent = timed(play, games, seed=run)
        assert tally.games == games
        return tally.plies / spent

    return job


def time_of_game(rules: mc.Rules, games: int, seconds: float) -> Callable[[int], float]:
    """Return a job that plays calls of so many games and gives the nanoseconds of a game."""
    _, spent = timed(mc.playouts, rules, games)
    calls = max(1, round(seconds / spent))

    def play(first: int) -> int:
        return sum(mc.playouts(rules, games, seed=first + call).games for call in range(calls))

    def job(run: int) -> float:
        played, spent = timed(play, calls * run)
        assert played == calls * games
        return spent * 1e9 / played

    return job
