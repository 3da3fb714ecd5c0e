"""What ``mancalab play`` says: boards with pit numbers, actions, clauses and endings in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np

from mancalab import IllegalAction
from mancalab._base.marks import claims_say, has_claims, lifted_says, mark_says, marks_say
from mancalab._base.words import (
    NO_CLAUSE,
    REGISTERS,
    SHORT_REGISTERS,
    SIDES,
    beside,
    called,
    counted,
)
from mancalab._boards.legend import MEANINGS
from mancalab._boards.rows import Row, has_halves, is_field, place_words, rows
from mancalab._boards.targets import Part, part
from mancalab._records.parts import Step, refusal

if TYPE_CHECKING:
    from mancalab import Event, Record, Rules, State


def welcome(record: Record, *, people: bool) -> str:
    """The first line: the game, who plays, and how to get help."""
    seats = " against ".join(
        f"{side} ({word})" for side, word in zip(SIDES, record.agents, strict=True)
    )
    return f"{called(record.rules)}: {seats}." + (" ? helps, q leaves." if people else "")


# Boards


def board(state: State) -> str:
    """The board with the numbers of the pits, as South sees it, and what marks on it mean."""
    found = rows(state.rules)
    lines = [[row for row in found if row.line == line] for line in range(state.rules.rows)]
    upper = [row for row in lines if row[-1].side]
    shared = any(len(parts) > 1 for parts in lines)
    above = [text for parts in upper for text in _drawn(state, parts)]
    below = [text for parts in lines[len(upper) :] for text in _drawn(state, parts)]
    rule = [] if shared else ["  " + "-" * (max(map(len, above + below)) - 2)]
    return "\n".join([*above, *rule, *below, *_legend(state)])


def _drawn(state: State, parts: Sequence[Row]) -> list[str]:
    """A row of the board, or the parts of one that the sides share, with numbers outside of it."""
    cell = 5 + has_claims(state.rules) + bool(lifted_says(state.rules))
    parts = sorted(parts, key=lambda row: row.column)
    sides = {row.side for row in parts}
    whole = len(sides) == 1
    outermost = parts[0].line in {0, state.rules.rows - 1}
    blank = [""] * parts[0].column  # beside a field at the left end
    seeds = blank + [text for row in parts for text in _seeds(state, row)]
    line = _line(SIDES[parts[0].side] if whole else "", seeds, cell)
    if outermost and (whole or has_halves(state.rules)):
        owner = parts[0].side if whole else 1 - parts[0].line  # what is North's stands above
        owned = _owned(state, owner)
        line += owned if whole or not owned else f"   {SIDES[owner]}:{owned[2:]}"
    numbers = {
        side: _line(
            "", blank + [_number(row, pit, side) for row in parts for pit in row.pits], cell
        )
        for side in sides
    }
    return [text for text in (numbers.get(1), line, numbers.get(0)) if text is not None]


def _number(row: Row, pit: int, side: int) -> str:
    return f"{pit} " if row.side == side else ""


def _line(name: str, cells: Iterable[str], width: int) -> str:
    return (f"  {name:5}" + "".join(f"{cell:>{width}}" for cell in cells)).rstrip()


def _seeds(state: State, row: Row) -> list[str]:
    seeds, marks = state.pits[row.side].tolist(), state.marks[row.side].tolist()
    claims, lifted = state.claims[row.side].tolist(), state.lifted[row.side].tolist()
    signs = [
        f"{_MARK * marks[pit]}{_CLAIM * claims[pit]}{_LIFTED * lifted[pit]}" for pit in row.pits
    ]
    return [f"[{seeds[pit]}{sign}]" for pit, sign in zip(row.pits, signs, strict=True)]


_MARK, _CLAIM, _LIFTED = "'", "^", "*"


def _legend(state: State) -> list[str]:
    """What the marks mean that are on the board: a line, or none."""
    found = []
    said = {mark_says(state.rules, int(pit)) for _, pit in np.argwhere(state.marks)}
    if said:
        meanings = [words for role, words in MEANINGS.items() if role in said]
        found.append(f"{_MARK}: {' or '.join(meanings)}")
    if state.claims.any():
        meaning = MEANINGS["kept" if claims_say(state.rules) == "own" else "claim"]
        found.append(f"{_CLAIM}: {meaning}")
    if state.lifted.any():
        found.append(f"{_LIFTED}: {MEANINGS[lifted_says(state.rules)]}")
    return [f"  {'; '.join(found)}"] if found else []


def _owned(state: State, side: int) -> str:
    owned = []
    if state.rules.has_stores:
        owned.append(f"store {state.stores[side]}")
    if state.reserves.any():
        owned.append(f"reserve {state.reserves[side]}")
    # What is 0 says nothing; that a player began, or has had a turn, is said without its 1.
    owned += [
        SHORT_REGISTERS.get(name, REGISTERS[name])
        + ("" if name in ("began", "once") else f" {pair[side]}")
        for name, pair in state.registers.items()
        if pair[side]
    ]
    return f"   {', '.join(owned)}" if owned else ""


# Actions


def choices(state: State) -> str:
    """The actions of the player to move, after the kind of decision that they are."""
    words = [state.rules.action_text(action) for action in state.legal_actions]
    who = "A lot" if state.chance else SIDES[state.to_move]
    return f"{who} {_TASKS[part(state)]}: {' '.join(words)}"


_TASKS: dict[Part, str] = {
    "turn": "to move",
    "place": "lays out a seed",
    "file": "takes a further file",
    "put": "puts the seeds in a pit",
    "count": "says how many seeds are sown",
    "beside": "takes a pit beside the last seed, or none",
    "take": "takes a further pit",
    "swap": "leaves the board as it lies or turns it round",
    "give": "gives a seed to the other player, who has none",
    "stop": "sows on or ends the turn",
    "capture": "sows on or captures",
    "lot": "is drawn",
    "leave": "leaves a pit without seeds",
    "turn_round": "says which way the sowing goes on",
    "from_end": "says from which end of the row captured seeds are sown",
    "after_reserve": "plays a pit after the reserve",
}

_TOLD = {"reserve", "landing", "capture", "mark", "swap", "race", "lot", "round", "skip", "end"}


def played(step: Step) -> str:
    """What an action did, without the single drops."""
    mover = SIDES[step.state.to_move]
    lines = [f"{mover} plays {step.text}{_summary(step.state.rules, step.events)}."]
    if step.state.chance:
        lines = ["A lot is drawn."]
    for kind, group in groupby(step.events, key=lambda event: event.kind):
        if kind in _TOLD:
            lines += [f"  {_cited(event)}" for event in group]
        elif kind == "sweep":
            lines += _swept(step.state.rules, list(group))
        elif kind == "fill":
            lines += [f"  {_cited(event)}" for event in group if event.key == "fill.given"]
    return "\n".join([*lines, *_next(step)])


def _swept(rules: Rules, events: Sequence[Event]) -> list[str]:
    """A hand that stays where it is, and where the seeds left go: one line for each place."""
    counts: Counter[tuple[str, str]] = Counter()
    lines = []
    for event in events:
        if event.key == "sweep.hand":
            lines.append(f"  {_cited(event)}")
        elif event.target is not None:
            counts[place_words(rules, event.target), event.clause] += event.count
    return lines + [
        f"  {counted(count, 'seed')} left: to {where}.{beside(clause)}"
        for (where, clause), count in counts.items()
    ]


def _summary(rules: Rules, events: Sequence[Event]) -> str:
    puts = [event for event in events if event.key == "drop.put" and event.target is not None]
    if puts:
        pits = [place_words(rules, event.target) for event in puts if event.target is not None]
        where = pits[0] if len(pits) == 1 else f"{len(pits)} pits, all round"
        return f": {counted(sum(event.count for event in puts), 'seed')} put in {where}"
    drops = sum(event.kind == "drop" for event in events)
    relays = sum(event.kind == "relay" for event in events)
    laps = f" in {relays + 1} laps" if relays else ""
    return f": {counted(drops, 'seed')} sown{laps}" if drops else ""


def _next(step: Step) -> list[str]:
    """Who moves next, where that needs a word."""
    state, after = step.state, step.after
    if after.is_over or after.to_move != state.to_move:
        return []
    mover = SIDES[state.to_move]
    if after.phase:
        return [f"  The turn has another part: {mover} {_TASKS[part(after)]}."]
    kinds = {event.kind for event in step.events}
    if kinds & {"round", "race"}:
        return []  # that it begins, or who does, is said already
    if "skip" in kinds:
        return [f"  So {mover} moves again."]
    if any(event.key == "landing.again" for event in step.events):
        return []  # said already
    clause = next((clause for _, clause in _replay(step)), NO_CLAUSE)
    return [f"  {mover} has an extra turn{beside(clause)}."]


def _replay(step: Step) -> list[tuple[str, str]]:
    """The field and the clause of an extra turn for a last seed in the mover's store."""
    mover = step.state.to_move
    targets = [event.target for event in step.events if event.kind == "drop"]
    if step.after.is_over or step.after.to_move != mover or targets[-1:] != [(mover, None)]:
        return []  # another extra turn is that of an entry
    if any(event.kind == "race" for event in step.events):
        return []  # it gives none
    lines = step.state.rules.lines()
    return [(field, clause) for field, clause, _ in lines if field == "turn.replay"]


