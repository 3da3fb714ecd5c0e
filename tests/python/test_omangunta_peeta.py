"""Pits that are never played, that captures mark, and that nobody fills, worked by hand."""

from __future__ import annotations

import pytest

import mancalab as mc
import mark_cases
from mancalab._base.marks import claims_say, mark_words, marks_say, shared_pits

GAME = "omangunta-peeta"


def rules(*changes: tuple[str, str]) -> mc.Rules:
    return mark_cases.changed(mc.rules(GAME), *changes)


def by_pit() -> mc.Rules:
    return rules(('sharing = "together"', 'sharing = "by_pit"'))


def state(text: str, game: mc.Rules | None = None) -> mc.State:
    return mark_cases.set_up(game or mc.rules(GAME), text)


def after(text: str, pit: int, game: mc.Rules | None = None) -> str:
    return mark_cases.after(game or mc.rules(GAME), text, pit)


@pytest.mark.parametrize(
    ("before", "legal"),
    [
        ("S[1 0 2 5 0 0 1|0] N[0 0 0 0 0 1 0|0] S", (0, 2, 6)),
        ("S[1 0 2 5^ 0 0 1|0] N[0 0 0 0 0 1 0|0] S", (0, 2, 6)),
        ("S[1 0 0 5 0 0 0|0] N[0 1 0 9 0 1 0|0] N", (1, 5)),
        # South has seeds in the central pit alone, and is passed over.
        ("S[0 0 0 5 0 0 0|0] N[0 1 0 9 0 1 0|0] S", (1, 5)),
    ],
)
def test_no_sowing_begins_from_a_central_pit(before: str, legal: tuple[int, ...]) -> None:
    assert state(before).legal_actions == legal


def test_the_clause_says_why_a_central_pit_is_not_played() -> None:
    with pytest.raises(mc.IllegalAction, match="no sowing begins") as told:
        mc.rules(GAME).start().play(3)
    assert (told.value.field, told.value.clause) == ("moves.barred", "OP-5")


def test_lone_seeds_of_barred_pits_do_not_move_either() -> None:
    """With two seeds needed, pit 3's five do not count, and its lone seed never moves."""
    least = 'least = 2\nsingles = "into_empty_when_nothing_larger"\nbarred = [3]'
    game = rules(("barred = [3]", least))
    assert state("S[0 1 0 5 1 0 0|0] N[0 0 0 0 0 2 0|0] S", game).legal_actions == (1, 4)
    assert state("S[0 1 0 1 0 1 0|0] N[0 0 0 0 0 2 0|0] S", game).legal_actions == (1, 5)
    assert state("S[0 1 0 1 0 2 0|0] N[0 0 0 0 0 2 0|0] S", game).legal_actions == (5,)


@pytest.mark.parametrize(
    ("before", "action", "left"),
    [
        # The two seeds of the central pit are sown on; then the four behind an empty pit are taken.
        ("S[0 1 0 2 0 0 0|0] N[4 0 0 0 0 1 0|0] S", 1, "S[0 0 1 0 1 1 0|4] N[0 0 0 0 0 1 0|0] N"),
        # Behind the empty central pit: seven, and two opposite.
        ("S[0 1 0 0 7 0 1|0] N[0 0 2 0 0 1 0|0] S", 1, "S[0 0 1 0 0 0 1|9] N[0 0 0 0 0 1 0|0] N"),
        # The closed pit behind it is passed over: the three in pit 5 are, and two opposite.
        ("S[0 1 0 0 0' 3 0|0] N[0 2 0 0 0 1 0|0] S", 1, "S[0 0 1 0 0' 0 0|5] N[0 0 0 0 0 1 0|0] N"),
        # Seeds that would be captured from central pits stay there, and the pits are marked.
        ("S[1 0 0 5 0 0 2|0] N[1 0 0 2 0 0 0|0] S", 0, "S[0 1 0 5^ 0 0 2|0] N[1 0 0 2' 0 0 0|0] N"),
        (
            "S[0 1 0 5^ 0 0 2|0] N[1 0 0 2' 0 0 0|0] N",
            0,
            "S[0 1 0 5'^ 0 0 2|0] N[0 1 0 2'^ 0 0 0|0] S",
        ),
        (
            "S[1 0 0 5^ 0 0 2|0] N[1 0 0 2 0 0 0|0] S",
            0,
            "S[0 1 0 5^ 0 0 2|0] N[1 0 0 2' 0 0 0|0] N",
        ),
        # An empty one is not.
        ("S[1 0 0 0 0 0 2|0] N[1 0 0 2 0 0 0|0] S", 0, "S[0 1 0 0 0 0 2|0] N[1 0 0 2' 0 0 0|0] N"),
    ],
)
def test_sowings(before: str, action: int, left: str) -> None:
    assert after(before, action) == left


