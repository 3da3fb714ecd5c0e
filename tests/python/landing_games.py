"""Games for tests whose landing tables say what no game of the catalogue says."""

from __future__ import annotations

import mancalab as mc

_CAPTURE = '[[landing]]\nname = "capture"'


def kalah_with(entries: str, *, after: bool = False) -> mc.Rules:
    """Kalah with further entries before its capture, or after it."""
    text = mc.rules("kalah").to_toml()
    assert text.count(_CAPTURE) == 1
    begin = text.index(_CAPTURE)
    if after:
        begin = text.index("\n[", begin + len(_CAPTURE)) + 1
    return mc.Rules.from_toml(f"{text[:begin]}{entries}\n{text[begin:]}")


EXCEPTIONS = kalah_with(
    """
[[landing]]
name = "stop"
side = "other"
counts = [2]

[[landing]]
name = "again"
was = "occupied"
side = "own"
counts = [3]
then = "again"

[[landing]]
name = "on"
side = "own"
was = "occupied"
counts = [5]
then = "relay"

[[landing]]
name = "next"
side = "own"
was = "occupied"
counts = [6]
then = "relay_next"
"""
)
"""Four entries that take nothing, one for each thing that can follow."""

TURNS = kalah_with(
    """
[[landing]]
name = "later"
turns = "3.."
was = "occupied"
side = "own"
then = "again"
"""
)
"""From their third turn on players have an extra turn after a last seed in an occupied own pit."""
