"""The notebooks run from top to bottom, and what is committed of them can be read as it is."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

# Jupyter warns of its own way to find its folders unless told.
os.environ.setdefault("JUPYTER_PLATFORM_DIRS", "1")
nbclient = pytest.importorskip("nbclient")
nbformat = pytest.importorskip("nbformat")
pytest.importorskip("ipykernel")

FOLDER = Path(__file__).parents[2] / "notebooks"
NAMES = (
    "exact_values",
    "first_player_advantage",
    "invent_a_game",
    "quickstart",
    "rules_of_the_seed_games",
    "strategies",
)
WITH_TORCH = "train_an_agent"
ALL = (*NAMES, pytest.param(WITH_TORCH, marks=pytest.mark.train))
PICTURES = {"image/png", "image/svg+xml"}
# Home folders, temporary ones and those of packages: where the notebook was made.
MACHINE = re.compile(r"/(?:home|root|tmp|Users|work|usr|opt|var)/|site-packages|[A-Z]:\\\\")


def read(name: str) -> Any:
    return nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)


def code(notebook: Any) -> list[Any]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def shown(cell: Any) -> Iterator[str]:
    """Kinds of what a cell shows: streams by their names, data by its types."""
    for output in cell.outputs:
        if output.output_type == "stream":
            yield str(output.name)
        else:
            yield from output.get("data", {"error": ""})


def pictures(notebook: Any) -> int:
    return sum(kind in PICTURES for cell in code(notebook) for kind in shown(cell))


def run(name: str, size: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("MANCALAB_NOTEBOOK_SIZE", size)
    monkeypatch.delenv("MPLBACKEND", raising=False)  # figures go into the notebook
    monkeypatch.setenv("IPYTHONDIR", str(folder / "ipython"))  # no settings of the user's
    notebook = read(name)
    for cell in code(notebook):
        cell.outputs, cell.execution_count = [], None
    place = folder / "run"
    place.mkdir()
    resources = {"metadata": {"path": str(place)}}
    client = nbclient.NotebookClient(
        notebook, timeout=3600, kernel_name="python3", resources=resources
    )
    client.execute()
    return notebook


def check(ran: Any, name: str) -> None:
    cells, committed = code(ran), code(read(name))
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    kinds = [set(shown(cell)) for cell in cells]
    assert not set().union(*kinds) & {"stderr", "error"}
    # What shows something here shows something in what is committed, too.
    assert [bool(found) for found in kinds] == [bool(cell.outputs) for cell in committed]
    assert pictures(ran) == pictures(read(name)) > 0


def test_all_notebooks_are_tried() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.ipynb")) == sorted((*NAMES, WITH_TORCH))


@pytest.mark.parametrize("name", ALL)
def test_a_notebook_runs_from_top_to_bottom(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    check(run(name, "small", tmp_path, monkeypatch), name)


@pytest.mark.nightly
@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_runs_in_full(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    check(run(name, "full", tmp_path, monkeypatch), name)


@pytest.mark.parametrize("name", [*NAMES, WITH_TORCH])
def test_what_is_committed_is_whole_and_of_no_machine(name: str) -> None:
    path = FOLDER / f"{name}.ipynb"
    notebook = read(name)
    nbformat.validate(notebook)
    assert path.stat().st_size < 1_000_000
    cells = code(notebook)
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    assert any(cell.outputs for cell in cells)
    text = [output.get("text", "") for cell in cells for output in cell.outputs]
    text += [str(output.get("data", "")) for cell in cells for output in cell.outputs]
    assert not MACHINE.findall("\n".join(text))
    assert set(notebook.metadata) <= {"kernelspec", "language_info"}
    assert notebook.metadata.kernelspec.name == "python3"
    assert not any(cell.metadata for cell in notebook.cells), "metadata of cells, such as times"
    kinds = {kind for cell in cells for kind in shown(cell)}
    assert not kinds & {"stderr", "error"}
    # The size in which it was run, told in one cell that can be seen.
    assert sum("MANCALAB_NOTEBOOK_SIZE" in cell.source for cell in cells) == 1


@pytest.mark.parametrize("name", [*NAMES, WITH_TORCH])
def test_notebooks_point_to_notebooks_that_are_there(name: str) -> None:
    prose = [cell.source for cell in read(name).cells if cell.cell_type == "markdown"]
    links = re.findall(r"\]\(([^)#:]+)\)", "\n".join(prose))
    assert all((FOLDER / link).exists() for link in links)
