"""The board of a notebook, any messages of its page in any order, beside lists of actions."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import mancalab as mc
from batch_model import seeds
from chosen_games import CHOSEN
from machine_cases import JSON, shown, tried
from mancalab._browser.slots import claims, counts, lifted, marks
from mancalab.widget import Board

GAMES = [*CHOSEN[::3], "kalah columns=2 seeds=1", "oware repetition=first_since_capture"]
AGENTS = ("manual", "Random", "Greedy")
PLAIN = ("undo", "redo", "new", "save", "hint", "answer")
DONE = (*PLAIN, "play", "go", "position", "load", "game", "option", "player", "none of these")
KEYS = (
    "action",
    "to",
    "counts",
    "marks",
    "claims",
    "lifted",
    "side",
    "text",
    "name",
    "value",
    "ply",
)


class Page(RuleBasedStateMachine):
    """A board, and beside it what was played, what can be played again, and who plays."""

    @initialize(
        game=st.sampled_from(GAMES),
        seed=st.integers(0, 2**32),
        players=st.sampled_from(
            [("manual", "manual"), ("manual", "greedy"), ("random", None), ("random", "greedy")]
        ),
    )
    def begin(self, game: str, seed: int, players: tuple[str, str | None]) -> None:
        self.board = Board(game, seed=seed, south=players[0], north=players[1])
        self.opening = mc.Rules.from_text(game).start()
        self.manual = [name in {"manual", None} for name in players]
        self.files: list[tuple[mc.Record, str, list[bool]]] = []
        self.fault = False
        self.start_again()

    # The model

    def start_again(self) -> None:
        self.states = [self.opening]
        self.actions: list[int] = []
        self.ahead: list[int] = []

    @property
    def state(self) -> mc.State:
        return self.states[-1]

    @property
    def turn(self) -> str:
        if self.state.is_over:
            return "over"
        return "manual" if self.manual[self.state.to_move] else "agent"

    def played(self, action: int) -> None:
        self.states.append(self.state.play(action))
        self.actions.append(action)
        self.ahead = self.ahead[1:] if self.ahead[:1] == [action] else []

    def taken_back(self, ply: int) -> None:
        self.ahead = self.actions[ply:] + self.ahead
        del self.actions[ply:], self.states[ply + 1 :]

    def last_choice(self) -> int | None:
        """The ply of a person's last choice; of the last one of all where no person plays."""
        plies = range(len(self.actions))
        if any(self.manual):
            mine = [ply for ply in plies if self.manual[self.states[ply].to_move]]
        else:
            mine = list(plies)
        return mine[-1] if mine else None

    def send(self, do: str, *, fault: bool = False, **message: Any) -> None:
        """Let the page ask for something; `fault`: whether the board has to refuse it."""
        serial = self.board.view["serial"]
        self.board.handle({"do": do, **message})
        view = self.board.view
        done = view["serial"] != serial  # else what was said last still stands
        assert (done and view["fault"] != "") == fault, view["fault"]

    # The game

    @precondition(lambda self: self.turn == "manual")
    @rule(data=st.data())
    def play(self, data: st.DataObject) -> None:
        action = data.draw(st.sampled_from(self.state.legal_actions))
        before = self.state
        self.send("play", action=action, ply=len(self.actions))
        lost = sum(event.count for event in before.trace(action) if event.removed)
        self.played(action)
        assert seeds(self.board.state) == seeds(before) - lost

    @rule(data=st.data(), times=st.integers(2, 12))
    def play_on(self, data: st.DataObject, times: int) -> None:
        for _ in range(times):
            if self.turn == "manual":
                self.play(data)
            elif self.turn == "agent":
                self.answer()
            self.shows_the_model()

    @precondition(lambda self: self.ahead and self.turn == "manual")
    @rule()
    def play_what_was_taken_back(self) -> None:
        self.send("play", action=self.ahead[0])
        self.played(self.ahead[0])

    @rule(action=st.integers(-3, 70))
    def play_what_is_illegal(self, action: int) -> None:
        if action in self.state.legal_actions:
            return
        self.send("play", action=action, fault=self.turn == "manual")
        with pytest.raises(mc.IllegalAction):
            self.board.play(action)

    @rule(do=st.sampled_from(DONE), late=st.integers(-2, 3).filter(bool))
    def press_too_late(self, do: str, late: int) -> None:
        before = self.board.view
        self.board.handle({"do": do, "ply": len(self.actions) + late, "action": 0, "to": 0})
        assert self.board.view == before

    @rule()
    def answer(self) -> None:
        played = self.turn == "agent"
        self.send("answer")
        if not played:
            return
        action = self.board.record.actions[-1]
        self.played(action)
        # Asked again, agents say the same; and what was taken back can be played again.
        self.send("go", to=len(self.actions) - 1)
        self.send("answer")
        assert self.board.record.actions == tuple(self.actions)

    # Back and forth

    @rule()
    def undo(self) -> None:
        ply = self.last_choice()
        self.send("undo")
        if ply is not None:
            self.taken_back(ply)

    @rule()
    def redo(self) -> None:
        self.send("redo")
        while self.ahead:
            self.played(self.ahead[0])
            if not any(self.manual) or self.manual[self.state.to_move]:
                break

    @rule(ply=st.integers(-2, 90))
    def go(self, ply: int) -> None:
        self.send("go", to=ply)
        if 0 <= ply < len(self.actions):
            self.taken_back(ply)
        while self.ahead and len(self.actions) < ply:
            self.played(self.ahead[0])

    @rule(ways=st.lists(st.sampled_from(["undo", "redo"]), min_size=2, max_size=8))
    def walk(self, ways: list[str]) -> None:
        for way in ways:
            self.undo() if way == "undo" else self.redo()
            self.shows_the_model()

    @precondition(lambda self: self.actions)
    @rule()
    def undo_and_redo_come_back(self) -> None:
        actions, state = self.board.record.actions, self.board.state
        self.send("go", to=0)
        assert self.board.state == self.opening
        self.send("go", to=len(actions))
        assert self.board.record.actions == actions
        assert shown(self.board.state) == shown(state)

    # What is played

    @rule()
    def new(self) -> None:
        self.send("new")
        self.start_again()

    @rule(name=st.sampled_from([*CHOSEN, "no game", ""]))
    def choose_a_game(self, name: str) -> None:
        before = self.board.session.own_opening
        known = name in mc.catalogue
        self.send("game", name=name, fault=not known)
        if known:
            own = before.rules.name == name
            self.opening = before if own else mc.catalogue[name].start()
            self.start_again()

    @rule(data=st.data())
    def choose_an_option(self, data: st.DataObject) -> None:
        rules = self.opening.rules
        name = data.draw(st.sampled_from(sorted(rules.options)))
        values = list(rules.options[name].allowed)[:20]
        value: Any = data.draw(st.sampled_from([*values, None, 200, "no value"]))
        try:
            opening = rules.replace(**{name: value}).start()
        except (ValueError, TypeError):
            self.send("option", name=name, value=value, fault=True)
        else:
            self.send("option", name=name, value=value)
            self.opening = opening
            self.start_again()

    @rule(side=st.sampled_from([0, 1]), name=st.sampled_from([*AGENTS, "nobody"]))
    def choose_a_player(self, side: int, name: str) -> None:
        self.send("player", side=side, name=name)
        if name in AGENTS:
            self.manual[side] = name == "manual"
            self.start_again()

    @rule(data=st.data(), side=st.sampled_from([0, 1]))
    def set_up(self, data: st.DataObject, side: int) -> None:
        seeds, marked, claimed = counts(self.state), marks(self.state), claims(self.state)
        places = st.integers(0, len(seeds) - 1)
        source, target = data.draw(places), data.draw(places)
        moved = data.draw(st.integers(0, seeds[source]))
        seeds[source] -= moved
        seeds[target] += moved
        n = self.opening.rules.pits_per_side
        were = lifted(self.state)
        parts: dict[str, Any] = {"counts": seeds, "marks": marked, "claims": claimed, "side": side}
        parts["lifted"] = were
        try:
            opening = self.opening.rules.state(
                pits=[seeds[:n], seeds[n : 2 * n]], stores=seeds[2 * n : 2 * n + 2],
                reserves=seeds[2 * n + 2 :], to_move=side,
                marks=[[s * n + pit in marked for pit in range(n)] for s in (0, 1)],
                claims=[[s * n + pit in claimed for pit in range(n)] for s in (0, 1)],
                lifted=[[s * n + pit in were for pit in range(n)] for s in (0, 1)],
            )  # fmt: skip
        except ValueError:
            self.send("position", **parts, fault=True)
        else:
            self.send("position", **parts)
            self.opening = opening
            self.start_again()

    # Files

    @rule()
    def save(self) -> None:
        self.send("save")
        file = self.board.view["file"]
        record = mc.Record.from_json(file["text"])
        assert record == self.board.record
        assert file["name"] == f"{self.opening.rules.name}.json"
        self.files.append((record, file["text"], list(self.manual)))

    @precondition(lambda self: self.files)
    @rule(data=st.data())
    def load(self, data: st.DataObject) -> None:
        record, text, self.manual = data.draw(st.sampled_from(self.files))
        self.manual = list(self.manual)
        self.send("load", text=text)
        assert self.board.record == record
        self.opening = record.start
        self.start_again()
        for action in record.actions:
            self.played(action)

    @rule(text=st.text() | JSON.map(json.dumps))
    def load_no_record(self, text: str) -> None:
        self.send("load", text=text, fault=True)

    # What no page of ours sends

    @rule(
        do=st.sampled_from(DONE) | JSON,
        rest=st.dictionaries(st.sampled_from(KEYS), JSON, max_size=5),
    )
    def anything(self, do: Any, rest: dict[str, Any]) -> None:
        """Whatever becomes of it, the board is one that could have been played."""
        self.board.handle({"do": do, **rest})
        self.board.handle(do)
        record, session = self.board.record, self.board.session
        self.opening = record.start
        self.manual = [player.manual for player in session.players]
        self.start_again()
        for action in record.actions:
            self.played(action)
        self.ahead = list(session.ahead)

    # What holds

    @invariant()
    def shows_the_model(self) -> None:
        if not hasattr(self, "board"):
            return
        board, view = self.board, self.board.view
        assert shown(board.state) == shown(self.state)
        assert board.record.start == self.opening
        assert board.record.actions == tuple(self.actions)
        assert [move[2] for move in view["moves"]] == self.actions + self.ahead
        choices = self.state.legal_actions if self.turn == "manual" else ()
        assert [choice[0] for choice in view["choices"]] == list(choices)
        assert view["turn"] == self.turn
        assert (view["ply"], view["counts"]) == (len(self.actions), counts(self.state))
        assert view["undo"] == (self.last_choice() is not None)
        assert view["redo"] == bool(self.ahead)
        assert view["setup"]["game"] == self.opening.rules.name
        json.dumps(view, allow_nan=False)


Page.TestCase.settings = tried(12, 1_000)
test_any_messages_of_the_page = Page.TestCase
