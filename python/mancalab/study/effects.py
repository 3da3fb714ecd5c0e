"""What a clause does: the same rounds under changed rules, and the difference."""

from __future__ import annotations

import math
import os
import warnings
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

from mancalab._agents.naming import AgentLike
from mancalab._base.arguments import MOST_COUNT, integer, real, wrong_type
from mancalab._base.estimates import UNKNOWN
from mancalab._base.extras import require
from mancalab._base.progress import Progress, reporter
from mancalab._catalogue import GameLike, as_rules
from mancalab._core import Rules
from mancalab.study.advantage import facts
from mancalab.study.cells import N_GAMES, Cell, Plies, cells_of, either_name
from mancalab.study.measures import CHANGES, changes, score
from mancalab.study.parts import SERIES, Report, Total, cut, next_bound
from mancalab.study.run import Runner, check_resumable
from mancalab.study.tables.effect import EffectRow, EffectTable
from mancalab.study.tables.formats import setting
from mancalab.study.tables.labels import NamedGame, label_alone
from mancalab.study.tables.options import OptionValue, all_options, changed_options, plain_value

if TYPE_CHECKING:
    from mancalab._core import Series

Given = OptionValue | Sequence[int] | Sequence[str]
"""A value as it may be given: keys of the landing table have lists, too."""

MOST_GAMES = 10_000_000
"""Games per value at the most, where ``until`` decides and ``n`` sets no other end."""

FIRST_LOOK = 1024
"""Rounds before ``until`` is first compared with what is known: fewer give a poor variance."""

FARTHEST_LOOK = 8
"""At most this many times the rounds played so far are planned before the next look."""


class NotReached(UserWarning):
    """The half-width asked for was not reached with the games allowed."""


@dataclass(frozen=True)
class Variant:
    """Rules with one option set; the first of a study is what the others are compared with."""

    rules: Rules
    option: str
    value: OptionValue


def clause_effect(
    rules: GameLike,
    option: str,
    values: Iterable[Given],
    agents: Iterable[Sequence[AgentLike]] | None = None,
    n: int | None = None,
    *,
    seed: int | None = 0,
    threads: int | None = None,
    opening_plies: Plies = None,
    until: float | None = None,
    executor: Executor | None = None,
    resume: str | os.PathLike[str] | None = None,
    progress: Progress = None,
    games: int | None = None,
) -> EffectTable:
    """Measure what one clause does: the same rounds for each value of its option.

    A round has the same random numbers under every value. The interval of the change
    against the first value takes this into account: its variance is that of the differences
    between parts of the study that were played under both (`intervals.difference`). Fewer than
    about a hundred rounds make too few parts for a narrow interval.

    Parameters
    ----------
    rules
        A name in the catalogue, a line of rules such as ``"kalah columns=4"``, rules, or the path
        of a TOML file.
    option
        Name of one of its options, or ``landing.<name>.<key>`` for a key of the landing table.
    values
        Two or more values of it; the first is the baseline.
    agents
        Pairs of agents, as in `first_player_advantage`.
    n
        Games for each value and pair of agents (None: 100,000); in swapped pairs an odd number is
        rounded up. ``games`` is another name for it.
    until
        Instead of a number of games: play until the score of each value is known to within this
        (half-width of its 95 % interval, as a share: 0.001 is a tenth of a per cent). The games
        are then at most ``n`` (None: 10,000,000) for each value; a `NotReached` warning says
        when that is not enough.
    seed, threads, opening_plies, executor, resume, progress
        As in `first_player_advantage`.

    Returns
    -------
    EffectTable
        For each pair of agents one row for each value, in the order given.

    Raises
    ------
    KeyError
        The game is not in the catalogue.
    RulesError
        There is no such option, or a value is not allowed (a ValueError).
    ValueError, TypeError
        An argument is not as described above.
    MissingExtra
        scipy is not installed (an ImportError).

    Examples
    --------
    >>> table = clause_effect("kalah", "replay", [True, False], [("random", "random")], n=1000)
    >>> [(row.change, row.games) for row in table]
    [('replay=true', 1000), ('replay=false', 1000)]
    """
    unchanged = as_rules(rules)
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise wrong_type("values", f"a list of values of {option} is needed", values)
    variants = [_variant(unchanged, option, value) for value in values]
    if len(variants) < 2:
        found = "1 value" if variants else "no value"
        raise ValueError(f"values: {found} of {option}; two or more are needed")
    _check_distinct(variants)
    common = _Common(
        agents,
        either_name(n, games),
        seed,
        threads,
        opening_plies,
        until,
        executor,
        resume,
        progress,
    )
    return _measured(variants, common)


