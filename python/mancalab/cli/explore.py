"""``mancalab explore``: what every action of a position is worth, by an endgame table."""

from __future__ import annotations

import argparse
import shlex
import sys
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import mancalab as mc
from mancalab._base.words import HUMAN, REASONS, SIDES, called, counted, in_short, signed
from mancalab._solving.largest_table import check_tables, seeds_of_largest_table
from mancalab.cli.common import (
    GAME_HELP,
    INTERRUPTED,
    Command,
    UserError,
    mistakes,
    one_line,
    parse_game,
    say,
    wants_progress,
)
from mancalab.cli.play import wording
from mancalab.cli.play.table import Left, Seat, Table
from mancalab.cli.solving import verdict

if TYPE_CHECKING:
    from mancalab import Record, Rules, Solution, State, Tablebase

MOST = 100_000_000
"""Most positions of a table that is built on the spot: about a hundred megabytes of values."""


def _declare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", nargs="?", type=Path, metavar="FILE",
        help="a table, as mancalab tables build writes it; not needed with --game",
    )  # fmt: skip
    parser.add_argument(
        "--game", metavar="GAME",
        help=f"{GAME_HELP}. Without FILE, a table of all its seeds is built in memory; with FILE, "
        "the opening to begin with",
    )  # fmt: skip
    parser.add_argument(
        "--pits", metavar="SEEDS",
        help='the position to begin with: the pits of South, then of North, each by their numbers, '
        'as in "0 2 0 0 1 1 / 3 0 0 0 2 1" (default: the opening)',
    )  # fmt: skip
    parser.add_argument(
        "--stores",
        type=int,
        nargs=2,
        metavar=("SOUTH", "NORTH"),
        help="their stores (default: 0 0)",
    )
    parser.add_argument("--to-move", choices=["south", "north"], help="who moves (default: south)")
    parser.add_argument(
        "--moves", nargs="+", default=[], metavar="ACTION", help="actions to begin with"
    )
    parser.add_argument(
        "--once", action="store_true", help="do not ask for moves (as without a terminal)"
    )


def _run(args: argparse.Namespace) -> int:
    with _table(args) as table:
        record = _begun(args, table.rules if args.game is None else parse_game(args.game))
        if args.once or not _on_terminal():
            print(wording.board(record.final))
            say(f"\n{told(table, record.final)}")
            return 0
        with suppress(ImportError):
            import readline  # noqa: F401  (input then knows the arrow keys)
        explored = Explored(record, table)
        try:
            explored.play()
        except Left:
            print(_farewell(args, explored.record))
        except KeyboardInterrupt:
            print(f"\n{_farewell(args, explored.record)}")
            return INTERRUPTED
    return 0


def _on_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


# The table, and the position


def _table(args: argparse.Namespace) -> Tablebase:
    """The table of the file, or one built for the game."""
    if args.file is None and args.game is None:
        raise UserError("explore: FILE is needed, the file of a table, or --game GAME")
    if args.file is None:
        return _built(args)
    table = mc.Tablebase.open(args.file, verify=False)  # a layer is checked when it is asked
    if args.game is not None:
        try:
            table.check_game(parse_game(args.game))
        except ValueError as error:
            raise UserError(
                f"{args.file}: a table of {called(table.rules)}, not for {args.game}: "
                f"{one_line(error).removeprefix('state: ')}"
            ) from error
    return table


def _built(args: argparse.Namespace) -> Tablebase:
    """A table of all seeds that are in the pits to begin with."""
    rules = parse_game(args.game)
    start = _start(args, rules)
    with mistakes():
        check_tables(rules)
    seeds = int(start.pits.sum())
    try:
        size = mc.Tablebase.estimate(rules, seeds).positions
    except ValueError as error:  # no table has so many
        fewer = _build_first(args.game, rules, seeds_of_largest_table(rules, MOST))
        raise UserError(
            f"{args.game}: no table has all {seeds} seeds ({one_line(error)}). Build one of "
            f"its endgames, and explore that: {fewer}"
        ) from error
    if size > MOST:
        raise UserError(
            f"{args.game}: a table of all {seeds} seeds has {counted(size, 'position')}; at most "
            f"{MOST:,} are built on the spot. Build a file first (--dry-run says what it takes): "
            f"{_build_first(args.game, rules, seeds)}"
        )
    try:
        return mc.Tablebase.build(rules, seeds, progress=wants_progress(quiet=False))
    except MemoryError as error:
        raise UserError(one_line(error)) from error


def _build_first(game: str, rules: Rules, seeds: int) -> str:
    """The commands that build a table in a file, and explore it."""
    file = f"{rules.name}.table"
    build = ["mancalab", "tables", "build", game, "--seeds", str(seeds), "--out", file]
    return f"{shlex.join(build)} && {shlex.join(['mancalab', 'explore', file])}"


def _begun(args: argparse.Namespace, rules: Rules) -> Record:
    """The game as it stands to begin with."""
    start = _start(args, rules)
    actions = [word for words in args.moves for word in words.split()]
    with mistakes():
        return mc.Record.from_actions(rules, actions, start=start, agents=(HUMAN, HUMAN))


