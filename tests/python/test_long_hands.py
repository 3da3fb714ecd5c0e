"""Rules of Songo: second rounds, seeds that are given, pits that are spared, enough to win."""

from __future__ import annotations

import re

import numpy as np
import pytest

import mancalab as mc
from mancalab.cli import main

RULES = mc.rules("songo")
NO_SEEDS = "N[0 0 0 0 0 0 0|30]"


def state(pits: str, to_move: str = "S") -> mc.State:
    return mc.State.from_text(f"{pits} {to_move}", RULES)


@pytest.mark.parametrize(
    ("pits", "action", "field", "clause", "why"),
    [
        (
            "S[0 3 0 0 0 0 2|30] N[4 0 0 0 1 0 2|28]",
            6,
            "moves.spared",
            "SO-8",
            "the pit is spared as long as another action is legal",
        ),
        (
            f"S[0 0 3 0 5 9 0|23] {NO_SEEDS}",
            4,
            "moves.fed",
            "SO-9",
            "another action gives the other player more seeds",
        ),
        (
            f"S[0 0 3 0 5 9 0|23] {NO_SEEDS}",
            2,
            "moves.feeding",
            "SO-9",
            "it leaves the other player without seeds though another action feeds them",
        ),
    ],
)
def test_a_refused_action_says_why(
    pits: str, action: int, field: str, clause: str, why: str
) -> None:
    with pytest.raises(mc.IllegalAction) as refused:
        state(pits).play(action)
    error = refused.value
    assert (error.field, error.clause) == (field, clause)
    assert why in str(error)


def test_every_seed_of_a_second_round_is_told() -> None:
    told = state("S[0 0 0 16 0 0 0|20] N[1 0 2 6 0 0 0|25]").trace(3)
    assert [e.field for e in told if e.kind == "drop"].index("sowing.second_round") == 13
    drops = [event.target for event in told if event.kind == "drop"]
    north = [(1, pit) for pit in range(7)]
    south = [(0, pit) for pit in (4, 5, 6)], [(0, pit) for pit in (0, 1, 2)]
    assert drops == [*south[0], *north, *south[1], *north[:3]]


def test_forty_seeds_win_and_fewer_do_not() -> None:
    over = state("S[0 2 0 0 4 0 0|38] N[0 1 0 5 0 0 5|15]").play(4)
    assert over.outcome == mc.Outcome("south", 0, (44, 26), "enough_seeds")
    fewer = state("S[1 0 0 0 0 3 0|34] N[5 1 0 0 0 0 0|26]").play(5)
    assert fewer.outcome == mc.Outcome("draw", None, (38, 32), "few_seeds")


def test_the_rules_are_said() -> None:
    said = {field: (clause, text) for field, clause, text in RULES.lines()}
    assert said["moves.spared"] == (
        "SO-8",
        "A player plays pit 6 while it holds 1 or 2 seeds only if nothing else is legal.",
    )
    assert (
        said["moves.fed"][1] == "They must have at least 7 seeds then, or as many as can be given."
    )
    assert said["ending.winner"] == (
        "SO-11",
        "A player whose score is at least 40 seeds wins; if nobody's is, it is a draw.",
    )


def test_a_check_sees_each_rule_fire(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "songo"]) == 0
    fired = capsys.readouterr().out.partition("games in which each rule fired")[2]
    for field in ("moves.fed", "moves.spared", "sowing.second_round", "sowing.skip"):
        assert re.search(rf"^ +[1-9][0-9,]*  {re.escape(field)} \(SO-", fired, re.MULTILINE), field
    assert "rules that never fired" not in fired


def test_both_engines_play_alike() -> None:
    """Whole games, and how each ends."""
    rng = np.random.default_rng(1)
    batch = mc.Batch(RULES, 64, seed=1, autoreset="disabled")
    games = [RULES.start() for _ in range(64)]
    while not all(game.is_over for game in games):
        for lane, game in enumerate(games):
            assert batch.state(lane) == game
        actions = [0 if game.is_over else int(rng.choice(game.legal_actions)) for game in games]
        games = [
            game if game.is_over else game.play(action)
            for game, action in zip(games, actions, strict=True)
        ]
        batch.step(np.array(actions))
    assert [batch.state(lane).outcome for lane in range(64)] == [game.outcome for game in games]
    assert {game.outcome.reason for game in games if game.outcome} >= {"enough_seeds", "few_seeds"}
