"""``mancalab envs``: what games show, take and pay as environments."""

from __future__ import annotations

import argparse
from pathlib import Path

import mancalab as mc
from mancalab._base.files import replacing
from mancalab.cli.common import GAME_HELP, Command, UserError, parse_game


def _declare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME", help=f"{GAME_HELP} (default: list all)")
    parser.add_argument(
        "--write", type=Path, metavar="DIR", help="write the pages of all games into a folder"
    )


def _run(args: argparse.Namespace) -> int:
    from mancalab.envs.pages import page
    from mancalab.envs.registry import id_of

    if args.write is not None:
        if args.game is not None:
            raise UserError("envs: --write is for all games, and takes none")
        args.write.mkdir(parents=True, exist_ok=True)
        for name in mc.catalogue:
            with replacing(args.write / f"{name}.md") as beside:
                beside.write_text(page(name), encoding="utf-8", newline="\n")
    elif args.game is not None:
        print(page(parse_game(args.game)), end="")
    else:
        width = max(len(id_of(name)) for name in mc.catalogue)
        for name, rules in mc.catalogue.items():
            print(f"{id_of(name):{width}}  {rules.title}")
    return 0


COMMANDS = (
    Command(
        "envs",
        "List the environments for reinforcement learning, or say what one shows and takes.",
        _declare,
        _run,
    ),
)
