"""Many records as columns, in memory and in Parquet files."""

from __future__ import annotations

import operator
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Self, overload

import numpy as np
from numpy.typing import NDArray

from mancalab._base.arguments import wrong_type
from mancalab._base.frames import polars, write_parquet
from mancalab._base.words import counted
from mancalab._core import Rules
from mancalab._records import parquet
from mancalab._records.columns import COLUMNS, WHOLE, check, lists
from mancalab._records.parts import read_rules, read_start, rules_text
from mancalab._records.record import Record, RecordError

_DECIDED = {"south", "north", "draw"}


class Records(Sequence[Record]):
    """Many games, column by column.

    A sequence of `Record`: indexed by numbers and slices, iterated, joined with ``+``, compared.
    It holds columns, so that a game takes little more memory than its actions. A record is made,
    and replayed, when it is asked for.

    Parameters
    ----------
    records
        The games, of one game or of several.

    Examples
    --------
    >>> import mancalab as mc
    >>> games = mc.Records(mc.Record.play("kalah", seed=1, number=n) for n in range(3))
    >>> len(games), games[2].seed, games.to_dict()["plies"].dtype
    (3, 1, dtype('int64'))
    """

    __slots__ = ("_columns", "_known")

    def __init__(self, records: Iterable[Record] = ()) -> None:
        self._known: dict[str, Rules] = {}
        self._columns: dict[str, list[Any]] = {name: [] for name in COLUMNS}
        texts: dict[Rules, str] = {}
        for record in _several(records):
            if not isinstance(record, Record):
                raise wrong_type("records", "each is a Record", record)
            if record.rules not in texts:
                texts[record.rules] = _text(record.rules)
            row = _row(record, texts[record.rules])
            for name, column in self._columns.items():
                column.append(row[name])

    @classmethod
    def _of(cls, columns: dict[str, list[Any]]) -> Self:
        some = cls()
        some._columns = columns
        return some

    def __len__(self) -> int:
        return len(self._columns["rules"])

    @overload
    def __getitem__(self, index: int) -> Record: ...

    @overload
    def __getitem__(self, index: slice) -> Self: ...

    def __getitem__(self, index: int | slice) -> Record | Self:
        if isinstance(index, slice):
            return self._of({name: column[index] for name, column in self._columns.items()})
        number = operator.index(index)
        if not -len(self) <= number < len(self):
            raise IndexError(f"index {number} is out of range for {len(self)} records")
        number %= len(self)
        row = {name: column[number] for name, column in self._columns.items()}
        try:
            return self._record(row)
        except (ValueError, TypeError) as error:
            said = "; ".join(str(error).splitlines())
            raise RecordError([f"record {number}: {said}"]) from error

    def __iter__(self) -> Iterator[Record]:
        return (self[index] for index in range(len(self)))

    def __add__(self, other: Records) -> Self:
        if not isinstance(other, Records):
            return NotImplemented
        both = zip(COLUMNS, self._columns.values(), other._columns.values(), strict=True)
        return self._of({name: mine + theirs for name, mine, theirs in both})

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Records):
            return NotImplemented
        return self._columns == other._columns

    __hash__ = None  # type: ignore[assignment]  # as large as it may be

    def __repr__(self) -> str:
        games = ", ".join(sorted(set(self._columns["game"])))
        return f"<Records: {counted(len(self), 'game')}{f' of {games}' if games else ''}>"

    def _record(self, row: Mapping[str, Any]) -> Record:
        """The record of a row, replayed; the end that the row states is compared."""
        rules = self._known.get(row["rules"])
        if rules is None:
            rules = self._known[row["rules"]] = _rules(row["rules"])
        record = Record(
            rules,
            row["actions"],
            None if row["start"] is None else read_start(rules, row["start"]),  # type: ignore[arg-type]
            (row["south"] or "", row["north"] or ""),
            row["seed"],
            row["number"] or 0,
        )
        found = _row(record, row["rules"])
        for name, value in row.items():
            if value is not None and value != found[name]:
                raise ValueError(f"{name} = {value!r}: it is {found[name]!r} by its actions")
        return record

    def to_dict(self) -> dict[str, NDArray[Any]]:
        """Columns as arrays of shape (games,), named as in `COLUMNS`.

        Numbers are int64 (``seed``: uint64, 0 where it is missing), ``margin`` is float64 with nan
        where it is missing; texts are str, empty where they are missing; ``actions`` holds an
        array of uint8 for each game.
        """
        arrays: dict[str, NDArray[Any]] = {}
        for name, column in self._columns.items():
            if name == "actions":
                arrays[name] = np.empty(len(column), dtype=object)
                arrays[name][:] = [np.array(actions, dtype=np.uint8) for actions in column]
            elif name == "margin":
                arrays[name] = np.array(column, dtype=np.float64)
            elif name in WHOLE:
                dtype = np.uint64 if name == "seed" else np.int64
                arrays[name] = np.array([value or 0 for value in column], dtype=dtype)
            else:
                arrays[name] = np.array([value or "" for value in column], dtype=np.str_)
        return arrays

    def to_polars(self) -> Any:
        """The columns as a `polars.DataFrame`; what is missing is null, actions are lists.

        Raises
        ------
        MissingExtra
            polars is not installed (an ImportError).
        MemoryError
            There is no room for polars.
        """
        pl = polars()
        kinds = {name: getattr(pl, kind) for name, kind in WHOLE.items()}
        schema = {name: kinds.get(name, pl.String) for name in COLUMNS}
        schema["actions"] = pl.List(pl.UInt8)
        return pl.DataFrame(self._columns, schema=schema)

    def to_parquet(self, path: str | os.PathLike[str]) -> None:
        """Write the columns of `to_polars` as a Parquet file.

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

    @classmethod
    def from_polars(cls, frame: Any) -> Self:
        """Records of a `polars.DataFrame` with the columns of `COLUMNS`.

        The columns ``rules`` and ``actions`` are needed; others may be missing, and those that it
        does not know are left out.

        Raises
        ------
        RecordError
            A column is missing, has values of another type, or a record of it cannot be replayed.
        MemoryError
            There is no room for the threads of polars.
        """
        check(dict(frame.schema), polars())
        # Made again from the records: what was missing is there then, and all was replayed.
        return cls(cls._of(lists(frame)))

    @classmethod
    def from_parquet(cls, path: str | os.PathLike[str]) -> Self:
        """Read a file that `to_parquet` wrote, or one with the same columns, and replay all games.

        The file may be a stranger's: it is read in a process of its own, which may take 1 GiB of
        memory and 64 times the size of the file (kept to on Linux), and two minutes and a second
        for each 50 kB. A file with more games than that is read by
        ``from_polars(polars.read_parquet(path))``.

        Raises
        ------
        OSError
            The file cannot be read.
        RecordError
            It is no Parquet file, is damaged or unpacks to far more than its size, or as for
            `from_polars`; the message names the file.
        MissingExtra
            polars is not installed (an ImportError).
        MemoryError
            There is no room for polars.
        """
        columns = parquet.read(path)
        try:
            return cls(cls._of(columns))
        except RecordError as error:
            raise RecordError([f"{path}: {fault}" for fault in error.faults]) from error


def _several(records: object) -> Iterable[Any]:
    if not isinstance(records, Iterable):
        raise wrong_type("records", "a list or another iterable of Record is needed", records)
    return records


def _text(rules: Rules) -> str:
    text = rules_text(rules)
    return text if isinstance(text, str) else "\n".join(text)


def _rules(text: str | None) -> Rules:
    if text is None:
        raise ValueError("rules: none are given")
    return read_rules(text.splitlines() if "\n" in text else text)


def _row(record: Record, rules: str) -> dict[str, Any]:
    final, outcome = record.final, record.outcome
    south, north = final.scores if outcome is None else outcome.score
    result = None if outcome is None else outcome.result
    return {
        "game": record.rules.name,
        "digest": record.rules.digest,
        "rules": rules,
        "start": record.start.position_text,
        "south": record.agents[0],
        "north": record.agents[1],
        "seed": record.seed,
        "number": record.number,
        "plies": record.plies,
        "result": result,
        "reason": None if outcome is None else outcome.reason,
        "south_score": south,
        "north_score": north,
        "margin": south - north if result in _DECIDED else None,
        "actions": list(record.actions),
    }
