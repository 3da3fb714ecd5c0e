"""``mancalab solve`` and ``mancalab exact``: perfect play."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import mancalab as mc
from mancalab._base.words import SIDES, called, counted, signed
from mancalab._solving.solve import checked_limits
from mancalab.cli.common import (
    INTERRUPTED,
    Command,
    UserError,
    declare_game,
    declare_threads,
    mistakes,
    parse_game,
    wants_progress,
)

if TYPE_CHECKING:
    from mancalab import Solution, State


def _declare_solve(parser: argparse.ArgumentParser) -> None:
    declare_game(parser)
    parser.add_argument(
        "--actions", action="store_true", help="the value of every first action too"
    )
    parser.add_argument(
        "--at-least", type=int, metavar="N",
        help="ask only whether whoever is to move reaches a value of N: a margin in seeds, or 1 "
        "for a win and 0 for no loss where seeds do not decide",
    )  # fmt: skip
    parser.add_argument(
        "--path", type=Path, metavar="FILE",
        help="keep what is found in FILE, from which the same command goes on another day (games "
        "of two rows without cycles)",
    )  # fmt: skip
    parser.add_argument("--play", nargs="+", type=int, default=[], metavar="ACTION",
                        help="actions to play from the opening first")  # fmt: skip
    _declare_limits(parser, time=None)


def _declare_limits(parser: argparse.ArgumentParser, time: float | None) -> None:
    ends = "until it is solved" if time is None else "%(default)s"
    parser.add_argument(
        "--time", type=float, default=time, metavar="SECONDS",
        help=f"longest time for a game (default: {ends}); beyond it, bounds are shown",
    )  # fmt: skip
    parser.add_argument(
        "--memory", type=int, default=2048, metavar="MB", help="memory (default: %(default)s)"
    )
    declare_threads(parser)


def _solve(args: argparse.Namespace) -> int:
    rules = parse_game(args.game)
    state = rules.start()
    with mistakes():
        for action in args.play:
            state = state.play(action)
        checked_limits(time=args.time, memory=args.memory, threads=args.threads)
        game = f"{called(rules)} ({args.game})" if ":" in args.game else called(rules)
        print(_beginning(game, args), file=sys.stderr, flush=True)
        try:
            solution = mc.solve(
                state,
                actions=args.actions,
                time=args.time,
                memory=args.memory,
                threads=args.threads,
                at_least=args.at_least,
                path=args.path,
            )
        except KeyboardInterrupt as interrupt:
            return _interrupted(interrupt, args.path)
    print(_told(game, state, solution, opening=not args.play))
    how = _how_to_go_on(solution, args.path) if _is_open(solution) else None
    if how is not None:
        print(how)
    return 0


def _interrupted(interrupt: KeyboardInterrupt, path: Path | None) -> int:
    """Say what has become of a search that was interrupted; gives the exit status."""
    lost = getattr(interrupt, "__notes__", [])
    kept = [] if path is None or lost else [f"the same command goes on from {path}"]
    print("; ".join(["mancalab: interrupted", *lost, *kept]), file=sys.stderr)
    return INTERRUPTED


def _how_to_go_on(solution: Solution, path: Path | None) -> str | None:
    if path is not None:
        return f"The same command goes on from {path}."
    if solution.method == "proof":
        return "With --path FILE the same command goes on another day from what it has found."
    return None


def _is_open(solution: Solution) -> bool:
    """Whether a limit has left something open that was asked for."""
    if solution.at_least is not None:
        return solution.answer is None
    bounds = [solution.bounds, *(solution.action_bounds or {}).values()]
    return any(low < high for low, high in bounds)


def _beginning(game: str, args: argparse.Namespace) -> str:
    """What is going to be solved, within which limits, said before it is."""
    played = len(args.play)
    where = f" after {counted(played, 'action')}" if played else ""
    time = "no limit of time" if args.time is None else f"at most {args.time:g} s"
    threads = args.threads
    cores = "all cores" if threads is None else counted(threads, "thread")
    return f"Solving {game}{where}: {time}, at most {args.memory:,} MB of memory, {cores}"


def _told(game: str, state: State, solution: Solution, *, opening: bool) -> str:
    rules = state.rules
    mover = SIDES[state.to_move]
    say = verdict if solution.at_least is None else _answer
    lines = [game, say(state, solution, opening=opening)]
    bounds = solution.action_bounds or {}
    if bounds:
        what = "The margin" if solution.kind == "margin" else "The result (1 won, -1 lost)"
        lines.append(f"{what} for {mover} after each action:")
    for action, (low, high) in bounds.items():
        told = signed(low) if low == high else f"{signed(low)} to {signed(high)}"
        lines.append(f"  {rules.action_text(action):>6}  {told}")
    if solution.principal_variation:
        played = " ".join(map(rules.action_text, solution.principal_variation))
        lines.append(f"best play  {played}")
    lines.append(f"{_cost(solution.nodes, solution.seconds)}, by {solution.method}")
    if solution.earlier_runs:
        cost = _cost(solution.earlier_nodes, solution.earlier_seconds)
        lines.append(f"{counted(solution.earlier_runs, 'earlier run')}: {cost}")
    return "\n".join(lines)


def _cost(nodes: int, seconds: float) -> str:
    return f"{counted(nodes, 'position')}, {seconds:.2f} s"


def _answer(state: State, solution: Solution, *, opening: bool) -> str:
    """Whether a value is reached, in a sentence."""
    role = "who starts" if opening else "who is to move"
    unit = "" if solution.kind == "margin" else " (1 won, -1 lost)"
    wanted = 0 if solution.at_least is None else solution.at_least
    asked = f"At least {signed(wanted)} for {SIDES[state.to_move]}, {role}{unit}:"
    low, high = map(signed, solution.bounds)
    if solution.answer is None:
        after = f"{solution.seconds:.2f} s"
        return f"{asked} open after {after}: the value lies between {low} and {high}."
    if solution.answer:
        return f"{asked} yes, proven: at least {low}."
    return f"{asked} no, proven: at most {high}."


def verdict(state: State, solution: Solution, *, opening: bool) -> str:
    """Who wins, in a sentence."""
    mover, other = SIDES[state.to_move], SIDES[1 - state.to_move]
    role = "who starts" if opening else "who is to move"
    value = solution.value
    by_seeds = solution.kind == "margin"
    if value is None:
        low, high = map(signed, solution.bounds)
        unit = "seeds of margin" if by_seeds else "(1 won, -1 lost)"
        return f"Not solved: for {mover}, {role}, the value lies between {low} and {high} {unit}."
    if value == 0:
        end = "the game is a draw" if by_seeds else "neither side wins"
        return f"With perfect play {end}; {mover} {role[4:]}."
    by = f" by {counted(abs(value), 'seed')}" if by_seeds else ""
    if value > 0:
        return f"{mover}, {role}, wins{by} with perfect play."
    return f"{other} wins{by} with perfect play; {mover} {role[4:]}."


def _declare_exact(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--games", nargs="+", metavar="GAME",
        help="names with options, or TOML files (default: small boards of the main job's games)",
    )  # fmt: skip
    parser.add_argument(
        "--out", type=Path, default=Path("out/exact.csv"), metavar="FILE",
        help="CSV file, from which a stopped run resumes (default: %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--part", metavar="I/N", type=_part,
        help="only every N-th game, from the I-th on: for arrays of jobs, each with its own --out",
    )  # fmt: skip
    parser.add_argument("--quiet", action="store_true", help="no progress and no table")
    _declare_limits(parser, time=60.0)


def _part(word: str) -> tuple[int, int]:
    """The part of a job, as in 2/8."""
    part, _, parts = word.partition("/")
    if not (part.isdecimal() and parts.isdecimal() and 1 <= int(part) <= int(parts)):
        raise argparse.ArgumentTypeError(f"{word!r}: I/N is needed, as in 2/8, with I from 1 to N")
    return int(part), int(parts)


def _declare_merge(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="tables of parts")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="the whole table")


def _merge(args: argparse.Namespace) -> int:
    from mancalab.study.exact import merged
    from mancalab.study.tables.exact import ExactTable

    with mistakes():
        table = merged([ExactTable.from_csv(file) for file in args.files])
        table.to_csv(args.out)
    solved = sum(row.value is not None for row in table)
    print(f"{solved} of {len(table)} games solved\ntable: {args.out}")
    return 0


def _exact(args: argparse.Namespace) -> int:
    from mancalab.study import exact_values, family

    games = None if args.games is None else [parse_game(word) for word in args.games]
    if args.part is not None:
        part, parts = args.part
        whole = family() if games is None else games
        games = whole[part - 1 :: parts]
        if not games:
            raise UserError(f"--part {part}/{parts}: there are {len(whole)} games only")
    args.out.parent.mkdir(parents=True, exist_ok=True)
    try:
        with mistakes():
            table = exact_values(
                games,
                time=args.time,
                memory=args.memory,
                threads=args.threads,
                resume=args.out,
                progress=wants_progress(quiet=args.quiet),
            )
    except KeyboardInterrupt:
        print(f"mancalab: interrupted; what is solved is in {args.out}", file=sys.stderr)
        return INTERRUPTED
    except OSError as error:
        raise UserError(f"{args.out}: {error.strerror or error}") from error
    if not args.quiet:
        solved = sum(row.value is not None for row in table)
        print(f"{table}\n\n{solved} of {len(table)} games solved\ntable: {args.out}")
    return 0


COMMANDS = (
    Command("solve", "Who wins with perfect play, and by how much?", _declare_solve, _solve),
    Command(
        "exact",
        "Solve many games: small boards of the main job's games, as a table.",
        _declare_exact,
        _exact,
    ),
    Command("merge", "Put tables of `mancalab exact --part` together.", _declare_merge, _merge),
)
