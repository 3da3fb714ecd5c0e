"""Bechi: seeds that were lifted before, and pits that are left without seeds, worked by hand."""

from __future__ import annotations

import copy
import re

import pytest

import mancalab as mc
import mark_cases
from mancalab import plots
from mancalab._base.marks import mark_words, marks_say
from mancalab._boards.describe import description, headline
from mancalab._boards.targets import Last, last_of
from mancalab._browser.frames import apply, choice, move
from mancalab._browser.slots import counts, lifted, read_position
from mancalab._browser.texts import TEXTS
from mancalab.cli.play import wording
from mancalab.envs.pages import page

BECHI = mc.rules("bechi")  # of each row, pits 0 and 1 are sown backward, 2 and 3 forward
EACH = mark_cases.changed(BECHI, ('lifted = "before"', 'lifted = "each"'))
NEVER = mark_cases.changed(BECHI, ('lifted = "before"', 'lifted = "never"'))
OPEN = mark_cases.changed(BECHI, ('order = "chosen"\n', 'order = "chosen"\nshort = "open"\n'))


def play(state: mc.State, *actions: str) -> mc.State:
    for action in actions:
        state = state.play(state.rules.action_from_text(action))
    return state


def texts(state: mc.State) -> list[str]:
    return [state.rules.action_text(action) for action in state.legal_actions]


def set_up(rules: mc.Rules, text: str) -> mc.State:
    """A position as notation writes it."""
    rows = [row.split() for row in re.findall(r"\[([^|]*)\|", text)]
    return rules.state(
        pits=[[int(re.sub(r"\D", "", word)) for word in row] for row in rows],
        stores=[int(store) for store in re.findall(r"\|(\d+)\]", text)],
        marks=[["'" in word for word in row] for row in rows],
        lifted=[["*" in word for word in row] for row in rows],
        to_move="SN".index(text[-1]),
    )


def left(rules: mc.Rules, before: str, action: str) -> str:
    return play(set_up(rules, before), action).position_text


@pytest.mark.parametrize(
    ("before", "action", "after"),
    [
        # BC-2, BC-3: the first seed falls back; pits 2 and 3 go one way, 0 and 1 the other.
        ("S[0 0 3 0|20] N[2 0 0 0|23] S", "2>", "S[0 0 1* 1|20] N[3 0 0 0|23] N"),
        ("S[0 3 0 0|20] N[0 0 0 2|23] S", "1<", "S[1 1* 0 0|20] N[0 0 0 3|23] N"),
        ("S[2 0 0 0|22] N[0 0 2 0|22] N", "2>", "S[2 0 0 0|22] N[0 0 1* 1|22] S"),
        # BC-4, BC-5: two in a pit that was sown before are captured, and not in another one.
        ("S[3 0 2 1*|18] N[3 0 0 0|21] S", "2>", "S[3 0 1* 0*|20] N[3 0 0 0|21] N"),
        ("S[3 0 2 1|18] N[3 0 0 0|21] S", "2>", "S[3 0 1* 2|18] N[3 0 0 0|21] N"),
        # An odd number is not captured, nor is what falls in an empty pit.
        ("S[3 0 2 2*|18] N[3 0 0 0|20] S", "2>", "S[3 0 1* 3*|18] N[3 0 0 0|20] N"),
        ("S[3 0 2 0*|18] N[3 0 0 0|22] S", "2>", "S[3 0 1* 1*|18] N[3 0 0 0|22] N"),
        # BC-6: the pits that follow are captured as long as they hold an even number, whether
        # they were sown before or not.
        ("S[3 0 2 1*|18] N[2 0 4 0|18] S", "2>", "S[3 0 1* 0*|22] N[0 0 4 0|18] N"),
        ("S[1* 2 0 3|18] N[0 0 2 4|18] S", "1<", "S[0* 1* 0 3|26] N[0 0 0 0|18] S"),
        ("S[1* 2 0 3|18] N[0 0 2 5|17] S", "1<", "S[0* 1* 0 3|20] N[0 0 2 5|17] N"),
        # The pit that is sown counts only if it was sown before, too.
        ("S[0 0 9 0|15] N[0 0 0 1|23] S", "2>", "S[1 1 2* 1|15] N[1 1 1 2|23] N"),
        ("S[0 0 9* 0|15] N[0 0 0 1|23] S", "2>", "S[1 1 0* 1|17] N[1 1 1 2|23] N"),
        # BC-10: a closed pit is passed over, by a sowing and by a run.
        ("S[3 0 3 0'|17] N[1 0 2 0|22] S", "2>", "S[3 0 1* 0'|17] N[2 1 2 0|22] N"),
        ("S[0' 3 0 2|17] N[0 0 3 1|22] S", "1<", "S[0' 1* 0 2|17] N[0 0 4 2|22] N"),
        ("S[3 0 2 1*|18] N[0' 2 0 3|19] S", "2>", "S[3 0 1* 0*|22] N[0' 0 0 3|19] N"),
    ],
)
def test_a_turn(before: str, action: str, after: str) -> None:
    assert left(BECHI, before, action) == after