def _cited(event: Event) -> str:
    return f"{event}{beside(event.clause)}"


# Why


def why(step: Step, how: str) -> str:
    """An action event by event, and the clauses of the rules that it met."""
    verb = {"did": "played", "would": "would play"}[how]
    lines = [f"{SIDES[step.state.to_move]} {verb} {step.text}:"]
    events_and_tests = _with_last_tests(step.state.trace(step.action, tests=True))
    for kind, group in groupby(events_and_tests, key=lambda event: (event.kind, event.clause)):
        events = list(group)
        told = list(map(_cited, events))
        if kind[0] == "drop":
            told = [_dropped(step.state.rules, events)]
        lines += [f"  {sentence}" for sentence in told]
    lines += _next(step)
    met = [(event.field, event.clause) for event in events_and_tests] + _replay(step)
    return "\n".join([*lines, *_rules_met(step.state.rules, met)])


def _with_last_tests(events: Sequence[Event]) -> list[Event]:
    """The events with the tests of the last lap alone: what went before is why it went on."""
    drops = [place for place, event in enumerate(events) if event.kind == "drop"]
    last = drops[-1] if drops else 0
    return [event for place, event in enumerate(events) if event.kind != "test" or place > last]


def _dropped(rules: Rules, events: Sequence[Event]) -> str:
    """Seeds that fall one after the other, in one line."""
    if len(events) == 1:
        return _cited(events[0])
    places = []
    targets = [event.target or (event.side, None) for event in events]
    kinds = groupby(
        targets, key=lambda at: (at[0], at[1] is not None and not is_field(rules, at[1]))
    )
    for (side, is_pit), group in kinds:
        found = list(group)
        numbered = f"pit{'s' * (len(found) > 1)} {', '.join(str(pit) for _, pit in found)}"
        places.append(f"{SIDES[side]}'s {numbered}" if is_pit else place_words(rules, found[0]))
    return f"Seeds fall in {', '.join(places)}.{beside(events[0].clause)}"


