"""How many rules games say differently, and their tree and map."""

from __future__ import annotations

import numpy as np
import pytest

import mancalab as mc
from mancalab import plots, study
from mancalab.study import Kinship
from mancalab.study.kinship import pairs_in_words

SOME = ["oware", "uril", "kalah", "kalaha-egyptian", "pallanguzhi", "congklak", "omweso"]


@pytest.fixture(scope="module")
def kin() -> Kinship:
    return study.kinship(SOME)


def test_a_difference_is_a_rule_that_two_games_say_differently(kin: Kinship) -> None:
    # A capture of everything, the end of the game, and a player who cannot move.
    said = mc.rules("oware").diff(mc.rules("uril"))
    assert said.count("\n- ") + said.startswith("- ") == 2
    assert kin.between("oware", "uril") == kin.between("uril", "oware") == 3
    assert kin.between("kalah", "kalaha-egyptian") == 1


def test_a_rule_left_out_and_one_added_elsewhere_are_two(kin: Kinship) -> None:
    said = mc.rules("pallanguzhi").diff(mc.rules("congklak"))
    # Fours that are left are taken after the last lap; a last seed in the store gives another turn.
    assert "- PZ-4  When the last lap is over" in said
    assert "+ CL-4  A last seed in the own store" in said
    # Changed are the seeds, the direction, the store, the first capture, the next lap, the end and
    # the next round. Left out are fours on the way, two captures and the fours that are left.
    assert kin.between("pallanguzhi", "congklak") == 7 + 4 + 1


def test_one_sentence_about_two_fields_is_one_rule() -> None:
    omweso, kubuguza = mc.rules("omweso"), mc.rules("kubuguza")
    # Left out are the reserve and how it is laid out. Changed are the seeds, for all pits or row by
    # row, where first laps turn and where later ones do, a capture, the end and the score.
    seeds = omweso.diff(kubuguza).splitlines()[:2]
    assert [line[:6] for line in seeds] == ["- OM-1", "+ KZ-1"]
    assert study.kinship([omweso, kubuguza]).between("omweso", "kubuguza") == 2 + 6
    # Elf numbers its pits otherwise than Kalah, but says the same of those that may be played.
    kalah, elf = mc.rules("kalah"), mc.rules("elf")
    (played,) = {text for _, _, text in kalah.lines() if text.startswith("A player plays")}
    assert played in {text for _, _, text in elf.lines()}
    assert played not in kalah.diff(elf)
    # The capture differs, and what becomes of the seeds that are left.
    assert study.kinship([kalah, elf]).between("kalah", "elf") == 2


def test_the_same_game_by_another_name_does_not_differ() -> None:
    other = mc.Rules.from_toml(mc.rules("oware").to_toml().replace('"oware"', '"my-oware"'))
    assert study.kinship(["oware", other]).between("oware", "my-oware") == 0


def test_differences_are_symmetric_and_keep_the_triangle(kin: Kinship) -> None:
    table = kin.differences
    assert table.shape == (len(SOME), len(SOME))
    assert (table == table.T).all()
    assert (np.diag(table) == 0).all()


def test_the_nearest_come_first(kin: Kinship) -> None:
    assert kin.nearest("oware", 1) == (("uril", 3),)
    numbers = [number for _, number in kin.nearest("kalah", 6)]
    assert numbers == sorted(numbers)
    assert {game for game, _ in kin.nearest("kalah", 6)} == set(SOME) - {"kalah"}


def test_the_tree_joins_kin_first_and_parts_games_of_rounds(kin: Kinship) -> None:
    assert kin.tree.shape == (len(SOME) - 1, 4)
    assert kin.tree[0, 2] == 1  # kalah and its Egyptian kin
    assert any(set(group) == {"pallanguzhi", "congklak"} for group in kin.groups(3))
    assert sorted(game for group in kin.groups(4) for game in group) == sorted(SOME)


def test_a_map_of_three_games_keeps_their_differences() -> None:
    kin = study.kinship(["kalah", "kalaha-egyptian", "oware"])
    apart = np.linalg.norm(kin.places[:, None] - kin.places[None], axis=2)
    assert apart == pytest.approx(kin.differences, abs=1e-6)
    assert kin.kept == pytest.approx(1)


def test_what_was_found_is_said_with_the_extremes(kin: Kinship) -> None:
    (found,) = kin.findings
    assert found.startswith("Found: two of these 7 games differ in ")
    assert "the least are 1, of kalah and kalaha-egyptian" in found
    assert str(kin) == found


def test_ties_are_all_named() -> None:
    (found,) = study.kinship(["oware", "kalah", "uril", "mangala"]).findings
    assert "the least are 3, of oware and uril and of kalah and mangala, and the most 12" in found
    pairs = [(1, ("a", "b")), (2, ("c", "d")), (1, ("e", "f")), (1, ("g", "h"))]
    assert pairs_in_words(pairs, 1) == "of 3 pairs, such as a and b"
    assert pairs_in_words(pairs, 2) == "of c and d"


def test_progress_is_told_game_by_game() -> None:
    told: list[int] = []
    study.kinship(SOME[:3], progress=told.append)
    assert told == [1, 1, 1]


@pytest.mark.parametrize(
    ("games", "part"),
    [
        (["oware"], "two or more are needed, not 1"),
        (["oware", "oware"], "oware stands there twice"),
    ],
)
def test_too_few_games_and_twice_the_same(games: list[str], part: str) -> None:
    with pytest.raises(ValueError, match=part):
        study.kinship(games)


def test_a_game_that_was_not_compared(kin: Kinship) -> None:
    with pytest.raises(KeyError, match="none of the 7 games compared"):
        kin.nearest("wari")
    with pytest.raises(KeyError, match="wari: none of the games"):
        plots.family_map(kin, names=["wari"])
    with pytest.raises(TypeError, match="a Kinship"):
        plots.family_tree("oware")  # type: ignore[arg-type]


def test_a_tree_names_every_game_once(kin: Kinship) -> None:
    ax = plots.family_tree(kin)
    labels = [label.get_text() for label in ax.get_yticklabels()]
    assert sorted(labels) == sorted(SOME)
    assert len(ax.lines) == len(SOME) - 1
    near = {labels.index("kalah"), labels.index("kalaha-egyptian")}
    assert max(near) - min(near) == 1


def test_a_map_has_a_point_for_each_game(kin: Kinship) -> None:
    groups = {"pallanguzhi": "rounds", "congklak": "rounds", "omweso": "four rows"}
    ax = plots.family_map(kin, groups, names=["oware"])
    drawn = np.concatenate([np.asarray(points.get_offsets()) for points in ax.collections])
    assert drawn.shape == (len(SOME), 2)
    assert [text.get_text() for text in ax.texts] == ["oware"]
    legend = ax.get_legend()
    assert legend is not None
    assert {text.get_text() for text in legend.get_texts()} == {"rounds", "four rows"}


def test_one_name_is_no_list_of_games() -> None:
    few = study.kinship(["oware", "kalah", "uril"])
    for call in (lambda: study.kinship("oware"), lambda: plots.family_map(few, names="oware")):
        with pytest.raises(TypeError, match="a list of"):
            call()
    assert len(few.nearest("oware")) == 2
