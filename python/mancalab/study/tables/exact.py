"""Exact values of many games: one row for each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from mancalab._base.words import counted, signed
from mancalab.study.tables.base import LaidOutTable
from mancalab.study.tables.formats import worth
from mancalab.study.tables.labels import Labels, label_alone
from mancalab.study.tables.layouts import Layout
from mancalab.study.tables.options import OptionValue


@dataclass(frozen=True)
class ExactRow:
    """A game under perfect play, seen from the player who starts."""

    version: str
    """Version of mancalab that solved it."""
    game: str
    """Name of the game."""
    digest: str
    """Digest of the rules."""
    options: Mapping[str, OptionValue] = field(hash=False)
    """Options that differ from the game's own in the catalogue; for a game not in it all, and the
    keys of its landing table."""
    rows: int
    """Rows of the board."""
    columns: int
    """Columns of the board."""
    seeds: int
    """Seeds in the game."""
    kind: str
    """What the value is: "margin" (own score minus the other's) or "result" (1, 0 or -1)."""
    value: int | None
    """The value; None where it is not known."""
    low: int
    """The value is at least this."""
    high: int
    """The value is at most this."""
    best: str
    """The first actions that keep the value, with blanks between."""
    method: str
    """How it was found, or why it was not."""
    nodes: int
    """Positions looked at."""
    seconds: float
    """Time it took."""

    @property
    def label(self) -> str:
        """Name, with options changed from the catalogue's, cut if long: ``kalah:columns=4``."""
        return label_alone(self)


def _value(row: ExactRow) -> str:
    if row.value is None:
        return "refused" if not row.kind else f"{signed(row.low)} to {signed(row.high)}"
    return worth(row.value, row.kind)


_EXACT: dict[str, Callable[[ExactRow], str]] = {
    "game": lambda row: row.label,
    "board": lambda row: f"{row.rows} x {row.columns}",
    "seeds": lambda row: str(row.seeds),
    "value": _value,
    "best first": lambda row: row.best or "-",
    "method": lambda row: row.method.partition(":")[0],
    "positions": lambda row: f"{row.nodes:,}",
    "seconds": lambda row: f"{row.seconds:.2f}",
}


def _findings(rows: Sequence[ExactRow]) -> list[str]:
    """Who wins how many games under perfect play."""
    solved = [row.value for row in rows if row.value is not None]
    first, second = (sum(sign * value > 0 for value in solved) for sign in (1, -1))
    even = len(solved) - first - second
    are = "is" if len(solved) == 1 else "are"
    ends = "ends" if even == 1 else "end"
    return [
        f"Found: {len(solved)} of {counted(len(rows), 'game')} {are} solved; with perfect play the "
        f"player who starts wins {first}, the other {second}, and {even or 'none'} {ends} even."
    ]


EXACT = Layout(
    _EXACT,
    lambda _: "Perfect play from the opening",
    {
        "value": (
            "value",
            "for the player who starts, the final margin in seeds, or the result where seeds do "
            "not decide",
        ),
        "best first": ("best first", "the first actions that keep it"),
    },
    optional={
        "bounds": (lambda row: row.value is None and row.kind != "", "Two numbers: proven bounds.")
    },
    spare=("seconds", "method", "positions", "seeds", "board"),
    findings=_findings,
)


class ExactTable(LaidOutTable[ExactRow]):
    """Exact values, in the order of the games."""

    row_type = ExactRow
    layout = EXACT

    @property
    def findings(self) -> tuple[str, ...]:
        """What was found, in sentences."""
        return tuple(_findings(self.rows))

    @cached_property
    def labels(self) -> Labels:
        """What the games are called here."""
        return Labels(self.rows)

    def _layout(self) -> Layout:
        return self.layout.showing("game", self.labels.word)
