"""Run notebooks in full, and store them with what they show: store_notebooks.py NAME ..."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

import notebook_files as files


def joined(outputs: list[Any]) -> list[Any]:
    """Outputs with neighbouring parts of a stream made one: where it was cut is chance."""
    found: list[Any] = []
    for output in outputs:
        last = found[-1] if found else None
        if last and output.output_type == last.output_type == "stream" and output.name == last.name:
            last.text += output.text
        else:
            found.append(output)
    return found


def main(names: list[str]) -> None:
    if unknown := set(names) - files.SMALL.keys():
        raise SystemExit(f"no notebook {min(unknown)}: there are {', '.join(sorted(files.SMALL))}")
    for name in names or sorted(files.SMALL.keys() - {files.WITH_TORCH}):
        with tempfile.TemporaryDirectory() as folder:
            notebook = files.run(name, Path(folder), small=False)
        for cell in files.code(notebook):
            cell.outputs = joined(cell.outputs)
        # Neither this machine's version of Python, nor the state of boards to play on.
        kernel = notebook.metadata.kernelspec
        notebook.metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
        files.nbformat.write(notebook, files.FOLDER / f"{name}.ipynb")


if __name__ == "__main__":
    main(sys.argv[1:])
