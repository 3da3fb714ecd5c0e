"""``mancalab study``: measurements."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from mancalab._base.arguments import checked_threads
from mancalab._base.extras import require
from mancalab._base.words import counted
from mancalab.cli.common import (
    INTERRUPTED,
    Command,
    declare_number,
    declare_playing,
    mistakes,
    parse_game,
    parse_pair,
    wants_progress,
)

if TYPE_CHECKING:
    from mancalab.study import AdvantageTable
    from mancalab.study.cells import Cell


TELL_AFTER = 5.0
"""Seconds after which progress is told in a line, where there is no bar."""


def _declare_study(parser: argparse.ArgumentParser) -> None:
    from mancalab.study.cells import FURTHER_GAMES, MAIN_GAMES, N_GAMES, N_MATCHES

    parser.add_argument(
        "--games",
        nargs="+",
        metavar="GAME",
        help="names, with options as in kalah:columns=4,seeds=3, or TOML files "
        f"(default: the {len(MAIN_GAMES) + len(FURTHER_GAMES)} games of the main job)",
    )
    declare_number(
        parser,
        f"games for each number (default: {N_GAMES}, of games of rounds {N_MATCHES})",
        default=None,
    )
    declare_study(
        parser, "4 where anyone chooses; without --agents both that and the fixed opening"
    )
    parser.add_argument(
        "--details", action="store_true", help="all measures, one table for each pair of agents"
    )
    parser.add_argument(
        "--exact-time",
        type=float,
        default=0.0,
        metavar="SECONDS",
        help="time to solve each game in, to tell its exact value (default: only looked up)",
    )
    parser.add_argument(
        "--out",
        type=Path,
        default=Path("out"),
        metavar="DIR",
        help="folder for the files (default: %(default)s)",
    )


def declare_study(parser: argparse.ArgumentParser, usual: str) -> None:
    """Declare what all studies of pairs of agents take: who plays, and how."""
    from mancalab.study.cells import DEFAULT_PAIRS

    parser.add_argument(
        "--agents",
        nargs="+",
        metavar="A:B",
        help=f"pairs of agents (default: {' '.join(':'.join(pair) for pair in DEFAULT_PAIRS)})",
    )
    declare_playing(parser, several=True, usual=usual)


def _study(args: argparse.Namespace) -> int:
    from mancalab import plots
    from mancalab.study import AdvantageTable
    from mancalab.study.advantage import play

    cells = _plan(args)
    require("scipy", "study,plot")
    require("matplotlib", "study,plot")
    args.out.mkdir(parents=True, exist_ok=True)
    csv, png = (args.out / f"first_player_advantage.{end}" for end in ("csv", "png"))

    if not args.quiet:
        print(_beginning(cells, args.out), flush=True)
    table = AdvantageTable(())
    progress = wants_progress(quiet=args.quiet)
    told = time.monotonic()
    try:
        rows = play(
            cells,
            threads=args.threads,
            resume=args.resume,
            progress=progress,
            exact_time=args.exact_time,
        )
        for row in rows:
            table += AdvantageTable((row,))
            table.to_csv(csv)
            if not (progress or args.quiet) and time.monotonic() - told > TELL_AFTER:
                print(f"{len(table)} of {len(cells)} series played", flush=True)
                told = time.monotonic()
    except KeyboardInterrupt:
        print(_interrupted(table, cells, csv), file=sys.stderr)
        return INTERRUPTED
    plots.figure(table, path=png)
    if not args.quiet:
        seconds = sum(row.seconds for row in table)
        games = counted(sum(row.games for row in table), "game")
        shown = table.details if args.details else table
        print(f"\n{shown}\n\n{games} in {seconds:.1f} s\ntable:  {csv}\nfigure: {png}")
    return 0


def _beginning(cells: Sequence[Cell], out: Path) -> str:
    """What is going to be played, said before it is."""
    sets = len({cell.rules.digest for cell in cells})
    return (
        f"Playing {counted(sum(cell.games for cell in cells), 'game')}: "
        f"{counted(sets, 'rule set')}, {len(cells)} series; results go to {out}"
    )


def _plan(args: argparse.Namespace) -> tuple[Cell, ...]:
    from mancalab.study.advantage import exact_seconds, plan
    from mancalab.study.cells import FURTHER_GAMES, MAIN_GAMES

    usual = (*MAIN_GAMES, *FURTHER_GAMES)
    games = usual if args.games is None else [parse_game(word) for word in args.games]
    with mistakes():
        checked_threads(args.threads)
        exact_seconds(args.exact_time)
        return plan(
            games, pairs_of(args), n=args.n, seed=args.seed, opening_plies=args.opening_plies
        )


def pairs_of(args: argparse.Namespace) -> list[tuple[str, str]] | None:
    """The pairs of agents that were asked for; None: the usual ones."""
    return None if args.agents is None else [parse_pair(word) for word in args.agents]


def _interrupted(table: AdvantageTable, cells: Sequence[Cell], csv: Path) -> str:
    done = f"mancalab: interrupted after {len(table)} of {len(cells)} series"
    return f"{done}; they are in {csv}, no figure was drawn" if len(table) else done


COMMANDS = (
    Command(
        "study",
        "Measure the first player's advantage: a table, a CSV file and a figure.",
        _declare_study,
        _study,
    ),
)
