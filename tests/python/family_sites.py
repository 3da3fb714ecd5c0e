"""Sites of a record: those that the actions of a game are played from."""

from __future__ import annotations

import mancalab as mc
from family_case import STOP
from family_records import CAPTURE, Game


def site(game: Game, state: mc.State, action: int) -> int:
    """The site that an action is played from; actions of two directions follow one another."""
    played, layout, rules = state.rules.actions[action], game.layout, game.rules
    if played.kind == "stop":
        return STOP
    if played.kind in {"capture", "store"}:
        return CAPTURE
    if played.kind == "take":
        assert played.pit is not None
        return layout.sides[1 - state.to_move][played.pit]
    side = layout.sides[state.to_move]
    if layout.kept == "reserves" and action == len(side):
        assert layout.stores is not None
        return layout.stores[state.to_move]
    symmetric = rules.options.get("symmetric")
    if "owned_pits" in rules.features or (symmetric is not None and symmetric.value):
        side += layout.sides[1 - state.to_move]
    sown = len(side) - ("fields" in rules.features)  # nobody plays a field
    return side[action % sown]


def actions_from(game: Game, state: mc.State, wanted: int) -> list[int]:
    """The actions from a site: none, one, or one a direction."""
    return [action for action in state.legal_actions if site(game, state, action) == wanted]