@pytest.mark.parametrize(
    ("rules", "before", "action", "after"),
    [
        # With "each", the run goes on only through pits that were sown before.
        (EACH, "S[3 0 2 1*|18] N[2 0 3 0|19] S", "2>", "S[3 0 1* 0*|20] N[2 0 3 0|19] N"),
        (EACH, "S[3 0 2 1*|18] N[2* 0 3 0|19] S", "2>", "S[3 0 1* 0*|22] N[0* 0 3 0|19] N"),
        (EACH, "S[3 0 2 1|18] N[2* 0 3 0|19] S", "2>", "S[3 0 1* 2|18] N[2* 0 3 0|19] N"),
        # With "never", the landing pit was not, and the others are not asked.
        (NEVER, "S[3 0 2 1|18] N[2* 0 3 0|19] S", "2>", "S[3 0 1* 0|22] N[0* 0 3 0|19] N"),
        (NEVER, "S[3 0 2 1*|18] N[2 0 3 0|19] S", "2>", "S[3 0 1* 2*|18] N[2 0 3 0|19] N"),
    ],
)
def test_which_pits_must_have_been_lifted(
    rules: mc.Rules, before: str, action: str, after: str
) -> None:
    assert left(rules, before, action) == after


RELAYS = mc.Rules.from_toml("""
name = "relays"
board = { rows = 2, columns = 3 }
setup = { seeds = 2 }
laps = { relay = "landing" }
landing = [{ lifted = "before", take = ["landing", "facing"] }]
ending = { when = ["cannot_move"] }
""")


def test_seeds_that_are_sown_on_are_lifted_too() -> None:
    # Pit 0 ends in pit 1, whose two are sown on to North's pit 0, which was empty: both are lifted.
    assert left(RELAYS, "S[1 1 0|0] N[0 0 1|0] S", "0") == "S[0* 0* 1|0] N[1 0 1|0] N"
    # The second lap begins where the first one ended, and comes to pit 0, lifted in this action.
    assert left(RELAYS, "S[1 4 0|0] N[0 1 1|0] S", "0") == "S[0* 0* 1|3] N[1 2 0|0] N"
    # What is captured is not lifted.
    assert left(RELAYS, "S[1 0* 0|0] N[0 1 1|0] S", "0") == "S[0* 0* 0|2] N[0 0 1|0] N"


def between(south: int, north: int, rules: mc.Rules = BECHI) -> mc.State:
    """The game when a round is over, with these seeds in the stores. North begins the next one."""
    return rules.state(pits=[[0] * 4] * 2, stores=[south, north])