def test_a_capture_takes_some_pits_and_marks_others() -> None:
    game = rules(('take = ["beyond", "beyond_facing"]', 'take = ["beyond", "facing"]'))
    before = "S[1 0 0 5 0 0 2|0] N[1 0 0 0 0 4 0|0] S"
    assert after(before, 0, game) == "S[0 1 0 5^ 0 0 2|4] N[1 0 0 0 0 0 0|0] N"


@pytest.mark.parametrize(
    ("central", "left"),
    [
        # Of six and two one stays in each: South gets three, North two and one.
        (("5'^", "2"), "S[6 6 6 1 6 6 0'|3] N[6 6 6 1 6 6 6|3] S"),
        (("5'", "2'"), "S[6 6 6 1 6 6 0'|3] N[6 6 6 1 6 6 6|3] S"),
        # Of six and one the odd seed stays; of six and none two stay.
        (("5'^", "1'^"), "S[6 6 6 0 6 6 0'|3] N[6 6 6 1 6 6 6|3] S"),
        (("5'^", "0"), "S[6 6 6 2 6 6 0'|2] N[6 6 6 0 6 6 6|2] S"),
        # South alone takes five and one; North alone, too.
        (("5", "2'"), "S[6 6 6 1 6 6 6|0] N[6 6 6 1 6 6 6|0] S"),
        (("5'", "2"), "S[6 6 6 1 6 6 0'|0] N[6 6 6 1 6 6 6|6] S"),
        # Without a right all stay, and are nobody's.
        (("5", "2"), "S[6 6 6 6 6 6 0'|0] N[6 6 6 2 6 6 6|0] S"),
    ],
)
def test_central_pits_are_settled_together(central: tuple[str, str], left: str) -> None:
    """South has 30, North 36; the last seed falls in South's central pit."""
    south, north = central
    before = f"S[0 0 1 {south} 0 0 0|30] N[0 0 0 {north} 0 0 0|36] S"
    assert after(before, 2) == left


@pytest.mark.parametrize(
    ("central", "left"),
    [
        # Of six two stay; the two of North are not marked.
        (("5'^", "2"), "S[6 6 6 2 6 6 0'|2] N[6 6 6 2 6 6 6|2] S"),
        # Of five one stays, of two both do.
        (("4'^", "2'^"), "S[6 6 6 1 6 6 0'|2] N[6 6 6 2 6 6 6|2] S"),
        # South alone takes five of six.
        (("5^", "2"), "S[6 6 6 1 6 6 0'|5] N[6 6 6 2 6 6 6|0] S"),
        (("5", "0'^"), "S[6 6 6 6 6 6 0'|0] N[6 6 6 0 6 6 6|0] S"),
    ],
)
def test_pits_are_settled_one_by_one(central: tuple[str, str], left: str) -> None:
    south, north = central
    before = f"S[0 0 1 {south} 0 0 0|30] N[0 0 0 {north} 0 0 0|36] S"
    assert after(before, 2, by_pit()) == left


@pytest.mark.parametrize(
    ("change", "left"),
    [
        ('order = "right"', "S[0' 6 6 1 6 6 6|3] N[6 6 6 1 6 6 6|3] S"),
        ('short = "open"', "S[6 6 6 1 6 6 0|3] N[6 6 6 1 6 6 6|3] S"),
        ('short = "partial"', "S[6 6 6 1 6 6 3|0] N[6 6 6 1 6 6 6|3] S"),
        ('short = "matched"', "S[6 6 6 1 6 6 0|3] N[6 6 6 1 6 6 0|9] S"),
    ],
)
def test_pits_that_nobody_fills(change: str, left: str) -> None:
    game = rules(("unfilled = [3]", f"unfilled = [3]\n{change}"))
    assert after("S[0 0 1 5'^ 0 0 0|30] N[0 0 0 2 0 0 0|36] S", 2, game) == left


