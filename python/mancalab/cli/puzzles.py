"""``mancalab puzzles``: positions in which exactly one move wins."""

from __future__ import annotations

import argparse
from pathlib import Path

from mancalab._base.files import replacing
from mancalab._base.words import called, counted
from mancalab._browser.texts import LANGUAGES
from mancalab._puzzles.find import LEVELS, NODES, puzzles
from mancalab.cli.common import (
    Command,
    declare_game,
    declare_seed,
    mistakes,
    parse_game,
)


def _declare(parser: argparse.ArgumentParser) -> None:
    declare_game(parser)
    parser.add_argument(
        "--n", type=int, default=12, metavar="PUZZLES", help="how many (default: %(default)s)"
    )
    declare_seed(parser)
    parser.add_argument(
        "--level",
        type=int,
        help="1: the game ends within 4 moves of best play, 2: within 9, 3: later (default: all)",
    )
    parser.add_argument(
        "--nodes", type=int, default=NODES,
        help="positions that the solver may look at for each (default: %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--language", choices=LANGUAGES, default="en", metavar="LANGUAGE",
        help=f"of puzzles.html: {', '.join(LANGUAGES)} (default: %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--out", type=Path, default=Path("out/puzzles"), metavar="FOLDER",
        help="where sheet.html and puzzles.html go (default: %(default)s)",
    )  # fmt: skip


def _run(args: argparse.Namespace) -> int:
    rules = parse_game(args.game)
    with mistakes():
        found = puzzles(rules, args.n, args.seed, level=args.level, nodes=args.nodes)
    page = found.page_html(language=args.language)
    pages = {"sheet.html": found.sheet_html(), "puzzles.html": page}
    args.out.mkdir(parents=True, exist_ok=True)
    for name, text in pages.items():
        with replacing(args.out / name) as beside:
            beside.write_text(text, encoding="utf-8", newline="\n")
    by_level = {level: sum(puzzle.level == level for puzzle in found) for level in LEVELS}
    counts = ", ".join(f"{n} of level {level}" for level, n in by_level.items() if n)
    print(f"{counted(len(found), 'puzzle')} of {called(rules)}: {counts}")
    print(f"to print: {args.out / 'sheet.html'}\nto play: {args.out / 'puzzles.html'}")
    return 0


COMMANDS = (
    Command("puzzles", "Positions in which exactly one move wins, to print and to play.",
            _declare, _run),
)  # fmt: skip