def test_who_cannot_fill_all_pits_chooses_which_stay_empty() -> None:
    state = between(33, 15)
    assert state.position_text == "S[0 0 0 0|33 round=1] N[0 0 0 0|15 round=1 began=1] N:1"
    assert texts(state) == ["e0", "e1", "e2", "e3"]
    once = play(state, "e1")
    assert once.position_text == "S[0 0 0 0|33 round=1] N[0 0' 0 0|15 round=1 began=1] N:1"
    assert texts(once) == ["e0", "e2", "e3"]
    twice = play(once, "e3")
    assert twice.position_text == "S[6 6 6 6|9 round=1] N[6 0' 6 0'|3 round=1 began=1] N"
    assert texts(twice) == ["2>", "0<"]
    assert play(state, "e3", "e1") == twice
    # The first player who cannot fill all chooses, though the other one begins.
    assert between(15, 33).position_text.endswith("|33 round=1 began=1] S:1")
    south = play(between(15, 33), "e0", "e1")
    assert south.position_text == "S[0' 0' 6 6|3 round=1] N[6 6 6 6|9 round=1 began=1] N"


def test_the_player_who_begins_chooses_first() -> None:
    state = play(between(17, 14), "e0", "e1")
    assert state.position_text == "S[0 0 0 0|17 round=1] N[0' 0' 0 0|14 round=1 began=1] S:1"
    state = play(state, "e2", "e3")
    assert state.position_text == "S[6 6 0' 0'|5 round=1] N[0' 0' 6 6|2 round=1 began=1] N"


def test_nobody_chooses_where_all_pits_are_filled_or_none() -> None:
    assert between(24, 24).position_text == ("S[6 6 6 6|0 round=1] N[6 6 6 6|0 round=1 began=1] N")
    over = between(43, 5)
    assert over.outcome is not None
    assert (over.outcome.winner, over.outcome.score) == (0, (43, 5))


def test_nothing_was_lifted_when_a_round_begins() -> None:
    # Nobody can move after this turn: three seeds are South's, and two are North's.
    state = play(set_up(BECHI, "S[1 0 2 0|22] N[1* 0 1 0|21] S"), "2>")
    assert state.position_text == "S[0 0 0 0|25 round=1 began=1] N[0 0 0 0|23 round=1] N:1"
    assert not state.lifted.any()


def test_pits_that_stay_empty_may_be_like_any_other() -> None:
    state = between(33, 15, OPEN)
    once = play(state, "e1")
    assert once.marks.tolist() == mark_cases.flags(4, (1, 1))
    twice = play(once, "e3")
    assert twice.position_text == "S[6 6 6 6|9 round=1] N[6 0 6 0|3 round=1 began=1] N"
    # A seed falls in the pit, the last one.
    assert play(twice, "0<").pits.tolist() == [[7, 7, 7, 7], [1, 0, 6, 1]]


def test_positions_are_written_and_read() -> None:
    for state in (
        play(between(33, 15), "e1"),
        play(between(33, 15, OPEN), "e1"),
        play(BECHI.start(), "2>", "1<"),
    ):
        assert copy.copy(state) == copy.deepcopy(state) == state
    state = play(BECHI.start(), "2>", "1<")
    assert mc.State.from_text(state.to_text()) == state
    assert "2*" in state.position_text
    assert state != BECHI.state(pits=state.pits, to_move=0, registers=state.registers)
    assert read_position(
        BECHI, counts(state), [], 0, were_lifted=lifted(state)
    ).lifted.tolist() == (state.lifted.tolist())


@pytest.mark.parametrize(
    ("parts", "why"),
    [
        ({"pits": [[6] * 4] * 2, "phase": 1}, "all pits are empty"),
        ({"stores": [33, 15], "phase": 1}, "needs began = 1"),
        ({"stores": [33, 15], "phase": 1, "registers": {"began": (1, 0)}}, "no pit to leave"),
        ({"stores": [44, 4], "phase": 1, "registers": {"began": (1, 0)}}, "no pit to leave"),
        ({"stores": [4, 44], "phase": 1, "registers": {"began": (1, 0)}}, "no pit to leave"),
        ({"stores": [33, 15], "phase": 2}, "allowed are 0 and 1"),
        ({"lifted": [[1] * 4] * 2, "phase": 1, "registers": {"began": (1, 0)}}, "between two"),
    ],
)
def test_positions_that_there_are_not(parts: dict[str, object], why: str) -> None:
    with pytest.raises(mc.PositionError, match=why):
        BECHI.state(**({"pits": [[0] * 4] * 2} | parts))  # type: ignore[arg-type]


