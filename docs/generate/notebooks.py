"""The notebooks as pages, with the outputs that they were stored with."""

from __future__ import annotations

from pathlib import Path

from generate.files import write_folder

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"


def write(folder: Path) -> None:
    """Copy them: Sphinx reads what is in its own folder only."""
    found = sorted(NOTEBOOKS.glob("*.ipynb"))
    write_folder(folder, {path.name: path.read_text(encoding="utf-8") for path in found})
