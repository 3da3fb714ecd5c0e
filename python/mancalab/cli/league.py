"""``mancalab league``: how strong a run was when, among fixed opponents; torch is not needed."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from mancalab._base.arguments import checked_threads
from mancalab._base.extras import require
from mancalab.cli.common import (
    Command,
    UserError,
    agent_of,
    declare_number,
    declare_seed,
    declare_threads,
    mistakes,
    one_line,
    wants_progress,
)

if TYPE_CHECKING:
    from mancalab.train import League

FILES = ("league.csv", "league.png")


def _declare(parser: argparse.ArgumentParser) -> None:
    from mancalab.train.league import GAMES, MOST, OPPONENTS

    parser.add_argument("folder", type=Path, metavar="FOLDER", help="of a run of mancalab train")
    names = ", ".join(agent.name for agent in OPPONENTS)
    parser.add_argument(
        "--opponents",
        nargs="+",
        metavar="AGENT",
        help='fixed opponents, with arguments as in "mcts(simulations=200)"; the first has 0 Elo '
        f"(default: {names})",
    )
    declare_number(parser, "games of each two agents (default: %(default)s)", default=GAMES)
    parser.add_argument(
        "--simulations",
        type=int,
        default=64,
        help="of the networks' search, 0 for none (default: %(default)s)",
    )
    parser.add_argument(
        "--most",
        type=int,
        default=MOST,
        metavar="NETWORKS",
        help="networks at the most, evenly chosen, the last one always (default: %(default)s)",
    )
    declare_seed(parser)
    declare_threads(parser)
    parser.add_argument(
        "--resume",
        type=Path,
        metavar="DIR",
        help="folder for finished parts, from which a stopped league resumes",
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help=f"folder for the files {' and '.join(FILES)} (default: FOLDER)",
    )
    parser.add_argument("--quiet", action="store_true", help="no progress and no tables")


def _run(args: argparse.Namespace) -> int:
    from mancalab.study import AgentFault
    from mancalab.study.run import check_resumable
    from mancalab.train.league import OPPONENTS, Planned

    require("matplotlib", "study,plot")
    opponents = OPPONENTS if args.opponents is None else list(map(agent_of, args.opponents))
    with mistakes():
        checked_threads(args.threads)
        planned = Planned.of(
            args.folder,
            opponents,
            games=args.n,
            simulations=args.simulations,
            seed=args.seed,
            most=args.most,
        )
        if args.resume is not None:
            check_resumable(planned.pairings, args.seed)
    if args.out is not None:
        args.out.mkdir(parents=True, exist_ok=True)
    progress = wants_progress(quiet=args.quiet)
    try:
        league = planned.play(threads=args.threads, resume=args.resume, progress=progress)
    except AgentFault as fault:
        raise UserError(one_line(fault)) from fault
    tell(league, args.out or args.folder, quiet=args.quiet)
    return 0


def tell(league: League, folder: Path, *, quiet: bool) -> None:
    """Write the files of a league, and print it."""
    from mancalab import plots

    csv, png = (folder / name for name in FILES)
    league.to_csv(csv)
    plots.league_figure(league, path=png)
    if not quiet:
        print(f"{league}\n\ntable:  {csv}\nfigure: {png}")


COMMANDS = (
    Command(
        "league",
        "Rate the networks that a training run kept, among fixed opponents.",
        _declare,
        _run,
    ),
)
