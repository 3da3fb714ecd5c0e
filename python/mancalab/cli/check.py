"""``mancalab check``: the faults of a description, and what random play makes of it."""

from __future__ import annotations

import argparse
import json
import re
import textwrap
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import mancalab as mc
from mancalab._base.arguments import MOST_COUNT, integer
from mancalab._base.rounds import has_rounds
from mancalab._base.words import NO_CLAUSE, beside, counted
from mancalab._core import _reference, _survey
from mancalab.cli.common import (
    Command,
    declare_game,
    declare_number,
    mistakes,
    parse_game,
    say,
    unreadable,
)

FAULTY = 1
N_GAMES = 1_000
N_MATCHES = 20  # of games of rounds, which are thousands of actions long
WIDTH = 98


def _declare(parser: argparse.ArgumentParser) -> None:
    declare_game(parser)
    declare_number(
        parser,
        f"random games to play (default: {N_GAMES}, of games of rounds {N_MATCHES})",
        default=None,
    )
    parser.add_argument(
        "--seed", type=int, default=0, help="seed of the random numbers (default: 0)"
    )


def _check(args: argparse.Namespace) -> int:
    faults = _faults(args.game)
    if faults:
        print(f"{args.game}: {counted(len(faults), 'fault')}")
        say("\n".join(faults))
        return FAULTY
    rules = parse_game(args.game)
    with mistakes():
        usual = N_MATCHES if has_rounds(rules) else N_GAMES
        games = usual if args.n is None else integer("n", args.n, 1, MOST_COUNT)
        survey = _survey(rules, games, args.seed)
    print(f"{args.game}: the rules are in order")
    for block in (
        _opening(rules),
        list(_in_words(rules)),
        [*_hints(rules, survey), *_borrowed_name(args.game, rules)],
        [f"{counted(games, 'random game')}, seed {args.seed}", *_report(survey)],
        _fired(rules, survey["fired"]),
        _never_fired(rules, survey["fired"]),
        _dead(rules),
    ):
        if block:
            say("\n".join(["", *block]))
    return 0


def _faults(word: str) -> list[str]:
    """All faults of a description in a file; other words for games have none of their own."""
    path = word.partition(":")[0]
    if not path.endswith(".toml"):
        return []
    try:
        mc.Rules.from_toml(Path(path))
    except mc.RulesError as error:
        return error.faults
    except OSError as error:
        raise unreadable(path, error) from error
    return []


# What the description says


def _opening(rules: mc.Rules) -> list[str]:
    """The opening as it lies on the board, North's pits on top."""
    first, *board = str(rules.start()).rstrip().splitlines()
    return [f"the opening, {first.removeprefix(f'{rules.title or rules.name}: ')}", *board]


def _in_words(rules: mc.Rules) -> Iterator[str]:
    """The game sentence by sentence, each with its clause where it has one."""
    yield "the game in words"
    for _, clause, text in rules.lines():
        yield textwrap.fill(
            text + beside(clause), WIDTH, initial_indent="  ", subsequent_indent="    "
        )


def _borrowed_name(word: str, rules: mc.Rules) -> Iterator[str]:
    """A hint where a description has the name of a game of the catalogue that it is not."""
    path = word.partition(":")[0]
    is_other = rules.name in mc.catalogue and rules._changes() is None  # noqa: SLF001
    if path.endswith(".toml") and is_other:
        yield (
            f'hint: name = "{rules.name}": the catalogue has another game of this name, and what '
            f"is played here would be taken for it; mancalab rules --diff {rules.name} {path} says "
            "how they differ"
        )


# What the games were like


def _report(survey: Mapping[str, Any]) -> Iterator[str]:
    tally: mc.Tally = survey["tally"]
    lengths = tally.plies_histogram
    shortest, longest = min(lengths), max(lengths)
    yield (
        f"  length         {shortest} to {longest} actions, median {_median(lengths):g}, "
        f"mean {tally.plies / tally.games:.1f}"
    )
    rounds = tally.rounds_histogram
    if rounds:
        mean = tally.rounds / sum(rounds.values())
        yield (
            f"  rounds         {min(rounds)} to {max(rounds)}, median {_median(rounds):g}, "
            f"mean {mean:.1f}"
        )
    results = {"won by South": tally.south, "won by North": tally.north, "drawn": tally.draws}
    yield f"  results        {_shares(results, tally.games)}"
    without = {"void": tally.voids, "truncated": tally.truncated}
    yield f"  without one    {_shares(without, tally.games)}"
    skips = survey["skips"]
    yield f"  skipped turns  {skips:,}, {skips / tally.games:.2g} a game"


