"""`mancalab rules --reference`, descriptions in full, and the options of a game in words."""

from __future__ import annotations

from pathlib import Path

import pytest

import mancalab as mc
from mancalab import cli
from mancalab.cli import reference
from mancalab.cli.reference import source


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert cli.main(["rules", *words]) == 0
    return capsys.readouterr().out


# Every field and value


def test_every_field_and_value_stands_in_it() -> None:
    page = reference.page()
    for field in source.fields():
        _, _, rest = page.partition(f"# `{field.path}`\n")
        assert rest, field.path
        told = rest.partition("\n#")[0]
        if field.kind != "counts":
            for value in field.values:
                assert f"- `{value.written}`" in told, (field.path, value.value)


def test_games_are_those_that_have_the_value() -> None:
    stores = next(field for field in source.fields() if field.path == "sowing.stores")
    both = next(value for value in stores.values if value.value == "both")
    has = [name for name, rules in mc.catalogue.items() if 'stores = "both"' in rules.to_toml()]
    assert both.games == has


@pytest.mark.parametrize("path", [field.path for field in source.fields()])
def test_examples_are_sentences_of_their_games(path: str) -> None:
    field = next(field for field in source.fields() if field.path == path)
    for value in field.values:
        if value.example:
            game, sentence, is_in_catalogue = value.example
            assert (game in value.games) == is_in_catalogue
            if is_in_catalogue:
                assert sentence in {text for _, _, text in mc.rules(game).lines()}


def test_the_example_of_a_value_that_no_game_has_is_what_it_changes() -> None:
    for field in source.fields():
        for value in field.values:
            if value.example and not value.example.is_in_catalogue:
                game, sentence, _ = value.example
                told = {text for _, _, text in mc.rules(game).lines()}
                assert sentence not in told, (field.path, value.value)
    reentry = next(field for field in source.fields() if field.path == "landing.reentry")
    turn = next(value for value in reentry.values if value.value == "turn")
    assert turn.example is not None
    assert turn.example.sentence.endswith("the first one in the pit after the one they chose.")


def test_values_that_games_have_come_with_an_example() -> None:
    # These are told by the sentence about another field, or by none.
    without = {
        "board.rows",
        "board.track",
        "board.sides",
        "board.stores",
        "moves.numbered",
        "moves.reopens_at",
        "ending.row",
        "rounds.order",
    }
    drops = ("side", "to", "last_to_mover", "last")
    without |= {f"sowing.on_drop.{name}" for name in drops}
    after = ("side", "row", "at", "sown", "to", "ended", "ended_at")
    without |= {f"after.{name}" for name in after}
    # The first fits only after another entry that captures and sows on, the second leaves an entry
    # out, and the third needs a condition that no game has; no limit is no sentence.
    untold = {("landing.captured", "true"), ("landing.to", "none"), ("ending.winner", "has_row")}
    untold.add(("limits.max_actions", "none"))
    for field in source.fields():
        if field.kind == "counts":
            assert field.example, field.path
            continue
        for value in field.values:
            is_default = value.value in (field.default, str(field.default).lower())
            is_told = field.path not in without and (field.path, value.value) not in untold
            if is_told and not is_default:
                assert value.example, (field.path, value.value)


# Parts


def test_a_part_is_what_stands_in_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    page = reference.page()
    for word in ("sowing", "sowing.stores", "sowing.on_drop.count", "landing.take", "facing"):
        out = said(capsys, "--reference", word)
        assert out.strip() in page
    assert said(capsys, "--reference") == page
    both = said(capsys, "--reference", "laps.relay", "turn.replay")
    assert both.index("laps.relay") < both.index("turn.replay")


def test_a_part_that_there_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rules", "--reference", "landing.takes"]) == 2
    assert "did you mean 'landing.take'" in capsys.readouterr().err
    assert cli.main(["rules", "--reference", "sowing.store"]) == 2
    assert "'sowing.stores'" in capsys.readouterr().err
    assert cli.main(["rules", "--full", "kalah"]) == 2
    assert "--full goes with --toml" in capsys.readouterr().err


# Descriptions in full


@pytest.mark.parametrize("name", ["kalah", "chuba", "kalaha-nigerian", "tsoro"])
def test_a_description_in_full(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "--toml", "--full", name)
    assert text == mc.rules(name).to_toml(full=True)
    again = mc.Rules.from_toml(text)
    assert again == mc.rules(name)
    assert again.to_toml() == mc.rules(name).to_toml()
    assert ("turn_round = false" in text, "turn_round" in mc.rules(name).to_toml()) == (True, False)


