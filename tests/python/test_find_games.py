"""Games of the catalogue by region, rows and family."""

from __future__ import annotations

import pytest

import mancalab as mc
from mancalab import cli
from mancalab._families import FAMILIES, families_of
from mancalab.cli.collection import collection

# Games whose family is plain from what their sources say.
KNOWN = {
    "kalah": {"single-lap", "store"},
    "oware": {"single-lap"},
    "mwambulula": {"relay"},
    "togyzqumalaq": {"single-lap", "marks"},
    "bao-ki-arabu-zanzibar-1": {"relay", "directions"},
    "njombwa": {"relay", "openings"},
    "tshuba": {"relay", "choices"},
    "musoro-tsoro": {"relay", "choices"},
    "pallankuli": {"relay", "drops", "rounds"},
    "wore": {"single-lap", "drops"},
    "mangala-match": {"single-lap", "store", "rounds"},
    "deka": {"relay", "marks"},
    "sute": {"single-lap", "plays"},
    "makonn": {"relay", "openings"},
}


@pytest.mark.parametrize("name", KNOWN)
def test_games_belong_to_the_families_of_their_rules(name: str) -> None:
    assert set(families_of(mc.rules(name))) == KNOWN[name]


def test_every_game_is_of_one_lap_or_of_many() -> None:
    one, many = (set(mc.catalogue.find(family=family)) for family in ("single-lap", "relay"))
    assert one | many == set(mc.catalogue)
    assert not one & many


@pytest.mark.parametrize("family", FAMILIES)
def test_families_name_features_that_games_have(family: str) -> None:
    found = mc.catalogue.find(family=family)
    assert 0 < len(found) < len(mc.catalogue)
    known = {feature for rules in mc.catalogue.values() for feature in rules.features}
    only_options = {"past_store", "fixes_heading", "turns_round"}  # of games that users describe
    assert FAMILIES[family].features - known <= only_options


def test_regions_are_found_without_capitals_and_accents() -> None:
    assert mc.catalogue.find(region="kedang") == mc.catalogue.find(region="Kédang") == ("motiq",)
    assert "khrour" in mc.catalogue.find(region="MAURITANIA")
    assert mc.catalogue.find(region="Atlantis") == ()


def test_conditions_are_all_met_and_the_order_is_that_of_the_catalogue() -> None:
    assert mc.catalogue.find() == tuple(mc.catalogue)
    found = mc.catalogue.find(rows=4, family="choices", region="zimbabwe")
    expected = [
        name
        for name, rules in mc.catalogue.items()
        if rules.rows == 4 and "Zimbabwe" in rules.region and "choices" in families_of(rules)
    ]
    assert found == tuple(expected)
    assert "tsoro-additional" in found


def test_mistakes_name_the_argument() -> None:
    with pytest.raises(ValueError, match="family = 'bao': allowed are single-lap, relay, store"):
        mc.catalogue.find(family="bao")
    with pytest.raises(TypeError, match="rows: an integer is needed, not float"):
        mc.catalogue.find(rows=2.5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="region: a str is needed"):
        mc.catalogue.find(region=1)  # type: ignore[arg-type]


def test_the_command_lists_names_titles_and_regions(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["games", "--region", "kazakhstan", "--family", "single-lap"]) == 0
    out = capsys.readouterr().out
    assert out.splitlines() == [
        "bestemshe     Bestemshe  (Kazakhstan)",
        "togyzqumalaq  Togyzqumalaq  (Kazakhstan and Kyrgyzstan)",
    ]
    assert cli.main(["games", "--rows", "4", "--count"]) == 0
    four_rows = len(mc.catalogue.find(rows=4))
    assert capsys.readouterr().out == f"{four_rows} games\n"
    assert cli.main(["games", "--rows", "7"]) == 2
    assert "no game has 7 rows; there are games of 2, 3 and 4 rows" in capsys.readouterr().err


def test_the_count_says_what_is_missing_of_another_collection(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert cli.main(["games", "--count"]) == 0
    out = capsys.readouterr().out.splitlines()
    missing = [game for game in collection() if not game.here]
    have = len(collection()) - len(missing)
    assert out[0] == f"{len(mc.catalogue)} games"
    assert out[1].startswith(
        f"Of the 211 sowing games of Ludii 1.3.13, {have} are among them by name."
    )
    assert [line.split("  ")[0] for line in out[2:]] == [game.game for game in missing]
    assert all(line.endswith(game.why) for line, game in zip(out[2:], missing, strict=True))


def test_each_game_of_the_collection_is_in_the_catalogue_or_has_a_reason() -> None:
    for game in collection():
        assert bool(game.here) != bool(game.why), game
        assert not game.here or game.here in mc.catalogue, game
    here = [game.here for game in collection() if game.here]
    assert len(set(here)) == len(here)


def test_no_game_is_missing_that_has_the_name_of_one_in_the_catalogue() -> None:
    titles = {mc.catalogue[name].title.casefold() for name in mc.catalogue}
    left = [game.game for game in collection() if not game.here and game.game.casefold() in titles]
    assert left == []
