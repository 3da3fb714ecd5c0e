"""A record for people: the game in words, and as a notebook shows it."""

from __future__ import annotations

import html
import textwrap
from typing import TYPE_CHECKING

from mancalab._base.words import SIDES, called
from mancalab._boards import board_html
from mancalab._records.parts import ending

if TYPE_CHECKING:
    from mancalab._records.record import Record


WIDTH = 88
"""Columns of a record that is printed."""


def record_text(record: Record) -> str:
    """Who played, the turns in lines of `WIDTH`, and how the game ended."""
    text = record.rules.action_text
    agents = [
        f"{side} ({name})" if name else side
        for side, name in zip(SIDES, record.agents, strict=True)
    ]
    seed = "" if record.seed is None else f", seed {record.seed}, game {record.number}"
    words = [
        f"{count}.{SIDES[side][0]}\N{NO-BREAK SPACE}" + "\N{NO-BREAK SPACE}".join(map(text, turn))
        for count, (side, turn) in enumerate(record.turns(), start=1)
    ]
    lines = [f"{called(record.rules)}: {agents[0]} against {agents[1]}{seed}"]
    if record.start != record.rules.start():
        lines.append(f"from {record.start.position_text}")
    lines += textwrap.wrap("  ".join(words), WIDTH, break_long_words=False)
    lines.append(ending(record.final))
    return "\n".join(lines).replace("\N{NO-BREAK SPACE}", " ")


def record_html(record: Record) -> str:
    """The board after the last action, below it the game as `str` has it."""
    state = record.start
    trace = None
    for action in record.actions:
        trace = state.trace(action) if state.plies + 1 == record.plies else None
        state = state.play(action)
    words = html.escape(str(record))
    return (
        f"{board_html(state, last=trace)}"
        f'<pre style="white-space:pre-wrap;text-align:left">{words}</pre>'
    )