def test_marks_are_for_choosing_where_no_pit_is_closed() -> None:
    with pytest.raises(mc.PositionError, match="as long as players choose"):
        OPEN.state(pits=[[6] * 4, [6, 6, 6, 0]], marks=mark_cases.flags(4, (1, 3)))


def test_other_actions_are_refused() -> None:
    with pytest.raises(mc.IllegalAction, match=r"BC-10\): pits are chosen only between two rounds"):
        play(BECHI.start(), "e0")
    state = play(between(33, 15), "e0")
    with pytest.raises(mc.IllegalAction, match=r"BC-10\): the pit stays without seeds already"):
        play(state, "e0")
    with pytest.raises(mc.IllegalAction, match=r"BC-10\): a pit must be chosen"):
        play(state, "2>")


def test_what_happens_is_told() -> None:
    state = play(between(33, 15), "e1")
    first, *fills = state.trace(BECHI.action_from_text("e3"))
    assert (first.kind, first.key, first.clause) == ("mark", "mark.left", "BC-10")
    assert str(first) == "North leaves North's pit 3 without seeds."
    assert [event.kind for event in fills] == ["fill"] * 6
    missed = set_up(BECHI, "S[3 0 2 1|18] N[3 0 0 0|21] S").trace(
        BECHI.action_from_text("2>"), tests=True
    )
    (test,) = [event for event in missed if event.kind == "test"]
    assert "a pit whose seeds were lifted to be sown before in this round" in str(test)


def test_the_rules_in_words() -> None:
    said = {field: text for field, _, text in BECHI.lines()}
    assert "its seeds lifted to be sown before in this round" in said["landing.capture.take"]
    assert said["rounds.order"].startswith("Who cannot fill all of their pits chooses")
    told = {field: text for field, _, text in EACH.lines()}
    assert "has had its seeds lifted to be sown before" in told["landing.capture.chain"]


def test_boards_and_texts_know_it() -> None:
    state = play(between(33, 15), "e1")
    assert headline(state) == "North to leave a pit without seeds"
    assert "North may leave pit 0, pit 2 or pit 3 without seeds." in description(state, Last())
    assert wording.choices(state) == "North leaves a pit without seeds: e0 e2 e3"
    assert "leave your pit 3 without seeds" in wording.manual(BECHI)
    assert "1: a pit is to be chosen that stays without seeds" in page(BECHI)
    assert "`own_lifted_0` to `own_lifted_3`" in page(BECHI)
    leave = BECHI.action_from_text("e3")
    assert choice(state, leave).slots == [7]
    assert last_of(state, state.trace(leave)).words.startswith("North leaves")
    assert (marks_say(BECHI), marks_say(OPEN)) == ("closed", "left")
    assert mark_words(play(between(33, 15, OPEN), "e1"), 1, 1) == ["left without seeds"]
    sown = play(BECHI.start(), "2>")
    assert mark_words(sown, 0, 2) == ["lifted before"]
    assert "*: its seeds were lifted before" in wording.board(sown)
    assert "lifted before" in plots.board_svg(sown)


@pytest.mark.parametrize("rules", [BECHI, OPEN], ids=["closed", "open"])
def test_steps_lead_to_the_next_position(rules: mc.Rules) -> None:
    state = between(33, 15, rules)
    for _ in range(6):
        action = state.legal_actions[-1]
        shown = move(state, action, TEXTS)
        after = state.play(action)
        assert apply(shown["before"], shown["steps"]) == counts(after)
        state = after


def test_the_smaller_board_has_a_middle_pit_that_goes_either_way() -> None:
    start = BECHI.replace(columns=3).start()
    assert texts(start) == ["1>", "2>", "0<", "1<"]