# Options


def test_options_say_their_fields(capsys: pytest.CaptureFixture[str]) -> None:
    out = said(capsys, "kalah")
    assert out.startswith(mc.rules("kalah").explain() + "\nThe options")
    for line in (
        "capture = home: where captured seeds go: nowhere, home, or onto the landing pit "
        '(landing.capture.to = "store")',
        'relay = false: the seeds of an occupied landing pit are sown on (laps.relay = "none")',
        "seeds = 4: seeds in each pit at the start (setup.seeds = 4)",
    ):
        assert f"\n{line}\n" in out
    assert 'is `landing.capture.to = "landing"`' in " ".join(reference.page().split())


# The places of the picture, found by playing


def rows_of(picture: str) -> list[list[str]]:
    return [line.split()[:6] for line in picture.splitlines() if line.strip()]


def pit_at(row: int, column: int, rows: int) -> tuple[int, int]:
    """The side and pit of a place of the picture: South below, each row in its owner's order."""
    if rows == 2:
        return (0, column) if row == 1 else (1, 5 - column)
    if rows == 3:
        middle = (1, 6 + column) if column < 3 else (0, 11 - column)
        return [(1, 5 - column), middle, (0, column)][row]
    order = [(1, 5 - column), (1, 6 + column), (0, 11 - column), (0, column)]
    return order[row]


def taken(take: str, rows: int, landing: int) -> set[tuple[int, int]]:
    """The pits that an entry empties when South's last seed falls in this pit."""
    rules = mc.Rules.from_toml(f"""
name = "places"
board = {{ rows = {rows}, columns = 6 }}
setup = {{ seeds = 5 }}
landing = [{{ take = "{take}", {"side = 'own', at = [2], " if rows == 3 else ""}to = "removed" }}]
ending = {{ when = ["nobody_can_move"] }}
""")
    side = rows * 3
    pits = [[5] * side, [5] * side]
    pits[0][landing - 1] = 1  # one seed, sown into the landing pit
    after = rules.state(pits=pits).play(landing - 1).pits
    return {
        (whose, pit)
        for whose in (0, 1)
        for pit in range(side)
        if after[whose][pit] == 0 and (whose, pit) != (0, landing - 1)
    }


@pytest.mark.parametrize("rows", [2, 3, 4])
def test_the_places_of_the_picture_are_those_of_the_engine(rows: int) -> None:
    text = reference.page()
    uppermost = {2: "F    n    b", 3: "G    n    b", 4: "G    .    ."}[rows]
    start = text.index(f"   .    .    {uppermost}")
    drawn = rows_of(text[start:].split("\n\n")[0].partition("```")[0])
    places = {
        letter: pit_at(row, column, rows)
        for row, letters in enumerate(drawn)
        for column, letter in enumerate(letters)
        if letter != "."
    }
    side, landing = places["L"]
    assert side == 0
    assert places["P"] == (0, landing - 1)
    takes = {"landing": "L", "next": "N", "beyond": "B", "facing": "F"}
    takes |= {"next_facing": "n", "beyond_facing": "b"}
    if rows > 2:
        takes |= {"behind": "G", "file": "FG"}
    for take, letters in takes.items():
        assert taken(take, rows, landing) == {places[letter] for letter in letters}, take


def test_lists_run_as_the_picture_shows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "listed.toml"
    path.write_text(
        'name = "listed"\nboard = { rows = 4, columns = 3 }\n'
        'setup = { outer = [1, 2, 3], inner = [4, 5, 6] }\nending = { when = ["either_empty"] }\n'
    )
    assert cli.main(["check", str(path), "--n", "5"]) == 0
    out = capsys.readouterr().out
    board = "   3    2    1    North 0\n   4    5    6\n   6    5    4\n   1    2    3    South 0\n"
    assert f"\nthe opening, South to move\n{board}" in out
    assert "the inner row back from right to left" in " ".join(out.split())


# The name of another game


def test_a_description_with_the_name_of_another_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def hinted(text: str) -> bool:
        path = tmp_path / "mine.toml"
        path.write_text(text)
        assert cli.main(["check", str(path), "--n", "5"]) == 0
        return "the catalogue has another game of this name" in capsys.readouterr().out

    kalah = mc.rules("kalah").to_toml()
    assert not hinted(kalah)
    assert not hinted(mc.rules("kalah", columns=4).to_toml())
    assert hinted(mc.rules("oware").to_toml().replace('name = "oware"', 'name = "kalah"', 1))
    assert not hinted(kalah.replace('name = "kalah"', 'name = "my-kalah"', 1))
