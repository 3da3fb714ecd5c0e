"""A record as a notebook shows it: the last position, and the game in words."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

from mancalab._boards import board_html

if TYPE_CHECKING:
    from mancalab._records.record import Record


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
