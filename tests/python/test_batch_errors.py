"""Bad input for batches: the error says what is wrong, and nothing is stepped or changed."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import mancalab as mc
from batch_model import MODES, difference, future, snapshot
from refusals import KALAH, START, Call, Error, Words, assert_unharmed, cases, lab, refused

N = 70
OVER: Any = KALAH.state(pits=[[0] * 6] * 2)
PRATT: Any = mc.rules("pratt").start()
BATCH: Any = mc.Batch(KALAH, N, seed=1)
for _ in range(5):
    BATCH.step(BATCH.sample())
BEFORE = snapshot(BATCH)
FUTURE = future(BATCH.copy(), 50)


@pytest.fixture(autouse=True)
def _unharmed() -> Iterator[None]:
    yield
    assert_unharmed()
    assert difference(snapshot(BATCH), BEFORE) == []
    assert future(BATCH.copy(), 50) == FUTURE


def made(*given: object, **options: object) -> Call:
    return lambda: lab.Batch(*(given or (KALAH, 3)), **options)


# Making one


@cases(
    [
        (lab.Batch, TypeError, ("rules",)),
        (made(KALAH), TypeError, ("n",)),
        (made("kalah", 3), TypeError, ("rules", "Rules", "str")),
        (made(None, 3), TypeError, ("rules", "Rules", "None")),
        (made(START, 3), TypeError, ("rules", "Rules", "State")),
        (made(KALAH, 0), ValueError, ("n = 0", "1 to")),
        (made(KALAH, -1), ValueError, ("n = -1", "1 to")),
        (made(KALAH, 10**30), ValueError, (f"n = {10**30}", "1 to")),
        (made(KALAH, 3.0), TypeError, ("n:", "integer", "float")),
        (made(KALAH, True), TypeError, ("n:", "integer", "bool")),
        (made(KALAH, "3"), TypeError, ("n:", "integer", "str")),
        (made(KALAH, None), TypeError, ("n:", "integer", "None")),
        (made(seed=-1), ValueError, ("seed = -1", f"0 to {2**64 - 1}")),
        (made(seed=2**64), ValueError, (f"seed = {2**64}", f"0 to {2**64 - 1}")),
        (made(seed=1.0), TypeError, ("seed", "float")),
        (made(seed=None), TypeError, ("seed", "None")),
        (made(seed=True), TypeError, ("seed", "bool")),
        (made(autoreset="next"), ValueError, ("autoreset", "next", *MODES)),
        (made(autoreset="SAME_STEP"), ValueError, ("autoreset", "SAME_STEP", *MODES)),
        (made(autoreset=None), TypeError, ("autoreset", "str", "None")),
        (made(autoreset=True), TypeError, ("autoreset", "str", "bool")),
        (made(rewards="score"), ValueError, ("rewards", "score", "result", "margin")),
        (made(rewards=None), TypeError, ("rewards", "str", "None")),
        (made(rewards=1), TypeError, ("rewards", "str", "int")),
        (made(starts=[]), ValueError, ("starts", "at least one")),
        (made(starts=1), TypeError, ("starts", "states", "int")),
        (made(starts=START), TypeError, ("starts", "states", "State")),
        (made(starts="abc"), TypeError, ("starts", "states", "str")),
        (made(starts=[START, 1]), TypeError, ("starts", "states", "int")),
        (made(starts=[START, PRATT]), ValueError, ("starts", "state 1", "rules")),
        (made(starts=[START, START, OVER]), ValueError, ("starts", "state 2", "over")),
        (made(first_game=-1), ValueError, ("first_game = -1", "0 to")),
        (made(first_game=1.0), TypeError, ("first_game", "float")),
        (made(threads=0), ValueError, ("threads = 0", "1 to", "None")),
        (made(threads=-1), ValueError, ("threads = -1", "1 to")),
        (made(threads=10**6), ValueError, (f"threads = {10**6}", "1 to")),
        (made(threads=2.0), TypeError, ("threads", "float")),
        (made(lanes=3), TypeError, ("lanes",)),
        (made(mc.rules("kalah", least=255), 3), ValueError, ("rules", "over")),
    ]
)
def test_a_batch_refuses(call: Call, error: Error, words: Words) -> None:
    refused(call, error, words)


# In another process, which an allocation that fails may not kill.
TOO_LARGE = """
import resource
import mancalab as mc
kalah = mc.rules("kalah")
small = mc.Batch(kalah, 1000)
resource.setrlimit(resource.RLIMIT_AS, (4 * 2**30, 4 * 2**30))
for n in (2**28, 2**31 - 1, 2**40, 2**60, 2**63 - 1, 2**64 - 1):
    try:
        mc.Batch(kalah, n)
    except (MemoryError, ValueError) as error:
        print(type(error).__name__)
