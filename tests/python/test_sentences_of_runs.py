"""Sentences about captures that go on, and about captures that are sown on, beside the engine."""

from __future__ import annotations

import pytest

import mancalab as mc

RUN = "The same happens at the pit before the landing pit, at the one before that, and so on"
HOME = "not the one where the lap began."
CHAINS = {
    'chain = "backward"\ncounts = [1]': f"{RUN}, as long as that pit holds 1 seed, and is {HOME}",
    'chain = "backward"\ncounts = [2, 3]\nside = "other"': (
        f"{RUN}, as long as that pit holds 2 or 3 seeds and is the other player's, and is {HOME}"
    ),
    'chain = "backward"\nwas = "empty"': (
        f"{RUN}, whatever they hold, as far as the pit where the lap began, which is left out."
    ),
    'chain = "forward"\nnext = "empty"\nbeyond = "occupied"': (
        "The same happens at the pit after the landing pit, at the one after that, and so on, as "
        "long as that pit has an empty next pit and seeds in the pit beyond the next one."
    ),
    'chain = "neighbours"\nbefore = "odd"': (
        "The same happens at the pit directly before the landing pit, and at the one after it, "
        "each if it has an odd number of seeds in the pit before it."
    ),
    'chain = "neighbours"\ncrossed = true': (
        "The same happens at the pits directly before and after the landing pit, "
        "whatever they hold."
    ),
    'chain = "alternate"\nside = "own"': (
        "The same happens at the second pit after the landing pit, at the second one after that, "
        "and so on, as long as that pit is the player's own."
    ),
}


def game(entry: str, rows: int = 2, more: str = "") -> mc.Rules:
    """Return a game whose only entry takes the landing pit, unless it says something else."""
    take = "" if "take" in entry else 'take = "landing"\n'
    return mc.Rules.from_toml(f"""
name = "one-entry"
board = {{ rows = {rows}, columns = 6 }}
setup = {{ seeds = 4 }}
ending = {{ when = "nobody_can_move" }}
{more}
[[landing]]
name = "one"
{take}{entry}
""")


def sentence(rules: mc.Rules, field: str) -> str:
    """Return the sentence about a field of the entry."""
    return next(text for name, _, text in rules.lines() if name == f"landing.one.{field}")


@pytest.mark.parametrize("entry", CHAINS)
def test_a_run_says_what_it_asks_of_every_pit(entry: str) -> None:
    assert sentence(game(entry), "chain") == CHAINS[entry]


def test_on_four_rows_the_side_is_not_told() -> None:
    entry = 'chain = "backward"\nside = "own"\nrow = "inner"'
    assert "as long as that pit is an inner one, and is not" in sentence(game(entry, 4), "chain")


@pytest.mark.parametrize(
    ("reentry", "after", "pits"),
    [
        # South sows 2 seeds of pit 1 and takes 3 from the pit opposite pit 3: pits 4, 5 and beyond.
        ("landing", "the landing pit, whose own seeds stay there", [0, 0, 1, 6, 1, 1]),
        ("lap", "the one where the capturing lap began", [0, 0, 2, 7, 1, 0]),
        ("turn", "the one they chose", [0, 0, 2, 7, 1, 0]),
    ],
)
def test_captures_are_sown_on_as_the_sentence_says(
    reentry: str, after: str, pits: list[int]
) -> None:
    entry = f'take = "facing"\nto = "hand"\nreentry = "{reentry}"\nlap = "first"'
    rules = game(entry)
    told = sentence(rules, "take")
    assert told.endswith(f"and sows on with them, the first one in the pit after {after}.")
    state = rules.state(pits=[[0, 2, 0, 5, 0, 0], [9, 9, 3, 9, 9, 9]])
    after_it = state.play(1).pits.tolist()
    assert after_it[0] == pits
    assert after_it[1] == [10 if reentry == "landing" else 9, 9, 0, 9, 9, 9]


def test_seeds_of_the_landing_pit_that_are_taken_do_not_stay() -> None:
    entry = 'take = ["landing", "facing"]\nto = "hand"\nreentry = "landing"'
    assert sentence(game(entry), "take").endswith("in the pit after the landing pit.")


def test_the_table_is_asked_again_after_seeds_that_were_sown_on() -> None:
    rules = game('was = "empty"\ntake = "facing"\nto = "hand"\nreentry = "landing"')
    state = rules.state(pits=[[0, 1, 0, 0, 0, 0], [0, 0, 2, 1, 0, 9]])
    captures = [event for event in state.trace(1) if event.kind == "capture"]
    # Pit 2 takes the 1 opposite, which falls in the empty pit 3 and takes the 2 opposite.
    assert [event.count for event in captures] == [1, 2]


# Clauses

CITED = """
clause = { was = "ON-1", facing = "ON-2", take = "ON-2", to = "ON-10", chain = "ON-4" }
[clauses]
ON-1 = "An empty pit"
ON-2 = "opposite an occupied one"
ON-4 = "and those after it"
ON-10 = "go home."
"""


def test_a_sentence_cites_the_clauses_of_all_that_it_says() -> None:
    rules = game(f'was = "empty"\nfacing = "occupied"\ntake = "facing"\nchain = "forward"\n{CITED}')
    said = {field: clause for field, clause, _ in rules.lines()}
    assert said["landing.one.take"] == "ON-1, ON-2, ON-10"
    assert said["landing.one.chain"] == "ON-4"
    board = mc.Rules.from_toml(
        rules.to_toml().replace(
            "[board]\n", '[board]\nclause = { columns = "ON-1", rows = "ON-4" }\n'
        )
    )
    said = {field: clause for field, clause, _ in board.lines()}
    assert said["board.columns"] == "ON-1, ON-4"


def test_no_clause_of_a_game_vanishes_from_its_landing_table() -> None:
    said = {field: clause for field, clause, _ in mc.rules("hus-damara").lines()}
    assert said["landing.capture.take"] == "HD-4, HD-5"


def test_clauses_are_a_list_or_a_text_with_commas() -> None:
    entry = 'was = "empty"\ntake = "landing"\nclause = {}\n[clauses]\nON-1 = "a"\nON-2 = "b"\n'
    listed = game(entry.replace("{}", LISTED))
    text = game(entry.replace("{}", '"ON-1, ON-2"'))
    assert listed == text
    assert mc.Rules.from_toml(listed.to_toml()) == listed
    by_field = entry.replace("{}", f"{{ was = {LISTED}, take = {{ landing = {LISTED} }} }}")
    said = {field: clause for field, clause, _ in game(by_field).lines()}
    assert said["landing.one.take"] == "ON-1, ON-2"


LISTED = '["ON-1", "ON-2"]'


def test_one_condition_needs_no_brackets() -> None:
    one = game('was = "empty"')
    listed = mc.Rules.from_toml(one.to_toml())
    assert 'when = ["nobody_can_move"]' in one.to_toml()
    assert listed == one