def why_not(state: State, action: int) -> str:
    """Why an action is not legal: the fault, which ends with the text of the clause.

    A game whose clauses have no texts says what its description says there.
    """
    try:
        state.play(action)
    except IllegalAction as error:
        met = [] if error.clause_text else [(error.field, error.clause)]
        return "\n".join([refusal(state, action), *_rules_met(state.rules, met)])
    return ""


def _rules_met(rules: Rules, met: Iterable[tuple[str, str]]) -> list[str]:
    """What the rule book says to these fields and clauses; where it has no text, the description.

    Each clause is said once.
    """
    book, said = rules.clauses, []
    for field, clause in met:
        texts = [f"{number}: {book[number]}" for number in clause.split(", ") if number in book]
        said += texts or _sentences(rules, field)
    return ["The rules:", *(f"  {line}" for line in dict.fromkeys(said))] if said else []


def _sentences(rules: Rules, field: str) -> list[str]:
    """What a description says about a field, each sentence after its clause if it has one."""
    named = {field, field.partition(".")[0]}
    return [
        text if clause == NO_CLAUSE else f"{clause}: {text}"
        for name, clause, text in rules.lines()
        if name in named
    ]


# Help


def manual(rules: Rules) -> str:
    """The help: all that can be typed in this game."""
    lines = [f"Actions of {called(rules)}, seen by the player to move:"]
    lines += [f"  {form:10} {text}" for form, text in _forms(rules)]
    lines.append("Others:")
    lines += [f"  {form:10} {text}" for form, text in _WORDS]
    return "\n".join(lines)