def ablation(
    rules: GameLike,
    options: Mapping[str, OptionValue | Iterable[Given]] | Iterable[tuple[str, Given]],
    agents: Iterable[Sequence[AgentLike]] | None = None,
    n: int | None = None,
    *,
    seed: int | None = 0,
    threads: int | None = None,
    opening_plies: Plies = None,
    until: float | None = None,
    executor: Executor | None = None,
    resume: str | os.PathLike[str] | None = None,
    progress: Progress = None,
    games: int | None = None,
) -> EffectTable:
    """Measure what several clauses do, each changed alone: one row for each change.

    Parameters
    ----------
    rules
        A name in the catalogue, rules, or the path of a TOML file: what is changed.
    options
        The changes, as a mapping from options to a value or several, or as pairs of option and
        value. A value that the rules have already is left out. In a mapping a value that is itself
        a list, as ``landing.capture.counts`` has, stands in a list: ``[[2, 3, 4]]``.
    agents, n, seed, threads, opening_plies, until, executor, resume, progress, games
        As in `clause_effect`.

    Returns
    -------
    EffectTable
        For each pair of agents a row for the unchanged rules, and one for each change, in the
        order given.

    Raises
    ------
    KeyError, RulesError, ValueError, TypeError, MissingExtra
        As in `clause_effect`; also where nothing would change.

    Examples
    --------
    >>> changes = {"replay": False, "relay": True}
    >>> table = ablation("kalah", changes, [("random", "random")], n=1000)
    >>> [row.change for row in table]
    ['unchanged', 'replay=false', 'relay=true']
    """
    unchanged = as_rules(rules)
    given = [_variant(unchanged, option, value) for option, value in _pairs(options)]
    changed = [variant for variant in given if variant.rules.digest != unchanged.digest]
    if not changed:
        word = " ".join(setting(variant.option, variant.value) for variant in given) or "options"
        raise ValueError(f"{word}: nothing in it changes {unchanged.name}")
    _check_distinct(changed)
    common = _Common(
        agents,
        either_name(n, games),
        seed,
        threads,
        opening_plies,
        until,
        executor,
        resume,
        progress,
    )
    return _measured([Variant(unchanged, "", None), *changed], common)


@dataclass(frozen=True)
class _Common:
    """The arguments that both studies share."""

    agents: Iterable[Sequence[AgentLike]] | None
    n: int | None
    seed: int | None
    threads: int | None
    opening_plies: Plies
    until: float | None
    executor: Executor | None
    resume: str | os.PathLike[str] | None
    progress: Progress


def _pairs(options: Any) -> list[tuple[str, Given]]:
    """The changes one by one, from whatever gives them."""
    if not isinstance(options, Mapping):
        if isinstance(options, str) or not isinstance(options, Iterable):
            needed = "a mapping, or pairs (option, value), is needed"
            raise wrong_type("options", needed, options)
        listed = list(options)
        for pair in listed:
            if not isinstance(pair, tuple) or len(pair) != 2 or not isinstance(pair[0], str):
                raise TypeError(f"options: a pair (option, value) is needed, not {pair!r}")
        return [(option, value) for option, value in listed]
    return [
        (option, value)
        for option, values in options.items()
        for value in (
            [values] if isinstance(values, str) or not isinstance(values, Iterable) else values
        )
    ]


def _variant(rules: Rules, option: str, value: Given) -> Variant:
    changed = rules.replace(**{option: value})
    return Variant(changed, option, all_options(changed).get(option, plain_value(value)))