try:
    small.select([0] * 2**26)
except MemoryError as error:
    print(type(error).__name__)
small.step(small.sample())
print(small.plies.sum())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit of memory")
def test_a_batch_without_enough_memory() -> None:
    command = [sys.executable, "-c", TOO_LARGE]
    run = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    assert run.returncode == 0, run.stderr
    assert len(run.stdout.split()) == 8
    assert run.stdout.endswith("1000\n")


# Stepping

GOOD = BATCH.sample()


def stepped(actions: object) -> Call:
    return lambda: BATCH.step(actions)


@cases(
    [
        (BATCH.step, TypeError, ("actions",)),
        (stepped(None), TypeError, ("actions", "integer")),
        (stepped("abc"), TypeError, ("actions: integers are needed, not str 'abc'",)),
        (stepped({}), TypeError, ("actions", "integer")),
        (stepped(3), ValueError, ("actions", f"({N},)", "()")),
        (stepped([3]), ValueError, ("actions", f"{N}", "1")),
        (stepped(GOOD[:-1]), ValueError, ("actions", f"{N}", f"{N - 1}")),
        (stepped(np.append(GOOD, 0)), ValueError, ("actions", f"{N}", f"{N + 1}")),
        (stepped(GOOD[:, None]), ValueError, ("actions", f"({N},)", f"({N}, 1)")),
        (stepped(GOOD[None]), ValueError, ("actions", f"({N},)", f"(1, {N})")),
        (stepped(GOOD.astype(float)), TypeError, ("actions", "integer", "float64")),
        (stepped(GOOD.astype(np.float32)), TypeError, ("actions", "integer", "float32")),
        (stepped(GOOD.astype(complex)), TypeError, ("actions", "integer", "complex128")),
        (stepped(GOOD.astype(bool)), TypeError, ("actions", "integer", "bool")),
        (stepped(GOOD.astype(str)), TypeError, ("actions", "integer")),
        (stepped(GOOD.astype("m8[s]")), TypeError, ("actions", "integer", "timedelta64")),
        (stepped(GOOD.astype(object)), TypeError, ("actions", "integer", "object")),
        (stepped([float(a) for a in GOOD]), TypeError, ("actions", "integer", "float64")),
        (stepped([bool(a) for a in GOOD]), TypeError, ("actions", "integer", "bool")),
        (stepped([str(a) for a in GOOD]), TypeError, ("actions", "integer", "not str '")),
        (stepped([None] * N), TypeError, ("actions", "integer")),
    ]
)
def test_a_step_refuses(call: Call, error: Error, words: Words) -> None:
    refused(call, error, words)


@pytest.mark.parametrize("lane", [0, 1, 63, 64, N - 1])
@pytest.mark.parametrize("action", [6, 7, 14, 99, 255, -1, -6, 256, 2**32, 2**63 - 1, -(2**63)])
def test_a_number_that_is_no_action(lane: int, action: int) -> None:
    # Added to a legal action, 256 and 2**32 would be legal in fewer bits.
    actions = GOOD.astype(np.int64)
    actions[lane] = action if action < 256 else np.int64(actions[lane]) ^ np.int64(action)
    wanted = int(actions[lane])
    refused(stepped(actions), mc.IllegalAction, (f"lane {lane}:", f"action {wanted} ", "KA-2"))


