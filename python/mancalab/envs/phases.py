"""The phases of a game, as a page of an environment tells them."""

from __future__ import annotations

from mancalab._core import Rules

_STOPS = "pit n is to be sown on, or the turn ends"
_TAKES = "pit n is to be sown on, or seeds are captured"
_PUTS = "the seeds of pit n are to be put in another pit"
_COUNTS = "a number of seeds of pit n is to be sown"


def phase(rules: Rules) -> str:
    """Say what the phases of a game are: which part of a turn, or of the game, a position is in."""
    kinds = {str(action.kind) for action in rules.actions} - {"keep"}
    if "gives_seeds" in rules.features:
        kinds.add("give")
    between = [said for kind, said in _BETWEEN.items() if kind in kinds]
    if "chooses_end" in rules.features:
        return _end_phase(rules)
    if "turns_at" in rules.features:
        return _turning_phase(rules)
    if "goes_again" in rules.features:
        return _again_phase(rules)
    if kinds <= {"sow", *_BETWEEN}:
        numbered = (f"{number}: {said}" for number, said in enumerate(between, 1))
        return "; ".join(["0: the turn begins", *numbered])
    last = ("the last one", "the last two", "the last three")[max(len(between), 1) - 1] + ": "
    return "; ".join([_chosen_phase(rules), *([last + ", ".join(between)] if between else [])])


def _end_phase(rules: Rules) -> str:
    width = rules.pits_per_side
    said = (
        f"0: the turn begins; {1 + 2 * width} + n: the last seed fell in pit n, and what was"
        " captured opposite is to be sown from an end of the row"
    )
    more = f"; {4 * width} more if the turn began with a seed of the reserve"
    return said + (more if "drops_reserve" in rules.features else "")


def _turning_phase(rules: Rules) -> str:
    first = 1
    said = "0: the turn begins; "
    if "then_may_resow" in rules.features:
        first += rules.pits_per_side
        said += f"1 + n: {_TAKES}, to be sown on; "
    said += f"{first} + n: the next lap begins in pit n and may be sown either way"
    if "ends_taken" not in rules.features:
        return said
    width = rules.pits_per_side
    ends = (
        f"{width} more after a capture at the first end of the other row, {2 * width} at the last"
    )
    return f"{said}; {ends}"


def _again_phase(rules: Rules) -> str:
    return (
        "0: the turn begins; 1 + n: captured seeds are to be sown from pit n, or clockwise from the"
        f" first pit of `laps.again_at`; {rules.pits_per_side} more for each pit further in that"
        " list"
    )


_BETWEEN = {
    "lot": "a lot says who begins the next round",
    "leave": "a pit is to be chosen that stays without seeds in the next round",
    "swap": "all seeds are laid out, and the board may be turned round",
    "give": "the player to move gives a seed to the other one, who has none",
}


def _chosen_phase(rules: Rules) -> str:
    if "store_back" in rules.features:
        return "0: the turn begins; n: n captured seeds are to be sown, one way or the other"
    if any(action.kind == "file" for action in rules.actions):
        return "0: a pit is to be played; 1 + f: a file is to be taken, after a capture from file f"
    if "chooses_beside" in rules.features:
        width = rules.pits_per_side
        taken = "a pit beside your pit n may be taken, where the last seed has fallen"
        across = f"{1 + width} + n: beside the other player's pit n"
        return f"0: a pit is to be played; 1 + n: {taken}; {across}"
    stops = any(action.kind in {"stop", "capture"} for action in rules.actions)
    puts = any(action.kind == "put" for action in rules.actions)
    counts = any(action.kind == "count" for action in rules.actions)
    keeps = any(action.direction for action in rules.actions)
    keeps |= bool({"drops_reserve", "blocks_pits"} & set(rules.features))
    takes = any(action.kind == "capture" for action in rules.actions)
    pits = _TAKES if takes else _STOPS if stops else _PUTS if puts else _COUNTS if counts else ""
    if stops and keeps:
        pits += _paused(rules)
    if any(action.kind == "take" for action in rules.actions):
        said = "0: a pit is to be played; n: so many pits of the other player are to be taken"
        return f"{said}; beyond these: {pits}" if pits else said
    if pits:
        return f"0: a pit is to be played; 1 + n: {pits}"
    return "0: the turn begins; 1: it continues after the reserve was entered"


def _paused(rules: Rules) -> str:
    width = rules.pits_per_side
    more = (
        f"{width} more if the lap went the other way, {2 * width} more after a capture"
        f" in this turn, {4 * width} more if it began with a seed of the reserve"
    )
    return f"; {more}"
