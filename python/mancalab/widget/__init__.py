"""The board and the explorer in a notebook, and games that replay themselves on a web page.

`Board` and `Explorer` need the extra ``notebook``; `mancalab.widget.html.replay_html` needs
nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mancalab._base.extras import require

if TYPE_CHECKING:
    from mancalab.widget.board import Board
    from mancalab.widget.explorer import Explorer

__all__ = ["Board", "Explorer"]


def __getattr__(name: str) -> Any:
    if name == "Board":
        require("anywidget", "notebook")
        from mancalab.widget.board import Board

        return Board
    if name == "Explorer":
        require("anywidget", "notebook")
        from mancalab.widget.explorer import Explorer

        return Explorer
    raise AttributeError(f"module 'mancalab.widget' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), "Board", "Explorer"])
