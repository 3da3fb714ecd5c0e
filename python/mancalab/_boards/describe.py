"""A position in words, for those who do not see the picture."""

from __future__ import annotations

from mancalab._base.marks import mark_words
from mancalab._base.words import REASONS, REGISTERS, SIDES, called, counted
from mancalab._boards.rows import has_store_pits, is_field, place_words
from mancalab._boards.targets import Last, Part, Target, legal_targets, part
from mancalab._core import State

_RESULTS = {"draw": "drawn", "void": "void", "truncated": "stopped without a result"}


_TASKS: dict[Part, str] = {
    "turn": "to move",
    "place": "to lay out a seed",
    "file": "to choose another file",
    "put": "to put the seeds in another pit",
    "count": "to say how many seeds are sown",
    "beside": "to take a pit beside the last seed, or none",
    "take": "to choose one more pit",
    "swap": "to leave the board or turn it round",
    "give": "to give a seed",
    "stop": "to sow on or end the turn",
    "capture": "to sow on or capture",
    "lot": "to draw a lot",
    "leave": "to leave a pit without seeds",
    "turn_round": "to say which way the sowing goes on",
    "from_end": "to say from which end captured seeds are sown",
    "after_reserve": "to move after the reserve",
}


def headline(state: State) -> str:
    """Whose turn it is and for what, or who won: one short line."""
    outcome = state.outcome
    if outcome is not None:
        # What is won by rounds, or by points, is told so: the seeds are those of the last round.
        south, north = state.rounds_won or state.points or outcome.score
        what = " in rounds" if state.rounds_won else " in points" if state.points else ""
        if outcome.winner is None:
            return f"Game {_RESULTS[outcome.result]}, {south} to {north}{what}"
        score = (south, north) if outcome.winner == 0 else (north, south)
        return f"{SIDES[outcome.winner]} wins, {score[0]} to {score[1]}{what}"
    if state.chance:
        return "A lot to be drawn"
    return f"{SIDES[state.to_move]} {_TASKS[part(state)]}"


def title(state: State) -> str:
    """The game and its headline."""
    return f"{called(state.rules)}: {headline(state)}"


def description(state: State, last: Last) -> str:
    """The whole position: what every place and register holds, what may be played, what was."""
    lines = [
        f"{title(state)}.",
        f"Actions played: {state.plies}.",
        *(_side(state, side) for side in (0, 1)),
    ]
    if state.chance:
        lines.append("A lot says who begins the next round.")
    elif state.outcome is None:
        verbs: dict[Part, str] = {
            "file": "take",
            "put": "put the seeds in",
            "count": "sow",
            "beside": "choose",
            "take": "take",
            "swap": "choose",
            "give": "give a seed of",
            "stop": "choose",
            "capture": "choose",
            "leave": "leave",
        }
        verb = verbs.get(part(state), "play")
        empty = " without seeds" if verb == "leave" else ""
        lines.append(f"{SIDES[state.to_move]} may {verb} {_choices(state)}{empty}.")
    else:
        lines.append(f"The game is over: {REASONS[state.outcome.reason]}.")
    if last.words:
        lines.append(f"Last action: {last.words}")
    return "\n".join(lines)


def pit_words(state: State, side: int, pit: int) -> str:
    """One pit, as in "South's pit 3: 4 seeds", and what marks say of it."""
    seeds = counted(int(state.pits[side, pit]), "seed")
    said = ", ".join([seeds, *mark_words(state, side, pit)])
    return f"{place_words(state.rules, (side, pit))}: {said}"


def _side(state: State, side: int) -> str:
    pits = []
    for pit, seeds in enumerate(state.pits[side].tolist()):
        said = ", ".join(mark_words(state, side, pit))
        what = "field" if is_field(state.rules, pit) else f"pit {pit}"
        pits.append(f"{what}: {seeds}" + (f" ({said})" if said else ""))
    parts = [", ".join(pits)]
    if state.rules.has_stores:
        held = "store" if has_store_pits(state.rules) else "captured"
        parts.append(f"{held}: {state.stores[side]}")
    if state.reserves.any():
        parts.append(f"reserve: {state.reserves[side]}")
    parts += [f"{REGISTERS[name]}: {pair[side]}" for name, pair in state.registers.items()]
    return f"{SIDES[side]}: {'; '.join(parts)}."


def _choices(state: State) -> str:
    targets: list[Target] = legal_targets(state)
    stored = [target.number for target in targets if target.kind == "store"]
    words = [target.words(state.to_move) for target in targets if target.kind != "store"]
    if stored:
        most = counted(stored[-1], "captured seed")
        words.append(most if len(stored) == 1 else f"1 to {most}")
    sown = [target.words(state.to_move) for target in targets if target.kind == "sow"]
    if sown and part(state) == "put":  # the seeds that are to be put in a pit may be sown instead
        return f"{_either([word for word in words if word not in sown])}, or sow {_either(sown)}"
    return _either(words)


def _either(words: list[str]) -> str:
    return " or ".join(filter(None, [", ".join(words[:-1]), words[-1]]))
