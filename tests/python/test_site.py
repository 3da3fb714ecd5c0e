"""What `make docs` generates from the catalogue; the build itself checks the links of all pages."""

from __future__ import annotations

import ast
import csv
import importlib.util
import os
import re
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from mancalab.study import AdvantageRow, AdvantageTable

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "docs"))

from generate import (  # noqa: E402
    boards,
    files,
    games,
    links,
    measured,
    neighbours,
    readme_picture,
    values,
    zoo,
)

CATALOGUE = games.catalogue()


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    return {name: games.page(name, CATALOGUE) for name in CATALOGUE}


@pytest.mark.parametrize("name", CATALOGUE)
def test_a_page_says_everything_that_is_known_of_a_game(name: str, pages: dict[str, str]) -> None:
    page, rules = pages[name], CATALOGUE[name]
    text = re.sub(r"\\(.)", r"\1", page).replace("&#124;", "|")
    joined = " ".join(text.split())
    assert page.startswith("# ")
    for word in (rules.title, rules.region, rules.source, rules.note, rules.about):
        assert " ".join(word.split()) in joined
    cited = ", ".join(clauses for _, clauses, _ in rules.lines()).split(", ")
    for clause, said in rules.clauses.items():
        if clause.startswith("GE-") and clause not in cited:
            continue  # it stands among the conventions of all games
        assert f"| **{clause}** | {' '.join(said.split())} |" in joined
    for _, _, sentence in rules.lines():
        assert sentence in joined
    for option in rules.options:
        assert f"| `{option}` |" in page
    assert page.count("```diff") == 5


@pytest.mark.parametrize("name", CATALOGUE)
def test_links_of_a_page_lead_to_pages(name: str, pages: dict[str, str]) -> None:
    links = re.findall(r"\]\(([^)#]+)", pages[name])
    for link in links:
        path = Path(os.path.normpath(ROOT / "docs" / "games" / link))  # the folder may be missing
        # Pages of games are there only when the site was built.
        assert path.stem in CATALOGUE if path.parent.name == "games" else path.is_file(), link
    assert len(links) >= 7


PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("docs/[rt]*/*.md")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_of_a_page_lead_to_files_of_the_repository(page: Path) -> None:
    generated = [ROOT / "docs" / name for name in ("games", "notebooks", "teachers/boards")]
    for link in re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8")):
        if "://" not in link:
            path = Path(os.path.normpath(page.parent / link))
            assert path.exists(), link
            assert not any(folder in path.parents for folder in generated), link


def test_links_to_notebooks_and_games_lead_to_their_pages_on_the_site() -> None:
    page = "[a](../notebooks/quickstart.ipynb) [b](../src/rules/catalogue/um-el-bil.toml#options)"
    assert (
        links.for_the_site(page)
        == "[a](notebooks/quickstart.ipynb) [b](games/um-el-bil.md#options)"
    )
    deeper = page.replace("../", "../../")
    site = "[a](../notebooks/quickstart.ipynb) [b](../games/um-el-bil.md#options)"
    assert links.for_the_site(deeper) == site
    assert links.for_the_site("[c](../src/rules/check.rs)") == "[c](../src/rules/check.rs)"


def measured_rows(name: str) -> list[AdvantageRow]:
    return [row for row in measured.kept() if row.game == name]


@pytest.mark.parametrize("name", CATALOGUE)
def test_what_was_measured_is_of_these_rules_and_stands_on_the_page(
    name: str, pages: dict[str, str]
) -> None:
    rows = measured_rows(name)
    assert [(row.players, row.opening_plies) for row in rows] == [("Random", 0), ("Greedy", 4)]
    again = "the rules have changed: python docs/generate/measured.py"
    assert {row.digest for row in rows} == {CATALOGUE[name].digest}, again
    for row in rows:
        assert (row.games, row.seed) == (measured.number(name), measured.SEED)
        won, drawn, lost, ended = (
            round(share.value * row.games) for share in (row.wins, row.draws, row.losses, row.voids)
        )
        cut_off = round(row.truncated.value * row.games)
        assert won + drawn + lost + ended + cut_off == row.games
        said = "| \N{EN DASH} | \N{EN DASH} |"  # where no game has a result
        if ended + cut_off < row.games:
            score = (won + drawn / 2) / (won + drawn + lost)
            assert row.score.value == pytest.approx(score)
            low, high = 100 * row.score.low, 100 * row.score.high
            assert (
                low < 100 * score < high
                or (low == score == 0 and high > 0)
                or (low < high == 100 * score)
            )
            said = f"| {100 * score:.1f} | {low:.1f} to {high:.1f} |"
        line = f"| {row.players} {row.opening}"
        assert any(x.startswith(line) and said in x for x in pages[name].splitlines())