def _start(args: argparse.Namespace, rules: Rules) -> State:
    if args.pits is None:
        if args.stores is not None or args.to_move is not None:
            raise UserError("--stores and --to-move belong to a position: --pits is needed")
        return rules.start()
    pits = [_seeds(row) for row in args.pits.split("/")]
    if len(pits) != len(SIDES) or any(len(row) != rules.pits_per_side for row in pits):
        shape = " / ".join(["0 " * (rules.pits_per_side - 1) + "0"] * len(SIDES))
        raise UserError(
            f"--pits {args.pits!r}: {rules.pits_per_side} pits of South, a slash and as many of "
            f"North are needed, as in {shape!r}"
        )
    with mistakes():
        return rules.state(pits=pits, stores=args.stores, to_move=int(args.to_move == "north"))


def _seeds(row: str) -> list[int]:
    try:
        return [int(word) for word in row.replace(",", " ").split()]
    except ValueError as error:
        raise UserError(f"--pits {row.strip()!r}: allowed are whole numbers") from error


def _farewell(args: argparse.Namespace, record: Record) -> str:
    """How to come back to where it was left."""
    words = ["mancalab", "explore", *([] if args.file is None else [str(args.file)])]
    for name in ("game", "pits", "to_move"):
        given = getattr(args, name)
        words += [] if given is None else [f"--{name.replace('_', '-')}", given]
    words += [] if args.stores is None else ["--stores", *map(str, args.stores)]
    if record.actions:
        words += ["--moves", *map(record.rules.action_text, record.actions)]
    return f"Left after {counted(record.plies, 'action')}. Continue with: {shlex.join(words)}"


# What is said


class Explored(Table):
    """A game of which one person plays both sides, with what the actions are worth."""

    def __init__(self, record: Record, table: Tablebase) -> None:
        self._table = table
        super().__init__(record, [Seat(HUMAN, None)] * 2, None)

    def _welcome(self) -> str:
        size = counted(len(self._table), "position")
        most = counted(self._table.seeds, "seed")
        return f"{in_short(self.record.rules)}: a table of {size}, up to {most}. ? helps, q leaves."

    def _show(self) -> None:
        super()._show()
        if not self._state.is_over:
            say(f"{told(self._table, self._state)}\n")


def told(table: Tablebase, state: State) -> str:
    """What a table knows of a position: its value, that of each action, and the best play."""
    if state.is_over:
        return f"The game is over: {_end(state)}."
    with mistakes():
        found = table.solution(state)
    lines = [verdict(state, found, opening=False)]
    if not found.solved:
        most, here = counted(table.seeds, "seed"), int(state.pits.sum())
        lines.append(f"The table goes up to {most} in the pits; this position has {here}.")
    return "\n".join([*lines, *_actions(state, found), *_best_play(state, found)])


def _actions(state: State, found: Solution) -> list[str]:
    """A line for each action: its value, whether it is best, and what it leads to."""
    bounds = found.action_bounds or {}
    least = max((low for low, _ in bounds.values()), default=0)
    known = all(high <= least for _, high in bounds.values())
    texts = {action: state.rules.action_text(action) for action in bounds}
    values = {action: _value(pair, found.kind) for action, pair in bounds.items()}
    width = max(map(len, values.values()), default=0)
    return [
        f"  {texts[action]:>{max(map(len, texts.values()))}}  {values[action]:>{width}}  "
        f"{'best' if known and bounds[action] == (least, least) else '':4}  {_after(state, action)}"
        for action in bounds
    ]


def _value(bounds: tuple[int, int], kind: str) -> str:
    """A value for the side to move: a margin in seeds, or a result as a word."""
    words = [signed(value) if kind == "margin" else _RESULTS[value] for value in bounds]
    return " to ".join(dict.fromkeys(words))


_RESULTS = {1: "win", 0: "neither", -1: "loss"}


def _after(state: State, action: int) -> str:
    """What an action leads to."""
    after = state.play(action)
    if after.is_over:
        return f"the game is over: {_end(after)}"
    again = " again" if after.to_move == state.to_move else ""
    seeds = f"{counted(int(after.pits.sum()), 'seed')} in the pits"
    return f"{SIDES[after.to_move]} moves{again}, {seeds}{_stored(state, after)}"


def _stored(state: State, after: State) -> str:
    """What an action brought into the stores."""
    gains = zip(SIDES, state.stores.tolist(), after.stores.tolist(), strict=True)
    return "".join(f", {side} {has - had:+d}" for side, had, has in gains if has != had)


def _best_play(state: State, found: Solution) -> list[str]:
    """The line of best play, by turns, and how it ends."""
    turns = []
    for action in found.principal_variation:
        turns.append((SIDES[state.to_move], state.rules.action_text(action)))
        state = state.play(action)
    if not turns:
        return []
    played = [
        f"{side} {' '.join(text for _, text in turn)}"
        for side, turn in groupby(turns, key=lambda turn: turn[0])
    ]
    return [f"best play  {', '.join(played)}: {_end(state)}"]


def _end(state: State) -> str:
    """How a game ends, or that best play does not end it."""
    if state.outcome is None:
        return "and so on, without end"
    outcome = state.outcome
    who = outcome.result if outcome.winner is None else f"{SIDES[outcome.winner]} wins"
    south, north = outcome.score
    return f"{who}, South {south}, North {north} ({REASONS[outcome.reason]})"


COMMANDS = (Command("explore", "Say what every action of a position is worth.", _declare, _run),)
