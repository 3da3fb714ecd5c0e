"""A recorded game beside the engine, lap by lap."""

from __future__ import annotations

from collections import Counter
from itertools import takewhile
from typing import Any

import family_excuses_ends  # noqa: F401, conditions are found in EXCUSES by name
import family_excuses_fields  # noqa: F401
import family_excuses_fours  # noqa: F401
import family_excuses_hands  # noqa: F401
import family_excuses_laps  # noqa: F401
import family_excuses_marks  # noqa: F401
import family_excuses_owned  # noqa: F401
import family_excuses_rounds  # noqa: F401
import family_excuses_shared  # noqa: F401
import mancalab as mc
from family_case import EXCUSES, STOP, Case, chosen_site, told
from family_laps import Lap, Pit, board_of, laps_of
from family_marks import flags, made_marks, marks_by_maker, marks_of, owned_by_marks
from family_records import CAPTURE, Board, Game, Playout, Ply
from family_report import Report
from family_rounds import (
    changed_pits,
    empty_pits,
    last_of_filling,
    left_as,
    marked_pits,
    shared_pits,
    unfilled_pits,
    without_seeds,
)
from family_sites import actions_from, site
from mancalab._core import _observed

# Laps that are looked at to tell two directions apart: a hand that goes right round does not.
LAPS = 5