@pytest.mark.parametrize("name", ["kalah", "elf", "oware"])
def test_what_was_measured_is_measured_again(name: str) -> None:
    again = AdvantageTable(tuple(measured.measure([name]))).to_dict()
    stored = AdvantageTable(tuple(measured_rows(name))).to_dict()
    for column, numbers in stored.items():
        if column == "version":
            continue
        if numbers.dtype.kind == "f":  # another scipy may round the last digit of an interval
            np.testing.assert_allclose(again[column], numbers, rtol=1e-9)
        else:
            assert again[column].tolist() == numbers.tolist(), column


def test_what_few_distinct_games_say_is_marked(pages: dict[str, str]) -> None:
    marked = [name for name, page in pages.items() if "\\* Fewer than a tenth" in page]
    few = dict.fromkeys(row.game for row in measured.kept() if row.few_distinct)
    # Boards of few pits, or games of few turns.
    small = ["choro-lango", "kapana-bona", "mangola", "oure-ngat", "wore"]
    assert marked == list(few) == sorted(["i-dogon", "mangala-suez", "muvalavala-quioco", *small])
    assert "Greedy after 4 random plies \\* |" in pages["i-dogon"]


def test_a_score_of_few_games_says_so(pages: dict[str, str]) -> None:
    assert "Only 20 games of Random have a result" in pages["ngolo"]
    assert "Only 1 game of Random has a result" in pages["sonka"]
    assert "\nNo game of Greedy has a result.\n" in pages["sonka"]
    few = {
        name
        for name, page in pages.items()
        if re.search(r"^(Only|No) .* result", page, re.MULTILINE)
    }
    assert few == {
        *(
            "adi",
            "ako-okwe",
            "boukerourou",
            "daramuti",
            "gabata-adegrat",
            "hufesay",
            "jerin",
            "jimafesosh",
            "katra",
        ),
        *(
            "khutka-boia",
            "kotu-baendum",
            "lib-al-ghashim",
            "lisolo",
            "mawkar-katiya",
            "ngolo",
            "okwe-nigeria",
            "omangunta-peeta",
            "otep",
            "papan-dakon",
            "puhulmutu",
            "ryakati",
            "sonka",
        ),
        "tsoro-reentered",
    }


def test_the_exact_value_of_the_real_board_stands_beside_what_was_measured(
    pages: dict[str, str],
) -> None:
    known = {"kalah": 8, "kalaha-general": 10, "elf-mankala": 2}
    for name, value in known.items():
        assert f"with perfect play on this board: +{value} seeds to" in pages[name]
    assert "with perfect play on this board" not in pages["oware"]


def test_a_sentence_stands_beside_every_clause_that_it_cites() -> None:
    page = games.page("kalaha-nigerian", CATALOGUE)
    row = next(line for line in page.splitlines() if line.startswith("| **KN-5**"))
    assert "takes it and the beads in the pit opposite" in row
    assert row.endswith(
        "If the last seed falls in an empty pit of the player's own, the player captures the "
        "seeds of the landing pit and of the pit opposite. |"
    )
    lines = games.page("kalaha-ethiopian", CATALOGUE).splitlines()
    chosen = [line for line in lines if "chooses the direction of each sowing" in line]
    assert [line[:10] for line in chosen if line.startswith("| ")] == ["| **KT-2**", "| **KT-3**"]


def test_conventions_are_all_there() -> None:
    text = games.conventions(CATALOGUE)
    assert re.findall(r"\*\*(GE-\d+)\*\*", text) == [f"GE-{number}" for number in range(1, 13)]


def test_neighbours_differ_in_as_many_sentences_as_is_said() -> None:
    near = neighbours.neighbours("kalah", CATALOGUE, most=len(CATALOGUE))
    assert len(near) == len(CATALOGUE) - 1
    assert [other.distance for other in near] == sorted(other.distance for other in near)
    # A sentence that is changed, and one that is only here.
    assert neighbours.distance("- a\n  and on\n+ b\n- c\n") == 2
    assert neighbours.distance("") == 0


def test_values_are_those_of_the_table_for_the_rules_of_the_page() -> None:
    assert values.Value(6, 48, "margin", "+8", "") in values.values(CATALOGUE["kalah"])
    with values.TABLE.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if not row["method"].startswith("refused")]
    shown = {
        name: len(values.values(rules)) + values.number_with_other_rules(rules)
        for name, rules in CATALOGUE.items()
    }
    assert sum(shown.values()) == len(rows)
    # A row is shown for these rules if and only if they have its digest at its size.
    for name in ("kalah", "elf", "oware"):
        rules = CATALOGUE[name]
        for row in rows:
            if row["game"] == name:
                seeds = int(row["seeds"]) // (2 * int(row["columns"]))
                sized = rules.replace(columns=int(row["columns"]), seeds=seeds)
                assert values.has_own_rules(rules, row) == (sized.digest == row["digest"])


