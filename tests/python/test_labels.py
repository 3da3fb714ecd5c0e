"""What games are called in tables and figures: games of one's own beside those of the catalogue."""

from __future__ import annotations

from pathlib import Path

import pytest
from matplotlib import pyplot as plt
from matplotlib.figure import Figure

import mancalab as mc
from mancalab import cli, plots
from mancalab.study import (
    AdvantageTable,
    EffectTable,
    by_ply,
    clause_effect,
    complexity,
    exact_values,
    first_player_advantage,
    tournament,
)
from mancalab.study.kinds import kind_of
from readable import check_readable

TOML = """
name = "own"
title = "A game of my own"

[board]
rows = 2
columns = 3

[setup]
seeds = 2

[[landing]]
name = "single"
counts = [1]
take = "landing"
to = "store"

[ending]
when = ["nobody_can_move"]
"""
OWN = mc.Rules.from_toml(TOML)
TAKES_TWO = OWN.replace(**{"landing.single.counts": [1, 2]})
TITLED = mc.Rules.from_toml(TOML.replace('"own"', '"other"')).replace(columns=4)
LONG = mc.Rules.from_toml(TOML.replace("A game of my own", "A title of many words " * 9))


def much_changed(rules: mc.Rules) -> mc.Rules:
    return rules.replace(
        columns=4, seeds=3, start="north", least=2, max_actions=500, endless="loss", relay=True
    )


MANY = much_changed(OWN)
KALAH = mc.Rules.from_toml(TOML.replace('"own"', '"kalah"')).replace(columns=5)


def table_of(*games: mc.Rules) -> AdvantageTable:
    return first_player_advantage(games, [("random", "random"), ("greedy", "greedy")], n=10)


def words(*games: mc.Rules) -> list[str]:
    table = table_of(*games)
    return list(dict.fromkeys(map(table.labels.word, table)))


def short(rules: mc.Rules) -> str:
    return f"({rules.digest[:8]})"


# Words


def test_a_game_of_ones_own_is_called_by_its_name() -> None:
    table = table_of(OWN)
    assert words(OWN) == ["own"]
    assert {row.label for row in table} == {"own"}
    assert table.labels.title(table.rows[0]) == ("A game of my own", ())
    assert [line.split()[0] for line in str(table).splitlines() if " ±" in line][:1] == ["own"]
    assert "| own |" in table.to_markdown()


def test_its_name_is_enough_wherever_it_stands_alone() -> None:
    assert str(complexity(OWN, 10)).startswith("own: ")
    assert by_ply(OWN, games=5).label == "own"
    assert [row.label for row in exact_values(OWN)] == ["own"]
    effects = clause_effect(OWN, "relay", [False, True], games=10)
    assert str(effects).startswith("own, Random against Random")
    assert tournament(OWN, ["random", "greedy"], n=4).strengths.rows[0].game == "own"


def test_two_games_of_one_name_are_told_apart_by_a_landing_key() -> None:
    counts = ["own:landing.single.counts=[1]", "own:landing.single.counts=[1,2]"]
    assert words(OWN, TAKES_TWO) == counts
    table = tournament([OWN, TAKES_TWO], ["random", "greedy"], n=4)
    assert [block.label for block in table.blocks] == counts
    assert set(table.fits) == {*counts, "all games"}
    assert [len(table.block(label).rows) for label in counts] == [1, 1]


def test_only_options_that_differ_are_in_a_label() -> None:
    assert words(OWN, OWN.replace(columns=4)) == ["own:columns=3", "own:columns=4"]


def test_games_of_ones_own_and_of_the_catalogue_side_by_side() -> None:
    small = mc.rules("kalah", columns=4, seeds=3)
    counts = mc.rules("oware").replace(**{"landing.capture.counts": [2, 3, 4]})
    found = words(OWN, small, mc.rules("kalah"), counts)
    assert found == [
        "own",
        "kalah:columns=4,seeds=3",
        "kalah",
        "oware:landing.capture.counts=[2,3,4]",
    ]
    for word, rules in zip(found[1:], [small, mc.rules("kalah"), counts], strict=True):
        assert cli.parse_game(word) == rules


def test_many_differences_are_cut_and_the_digest_tells_them_apart() -> None:
    found = words(OWN, MANY)
    for word, rules in zip(found, [OWN, MANY], strict=True):
        assert word.startswith(f"own:columns={rules.columns},")
        assert word.endswith(f",… {short(rules)}")
        assert len(word) < 80


def test_a_game_that_only_bears_a_name_of_the_catalogue_is_not_called_as_that() -> None:
    (word, plain) = words(KALAH, mc.rules("kalah"))
    assert plain == "kalah"
    assert word.startswith("kalah:")
    assert word.endswith(short(KALAH))


