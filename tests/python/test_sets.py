"""Matches of games that each begin anew, as in Mangala's tournaments (MA-9, MA-10)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest

import mancalab as mc
from mancalab._boards.describe import headline
from mancalab._browser.frames import move
from mancalab._browser.status import describe
from mancalab._browser.texts import Language, table
from mancalab._records.parts import ending

MATCH = mc.rules("mangala-match")
GAME = mc.rules("mangala")


@pytest.mark.parametrize("seed", range(6))
def test_a_match_is_five_games(seed: int) -> None:
    """Each game of the match goes as a game of its own does, begun by the players in turn."""
    rng = np.random.default_rng(seed)
    match = MATCH.start()
    won = [0, 0]
    for number in range(5):
        game = GAME.replace(start=("south", "north")[number % 2]).start()
        assert [match.registers["round"], match.registers["won"]] == [(number, number), tuple(won)]
        while not game.is_over:
            assert not match.is_over
            assert np.array_equal(match.pits, game.pits)
            assert (match.to_move, match.legal_actions) == (game.to_move, game.legal_actions)
            action = int(rng.choice(game.legal_actions))
            match, game = match.play(action), game.play(action)
        south, north = game.scores
        won[0] += south > north
        won[1] += north > south
    assert match.outcome is not None
    last = (south > north, north > south)
    before = tuple(all_won - now for all_won, now in zip(won, last, strict=True))
    assert match.registers["won"] == before
    expected = "draw" if won[0] == won[1] else ("south", "north")[won[1] > won[0]]
    assert match.outcome.result == expected


def test_rounds_decide_and_not_seeds() -> None:
    last = mc.State.from_text(
        "S[0 0 0 0 0 1|10 round=4 began=1 won=2] N[0 0 0 0 0 3|34 round=4 won=1] S",
        MATCH,
    )
    over = last.play(5)
    assert over.outcome is not None
    assert over.outcome.result == "draw"


def richer(both: tuple[int, int] | None) -> int:
    """0 for South, 1 for North, 2 for neither, as results are numbered."""
    assert both is not None
    south, north = both
    return 2 if south == north else int(north > south)


def test_rounds_decide_in_studies() -> None:
    """Both engines count rounds, not the seeds of the last one."""
    lanes, one_by_one = (
        mc.playouts(MATCH, 200, seed=5, engine=engine) for engine in ("lanes", "reference")
    )
    assert lanes == one_by_one
    batch = mc.Batch(MATCH, 200, seed=5, autoreset="disabled")
    while not batch.terminated.all():
        batch.step(batch.sample())
    ended = [batch.state(lane) for lane in range(200)]
    by_rounds = [richer(state.rounds_won) for state in ended]
    assert batch.results.tolist() == by_rounds
    assert by_rounds != [richer(state.scores) for state in ended]


def test_rounds_won_are_told() -> None:
    """Who has won a round, why seeds go to the other player, and how the match ends."""
    before = mc.State.from_text(
        "S[0 0 0 0 0 1|26 round=3 began=1 won=1] N[0 0 0 0 0 3|18 round=3 won=1] S", MATCH
    )
    told = {event.key: event for event in before.trace(5)}
    assert str(told["round.won"]) == "South has won the round. Round 5 begins."
    shared = [e for e in before.trace(5) if e.field == "rounds.seeds"]
    assert [(e.source, e.target, e.count, e.clause) for e in shared] == [
        ((0, None), (1, None), 6, "MA-9")
    ]
    assert before.play(5).rounds_won == (2, 1)
    last = mc.State.from_text(
        "S[0 0 0 0 0 1|10 round=4 began=1 won=2] N[0 0 0 0 0 3|34 round=4 won=1] S", MATCH
    )
    assert (last.rounds_won, last.play(5).rounds_won) == ((2, 1), (2, 2))
    assert str(last.trace(5)[-1]).endswith("Rounds won: South 2, North 2.")
    drawn = mc.State.from_text(
        "S[0 0 0 0 0 1|20 round=0 began=1] N[0 0 0 0 0 3|24 round=0] S", MATCH
    )
    keys = {event.key: event for event in drawn.trace(5)}
    assert str(keys["round.drawn"]) == "The round is a draw. Round 2 begins."
    assert drawn.play(5).rounds_won == (0, 0)
    assert mc.rules("pallankuli").start().rounds_won is None


@pytest.mark.parametrize("mover", [0, 1])
@pytest.mark.parametrize("winner", [0, 1])
def test_either_player_may_win_a_round(mover: int, winner: int) -> None:
    stores = (26, 18) if winner == mover else (18, 26)
    sides = [
        f"{'SN'[mover]}[0 0 0 0 0 1|{stores[0]} round=3 began=1 won=1]",
        f"{'SN'[1 - mover]}[0 0 0 0 0 3|{stores[1]} round=3 won=1]",
    ]
    south, north = sides if mover == 0 else sides[::-1]
    state = mc.State.from_text(f"{south} {north} {'SN'[mover]}", MATCH)
    told = {event.key: event for event in state.trace(5)}
    name = ("South", "North")[winner]
    assert str(told["round.won"]) == f"{name} has won the round. Round 5 begins."
    assert told["round.won"].side == winner
    assert state.play(5).rounds_won == ((2, 1), (1, 2))[winner]


def test_rounds_won_of_a_match_that_is_cut_off() -> None:
    """The round in which it was cut off is nobody's."""
    short = MATCH.replace(max_actions=1)
    text = "S[4 4 4 4 4 4|9 round=3 began=1 won=2] N[3 3 3 3 0 0|3 round=3 won=1] S"
    over = mc.State.from_text(text, short).play(0)
    assert over.outcome is not None
    assert over.outcome.result == "truncated"
    assert over.rounds_won == (2, 1)


