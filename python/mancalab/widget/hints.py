"""Hints: what a search thinks of the actions of the side to move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mancalab._agents.alphabeta import AlphaBeta
from mancalab._base.value_words import DECIDED
from mancalab._base.words import signed
from mancalab._browser.texts import Texts, say

if TYPE_CHECKING:
    from mancalab._core import State
    from mancalab.widget.sources import Worth

SEARCH = AlphaBeta(depth=8, nodes=500_000)
"""It looks as far as the Master of the levels, and answers within a second on wide boards."""


def hint(state: State, texts: Texts) -> dict[str, Any]:
    """The value of every legal action, and the best ones, as the board shows them."""
    found = SEARCH.analyse(state, actions=True)
    values = found.action_values or {}
    best = [action for action, value in values.items() if value == max(values.values())]
    by_seeds = state.rules.options["winner"].value == "most_seeds"
    named = ", ".join(state.rules.action_text(action) for action in best)
    return {
        "best": best,
        "values": [[action, _words(int(value), texts)] for action, value in values.items()],
        "text": say(texts, "hint.text" if by_seeds else "hint.seat", best=named, depth=found.depth),
    }


def known(worth: Worth, texts: Texts) -> dict[str, Any] | None:
    """The proven values of actions and the best ones, as the board shows a hint; None without."""
    rules = worth.state.rules
    exact = ((action, worth.exact(action)) for action in worth.bounds)
    values = {action: value for action, value in exact if value is not None}
    if not values:
        return None
    by_seeds, best = worth.kind == "margin", worth.best_proven
    told = [
        say(texts, "explore.best", best=", ".join(map(rules.action_text, best))) if best else "",
        texts["explore.pits"] if by_seeds else "",
    ]
    scale = 1 if by_seeds else DECIDED
    return {
        "best": list(best),
        "values": [[action, _words(value * scale, texts)] for action, value in values.items()],
        "text": " ".join(filter(None, told)),
    }


def _words(value: int, texts: Texts) -> str:
    if abs(value) >= DECIDED:
        return texts["hint.won" if value > 0 else "hint.lost"]
    return signed(value)