class Replay:
    """One recorded game beside the engine."""

    def __init__(self, game: Game, playout: Playout, report: Report) -> None:
        self.game, self.playout, self.report = game, playout, report
        self.layout = game.layout
        replay = game.rules.options.get("replay")
        relay = game.rules.options.get("relay")
        relays = relay is not None and bool(relay.value)
        # An action is one lap, then; where laps follow, the trace tells extra turns from them.
        self.again = replay is not None and bool(replay.value) and not relays
        self.plies = playout["moves"]
        self.state: mc.State | None = game.rules.start()
        self.at = 0
        self.resumed = -1
        self.swept: Board | None = None  # the board when the game is over, after all sweeps
        self.turns = [0, 0]
        kinds = {kind: most for _, kind, _, most in _observed(game.rules)}
        self.most_turns = kinds.get("turns", 0)  # as far as the rules tell turns apart
        self.closed: frozenset[Pit] = frozenset()
        # The records of some games do not tell who has marked what: by the rules.
        # Pits that players leave are marked between two rounds; if they are not closed, not later.
        leaves = {"leaves_pits", "closed_pits"} & set(game.rules.features) == {"leaves_pits"}
        self.marks = self.state.marks.tolist() if "mark" in kinds and not leaves else None
        # Marks that stay for the round: of pits that are closed, or of pits that change hands.
        self.closes = "closed_pits" in game.rules.features
        self.owns = "owned_pits" in game.rules.features
        self.fills = "fills_pits" in game.rules.features
        # Nobody sows from some pits, and perhaps the record says which; else they are ours.
        bars = "bars_marked" in game.rules.features
        self.tells = bars and (not self.owns or any(ply.get("extra") for ply in self.plies))
        # A site stands among the legal ones once for each number of its seeds that may be sown.
        self.counts = "chooses_number" in game.rules.features
        # A hand stands there once: of captured seeds all are sown, or none.
        self.stored = "sows_store" in game.rules.features
        # Which seeds were lifted, and which pits rest, the records do not tell: by the rules.
        self.rests = any(name.startswith("rests_") for name in game.rules.features)
        self.lifted = self.state.lifted.tolist() if "lifted" in kinds else None
        # The pits that captures mark.
        self.shared = shared_pits(game.rules)
        keeps = (bars and not self.tells) or bool(self.shared)
        self.claims = self.state.claims.tolist() if keeps else None
        self.began = self.state.to_move  # the round
        self.rounds = 0  # that are over
        self.script: list[Ply] = []  # of an opening that is played out in every round

    def run(self) -> None:
        """Compare the whole game."""
        self.report.playouts += 1
        self.begin()
        while self.at < len(self.plies) and self.state is not None:
            ply = self.plies[self.at]
            end = None
            if not self.stored:  # else seeds are also moved from the hand to be sown
                end = last_of_filling(self.plies, self.at, self.script)
            if end is not None:
                self.compare_refill(self.state, end)
            elif ply["k"] == "pass":
                self.compare_pass(self.state, ply)
            else:
                self.compare_turn(self.state, ply)
        if self.playout["end"] == "NaturalEnd" and self.state is not None:
            self.compare_end(self.state)

    def begin(self) -> None:
        """Compare the first position; or find it, where an opening has been played out."""
        assert self.state is not None
        start = board_of(self.state, self.layout.kept)
        if self.game.setting.begin:
            self.turns = list(self.game.setting.turns)
            for ply in self.plies[: self.game.setting.begin]:
                # Seeds that are placed before the game are no turn.
                self.turns[ply["p"] - 1] += ply["k"] == "select" and ply["next"] != ply["p"]
            self.resume(self.game.setting.begin - 1)
        elif self.game.setting.opening:
            self.at = 1 + next(
                i
                for i, ply in enumerate(self.plies)
                if self.layout.board(ply["after"]).pits == start.pits
                and ply["next"] - 1 == self.state.to_move
            )
            self.script = self.plies[: self.at * ("lays_again" in self.game.rules.features)]
        elif self.layout.board(self.playout["start"]) != start:
            self.disagree(f"starts with {self.playout['start']}, not {start}")

    def compare_refill(self, state: mc.State, end: int) -> None:
        """The next round must begin with the same board, and with the same player."""
        ply = self.plies[end]
        self.rounds += 1
        is_last = self.rounds == self.game.setting.rounds
        if is_last or end + 1 == len(self.plies):  # not to be compared, or cut short
            self.at, self.state = len(self.plies), None
            return
        self.report.plies += end + 1 - self.at
        there = self.layout.board(ply["after"])
        state = left_as(state, there)
        here = board_of(state, self.layout.kept)
        if self.lifted is not None:
            self.lifted = [[False] * len(side) for side in self.lifted]
        is_same = (here, state.to_move) == (there, ply["next"] - 1)
        if self.closes:
            self.marks = self.unless_shared(empty_pits(there))
            self.claims = None if self.claims is None else self.unless_shared(self.claims)
            self.closed |= marked_pits(self.marks)
        elif self.owns:
            changed = changed_pits(self.layout, there, self.plies[self.at - 1 : end + 2])
            self.marks = owned_by_marks(self.layout, changed, made_marks(ply))
            self.closed = marked_pits(empty_pits(there))
            is_same &= self.marks == state.marks.tolist()
        elif self.fills:
            self.marks = unfilled_pits(self.game.rules, there)
        self.began = ply["next"] - 1
        is_same &= not self.tells or made_marks(ply) == marks_of(self.layout, state)
        if not is_same:
            case = Case(self.game, state, self.plies[end:], "round", marks=self.marks)
            case.filling = self.plies[self.at : end + 1]
            who = f"{'SN'[ply['next'] - 1]} to move, {self.marks}"
            self.differ(case, f"{told(state)}, {state.marks.tolist()}, not {there}, {who}")
            self.resume(end)
            return
        self.at, self.state = end + 1, state

    def compare_pass(self, state: mc.State, ply: Ply) -> None:
        """A pass: that player must have nothing to play here either, or may choose it."""
        stops = [a for a in state.legal_actions if state.rules.actions[a].kind == "stop"]
        if stops and state.to_move == ply["p"] - 1:
            self.compare_choice(state, ply, list(state.legal_actions))
            self.report.plies += 1
            self.at += 1
            self.state = state.play(stops[0])
            return
        # A turn that came to a marked pit, from where it cannot go on, ends with a pass.
        bars = self.tells or self.claims is not None
        ends_turn = bars and self.at > 0 and self.plies[self.at - 1]["p"] == ply["p"]
        if not ends_turn and not state.is_over and state.to_move == ply["p"] - 1:
            legal = list(state.legal_actions)
            if not self.compare_choice(state, ply, legal):
                self.resume(self.at)
            return
        self.report.plies += 1
        self.at += 1

    def compare_turn(self, state: mc.State, ply: Ply) -> None:
        if state.is_over or state.to_move != ply["p"] - 1:
            self.compare_turn_order(state, ply)
            return
        candidates = [
            action
            for action in actions_from(self.game, state, self.played_from(ply))
            if self.sows_all(state, action)
        ]
        end = self.turn_end(self.at)
        lost = 0 if candidates else end + 1 - self.at
        self.compare_choice(state, ply, list(state.legal_actions), lost)
        if not candidates:
            self.resume(end)
            return
        self.report.turns += 1
        if self.counts:
            state = state.play(candidates[0])
            candidates = list(state.legal_actions)
        action, laps = self.chosen(state, candidates)
        self.turns[state.to_move] += 1
        after = state.play(action)
        self.swept = board_of(after, self.layout.kept) if after.is_over else None
        self.keep_marks(state, after)
        self.keep_lifted(after, laps)
        if self.compare_laps(state, laps, plays_on=after.to_move == state.to_move):
            self.state = after
            if after.registers.get("round") != state.registers.get("round"):
                return  # laid out anew
            if self.tells and not after.is_over:
                self.compare_marks(state, after, laps)
            self.compare_board(action, state, laps[-1])

    def compare_board(self, action: int, before: mc.State, last: Lap) -> None:
        """The position must be what its trace leads to, unless the record ends with other marks."""
        state = self.state
        if state is None or state.is_over:
            return
        if board_of(state, self.layout.kept) != last.after:
            self.disagree(f"the trace of action {action} in {told(before)} ends elsewhere")

    def keep_marks(self, state: mc.State, after: mc.State) -> None:
        """Keep the marks of an action, where the record does not tell them."""
        if self.marks is not None:
            self.marks = (state if self.closes or self.owns else after).marks.tolist()
            for side, pit in self.shared:
                self.marks[side][pit] = bool(after.marks[side, pit])
        if self.claims is not None:
            self.claims = after.claims.tolist()

    def keep_lifted(self, after: mc.State, laps: list[Lap]) -> None:
        """Keep where the laps of an action began, or which pits rest."""
        if self.rests and not after.is_over:
            self.lifted = after.lifted.tolist()
            return
        for lap in laps if self.lifted is not None else []:
            if lap.origin is not None and self.lifted is not None:
                side, pit = lap.origin
                self.lifted[side][pit] = True

    def compare_marks(self, state: mc.State, after: mc.State, laps: list[Lap]) -> None:
        """The turn must have left the same marks of the players."""
        ply = self.plies[self.at - 1]
        here, there = marks_of(self.layout, after), made_marks(ply)
        if here != there:
            case = Case(self.game, state, [ply], "marks", laps[-1], laps[:-1])
            self.differ(case, f"{here}, not {there}, from {told(state)} on")
            self.resume(self.at - 1)

    def compare_turn_order(self, state: mc.State, ply: Ply) -> None:
        """Go on from the record's position where it is another player's turn, or over, here."""
        what = f"over ({state.outcome})" if state.is_over else "the other player's turn"
        is_second_try = self.at in {0, self.resumed}
        case = Case(self.game, state, self.plies[self.at :], "turn")
        lost = self.turn_end(self.at) + 1 - self.at if is_second_try else 0
        self.differ(case, f"{what} in {told(state)} at {ply}", lost)
        self.resumed = self.at
        self.resume(self.turn_end(self.at) if is_second_try else self.at - 1)

    def compare_choice(self, state: mc.State, ply: Ply, legal: list[int], lost: int = 0) -> bool:
        """Compare the legal actions; whether they are the same. `lost`: plies that are not ours."""
        here: Counter[int] = Counter()
        for action in legal:
            if not self.sows_all(state, action):
                continue
            numbers = state.play(action).legal_actions if self.counts else [action]
            here[site(self.game, state, action)] += len(numbers)
        there = Counter(site for site in map(self.chosen_site, ply["legal"]) if site is not None)
        if len(there) == 1:  # a forced pass is no choice
            del there[STOP]
        if here == there:
            return True
        case = Case(self.game, state, self.plies[self.at :], "choice")
        case.before = self.plies[self.at - 1] if self.at else None
        case.missing = [a for a in legal if site(self.game, state, a) in here - there]
        case.extra = list((there - here).elements())
        what = (
            f"legal are {sorted(here.elements())}, not {sorted(there.elements())}, in {told(state)}"
        )
        self.differ(case, what, lost)
        return False

    def chosen_site(self, legal: object) -> int | None:
        """The site of a legal action, also of the hand where nothing else could be sown."""
        sown = self.stored and isinstance(legal, str) and legal.startswith("moven:")
        return CAPTURE if sown else chosen_site(legal)

    def played_from(self, ply: Ply) -> int:
        """The site of the action that was played."""
        return CAPTURE if self.stored and ply["k"] == "moven" else ply["from"]

    def sows_all(self, state: mc.State, action: int) -> bool:
        """Whether an action does not sow just a part of the captured seeds: the records sow all."""
        played = state.rules.actions[action]
        return played.kind != "store" or played.count == state.stores[state.to_move]

    def compare_laps(self, state: mc.State, laps: list[Lap], *, plays_on: bool) -> bool:
        """Compare the laps of a turn with the plies from here on; whether all agree.

        If not, the game goes on from where the record's turn has ended. `plays_on`: after these
        laps the same player has another turn.
        """
        end = self.turn_end(self.at)
        is_cut = end + 1 == len(self.plies) and self.playout["end"] != "NaturalEnd"
        for number in range(max(len(laps), end + 1 - self.at)):
            lap = laps[number] if number < len(laps) else None
            if self.at > end and is_cut:
                self.state = None
                return False
            if lap is None and plays_on:
                break
            if lap is None or self.at > end or not self.agrees(lap, is_first=number == 0):
                rest = self.plies[self.at : end + 1]
                case = Case(self.game, state, rest, "lap", lap, laps[:number])
                self.differ(case, self.unlike(state, lap), len(rest))
                self.resume(end)
                return False
            self.at += 1
            self.report.plies += 1
        return True

    def agrees(self, lap: Lap, *, is_first: bool) -> bool:
        """Whether the ply is that lap: with no other choice than it, and to the same board."""
        ply = self.plies[self.at]
        if not is_first and lap.origin and ply["legal"] != [self.site_of(lap.origin)]:
            return False
        board = self.layout.board(ply["after"])
        # Some programs sweep what is left with the last ply, some when both have passed, some not.
        rest = self.plies[self.at + 1 :]
        sweeps = "seeds_that_nobody_can_play_stay" not in self.game.setting.excuses
        passes = sweeps and (not rest or rest[0]["k"] == "pass")
        return (
            board == lap.after
            or (not rest and board == self.swept)
            or (passes and board == lap.before_sweep)
        )

    def compare_end(self, state: mc.State) -> None:
        outcome = state.outcome
        case = Case(self.game, state, self.plies[-1:], "end")
        if outcome is None:
            self.differ(case, f"the record has ended, but not {told(state)}")
            return
        self.report.ends += 1
        winner = {0: None, 1: 0, 2: 1}[self.playout["winner"] or 0]
        score = [n // self.layout.unit for n in self.playout.get("score", [])]
        score = score or list(outcome.score)
        if (outcome.winner, list(outcome.score)) != (winner, score):
            self.differ(case, f"{outcome}, but winner {winner}, score {score}")

    def differ(self, case: Case, what: str, plies: int = 1) -> None:
        """Count a difference: as excused if it is one of a deviation known for this game.

        `plies`: how many cannot be compared.
        """
        case.before = self.plies[self.at - 1] if self.at else None
        case.turns, case.playout = (self.turns[0], self.turns[1]), self.playout
        case.closed = self.closed
        for name in self.game.setting.excuses:
            moments, holds = EXCUSES[name]
            if case.moment in moments and holds(case):
                self.report.excused[name] += max(plies, 1)
                return
        self.disagree(f"{case.moment}: {what}")

    def disagree(self, what: str) -> None:
        self.report.disagree(self.playout, self.at, what)

    def unlike(self, state: mc.State, lap: Lap | None) -> str:
        here = "no lap" if lap is None else f"{lap.hand} from {lap.origin}: {lap.after}"
        is_there = self.at < len(self.plies)
        there = self.layout.board(self.plies[self.at]["after"]) if is_there else None
        return f"in {told(state)}: {here}, not {there}"

    def resume(self, end: int) -> None:
        """Go on from the record's position after a ply, or give up if the record ends there."""
        ply = self.plies[end]
        self.at = end + 1
        if ply["next"] == 0 or (self.at == len(self.plies) and self.playout["end"] != "NaturalEnd"):
            self.at, self.state = len(self.plies), None
            return
        after = self.plies[self.at]
        # Of a turn that goes on elsewhere here, or that ends with a pass at a pit that is shared.
        stops = bool(self.shared) and after["k"] == "pass" and ply["k"] == "select"
        if after["k"] == "remove" or (stops and after["p"] == ply["p"]):
            self.resume(self.at)
            return
        pits = self.layout.board(ply["after"]).pits
        kept = self.kept(ply) | self.kept_marks(ply)
        if self.lifted is not None:
            kept["lifted"] = self.lifted
        self.state = self.game.rules.state(pits=pits, to_move=ply["next"] - 1, **kept)

    def kept(self, ply: Ply) -> dict[str, Any]:
        """The stores of a position of the record, and what the players did before it."""
        stores = self.layout.board(ply["after"]).stores
        registers: dict[str, Any] = {}
        if self.most_turns:
            registers["turns"] = [min(n, self.most_turns) for n in self.turns]
        if self.state is not None and "heading" in self.state.registers:
            registers["heading"] = self.state.registers["heading"]
        if "rounds" in self.game.rules.features:
            registers["began"] = [1 - self.began, self.began]
        kept = {self.layout.kept: stores} if stores is not None else {}
        return kept | {"registers": registers}

    def kept_marks(self, ply: Ply) -> dict[str, Any]:
        """The marks of a position of the record, as it tells them or by the rules."""
        made = made_marks(ply)
        if self.tells and not self.owns:
            return marks_by_maker(self.layout, made)
        if self.marks is None:
            return {}
        if self.tells:
            self.marks = owned_by_marks(self.layout, self.marks, made)
            return {"marks": self.marks, "claims": flags(self.layout, made)}
        marks = self.marks
        if self.fills:  # the program may have other pits full
            unfilled = unfilled_pits(self.game.rules, self.layout.board(ply["after"]))
            rows = zip(self.marks, unfilled, strict=True)
            marks = [[a and b for a, b in zip(*row, strict=True)] for row in rows]
        elif self.closes:  # under wrong rules seeds may lie where none should
            pits = self.layout.board(ply["after"]).pits
            marks = without_seeds(self.marks, pits)
            for side, pit in self.shared:
                marks[side][pit] = self.marks[side][pit]
        return {"marks": marks} | ({} if self.claims is None else {"claims": self.claims})

    def unless_shared(self, marks: list[list[bool]]) -> list[list[bool]]:
        """The marks without those of pits that captures mark."""
        return [
            [mark and (side, pit) not in self.shared for pit, mark in enumerate(row)]
            for side, row in enumerate(marks)
        ]

    def turn_end(self, at: int) -> int:
        """The last ply of the turn: laps have no choice, and nobody passes between them."""
        while (
            at + 1 < len(self.plies)
            and self.plies[at]["next"] == self.plies[at]["p"] == self.plies[at + 1]["p"]
            and self.plies[at + 1]["k"] == "select"
            and len(self.plies[at + 1]["legal"]) == 1
            and not self.again
        ):
            at += 1
        return at

    def chosen(self, state: mc.State, actions: list[int]) -> tuple[int, list[Lap]]:
        """The action that was played: of two directions, the one of which more laps agree.

        Where they are equally many, the one whose next lap was sown as in the record, or after
        which more pits hold the same.
        """
        found = [(a, laps_of(state, a, self.layout.kept)) for a in actions]
        there = [self.layout.board(ply["after"]) for ply in self.plies[self.at : self.at + LAPS]]

        def alike(lap: Lap, board: Board) -> int:
            rows = zip(lap.after.pits, board.pits, strict=True)
            return sum(a == b for row in rows for a, b in zip(*row, strict=True))

        def agreeing(one: tuple[int, list[Lap]]) -> tuple[int, bool, int]:
            beside = list(zip(one[1], there, strict=False))
            number = len(list(takewhile(lambda pair: pair[0].after == pair[1], beside)))
            after = beside[number : number + 1]
            sown = any(lap.landed == board for lap, board in after)
            return number, sown, sum(alike(lap, board) for lap, board in after)

        return max(found, key=agreeing)

    def site_of(self, pit: Pit) -> int:
        return self.layout.sides[pit[0]][pit[1]]
