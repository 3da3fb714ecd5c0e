"""``mancalab regret``: how often agents fall short of perfect play."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from mancalab._base.extras import require
from mancalab._base.files import replacing
from mancalab._solving.tablebase import Tablebase
from mancalab.cli.common import (
    Command,
    UserError,
    agent_of,
    declare_game,
    declare_seed,
    declare_threads,
    mistakes,
    one_line,
    parse_game,
    wants_progress,
)

if TYPE_CHECKING:
    from mancalab.study import RegretTable

FILES = ("regret.csv", "regret.md", "regret.png")


def _declare(parser: argparse.ArgumentParser) -> None:
    from mancalab.study.positions import SOLVED_SEEDS, TABLE_SEEDS
    from mancalab.study.regret import N_POSITIONS

    declare_game(parser)
    parser.add_argument(
        "agents",
        nargs="+",
        metavar="AGENT",
        help='names, with arguments as in "mcts(simulations=200)", or functions of a state in a '
        "file of yours, as in players.py:choose (the file is run)",
    )
    parser.add_argument(
        "--seeds",
        type=int,
        metavar="N",
        help=f"most seeds in the pits (default: those of the table; without one {TABLE_SEEDS}, or "
        f"{SOLVED_SEEDS} in games that have no tables)",
    )
    parser.add_argument(
        "--n",
        type=int,
        default=N_POSITIONS,
        metavar="POSITIONS",
        help="positions, about as many for each number of seeds (default: %(default)s)",
    )
    declare_seed(parser)
    declare_threads(parser)
    parser.add_argument(
        "--table",
        type=Path,
        metavar="FILE",
        help="an endgame table of the game (default: one is built in memory)",
    )
    parser.add_argument("--quiet", action="store_true", help="no progress and no table")
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help=f"folder for the files {', '.join(FILES)}"
    )


def _run(args: argparse.Namespace) -> int:
    from mancalab.study import AgentFault, regret

    game = parse_game(args.game)
    agents = [agent_of(word) for word in args.agents]
    if args.out is not None:
        require("matplotlib", "study,plot")
        args.out.mkdir(parents=True, exist_ok=True)
    try:
        with mistakes(most_seeds="--seeds"):
            table = regret(
                game,
                agents,
                table=None if args.table is None else Tablebase.open(args.table),
                most_seeds=args.seeds,
                n=args.n,
                seed=args.seed,
                threads=args.threads,
                progress=wants_progress(quiet=args.quiet),
            )
    except (AgentFault, MemoryError) as error:
        raise UserError(one_line(error)) from error
    if not args.quiet:
        print(table)
    if args.out is not None:
        _write(table, args.out, quiet=args.quiet)
    return 0


def _write(table: RegretTable, out: Path, *, quiet: bool) -> None:
    csv, markdown, png = (out / name for name in FILES)
    table.to_csv(csv)
    with replacing(markdown) as beside:
        beside.write_text(table.to_markdown(), encoding="utf-8")
    _draw(table, png)
    if not quiet:
        print(f"\ntable:    {csv}\nmarkdown: {markdown}\nfigure:   {png}")


def _draw(table: RegretTable, path: Path) -> None:
    from mancalab import plots
    from mancalab.plots._figures import save

    row = table.rows[0]
    figure = require("matplotlib.figure", "plot").Figure(figsize=(6.4, 4), layout="constrained")
    plots.regret(table, ax=figure.add_subplot())
    save(
        figure,
        path,
        title=f"Regret against exact values in {row.label}",
        version=row.version,
        description=table.findings[0],
    )


COMMANDS = (
    Command(
        "regret",
        "Tell how often agents fall short of perfect play, where it is known.",
        _declare,
        _run,
    ),
)
