"""Functions of a state that play, for the tests of studies and tournaments."""

from __future__ import annotations

import mancalab as mc


def lowest(state: mc.State) -> int:
    return state.legal_actions[0]


def highest(state: mc.State) -> int:
    return state.legal_actions[-1]
