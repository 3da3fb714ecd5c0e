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
    from mancalab.train import Trained

METHODS = ("alphazero", "ppo")


def _declare(parser: argparse.ArgumentParser) -> None:
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
        "--simulations",
        type=int,
        default=64,
        help="of the agent's search on the ladder and in the league (default: %(default)s)",
    )
    parser.add_argument("--quiet", action="store_true", help="no progress and no table")


def _run(args: argparse.Namespace) -> int:
    from mancalab import train
    from mancalab.train._torch import torch

    rules = parse_game(args.game)
    _check(args)
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
    return 0


def _check(args: argparse.Namespace) -> None:
    """Refuse at once what would be refused only after the training."""
    from mancalab.train.league import MOST_GAMES
    from mancalab.train.strength import pairs

    with mistakes():
        checked_threads(args.threads)
        integer("--simulations", args.simulations, 0, MOST_SIMULATIONS)
        pairs("ladder", args.ladder, 0)
        integer("league", pairs("league", args.league, 0), 0, MOST_GAMES)
        if args.league:
            if not args.n:
                raise ValueError(f"league = {args.league}: with --n 0 the run keeps no networks")
            needs("statsmodels", "train")


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
