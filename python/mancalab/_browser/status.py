"""The status line: the state of the game in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from mancalab._boards.targets import legal_targets, part
from mancalab._browser.frames import Narrator
from mancalab._browser.texts import Texts, say, side

if TYPE_CHECKING:
    from mancalab._core import State


_FURTHER = {
    "file",
    "put",
    "put_or_sow",
    "count",
    "beside",
    "take",
    "stop",
    "capture",
    "leave",
    "place",
    "swap",
    "give",
    "turn_round",
    "from_end",
    "after_reserve",
}


class Named(Protocol):
    """Who plays a side, as far as the status line is concerned."""

    @property
    def name(self) -> str:
        """Empty where it is not known."""

    @property
    def manual(self) -> bool:
        """Whether it is a person at this board, who has to be asked for a pit."""


def describe(
    states: Sequence[State], players: Sequence[Named], texts: Texts, *, skipped: bool
) -> str:
    """Whose turn it is and why, and what they are asked to do.

    Parameters
    ----------
    states
        The game so far.
    players
        Who plays South and North.
    texts
        The table of texts.
    skipped
        Whether the last action ended with a player passed over.
    """
    state = states[-1]
    if state.is_over:
        return Narrator(state.rules, texts).ending(state)
    passage = _passage(states, texts, skipped=skipped)
    request = _request(state, players[state.to_move], texts)
    return f"{passage} {request}".strip()


def _passage(states: Sequence[State], texts: Texts, *, skipped: bool) -> str:
    """That a round begins, or why the same side moves again, if it does."""
    if len(states) < 2:
        return ""
    before, state = states[-2:]
    if before.registers.get("round") != state.registers.get("round"):
        return _round_begun(before, state, texts)
    if before.to_move != state.to_move or state.phase or part(before) == "place":
        return ""
    if skipped:
        return say(texts, "step.skip", side=side(texts, 1 - state.to_move))
    if any(before.registers.get("raced", ())):  # it was a race: they have dropped fewer seeds
        return say(texts, "turn.race", side=side(texts, state.to_move))
    return "" if before.phase else say(texts, "turn.again", side=side(texts, state.to_move))


def _round_begun(before: State, state: State, texts: Texts) -> str:
    """The round that begins, and who has won the one before, where the rules count that."""
    number = str(state.registers["round"][0] + 1)
    past, now = before.rounds_won or before.points, state.rounds_won or state.points
    if past is None or now is None:
        return say(texts, "step.round", number=number)
    won = [winner for winner in (0, 1) if now[winner] > past[winner]]
    begins = (
        say(texts, "step.round.won", side=side(texts, won[0]), number=number)
        if won
        else say(texts, "step.round.drawn", number=number)
    )
    if state.points is None:
        return begins
    south, north = state.points
    return f"{begins} {say(texts, 'points', south=south, north=north)}"


def _request(state: State, player: Named, texts: Texts) -> str:
    if state.chance:
        return say(texts, "turn.lot")
    mover = state.to_move
    kind = _kind(state)
    if not player.manual:
        kind = f"agent.{kind}" if kind in _FURTHER else "agent"
    name, other = side(texts, mover), side(texts, 1 - mover)
    known = player.name not in {"", name}
    who = say(texts, "who", side=name, agent=player.name) if known else name
    names = {"side": name, "other": other, "who": who}
    return say(texts, f"turn.{kind}", file=state.phase - 1, **names)


def _kind(state: State) -> str:
    """What the side to move is asked for."""
    now = part(state)
    targets = legal_targets(state)
    if now == "put" and any(target.kind == "sow" for target in targets):
        return "put_or_sow"
    if now != "turn":
        return now
    if any(target.kind == "store" for target in targets):
        return "store"
    if any(target.way for target in targets):
        return "way"
    return "reserve" if any(target.kind == "reserve" for target in targets) else "pit"
