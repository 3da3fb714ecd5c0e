"""The table of networks that come with mancalab, in the page on training.

    python docs/generate/zoo.py

writes it from the files beside the networks; a test asks that the page agrees with them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from mancalab._agents.zoo import PRETRAINED, path_of

PAGE = Path(__file__).parents[1] / "reinforcement_learning" / "training.md"
FIRST = (
    "| game | rounds | games | positions "
    "| Greedy | AlphaBeta(4) | AlphaBeta(6) | AlphaBeta(4), alone |"
)
LINES = "| --- | --: | --: | --: | --: | --: | --: | --: |"


def table() -> str:
    """The table in Markdown."""
    return "\n".join([FIRST, LINES, *map(_line, PRETRAINED)])


def _line(game: str) -> str:
    about = json.loads(path_of(game).with_suffix(".json").read_text(encoding="utf-8"))
    scores = [("Greedy", 64), ("AlphaBeta(4)", 64), ("AlphaBeta(6)", 64), ("AlphaBeta(4)", 0)]
    cells = [
        f"`{game}`",
        f"{about['rounds']:,}",
        f"{about['games']:,}",
        f"{about['positions']:,}",
        *(_score(about["strength"], *which) for which in scores),
    ]
    return f"| {' | '.join(cells)} |"


def _score(rungs: list[dict[str, Any]], opponent: str, simulations: int) -> str:
    found = [x for x in rungs if (x["opponent"], x["simulations"]) == (opponent, simulations)]
    if not found:  # the opponent thinks for too long
        return "not played"
    [rung] = found
    value, low, high = (100 * rung[name] for name in ("score", "low", "high"))
    return f"{value:.0f} % ({low:.0f} to {high:.0f})"


def on_page() -> str:
    """The page with the table as it is now."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(FIRST)
    _, _, after = rest.partition("\n\n")
    return f"{before}{table()}\n\n{after}"


if __name__ == "__main__":
    PAGE.write_text(on_page(), encoding="utf-8")
