"""What commands share: mistakes of the user, arguments, and games and agents as words."""

from __future__ import annotations

import argparse
import importlib.util
import os
import re
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import mancalab as mc
from mancalab._agents.agent import Agent
from mancalab._agents.naming import AgentLike, as_agent
from mancalab._base.words import HUMAN, settings_of

if TYPE_CHECKING:
    from mancalab._core import Rules

MISTAKE = 2
INTERRUPTED = 130  # 128 + SIGINT, as shells have it


class UserError(Exception):
    """A mistake of the user, to be shown in one line."""


class Command(NamedTuple):
    """A command: its name, what it does, what declares its arguments, and what runs it."""

    name: str
    about: str
    declare: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]


@contextmanager
def mistakes(**options: str) -> Iterator[None]:
    """Take errors about values for the user's: in here only their input is checked.

    Parameters
    ----------
    **options
        Arguments that are named otherwise on the command line: an error that begins with their name
        begins with the option instead.
    """
    try:
        yield
    except (ValueError, TypeError, KeyError, MemoryError) as error:
        text = one_line(error)
        name, said, rest = text.partition(" = ")
        raise UserError(f"{options.get(name, name)}{said}{rest}") from error


def one_line(error: BaseException) -> str:
    """The text of an error, on one line."""
    if isinstance(error, OSError) and error.strerror:
        text = f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    elif isinstance(error, KeyError) and error.args:  # its str() is a repr
        text = str(error.args[0])
    else:
        text = str(error)
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return "; ".join(lines) or type(error).__name__


_OF_PYTHON = re.compile(
    r", or None\b( for all cores)?"
    r"|, as in mancalab\.agents\.\w+\(.*\)"
    r"|, in Python `list\(mancalab\.catalogue\)`"
)
"""What messages say that is of use in Python only."""


def in_shell_words(text: str) -> str:
    """A message without what can be written in Python only."""
    return _OF_PYTHON.sub("", text)


# Arguments that many commands take

GAME_HELP = (
    "a name, with options as in kalah:columns=4,seeds=3, lists as in "
    "oware:landing.capture.counts=[2,3,4], or a TOML file"
)


def declare_game(parser: argparse.ArgumentParser) -> None:
    """Declare the one game that a command is about."""
    parser.add_argument("game", metavar="GAME", help=GAME_HELP)


def declare_seed(parser: argparse.ArgumentParser) -> None:
    """Declare the seed of the random numbers."""
    parser.add_argument(
        "--seed", type=int, default=0, help="seed of the random numbers (default: 0)"
    )


def declare_threads(parser: argparse.ArgumentParser) -> None:
    """Declare the number of threads."""
    parser.add_argument("--threads", type=int, help="threads (default: one per core)")


def declare_playing(parser: argparse.ArgumentParser, *, several: bool, usual: str) -> None:
    """Declare how games between agents are played, and how a stopped run resumes.

    Parameters
    ----------
    parser
        The parser of the command.
    several
        Whether several numbers of random plies can be asked for, each for games of its own.
    usual
        What the help says of games for which no number is asked for.
    """
    declare_seed(parser)
    declare_threads(parser)
    parser.add_argument(
        "--opening-plies",
        type=int,
        nargs="+" if several else None,
        metavar="PLIES",
        help="random plies at the start of each game, 0 for the fixed opening"
        f"{', several for games from each' if several else ''} (default: {usual})",
    )
    parser.add_argument(
        "--resume",
        type=Path,
        metavar="DIR",
        help="folder for finished parts, from which a stopped run resumes",
    )
    parser.add_argument("--quiet", action="store_true", help="no progress and no tables")


def declare_number(
    parser: argparse.ArgumentParser, text: str, *, default: int | None, alias: str | None = None
) -> None:
    """Declare the number of games: ``--n``, and quietly by a name that it has had."""
    parser.add_argument("--n", type=_number, default=default, metavar="GAMES", help=text)
    if alias is not None:

        def number(word: str) -> int:
            try:
                return _number(word)
            except argparse.ArgumentTypeError as error:
                hint = f"games that are to be played stand first: {parser.prog} {word} ..."
                raise argparse.ArgumentTypeError(f"{error}; {hint}") from None

        parser.add_argument(
            alias, dest="n", type=number, default=argparse.SUPPRESS, help=argparse.SUPPRESS
        )


