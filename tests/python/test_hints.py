"""The hints of `mancalab check`: what may not be meant, though the game can be played."""

from __future__ import annotations

from pathlib import Path

import pytest

import mancalab as mc
from mancalab import cli

HEAD = """
name = "hinted"
board = { rows = 2, columns = 6 }
setup = { seeds = 4 }
"""
RUN = 'take = "landing"\nchain = "backward"\n'


def hints(text: str) -> list[str]:
    return mc.Rules.from_toml(HEAD + text)._idle_values  # noqa: SLF001  (what `check` prints)


def rest(feeding: str, when: str, final_count: str = "other") -> list[str]:
    return hints(
        f'moves = {{ feeding = "{feeding}" }}\n'
        f'ending = {{ when = ["{when}"], final_count = "{final_count}" }}\n'
    )


# Who gets the rest


def test_a_player_who_cannot_feed_loses_their_seeds_by_other_and_keeps_them_by_owner() -> None:
    kept = {}
    for final_count in ("other", "owner"):
        rules = mc.Rules.from_toml(
            HEAD + 'moves = { feeding = "forced" }\n'
            f'ending = {{ when = "cannot_move", final_count = "{final_count}" }}\n'
        )
        # South's two seeds cannot reach North's empty row.
        state = rules.state(pits=[[2, 0, 0, 0, 0, 0], [0] * 6], stores=[20, 26])
        assert state.outcome is not None
        kept[final_count] = state.outcome.score
    assert kept == {"other": (20, 28), "owner": (22, 26)}
    (hint,) = rest("forced", "cannot_move")
    assert hint.startswith('ending.final_count = "other": with moves.feeding = "forced"')
    assert hint.endswith('write "owner"')


def test_both_come_to_the_same_for_a_player_without_seeds() -> None:
    scores = set()
    for final_count in ("other", "owner"):
        rules = mc.Rules.from_toml(
            HEAD + f'ending = {{ when = "cannot_move", final_count = "{final_count}" }}\n'
        )
        state = rules.state(pits=[[0] * 6, [0, 3, 0, 0, 2, 0]], stores=[20, 23])
        assert state.outcome is not None
        scores.add(state.outcome.score)
    assert scores == {(20, 28)}


def test_other_needs_a_condition_by_which_the_game_ends_so() -> None:
    (hint,) = rest("none", "nobody_can_move")
    assert 'comes to the same as "owner" here' in hint
    assert rest("none", "cannot_move") == []
    assert rest("always", "cannot_move") == []
    assert rest("forced", "cannot_move", "owner") == []


# Runs of captures


@pytest.mark.parametrize(
    ("test", "remedy"),
    [
        ('was = "empty"', "write counts = [1]"),
        ('was = "occupied"', 'write counts = "2.."'),
        ('other_inner = "occupied"', "write counts = [1]"),
    ],
)
def test_a_run_that_asks_nothing_is_told_with_its_remedy(test: str, remedy: str) -> None:
    ending = 'ending = { when = "nobody_can_move" }\n'
    (hint,) = hints(f"{ending}[[landing]]\n{test}\n{RUN}")
    assert hint.startswith('landing[0].chain = "backward": asks nothing of the pits')
    assert hint.endswith(remedy)
    assert hints(f"{ending}[[landing]]\n{test}\nside = 'own'\n{RUN}") == []


# Clauses

BOOK = """
moves = { clause = { singles = "XY-3", least = "XY-1" } }
ending = { when = "nobody_can_move", clause = CLAUSE }
[clauses]
XY-1 = "One seed is enough."
XY-2 = "Play goes on until the board is bare."
XY-3 = "Single seeds are sown like others."
XY-10 = "Who cannot move passes."
"""


def test_clauses_that_nothing_cites_are_named() -> None:
    book = BOOK.replace("CLAUSE", '{ when = "XY-1" }')
    uncited, unsaid = hints(book)
    assert uncited.startswith("clauses: XY-2 and XY-10 are cited by no field")
    assert "`stuck`" in uncited
    assert unsaid.startswith('moves.clause.singles = "XY-3": no sentence speaks of this value')


def test_the_clause_of_passing_stands_at_stuck() -> None:
    book = BOOK.replace("CLAUSE", '{ when = "XY-2", stuck = ["XY-10", "XY-3"] }')
    assert hints(book) == []
    said = {field: clause for field, clause, _ in mc.Rules.from_toml(HEAD + book).lines()}
    assert said["ending.stuck"] == "XY-10, XY-3"


def test_hints_stand_under_the_game_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "hinted.toml"
    path.write_text(HEAD + 'ending = { when = "nobody_can_move", final_count = "other" }\n')
    assert cli.main(["check", str(path), "--n", "5"]) == 0
    blocks = capsys.readouterr().out.split("\n\n")
    heads = [block.splitlines()[0].split(":")[0] for block in blocks]
    assert heads[heads.index("the game in words") + 1] == "hint"


# Who gets the captures of drops


@pytest.mark.parametrize(("to", "said"), [("owner", 0), ("mover", 1)])
def test_the_last_seed_is_no_exception_where_the_mover_gets_all(to: str, said: int) -> None:
    found = hints(
        f'sowing = {{ on_drop = {{ count = 4, to = "{to}", last_to_mover = true }} }}\n'
        'ending = { when = "cannot_move" }\n'
    )
    told = [hint for hint in found if hint.startswith("sowing.on_drop.last_to_mover")]
    assert len(told) == said


@pytest.mark.parametrize(("mark", "said"), [("own", 0), ("none", 3)])
def test_marks_are_asked_for_where_somebody_makes_them(mark: str, said: int) -> None:
    found = hints(
        f'landing = [{{ side = "other", counts = [3], take = "landing", mark = "{mark}" }},'
        ' { side = "other", marked = "own", marks = [1], take = "landing" }]\n'
        'marks = { seeds = "home" }\nending = { when = "cannot_move" }\n'
    )
    assert len([hint for hint in found if "nobody marks a pit here" in hint]) == said
