"""Whether the values of an endgame table follow from the rules."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import fill

from mancalab._base.arguments import number
from mancalab._base.progress import Progress, reporter
from mancalab._base.words import counted, in_short
from mancalab._core import Rules, _check_table, _Table

MOST_NAMED = 10
"""Faults that a check names."""

WIDTH = 79

WITH_CYCLES = (
    "Play can go round in this game. Then values that hold only each other up follow from each "
    "other, too: that all of them do is no proof."
)


def position_text(pits: Sequence[Sequence[int]], stores: Sequence[int]) -> str:
    """Give a position in the words of `State.from_text`, South to move."""
    sides = zip(pits, stores, strict=True)
    south, north = (f"[{' '.join(map(str, row))}|{store}]" for row, store in sides)
    return f"S{south} N{north} S"


@dataclass(frozen=True)
class WrongValue:
    """A position of a table whose value does not follow from those of other positions."""

    pits: tuple[tuple[int, ...], tuple[int, ...]]
    """Seeds in the pits of the player to move first, then of the other; each in sowing order."""
    stores: tuple[int, int]
    """Seeds in their stores: none where the table does not ask for them."""
    found: int
    """What the table says."""
    expected: int
    """The best of what the actions lead to."""

    @property
    def position(self) -> str:
        """The position in the words of `State.from_text`, South to move."""
        return position_text(self.pits, self.stores)

    def __str__(self) -> str:
        return f"{self.position}: the table has {self.found}, the rules give {self.expected}"


@dataclass(frozen=True)
class TableCheck:
    """What `Tablebase.verify` has found.

    ``str`` gives a line for each number of seeds, and the faults.
    """

    rules: Rules
    """The game."""
    positions: tuple[int, ...]
    """Positions with 0, 1, 2 ... seeds in the pits."""
    checked: tuple[int, ...]
    """Those of them that were looked at."""
    wrong: tuple[int, ...]
    """Those looked at whose value does not follow from the values of others."""
    faults: tuple[WrongValue, ...]
    """The first ten of these."""
    share: float
    """Share of each layer that was looked at; small layers are looked at whole."""
    seed: int
    """Seed by which the positions were chosen."""
    has_cycles: bool
    """Whether play can go round: then wrong values may follow from each other, too."""
    seconds: float
    """Time it took."""

    @property
    def ok(self) -> bool:
        """Whether no value is wrong."""
        return not any(self.wrong)

    @property
    def seeds(self) -> int:
        """Most seeds in the pits."""
        return len(self.positions) - 1

    def __str__(self) -> str:
        rows = [*zip(self.positions, self.checked, self.wrong, strict=True)]
        totals = tuple(map(sum, zip(*rows, strict=True)))
        lines = [f"{in_short(self.rules)}, up to {counted(self.seeds, 'seed')} in the pits", ""]
        lines += [_row("seeds", ("positions", "checked", "wrong"))]
        lines += [_row(seeds, counts) for seeds, counts in enumerate(rows)]
        lines += [_row("all", totals), "", *self._verdict()]
        return "\n".join(lines)

    def _verdict(self) -> list[str]:
        checked, wrong = sum(self.checked), sum(self.wrong)
        if wrong:
            few = self.faults if wrong == len(self.faults) else self.faults[:MOST_NAMED]
            named = ":" if len(few) == wrong else "; the first of them:"
            return [f"{counted(wrong, 'value')} wrong{named}", *(f"  {fault}" for fault in few)]
        drawn = (
            "" if self.share == 1 else f", {100 * self.share:g} % of large layers, seed {self.seed}"
        )
        text = f"No value is wrong ({counted(checked, 'position')} checked{drawn})."
        return [fill(text, WIDTH), *([fill(WITH_CYCLES, WIDTH)] if self.has_cycles else [])]


def _row(name: object, counts: tuple[object, ...]) -> str:
    words = (f"{n:,}" if isinstance(n, int) else str(n) for n in counts)
    return f"{name:>5}  " + "  ".join(f"{word:>14}" for word in words)


def check_table(
    table: _Table, share: float, seed: int, threads: int | None, progress: Progress
) -> TableCheck:
    """Check a table as `Tablebase.verify` says."""
    share = number("share", share, 0, 1)
    asked = {"share": share, "seed": seed, "threads": threads}
    begun = time.perf_counter()
    with reporter(progress, table.positions, table.rules, unit=" positions") as report:
        found = _check_table(table, asked, report)
    named = [fault for _, _, faults in found for fault in faults][:MOST_NAMED]
    return TableCheck(
        rules=table.rules,
        positions=tuple(table.sizes()),
        checked=tuple(checked for checked, _, _ in found),
        wrong=tuple(wrong for _, wrong, _ in found),
        faults=tuple(
            WrongValue((tuple(mine), tuple(others)), (store, other_store), value, expected)
            for ((mine, store), (others, other_store)), value, expected in named
        ),
        share=share,
        seed=int(seed),
        has_cycles=table.has_cycles,
        seconds=time.perf_counter() - begun,
    )
