"""All that a board shows of a game, as plain lists and words that any writer of JSON takes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mancalab._browser.slots import counts, layout, marks
from mancalab._browser.status import Named, describe
from mancalab._browser.texts import Texts

if TYPE_CHECKING:
    from mancalab._core import State


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
        "game": {
            "title": rules.title,
            "about": " ".join(rules.about.split()),
            "explain": rules.explain(),
            "clauses": rules.clauses,
        },
        "layout": layout(rules),
        "counts": counts(state),
        "marks": marks(state),
        "move": {**last, "steps": [list(step) for step in last["steps"]]}
        if fresh and last is not None
        else None,
        "side": state.to_move,
        "players": [player.name for player in players],
        "status": describe(states, players, texts, skipped=skipped),
    }