def _median(histogram: Mapping[int, int]) -> float:
    """The middle value, or the mean of the two in the middle, of numbers with their counts."""
    total = sum(histogram.values())
    below = 0
    middle = []
    for value in sorted(histogram):
        below += histogram[value]
        ranks = range(below - histogram[value], below)
        middle += [value for rank in ((total - 1) // 2, total // 2) if rank in ranks]
    return sum(middle) / 2


def _shares(counts: Mapping[str, int], games: int) -> str:
    return ", ".join(f"{name} {count:,} ({count / games:.1%})" for name, count in counts.items())


# Which rules fired


def _fired(rules: mc.Rules, fired: Mapping[str, int]) -> list[str]:
    """A line for each rule that fired: in how many games, its field and its clause."""
    clauses = {field: clause for field, clause, _ in rules.lines()}
    games = sorted(fired.items(), key=lambda item: -item[1])
    width = max((len(f"{count:,}") for count in fired.values()), default=0)
    lines = [
        f"  {count:>{width},}  {_with_clause(field, clauses)}" for field, count in games if count
    ]
    return ["games in which each rule fired", *lines] if lines else []


def _never_fired(rules: mc.Rules, fired: Mapping[str, int]) -> list[str]:
    """A line for each rule that never fired: its field, its clause and what it says."""
    clauses = {field: clause for field, clause, _ in rules.lines()}
    words = {field: words for field, _, words in rules.lines()}
    never = [field for field, games in fired.items() if games == 0]
    lines = [f"  {_with_clause(field, clauses)}: {_said(field, words)}" for field in never]
    return ["rules that never fired", *lines] if lines else []


def _said(field: str, words: Mapping[str, str]) -> str:
    """What a rule says; of a condition as in ``ending.when: either_empty`` what it alone asks."""
    plain, _, value = field.partition(": ")
    if not value:
        return words.get(plain, "")
    section, _, name = plain.partition(".")
    sections = json.loads(_reference())["sections"]
    (fields,) = (one["fields"] for one in sections if one["name"] == section)
    (values,) = (one["values"] for one in fields if one["name"] == name)
    (meaning,) = (one["meaning"] for one in values if one["value"] == value)
    first: str = re.split(r"[;.]", meaning)[0]
    return f"{first}."


def _dead(rules: mc.Rules) -> list[str]:
    """A line for each entry of the landing table that an earlier one keeps from ever fitting."""
    dead = rules.dead_entries
    lines = [f"  {later} never fits: {first} fits whenever it does" for later, first in dead]
    return ["entries that never fit", *lines] if lines else []


def _with_clause(field: str, clauses: Mapping[str, str]) -> str:
    return field + beside(clauses.get(_plain(field), NO_CLAUSE))


def _plain(field: str) -> str:
    """The field of the rules, without a condition as in ``ending.when: either_empty``."""
    return field.partition(":")[0]


# What may be wrong with a game that can be played


def _why_endless(rules: mc.Rules) -> str:
    """What makes sowings of this game go on, and on."""
    description = tomllib.loads(rules.to_toml(full=True))
    laps = description["laps"]
    on = [f'laps.relay = "{laps["relay"]}"'] if laps["relay"] != "none" else []
    for number, entry in enumerate(description.get("landing", [])):
        path = f"landing.{entry['name']}" if entry.get("name") else f"landing[{number}]"
        if entry["to"] == "hand" and entry["take"]:
            on.append(f'{path}.to = "hand"')
        if str(entry["then"]).startswith("relay"):
            on.append(f'{path}.then = "{entry["then"]}"')
    if not on:
        return "sowings never ended"
    sown = description["sowing"]["stores"] != "none"
    stores = "" if sown else ", and no store is sown (sowing.stores)"
    return f"sowings go on and on by {' and '.join(on)}{stores}"


def _hints(rules: mc.Rules, survey: Mapping[str, Any]) -> Iterator[str]:
    tally: mc.Tally = survey["tally"]
    limit = rules.options["max_actions"].value
    suspects = {
        "void": (
            tally.voids,
            _why_endless(rules),
        ),
        "truncated": (
            tally.truncated,
            f"no condition of ending.when was met within {limit} actions (limits.max_actions)",
        ),
        "drawn": (
            tally.draws,
            "look at ending.winner and ending.score, and whether any seed comes into a store",
        ),
        "won by South": (tally.south, "North never won"),
        "won by North": (tally.north, "South never won"),
    }
    for result, (games, why) in suspects.items():
        if games == tally.games:
            yield f"hint: every game was {result}: {why}"
        elif games > tally.games / 2 and result in {"void", "truncated", "drawn"}:
            yield f"hint: most games were {result}: {why}"
    for value in rules._idle_values:  # noqa: SLF001  (for this command only)
        yield f"hint: {value}"
    if not rules.has_stores and 'score = "store"' in rules.to_toml(full=True):
        yield (
            'hint: ending.score = "store": nobody ever keeps captured seeds here, so every score '
            'is 0; "owned" counts the seeds in the pits'
        )
    if max(tally.plies_histogram) == 0:
        yield "hint: the game is over before the first action: the opening meets ending.when"


COMMANDS = (
    Command(
        "check",
        "Check a description: every fault with its line, then what random games make of it.",
        _declare,
        _check,
    ),
)
