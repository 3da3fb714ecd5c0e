"""What `import mancalab` brings with it."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = ("matplotlib", "gymnasium", "pettingzoo", "torch", "anywidget", "pandas", "polars", "scipy")
LATER = (
    "mancalab.study",
    "mancalab.plots",
    "mancalab.search",
    "mancalab._records.record",
    "mancalab._records.collection",
)


def loaded(code: str) -> set[str]:
    """The modules that are there after some code, in a fresh process."""
    code += "\nimport sys\nprint(*sys.modules)"
    run = subprocess.run(  # noqa: S603
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    return set(run.stdout.split())


def test_importing_mancalab_imports_nothing_heavy() -> None:
    modules = loaded("import mancalab")
    assert "numpy" in modules
    assert not modules.intersection(HEAVY)
    assert not modules.intersection(LATER)


def test_who_plays_rounds_of_training_needs_no_torch() -> None:
    assert "torch" not in loaded("import mancalab.train.actors, mancalab.train.league")


@pytest.mark.parametrize(
    ("code", "module"),
    [
        ("import mancalab; mancalab.Record", "mancalab._records.record"),
        ("from mancalab import Records", "mancalab._records.collection"),
        ("import mancalab; mancalab.study", "mancalab.study"),
    ],
)
def test_what_is_asked_for_is_imported_then(code: str, module: str) -> None:
    modules = loaded(code)
    assert module in modules
    assert not modules.intersection({"matplotlib", "gymnasium", "torch", "anywidget", "pandas"})


def test_a_record_needs_no_study() -> None:
    code = "import mancalab as mc; mc.Record(mc.rules('kalah'), (2, 5)).to_json()"
    assert not loaded(code).intersection({"mancalab.study", *HEAVY})
