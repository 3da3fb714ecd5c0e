"""Mankal'ah of Cairo: boards that are laid out anew and bring points, and seeds that are given."""

from __future__ import annotations

from typing import NamedTuple

import pytest

import mancalab as mc
from mancalab._boards.describe import description, headline
from mancalab._boards.targets import last_of
from mancalab._browser.frames import apply, move
from mancalab._browser.slots import counts
from mancalab._browser.status import describe
from mancalab._browser.texts import Language, table
from mancalab._records.parts import ending
from mancalab.cli.play.wording import choices
from mancalab.envs.pages import page
from random_games import batch_beside_states

AQIL, GHASHIM = mc.rules("lib-al-aqil"), mc.rules("lib-al-ghashim")
BARE = "S[0 0 0 0 0 1|{} round=1 began=1 points={}] N[1 0 0 0 0 0|{} round=1 points=20] S"
LANGUAGES: list[Language] = ["en", "de", "fr", "es", "pt", "sw"]


class Guest(NamedTuple):
    name: str = ""
    manual: bool = True


def bare(rules: mc.Rules, points: int, south: int = 40) -> mc.State:
    """South captures the last two seeds, and has twelve more than North if they have 40 now."""
    return mc.State.from_text(BARE.format(south, points, 70 - south), rules)


def test_the_loser_lays_out_the_next_board() -> None:
    after = bare(AQIL, 30).play(5)
    assert after.registers["points"] == after.points == (42, 20)
    assert after.rounds_won is None
    assert (after.to_move, after.reserves.tolist()) == (1, [36, 36])
    assert after.registers["began"] == (0, 1)
    assert not after.pits.any()
    four = bare(GHASHIM, 30).play(5)
    assert four.pits.tolist() == [[4] * 6] * 2
    assert four.reserves.tolist() == [12, 12]
    assert mc.State.from_text(four.to_text()) == four


def test_sixty_points_win() -> None:
    over = bare(AQIL, 48).play(5)
    assert over.outcome is not None
    assert (over.outcome.result, over.points) == ("south", (60, 20))
    assert headline(over) == "South wins, 60 to 20 in points"
    assert ending(over) == (
        "south, South 42, North 30 (only few seeds are left in the pits); "
        "points: South 60, North 20"
    )
    on = bare(AQIL, 47).play(5)
    assert (on.outcome, on.points) == (None, (59, 20))


def test_what_a_board_brings_is_told() -> None:
    told = {event.key: event for event in bare(AQIL, 30).trace(5)}
    assert str(told["round.won"]) == "South has won the round. Round 3 begins."
    assert str(told["reserve.again"]) == "South takes 36 seeds into their reserve again."
    assert told["reserve.again"].clause == "AQ-10"
    assert str(bare(AQIL, 48).trace(5)[-1]).endswith("Points: South 60, North 20.")
    states = [bare(AQIL, 30), bare(AQIL, 30).play(5)]
    said = describe(states, [Guest(), Guest()], table("en"), skipped=False)
    assert said.startswith("South has won the round. Round 3 begins. Points: South 42, North 20.")
    assert "points before: 42" in description(states[1], last_of(states[1], None))


def test_no_points_before_a_round_is_over() -> None:
    text = "S[4 4 4 4 4 4|0 began=1 points=3] N[4 4 4 4 4 4|24] S"
    with pytest.raises(mc.PositionError, match=r"\(points\) = 3 and 0.*no round is over"):
        mc.State.from_text(text, AQIL)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", [AQIL, GHASHIM], ids=["aqil", "ghashim"])
def test_boards_show_the_next_board(language: Language, rules: mc.Rules) -> None:
    """The seeds go from slot to slot, and sentences say it in each language."""
    texts = table(language)
    before = bare(rules, 30)
    shown = move(before, 5, texts)
    assert apply(shown["before"], shown["steps"]) == counts(before.play(5))
    said = " ".join(step.text for step in shown["steps"])
    assert texts["step.reserve.again"].split("{seeds}")[1].strip(" .") in said
    end = move(bare(rules, 48), 5, texts)["steps"][-1].text
    assert end.endswith(texts["points"].format(south=60, north=20))


GIVES = mc.State.from_text("S[3 1 0 0 0 0|10] N[0 0 0 0 0 0|20] S", AQIL).play(1)


def test_a_player_without_seeds_is_given_one() -> None:
    assert (GIVES.to_move, GIVES.phase, GIVES.legal_actions) == (0, 2, (0, 2))
    assert headline(GIVES) == "South to give a seed"
    assert "South may give a seed of" in description(GIVES, last_of(GIVES, None))
    assert choices(GIVES).startswith("South gives a seed to the other player, who has none:")
    (event,) = GIVES.trace(2)
    assert (event.kind, event.key, event.clause) == ("fill", "fill.given", "AQ-8")
    assert (event.source, event.target, event.count) == ((0, 2), (1, 0), 1)
    with pytest.raises(mc.IllegalAction, match=r"AQ-8.*a seed is given now"):
        GIVES.play(1)
    again = AQIL.state(pits=GIVES.pits, stores=GIVES.stores, to_move=0, phase=2)
    assert again.legal_actions == (0, 2)


@pytest.mark.parametrize(
    ("pits", "match"),
    [
        ([[1, 1, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0]], "to a player whose pits are empty"),
        ([[1, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0]], "hold two or more"),
    ],
)
def test_nobody_gives_without_need(pits: list[list[int]], match: str) -> None:
    with pytest.raises(mc.PositionError, match=match):
        AQIL.state(pits=pits, to_move=0, phase=2)


@pytest.mark.parametrize("language", LANGUAGES)
def test_boards_show_the_gift(language: Language) -> None:
    texts = table(language)
    shown = move(GIVES, 0, texts)
    assert apply(shown["before"], shown["steps"]) == counts(GIVES.play(0))
    manual = describe([GIVES], [Guest(), Guest()], texts, skipped=False)
    agent = describe([GIVES], [Guest("R", manual=False), Guest()], texts, skipped=False)
    assert manual == texts["turn.give"].format(side=texts["side.0"])
    assert agent.endswith(texts["turn.agent.give"].split("{who}")[1])


def test_pages_say_it() -> None:
    said = page(AQIL)
    assert "2: the player to move gives a seed to the other one, who has none" in said
    assert "where the other player is to move without seeds, give them a seed of it" in said
    assert "points that the player to move has got in the rounds before this one" in said
    assert "This game is won by points of all rounds" in said


@pytest.mark.parametrize("rules", [AQIL, GHASHIM], ids=["aqil", "ghashim"])
def test_points_decide_in_both_engines(rules: mc.Rules) -> None:
    short = rules.replace(max_actions=3000)
    lanes, one_by_one = (
        mc.playouts(short, 60, seed=5, engine=engine) for engine in ("lanes", "reference")
    )
    assert lanes == one_by_one
    for _ in batch_beside_states(short, lanes=16, steps=1500, seed=5):
        pass


def test_agents_play_for_points() -> None:
    """A round won by twelve is worth twelve points beside those of before."""
    assert mc.agents.AlphaBeta(depth=1).analyse(bare(AQIL, 48)).value > 100
