"""All that the board says, in one table, so that it can be translated.

Words in braces are filled in; a translation keeps them. ``{n}`` is a number of seeds.
"""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter

from mancalab._base.arguments import wrong_type
from mancalab._base.words import REASONS
from mancalab._browser.option_names import OPTIONS, VALUES
from mancalab._core import _sentences

Texts = Mapping[str, str]

_SENTENCES = _sentences()

_RESULTS = {key for key in _SENTENCES if key.startswith("result.")}
_NOT_STEPS = {"drop", "test", "end", *_RESULTS}
"""Said of no step: a drop is seen, tests are not asked for, the end is said with its reason."""

TEXTS: dict[str, str] = {
    # Sides, places and amounts
    "side.0": "South",
    "side.1": "North",
    "pit": "{side}'s pit {pit}",
    "store": "{side}'s store",
    "reserve": "{side}'s reserve",
    "seeds.1": "1 seed",
    "seeds": "{n} seeds",
    "marked": "not yet played",
    "playable": "can be played",
    "board": "Board: {game}",
    # What happens, step by step
    **{f"step.{key}": said for key, said in _SENTENCES.items() if key not in _NOT_STEPS},
    "step.endless": "The sowing would never end: it is taken back.",
    # Whose turn it is
    "turn.pit": "{side} to move: choose a pit.",
    "turn.way": "{side} to move: choose a pit, then the direction.",
    "turn.reserve": "{side} to move: choose a pit, or enter the reserve.",
    "turn.after_reserve": "{side} has entered the reserve and moves now: choose a pit.",
    "turn.file": "{side} has captured file {file} and takes another: choose a file of {other}.",
    "turn.agent": "{who} to move.",
    "turn.agent.file": "{who} has captured file {file} and takes another.",
    "turn.agent.after_reserve": "{who} has entered the reserve and moves now.",
    "who": "{side} ({agent})",
    "turn.again": "Extra turn for {side}.",
    # How a game ends
    **{key: _SENTENCES[key] for key in ("end", *sorted(_RESULTS))},
    **{f"end.{reason}": said for reason, said in REASONS.items()},
    # What cannot be done
    "fault.option": "These rules cannot be played: {fault}",
    "fault.agent": "{agent} failed: {fault}",
    "fault.action": "That cannot be played now: {fault}",
    # Players
    "manual": "manual",
    # Controls
    "new": "New game",
    "undo": "Undo",
    "pause": "Pause",
    "resume": "Go on",
    "step": "Step",
    "finish": "Finish move",
    "back": "To the start",
    "speed": "Speed",
    "counts": "Numbers under the pointer (technically cheating)",
    "paused": "Paused: “Step” shows one step, “Go on” the rest.",
    "way": "Direction of sowing from {pit}",
    "way.>": "counter-clockwise",
    "way.<": "clockwise",
    "setup": "Game",
    "game": "Game",
    "more": "More rules",
    "about": "About this game",
    "none": "no limit",
    "keys": (
        "Keys: arrows move, Enter plays, digits play a pit, R enters the reserve, U undo, P pause, "
        "S step."
    ),
    "keys.replay": "Keys: arrows move, U undo, P pause, S step.",
    **OPTIONS,
    **VALUES,
}
"""The English table."""


def translated(changes: Mapping[str, str] | None) -> dict[str, str]:
    """The table with some of its texts replaced.

    Raises
    ------
    ValueError, TypeError
        There is no such text, it is no `str`, or it has words in braces that are not filled in.
    """
    unknown = sorted(set(changes or ()) - set(TEXTS))
    if unknown:
        raise ValueError(f"texts: there is no text {', '.join(map(repr, unknown))}")
    for key, text in (changes or {}).items():
        if not isinstance(text, str):
            raise wrong_type(f"texts[{key!r}]", "a str is needed", text)
        try:
            strange = _fields(text) - _fields(TEXTS[key])
        except ValueError as error:
            raise ValueError(f"texts[{key!r}] = {text!r}: {error}") from error
        if strange:
            allowed = ", ".join(f"{{{name}}}" for name in sorted(_fields(TEXTS[key]))) or "none"
            raise ValueError(f"texts[{key!r}] = {text!r}: words in braces allowed are {allowed}")
    return {**TEXTS, **(changes or {})}


def _fields(text: str) -> set[str]:
    """The words in braces, as they stand there."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def say(texts: Texts, key: str, **values: object) -> str:
    """A text of the table, filled in."""
    return texts[key].format(**values)


def seeds(texts: Texts, n: int) -> str:
    """A number of seeds in words."""
    return texts["seeds.1"] if n == 1 else say(texts, "seeds", n=n)


def side(texts: Texts, number: int) -> str:
    """The name of a side."""
    return texts[f"side.{number}"]
