"""The result of a study of the first player's advantage: rows, their files and their views."""

from __future__ import annotations

import csv
import json
import math
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mancalab.study import text
from mancalab.study.files import replacing
from mancalab.study.intervals import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes

OptionValue = int | bool | str | None
"""A value that a rules option can have."""


@dataclass(frozen=True)
class AdvantageRow:
    """One cell of a study: one game played by one pair of agents.

    Everything is seen from the player who starts, whichever side of the board that is. Shares
    (``wins`` ... ``truncated``, ``score``) lie between 0 and 1.
    """

    version: str
    """Version of mancalab that played."""
    game: str
    """Name of the game."""
    title: str
    """Title of the game, for people."""
    digest: str
    """Digest of the rules that were played."""
    options: Mapping[str, OptionValue] = field(hash=False)
    """Options that differ from the game's own in the catalogue; all, for a game not in it."""
    seed: int
    """Seed of the random numbers."""
    first: str
    """Name of the agent that starts (in swapped pairs: in the first game of each pair)."""
    second: str
    """Name of the other agent."""
    swapped: bool
    """Whether each opening was played twice, with the agents' seats swapped."""
    opening_plies: int
    """Random plies at the start of each game."""
    games: int
    """Games played."""
    distinct: int
    """How many different games (sequences of actions) these were."""
    seconds: float
    """Time it took, in seconds."""
    wins: Estimate
    """Share of all games that the starting player won."""
    losses: Estimate
    """Share of all games that the starting player lost."""
    draws: Estimate
    """Share of all games that were drawn."""
    voids: Estimate
    """Share of all games that ended as void (endless sowing)."""
    truncated: Estimate
    """Share of all games that were cut off at the greatest number of actions."""
    score: Estimate
    """Wins and half the draws, of the games won, lost or drawn: 0.5 is even."""
    margin: Estimate
    """Mean of the starting player's score minus the other's, in seeds. Of games won, lost or
    drawn; in swapped pairs, of the pairs where both games were."""
    plies: Estimate
    """Mean length of a game, in plies (actions)."""
    branching: Estimate
    """Mean number of legal actions, over all plies of all games."""

    @property
    def label(self) -> str:
        """Name with its changed options, as the command line takes it: ``kalah:columns=4``."""
        return text.with_options(self.game, self.options)

    @property
    def agents(self) -> str:
        """Both agents, such as ``Random v Greedy``."""
        return f"{self.first} v {self.second}"


def _flag(value: str) -> bool:
    return {"True": True, "False": False}[value]


def _real(value: str) -> float:
    # One nan object for all: rows read back then compare equal to the rows written.
    number = float(value)
    return math.nan if math.isnan(number) else number


def _options(value: str) -> Mapping[str, OptionValue]:
    options = json.loads(value)
    if not isinstance(options, dict):
        raise TypeError("not a JSON object")
    return options


_READ: dict[str, Callable[[str], Any]] = {
    "int": int,
    "bool": _flag,
    "float": _real,
    "str": str,
    "Mapping[str, OptionValue]": _options,
}
_DTYPE: dict[str, Any] = {"int": np.int64, "bool": np.bool_, "float": np.float64}
_KIND = {x.name: str(x.type) for x in fields(AdvantageRow)}
MEASURES = tuple(name for name, kind in _KIND.items() if kind == "Estimate")
"""The fields of a row that have an interval."""


def _flat(row: AdvantageRow) -> dict[str, Any]:
    """A row as plain values by column; an estimate becomes three columns."""
    flat: dict[str, Any] = {}
    for name, kind in _KIND.items():
        value = getattr(row, name)
        if kind == "Estimate":
            flat[name], flat[f"{name}_low"], flat[f"{name}_high"] = value
        elif name == "options":
            flat[name] = json.dumps(dict(value), sort_keys=True)
        else:
            flat[name] = value
    return flat


def _columns() -> list[str]:
    names: list[str] = []
    for name, kind in _KIND.items():
        names += [name, f"{name}_low", f"{name}_high"] if kind == "Estimate" else [name]
    return names


def _parse(cells: Mapping[str, str], where: str) -> AdvantageRow:
    """A row from the text of its columns; ``where`` begins the message of an error."""

    def read(column: str, kind: str) -> Any:
        try:
            return _READ[kind](cells[column])
        except (ValueError, KeyError, TypeError) as error:
            raise ValueError(f"{where}: {column} is {cells[column]!r}, not {kind}") from error

    values: dict[str, Any] = {}
    for name, kind in _KIND.items():
        if kind == "Estimate":
            ends = (name, f"{name}_low", f"{name}_high")
            values[name] = Estimate(*(read(column, "float") for column in ends))
        else:
            values[name] = read(name, kind)
    return AdvantageRow(**values)


@dataclass(frozen=True)
class AdvantageTable:
    """The rows of a study, in the order played: all pairs of agents of a game, then the next.

    ``str`` gives a table for the terminal. Tables are iterated row by row, joined with ``+``,
    and compared by their rows.
    """

    rows: tuple[AdvantageRow, ...]

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[AdvantageRow]:
        return iter(self.rows)

    def __add__(self, other: AdvantageTable) -> AdvantageTable:
        if not isinstance(other, AdvantageTable):
            return NotImplemented
        return AdvantageTable(self.rows + other.rows)

    def __str__(self) -> str:
        return text.terminal(self.rows)

    def _repr_html_(self) -> str:
        return text.html(self.rows)

    def to_dict(self) -> dict[str, NDArray[Any]]:
        """Columns as arrays of shape (rows,), named as in the CSV file.

        An estimate gives three float64 columns, as ``wins``, ``wins_low``, ``wins_high``;
        options are JSON text. ``pandas.DataFrame(table.to_dict())`` makes a data frame.
        """
        flat = [_flat(row) for row in self.rows]
        columns: dict[str, NDArray[Any]] = {}
        for column in _columns():
            # Estimates and their ends are not in the record of kinds under all three names.
            kind = _KIND.get(column, "float").replace("Estimate", "float")
            dtype = np.uint64 if column == "seed" else _DTYPE.get(kind, np.str_)
            columns[column] = np.array([row[column] for row in flat], dtype=dtype)
        return columns

    def to_csv(self, path: str | os.PathLike[str]) -> None:
        """Write the table as CSV (UTF-8, one header line, numbers in full).

        The file is written beside its target and renamed, so that it is never half there.

        Raises
        ------
        OSError
            The folder does not exist or cannot be written to.
        """
        with replacing(path) as beside, beside.open("x", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, _columns(), lineterminator="\n")
            writer.writeheader()
            writer.writerows(_flat(row) for row in self.rows)

    @classmethod
    def from_csv(cls, path: str | os.PathLike[str]) -> AdvantageTable:
        """Read a table that ``to_csv`` wrote; columns it does not know are left out.

        Raises
        ------
        OSError
            The file cannot be read.
        ValueError
            It is not such a table; the message names the line and the column.
        """
        with Path(path).open(newline="", encoding="utf-8") as file:
            reader = csv.DictReader(file, strict=True)
            try:
                missing = [name for name in _columns() if name not in (reader.fieldnames or ())]
                if missing:
                    raise ValueError(f"{path}: columns missing: {', '.join(missing)}")
                return cls(tuple(_parse(row, f"{path}, line {reader.line_num}") for row in reader))
            except csv.Error as error:
                raise ValueError(f"{path}, line {reader.line_num}: {error}") from error

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw the starting players' scores, see `mancalab.plots.first_player_advantage`."""
        from mancalab import plots

        return plots.first_player_advantage(self, ax=ax)
