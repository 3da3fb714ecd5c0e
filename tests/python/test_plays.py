"""Tables of plays, laps that turn, and what is refused beside them."""

from __future__ import annotations

import pytest

import mancalab as mc


@pytest.mark.parametrize(
    ("game", "clause"), [("mefuvha", "MF-7"), ("dabuda", "DB-3"), ("chisolo", "CI-3")]
)
def test_an_illegal_first_turn_cites_the_rule_of_first_turns(game: str, clause: str) -> None:
    with pytest.raises(mc.IllegalAction) as caught:
        mc.rules(game).start().play(0)
    assert caught.value.clause == clause


def test_an_illegal_step_cites_the_rule_that_speaks_of_it() -> None:
    start = mc.rules("sute").start()
    action = next(action for action in range(16) if action not in start.legal_actions)
    with pytest.raises(mc.IllegalAction) as caught:
        start.play(action)
    assert caught.value.clause == "SU-3"


PITS = [[2] * 16] * 2


def test_captured_seeds_wait_only_while_their_captor_chooses() -> None:
    rules = mc.rules("kubuguza")
    choosing = next(phase for phase in range(1, 17) if is_phase(rules, phase))
    assert rules.state(pits=PITS, reserves=[3, 0], phase=choosing).reserves.tolist() == [3, 0]
    for reserves, phase in (([3, 0], 0), ([0, 3], choosing)):
        with pytest.raises(mc.PositionError, match="says which way a sowing goes"):
            rules.state(pits=PITS, reserves=reserves, phase=phase)
    omweso = mc.rules("omweso")
    with pytest.raises(mc.PositionError, match="allowed are 0 to 32"):
        omweso.state(pits=PITS, reserves=[33, 0])
    with pytest.raises(mc.PositionError, match="allowed are 0 to 64"):
        omweso.state(pits=PITS, phase=65)


def is_phase(rules: mc.Rules, phase: int) -> bool:
    try:
        rules.state(pits=PITS, phase=phase)
    except mc.PositionError:
        return False
    return True


ENDS = """
name = "ends"
board = { rows = 2, columns = 4, stores = true }
setup = { seeds = 2 }
laps = { relay = "landing" }
landing = [{ side = "own", facing = "occupied", take = "facing", to = "store", then = "THEN" }]
ending = { when = ["cannot_move", "ends_taken"] }
"""


def test_a_win_by_both_ends_is_refused_where_turns_pause() -> None:
    assert mc.Rules.from_toml(ENDS.replace("THEN", "relay")).name == "ends"
    with pytest.raises(mc.RulesError, match="relay_or_end"):
        mc.Rules.from_toml(ENDS.replace("THEN", "relay_or_end"))


def test_any_pit_is_called_so() -> None:
    told = [text for field, _, text in mc.rules("chisolo").lines() if field.startswith("play.")]
    assert any("any pit may be played" in text for text in told)
    by_seeds = mc.Rules.from_toml(ENDS.replace("THEN", "relay") + '[[play]]\npick = "largest"\n')
    told = [text for field, _, text in by_seeds.lines() if field.startswith("play[0]")]
    assert told == ["Only the pit with the most seeds is played."]
