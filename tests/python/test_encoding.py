"""Observations written for a network, beside their definition in NumPy."""

from __future__ import annotations

import copy
import pickle
import tomllib
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mancalab as mc
from refusals import Error, Words, cases, lab, refused

Array = npt.NDArray[Any]

GAMES = list(mc.catalogue)
KINDS = ("raw", "scaled", "thermometer", "one_hot")
KALAH = mc.rules("kalah")
PAWNS = 4 * 6 * 2  # all seeds of kalah


def greatest(rules: mc.Rules) -> npt.NDArray[np.float32]:
    """Return the greatest that each number of an observation can be."""
    start = rules.start()
    seeds = sum(int(part.sum()) for part in (start.pits, start.stores, start.reserves))
    columns = sum("own_mark" in name for name in rules.observation_names)
    # A file that was taken, a reserve that was entered, pits that are still to be chosen, or the
    # pit where a turn may end, or whose seeds are put elsewhere.
    known = dict.fromkeys(("msuwa", "msuwa-wa-kunja", "spreta"), 2)
    known["tsoro-baia"] = 5
    known |= dict.fromkeys(("misoro-tsoro", "musoro-tsoro"), 16)
    # The pit where a lap may be turned round; in Omweso with what ends the turn has taken before.
    known |= {"choro-acholi": 16, "kubuguza": 16, "mweiso": 4 * 16, "omweso": 4 * 16}
    known |= {"ikibuguzo": 4 * 16, "ikibuguzo-fours": 4 * 16}
    known["gifia"] = 2 * 4 + 1  # the pit beside which one may be taken, or pits that are left out
    known["iyogh"] = 48  # captured seeds of which it is said which way they go
    known["choro-lango"] = 4 * 16  # the pit where captured seeds lie, by the pit they came from
    # The pit from which a turn may go on, with how it has gone so far in three ways.
    known |= dict.fromkeys(("bao-kiswahili-east-africa", "bao-la-kiswahili"), 8 * 16)
    known |= {"lib-al-aqil": 2, "lib-al-ghashim": 2}  # the board may be turned, a seed is given
    known["igisoro"] = 2 * 16  # that pit, or the one where a lap may be turned round
    known["bao-kiswahili-dr-congo"] = 8 * 16  # or opposite which seeds were captured
    known |= {
        "papan-dakon": 7,
        "luuth": 7,
        "okwe-achalla": 5,  # the pit of which some seeds are sown
        "english-wari-st-lucia": 6,
        "mangola": 16,
        "nchuwa": 1 + 24,
        "tsoro-additional": 3,
        "misoro-tsoro-additional": 3 + 16,
    }
    phases = (known | {"chuba": columns}).get(rules.name, 1)
    # Of a player: the turns of some openings, all others ask only whether they have had one.
    openings = {"njombwa": 10, "adjiboto": 5, "ikibuguzo": 3, "ikibuguzo-fours": 8}
    openings |= {"igisoro": 2, "mangola": 2}
    turns = openings.get(rules.name, 1)
    # The Concentration Game tells 49 captures apart, Tsoro (Baia) three, others the first two.
    captures = {"concentration-game": 49, "tsoro-baia": 3}.get(rules.name, 2)

    rounds = tomllib.loads(rules.to_toml()).get("rounds", {}).get("most", 255)

    def most_of(name: str) -> int:
        few = {"phase": phases, "own_turns": turns, "other_turns": turns}
        few |= {"own_heading": 2, "other_heading": 2}  # none yet, or one of the two ways
        few |= {"own_raced": 255, "other_raced": 255}
        few |= {"own_reentry": 16, "other_reentry": 16}
        few |= {"own_captures": captures, "other_captures": captures}
        if "points" in name:
            return 59  # who has sixty has won
        if "round" in name or "won" in name:
            return int(rounds) - 1  # the last one is never over before the game is
        flags = ("mark", "claim", "lifted", "began", "visits", "once")
        is_flag = any(word in name for word in flags)
        return 1 if is_flag else few.get(name, max(seeds, 1))

    most = [most_of(name) for name in rules.observation_names]
    return np.array(most, dtype=np.float32)


def definition(rules: mc.Rules, kind: str, planes: int, numbers: Array) -> Array:
    """Return what an encoding is."""
    if kind == "raw":
        return numbers.copy()
    scaled: Array = np.minimum(numbers.astype(np.float32) / greatest(rules), np.float32(1))
    if kind == "scaled":
        return scaled
    k = np.arange(1, planes + 1)
    open_ended = np.full(planes, kind == "thermometer") | (k == planes)
    number = numbers[..., None].astype(int)
    hit = np.where(open_ended, number >= k, number == k)
    return np.concatenate([scaled[..., None], hit.astype(np.float32)], axis=-1)


def lab_int(number: int) -> Any:
    """Return an integer of NumPy."""
    return np.int8(number)


