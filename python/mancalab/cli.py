"""The command line: ``mancalab study``, ``mancalab games``.

A command has a function that declares its arguments and one that runs it; `_COMMANDS` lists them.
Mistakes of the user end with status 2 and one line on the error stream, Ctrl-C with 130.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, NoReturn

import mancalab as mc
from mancalab.study.extras import MissingExtra, require

if TYPE_CHECKING:
    from mancalab._core import Rules
    from mancalab.study import AdvantageTable
    from mancalab.study.advantage import Cell

MISTAKE = 2
INTERRUPTED = 130  # 128 + SIGINT, as shells have it


class UserError(Exception):
    """A mistake of the user, told in one line."""


class _Parser(argparse.ArgumentParser):
    """An argument parser whose errors take one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(MISTAKE, f"{self.prog}: {message} (see {self.prog} --help)\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line (None: that of the process) and give its exit status."""
    try:
        return _run(argv)
    except SystemExit as leaving:  # argparse: --help, --version, faults
        return leaving.code if isinstance(leaving.code, int) else 1
    except BrokenPipeError:
        # The reader of our output has gone; Python must not try to flush to it once more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except (UserError, OSError, MissingExtra) as error:
        print(f"mancalab: {_one_line(error)}", file=sys.stderr)
        return MISTAKE
    except KeyboardInterrupt:
        print("mancalab: interrupted", file=sys.stderr)
        return INTERRUPTED


def _run(argv: Sequence[str] | None) -> int:
    args = _parser().parse_args(argv)
    status: int = args.run(args)
    sys.stdout.flush()
    return status


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="mancalab", description="A research and teaching laboratory for the mancala family."
    )
    parser.add_argument("--version", action="version", version=f"mancalab {mc.__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for command in _COMMANDS:
        sub = commands.add_parser(command.name, help=command.about, description=command.about)
        command.declare(sub)
        sub.set_defaults(run=command.run)
    return parser


@contextmanager
def _mistakes() -> Iterator[None]:
    """Take errors about values for the user's: in here nothing but his input is checked."""
    try:
        yield
    except (ValueError, TypeError, KeyError) as error:
        raise UserError(_one_line(error)) from error


def _one_line(error: BaseException) -> str:
    if isinstance(error, OSError) and error.strerror:
        text = f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    elif isinstance(error, KeyError) and error.args:  # its str() is a repr
        text = str(error.args[0])
    else:
        text = str(error)
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return "; ".join(lines) or type(error).__name__


# Games and agents as words


def parse_game(word: str) -> Rules:
    """Rules from ``name``, ``name:option=value,...`` or the path of a .toml file, with options.

    Values are read as whole numbers, ``true``, ``false`` or words (``none`` is one).

    Raises
    ------
    UserError
        No such game, file, option or value.
    """
    name, _, given = word.partition(":")
    with _mistakes():
        rules = _read_rules(name) if name.endswith(".toml") else mc.catalogue[name]
        options = dict(_parse_option(item) for item in given.split(",")) if given else {}
        return rules.replace(**options) if options else rules


def _read_rules(path: str) -> Rules:
    try:
        return mc.Rules.from_toml(Path(path))
    except OSError as error:
        raise UserError(f"{path}: {error.strerror or error}") from error
    except ValueError as error:
        raise UserError(f"{path}: {_one_line(error)}") from error


def _parse_option(item: str) -> tuple[str, int | bool | str]:
    name, equals, value = item.partition("=")
    if not (name and equals and value):
        raise UserError(f"option {item!r} is not of the form name=value, as in kalah:columns=4")
    words = {"true": True, "false": False}
    if value.lower() in words:
        return name, words[value.lower()]
    try:
        return name, int(value)
    except ValueError:
        return name, value


def parse_pair(word: str) -> tuple[str, str]:
    """Names of two agents from ``first:second``."""
    first, colon, second = word.partition(":")
    if not (first and colon and second):
        raise UserError(f"agents {word!r} are not of the form first:second, as in random:greedy")
    return first, second


# mancalab study


def _declare_study(parser: argparse.ArgumentParser) -> None:
    from mancalab.study.advantage import DEFAULT_PAIRS, N_GAMES, OPENING_PLIES

    parser.add_argument(
        "--games",
        nargs="+",
        metavar="GAME",
        help="names, with options as in kalah:columns=4,seeds=3, or TOML files (default: all)",
    )
    parser.add_argument(
        "--agents",
        nargs="+",
        metavar="A:B",
        help=f"pairs of agents (default: {' '.join(':'.join(pair) for pair in DEFAULT_PAIRS)})",
    )
    parser.add_argument(
        "--n", type=int, default=N_GAMES, help="games per cell (default: %(default)s)"
    )
    parser.add_argument(
        "--seed", type=int, default=0, help="seed of the random numbers (default: 0)"
    )
    parser.add_argument("--threads", type=int, help="threads (default: one per core)")
    parser.add_argument(
        "--opening-plies",
        type=int,
        metavar="PLIES",
        help=f"random plies first (default: {OPENING_PLIES} if both agents are deterministic)",
    )
    parser.add_argument(
        "--out",
        type=Path,
        default=Path("out"),
        metavar="DIR",
        help="folder for the files (default: %(default)s)",
    )
    parser.add_argument("--quiet", action="store_true", help="no progress and no table")


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
        for row in play(cells, threads=args.threads, progress=_progress(quiet=args.quiet)):
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
    from mancalab.study.advantage import plan

    games = None if args.games is None else [parse_game(word) for word in args.games]
    pairs = None if args.agents is None else [parse_pair(word) for word in args.agents]
    with _mistakes():
        if args.threads is not None and not 1 <= args.threads <= 1024:
            raise ValueError(f"threads is {args.threads}; allowed: 1 to 1024")
        return plan(games, pairs, n=args.n, seed=args.seed, opening_plies=args.opening_plies)


def _progress(*, quiet: bool) -> bool:
    return not quiet and sys.stderr.isatty() and importlib.util.find_spec("tqdm") is not None


def _interrupted(table: AdvantageTable, cells: Sequence[Cell], csv: Path) -> str:
    done = f"mancalab: interrupted after {len(table)} of {len(cells)} cells"
    return f"{done}; they are in {csv}, no figure was drawn" if len(table) else done


# mancalab games


def _declare_games(_: argparse.ArgumentParser) -> None:
    pass


def _games(_: argparse.Namespace) -> int:
    width = max(map(len, mc.catalogue))
    for name, rules in mc.catalogue.items():
        print(f"{name:{width}}  {rules.title}")
    return 0


class _Command(NamedTuple):
    name: str
    about: str
    declare: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]


_COMMANDS = (
    _Command(
        "study",
        "Measure the first player's advantage: a table, a CSV file and a figure.",
        _declare_study,
        _study,
    ),
    _Command("games", "List the games of the catalogue.", _declare_games, _games),
)
