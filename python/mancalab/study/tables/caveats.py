"""What a finding hangs on: the sentences that stand behind it, the same in every study."""

from __future__ import annotations

_ONLY = "begins from the fixed opening, so this is true of that opening only"
_SHOWN = "random plies (opening_plies, --opening-plies) show others"

AMONG_RANDOM = "That is so among random players; others may find it otherwise."
UNTRIED = "Openings that were not tried may show something else."
AFTER_THESE_PLIES = f"That is so after these random plies. {UNTRIED}"
FIXED_OPENING = f"Every game {_ONLY}; {_SHOWN}."
FIXED_OPENING_OF_CHOOSERS = f"Every game of agents that choose {_ONLY}; {_SHOWN}."
"""For tables in which random players stand beside them."""
FIXED_OPENING_ONLY = f"Every game {_ONLY}."
"""For a study that has no command."""


def after_plies(plies: int) -> str:
    """For a study of one pair of agents, after so many random plies."""
    which = "ply is" if plies == 1 else f"{plies} plies are"
    return f"The first {which} random. {UNTRIED}"