def test_a_match_is_told_in_rounds() -> None:
    """Titles of boards and records name the rounds, not the seeds of the last one."""
    last = mc.State.from_text(
        "S[0 0 0 0 0 3|16 round=4 won=2] N[0 0 0 0 0 1|28 round=4 began=1] N", MATCH
    )
    over = last.play(5)
    assert headline(over) == "South wins, 2 to 1 in rounds"
    assert ending(over) == (
        "south, South 16, North 32 (a side is empty); rounds won: South 2, North 1"
    )


class Guest(NamedTuple):
    name: str = ""
    manual: bool = True


def test_the_status_says_who_has_won_the_round() -> None:
    before = mc.State.from_text(
        "S[0 0 0 0 0 1|26 round=3 began=1 won=1] N[0 0 0 0 0 3|18 round=3 won=1] S", MATCH
    )
    said = describe([before, before.play(5)], [Guest(), Guest()], table("en"), skipped=False)
    assert said == "South has won the round. Round 5 begins. North to move: choose a pit."


def test_no_more_rounds_are_won_than_were_played() -> None:
    text = "S[4 4 4 4 4 4|0 round=3 began=1 won={}] N[4 4 4 4 4 4|0 round=3 won=1] S"
    fits = mc.State.from_text(text.format(2), MATCH)
    assert mc.State.from_text(fits.to_text()) == fits
    with pytest.raises(mc.PositionError, match=r"\(won\) = 4 rounds won.*no more than the 3 "):
        mc.State.from_text(text.format(3), MATCH)


def test_agents_play_for_rounds() -> None:
    """One more round won is worth more than any seeds of the round that is played."""
    before = mc.State.from_text(
        "S[0 0 0 0 0 1|24 round=3 began=1 won=1] N[0 0 0 0 0 3|20 round=3 won=1] S",
        MATCH,
    )
    assert mc.agents.AlphaBeta(depth=2).analyse(before).value > 100


@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "pt", "sw"])
def test_boards_say_the_rounds_won(language: Language) -> None:
    """In each language: who has won a round, and how many each at the end."""
    texts = table(language)
    before = mc.State.from_text(
        "S[0 0 0 0 0 1|26 round=3 began=1 won=1] N[0 0 0 0 0 3|18 round=3 won=1] S", MATCH
    )
    steps = move(before, 5, texts)["steps"]
    said = [step[4] for step in steps]
    assert texts["step.round.won"].format(side=texts["side.0"], number=5) in said
    last = mc.State.from_text(
        "S[0 0 0 0 0 1|10 round=4 began=1 won=2] N[0 0 0 0 0 3|34 round=4] S", MATCH
    )
    end = move(last, 5, texts)["steps"][-1][4]
    assert end.endswith(texts["rounds"].format(south=2, north=1))
