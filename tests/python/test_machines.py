"""Games as states and records, any calls in any order, beside a list of actions."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import mancalab as mc
from batch_model import seeds
from chosen_games import CHOSEN
from machine_cases import ANYTHING, Shown, answer, position, shown, tried

PARTS = ("pits", "stores", "reserves", "marks", "registers", "to_move", "phase")
FIELDS = ("rules", "actions", "start", "agents", "seed", "number")

GAMES = [
    *(mc.catalogue[name] for name in CHOSEN),
    mc.rules("oware", repetition="first_since_capture"),
    mc.rules("kalah", columns=2, seeds=1, max_actions=6),
    mc.rules("pratt", endless="loss", skip="turn"),
]


def removed(state: mc.State, action: int) -> int:
    """Seeds that an action takes from the game."""
    return sum(event.count for event in state.trace(action) if event.removed)


class Game(RuleBasedStateMachine):
    """One game: the state now, and beside it the start and the list of actions."""

    @initialize(rules=st.sampled_from(GAMES))
    def begin(self, rules: mc.Rules) -> None:
        self.game = rules
        self.start_again(rules.start())

    def start_again(self, state: mc.State) -> None:
        """Let a position be the start; what was played before is forgotten."""
        self.start = self.state = state
        self.actions: list[int] = []
        self.known: list[tuple[mc.State, Shown]] = [(state, shown(state))]

    # Actions

    @precondition(lambda self: not self.state.is_over)
    @rule(data=st.data())
    def play(self, data: st.DataObject) -> None:
        before = self.state
        action = data.draw(st.sampled_from(before.legal_actions))
        lost = removed(before, action)
        self.state = before.play(action)
        assert seeds(self.state) == seeds(before) - lost
        assert self.state.last == (before.to_move, action)
        assert self.state.plies == before.plies + 1
        self.actions.append(action)
        self.known.append((self.state, shown(self.state)))

    @rule(action=st.integers(-3, 70))
    def play_what_is_illegal(self, action: int) -> None:
        if action in self.state.legal_actions:
            return
        for call in (self.state.play, self.state.trace):
            with pytest.raises(mc.IllegalAction) as caught:
                call(action)
            assert (caught.value.action, caught.value.legal) == (action, self.state.legal_actions)

    @rule(action=ANYTHING)
    def play_anything(self, action: Any) -> None:
        after = answer(lambda: self.state.play(action))
        events = answer(lambda: self.state.trace(action))
        assert (after is None) == (events is None)
        assert after is None or int(action) in self.state.legal_actions

    @precondition(lambda self: self.actions)
    @rule(data=st.data())
    def go_back(self, data: st.DataObject) -> None:
        ply = data.draw(st.integers(0, len(self.actions) - 1))
        del self.actions[ply:], self.known[ply + 1 :]
        self.state = self.known[-1][0]

    # Copies

    @rule(protocol=st.integers(2, pickle.HIGHEST_PROTOCOL))
    def go_on_with_a_pickle(self, protocol: int) -> None:
        again = pickle.loads(pickle.dumps(self.state, protocol))  # noqa: S301 - our own
        assert again == self.state == copy.deepcopy(self.state)
        assert hash(again) == hash(self.state)
        assert shown(again) == shown(self.state)
        self.state = again

    @rule()
    def go_on_from_a_text(self) -> None:
        if self.state.is_over:
            return  # a position does not tell how its game ended
        again = mc.State.from_text(self.state.to_text())
        assert again == self.state == mc.State.from_text(self.state.position_text, self.game)
        assert again.to_text() == self.state.to_text()
        self.start_again(again)

    @rule()
    def go_on_from_a_position(self) -> None:
        if not self.state.is_over:
            again = self.game.state(**position(self.state))
            assert again == self.state
            self.start_again(again)

    # What is no position

    @rule(part=st.sampled_from(PARTS), value=ANYTHING)
    def set_up_anything(self, part: str, value: Any) -> None:
        parts = position(self.state) | {part: value}
        found = answer(lambda: self.game.state(**parts))
        if found is not None and not found.is_over:
            assert shown(self.game.state(**position(found))) == shown(found)
            self.start_again(found)

    @rule(data=st.data())
    def move_a_few_seeds(self, data: st.DataObject) -> None:
        parts = position(self.state)
        pits = parts["pits"].reshape(-1)
        places = st.integers(0, len(pits) - 1)
        source, target = data.draw(places), data.draw(places)
        number = data.draw(st.integers(0, int(pits[source])))
        if int(pits[target]) + number > 255:
            return
        pits[source] -= number
        pits[target] += number
        found = answer(lambda: self.game.state(**parts))
        if found is not None:
            assert seeds(found) == seeds(self.state)
            if not found.is_over:
                self.start_again(found)

    @rule(data=st.data())
    def read_a_damaged_text(self, data: st.DataObject) -> None:
        text = data.draw(damaged(self.state.to_text()))
        found = answer(lambda: mc.State.from_text(text))
        assert found is None or mc.State.from_text(found.to_text()).to_text() == found.to_text()

    # Records

    def record(self) -> mc.Record:
        return mc.Record(self.game, tuple(self.actions), self.start, ("one", ""), 7, 3)

    @rule()
    def record_the_game(self) -> None:
        record = self.record()
        assert (record.final, record.plies) == (self.state, len(self.actions))
        assert record.outcome == self.state.outcome
        assert list(record.states()) == [state for state, _ in self.known]
        assert [action for _, turn in record.turns() for action in turn] == self.actions
        text = record.to_json()
        again = mc.Record.from_json(text)
        assert again == record == pickle.loads(pickle.dumps(record))  # noqa: S301 - our own
        assert (again.final.outcome, again.to_json()) == (self.state.outcome, text)

    @rule(field=st.sampled_from(FIELDS), value=ANYTHING)
    def record_anything(self, field: str, value: Any) -> None:
        record = self.record()
        parts = {name: getattr(record, name) for name in FIELDS} | {field: value}
        found = answer(lambda: mc.Record(**parts))
        assert found is None or mc.Record.from_json(found.to_json()) == found

    @rule(data=st.data())
    def read_a_damaged_record(self, data: st.DataObject) -> None:
        text = data.draw(damaged(self.record().to_json()))
        found = answer(lambda: mc.Record.from_json(text), (mc.RecordError,))
        assert found is None or mc.Record.from_json(found.to_json()) == found

    @invariant()
    def states_stay_as_they_were(self) -> None:
        if hasattr(self, "known"):
            for state, before in self.known[-3:]:
                assert shown(state) == before
            assert bool(self.state.legal_actions) != self.state.is_over


@st.composite
def damaged(draw: st.DrawFn, text: str) -> str:
    """A text with a piece of it replaced by another, or by a few characters."""
    first = draw(st.integers(0, len(text)))
    last = min(len(text), first + draw(st.integers(0, 12)))
    other = draw(st.integers(0, len(text)))
    piece = draw(st.text(max_size=4) | st.just(text[other : other + 9]))
    return text[:first] + piece + text[last:]


Game.TestCase.settings = tried(40, 2_000)
test_any_calls_of_states_and_records = Game.TestCase
