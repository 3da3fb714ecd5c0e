"""``mancalab tables``: endgame tables."""

from __future__ import annotations

import argparse
import shutil
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import mancalab as mc
from mancalab._base.amounts import in_bytes, in_time
from mancalab._base.arguments import checked_threads, number
from mancalab._base.words import counted
from mancalab._solving import greedy_regret, longest_play
from mancalab._solving.largest_table import measured_rate
from mancalab.cli.common import (
    INTERRUPTED,
    Command,
    UserError,
    declare_game,
    declare_seed,
    declare_threads,
    mistakes,
    one_line,
    parse_game,
    wants_progress,
)

if TYPE_CHECKING:
    from mancalab._solving.tablebase import Tablebase

MOST_GIGABYTES = 1e9

WRONG = 1
"""The exit status where a table is not right."""


def _declare(parser: argparse.ArgumentParser) -> None:
    kinds = parser.add_subparsers(required=True, metavar="build|pack|stats|verify|about")
    about = "Build the table of all positions with few seeds in the pits."
    build = kinds.add_parser("build", help=about, description=about)
    declare_game(build)
    build.add_argument("--seeds", type=int, required=True, help="most seeds in the pits")
    build.add_argument(
        "--out",
        type=Path,
        required=True,
        metavar="FILE",
        help="the file; a build that was stopped resumes from FILE.part, and how the table was "
        "built is written to FILE.json",
    )
    declare_threads(build)
    build.add_argument(
        "--memory",
        type=float,
        metavar="GB",
        help="most memory to take (default: what is available); the rest stays in the file",
    )
    build.add_argument(
        "--packed",
        action="store_true",
        help="a file for keeping: half a byte a position or less, but slower to ask",
    )
    build.add_argument(
        "--dry-run",
        action="store_true",
        help="only say what it takes: positions, disk, memory and time",
    )
    build.add_argument("--quiet", action="store_true", help="no progress and no figures")
    build.set_defaults(run_kind=_build)
    about = "Write a table to another file, packed for keeping."
    pack = kinds.add_parser("pack", help=about, description=about)
    pack.add_argument("file", type=Path)
    pack.add_argument("--out", type=Path, required=True, metavar="FILE", help="the new file")
    pack.add_argument("--plain", action="store_true", help="unpack it instead, for a quick search")
    pack.add_argument("--quiet", action="store_true", help="no progress and no figures")
    pack.set_defaults(run_kind=_pack)
    about = "Count what a table holds: wins, draws and losses of the player to move."
    stats = kinds.add_parser("stats", help=about, description=about)
    stats.add_argument("file", type=Path, metavar="FILE")
    stats.add_argument(
        "--seeds", type=int, metavar="N", help="also how often each value is found with N seeds"
    )
    instead = stats.add_mutually_exclusive_group()
    instead.add_argument(
        "--greedy", action="store_true", help="how often a greedy move is a mistake instead"
    )
    instead.add_argument(
        "--longest", action="store_true", help="how many actions best play can take instead"
    )
    _declare_share(stats, "of --greedy: ")
    stats.set_defaults(run_kind=_stats)
    about = "Check by the reference engine that the values of a table follow from the rules."
    verify = kinds.add_parser("verify", help=about, description=about)
    verify.add_argument("file", type=Path, metavar="FILE")
    _declare_share(verify, "")
    verify.add_argument("--quiet", action="store_true", help="no progress, and only what is wrong")
    verify.set_defaults(run_kind=_verify)
    about = "Tell what a table is, how it was built, and how to cite and check it."
    said = kinds.add_parser("about", help=about, description=about)
    said.add_argument("file", type=Path, metavar="FILE")
    said.add_argument("--json", action="store_true", help="as a JSON object, rules included")
    said.set_defaults(run_kind=_about)


def _declare_share(parser: argparse.ArgumentParser, what: str) -> None:
    """Declare which positions of a table are looked at."""
    parser.add_argument(
        "--share",
        type=float,
        default=1.0,
        help=f"{what}the share of the positions to look at, drawn at random from large layers "
        "(default: 1, all)",
    )
    declare_seed(parser)
    declare_threads(parser)


def _run(args: argparse.Namespace) -> int:
    status: int = args.run_kind(args)
    return status


