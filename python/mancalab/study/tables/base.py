"""Tables of frozen dataclasses: their columns, their files and their views.

The annotations of a row's class say how each field is written and read again: an `Estimate` takes
three columns; options, option values, pairs of games by outcome and faults are JSON.
"""

from __future__ import annotations

import csv
import json
import math
import os
from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, asdict, dataclass, fields
from pathlib import Path
from typing import Any, ClassVar, Generic, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from mancalab._base.estimates import Estimate
from mancalab._base.extras import require
from mancalab._base.files import replacing
from mancalab._base.frames import polars, write_parquet
from mancalab._base.words import printable
from mancalab.study.faults import Fault, read_fault
from mancalab.study.outcomes import read_joint
from mancalab.study.tables import grids, layouts
from mancalab.study.tables.options import OptionValue

Row = TypeVar("Row")


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


def _int_or_none(value: str) -> int | None:
    return int(value) if value else None


def _faults(value: str) -> tuple[Fault, ...]:
    return tuple(map(read_fault, json.loads(value)))


_READ: dict[str, Callable[[str], Any]] = {
    "int": int,
    "int | None": _int_or_none,
    "bool": _flag,
    "float": _real,
    "str": str,
    "Mapping[str, OptionValue]": _options,
    "OptionValue": json.loads,
    "Joint": lambda value: read_joint(json.loads(value)),
    "tuple[Fault, ...]": _faults,
}
_WRITTEN: dict[str, Callable[[Any], Any]] = {
    "Mapping[str, OptionValue]": lambda value: json.dumps(dict(value), sort_keys=True),
    "OptionValue": json.dumps,
    "Joint": json.dumps,
    "tuple[Fault, ...]": lambda value: json.dumps([asdict(fault) for fault in value]),
}
_DTYPE: dict[str, Any] = {
    "int": np.int64,
    "bool": np.bool_,
    "float": np.float64,
    "int | None": np.float64,
}


def _kinds(row_type: type) -> dict[str, str]:
    """The fields of a row and their types as written."""
    return {x.name: str(x.type) for x in fields(row_type)}


def _columns(row_type: type) -> dict[str, str]:
    """The columns of a table and the kind of each."""
    columns: dict[str, str] = {}
    for name, kind in _kinds(row_type).items():
        ends = (name, f"{name}_low", f"{name}_high") if kind == "Estimate" else (name,)
        columns |= dict.fromkeys(ends, "float" if kind == "Estimate" else kind)
    return columns


def _optional(row_type: type) -> set[str]:
    """Fields with a default: a file from before they were there need not have them."""
    return {x.name for x in fields(row_type) if x.default is not MISSING}


def _flat(row: Any) -> dict[str, Any]:
    """A row as plain values by column."""
    flat: dict[str, Any] = {}
    for name, kind in _kinds(type(row)).items():
        value = getattr(row, name)
        if kind == "Estimate":
            flat[name], flat[f"{name}_low"], flat[f"{name}_high"] = value
        else:
            flat[name] = _WRITTEN[kind](value) if kind in _WRITTEN else value
    return flat


def _read_cell(cell: str | None, column: str, kind: str, where: str) -> Any:
    """The value of a cell; ``where`` begins the message of an error."""
    if cell is None:  # csv's word for a line that ends too soon
        raise ValueError(f"{where}: {column} is missing")
    try:
        value = _READ[kind](cell)
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise ValueError(f"{where}: {column} is {_short(cell)}, not {kind}") from error
    if isinstance(value, int) and not -(2**63) <= value < 2 ** (64 if column == "seed" else 63):
        raise ValueError(f"{where}: {column} is {_short(cell)}: it is out of range")
    if isinstance(value, str) and printable(value) != value:
        raise ValueError(f"{where}: {column} is {_short(cell)}: it cannot be printed")
    return value


def _parse(row_type: type[Row], cells: Mapping[str, str | None], where: str) -> Row:
    """A row from the text of its columns; ``where`` begins the message of an error."""

    def read(column: str, kind: str) -> Any:
        return _read_cell(cells[column], column, kind, where)

    values: dict[str, Any] = {}
    for name, kind in _kinds(row_type).items():
        if name not in cells and name in _optional(row_type):
            continue
        if kind == "Estimate":
            ends = (name, f"{name}_low", f"{name}_high")
            values[name] = Estimate(*(read(column, "float") for column in ends))
        else:
            values[name] = read(name, kind)
    return row_type(**values)


def _short(cell: str) -> str:
    """A cell as an error quotes it."""
    return repr(cell) if len(cell) <= 80 else f"{cell[:77]!r}..."


