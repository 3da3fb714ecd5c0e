"""The words that boards, records and the command line share."""

from __future__ import annotations

import re

from mancalab._core import Rules, _reasons

SIDES = ("South", "North")

REASONS = _reasons()
"""Why a game is over, by the reason of its outcome; as after "The game is over:"."""

NO_CLAUSE = "no clause"
"""What stands in place of a clause where neither the rule book nor a convention has one."""


HUMAN = "human"
"""The word for a person in a record."""

REGISTERS = {
    "turns": "turns played",
    "heading": "direction fixed (1 forward, 2 backward)",
    "visits": "last seeds in marked pits of the other player",
    "captures": "captures in this round",
    "raced": "seeds dropped while both sow to begin with",
    "reentry": "the own pit, counted from 1, from which seeds are sown if they are captured now",
    "once": "has had the turn that comes once (1 or 0)",
    "round": "rounds over",
    "began": "began the round (1 or 0)",
    "won": "rounds won before",
    "points": "points before",
}
"""What a side carries besides seeds and marks, by the names of `State.registers`."""

SHORT_REGISTERS = {
    "heading": "direction fixed",
    "visits": "last seeds in marked pits of the other",
    "raced": "seeds dropped so far",
    "reentry": "captured seeds would be sown from own pit no.",
    "once": "has had the turn that comes once",
    "began": "began the round",
}
"""The same where a line has little room, if that is shorter."""

# As `steers` in src/rules/printable.rs, without line breaks and tabs; halves of pairs, which Rust's
# texts cannot have, are here as well. A test holds the two together.
_STEERING = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)


def printable(text: str) -> str:
    """A text with the signs that would steer a terminal, or that no page knows, as their numbers.

    Line breaks and tabs stay as they are.
    """
    return _STEERING.sub(lambda found: f"\\u{{{ord(found[0]):x}}}", text)


def called(rules: Rules) -> str:
    """What people call a game: its title, or its name if it has none."""
    return rules.title or rules.name


def in_short(rules: Rules, most: int = 50) -> str:
    """A game with the options in which it differs from the catalogue's; its name if that is long.

    As in ``kalah columns=4``.
    """
    text = str(rules)
    return text if len(text) <= most else rules.name


def beside(clause: str) -> str:
    """A clause in brackets after what it is the reason of; nothing if there is none."""
    return "" if clause == NO_CLAUSE else f" ({clause})"


def counted(n: int, what: str) -> str:
    """A number of things, as in "1 game", "1,200 games" and "4 plies"; ``what`` is one of them."""
    if n != 1:
        what = re.sub(r"(?<![aeiou])y$", "ie", re.sub(r"ch$", "che", what)) + "s"
    return f"{n:,} {what}"


def settings_of(word: str) -> list[str]:
    """The settings of a word, which commas part; those within a list part nothing."""
    return re.split(r",(?![^\[\]]*\])", word)  # no list has brackets in brackets


def short_digest(digest: str) -> str:
    """The beginning of a digest: as much as tells games apart in tables and figures."""
    return digest[:8]


def signed(value: int) -> str:
    """A value with its sign: ``+4``, ``0``, ``-4``."""
    return f"{value:+d}" if value else "0"
