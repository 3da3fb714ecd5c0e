"""``mancalab games``, ``mancalab rules``: the catalogue, and games in words."""

from __future__ import annotations

import argparse
from itertools import pairwise

import mancalab as mc
from mancalab._base.words import beside
from mancalab.cli.common import GAME_HELP, Command, UserError, parse_game, say

# mancalab games


def _declare_games(_: argparse.ArgumentParser) -> None:
    pass


def _games(_: argparse.Namespace) -> int:
    width = max(map(len, mc.catalogue))
    for name, rules in mc.catalogue.items():
        print(f"{name:{width}}  {rules.title}")
    return 0


# mancalab rules


def _declare_rules(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("games", nargs="+", metavar="GAME", help=GAME_HELP)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--diff", action="store_true", help="what two games say differently")
    what.add_argument("--toml", action="store_true", help="the description, to be changed")


def _rules(args: argparse.Namespace) -> int:
    needed = 2 if args.diff else 1
    if len(args.games) != needed:
        how = "--diff takes two games" if args.diff else "one game is needed; two with --diff"
        raise UserError(f"rules: {how}, not {len(args.games)}")
    games = [parse_game(word) for word in args.games]
    if args.diff:
        _print_diff(args.games, games)
    elif args.toml:
        print(games[0].to_toml(), end="")
    else:
        say(games[0].explain().rstrip("\n"))
    return 0


def _print_diff(words: list[str], games: list[mc.Rules]) -> None:
    said = games[0].diff(games[1]).splitlines()
    if not said:
        print(f"{words[0]} and {words[1]} play the same game.")
        return
    # A rule that is changed has a line of the first game and then one of the second.
    rules = sum(
        line.startswith("-") or not before.startswith("-") for before, line in pairwise(["", *said])
    )
    print(f"{words[0]} and {words[1]} differ in {rules} rule{'s' * (rules != 1)}.")
    before = ""
    for line in said:
        if line.startswith("-") or not before.startswith("-"):
            print()
        sign, clause, text = line[0], *line[2:].split("  ", 1)
        say(f"{words[sign == '+']}{beside(clause)}: {text}")
        before = line


COMMANDS = (
    Command("games", "List the games of the catalogue.", _declare_games, _games),
    Command(
        "rules",
        "Say a game in words, clause by clause; or what two games say differently.",
        _declare_rules,
        _rules,
    ),
)