@dataclass(frozen=True)
class Table(Generic[Row]):
    """Rows of one kind, in order.

    ``str`` gives a table for the terminal. Tables are iterated row by row, joined with ``+``,
    and compared by their rows.
    """

    rows: tuple[Row, ...]

    row_type: ClassVar[type]

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __add__(self, other: Self) -> Self:
        if type(other) is not type(self):
            return NotImplemented
        return type(self)(self.rows + other.rows)

    @abstractmethod
    def to_markdown(self) -> str:
        """The table in Markdown, as README files and notebooks take it."""

    def to_dict(self) -> dict[str, NDArray[Any]]:
        """Columns as arrays of shape (rows,), named as in the files.

        An estimate gives three float64 columns, as ``wins``, ``wins_low``, ``wins_high``;
        options are JSON text; whole numbers that may be missing are float64, nan where they are.
        """
        flat = [_flat(row) for row in self.rows]
        columns: dict[str, NDArray[Any]] = {}
        for column, kind in _columns(self.row_type).items():
            dtype = np.uint64 if column == "seed" else _DTYPE.get(kind, np.str_)
            columns[column] = np.array([row[column] for row in flat], dtype=dtype)
        return columns

    def to_polars(self) -> Any:
        """The columns of `to_dict` as a `polars.DataFrame`.

        Raises
        ------
        MissingExtra
            polars is not installed (an ImportError).
        MemoryError
            There is no room for polars.
        """
        return polars().DataFrame({name: _plain(column) for name, column in self.to_dict().items()})

    def to_pandas(self) -> Any:
        """The columns of `to_dict` as a `pandas.DataFrame`.

        Raises
        ------
        MissingExtra
            pandas is not installed (an ImportError).
        """
        return require("pandas", "study").DataFrame(self.to_dict())

    def to_parquet(self, path: str | os.PathLike[str]) -> None:
        """Write the columns of `to_dict` as a Parquet file, by polars.

        The file is written beside its target and renamed, so that it is never half there.

        Raises
        ------
        OSError
            The folder does not exist or cannot be written to.
        MissingExtra
            polars is not installed (an ImportError).
        MemoryError
            There is no room for polars.
        RuntimeError
            The process was forked when polars had threads already.
        """
        write_parquet(self.to_polars(), path)

    def to_csv(self, path: str | os.PathLike[str]) -> None:
        """Write the table as CSV (UTF-8, one header line, numbers in full).

        The file is written beside its target and renamed, so that it is never half there.

        Raises
        ------
        OSError
            The folder does not exist or cannot be written to.
        """
        with replacing(path) as beside, beside.open("x", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, list(_columns(self.row_type)), lineterminator="\n")
            writer.writeheader()
            writer.writerows(_flat(row) for row in self.rows)

    @classmethod
    def from_csv(cls, path: str | os.PathLike[str]) -> Self:
        """Read a table that ``to_csv`` wrote; columns it does not know are left out.

        Columns that an earlier version did not write need not be there.

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
                known = reader.fieldnames or ()
                needed = [x for x in _columns(cls.row_type) if x not in _optional(cls.row_type)]
                missing = [name for name in needed if name not in known]
                if missing:
                    raise ValueError(f"{path}: columns missing: {', '.join(missing)}")
                return cls(
                    tuple(
                        _parse(cls.row_type, row, f"{path}, line {reader.line_num}")
                        for row in reader
                    )
                )
            except csv.Error as error:
                raise ValueError(f"{path}, line {reader.line_num}: {error}") from error


def _plain(column: NDArray[Any]) -> Any:
    # polars takes arrays of numbers as they are, but of text only as lists.
    return column.tolist() if column.dtype.kind == "U" else column


class LaidOutTable(Table[Row]):
    """A table with fixed columns, in blocks of rows that have a heading in common."""

    layout: ClassVar[layouts.Layout]

    def _layout(self) -> layouts.Layout:
        """The layout with what depends on all rows together."""
        return self.layout

    def __str__(self) -> str:
        return layouts.terminal(self.rows, self._layout())

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return layouts.html(self.rows, self._layout())

    def to_markdown(self) -> str:
        """The table in Markdown, as README files and notebooks take it."""
        return layouts.markdown(self.rows, self._layout())


class GridTable(Table[Row]):
    """A table that is shown as others, whose columns depend on its rows."""

    @abstractmethod
    def _grids(self) -> list[grids.Grid]:
        """What is shown."""

    def __str__(self) -> str:
        return grids.terminal(self._grids())

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return grids.html(self._grids())

    def to_markdown(self) -> str:
        """The table in Markdown, as README files and notebooks take it."""
        return grids.markdown(self._grids())