@pytest.mark.parametrize("kind", "bBhHiIlLqQ")
def test_an_illegal_action_of_any_type(kind: str) -> None:
    actions = GOOD.astype(kind)
    actions[64] = np.iinfo(kind).max
    words = ("lane 64:", f"action {np.iinfo(kind).max} ")
    refused(stepped(actions), mc.IllegalAction, words)


def placing(batch: mc.Batch) -> bool:
    """Return whether players still put seeds of their reserves in pits, before the game."""
    return "places_seeds" in batch.rules.features and bool(batch.state(0).reserves.any())


@pytest.mark.parametrize("game", list(mc.catalogue))
def test_an_illegal_action_says_what_the_state_says(game: str) -> None:
    batch = mc.Batch(mc.catalogue[game], N, seed=3)
    met = 0
    while placing(batch):  # a seed may be put in any pit
        batch.step(batch.sample())
    for _ in range(30):
        batch.step(batch.sample())
        before = snapshot(batch)
        lanes, actions = np.nonzero(~batch.mask)
        for lane, action in list(zip(lanes.tolist(), actions.tolist(), strict=True))[::41]:
            chosen = batch.sample()
            chosen[lane] = action
            with pytest.raises(mc.IllegalAction) as wanted:
                batch.state(lane).play(action)
            with pytest.raises(mc.IllegalAction) as found:
                batch.step(chosen)
            for name in ("action", "clause", "legal"):
                assert getattr(found.value, name) == getattr(wanted.value, name)
            assert str(found.value).replace(f"lane {lane}: ", "") == str(wanted.value)
            assert f"lane {lane}: " in str(found.value)
            met += 1
        assert difference(snapshot(batch), before) == []
    assert met > 5


def test_the_first_of_several_illegal_actions_is_named() -> None:
    actions = GOOD.copy()
    actions[[3, 20, 66]] = 77
    refused(stepped(actions), mc.IllegalAction, ("lane 3:", "action 77 "))


@pytest.mark.parametrize("kind", "bBhHiIlLqQ")
def test_actions_of_any_integer_type(kind: str) -> None:
    batch, wanted = BATCH.copy(), BATCH.copy()
    for turn in range(20):
        actions = wanted.sample()
        wanted.step(actions)
        shapes: list[Any] = [
            actions.astype(kind),
            np.repeat(actions.astype(kind), 3)[::3],  # not contiguous
            actions.astype(kind)[::-1].copy()[::-1],
            actions.astype(np.dtype(kind).newbyteorder()),
            np.frombuffer(actions.astype(kind).tobytes(), dtype=kind),  # read-only
            actions.tolist(),
            tuple(actions.tolist()),
        ]
        batch.step(shapes[turn % len(shapes)])
        assert difference(snapshot(batch), snapshot(wanted)) == []


# Samples


@cases(
    [
        (lambda: BATCH.sample(3), TypeError, ("positional",)),
        (lambda: BATCH.sample(out=[0] * N), TypeError, ("out", "array", "list")),
        (lambda: BATCH.sample(out=np.zeros(N)), TypeError, ("out", "integer", "float64")),
        (lambda: BATCH.sample(out=np.zeros(N, bool)), TypeError, ("out", "integer", "bool")),
        (lambda: BATCH.sample(out=np.zeros(N - 1, int)), ValueError, ("out", f"({N},)", "(69,)")),
        (lambda: BATCH.sample(out=np.zeros((N, 1), int)), ValueError, ("out", f"({N},)")),
        (lambda: BATCH.sample(out=BATCH.to_move), ValueError, ("out", "writeable")),
    ]
)
def test_a_sample_refuses(call: Call, error: Error, words: Words) -> None:
    refused(call, error, words)


# Lanes