def _check_distinct(variants: Sequence[Variant]) -> None:
    seen: dict[str, str] = {}
    for variant in variants:
        word = setting(variant.option, variant.value)
        other = seen.setdefault(variant.rules.digest, word)
        if other is not word:
            raise ValueError(f"{other} and {word} give the same rules; one of them is enough")


def _measured(variants: Sequence[Variant], common: _Common) -> EffectTable:
    require("scipy.stats", "study")  # before the games are played, not after
    n, until = _checked_size(common.n, common.until)
    cells = cells_of(
        [variant.rules for variant in variants],
        common.agents,
        n=n,
        seed=common.seed,
        opening_plies=common.opening_plies,
    )
    if common.resume is not None:
        check_resumable(cells, common.seed)
    runner = Runner.of(SERIES, common.threads, common.executor, common.resume)
    # Cells come variant by variant; a block is all variants of one pair of agents.
    pairs = len(cells) // len(variants)
    blocks = [cells[pair::pairs] for pair in range(pairs)]
    games = sum(cell.games for cell in cells) if until is None else None
    with reporter(common.progress, games, variants[0].rules) as report:
        played = [(block, _played(block, runner, until, report)) for block in blocks]
    return EffectTable(tuple(chain.from_iterable(_rows(variants, *block) for block in played)))


def _checked_size(n: int | None, until: float | None) -> tuple[int, float | None]:
    if n is not None:
        n = integer("n", n, 1, MOST_COUNT)
    if until is None:
        return N_GAMES if n is None else n, None
    share = real("until", until)
    if not 0 < share < 0.5:
        allowed = "shares of more than 0 and less than 0.5"
        raise ValueError(f"until = {until}: allowed are {allowed}")
    return MOST_GAMES if n is None else n, share


def _played(
    cells: Sequence[Cell], runner: Runner[Series], until: float | None, report: Report
) -> list[Total]:
    """Play the same rounds of all cells: all of them, or until their scores are known."""
    totals = [Total() for _ in cells]
    done, most = 0, cells[0].rounds
    goal = most if until is None else min(most, next_bound(FIRST_LOOK))
    while done < goal:
        parts = chain.from_iterable(
            cut(cell, number, start=done, stop=goal) for number, cell in enumerate(cells)
        )
        for part, series in runner.played(parts, report):
            totals[part.number].add(part, series)
        done = goal
        if until is not None:
            goal = _next_look(done, most, _half_width(totals), until)
    return totals


def _half_width(totals: Sequence[Total]) -> float:
    """The widest of the scores' intervals; nan where one is not known at all."""
    widths = [score(total.series).margin_of_error for total in totals]
    return math.nan if any(map(math.isnan, widths)) else max(widths)


def _next_look(done: int, most: int, width: float, until: float) -> int:
    """Rounds after which to look again: those that should suffice, in whole parts.

    It depends on nothing but what has been played, so the same study plays the same games.
    """
    if width <= until:
        return done
    if done == most:
        warnings.warn(
            f"after {most:,} rounds the score is known to within {width:.2g}, not {until:.2g}",
            NotReached,
            stacklevel=5,
        )
        return done
    times = 2.0 if math.isnan(width) else min((width / until) ** 2, FARTHEST_LOOK)
    return min(most, next_bound(max(done + 1, math.ceil(done * times))))


def _rows(
    variants: Sequence[Variant], cells: Sequence[Cell], totals: Sequence[Total]
) -> list[EffectRow]:
    """The rows of one pair of agents."""
    first = variants[0]
    rules = first.rules
    baseline = label_alone(NamedGame(rules.name, rules.digest, changed_options(rules)))
    rows = []
    for variant, cell, total in zip(variants, cells, totals, strict=True):
        found: dict[str, Any] = dict.fromkeys(CHANGES, UNKNOWN)
        if variant is not first:
            found = changes(total.batches, totals[0].batches)
        rows.append(
            EffectRow(
                **facts(cell, total.series),
                baseline=baseline,
                baseline_digest=rules.digest,
                option=variant.option,
                value=variant.value,
                **{f"{name}_change": found[name] for name in CHANGES},
            )
        )
    return rows
