"""The columns of many records: what they hold, and those of a `polars.DataFrame` as plain lists."""

from __future__ import annotations

from typing import Any

from mancalab._records.json_format import RecordError

COLUMNS = {
    "game": "name of the game",
    "digest": "digest of the rules",
    "rules": "the rules: a line, or a TOML text",
    "start": "the position it starts from",
    "south": "who played South",
    "north": "who played North",
    "seed": "seed of the random numbers, if known",
    "number": "number of the game in the run of that seed",
    "plies": "number of actions",
    "result": "south, north, draw, void, truncated; missing while the game is not over",
    "reason": "why it is over; missing while it is not",
    "south_score": "South's score at the end, or as the board stands",
    "north_score": "North's score at the end, or as the board stands",
    "margin": "South's score less North's in a game won, lost or drawn; missing for others",
    "actions": "the actions, each seen by the player to move then",
}
"""The columns of `Records`, as in its files, and what they hold."""

WHOLE = {
    "seed": "UInt64",
    "number": "UInt64",
    "plies": "UInt32",
    "south_score": "UInt8",
    "north_score": "UInt8",
    "margin": "Int16",
}
"""Columns of whole numbers, and their types in files."""

_NEEDED = ("rules", "actions")


def check(schema: dict[str, Any], pl: Any) -> None:
    """Raise unless a frame whose columns have these types holds records; ``pl`` is polars.

    Raises
    ------
    RecordError
        A column is missing, or has values of another type.
    """
    missing = [name for name in _NEEDED if name not in schema]
    if missing:
        raise RecordError([f"columns missing: {', '.join(missing)}"])
    for name, holds in COLUMNS.items():
        if name in schema and not _fits(name, schema[name], pl):
            raise RecordError([f"column {name}: it holds {schema[name]}, not {holds}"])


def _fits(name: str, dtype: Any, pl: Any) -> bool:
    if dtype == pl.Null and name not in _NEEDED:
        return True
    if name == "actions":
        return isinstance(dtype, pl.List) and (dtype.inner.is_integer() or dtype.inner == pl.Null)
    return bool(dtype.is_integer() if name in WHOLE else dtype == pl.String)


def lists(frame: Any) -> dict[str, list[Any]]:
    """The columns of a frame as lists; what is missing is None."""
    return {
        name: frame[name].to_list() if name in frame.columns else [None] * len(frame)
        for name in COLUMNS
    }