@cases(
    [
        (BATCH.state, TypeError, ()),
        (lambda: BATCH.state(N), IndexError, (str(N),)),
        (lambda: BATCH.state(-N - 1), IndexError, (str(-N - 1),)),
        (lambda: BATCH.state(10**30), IndexError, (str(10**30),)),
        (lambda: BATCH.state(1.0), TypeError, ("integer", "float")),
        (lambda: BATCH.state("1"), TypeError, ("integer", "str")),
        (lambda: BATCH.state(None), TypeError, ("integer", "None")),
        (lambda: BATCH.set_state(0), TypeError, ("state",)),
        (lambda: BATCH.set_state(N, START), IndexError, (str(N),)),
        (lambda: BATCH.set_state(-N - 1, START), IndexError, (str(-N - 1),)),
        (lambda: BATCH.set_state("0", START), TypeError, ("integer", "str")),
        (lambda: BATCH.set_state(0, 1), TypeError, ("state", "State", "int")),
        (lambda: BATCH.set_state(0, None), TypeError, ("state", "State", "None")),
        (lambda: BATCH.set_state(0, PRATT), ValueError, ("state", "rules")),
        (lambda: BATCH.set_state(0, OVER), ValueError, ("state", "over")),
        (lambda: BATCH.reset(3.0), TypeError, ("lanes", "float")),
        (lambda: BATCH.reset("all"), TypeError, ("lanes", "numbers")),
        (lambda: BATCH.reset([0.0]), TypeError, ("lanes", "float")),
        (lambda: BATCH.reset([0, N]), IndexError, ("lanes", str(N))),
        (lambda: BATCH.reset([0, -N - 1]), IndexError, ("lanes", str(-N - 1))),
        (lambda: BATCH.reset(np.ones(N - 1, bool)), ValueError, ("lanes", f"({N},)", "(69,)")),
        (lambda: BATCH.reset(np.ones(N + 1, bool)), ValueError, ("lanes", f"({N},)", "(71,)")),
        (lambda: BATCH.reset([[0, 1]]), ValueError, ("lanes", "2")),
        (lambda: BATCH.reset([1], seed=3), ValueError, ("lanes", "seed")),
        (lambda: BATCH.reset(seed=-1), ValueError, ("seed = -1", f"0 to {2**64 - 1}")),
        (lambda: BATCH.reset(seed=2**64), ValueError, (f"seed = {2**64}",)),
        (lambda: BATCH.reset(seed=1.0), TypeError, ("seed", "float")),
        (BATCH.select, TypeError, ()),
        (lambda: BATCH.select(None), TypeError, ("indices", "numbers")),
        (lambda: BATCH.select([]), ValueError, ("indices", "at least one")),
        (lambda: BATCH.select([0, N]), IndexError, ("indices", str(N))),
        (lambda: BATCH.select([-N - 1]), IndexError, ("indices", str(-N - 1))),
        (lambda: BATCH.select([0.0]), TypeError, ("indices", "float")),
        (lambda: BATCH.select(["a"]), TypeError, ("indices", "needed, not str 'a'")),
        (lambda: BATCH.select(np.ones(N + 1, bool)), ValueError, ("indices", f"({N},)")),
        (lambda: BATCH.select(np.zeros(N, bool)), ValueError, ("indices", "at least one")),
        (lambda: BATCH.copy(3), TypeError, ()),
    ]
)
def test_lanes_that_are_refused(call: Call, error: Error, words: Words) -> None:
    refused(call, error, words)


def test_states_of_a_repetition_rule_are_other_rules() -> None:
    state = mc.rules("kalah", repetition="first_since_capture").start()
    refused(lambda: BATCH.set_state(0, state), ValueError, ("state", "rules"))
    refused(made(starts=[state]), ValueError, ("starts", "state 0", "rules"))


def test_a_damaged_pickle_is_refused() -> None:
    rebuild, arguments = BATCH.__reduce__()[:2]
    blobs = [i for i, part in enumerate(arguments) if isinstance(part, bytes)]
    for i in blobs:
        good = arguments[i]
        for blob in (b"", good[:-1], good + b"\0", b"\xff" * len(good)):
            with pytest.raises((ValueError, TypeError)):
                rebuild(*arguments[:i], blob, *arguments[i + 1 :])
