"""What can be chosen: games, their options, and players."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from mancalab._base.words import called
from mancalab._browser.texts import Texts
from mancalab._catalogue import catalogue
from mancalab._core import RulesError
from mancalab.widget.players import choices

if TYPE_CHECKING:
    from mancalab._core import RuleOption, Rules
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
            option_view(session.rules, name, session.texts)
            for name in (*_main(options), *_others(options))
            if playable(session.rules, name)
        ],
        "players": choices(session.menu, session.rules, session.texts),
        "chosen": [player.name for player in session.players],
    }


def option_view(rules: Rules, name: str, texts: Texts) -> dict[str, Any]:
    """An option as a control: its name, its value, and what can be chosen."""
    option: RuleOption = rules.options[name]
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
    offered = playable(rules, name)
    values = [[value, _value_text(name, value, texts)] for value in allowed if value in offered]
    return {**found, "type": "word", "values": values}


@lru_cache(maxsize=512)
def playable(rules: Rules, name: str) -> tuple[bool | int | str | None, ...] | range:
    """The values of an option that mean something in this game; none if there is no choice."""
    option = rules.options[name]
    if isinstance(option.allowed, range):
        return option.allowed if len(option.allowed) > 1 else ()
    found = [value for value in option.allowed if _means(rules, name, value)]
    return tuple(found) if len(found) > 1 else ()


def _means(rules: Rules, name: str, value: bool | int | str | None) -> bool:  # noqa: FBT001
    """Whether a value is the game's own, or can be played and changes what is played."""
    if value == rules.options[name].value:
        return True
    if (name, value) == ("capture", "across") and not {"takes_facing"} & set(rules.features):
        return False  # the landing pit itself is captured: its seeds would stay where they are
    if value == "has_row" and rules.rows == 2:
        return False  # the row is the whole side
    try:
        return rules.replace(**{name: value}) != rules
    except RulesError:
        return False


def _value_text(name: str, value: object, texts: Texts) -> str:
    return texts.get(f"value.{name}.{value}", texts.get(f"value.{value}", str(value)))


def _games(session: Session) -> list[tuple[str, str]]:
    games = dict(_titles())
    own = session.own_opening.rules
    games.setdefault(own.name, called(own))
    return list(games.items())


@cache
def _titles() -> tuple[tuple[str, str], ...]:
    """The games of the catalogue, which never changes, with their titles."""
    return tuple((name, rules.title) for name, rules in catalogue.items())


def _main(options: dict[str, RuleOption]) -> list[str]:
    return ["start", *(name for name in MAIN if name in options)]


def _others(options: dict[str, RuleOption]) -> list[str]:
    shown = {*_main(options), *(twin for twin, name in TWINS.items() if name in options)}
    return [name for name in options if name not in shown]
