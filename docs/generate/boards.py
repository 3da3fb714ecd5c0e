"""Empty boards to be printed, one on a sheet of A4."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from generate.files import write_folder

WIDTH, HEIGHT = 277, 180
"""Millimetres: A4 across, less margins and a line of text."""

GAP = 4


class Board(NamedTuple):
    """An empty board."""

    name: str
    rows: int
    columns: int
    stores: bool

    @property
    def words(self) -> str:
        """What stands below the picture."""
        stores = " and a store for each player" if self.stores else ""
        return f"{self.rows} rows of {self.columns} pits{stores}"


BOARDS = [
    Board("two-rows-six", 2, 6, stores=True),
    Board("two-rows-four", 2, 4, stores=True),
    Board("two-rows-seven", 2, 7, stores=True),
    Board("four-rows-eight", 4, 8, stores=False),
]


def circle(x: float, y: float, radius: float) -> str:
    """A pit."""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}"/>'


def store(x: float, width: float, height: float) -> str:
    """A store, as high as the board."""
    return (
        f'<rect x="{x:g}" y="{(HEIGHT - height) / 2:g}" width="{width:g}" height="{height:g}" '
        f'rx="{width / 2:g}"/>'
    )


def svg(board: Board) -> str:
    """The board in outlines: it costs little ink, and seeds are seen on it."""
    across = board.columns + (2 if board.stores else 0)
    cell = min(WIDTH / across, HEIGHT / board.rows)
    left = (WIDTH - cell * board.columns) / 2
    top = (HEIGHT - cell * board.rows) / 2
    shapes = [
        circle(left + cell * (column + 0.5), top + cell * (row + 0.5), (cell - GAP) / 2)
        for row in range(board.rows)
        for column in range(board.columns)
    ]
    if board.stores:
        height = cell * board.rows - GAP
        shapes += [store(x + GAP / 2, cell - GAP, height) for x in (left - cell, WIDTH - left)]
    if board.rows == 4:
        middle = HEIGHT / 2
        shapes.append(f'<path d="M{left:g} {middle:g}H{WIDTH - left:g}" stroke-dasharray="4 3"/>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}mm" height="{HEIGHT}mm">\n<rect width="100%" height="100%" fill="#fff"/>\n'
        '<g fill="none" stroke="#000" stroke-width="0.7">\n'
        + "\n".join(shapes)
        + "\n</g>\n</svg>\n"
    )


def write(folder: Path) -> None:
    """Write the pictures, and the part of the page that shows them."""
    texts = {f"{board.name}.svg": svg(board) for board in BOARDS}
    texts["_sheets.md"] = "\n".join(
        f":::{{figure}} boards/{board.name}.svg\n:figclass: sheet\n"
        f":alt: An empty board: {board.words}\n\n{board.words}\n:::\n"
        for board in BOARDS
    )
    write_folder(folder, texts)
