"""The picture of README, kept in the repository because README is read without a build.

    python docs/generate/readme_picture.py

draws it anew, which a test asks for when boards are drawn in another way.
"""

from __future__ import annotations

from pathlib import Path

import mancalab as mc
from mancalab.plots import board_svg

PICTURE = Path(__file__).parents[1] / "board.svg"


def picture() -> str:
    """Kalah after a first move that gives an extra turn."""
    opening = mc.rules("kalah").start()
    return str(board_svg(opening.play(2), theme="light", last=opening.trace(2)))


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8", newline="\n")
