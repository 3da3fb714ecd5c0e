"""``mancalab tournament``: every agent against every other."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from mancalab._base.arguments import checked_threads, integer
from mancalab._base.extras import require
from mancalab._base.files import replacing
from mancalab._base.words import counted
from mancalab.cli.common import (
    GAME_HELP,
    Command,
    UserError,
    agent_of,
    declare_number,
    declare_playing,
    mistakes,
    one_line,
    parse_game,
    wants_progress,
)

if TYPE_CHECKING:
    from mancalab.study import TournamentTable
    from mancalab.study.pairings import Pairing

FILES = ("tournament.csv", "strengths.csv", "tournament.md", "tournament.png")


def _declare(parser: argparse.ArgumentParser) -> None:
    from mancalab.study.cells import OPENING_PLIES
    from mancalab.study.pairings import ON_FAULT, STOP
    from mancalab.study.tournament import N_GAMES

    parser.add_argument("rules", nargs="+", metavar="GAME", help=GAME_HELP)
    parser.add_argument(
        "--agents",
        nargs="+",
        required=True,
        metavar="AGENT",
        help='two or more: names, with arguments as in "mcts(simulations=200)", or functions of a '
        "state in a file of yours, as in players.py:choose (the file is run)",
    )
    declare_number(
        parser,
        "games of each two agents in each game (default: %(default)s)",
        default=N_GAMES,
        alias="--games",
    )
    declare_playing(parser, several=False, usual=str(OPENING_PLIES))
    parser.add_argument(
        "--on-fault",
        choices=ON_FAULT,
        default=STOP,
        help="what follows when a function of yours fails: the end, or the loss of that game "
        "(default: %(default)s)",
    )
    parser.add_argument(
        "--move-time",
        type=float,
        metavar="SECONDS",
        help="what a function of yours may take for a move, measured when it has answered",
    )
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help=f"folder for the files {', '.join(FILES)}"
    )


def _run(args: argparse.Namespace) -> int:
    from mancalab.study import AgentFault
    from mancalab.study.run import check_resumable
    from mancalab.study.tournament import play

    pairings = _plan(args)
    if args.resume is not None:
        with mistakes():
            check_resumable(pairings, args.seed)
    if args.out is not None:
        require("matplotlib", "study,plot")
        args.out.mkdir(parents=True, exist_ok=True)
    progress = wants_progress(quiet=args.quiet)
    try:
        table = play(pairings, threads=args.threads, resume=args.resume, progress=progress)
    except AgentFault as fault:
        raise UserError(one_line(fault)) from fault
    if not args.quiet:
        seconds = sum(row.seconds for row in table)
        print(f"{table}\n\n{counted(sum(row.games for row in table), 'game')} in {seconds:.1f} s")
    if args.out is not None:
        _write(table, args.out, quiet=args.quiet)
    return 0


def _plan(args: argparse.Namespace) -> tuple[Pairing, ...]:
    from mancalab.study.tournament import MOST_ROUNDS, plan

    games = [parse_game(word) for word in args.rules]
    agents = [agent_of(word) for word in args.agents]
    with mistakes():
        checked_threads(args.threads)
        return plan(
            games,
            agents,
            n=integer("n", args.n, 1, 2 * MOST_ROUNDS),
            seed=args.seed,
            opening_plies=args.opening_plies,
            on_fault=args.on_fault,
            move_time=args.move_time,
        )


def _write(table: TournamentTable, out: Path, *, quiet: bool) -> None:
    from mancalab import plots

    csv, strengths, markdown, png = (out / name for name in FILES)
    table.to_csv(csv)
    table.strengths.to_csv(strengths)
    with replacing(markdown) as beside:
        beside.write_text(table.to_markdown(), encoding="utf-8")
    plots.tournament_figure(table, path=png)
    if not quiet:
        print(f"pairings:  {csv}\nstrengths: {strengths}\ntables:    {markdown}\nfigure:    {png}")


COMMANDS = (
    Command(
        "tournament",
        "Let every agent play every other, and tell how strong they are.",
        _declare,
        _run,
    ),
)