def test_a_player_who_can_fill_no_pit_has_lost() -> None:
    """South gets three of eight seeds, and has five; two stay in the central pits."""
    over = state("S[0 0 1 5'^ 0 0 0|2] N[0 0 0 2 0 0 0|64] S").play(2)
    assert over.outcome is not None
    assert (over.outcome.winner, over.outcome.score) == (1, (5, 67))
    assert over.pits.sum(axis=1).tolist() == [1, 1]
    assert over.rules.state(pits=over.pits, stores=over.stores, claims=over.claims).is_over


OWNER = """
name = "t"
board = { rows = 2, columns = 3 }
setup = { seeds = 2 }
landing = [{ side = "own", facing = "occupied", take = "facing" }]
marks = { shared = [1] }
ending = { when = ["either_empty"], final_count = "owner" }
"""


def test_what_stays_in_a_shared_pit_is_nobodys_in_a_game_without_rounds() -> None:
    game = mc.Rules.from_toml(OWNER)
    assert after("S[1 0 0|0] N[2 3 0|0] S", 0, game) == "S[0 1 0|0] N[2 3' 0|0] N"
    over = state("S[0 0 1|0] N[0 4' 0|0] S", game).play(2)
    assert over.outcome is not None
    assert (over.outcome.winner, over.outcome.score) == (0, (3, 1))
    assert over.pits.tolist() == [[0, 0, 0], [0, 1, 0]]


def test_a_trace_tells_claims_and_shares() -> None:
    events = state("S[1 0 0 5 0 0 2|0] N[1 0 0 2 0 0 0|0] S").trace(0)
    marks = [(event.target, event.clause) for event in events if event.kind == "mark"]
    assert sorted(marks) == [((0, 3), "OP-6"), ((1, 3), "OP-6")]
    events = state("S[0 0 1 5'^ 0 0 0|30] N[0 0 0 2 0 0 0|36] S").trace(2)
    shares = [event for event in events if event.kind == "sweep"]
    told = [(event.source, event.target, event.count) for event in shares]
    south, north = (0, 3), (1, 3)
    assert sorted(told) == [
        (south, (0, None), 3),
        (south, (1, None), 2),
        (north, (1, None), 1),
    ]
    assert {event.clause for event in shares} == {"OP-7"}


def test_marks_say_who_has_a_right_and_what_is_closed() -> None:
    game = mc.rules(GAME)
    assert (marks_say(game), claims_say(game)) == ("closed", "own")
    assert shared_pits(game) == {3}
    here = state("S[0' 1 0 5'^ 0 0 2|0] N[1 0 0 2' 0 0 0|0] S")
    assert mark_words(here, 0, 3) == ["marked by North", "marked by South"]
    assert mark_words(here, 1, 3) == ["marked by South"]
    assert mark_words(here, 0, 0) == ["closed"]
    names = [name for name in game.observation_names if "claim" in name]
    assert names == ["own_claim_3", "other_claim_3"]
    line = here.position_text
    assert line.startswith("S[0' 1 0 5'^ 0 0 2|0")
    assert mc.State.from_text(line, game) == here
    assert mc.State.from_text(line.replace("'^", "'"), game) != here


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("S[1 0 2^ 5 0 0 1|0] N[0 0 0 0 0 1 0|0] S", "only shared pits"),
        ("S[1 0 2' 5 0 0 1|0] N[0 0 0 0 0 1 0|0] S", "a closed pit is empty"),
    ],
)
def test_marks_lie_where_they_can(text: str, why: str) -> None:
    with pytest.raises(mc.PositionError, match=why):
        state(text)
    with pytest.raises(mc.PositionError, match="only shared pits"):
        state(text, rules(("unfilled = [3]", 'unfilled = [3]\nshort = "open"')))


@pytest.mark.parametrize(
    "text",
    [
        "No sowing begins from pit 3.",
        "the pit is marked for the player; both players may mark one pit.",
        "What stays there is nobody's.",
        "Nobody fills pit 3: there lies what was left there, and it is never closed.",
    ],
)
def test_it_is_told(text: str) -> None:
    assert text in " ".join(mc.rules(GAME).explain().split())
