"""The command line: ``mancalab study``, ``tournament``, ``play``, ``rules``, ``check`` and more.

A file has the commands of one kind. A command has a function that declares its arguments and one
that runs it, and stands in the `COMMANDS` of its file. Mistakes of the user end with status 2 and
one line on the error stream, Ctrl-C with 130.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

import mancalab as mc
from mancalab._base.extras import MissingExtra
from mancalab.cli import (
    check,
    effects,
    environments,
    explore,
    league,
    play,
    puzzles,
    regret,
    rules,
    solving,
    study,
    tables,
    tournament,
    training,
)
from mancalab.cli.common import (
    INTERRUPTED,
    MISTAKE,
    UserError,
    in_shell_words,
    one_line,
    parse_game,
    parse_pair,
)

__all__ = ["UserError", "main", "parse_game", "parse_pair"]

_COMMANDS = (
    *study.COMMANDS,
    *effects.COMMANDS,
    *tournament.COMMANDS,
    *regret.COMMANDS,
    *solving.COMMANDS,
    *play.COMMANDS,
    *puzzles.COMMANDS,
    *tables.COMMANDS,
    *explore.COMMANDS,
    *training.COMMANDS,
    *league.COMMANDS,
    *environments.COMMANDS,
    *rules.COMMANDS,
    *check.COMMANDS,
)


class _Parser(argparse.ArgumentParser):
    """An argument parser whose errors take one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(MISTAKE, f"{self.prog}: {message} (see {self.prog} --help)\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line (None: that of the process) and give its exit status."""
    _print_what_can_be()
    try:
        return _run(argv)
    except SystemExit as leaving:  # argparse: --help, --version, faults
        return leaving.code if isinstance(leaving.code, int) else 1
    except BrokenPipeError:
        # The reader of our output has gone; Python must not try to flush to it once more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except (UserError, OSError, MissingExtra) as error:
        print(f"mancalab: {in_shell_words(one_line(error))}", file=sys.stderr)
        return MISTAKE
    except KeyboardInterrupt:
        print("mancalab: interrupted", file=sys.stderr)
        return INTERRUPTED


def _print_what_can_be() -> None:
    """Let a letter that the output has no code for (Greek, on Windows in a pipe) become a "?"."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="replace")


def _run(argv: Sequence[str] | None) -> int:
    parser = _parser()
    args = parser.parse_args(argv)
    if args.run is None:
        parser.print_help()
        return 0
    status: int = args.run(args)
    sys.stdout.flush()
    return status


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="mancalab", description="A research and teaching laboratory for the mancala family."
    )
    parser.add_argument("--version", action="version", version=f"mancalab {mc.__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    parser.set_defaults(run=None)
    for command in _COMMANDS:
        sub = commands.add_parser(command.name, help=command.about, description=command.about)
        command.declare(sub)
        sub.set_defaults(run=command.run)
    return parser