@pytest.mark.nightly
def test_pictures_show_the_opening_in_both_looks(tmp_path: Path) -> None:
    games.write(tmp_path)
    pictures = sorted(path.stem for path in tmp_path.glob("*.svg"))
    assert pictures == sorted(f"{name}-{theme}" for name in CATALOGUE for theme in games.THEMES)
    for path in tmp_path.glob("*.svg"):
        ET.parse(path)  # noqa: S314  (written a moment ago)


def test_boards_to_be_printed_have_their_pits_apart() -> None:
    for board in boards.BOARDS:
        picture = ET.fromstring(boards.svg(board))  # noqa: S314
        space = "{http://www.w3.org/2000/svg}"
        pits = [
            [float(pit.attrib[key]) for key in ("cx", "cy", "r")]
            for pit in picture.iter(f"{space}circle")
        ]
        assert len(pits) == board.rows * board.columns
        for index, (x, y, radius) in enumerate(pits):
            assert radius <= x <= boards.WIDTH - radius
            assert radius <= y <= boards.HEIGHT - radius
            for other_x, other_y, _ in pits[:index]:
                assert abs(complex(x - other_x, y - other_y)) >= 2 * radius + 1
        stores = [shape for shape in picture.iter(f"{space}rect") if "rx" in shape.attrib]
        assert len(stores) == (2 if board.stores else 0)


def test_a_folder_holds_what_was_written_last_and_keeps_what_is_the_same(tmp_path: Path) -> None:
    folder = tmp_path / "made"
    files.write_folder(folder, {"a.md": "a", "b.md": "b"})
    before = (folder / "a.md").stat().st_mtime_ns
    files.write_folder(folder, {"a.md": "a", "c.md": "c"})
    assert sorted(path.name for path in folder.iterdir()) == ["a.md", "c.md"]
    assert (folder / "a.md").stat().st_mtime_ns == before


def test_every_public_name_is_in_the_reference() -> None:
    pages = (ROOT / "docs" / "api").glob("*.rst")
    text = "".join(page.read_text(encoding="utf-8") for page in pages)
    named = set(
        re.findall(r"^\.\. (?:auto\w+|py:data):: (?:mancalab\.)?(\w+)$", text, re.MULTILINE)
    )
    modules = ("", ".agents", ".search", ".study", ".plots", ".train", ".widget")
    expected = {name for module in modules for name in public_names(f"mancalab{module}")}
    assert expected <= named, expected - named


def public_names(module: str) -> list[str]:
    """`__all__` of a module, read without importing it."""
    spec = importlib.util.find_spec(module)
    assert spec
    assert spec.origin
    for node in ast.parse(Path(spec.origin).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            names: list[str] = ast.literal_eval(node.value)
            return [name for name in names if not name.startswith("__")]
    raise AssertionError(module)


def test_the_page_on_training_tells_of_the_networks_that_come() -> None:
    kept = zoo.PAGE.read_text(encoding="utf-8")
    assert kept == zoo.on_page(), "python docs/generate/zoo.py"


def test_the_picture_of_the_readme_is_drawn_from_its_position() -> None:
    kept = readme_picture.PICTURE.read_text(encoding="utf-8")
    assert kept == readme_picture.picture(), "python docs/generate/readme_picture.py"
    assert "](docs/board.svg)" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_what_the_readme_names_is_there() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#]+)", text)
    assert len(links) > 10
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_full_names_in_docstrings_have_a_place_in_the_reference() -> None:
    # The build fails on each that has none; this tells it in every run of the tests.
    places = reference_places()
    docstrings = [
        path.read_text(encoding="utf-8") for path in (ROOT / "python" / "mancalab").rglob("*.py")
    ]
    named = set(re.findall(r"(?<!`)`(mancalab(?:\.\w+)+)`(?!`)", "".join(docstrings)))
    assert len(named) > 20
    # Inside a method that the reference does not show.
    named -= {"mancalab.train.net.Net"}
    assert {name for name in named if not leads_somewhere(name, places)} == set()


def leads_somewhere(name: str, places: set[str]) -> bool:
    """Whether the reference has it, or what it is a member of."""
    return name in places or name.rpartition(".")[0] in places


def reference_places() -> set[str]:
    """Full names of all that the pages of docs/api ask Sphinx to describe."""
    found = set()
    for page in (ROOT / "docs" / "api").glob("*.rst"):
        module = ""
        for line in page.read_text(encoding="utf-8").splitlines():
            directive = re.fullmatch(r"\.\. ([\w:]+):: ([\w.]+)", line)
            if directive is None:
                continue
            kind, name = directive.groups()
            if kind in {"currentmodule", "automodule"}:
                module = name
            found.add(name if kind == "automodule" else f"{module}.{name}")
    return found
