"""From the trace of an action to the steps of its animation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from mancalab._base.words import NO_CLAUSE
from mancalab._boards import targets
from mancalab._boards.rows import has_store_pits, is_field
from mancalab._browser.slots import GONE, HAND, Slots, claims, counts, lifted, marks
from mancalab._browser.texts import Texts, say, seeds, side

if TYPE_CHECKING:
    from mancalab._core import Event, Rules, State

MOST_STEPS = 400
"""Most steps shown of a sowing that never ends: it is taken back in any case."""


class Step(NamedTuple):
    """One step: `n` seeds go from a slot to a slot, either of which may be the hand."""

    kind: str
    """"lift", "drop", "landing", "capture", "mark", "unmark", "reserve", "sweep", "swap", "race",
    "lot", "round", "fill", "skip", "restore" or "end"."""
    source: int | None = None
    target: int | None = None
    n: int = 0
    text: str = ""
    """A sentence; empty where the one before still holds."""
    clause: str = ""
    """The clause of the rule book behind it; empty where there is none."""


class Choice(NamedTuple):
    """The slots that a player presses for an action."""

    action: int
    slots: list[int]
    """The slots to press, any of them."""
    way: str
    """">" or "<" where the way is chosen too; "on" or "stop" where the turn may end, "on" or "take"
    where seeds may be captured instead, "take" or "stop" where a pit beside the last seed may be,
    "keep" or "swap" where the board may be turned round; how many seeds are sown, in digits; or
    empty."""


_ENDS = {"stop": "stop", "capture": "take"}
"""Ways to end a turn that could be sown on, by kinds of actions."""


def choice(state: State, action: int) -> Choice:
    """Where on the board an action of the side to move is."""
    rules, mover = state.rules, state.to_move
    slots = Slots(rules.pits_per_side)
    found = targets.target(rules, mover, action)
    if found.kind == "reserve":
        return Choice(action, [slots.reserve(mover)], "")
    if found.kind == "count":
        return Choice(action, [slots.pit(*targets.counted_pit(state))], str(found.number))
    if found.kind == "store":
        return Choice(action, [slots.store(mover)], str(found.number))
    if found.kind in {"keep", "swap"}:
        # No pit is meant: any of the mover's stands for both.
        own = [slots.pit(mover, pit) for pit in range(rules.pits_per_side)]
        return Choice(action, own, found.kind)
    now = targets.part(state)
    if now in _ENDS or now == "beside":
        # The pit that could be sown on, or any that may be taken, stands for the end too.
        every = [pit for target in targets.legal_targets(state) for pit in target.pits]
        pits = [*found.pits] if now == "beside" and found.pits else every
        way = _ENDS.get(found.kind, "take" if now == "beside" else "on")
        return Choice(action, [slots.pit(*pit) for pit in pits], way)
    return Choice(action, [slots.pit(*pit) for pit in found.pits], ("", ">", "<")[found.way])


def move(state: State, action: int, texts: Texts) -> dict[str, Any]:
    """An action as the board shows it: the position before it, and step after step."""
    after = state.play(action)
    narrator = Narrator(state.rules, texts)
    events = state.trace(action)
    endless = after.outcome is not None and after.outcome.reason == "endless_sowing"
    if endless:
        events = [*events[:-1][:MOST_STEPS], events[-1]]
    steps: list[Step] = []
    for event in events:
        if endless and event.kind == "end":
            steps.append(Step("restore", text=texts["step.endless"], clause=_clause(event)))
        steps += narrator.steps(event, after)
    return {
        "action": action,
        "side": state.to_move,
        "chosen": _began(state, action, events),
        "before": counts(state),
        "marks": marks(state),
        "claims": claims(state),
        "lifted": lifted(state),
        "steps": steps,
    }


def _began(state: State, action: int, events: Sequence[Event]) -> list[int]:
    """The slots where an action began: those that are pressed, but for seeds that are put there."""
    if any(event.key == "drop.put" for event in events):
        slots = Slots(state.rules.pits_per_side)
        lifts = [event.source for event in events if event.kind == "lift" and event.source]
        return [slots.place(place) for place in lifts[:1]]
    return choice(state, action).slots


def apply(before: Sequence[int], steps: Sequence[Step]) -> list[int]:
    """The seeds by slot after these steps, as the browser works them out."""
    board, hand = list(before), 0
    for step in steps:
        if step.kind == "restore":
            board, hand = list(before), 0
        if step.source == HAND:
            hand -= step.n
        elif step.source is not None:
            board[step.source] -= step.n
        if step.target == HAND:
            hand += step.n
        elif step.target is not None and step.target != GONE:
            board[step.target] += step.n
        if hand < 0 or min(board) < 0:
            raise ValueError(f"{step} moves more seeds than there are")
    return board


def _clause(event: Event) -> str:
    return "" if event.clause == NO_CLAUSE else event.clause


class Narrator:
    """Turns the events of a game into steps and sentences."""

    def __init__(self, rules: Rules, texts: Texts) -> None:
        self.rules = rules
        self.texts = texts
        self.slots = Slots(rules.pits_per_side)
        self.store = "store" if has_store_pits(rules) else "captured"

    def steps(self, event: Event, after: State) -> Iterator[Step]:
        """The steps that show an event; `after`: the state that the action leads to."""
        if event.kind == "reserve":
            yield from self._reserve(event)
        elif event.kind == "drop":
            is_put = event.key == "drop.put"
            text, clause = (
                (self._say("step.drop.put", event), _clause(event)) if is_put else ("", "")
            )
            yield Step("drop", HAND, self._slot(event.target), event.count, text, clause)
        elif event.kind == "end":
            yield Step("end", text=self.ending(after), clause=_clause(event))
        else:
            kinds = {"relay": "lift", "mark.house_gone": "unmark", "mark.open": "unmark"}
            kind = kinds.get(event.kind, kinds.get(event.key, event.kind))
            source = HAND if event.key == "sweep.hand" else self._slot(event.source)
            target = self._target(event)
            text = self._say(f"step.{event.key}", event)
            yield Step(kind, source, target, event.count, text, _clause(event))

    def ending(self, state: State) -> str:
        """How a game ended, in words; empty while it runs."""
        outcome = state.outcome
        if outcome is None:
            return ""
        winner = outcome.winner
        result = (
            self.texts[f"result.{outcome.result}"]
            if winner is None
            else say(self.texts, "result.won", side=side(self.texts, winner))
        )
        reason = self.texts[f"end.{outcome.reason}"]
        south, north = outcome.score
        said = say(self.texts, "end", reason=reason, result=result, south=south, north=north)
        for key, both in (("rounds", state.rounds_won), ("points", state.points)):
            if both is not None:
                said = f"{said} {say(self.texts, key, south=both[0], north=both[1])}"
        return said

    def _reserve(self, event: Event) -> Iterator[Step]:
        """The seeds in reserve, pit by pit, or the one that is put in a pit before the game."""
        text = self._say(f"step.{event.key}", event)
        other = event.key == "reserve.place_other"
        source = self.slots.reserve(1 - event.side if other else event.side)
        waits = {
            "reserve.keep": (HAND, source),
            "reserve.take": (source, HAND),
            "reserve.again": (self.slots.store(event.side), source),
        }
        if event.key in waits:
            yield Step("reserve", *waits[event.key], event.count, text, _clause(event))
            return
        if event.target is not None:
            yield Step("reserve", source, self._slot(event.target), 1, text, _clause(event))
            return
        for pit in range(self.slots.pits):
            target = self.slots.pit(event.side, pit)
            yield Step("reserve", source, target, 1, text, _clause(event))
            text = ""

    def _slot(self, where: tuple[int, int | None] | None) -> int | None:
        return None if where is None else self.slots.place(where)

    def _target(self, event: Event) -> int | None:
        if event.kind in {"skip", "swap", "race", "lot", "round"}:
            return None
        if event.target is not None:
            return self.slots.place(event.target)
        return GONE if event.removed else HAND

    def _say(self, key: str, event: Event) -> str:
        names = {
            "side": side(self.texts, event.side),
            "seeds": seeds(self.texts, event.count),
            "number": str(event.count),
        }
        if event.source is not None:
            names["source"] = self.place(event.source)
        if event.target is not None:
            names["target"] = self.place(event.target)
            names["taker"] = side(self.texts, event.target[0])
            names["loser"] = side(self.texts, 1 - event.target[0])
        return say(self.texts, key, **names)

    def place(self, where: tuple[int, int | None]) -> str:
        """A pit, a store or what stands for one, in words."""
        owner, pit = where
        key = self.store if pit is None else "field" if is_field(self.rules, pit) else "pit"
        return say(self.texts, key, side=side(self.texts, owner), pit=pit)
