"""The small boards of the family: every game of the main job, and the variants of some."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator

from mancalab._catalogue import catalogue
from mancalab._core import Rules, RulesError
from mancalab.study.cells import MAIN_GAMES

COLUMNS = range(1, 5)
SEEDS = range(1, 5)

ELF_AXES: dict[str, tuple[bool | str, ...]] = {
    "symmetric": (False, True),
    "capture": ("none", "home", "across"),
    "replay": (False, True),
    "continue_sowing": (False, True),
}
"""The flags of ELF: 24 combinations (EL-2)."""

_VARIANTS: dict[str, dict[str, tuple[bool | str, ...]]] = {
    "kalah": {"empty_capture": (False, True), "end": ("either_empty", "mover_empty")},
    "elf": ELF_AXES,
}
"""Games of which more than the one in the catalogue is wanted, with the options to vary."""


def variants(name: str) -> Iterator[Rules]:
    """A game of the catalogue with its options varied, where there is more than one of it."""
    axes = _VARIANTS.get(name, {})
    for values in itertools.product(*axes.values()):
        yield catalogue[name].replace(**dict(zip(axes, values, strict=True)))


def family(columns: Iterable[int] = COLUMNS, seeds: Iterable[int] = SEEDS) -> list[Rules]:
    """Every game of the main job on small boards, smallest first.

    The 24 combinations of ELF and the four of Kalah's options are there one by one. On four rows
    `seeds` is the number in each pit that holds any at the start; a reserve is as large as a row.

    Parameters
    ----------
    columns
        Columns of the boards.
    seeds
        Seeds in a pit at the start.

    Examples
    --------
    >>> games = family(columns=[3], seeds=[2])
    >>> len(games), games[0]
    (52, mancalab.rules("kalah", columns=3, seeds=2))
    """
    sizes = sorted(itertools.product(columns, seeds), key=lambda size: size[0] * size[1])
    games = [rules for name in MAIN_GAMES for rules in variants(name)]
    boards = [resized(rules, *size) for size in sizes for rules in games]
    # On the smallest boards of four rows two numbers of seeds may give one opening.
    found = {(rules.name, rules.digest): rules for rules in boards if rules is not None}
    return list(found.values())


def resized(rules: Rules, columns: int, seeds: int) -> Rules | None:
    """The same game on another board; None where the rules do not go with it."""
    try:
        if {"columns", "seeds"} <= rules.options.keys():
            return rules.replace(columns=columns, seeds=seeds)
        return Rules.from_toml(_with_board(rules.to_toml(), columns, seeds))
    except RulesError:
        return None


def _with_board(toml: str, columns: int, seeds: int) -> str:
    """The description of a game whose opening is given row by row, which no option changes."""
    toml = re.sub(r"^columns = \d+$", f"columns = {columns}", toml, flags=re.MULTILINE)
    toml = re.sub(r"^reserve = [1-9]\d*$", f"reserve = {2 * columns}", toml, flags=re.MULTILINE)
    toml = re.sub(r"^seeds = \d+$", f"seeds = {seeds}", toml, flags=re.MULTILINE)

    def row(line: re.Match[str]) -> str:
        return f"{line.group(1)} = {_row(line.group(2), columns, seeds)}"

    return re.sub(r"^(outer|inner) = (\d+|\[.*\])$", row, toml, flags=re.MULTILINE)


def _row(pits: str, columns: int, seeds: int) -> object:
    """A row of the opening: pits of two seeds or more get as many as are wanted."""
    if not pits.startswith("["):
        return seeds if int(pits) > 1 else pits
    full = [seeds if int(n) > 1 else int(n) for n in pits.strip("[]").split(",")]
    return [*full[: max(columns - 2, 0)], *full[-2:]][-columns:]
