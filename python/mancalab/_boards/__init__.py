"""Boards as pictures: plain geometry first, then how it is drawn.

`rows` says which pits lie side by side, `geometry` places pits and stones, `targets` says which
pits an action is about, `describe` puts a position into words, `scene` makes `shapes` of it all,
`legend` says what they mean, `palette` gives them colours, and `svg` writes them down;
`mancalab.plots.board` draws the same shapes with matplotlib.
"""

from mancalab._boards.describe import description, headline, title
from mancalab._boards.geometry import Layout, Pit, Tray, layout, pit_stones
from mancalab._boards.palette import DARK, LIGHT, STYLES, THEMES, Theme
from mancalab._boards.scene import Scene, scene
from mancalab._boards.svg import Svg, board_html, board_svg, inline, mime_bundle
from mancalab._boards.targets import Last, Target, legal_targets, target

__all__ = [
    "DARK",
    "LIGHT",
    "STYLES",
    "THEMES",
    "Last",
    "Layout",
    "Pit",
    "Scene",
    "Svg",
    "Target",
    "Theme",
    "Tray",
    "board_html",
    "board_svg",
    "description",
    "headline",
    "inline",
    "layout",
    "legal_targets",
    "mime_bundle",
    "pit_stones",
    "scene",
    "target",
    "title",
]