def played(rules: mc.Rules, n: int, steps: int) -> mc.Batch:
    batch = mc.Batch(rules, n, seed=4)
    for _ in range(steps):
        batch.step(batch.sample())
    return batch


def assert_exactly(found: Array, wanted: Array) -> None:
    assert (found.dtype, found.shape) == (wanted.dtype, wanted.shape)
    assert found.flags.c_contiguous
    np.testing.assert_array_equal(found, wanted)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("game", GAMES)
def test_every_game_in_every_kind(game: str, kind: str) -> None:
    rules = mc.catalogue[game]
    encoding = mc.Encoding(rules, kind)
    assert encoding.names == tuple(rules.observation_names)
    assert encoding.shape[0] == len(encoding.names)
    batch = mc.Batch(rules, 130, seed=4)
    for step in range(60):
        if step % 6 == 0:
            wanted = definition(rules, kind, 12, batch.observation)
            assert encoding.shape == wanted.shape[1:]
            assert encoding.dtype == wanted.dtype
            assert_exactly(encoding(batch), wanted)
            assert_exactly(encoding(batch.state(7)), wanted[7])
        batch.step(batch.sample())


@given(
    game=st.sampled_from(GAMES),
    kind=st.sampled_from(KINDS),
    planes=st.one_of(st.integers(1, 40), st.just(255)),
    n=st.sampled_from([0, 1, 2, 63, 64, 65, 200]),
    seed=st.integers(0, 2**32),
    shape=st.sampled_from(["rows", "columns", "backward", "every other", "one for all", "wide"]),
)
def test_any_numbers_of_any_strides(
    game: str, kind: str, planes: int, n: int, seed: int, shape: str
) -> None:
    rules = mc.catalogue[game]
    width = len(rules.observation_names)
    numbers = np.random.default_rng(seed).integers(0, 256, (n, width), dtype=np.uint8)
    if shape == "columns":
        numbers = np.asfortranarray(numbers)
    elif shape == "backward":
        numbers = numbers[::-1, ::-1]
    elif shape == "every other":
        numbers = np.repeat(np.repeat(numbers, 2, axis=0), 3, axis=1)[::2, ::3]
    elif shape == "one for all":
        numbers = np.broadcast_to(numbers[:1], (min(n, 1) * 70, width))
    elif shape == "wide":
        numbers = np.pad(numbers, ((0, 0), (5, 3)))[:, 5:-3]
    encoding = mc.Encoding(rules, kind, planes)
    assert_exactly(encoding(numbers), definition(rules, kind, planes, numbers))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("planes", [1, 3, 7, 15, 16, 31, 32, 255])
def test_every_number_in_every_number_of_planes(kind: str, planes: int) -> None:
    numbers = np.repeat(np.arange(256, dtype=np.uint8)[:, None], 14, axis=1)
    found = mc.Encoding(KALAH, kind, planes)(numbers)
    assert_exactly(found, definition(KALAH, kind, planes, numbers))


def test_planes_in_words() -> None:
    observation = np.zeros((1, 14), dtype=np.uint8)
    observation[0, :5] = 0, 1, 2, 3, 9
    share = np.array([0, 1, 2, 3, 9], dtype=np.float32) / PAWNS
    thermometer = mc.Encoding(KALAH, "thermometer", 3)(observation)[0, :5]
    np.testing.assert_array_equal(thermometer[:, 0], share)
    assert thermometer[:, 1:].tolist() == [[0, 0, 0], [1, 0, 0], [1, 1, 0], [1, 1, 1], [1, 1, 1]]
    one_hot = mc.Encoding(KALAH, "one_hot", 3)(observation)[0, :5]
    np.testing.assert_array_equal(one_hot[:, 0], share)
    assert one_hot[:, 1:].tolist() == [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, 1]]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("threads", [1, 2, 3, 16, None])
def test_the_number_of_threads_changes_nothing(kind: str, threads: int | None) -> None:
    batch = played(KALAH, 20_011, 20)
    wanted = definition(KALAH, kind, 2, batch.observation)
    assert_exactly(mc.Encoding(KALAH, kind, 2)(batch, threads=threads), wanted)


@pytest.mark.parametrize("kind", KINDS)
def test_out_is_filled_and_given_back(kind: str) -> None:
    batch = played(KALAH, 70, 9)
    encoding = mc.Encoding(KALAH, kind)
    sources: list[tuple[Any, tuple[int, ...]]] = [
        (batch, (70,)),
        (batch.observation[::2], (35,)),
        (batch.state(3), ()),
        (batch.observation[:0], (0,)),
    ]
    for source, lanes in sources:
        for fill in (0, 77):
            out = np.full((*lanes, *encoding.shape), fill, dtype=encoding.dtype)
            assert encoding(source, out) is out
            np.testing.assert_array_equal(out, encoding(source))