def _forms(rules: Rules) -> Iterable[tuple[str, str]]:
    actions = rules.actions
    if any(action.direction for action in actions):
        yield "3>", "play your pit 3 the way its numbers rise"
        yield "3<", "play your pit 3 the other way"
    else:
        yield "3", "play your pit 3; the numbers stand beside the pits and rise as you sow"
    if any(action.kind == "sow" and action.side == "other" for action in actions):
        owned = marks_say(rules) == "owned"
        whose = "on the other side" if owned else "of the other player"
        filled = {"places_for_both", "symmetric"} & set(rules.features) == {"places_for_both"}
        yield "o3", f"{'while seeds are laid out, put one in' if filled else 'play'} pit 3 {whose}"
    if "gives_seeds" in rules.features:
        yield "3", "when you are to give the other player a seed, give one of your pit 3"
    if "store_back" in rules.features:
        yield (
            "3>, 3<",
            "when you are asked which way captured seeds go: the pit where they begin, and the way",
        )
    kinds = _kinds(rules)
    for kind, form, text in _FURTHER:
        if kind in kinds:
            yield form, text


def _kinds(rules: Rules) -> set[str]:
    """The kinds of actions that sow no pit, as the help tells them apart."""
    kinds: set[str] = {action.kind for action in rules.actions}
    if any(action.kind == "put" and action.side == "other" for action in rules.actions):
        kinds.add("put_across")
    if "chooses_beside" in rules.features:
        kinds = (kinds - {"take", "stop"}) | {"beside", "none_beside"}
    return kinds


_FURTHER = (
    ("reserve", "r", "enter your reserve; the turn then continues with a pit"),
    ("put", "p3", "in the opening, put the seeds of the pit that you have played in your pit 3"),
    ("put_across", "op3", "put them in pit 3 of the other player"),
    ("count", "n3", "sow three seeds of the pit that you have chosen"),
    ("store", "c3", "sow three of the seeds that you have captured, in place of a pit"),
    ("take", "t5", "after a capture, take the seeds of the other player's pit 5 too"),
    ("beside", "t5, ot5", "take your pit 5, or that of the other player, beside your last seed"),
    ("none_beside", "s", "end your turn where you could take such a pit"),
    ("stop", "s", "end your turn where you could sow on; the number of the pit sows on"),
    (
        "capture",
        "x",
        "capture where you could sow on; the number sows on. The turn ends, if nothing is sown on",
    ),
    ("lot", "l, ol", "lots between two rounds: they are drawn, nobody plays them"),
    ("keep", "k", "leave the board as it lies when all seeds are laid out, and begin"),
    ("swap", "w", "turn the board round when all seeds are laid out"),
    ("leave", "e3", "between two rounds, leave your pit 3 without seeds for the next one"),
    ("file", "f5", "after a capture, take the seeds of file 5 too: the column of that number"),
)
"""Actions that sow no pit: kind, how they are written, what they do."""

_WORDS = (
    ("?", "this help"),
    ("Enter", "show the board again"),
    ("rules", "say the game, clause by clause"),
    ("why", "explain the last action, or why what you typed is not legal"),
    ("why 3", "explain what an action would do, or why it is not legal"),
    ("u", "take back to where a person decided last"),
    ("q", "leave (as Ctrl-D and Ctrl-C do); says how to continue"),
)
