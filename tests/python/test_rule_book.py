"""What the clauses say: in rules, events, errors, and on the board."""

from __future__ import annotations

import pickle

import pytest

import mancalab as mc
from conftest import PROFILE
from mancalab.widget.session import Session

BARE = """
name = "bare"
names = ["Nackt (German)"]
language = "German"
informant = "Nobody"
note = "There is nothing to read."
board = { rows = 2, columns = 2 }
setup = { seeds = [0, 1] }
ending = { when = ["either_empty"] }
"""


def numbers(clause: str) -> list[str]:
    return clause.split(", ")


@pytest.mark.parametrize("name", mc.catalogue)
def test_everything_that_happens_has_a_clause_with_a_text(name: str) -> None:
    rules = mc.catalogue[name]
    cited = {clause for _, clause, _ in rules.lines()}
    for seed in range(3 if PROFILE == "nightly" else 1):
        for step in mc.Record.play(name, seed=seed).steps():
            for event in step.events:
                assert event.clause_text == rules.clause_text(event.clause)
                cited.add(event.clause)
    for clause in cited:
        assert set(numbers(clause)) <= set(rules.clauses)
        for number in numbers(clause):
            assert rules.clauses[number] in rules.clause_text(clause)


def test_the_rule_book_of_a_game() -> None:
    rules = mc.rules("kalaha-egyptian")
    book = list(rules.clauses)
    assert book[:2] == ["KE-1", "KE-2"]
    assert book[2:9] == [f"KG-{number}" for number in range(1, 8)]  # of kalaha-general
    assert book[9:] == [f"GE-{number}" for number in range(1, 13)]
    assert rules.book == "kalaha-general"
    assert rules.clause_text("KE-2") == rules.clauses["KE-2"]
    both = f"KG-4: {rules.clauses['KG-4']} KE-2: {rules.clauses['KE-2']}"
    assert rules.clause_text("KG-4, KE-2") == both
    assert rules.clause_text("no clause") == rules.clause_text("KA-1") == ""
    with pytest.raises(TypeError, match="clause"):
        rules.clause_text(5)  # type: ignore[arg-type]


def test_the_error_for_an_illegal_action_ends_with_what_the_clause_says() -> None:
    state = mc.rules("kalaha-ethiopian").state(pits=[[1, 2, 0, 0, 0, 4], [4] * 6])
    with pytest.raises(mc.IllegalAction) as caught:
        state.play(0)
    error = caught.value
    assert error.clause_text == "A pit that holds a single bead cannot be played."
    assert str(error).endswith(f"; legal are 1, 5, 7, 11. {error.clause_text}")


def test_a_game_without_a_rule_book_cites_nothing() -> None:
    rules = mc.Rules.from_toml(BARE)
    state = rules.start()
    with pytest.raises(mc.IllegalAction) as caught:
        state.play(0)
    assert (caught.value.clause, caught.value.clause_text) == ("no clause", "")
    assert str(caught.value) == "action 0 is illegal: the pit is empty; legal are 1"
    assert {event.clause for event in state.trace(1)} == {"no clause"}
    session = Session(rules)
    session.play(1)
    assert {step.clause for step in session.moves[-1]["steps"]} == {""}


def test_prose_goes_with_a_description() -> None:
    rules = mc.Rules.from_toml(BARE)
    prose = (["Nackt (German)"], "German", "Nobody", "There is nothing to read.", "")
    for again in (
        rules,
        mc.Rules.from_toml(rules.to_toml()),
        pickle.loads(pickle.dumps(rules)),  # noqa: S301
    ):
        assert (again.names, again.language, again.informant, again.note, again.book) == prose
        assert again.digest == rules.digest
    said = rules.explain()
    for line in (
        "Also called: Nackt (German)",
        "Language: German",
        "Informant: Nobody",
        "Note: There is nothing to read.",
    ):
        assert f"\n{line}\n" in said
    plain = "\n".join(line for line in BARE.splitlines() if line.split(" ")[0] not in PROSE)
    assert mc.Rules.from_toml(plain) == rules


def test_a_paragraph_of_a_description_is_one_line_whatever_its_file_breaks() -> None:
    broken = BARE.replace(
        '"There is nothing to read."', '"""\nThere is\n  nothing.\n\nAnd that\nis all.\n"""'
    )
    assert broken != BARE
    rules = mc.Rules.from_toml(broken)
    assert "\nNote: There is nothing.\n\nAnd that is all.\n" in rules.explain()
    assert rules.note == "There is\n  nothing.\n\nAnd that\nis all.\n"
    about = " ".join(mc.rules("oware").about.split())
    assert len(about) > 100
    assert f"\n{about}\n" in mc.rules("oware").explain()


PROSE = {"names", "language", "informant", "note"}


def test_the_board_has_the_texts_of_the_clauses() -> None:
    view = Session("oware").view()
    assert view["game"]["clauses"] == mc.rules("oware").clauses
