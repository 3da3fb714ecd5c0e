"""``mancalab effect``, ``ablation``, ``complexity``: what clauses do, how large games are."""

from __future__ import annotations

import argparse
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mancalab._base.files import replacing
from mancalab._base.frames import polars
from mancalab.cli.common import (
    Command,
    UserError,
    declare_game,
    declare_number,
    declare_seed,
    mistakes,
    parse_game,
    parse_option,
    parse_value,
    wants_progress,
)
from mancalab.cli.study import declare_study, pairs_of

if TYPE_CHECKING:
    from mancalab.study import EffectTable


def _write_markdown(table: EffectTable, path: Path) -> None:
    with replacing(path) as beside:
        beside.write_text(table.to_markdown(), encoding="utf-8")


_WRITERS: dict[str, Callable[[EffectTable, Path], None]] = {
    ".csv": lambda table, path: table.to_csv(path),
    ".parquet": lambda table, path: table.to_parquet(path),
    ".md": _write_markdown,
}


def _declare_effect(parser: argparse.ArgumentParser) -> None:
    declare_game(parser)
    parser.add_argument(
        "option", metavar="OPTION", help="one of its options, or landing.<name>.<key>"
    )
    parser.add_argument(
        "values",
        nargs="+",
        metavar="VALUE",
        help="two or more values of it; the others are compared with the first",
    )
    _declare_size(parser)


def _declare_ablation(parser: argparse.ArgumentParser) -> None:
    declare_game(parser)
    parser.add_argument(
        "changes", nargs="+", metavar="OPTION=VALUE", help="changes, each measured alone"
    )
    _declare_size(parser)


def _declare_size(parser: argparse.ArgumentParser) -> None:
    from mancalab.study.cells import N_GAMES, OPENING_PLIES
    from mancalab.study.effects import MOST_GAMES

    declare_number(parser, f"games for each value (default: {N_GAMES})", default=None)
    parser.add_argument(
        "--until",
        type=float,
        metavar="SHARE",
        help="play until every score is known to within this (0.001: a tenth of a per cent); "
        f"--n is then the most games for each value (default: {MOST_GAMES})",
    )
    declare_study(parser, f"{OPENING_PLIES}, or 0 where both are Random")
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help=f"file for the table: {', '.join(_WRITERS)}"
    )


def _effect(args: argparse.Namespace) -> int:
    from mancalab.study import clause_effect

    rules, values = parse_game(args.game), [parse_value(word) for word in args.values]
    return _measure(args, lambda common: clause_effect(rules, args.option, values, **common))


def _ablation(args: argparse.Namespace) -> int:
    from mancalab.study import ablation

    rules = parse_game(args.game)
    changes = [parse_option(word, "columns=4") for word in args.changes]
    return _measure(args, lambda common: ablation(rules, changes, **common))


def _measure(args: argparse.Namespace, measure: Callable[[dict[str, Any]], EffectTable]) -> int:
    """Run a study with the arguments that all of them take, and put its table out."""
    write = None if args.out is None else _writer(args.out)
    common = {
        "agents": pairs_of(args),
        "n": args.n,
        "until": args.until,
        "seed": args.seed,
        "threads": args.threads,
        "opening_plies": args.opening_plies,
        "resume": args.resume,
        "progress": wants_progress(quiet=args.quiet),
    }
    with mistakes(), _plain_warnings():
        table = measure(common)
    if write is not None:
        write(table, args.out)
    if not args.quiet:
        print(table)
    return 0


def _writer(path: Path) -> Callable[[EffectTable, Path], None]:
    """The function that writes a file of that name; all that could prevent it is checked now."""
    if path.suffix not in _WRITERS:
        raise UserError(f"{path}: allowed are names that end with {', '.join(_WRITERS)}")
    if not path.parent.is_dir():
        raise UserError(f"{path.parent}: there is no such folder")
    if path.suffix == ".parquet":
        polars()
    return _WRITERS[path.suffix]


@contextmanager
def _plain_warnings() -> Iterator[None]:
    """Show warnings in a line each."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        yield
    for warning in told:
        print(f"mancalab: {warning.message}", file=sys.stderr)


def _declare_complexity(parser: argparse.ArgumentParser) -> None:
    from mancalab.study.complexity import RANDOM_GAMES

    declare_game(parser)
    declare_number(parser, "random games to play (default: %(default)s)", default=RANDOM_GAMES)
    declare_seed(parser)


def _complexity(args: argparse.Namespace) -> int:
    from mancalab.study import complexity

    rules = parse_game(args.game)
    with mistakes():
        print(complexity(rules, args.n, args.seed))
    return 0


COMMANDS = (
    Command(
        "effect",
        "Measure what one clause does: the same games for each value of an option.",
        _declare_effect,
        _effect,
    ),
    Command(
        "ablation",
        "Measure what several clauses do, each changed alone.",
        _declare_ablation,
        _ablation,
    ),
    Command(
        "complexity",
        "Tell how large a game is: positions, choices, length, game tree.",
        _declare_complexity,
        _complexity,
    ),
)
