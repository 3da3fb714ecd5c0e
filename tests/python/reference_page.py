"""`docs/describe_a_game.md`: the reference that `mancalab rules --reference` prints.

    python tests/python/reference_page.py

writes it. Its hand-written part is `python/mancalab/cli/reference/page.md`.
"""

from __future__ import annotations

from pathlib import Path

from mancalab.cli import reference

PAGE = Path(__file__).parents[2] / "docs" / "describe_a_game.md"

if __name__ == "__main__":
    PAGE.write_text(reference.page(), encoding="utf-8")
