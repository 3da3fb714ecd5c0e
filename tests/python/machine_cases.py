"""What the state machines share: how much is tried, arguments of any kind, and refusals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

import mancalab as mc
from batch_model import NIGHTLY

Shown = tuple[Any, ...]


def tried(few: int, many: int) -> settings:
    """So many runs of a machine in every test run, and in a nightly one."""
    return settings(
        max_examples=many if NIGHTLY else few,
        stateful_step_count=60 if NIGHTLY else 30,
        suppress_health_check=[HealthCheck.too_slow],  # a slow machine is no failure
    )


# What JSON can say, and so whatever a page may send.
JSON: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 20)
    | st.sampled_from([-(2**63), 2**31, 2**63, 2**64, 10**40])
    | st.floats()
    | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=8,
)

# The same, and what only Python has.
ANYTHING: st.SearchStrategy[Any] = JSON | st.sampled_from(
    [
        object(),
        b"\xff",
        1j,
        int,
        len,
        np.bool_(True),
        np.float32("nan"),
        np.array(3),
        np.zeros((2, 6), np.uint8),
        np.zeros((2, 6, 1), np.int64),
        np.full(3, -1),
        np.array([0.5, np.inf]),
        np.array(["a"]),
        np.array([None, {}], dtype=object),
        np.array([2**64 - 1], np.uint64),
        np.zeros(0, np.bool_),
        np.datetime64("2020-01-01"),
        mc.rules("oware"),
        mc.rules("chuba").start(),
    ]
)

REFUSALS = (ValueError, TypeError)


def answer(call: Callable[[], Any], refusals: tuple[type[Exception], ...] = REFUSALS) -> Any:
    """What a call gives; None where it is refused with words. Other errors are faults."""
    try:
        return call()
    except refusals as error:
        words = str(error)
    assert words
    return None


def is_refused(call: Callable[[], Any], refusals: tuple[type[Exception], ...] = REFUSALS) -> bool:
    """Whether a call is refused with words. Other errors are faults."""
    return answer(lambda: (call(),), refusals) is None


def shown(state: mc.State) -> Shown:
    """All that a state tells."""
    marked = (state.marks, state.claims, state.lifted)
    arrays = (state.pits, state.stores, state.reserves, *marked, state.observation)
    registers = sorted(state.registers.items())
    plain = (state.phase, state.plies, state.to_move, state.last, state.legal_actions)
    ends = (state.is_over, state.outcome, state.scores)
    return (state.rules, *(array.tolist() for array in arrays), registers, *plain, *ends)


def position(state: mc.State) -> dict[str, Any]:
    """The parts of a state as `Rules.state` takes them."""
    return {
        "pits": state.pits,
        "stores": state.stores,
        "reserves": state.reserves,
        "marks": state.marks,
        "claims": state.claims,
        "lifted": state.lifted,
        "registers": state.registers,
        "to_move": state.to_move,
        "phase": state.phase,
    }
