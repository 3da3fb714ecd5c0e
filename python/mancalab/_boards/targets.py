"""The part of the board that an action is about: pits with a direction, or the reserve."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal, get_args

from mancalab._base.arguments import wrong_type
from mancalab._base.words import SIDES, counted
from mancalab._boards.rows import place_words
from mancalab._core import Action, Event, Rules, State

Place = tuple[int, int]
"""Side and number of a pit."""

Part = Literal[
    "turn",
    "place",
    "swap",
    "give",
    "file",
    "put",
    "count",
    "beside",
    "take",
    "stop",
    "capture",
    "lot",
    "leave",
    "turn_round",
    "from_end",
    "after_reserve",
]
"""Of a turn: its beginning, or a seed that is laid out before the game, and whether the board is
turned round then; the pit of which a seed is given to a player without any; the choice of a further
file, of the pit that seeds are put in, of the number of seeds that are sown, of a pit beside the
last seed, or none, or of a further pit, the choice between sowing on and the end or a capture, the
lot between two rounds, the choice of a pit that stays without seeds then, the direction of a lap
that may be turned round, the end of the row from which captured seeds are sown, the sowing after
the reserve."""


_WAYS = {None: 0, "forward": 1, "backward": -1}


@dataclass(frozen=True)
class Target:
    """An action on the board.

    `way` is 1 forward, -1 backward, 0 where the game leaves no choice.
    """

    # "sow", "reserve", "file", "put", "count", "store", "take", "stop", "capture", "lot", "leave",
    # "keep" or "swap"
    kind: str
    side: int
    number: int
    pits: tuple[Place, ...]
    way: int = 0

    def words(self, seat: int) -> str:
        """The action in words, as the side `seat` would say it."""
        found = {
            "reserve": "the reserve",
            "file": f"file {self.number}",
            "count": counted(self.number, "seed"),
            "store": counted(self.number, "captured seed"),
            "keep": "the board as it lies",
            "swap": "the board turned round",
            "stop": "the end of the turn",
            "capture": "the capture",
            "lot": f"the lot that falls on {SIDES[self.side]}",
        }
        if self.kind in found:
            return found[self.kind]
        owner = "" if self.side == seat else f"{SIDES[self.side]}'s "
        return f"{owner}pit {self.number}" + ("", " forward", " backward")[self.way]


def target(rules: Rules, seat: int, action: int) -> Target:
    """The part of the board that an action of the side `seat` is about."""
    return _target(rules, seat, rules.actions[action])


def _target(rules: Rules, seat: int, action: Action) -> Target:
    other = 1 - seat
    if action.file is not None:
        # A file is numbered from the outer pit of the player who loses it.
        inner = 2 * rules.columns - 1 - action.file
        return Target("file", other, action.file, ((other, action.file), (other, inner)))
    if action.count is not None:
        return Target(action.kind, seat, action.count, ())
    if action.pit is not None:
        side = other if action.side == "other" else seat
        return Target(action.kind, side, action.pit, ((side, action.pit),), _WAYS[action.direction])
    return Target(action.kind, other if action.side == "other" else seat, 0, ())


def legal_targets(state: State) -> list[Target]:
    """The parts of the board that the legal actions are about, in their order."""
    rules, actions = state.rules, state.rules.actions
    found = [_target(rules, state.to_move, actions[action]) for action in state.legal_actions]
    pits = (counted_pit(state),)
    return [replace(one, pits=pits) if one.kind == "count" else one for one in found]


def counted_pit(state: State) -> Place:
    """The pit of which the side to move says how many seeds are sown."""
    return state.to_move, state.phase - 1


def part(state: State) -> Part:
    """Which part of a turn the side to move is in."""
    enters = any(action.kind == "reserve" for action in state.rules.actions)
    if state.phase == 0:
        return "place" if _places(state) else "turn"
    kinds = {target.kind for target in legal_targets(state)}
    if kinds == {"take", "stop"}:
        return "beside"
    features = state.rules.features
    sown: Part = "turn_round"
    if "gives_seeds" in features:
        sown = "give"
    elif "chooses_end" in features:
        sown = "from_end"
    last: Part = "after_reserve" if enters else sown
    # Parts with actions of their own are called as these.
    return next((kind for kind in get_args(Part) if kind in kinds), last)


def _places(state: State) -> bool:
    """Whether a seed is laid out now: the mover's, or where one player lays out all, anybody's."""
    features = state.rules.features
    seeds = state.reserves.sum() if "places_for_both" in features else state.reserves[state.to_move]
    return "places_seeds" in features and bool(seeds > 0)


@dataclass(frozen=True)
class Last:
    """The action that led to a position: where its seeds came from, fell last, and were taken."""

    origins: frozenset[Place] = frozenset()
    landing: tuple[int, int | None] | None = None
    captured: frozenset[Place] = frozenset()
    reserve: int | None = None  # the side whose reserve was entered
    store: int | None = None  # the side whose captured seeds were sown
    words: str = ""


def last_of(state: State, trace: Iterable[Event] | None) -> Last:
    """From the events of an action; without any, from the action that the state knows."""
    if trace is not None:
        return _traced(state.rules, _events(trace))
    if state.last is None:
        return Last()
    side, action = state.last
    found = target(state.rules, side, action)
    # Seeds are put in that pit; which one they came from the state does not know any more.
    put = found.kind == "put"
    return Last(
        origins=frozenset() if put else frozenset(found.pits),
        reserve=side if found.kind == "reserve" else None,
        store=side if found.kind == "store" else None,
        words=_words(side, found),
    )


def _words(side: int, found: Target) -> str:
    if found.kind == "lot":
        return f"The lot fell on {SIDES[found.side]}."
    what = found.words(side)
    done = {
        "keep": "left the board as it lay",
        "swap": "turned the board round",
        "stop": "ended the turn",
        "capture": "captured",
        "count": f"sowed {what}",
        "store": f"sowed {what}",
        "put": f"put the seeds in {what}",
        "leave": f"left {what} without seeds",
    }
    return f"{SIDES[side]} {done.get(found.kind, f'played {what}')}."


def _events(trace: object) -> tuple[Event, ...]:
    events = tuple(trace) if isinstance(trace, Iterable) else (trace,)
    for event in events:
        if not isinstance(event, Event):
            raise wrong_type("last", "the events of State.trace are needed", event)
    return events


_TOLD = {"landing", "capture", "skip", "sweep", "swap", "race", "lot"}


def _traced(rules: Rules, events: tuple[Event, ...]) -> Last:
    lifts = [event for event in events if event.kind == "lift"]
    drops = [event for event in events if event.kind == "drop"]
    landings = [event.target for event in drops if event.target]
    captures = [event for event in events if event.kind == "capture" and event.count]
    entered = [event for event in events if event.kind == "reserve"]
    reserve = [event for event in entered if event.key != "reserve.again"]
    words = [str(event) for event in (*lifts[:1], *reserve[:1])]
    puts = [event for event in drops if event.key == "drop.put"]
    if puts:
        words.append(str(puts[0]))
        words += ["So it went on all round."] if len(puts) > 1 else []
    elif landings:
        words.append(f"The last seed fell in {place_words(rules, landings[-1])}.")
    told = {"mark.left", "fill.given"}
    words += [str(event) for event in events if event.kind in _TOLD or event.key in told]
    sources = [event.source for event in lifts[:1] if event.source]
    return Last(
        origins=frozenset(_pits(sources)),
        landing=landings[-1] if landings else None,
        captured=frozenset(_pits(event.source for event in captures)),
        reserve=reserve[0].side if reserve else None,
        store=next((side for side, pit in sources if pit is None), None),
        words=" ".join(words),
    )


def _pits(places: Iterable[tuple[int, int | None] | None]) -> Iterable[Place]:
    for place in places:
        if place is not None and place[1] is not None:
            yield place[0], place[1]
