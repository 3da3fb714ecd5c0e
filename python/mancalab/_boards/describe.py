"""A position in words, for those who do not see the picture."""

from __future__ import annotations

from mancalab._boards.targets import SIDES, Last, Target, legal_targets
from mancalab._core import State

_REASONS = {
    "side_empty": "a side is empty",
    "cannot_move": "the player to move has no action",
    "cannot_feed": "the player to move cannot leave the other any seeds",
    "nobody_can_move": "nobody can move",
    "penalty": "a player did not feed though he could",
    "endless_sowing": "a sowing never ends",
    "above_half": "more than half of the seeds, or half each, are captured",
    "repetition": "the position came again",
    "max_actions": "the game had its most actions",
}

_RESULTS = {"draw": "drawn", "void": "void", "truncated": "stopped without a result"}


def headline(state: State) -> str:
    """Who is to do what, or who won: one short line."""
    outcome = state.outcome
    if outcome is not None:
        south, north = outcome.score
        if outcome.winner is None:
            return f"Game {_RESULTS[outcome.result]}, {south} to {north}"
        score = (south, north) if outcome.winner == 0 else (north, south)
        return f"{SIDES[outcome.winner]} wins, {score[0]} to {score[1]}"
    mover = SIDES[state.to_move]
    if state.phase == 0:
        return f"{mover} to move"
    if any(target.kind == "file" for target in legal_targets(state)):
        return f"{mover} to choose another file"
    return f"{mover} to move after the reserve"


def title(state: State) -> str:
    """The game and its headline."""
    return f"{state.rules.title}: {headline(state)}"


def description(state: State, last: Last) -> str:
    """The whole position: every pit, store and reserve, what may be played, what was played."""
    lines = [
        f"{title(state)}.",
        f"Actions played: {state.plies}.",
        *(_side(state, side) for side in (0, 1)),
    ]
    if state.outcome is None:
        lines.append(f"{SIDES[state.to_move]} may play {_choices(state)}.")
    else:
        lines.append(f"The game is over: {_REASONS.get(state.outcome.reason, 'it ended')}.")
    if last.words:
        lines.append(f"Last action: {last.words}")
    return "\n".join(lines)


def pit_words(state: State, side: int, pit: int) -> str:
    """One pit, as in "South's pit 3: 4 seeds"."""
    mark = ", marked" if state.marks[side, pit] else ""
    return f"{SIDES[side]}'s pit {pit}: {seeds_words(int(state.pits[side, pit]))}{mark}"


def seeds_words(seeds: int) -> str:
    """A number of seeds."""
    return f"{seeds} seed" if seeds == 1 else f"{seeds} seeds"


def _side(state: State, side: int) -> str:
    marks = state.marks[side].tolist()
    pits = ", ".join(
        f"pit {pit}: {seeds}{' (marked)' if marks[pit] else ''}"
        for pit, seeds in enumerate(state.pits[side].tolist())
    )
    parts = [pits]
    if state.rules.has_stores:
        parts.append(f"store: {state.stores[side]}")
    if state.reserves.any():
        parts.append(f"reserve: {state.reserves[side]}")
    return f"{SIDES[side]}: {'; '.join(parts)}."


def _choices(state: State) -> str:
    targets: list[Target] = legal_targets(state)
    words = [target.words(state.to_move) for target in targets]
    return " or ".join(filter(None, [", ".join(words[:-1]), words[-1]]))