@contextmanager
def _plain_warnings() -> Iterator[None]:
    """Show what is to be warned of, a line each."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always", mc.TableWarning)
        yield
    for warning in told:
        print(f"mancalab: {warning.message}", file=sys.stderr)


def _build(args: argparse.Namespace) -> int:
    rules = parse_game(args.game)
    if args.dry_run:
        return _dry_run(args, rules)
    progress = wants_progress(quiet=args.quiet)
    try:
        with mistakes(), _plain_warnings():
            memory = None if args.memory is None else round(_gigabytes(args.memory) * 1e9)
            table = mc.Tablebase.build(
                rules,
                args.seeds,
                args.out,
                args.threads,
                progress=progress,
                memory=memory,
                packed=args.packed,
            )
    except MemoryError as error:
        raise UserError(one_line(error)) from error
    except KeyboardInterrupt:
        text = f"mancalab: interrupted; {args.out}.part keeps what is finished"
        print(text, file=sys.stderr)
        return INTERRUPTED
    if not args.quiet:
        positions = counted(len(table), "position")
        print(f"{positions} of up to {counted(table.seeds, 'seed')}: {args.out}")
    return 0


def _gigabytes(memory: float) -> float:
    """The value of ``--memory``, checked."""
    return number("--memory", memory, 0, MOST_GIGABYTES)


def _pack(args: argparse.Namespace) -> int:
    table = mc.Tablebase.open(args.file, verify=False)
    table.save(args.out, packed=not args.plain, progress=wants_progress(quiet=args.quiet))
    if not args.quiet:
        before, after = (in_bytes(path.stat().st_size) for path in (args.file, args.out))
        print(f"{counted(len(table), 'position')}, {before} -> {after}: {args.out}")
    return 0


def _dry_run(args: argparse.Namespace, rules: mc.Rules) -> int:
    with mistakes():
        size = mc.Tablebase.estimate(rules, args.seeds)
        checked_threads(args.threads)
    seconds = size.positions / measured_rate(rules, args.threads)
    print(f"{rules}, up to {counted(args.seeds, 'seed')}: {counted(size.positions, 'position')}")
    disk = in_bytes(size.positions)
    if args.packed:
        disk += f" at most, about {in_bytes(size.positions // 2)} in the end"
    print(f"disk      {disk}, {in_bytes(_free_disk(args.out))} are free")
    print(f"memory    {in_bytes(size.memory)}, or {in_bytes(size.least_memory)} at least")
    print(f"time      about {in_time(seconds)}, at the speed of a small table in memory")
    return 0


def _free_disk(file: Path) -> int:
    """Bytes that the disk of a file has left."""
    folder = next(folder for folder in file.absolute().parents if folder.exists())
    return shutil.disk_usage(folder).free


def _stats(args: argparse.Namespace) -> int:
    table = mc.Tablebase.open(args.file)
    with mistakes():
        chosen = None if args.seeds is None else table.stats(args.seeds)
        progress = wants_progress(quiet=False)
        greedy = (
            table.greedy_regret(args.share, args.seed, args.threads, progress=progress)
            if args.greedy
            else None
        )
        longest = table.longest_play(args.threads, progress=progress) if args.longest else None
    print(f"{table.rules}, up to {counted(table.seeds, 'seed')}\n")
    if greedy is not None:
        print(greedy_regret.as_text(greedy))
    elif longest is not None:
        print(longest_play.as_text(longest))
    else:
        _print_layers(table)
    if chosen is not None:
        print(f"\n{'value':>5}  {'positions':>14}")
        for value, count in chosen.histogram.items():
            print(f"{value:>5}  {count:>14,}")
    return 0


def _print_layers(table: Tablebase) -> None:
    names = ("positions", "wins", "draws", "losses")
    print("seeds  " + "  ".join(f"{name:>14}" for name in names))
    for n in range(table.seeds + 1):
        stats = table.stats(n)
        counts = (stats.positions, stats.wins, stats.draws, stats.losses)
        print(f"{n:>5}  " + "  ".join(f"{count:>14,}" for count in counts))


def _verify(args: argparse.Namespace) -> int:
    table = mc.Tablebase.open(args.file, verify=False)
    progress = wants_progress(quiet=args.quiet)
    try:
        with mistakes():
            found = table.verify(args.share, args.seed, args.threads, progress=progress)
    except mc.TableError as error:
        print(f"mancalab: {one_line(error)}", file=sys.stderr)
        return WRONG
    if not (args.quiet and found.ok):
        print(found)
    return 0 if found.ok else WRONG


def _about(args: argparse.Namespace) -> int:
    with _plain_warnings():
        about = mc.Tablebase.open(args.file, verify=False).about()
    print(about.to_json() if args.json else about, end="" if args.json else "\n")
    return 0


COMMANDS = (
    Command("tables", "Build endgame tables, check them, tell what they hold.", _declare, _run),
)
