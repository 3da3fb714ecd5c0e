"""Words that boards, records, studies and the command line share."""

from __future__ import annotations

import pytest

from mancalab._base.words import counted


@pytest.mark.parametrize(
    ("n", "what", "said"),
    [
        (0, "game", "0 games"),
        (1, "game", "1 game"),
        (2, "random game", "2 random games"),
        (1_200, "game", "1,200 games"),
        (1, "ply", "1 ply"),
        (4, "random ply", "4 random plies"),
        (3, "day", "3 days"),
    ],
)
def test_things_are_counted_in_the_right_number(n: int, what: str, said: str) -> None:
    assert counted(n, what) == said
