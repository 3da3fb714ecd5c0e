"""The rooms of the package: what imports what, and that no imports go round in a circle."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import mancalab as mc

HERE = Path(mc.__file__).parent

Graph = dict[str, set[str]]


def modules(package: Path) -> dict[str, Path]:
    """The modules of a package by their full names."""
    found = {}
    for path in package.rglob("*.py"):
        parts = path.relative_to(package.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def statements(tree: ast.AST, *, functions: bool) -> Iterator[ast.Import | ast.ImportFrom]:
    """The imports that run: those outside functions, or all of them."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node
        elif isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        elif functions or not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from statements(node, functions=functions)


def targets(statement: ast.Import | ast.ImportFrom, known: dict[str, Path]) -> Iterator[str]:
    """The modules that an import names."""
    for alias in statement.names:
        if isinstance(statement, ast.Import):
            name = alias.name
        else:
            whole = f"{statement.module}.{alias.name}"
            name = whole if whole in known else f"{statement.module}"
        if name in known:
            yield name


def packages(name: str) -> set[str]:
    """The packages around a module."""
    parts = name.split(".")
    return {".".join(parts[:end]) for end in range(1, len(parts))}


def imported(package: Path, *, functions: bool = False) -> Graph:
    """For each module those that its imports run, the packages around them included."""
    known = modules(package)
    graph: Graph = {}
    for name, path in known.items():
        found: set[str] = set()
        for statement in statements(ast.parse(path.read_text("utf-8")), functions=functions):
            for target in targets(statement, known):
                found |= {target} | (packages(target) - packages(name))
        graph[name] = found - {name}
    return graph


def by_room(graph: Graph) -> Graph:
    """The same for whole rooms: the files and folders directly below the package."""
    found: Graph = {}
    for name, others in graph.items():
        room = ".".join(name.split(".")[:2])
        found.setdefault(room, set()).update(".".join(other.split(".")[:2]) for other in others)
    return {room: others - {room} for room, others in found.items()}


def circle(graph: Graph) -> list[str]:
    """Names that lead back to the first of them; none where nothing does."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found
    return []


def test_no_imports_go_round_in_a_circle() -> None:
    graph = imported(HERE)
    assert "mancalab._core" not in graph  # the native module imports nothing when it is loaded
    assert graph["mancalab._records.record"] >= {"mancalab._browser.page", "mancalab._catalogue"}
    assert circle(graph) == []


def test_no_rooms_need_each_other_not_even_inside_functions() -> None:
    rooms = by_room(imported(HERE, functions=True))
    assert len(rooms) > 15
    assert circle(rooms) == []


@pytest.mark.parametrize(
    ("files", "at_import", "in_functions"),
    [
        ({"a": "from p.b import x", "b": "from p import a"}, True, True),
        ({"a": "from p.b import x", "b": "def f():\n    from p.a import y"}, False, True),
        ({"a": "from p.b import x", "b": "if TYPE_CHECKING:\n    from p.a import y"}, False, False),
        ({"a": "from p.c.d import x", "c/__init__": "import p.a", "c/d": ""}, True, True),
        ({"a": "from p.c.d import x", "c/__init__": "from p.c import d", "c/d": ""}, False, False),
    ],
)
def test_circles_are_found(
    tmp_path: Path, files: dict[str, str], *, at_import: bool, in_functions: bool
) -> None:
    package = tmp_path / "p"
    for name, code in files.items():
        path = package / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(code, encoding="utf-8")
    assert bool(circle(imported(package))) is at_import
    assert bool(circle(by_room(imported(package, functions=True)))) is in_functions


@pytest.mark.parametrize("room", ["envs", "plots", "widget", "search", "_records.record"])
def test_a_room_is_there_without_the_studies(room: str) -> None:
    code = f"import mancalab.{room}, sys; print(*sys.modules)"
    run = subprocess.run(  # noqa: S603
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    loaded = set(run.stdout.split())
    assert f"mancalab.{room}" in loaded
    assert not [name for name in loaded if name.startswith("mancalab.study")]
