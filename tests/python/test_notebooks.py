"""The notebooks run from top to bottom, and what is committed of them is what a run gives."""

from __future__ import annotations

import re
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import notebook_files as files
from notebook_files import FOLDER, SMALL, WITH_TORCH, code, nbformat, read, said, shown

NAMES = sorted(SMALL.keys() - {WITH_TORCH})
SLOW = "the_family"
ALL = (
    *(name for name in NAMES if name != SLOW),
    pytest.param(SLOW, marks=pytest.mark.nightly),
    pytest.param(WITH_TORCH, marks=pytest.mark.train),
)
PICTURES = {"image/png", "image/svg+xml", "text/html"}
LEAST_COMPARED = {
    "exact_values": 8,
    "first_player_advantage": 1,
    "invent_a_game": 6,
    "quickstart": 12,
    "rules_of_the_seed_games": 32,
    "strategies": 0,
    "the_family": 4,
    WITH_TORCH: 2,
}
"""Cells of which a quick run shows just what the stored one shows, and that show something."""
# Home folders, temporary ones and those of packages: where the notebook was made.
MACHINE = re.compile(r"/(?:home|root|tmp|Users|work|usr|opt|var)/|site-packages|[A-Z]:\\\\")


def pictures(notebook: Any) -> int:
    return sum(kind in PICTURES for cell in code(notebook) for kind in shown(cell))


def check(ran: Any, name: str) -> None:
    cells, committed = code(ran), code(read(name))
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    kinds = [set(shown(cell)) for cell in cells]
    assert not set().union(*kinds) & {"stderr", "error"}
    # What shows something here shows something in what is committed, too.
    assert [bool(found) for found in kinds] == [bool(cell.outputs) for cell in committed]
    assert pictures(ran) == pictures(read(name)) > 0


def test_all_notebooks_are_tried() -> None:
    assert {path.stem for path in FOLDER.glob("*.ipynb")} == SMALL.keys()


Runs = dict[str, Future[Any]]


@pytest.fixture(scope="module")
def quick_runs(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Runs]:
    """Every quick run that is asked for, two at a time: most of one is a kernel that starts."""
    names = [
        str(item.callspec.params["name"])
        for item in request.session.items
        if isinstance(item, pytest.Function) and "quick_runs" in item.fixturenames
    ]
    with ThreadPoolExecutor(2) as pool:
        yield {
            name: pool.submit(files.run, name, tmp_path_factory.mktemp(name), small=True)
            for name in names
        }
        pool.shutdown(cancel_futures=True)


@pytest.mark.parametrize("name", ALL)
def test_a_notebook_runs_from_top_to_bottom(name: str, quick_runs: Runs) -> None:
    """And shows what is stored wherever that does not hang on how much is played."""
    ran = quick_runs[name].result()
    check(ran, name)
    stored = code(read(name))
    compared = 0
    for fresh, cell, depends in zip(code(ran), stored, files.hang_on_size(stored), strict=True):
        if not depends:
            assert said(fresh) == said(cell), cell.source
            compared += bool(said(cell))
    assert compared >= LEAST_COMPARED[name]


@pytest.mark.nightly
@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_shows_what_is_stored(name: str, tmp_path: Path) -> None:
    ran = files.run(name, tmp_path, small=False)
    check(ran, name)
    for fresh, cell in zip(code(ran), code(read(name)), strict=True):
        assert said(fresh) == said(cell), cell.source


def test_a_cell_hangs_on_the_size_through_what_came_of_it() -> None:
    sources = [
        "%matplotlib inline",
        "GAMES = 5",
        "found = play(GAMES)",
        "[row for row in other]",
        "def tell(x):\n    return found",
        "tell(1)",
        "found = 3",
        "found",
    ]
    cells = [nbformat.v4.new_code_cell(source) for source in sources]
    cells[1].metadata["tags"] = [files.PARAMETERS]
    assert files.hang_on_size(cells) == [False, True, True, False, True, True, False, False]


@pytest.mark.parametrize("name", [*NAMES, WITH_TORCH])
def test_what_is_committed_is_whole_and_of_no_machine(name: str) -> None:
    path = FOLDER / f"{name}.ipynb"
    notebook = read(name)
    nbformat.validate(notebook)
    assert path.stat().st_size < 2_200_000
    cells = code(notebook)
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    assert any(cell.outputs for cell in cells)
    text = [output.get("text", "") for cell in cells for output in cell.outputs]
    text += [str(output.get("data", "")) for cell in cells for output in cell.outputs]
    assert not MACHINE.findall("\n".join(text))
    assert set(notebook.metadata) <= {"kernelspec", "language_info"}
    assert notebook.metadata.kernelspec.name == "python3"
    # Nothing of a run, such as its times: tags, and whether a cell is folded.
    assert {key for cell in notebook.cells for key in cell.metadata} <= {"tags", "jupyter"}
    kinds = {kind for cell in cells for kind in shown(cell)}
    assert not kinds & {"stderr", "error"}
    # How much is played stands in one cell, unless there is nothing to make smaller.
    assert sum(map(files.is_parameters, cells)) == bool(SMALL[name])
    assert "environ" not in "\n".join(cell.source for cell in cells)


@pytest.mark.parametrize("name", [*NAMES, WITH_TORCH])
def test_notebooks_point_to_notebooks_that_are_there(name: str) -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", "\n".join(prose(name)))
    assert all((FOLDER / link).exists() for link in links)


def prose(name: str) -> list[str]:
    return [cell.source for cell in read(name).cells if cell.cell_type == "markdown"]


@pytest.mark.parametrize("name", [*NAMES, WITH_TORCH])
def test_a_notebook_begins_with_level_and_time_and_ends_with_exercises(name: str) -> None:
    first, last = prose(name)[0], prose(name)[-1]
    assert "**Level**:" in first
    assert re.search(r"\*\*Time\*\*:\s+\d+\s+minutes", first)
    asked = re.search(
        r"^## (?:Exercises|Questions)$(.*?)<details>(.*?)</details>", last, re.MULTILINE | re.DOTALL
    )
    assert asked
    questions, answers = asked.groups()
    numbers = re.findall(r"^(\d)\. ", questions, re.MULTILINE)
    assert numbers == re.findall(r"^\*\*(\d)\.\*\* ", answers, re.MULTILINE)
    assert len(numbers) >= 3
