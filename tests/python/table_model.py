"""What the tests of endgame tables share."""

from __future__ import annotations

from functools import cache

import mancalab as mc


def come(state: mc.State, child: mc.State) -> int:
    """What the player to move in `state` gains until `child`, in a game won by the most seeds."""
    mover = state.to_move
    before, after = state.scores, child.scores
    return int(after[mover]) - int(before[mover]) - (int(after[1 - mover]) - int(before[1 - mover]))


def worth(state: mc.State, child: mc.State, rest: int) -> int:
    """What an action is worth that leads to `child`, where `rest` is still to come."""
    if child.rules.options["winner"].value != "most_seeds":
        if child.outcome is None:
            return rest if child.to_move == state.to_move else -rest
        winner = child.outcome.winner
        return 0 if winner is None else 1 if winner == state.to_move else -1
    if child.is_over:
        return come(state, child)
    return come(state, child) + (rest if child.to_move == state.to_move else -rest)


@cache
def minimax(state: mc.State) -> int:
    """What is still to come for the player to move, by plain search of a game without cycles."""
    if state.is_over:
        return 0
    children = [state.play(action) for action in state.legal_actions]
    return max(worth(state, child, minimax(child)) for child in children)
