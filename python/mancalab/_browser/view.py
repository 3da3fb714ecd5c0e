"""All that a board shows of a game, as plain lists and words that any writer of JSON takes.

The comment at the head of `js/board.js` says what each part means.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from mancalab._base.marks import claims_say, lifted_says, marks_say, shared_pits
from mancalab._base.words import called
from mancalab._browser.slots import Slots, claims, counts, layout, lifted, marks
from mancalab._browser.status import Named, describe
from mancalab._browser.texts import Texts

if TYPE_CHECKING:
    from mancalab._browser.frames import Step
    from mancalab._core import Rules, State


def game_view(
    states: Sequence[State],
    players: Sequence[Named],
    texts: Texts,
    last: dict[str, Any] | None,
    *,
    fresh: bool,
) -> dict[str, Any]:
    """The position now, how it came about, and who plays.

    Parameters
    ----------
    states
        The game so far.
    players
        Who plays South and North.
    texts
        The table of texts.
    last
        The last action, as `frames.move` has it; None before the first one.
    fresh
        Whether it has just been played, so that the board shows it step by step.
    """
    state = states[-1]
    rules = state.rules
    skipped = last is not None and any(step.kind == "skip" for step in last["steps"])
    return {
        "ply": len(states) - 1,
        "game": {**_game(rules), "reserve": bool(states[0].reserves.any())},
        "layout": layout(rules),
        "counts": counts(state),
        "marks": marks(state),
        "claims": claims(state),
        "lifted": lifted(state),
        "move": {**last, "steps": [list(step) for step in last["steps"]]}
        if fresh and last is not None
        else None,
        "last": None if last is None else trail(last),
        "side": state.to_move,
        "score": list(state.scores),
        "players": [player.name for player in players],
        "status": describe(states, players, texts, skipped=skipped),
    }


def take_common(views: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Take out of views of one game what they share; with it comes what a page alone cannot do."""
    common = {key: views[0][key] for key in _COMMON}
    for view in views:
        for key in _COMMON:
            del view[key]
    return common | _WITHOUT_PYTHON


_COMMON = ("game", "players", "layout")
"""Parts of a view that are the same all through a game."""

_WITHOUT_PYTHON: dict[str, Any] = {
    "fault": "",
    "setup": None,
    "choices": [],
    "hint": None,
    "hints": False,
    "edit": False,
    "files": False,
    "file": None,
}
"""Parts of a view that say nothing where a page stands alone."""


def move_list(states: Sequence[State], actions: Sequence[int]) -> list[tuple[int, str, int]]:
    """Side, text and number of every action; `states`: those in which they were played."""
    return [
        (state.to_move, state.rules.action_text(action), action)
        for state, action in zip(states, actions, strict=False)
    ]


def trail(move: dict[str, Any]) -> dict[str, Any]:
    """What the board marks of an action: where it began, where it ended, what it captured."""
    steps: list[Step] = move["steps"]
    undone = any(step.kind == "restore" for step in steps)
    falls = [step.target for step in steps if step.kind == "drop" and not undone]
    # The choice of an empty file takes no seed (CH-7).
    taken = {step.source for step in steps if step.kind == "capture" and step.n and not undone}
    return {
        "chosen": move["chosen"],
        "landing": falls[-1] if falls else None,
        "captured": sorted(slot for slot in taken if slot is not None and slot >= 0),
    }


@lru_cache(maxsize=16)
def _game(rules: Rules) -> dict[str, Any]:
    slots = Slots(rules.pits_per_side)
    return {
        "title": called(rules),
        "about": " ".join(rules.about.split()),
        "explain": rules.explain(),
        "clauses": rules.clauses,
        "marks": marks_say(rules),
        "claims": claims_say(rules),
        "lifts": lifted_says(rules),
        "shared": [slots.pit(side, pit) for side in (0, 1) for pit in sorted(shared_pits(rules))],
    }