def test_a_label_that_stands_alone_has_no_more_letters_than_one_of_a_table() -> None:
    effects = clause_effect(KALAH, "relay", [False, True], games=10)
    rows = [*table_of(KALAH), *exact_values(KALAH), by_ply(KALAH, games=5), complexity(KALAH, 10)]
    rows += tournament(KALAH, ["random", "greedy"], n=4).rows
    assert {row.label for row in rows} | {effects.rows[0].baseline} == set(words(KALAH))
    assert len(effects.rows[0].baseline) < 80
    said = str(effects).replace("\n", " ")
    assert said.startswith(f"{effects.rows[0].baseline}, Random against Random")


def test_a_game_of_ones_own_may_be_called_like_an_alias_of_another() -> None:
    assert "warri" in mc.catalogue
    warri = mc.Rules.from_toml(TOML.replace('"own"', '"warri"'))
    assert words(warri) == [complexity(warri, 10).label] == ["warri"]
    wider = warri.replace(columns=4)
    assert words(warri, wider) == ["warri:columns=3", "warri:columns=4"]


def test_rows_without_landing_keys_are_told_apart_by_their_digests(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    table_of(OWN, TAKES_TWO).to_csv(path)
    lines = path.read_text()
    for value in ("[1]", "[1,2]"):
        lines = lines.replace(f'""landing.single.counts"": ""{value}"", ', "")
    path.write_text(lines)
    table = AdvantageTable.from_csv(path)
    assert "landing.single.counts" not in table.rows[0].options
    labels = list(dict.fromkeys(map(table.labels.word, table)))
    assert labels == [f"own {short(OWN)}", f"own {short(TAKES_TWO)}"]


def test_a_title_that_two_games_have_is_followed_by_their_names() -> None:
    table = table_of(OWN, TITLED)
    titles = list(dict.fromkeys(map(table.labels.title, table)))
    assert titles == [("A game of my own", ("own",)), ("A game of my own", ("other",))]


def test_effects_of_two_games_of_one_name_stay_apart(tmp_path: Path) -> None:
    one, two = (clause_effect(game, "relay", [False, True], games=10) for game in (OWN, TAKES_TWO))
    (one + two).to_csv(tmp_path / "effects.csv")
    for table in (one + two, EffectTable.from_csv(tmp_path / "effects.csv")):
        for rules in (OWN, TAKES_TWO):
            assert f"own {short(rules)}, Random against Random" in str(table).replace("\n", " ")


# Figures: warnings are errors here, so that the layout of each has to be one


GAMES = {
    "one": [OWN],
    "a key": [OWN, TAKES_TWO],
    "mixed": [OWN, TAKES_TWO, mc.rules("kalah"), mc.rules("kalah", columns=4, seeds=3)],
    "many": [OWN, MANY, TITLED, KALAH],
    "long": [LONG, LONG.replace(columns=4), much_changed(LONG)],
}


@pytest.mark.parametrize("games", GAMES.values(), ids=list(GAMES))
def test_studies_are_drawn_with_labels_that_can_be_read(
    games: list[mc.Rules], tmp_path: Path
) -> None:
    figure = plots.figure(table_of(*games), path=tmp_path / "figure.png")
    check_readable(figure)
    names = [label.get_text() for label in figure.axes[0].get_yticklabels()]
    kinds = {kind_of(rules) for rules in games}
    assert len(set(names)) == len(names) == len(games) + (len(kinds) if len(kinds) > 1 else 0)


@pytest.mark.parametrize("games", GAMES.values(), ids=list(GAMES))
def test_tournaments_are_drawn_with_labels_that_can_be_read(
    games: list[mc.Rules], tmp_path: Path
) -> None:
    table = tournament(games, ["random", "greedy"], n=20)
    figure = plots.tournament_figure(table, path=tmp_path / "figure.png")
    check_readable(figure)
    legend = figure.axes[-1].get_legend()
    assert legend is not None
    assert legend.get_window_extent().x1 <= figure.bbox.x1
    assert len({text.get_text() for text in legend.get_texts()}) == len(table.fits)
    titles = [ax.get_title() for ax in figure.axes[:-1]]
    assert len(set(titles)) == len(games)


def test_effects_are_drawn_with_labels_that_can_be_read() -> None:
    games = [OWN, TAKES_TWO, mc.rules("kalah", columns=4, seeds=3, empty_capture=True)]
    tables = [clause_effect(game, "relay", [False, True], games=20) for game in games]
    try:
        for table in (tables[0], tables[2], tables[0] + tables[1] + tables[2]):
            ax = plots.clause_effect(table)
            assert isinstance(ax.figure, Figure)
            check_readable(ax.figure)
            assert len(ax.get_yticks()) == len(table) // 4
    finally:
        plt.close("all")
