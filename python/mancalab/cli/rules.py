"""``mancalab games``, ``mancalab rules``: the catalogue, and games in words."""

from __future__ import annotations

import argparse
from itertools import pairwise

import mancalab as mc
from mancalab._base.words import beside, counted
from mancalab._families import FAMILIES
from mancalab.cli import reference
from mancalab.cli.collection import NAME, collection
from mancalab.cli.common import GAME_HELP, Command, UserError, parse_game, say

# mancalab games


def _declare_games(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--region",
        metavar="TEXT",
        help="games whose region has this text in it: a people, a country, a year, a century",
    )
    parser.add_argument("--rows", type=int, metavar="N", help="games with so many rows of pits")
    families = "; ".join(f"{name}: {family.about}" for name, family in FAMILIES.items())
    parser.add_argument("--family", choices=FAMILIES, help=f"games of one kind of rule. {families}")
    parser.add_argument(
        "--count",
        action="store_true",
        help="only how many games there are; without other options also which sowing games of the "
        "broadest other collection are among them, and why others are not",
    )


def _games(args: argparse.Namespace) -> int:
    names = mc.catalogue.find(region=args.region, rows=args.rows, family=args.family)
    if args.count:
        print(counted(len(names), "game"))
        if (args.region, args.rows, args.family) == (None, None, None):
            _print_collection()
        return 0
    if not names:
        known = sorted({rules.rows for rules in mc.catalogue.values()})
        if args.rows is not None and args.rows not in known:
            there = ", ".join(map(str, known[:-1]))
            raise UserError(
                f"games: no game has {counted(args.rows, 'row')}; there are games of {there} and "
                f"{known[-1]} rows"
            )
        raise UserError("games: the catalogue has no such game; without options all are listed")
    width = max(map(len, names))
    for name in names:
        rules = mc.catalogue[name]
        where = "" if args.region is None else f"  ({rules.region})"
        print(f"{name:{width}}  {rules.title}{where}")
    return 0


def _print_collection() -> None:
    """What the catalogue has of another collection, and what keeps the others from it."""
    listed = collection()
    missing = [game for game in listed if not game.here]
    have = len(listed) - len(missing)
    say(
        f"Of the {len(listed)} sowing games of {NAME}, {have} are among them by name. "
        "Not among them:"
    )
    width = max(len(game.game) for game in missing)
    for game in missing:
        say(f"{game.game:{width}}  {game.why}")


# mancalab rules


def _declare_rules(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "games",
        nargs="*",
        metavar="GAME",
        help=f"{GAME_HELP}; with --reference a section, field, option or any words, such as "
        "landing.take or 'bare board'",
    )
    what = parser.add_mutually_exclusive_group()
    # Games may stand on both sides of it: `rules kalah --diff oware`.
    what.add_argument("--diff", nargs="*", metavar="GAME", help="what two games say differently")
    what.add_argument("--toml", action="store_true", help="the description, to be changed")
    what.add_argument(
        "--reference",
        action="store_true",
        help="how a game is described: every section, field and value",
    )
    parser.add_argument(
        "--full", action="store_true", help="with --toml: the fields at their default too"
    )


def _rules(args: argparse.Namespace) -> int:
    if args.full and not args.toml:
        raise UserError("rules: --full goes with --toml")
    if args.reference:
        return _print_reference(args.games)
    differ = args.diff is not None
    words = [*args.games, *(args.diff or [])]
    if len(words) != (2 if differ else 1):
        how = "--diff takes two games" if differ else "name one game, or two with --diff"
        raise UserError(f"rules: {how}, not {len(words)}; --reference needs none")
    games = [parse_game(word) for word in words]
    if differ:
        _print_diff(words, games)
    elif args.toml:
        print(games[0].to_toml(full=args.full), end="")
    else:
        say(games[0].explain().rstrip("\n"))
        _print_options(games[0])
    return 0


def _print_options(rules: mc.Rules) -> None:
    """The options of a game, each with the field of a description that says the same."""
    said = dict(rules._option_fields())  # noqa: SLF001  (for this command only)
    say("\nThe options, each with the field that says the same")
    for name, option in rules.options.items():
        say(f"{name} = {_written(option.value)}: {option.about} ({said[name]})")


def _written(value: object) -> str:
    """A value of an option as it is written in a shell."""
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _print_reference(words: list[str]) -> int:
    if not words:
        print(reference.page(), end="")
    for number, word in enumerate(words):
        found = reference.find(word)
        if found is None:
            raise UserError(f"rules: the reference has no {word!r}{_near(word)}")
        print(*[""] * bool(number), found, sep="\n")
    return 0


def _near(word: str) -> str:
    quoted = " or ".join(repr(path) for path in reference.near(word))
    return f"; did you mean {quoted}?" if quoted else "; without a word it prints the whole page"


def _print_diff(words: list[str], games: list[mc.Rules]) -> None:
    said = games[0].diff(games[1]).splitlines()
    if not said:
        print(f"{words[0]} and {words[1]} play the same game.")
        return
    # A rule that is changed has a line of the first game and then one of the second.
    rules = sum(
        line.startswith("-") or not before.startswith("-") for before, line in pairwise(["", *said])
    )
    print(f"{words[0]} and {words[1]} differ in {counted(rules, 'rule')}.")
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
        "Say a game in words; what two games say differently; how a game is described.",
        _declare_rules,
        _rules,
    ),
)
