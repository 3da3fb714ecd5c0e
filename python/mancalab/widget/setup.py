"""What can be chosen: games, their options, and players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mancalab._browser.texts import Texts
from mancalab._catalogue import catalogue

if TYPE_CHECKING:
    from mancalab._core import RuleOption
    from mancalab.widget.session import Session

MAIN = ("seeds", "columns", "symmetric", "capture", "replay", "continue_sowing", "empty_capture")
"""Options shown at once, in this order; the others stand under "More rules"."""

TWINS = {
    "relay": "continue_sowing",
    "capture_needs_opposite": "empty_capture",
    "cross_capture": "capture",
}
"""Options that another one of the same game says too."""


def setup_view(session: Session) -> dict[str, Any]:
    """Everything that can be chosen, and what is."""
    options = session.rules.options
    return {
        "games": _games(session),
        "game": session.rules.name,
        "options": [
            option_view(name, options[name], session.texts)
            for name in (*_main(options), *_others(options))
        ],
        "players": list(session.menu),
        "chosen": [player.name for player in session.players],
    }


def option_view(name: str, option: RuleOption, texts: Texts) -> dict[str, Any]:
    """An option as a control: its name, its value, and what is allowed."""
    allowed = option.allowed
    found: dict[str, Any] = {
        "name": name,
        "label": texts.get(f"option.{name}", name.replace("_", " ")),
        "about": option.about,
        "value": option.value,
        "main": name == "start" or name in MAIN,
        "or_none": option.or_none,
    }
    if isinstance(allowed, range):
        return {**found, "type": "number", "least": allowed.start, "most": allowed.stop - 1}
    if allowed and isinstance(allowed[0], bool):
        return {**found, "type": "flag"}
    values = [[value, texts.get(f"value.{value}", str(value))] for value in allowed]
    return {**found, "type": "word", "values": values}


def _games(session: Session) -> list[tuple[str, str]]:
    games = {name: rules.title for name, rules in catalogue.items()}
    own = session.own_opening.rules
    games.setdefault(own.name, own.title)
    return list(games.items())


def _main(options: dict[str, RuleOption]) -> list[str]:
    return ["start", *(name for name in MAIN if name in options)]


def _others(options: dict[str, RuleOption]) -> list[str]:
    shown = {*_main(options), *(twin for twin, name in TWINS.items() if name in options)}
    return [name for name in options if name not in shown]
