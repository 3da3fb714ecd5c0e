"""``mancalab study``: measurements."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from mancalab._base.arguments import checked_threads
from mancalab._base.extras import require
from mancalab.cli.common import (
    INTERRUPTED,
    Command,
    declare_playing,
    mistakes,
    parse_game,
    parse_pair,
    wants_progress,
)

if TYPE_CHECKING:
    from mancalab.study import AdvantageTable
    from mancalab.study.cells import Cell


def _declare_study(parser: argparse.ArgumentParser) -> None:
    from mancalab.study.cells import MAIN_GAMES, N_GAMES

    parser.add_argument(
        "--games",
        nargs="+",
        metavar="GAME",
        help="names, with options as in kalah:columns=4,seeds=3, or TOML files "
        f"(default: the {len(MAIN_GAMES)} games of the main job)",
    )
    parser.add_argument(
        "--n", type=int, default=N_GAMES, help="games per cell (default: %(default)s)"
    )
    declare_study(parser)
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


def declare_study(parser: argparse.ArgumentParser) -> None:
    """Declare what all studies of pairs of agents take: who plays, and how."""
    from mancalab.study.cells import DEFAULT_PAIRS

    parser.add_argument(
        "--agents",
        nargs="+",
        metavar="A:B",
        help=f"pairs of agents (default: {' '.join(':'.join(pair) for pair in DEFAULT_PAIRS)})",
    )
    declare_playing(parser)


def _study(args: argparse.Namespace) -> int:
    from mancalab import plots
    from mancalab.study import AdvantageTable
    from mancalab.study.advantage import play

    cells = _plan(args)
    require("scipy", "study,plot")
    require("matplotlib", "study,plot")
    args.out.mkdir(parents=True, exist_ok=True)
    csv, png = (args.out / f"first_player_advantage.{end}" for end in ("csv", "png"))

    table = AdvantageTable(())
    try:
        rows = play(
            cells,
            threads=args.threads,
            resume=args.resume,
            progress=wants_progress(quiet=args.quiet),
            exact_time=args.exact_time,
        )
        for row in rows:
            table += AdvantageTable((row,))
            table.to_csv(csv)
    except KeyboardInterrupt:
        print(_interrupted(table, cells, csv), file=sys.stderr)
        return INTERRUPTED
    plots.figure(table, path=png)
    if not args.quiet:
        seconds = sum(row.seconds for row in table)
        games = sum(row.games for row in table)
        print(f"{table}\n\n{games:,} games in {seconds:.1f} s\ntable:  {csv}\nfigure: {png}")
    return 0


def _plan(args: argparse.Namespace) -> tuple[Cell, ...]:
    from mancalab.study.advantage import exact_seconds, plan

    games = None if args.games is None else [parse_game(word) for word in args.games]
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
    done = f"mancalab: interrupted after {len(table)} of {len(cells)} cells"
    return f"{done}; they are in {csv}, no figure was drawn" if len(table) else done


COMMANDS = (
    Command(
        "study",
        "Measure the first player's advantage: a table, a CSV file and a figure.",
        _declare_study,
        _study,
    ),
)
