"""The notebooks as they are stored, run again in small or in full."""

from __future__ import annotations

import ast
import asyncio
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
WITH_TORCH = "train_an_agent"

SMALL = {
    "exact_values": "COLUMNS, SEEDS = 3, 3\nTABLE_SEEDS = 6",
    "first_player_advantage": "GAMES = 100\nSMALL_BOARDS = [3], [2]",
    "invent_a_game": "GAMES = 500\nSEARCHED = 20",
    "quickstart": "GAMES = 500",
    "rules_of_the_seed_games": "",  # has nothing to make smaller
    "the_family": "GAMES = 200\nSMALL_GAMES = 2",
    "strategies": "GAMES = 4\nPAIRS = 10\nSIMULATIONS = 20\nRECORDS = 5",
    WITH_TORCH: (
        "MINUTES = 0.1\nGAMES = 20\nPOSITIONS = 100\nMETHOD = train.AlphaZero(\n"
        "simulations=8, lanes=32, steps=8, width=32, replay_size=10_000, batch_size=64)"
    ),
}
"""What takes the place of a notebook's numbers in a quick run, put below them."""

PARAMETERS = "parameters"
"""The tag of the cell whose numbers say how much is played, as papermill has it."""

NOT_COMPARED = {"image/png", "application/vnd.jupyter.widget-view+json"}
"""Figures differ from one matplotlib to the next; a board to play on has a name of its own."""
ADDRESS = re.compile(r"0x[0-9a-f]+")


def read(name: str) -> Any:
    return nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)


def code(notebook: Any) -> list[Any]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def is_parameters(cell: Any) -> bool:
    return PARAMETERS in cell.metadata.get("tags", [])


def shown(cell: Any) -> Iterator[str]:
    """Kinds of what a cell shows: streams by their names, data by its types."""
    for output in cell.outputs:
        if output.output_type == "stream":
            yield str(output.name)
        else:
            yield from output.get("data", {"error": ""})


def said(cell: Any) -> list[tuple[str, str]]:
    """What a cell shows that is the same on every machine: kinds and texts, in their order.

    Where a stream is cut into outputs is chance, so neighbouring parts of one are joined.
    """
    found: list[tuple[str, str]] = []
    for output in cell.outputs:
        stream = output.output_type == "stream"
        parts = {output.name: output.text} if stream else output.get("data", {})
        for kind, part in sorted(parts.items()):
            if kind in NOT_COMPARED:
                continue
            text = ADDRESS.sub("0x", part)
            if stream and found and found[-1][0] == kind:
                found[-1] = kind, found[-1][1] + text
            else:
                found.append((kind, text))
    return found


def run(name: str, folder: Path, *, small: bool) -> Any:
    """Run a notebook in an empty folder."""
    notebook = read(name)
    for cell in code(notebook):
        cell.outputs, cell.execution_count = [], None
        if small and is_parameters(cell):
            cell.source += "\n" + SMALL[name]
    place = folder / "run"
    place.mkdir()
    environment = {key: value for key, value in os.environ.items() if key != "MPLBACKEND"}
    environment["IPYTHONDIR"] = str(folder / "ipython")  # no settings of the user's
    client = nbclient.NotebookClient(
        notebook,
        timeout=3600,
        kernel_name="python3",
        resources={"metadata": {"path": str(place)}},
        record_timing=False,
    )
    asyncio.run(client.async_execute(env=environment))  # any thread may do this
    return notebook


def hang_on_size(cells: list[Any]) -> list[bool]:
    """Whether what a cell does depends on the parameters, or on what came of them."""
    sized: set[str] = set()
    answers = []
    for cell in cells:
        tree = ast.parse(re.sub(r"^%.*$", "", cell.source, flags=re.MULTILINE))
        loaded, bound = _names(tree)
        depends = is_parameters(cell) or not sized.isdisjoint(loaded)
        sized = sized | bound if depends else sized - bound
        answers.append(depends)
    return answers


def _names(tree: ast.Module) -> tuple[set[str], set[str]]:
    """The names that a cell takes from cells before it, and those that it gives to later ones."""
    loaded, bound, inner, loops = set(), set(), set(), set()
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Load()):
                loaded.add(name)
            case ast.Name(id=name) | ast.FunctionDef(name=name):
                bound.add(name)
            case ast.comprehension(target=target):
                inner |= _targets(target)
            case ast.For(target=target):
                loops |= _targets(target)
    return loaded - inner - loops, bound - inner


def _targets(target: ast.expr) -> set[str]:
    return {node.id for node in ast.walk(target) if isinstance(node, ast.Name)}