def test_the_memory_beside_out_is_left_alone() -> None:
    encoding = mc.Encoding(KALAH, "thermometer")
    room = np.full((3, 70, *encoding.shape), 9, dtype=np.float32)
    batch = played(KALAH, 70, 9)
    encoding(batch, room[1])
    assert (room[[0, 2]] == 9).all()
    np.testing.assert_array_equal(room[1], encoding(batch))


def test_equal_encodings() -> None:
    rules = mc.rules("chuba")
    encoding = mc.Encoding(rules, "one_hot", 5)
    again = mc.Encoding(mc.rules("chuba"), kind="one_hot", planes=lab_int(5))
    assert encoding == again
    assert hash(encoding) == hash(again)
    others = [
        mc.Encoding(rules, "one_hot", 6),
        mc.Encoding(rules, "thermometer", 5),
        mc.Encoding(KALAH, "one_hot", 5),
    ]
    assert encoding not in others
    assert repr(encoding) == f"Encoding(rules={rules!r}, kind='one_hot', planes=5, outlook=False)"
    batch = played(rules, 5, 20)
    copies: list[Callable[[mc.Encoding], mc.Encoding]] = [copy.copy, copy.deepcopy]
    twins = [copied(encoding) for copied in copies]
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        twins.append(pickle.loads(pickle.dumps(encoding, protocol)))  # noqa: PERF401, S301
    for twin in twins:
        assert twin == encoding
        np.testing.assert_array_equal(twin(batch), encoding(batch))


def test_an_encoding_is_frozen() -> None:
    encoding: Any = mc.Encoding(KALAH)
    with pytest.raises(FrozenInstanceError):
        encoding.kind = "scaled"
    with pytest.raises(AttributeError):
        encoding.shape = (3,)


RAW = mc.Encoding(KALAH)
PLANES = mc.Encoding(KALAH, "thermometer", 3)
BATCH = mc.Batch(KALAH, 4)
ROOM = np.zeros((4, 14, 4), dtype=np.float32)
LOCKED = ROOM.copy()
LOCKED.flags.writeable = False
NUMBERS = np.zeros((4, 14), dtype=np.uint8)


def call(encoding: Any, *arguments: Any, **named: Any) -> Callable[[], object]:
    return lambda: encoding(*arguments, **named)


REFUSED: list[tuple[Callable[[], object], Error, Words]] = [
    (call(lab.Encoding, "kalah"), TypeError, ("rules: a Rules is needed, not str",)),
    (
        call(lab.Encoding, KALAH, "planes"),
        ValueError,
        ("kind = 'planes': allowed are raw, scaled, thermometer, one_hot",),
    ),
    (call(lab.Encoding, KALAH, 3), TypeError, ("kind: a str is needed, not int",)),
    (call(lab.Encoding, KALAH, "raw", 0), ValueError, ("planes = 0: allowed are 1 to 255",)),
    (call(lab.Encoding, KALAH, "one_hot", 256), ValueError, ("planes = 256", "1 to 255")),
    (call(lab.Encoding, KALAH, "one_hot", 2.0), TypeError, ("planes: an integer", "float")),
    (call(RAW, [[0] * 14]), TypeError, ("observations: a Batch, State or array", "list")),
    (call(RAW, NUMBERS.astype(int)), TypeError, ("observations: uint8 is needed, not int64",)),
    (call(RAW, NUMBERS[:, :13]), ValueError, ("observations: shape (n, 14)", "not (4, 13)")),
    (call(RAW, NUMBERS[0]), ValueError, ("observations: shape (n, 14)", "not (14,)")),
    (call(RAW, mc.Batch(mc.rules("oware"), 2)), ValueError, ("observations:", "oware", "kalah")),
    (call(RAW, mc.rules("oware").start()), ValueError, ("observations:", "oware", "kalah")),
    (call(PLANES, BATCH, ROOM.tolist()), TypeError, ("out: a NumPy array is needed, not list",)),
    (call(PLANES, BATCH, ROOM.astype(float)), TypeError, ("out: dtype float32", "not float64")),
    (call(PLANES, BATCH, ROOM[:3]), ValueError, ("out: shape (4, 14, 4)", "not (3, 14, 4)")),
    (call(PLANES, BATCH.state(0), ROOM), ValueError, ("out: shape (14, 4)", "not (4, 14, 4)")),
    (call(PLANES, BATCH, LOCKED), ValueError, ("out: a writeable, C-contiguous",)),
    (call(PLANES, BATCH, ROOM[::-1]), ValueError, ("out: a writeable, C-contiguous",)),
    (call(RAW, NUMBERS, NUMBERS), ValueError, ("out: it shares memory",)),
    (call(RAW, BATCH, threads=0), ValueError, ("threads = 0: allowed are 1 to 1024",)),
]


@cases(REFUSED)
def test_what_is_not_allowed(call: Callable[[], object], error: Error, words: Words) -> None:
    refused(call, error, words)
    np.testing.assert_array_equal(RAW(BATCH), BATCH.observation)
