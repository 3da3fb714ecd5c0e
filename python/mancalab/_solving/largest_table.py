"""The largest endgame table for some memory, and whether a game has tables at all."""

from __future__ import annotations

import time

from mancalab._core import Rules
from mancalab._solving.tablebase import Tablebase


def largest_table(rules: Rules, memory: int, threads: int | None = None) -> Tablebase:
    """Build the largest table of a game that takes so many bytes of memory while it is built.

    Raises
    ------
    ValueError
        The game has no tables, or none that answers for it (`Tablebase.check_game`).
    """
    return Tablebase.build(rules, seeds_of_largest_table(rules, memory), threads=threads)


def seeds_of_largest_table(rules: Rules, memory: int) -> int:
    """Most seeds in the pits that such a table knows; errors as those of `largest_table`."""
    check_tables(rules)
    seeds = 0
    for more in range(1, int(rules.start().pits.sum()) + 1):
        try:
            if Tablebase.memory(rules, more) > memory:
                break
        except ValueError:  # more than any table of this board holds
            break
        seeds = more
    return seeds


def check_tables(rules: Rules) -> None:
    """Raise ValueError, with the reason, unless the game has tables that answer for it."""
    Tablebase.build(rules, 0).check_game(rules)


MEASURED = 20_000_000
"""Most positions of the table by which the speed of building is measured."""


def measured_rate(rules: Rules, threads: int | None = None) -> float:
    """Positions a second of building a small table in memory."""
    seeds = seeds_of_largest_table(rules, MEASURED)
    begun = time.perf_counter()
    table = Tablebase.build(rules, seeds, threads=threads)
    return len(table) / (time.perf_counter() - begun)
