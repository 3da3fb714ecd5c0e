"""A record from its JSON: every field is checked, and the game is replayed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from mancalab._base.arguments import check_text
from mancalab._core import State
from mancalab._records import json_format
from mancalab._records.json_format import RecordError
from mancalab._records.parts import agree, checked, read_rules, result_of, two_names

if TYPE_CHECKING:
    from mancalab._records.record import Record

Kind = TypeVar("Kind", bound="Record")


def read_record(kind: type[Kind], text: str) -> Kind:
    """The record that a text holds; see `Record.from_json`."""
    check_text("text", text)
    data, places = json_format.read(text)
    try:
        return _from_fields(kind, data)
    except RecordError as error:
        raise error.at_line_of(places) from error


def _from_fields(kind: type[Kind], data: dict[str, Any]) -> Kind:
    rules = checked("rules", read_rules, data["rules"])
    if data.get("digest", rules.digest) != rules.digest:
        raise RecordError(
            [f"digest = {data['digest']!r}: these rules have {rules.digest!r}, so that the "
             "game was played by others; without this field it is read nevertheless"],
            place=("digest",),
        )  # fmt: skip
    start = data.get("start")
    if start is not None:
        start = checked("start", lambda line: State.from_text(line, rules), start)
    agents = data.get("agents", {"south": "", "north": ""})
    names = checked("agents", two_names, (agents["south"], agents["north"]))
    record = kind.from_actions(
        rules,
        data["actions"],
        start=start,
        agents=names,
        seed=data.get("seed"),
        number=data.get("number", 0),
    )
    agree("end", data, record.final.position_text)
    agree("result", data, result_of(record.outcome))
    return record
