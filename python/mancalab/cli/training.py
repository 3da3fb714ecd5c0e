"""``mancalab train``: an agent from nothing, by self-play."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from mancalab._agents.network import MOST_SIMULATIONS
from mancalab._base.arguments import checked_threads, integer
from mancalab._base.extras import needs
from mancalab._base.words import counted
from mancalab.cli.common import (
    Command,
    declare_game,
    declare_number,
    declare_seed,
    declare_threads,
    mistakes,
    parse_game,
    wants_progress,
)
from mancalab.cli.league import FILES, tell

if TYPE_CHECKING:
    from mancalab import Rules
    from mancalab.train import Trained

METHODS = ("alphazero", "ppo")

REGRET, SEEDS = "regret.csv", "--regret-seeds"


def _declare(parser: argparse.ArgumentParser) -> None:
    from mancalab.study.positions import TABLE_SEEDS

    declare_game(parser)
    parser.add_argument(
        "--minutes",
        type=float,
        default=10.0,
        help="how long to learn in all, measurements apart (default: %(default)g)",
    )
    parser.add_argument(
        "--rounds",
        type=int,
        metavar="N",
        help="how many rounds to learn in all, instead: the same seed gives the same network",
    )
    parser.add_argument(
        "--method",
        choices=METHODS,
        default=METHODS[0],
        help="alphazero learns from what its own tree search finds, ppo by policy gradient from "
        "the results of its own games (default: %(default)s)",
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help="folder of the run; a run that is there continues (default: out/train/GAME)",
    )
    declare_seed(parser)
    declare_threads(parser)
    parser.add_argument("--device", help="cpu or cuda (default: a GPU where there is one)")
    declare_number(
        parser,
        "games of each measurement on the way, 0 for none (default: %(default)s)",
        default=200,
        alias="--games",
    )
    parser.add_argument(
        "--ladder",
        type=int,
        default=400,
        metavar="GAMES",
        help="games against each agent of the ladder at the end, 0 for none (default: %(default)s)",
    )
    parser.add_argument(
        "--league",
        type=int,
        default=0,
        metavar="GAMES",
        help="games of each two of the networks that the run kept and of fixed opponents, at the "
        "end, 0 for none (default: %(default)s); 20 take a minute for kalah on two cores, and far "
        "longer for games in which AlphaBeta(8) thinks long; "
        f"{' and '.join(FILES)} go to the folder",
    )
    parser.add_argument(
        "--regret",
        type=int,
        default=0,
        metavar="POSITIONS",
        help="positions of which endgame tables know the values, in which the moves of the "
        "networks that the run kept are compared with the best ones, at the end, 0 for none "
        f"(default: %(default)s); {REGRET} goes to the folder",
    )
    parser.add_argument(
        SEEDS,
        type=int,
        metavar="N",
        help=f"most seeds in the pits of these positions (default: {TABLE_SEEDS})",
    )
    parser.add_argument(
        "--simulations",
        type=int,
        default=64,
        help="of the agent's search on the ladder, in the league and for regret "
        "(default: %(default)s)",
    )
    parser.add_argument("--quiet", action="store_true", help="no progress and no table")


def _run(args: argparse.Namespace) -> int:
    from mancalab import train
    from mancalab.train._torch import torch

    rules = parse_game(args.game)
    _check(rules, args)
    folder = args.out or Path("out/train") / rules.name
    if args.threads is not None:
        torch.set_num_threads(args.threads)
    method = train.AlphaZero() if args.method == "alphazero" else train.PPO()
    with mistakes():
        trained = train.run(
            rules,
            folder,
            method,
            args.minutes,
            rounds=args.rounds,
            seed=args.seed,
            device=args.device,
            games=args.n,
            progress=wants_progress(quiet=args.quiet),
        )
    if not args.quiet:
        _tell(trained, args)
    if args.league:
        _play_league(trained, args)
    if args.regret:
        _compare(trained, args)
    return 0


def _check(rules: Rules, args: argparse.Namespace) -> None:
    """Refuse at once what would be refused only after the training."""
    from mancalab.study.regret import MOST_POSITIONS
    from mancalab.train.league import MOST_GAMES
    from mancalab.train.regret import check_game
    from mancalab.train.strength import pairs

    with mistakes():
        checked_threads(args.threads)
        integer("--simulations", args.simulations, 0, MOST_SIMULATIONS)
        pairs("ladder", args.ladder, 0)
        integer("league", pairs("league", args.league, 0), 0, MOST_GAMES)
        integer("regret", args.regret, 0, MOST_POSITIONS)
        for name in ("league", "regret"):
            if (asked := getattr(args, name)) and not args.n:
                raise ValueError(f"{name} = {asked}: with --n 0 the run keeps no networks")
        if args.league:
            needs("statsmodels", "train")
    if args.regret:
        needs("scipy", "train")
        with mistakes(most_seeds=SEEDS):
            check_game(rules, args.regret_seeds)


def _play_league(trained: Trained, args: argparse.Namespace) -> None:
    """Let the networks that the run kept play each other and fixed opponents."""
    from mancalab.train import league

    found = league(
        trained.folder,
        games=args.league,
        simulations=args.simulations,
        seed=args.seed,
        threads=args.threads,
        progress=wants_progress(quiet=args.quiet),
    )
    if not args.quiet:
        print()
    tell(found, trained.folder, quiet=args.quiet)


def _compare(trained: Trained, args: argparse.Namespace) -> None:
    """Compare the moves of the networks that the run kept with perfect play."""
    from mancalab.train import regret

    with mistakes(most_seeds=SEEDS):
        table = regret(
            trained.folder,
            n=args.regret,
            most_seeds=args.regret_seeds,
            simulations=args.simulations,
            seed=args.seed,
            threads=args.threads,
            progress=wants_progress(quiet=args.quiet),
        )
    path = trained.folder / REGRET
    table.to_csv(path)
    if not args.quiet:
        print(f"\n{table}\n\ntable: {path}")


def _tell(trained: Trained, args: argparse.Namespace) -> None:
    """Print what was learned, and how strong the agent is with search and without."""
    from mancalab.train import ladder

    print(
        f"{trained.minutes:.1f} minutes, {counted(trained.games, 'game')}, "
        f"{counted(trained.positions, 'position')}: {trained.folder}"
    )
    if trained.shares:
        shares = ", ".join(f"{part} {share:.0%}" for part, share in trained.shares.items())
        print(f"{trained.positions_per_second:,.0f} positions a second; the time: {shares}")
    for simulations in (args.simulations, 0) if args.ladder else ():
        agent = trained.agent(simulations)
        print(f"\nthe network with {simulations} simulations" if simulations else
              "\nthe network alone")  # fmt: skip
        for rung in ladder(agent.rules, agent, games=args.ladder, seed=args.seed):
            print(f"  v {rung}", flush=True)


COMMANDS = (Command("train", "Train an agent from nothing, by self-play.", _declare, _run),)
