"""Every option of the older games, and some of their combinations, plays as it always has.

`option_tallies.json` was written by the engine as it was before the landing table: for each line of
rules the first eight digits of their digest, and a checksum of the tally of 40 random games.
"""

import json
import zlib
from pathlib import Path
from typing import Literal

import pytest

import mancalab as mc

DATA = Path(__file__).parents[1] / "data" / "option_tallies.json"
RECORDED: dict[str, str] = json.loads(DATA.read_text(encoding="utf-8"))
GAMES = sorted({line.split()[0] for line in RECORDED})


def measured(rules: mc.Rules, engine: Literal["lanes", "reference"]) -> str:
    """The same two numbers of rules as they are now."""
    tally = mc.playouts(rules, 40, seed=3, threads=1, engine=engine)
    counts = [tally.south, tally.north, tally.draws, tally.voids, tally.truncated]
    counts += [tally.plies, tally.margin_sum, tally.choices_sum]
    return f"{rules.digest[:8]} {zlib.crc32(repr(counts).encode()):08x}"


@pytest.mark.parametrize("game", GAMES)
def test_options_play_as_they_always_have(game: str) -> None:
    lines = [line for line in RECORDED if line.split()[0] == game]
    for line in lines:
        rules = mc.Rules.from_text(line)
        assert measured(rules, "reference") == RECORDED[line], line
        if rules.refusals["lanes"] is None:
            assert measured(rules, "lanes") == RECORDED[line], line


def test_all_older_games_are_here() -> None:
    assert len(GAMES) == 26
    assert len(RECORDED) > 1_600