def _number(word: str) -> int:
    try:
        return int(word)
    except ValueError:
        said = f"{word!r} is no number of games; allowed are whole numbers"
        raise argparse.ArgumentTypeError(said) from None


def say(text: str) -> None:
    """Print a text; on a terminal, lines that are longer than it are broken at words.

    What follows goes under the text of a line, not under its clause. Elsewhere a sentence stays on
    one line, where programs find it.
    """
    width = shutil.get_terminal_size().columns - 1 if sys.stdout.isatty() else None
    print(text if width is None else in_lines(text, width))


_BEGINNING = re.compile(r"\s*(?:(?:no clause|\S+)\s{2,})?")


def in_lines(text: str, width: int) -> str:
    """A text in lines of at most so many letters, each broken line going on below its words."""
    found = []
    for line in text.split("\n"):
        begins = _BEGINNING.match(line)
        indent = begins.end() if begins and begins.end() < width // 2 else 0
        found += textwrap.wrap(
            line,
            max(width, 20),
            subsequent_indent=" " * indent,
            replace_whitespace=False,
            drop_whitespace=True,
            break_long_words=False,
            break_on_hyphens=False,
        ) if len(line) > width else [line]  # fmt: skip
    return "\n".join(found)


def wants_progress(*, quiet: bool) -> bool:
    """Whether to show a bar: on a terminal, and if tqdm is there."""
    return not quiet and sys.stderr.isatty() and importlib.util.find_spec("tqdm") is not None


# Games and agents as words


def parse_game(word: str) -> Rules:
    """Rules from ``name``, ``name:option=value,...`` or the path of a .toml file, with options.

    Values are read as whole numbers, ``true``, ``false``, words (``none`` is one) or lists such as
    ``[2,3]``.

    Raises
    ------
    UserError
        The game, file, option or value does not exist.
    """
    drive, word = os.path.splitdrive(word)  # the colon of C:\game.toml, on Windows
    name, _, given = word.partition(":")
    name = drive + name
    with mistakes():
        rules = _read_rules(name) if name.endswith(".toml") else mc.catalogue[name]
        options = dict(map(parse_option, settings_of(given) if given else []))
        return rules.replace(**options) if options else rules


def _read_rules(path: str) -> Rules:
    try:
        return mc.Rules.from_toml(Path(path))
    except OSError as error:
        raise unreadable(path, error) from error
    except ValueError as error:
        raise UserError(f"{path}: {one_line(error)}") from error


def unreadable(path: str, error: OSError) -> UserError:
    """The mistake of naming a file that cannot be read."""
    return UserError(f"{path}: {error.strerror or error}")


def parse_option(item: str, example: str = "kalah:columns=4") -> tuple[str, int | bool | str]:
    """An option and its value from ``name=value``; ``example`` is how the command takes it."""
    name, equals, value = item.partition("=")
    if not (name and equals and value):
        raise UserError(f"option {item!r} is not of the form name=value, as in {example}")
    return name, parse_value(value)


def parse_value(value: str) -> int | bool | str:
    """The value of an option from a word."""
    words = {"true": True, "false": False}
    if value.lower() in words:
        return words[value.lower()]
    try:
        return int(value)
    except ValueError:
        return value


def parse_pair(word: str) -> tuple[str, str]:
    """Names of two agents from ``first:second``."""
    first, colon, second = word.partition(":")
    if not (first and colon and second):
        raise UserError(f"agents {word!r} are not of the form first:second, as in random:greedy")
    return first, second


def agent_of(word: str) -> AgentLike:
    """An agent by name, or a function in a Python file, as in ``players.py:choose``."""
    path, colon, name = word.rpartition(":")
    if not (colon and path.endswith(".py")):
        return word
    spec = importlib.util.spec_from_file_location(Path(path).stem, path)
    if spec is None or spec.loader is None or not Path(path).is_file():
        raise UserError(f"{path}: there is no such file")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise UserError(f"{path}: {type(error).__name__}: {one_line(error)}") from error
    found: AgentLike | None = getattr(module, name, None)
    if found is None:
        raise UserError(f"{path}: it has no {name}")
    return found


def parse_agent(word: str, argument: str = "agent") -> Agent | None:
    """An agent as `agent_of` has it, known to be one; None for a person."""
    if word == HUMAN:
        return None
    try:
        found = agent_of(word)
    except UserError as error:
        raise UserError(f"{argument}: {error}") from error
    with mistakes():
        return as_agent(found, argument)
