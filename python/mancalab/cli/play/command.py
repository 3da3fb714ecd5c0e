"""``mancalab play``: a game in the terminal, for two people or against an agent."""

from __future__ import annotations

import argparse
import secrets
import shlex
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import mancalab as mc
from mancalab._base.words import called, counted
from mancalab.cli.common import (
    GAME_HELP,
    INTERRUPTED,
    Command,
    UserError,
    mistakes,
    parse_agent,
    parse_game,
)
from mancalab.cli.play.table import HUMAN, Left, Seat, Table

if TYPE_CHECKING:
    from mancalab import Record, Rules

WHO = (
    f'{HUMAN}, or an agent: a name, with arguments as in "alphabeta(depth=8)", or a function of a '
    "state in a file of yours, as in players.py:choose (the file is run)"
)


def _declare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game", nargs="?", metavar="GAME", help=f"{GAME_HELP}; not needed with --load"
    )
    parser.add_argument("--south", metavar="WHO", help=f"{WHO} (default: {HUMAN})")
    parser.add_argument("--north", metavar="WHO", help="the same for North")
    parser.add_argument(
        "--seed", type=int, help="seed of what agents do at random (default: a new one)"
    )
    parser.add_argument(
        "--play", nargs="+", default=[], metavar="ACTION", help="actions to begin with"
    )
    parser.add_argument(
        "--save", type=Path, metavar="FILE", help="keep the game in this file, action by action"
    )
    parser.add_argument(
        "--load", type=Path, metavar="FILE",
        help="continue the game of this file, and keep it there unless --save says where",
    )  # fmt: skip


def _run(args: argparse.Namespace) -> int:
    game = _begun(args)
    words = [_word(args, side, game) for side in (0, 1)]
    seed = secrets.randbits(32) if game.seed is None else game.seed
    with mistakes():
        seats = [Seat.of(word, parse_agent(word), seed, game.number) for word in words]
        record = mc.Record(
            game.rules, game.actions, game.start, (words[0], words[1]), seed, game.number
        )
    save: Path | None = args.save or args.load
    if args.save is not None and args.save != args.load and args.save.exists():
        raise UserError(f"{args.save} is there; --load {args.save} continues that game")
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401  (input then knows the arrow keys)
    table = Table(record, seats, save)
    try:
        table.play()
    except Left:
        print(_farewell(args, table))
    except KeyboardInterrupt:
        print(f"\n{_farewell(args, table)}")
        return INTERRUPTED
    except UserError:
        print(_farewell(args, table), file=sys.stderr)
        raise
    return 0


def _begun(args: argparse.Namespace) -> Record:
    """The game as it stands when play begins."""
    rules: Rules | None = None if args.game is None else parse_game(args.game)
    if args.load is None:
        if rules is None:
            raise UserError("play: a game is needed, as in mancalab play kalah; or --load FILE")
        with mistakes():
            return mc.Record.from_actions(rules, args.play, seed=args.seed)
    with mistakes():
        loaded = mc.Record.load(args.load)
    if rules is not None and rules != loaded.rules:
        raise UserError(f"{args.load}: it is a game of {called(loaded.rules)}, not {args.game}")
    with mistakes():
        return mc.Record.from_actions(
            loaded.rules,
            [*loaded.actions, *args.play],
            start=loaded.start,
            agents=loaded.agents,
            seed=loaded.seed if args.seed is None else args.seed,
            number=loaded.number,
        )


def _word(args: argparse.Namespace, side: int, game: Record) -> str:
    """Who plays a side: as the command line says, else the record, else a person."""
    name = ("south", "north")[side]
    given: str | None = getattr(args, name)
    word = given or game.agents[side] or HUMAN
    try:
        parse_agent(word, f"--{name}")
    except UserError as error:
        if given is not None:
            raise
        raise UserError(f"{args.load}: {word!r} played {name}; say --{name} WHO") from error
    return word


def _farewell(args: argparse.Namespace, table: Table) -> str:
    """How to continue a game that was left."""
    plies = table.record.plies
    said = f"Left after {counted(plies, 'action')}."
    if table.save is not None:
        words = ["mancalab", "play", "--load", str(table.save)]
        return f"{said} Continue with: {shlex.join(words)}"
    record = table.record
    words = ["mancalab", "play", args.game]
    for name, word in zip(("--south", "--north"), record.agents, strict=True):
        words += [] if word == HUMAN else [name, word]
    if any(word != HUMAN for word in record.agents):
        words += ["--seed", str(record.seed)]
    if record.actions:
        words += ["--play", *map(record.rules.action_text, record.actions)]
    return f"{said} Continue with: {shlex.join(words)}"


COMMANDS = (Command("play", "Play a game: two people, or against an agent.", _declare, _run),)
