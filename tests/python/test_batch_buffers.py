"""A batch that fills its caller's arrays, and how torch and JAX read them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeAlias

import numpy as np
import pytest

import mancalab as mc
from batch_model import MODES, OUTPUTS, VIEWS, Array, difference, snapshot, width
from refusals import Call, Error, Words

GAMES = list(mc.catalogue)
N = 70
Layout: TypeAlias = Literal["columns", "rows"]
LAYOUTS: tuple[Layout, ...] = ("columns", "rows")
WIDE = [name for name in OUTPUTS if VIEWS[name][1] is not None]


def short(game: str = "kalah") -> mc.Rules:
    return mc.rules(game, max_actions=9)


def as_view(array: Array, n: int) -> Array:
    """Return the array with lanes in its first dimension."""
    return array if array.shape[0] == n else array.T


def assert_filled(batch: mc.Batch, out: dict[str, Any]) -> None:
    """Check that arrays hold what the views show; of the final ones, the rows that ended."""
    ended = batch.terminated | batch.truncated
    for name, array in out.items():
        view, found = getattr(batch, name), as_view(array, len(batch))
        if name.startswith("final"):
            view, found = view[ended], found[ended]
        np.testing.assert_array_equal(found, view, err_msg=name)


# Buffers


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("game", GAMES)
def test_buffers(game: str, layout: Layout) -> None:
    rules = mc.catalogue[game]
    for n in (1, 2, 63, 64, 65, 100):
        buffers = mc.Batch(rules, n).buffers(layout)
        assert tuple(sorted(buffers)) == tuple(sorted(OUTPUTS))
        for name, array in buffers.items():
            kind, dimension = VIEWS[name]
            shape = [n] if dimension is None else [n, width(rules, dimension)]
            assert array.dtype == kind, name
            assert list(array.shape) == (shape if layout == "rows" else shape[::-1]), name
            assert array.flags.c_contiguous
            assert array.flags.writeable
            assert array.__array_interface__["data"][0] % 64 == 0, name


def test_buffers_are_the_callers_own() -> None:
    batch = mc.Batch(short(), N)
    one, other = batch.buffers(), batch.buffers(layout="columns")
    arrays = [*one.values(), *other.values(), *(getattr(batch, name) for name in OUTPUTS)]
    for i, array in enumerate(arrays):
        assert not any(np.shares_memory(array, arrays[k]) for k in range(i))
    before = snapshot(batch)
    for array in one.values():
        array[...] = 1
    assert difference(snapshot(batch), before) == []


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("autoreset", MODES)
@pytest.mark.parametrize("game", ["kalah", "mwambulula", "chuba", "elf"])
def test_a_step_fills_them(game: str, autoreset: str, layout: Layout) -> None:
    batch, twin = (mc.Batch(short(game), N, seed=1, autoreset=autoreset) for _ in range(2))
    out = batch.buffers(layout)
    places = {name: array.__array_interface__["data"] for name, array in out.items()}
    for _ in range(25):
        twin.step(twin.sample())
        batch.step(batch.sample(), out=out)
        assert difference(snapshot(batch), snapshot(twin)) == []
        assert_filled(batch, out)
    assert places == {name: array.__array_interface__["data"] for name, array in out.items()}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("n", [1, 63, 64, 65, 20_000])
def test_any_number_of_lanes(n: int, layout: Layout) -> None:
    batch = mc.Batch(short(), n, seed=1, rewards="margin")
    out = batch.buffers(layout)
    for _ in range(12):
        batch.step(batch.sample(), out=out)
        assert_filled(batch, out)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_write_fills_them_without_a_step(layout: Layout) -> None:
    batch = mc.Batch(short("chuba"), N)
    for steps in (0, 9, 3):
        for _ in range(steps):
            batch.step(batch.sample())
        before, out = snapshot(batch), batch.buffers(layout)
        for array in out.values():
            array[...] = 77
        batch.write(out)
        assert_filled(batch, out)
        assert difference(snapshot(batch), before) == []


@pytest.mark.parametrize("name", OUTPUTS)
def test_one_of_them_alone(name: str) -> None:
    batch = mc.Batch(short(), N)
    for layout in LAYOUTS:
        array = batch.buffers(layout)[name]
        for _ in range(10):
            batch.step(batch.sample(), out={name: array})
            assert_filled(batch, {name: array})
            array[...] = 1
            batch.write({name: array})
            assert_filled(batch, {name: array})
    batch.step(batch.sample(), out={})
    batch.step(batch.sample(), out=None)
    batch.write({})


def test_plain_arrays_and_bytes_for_truth_values() -> None:
    batch = mc.Batch(short("elf"), N)
    out: dict[str, Any] = {
        "mask": np.full((batch.rules.n_actions, N), 9, dtype=np.uint8),
        "final_mask": np.full((N, batch.rules.n_actions), 9, dtype=np.uint8),
        "terminated": np.full(N, 9, dtype=np.uint8),
        "truncated": np.full(N, 9, dtype=np.uint8),
        # At odd addresses, inside a larger array.
        "to_move": np.zeros(N + 1, dtype=np.uint8)[1:],
        "observation": np.zeros(14 * N + 3, dtype=np.uint8)[3:].reshape(14, N),
        "rewards": np.zeros(8 * N + 3, dtype=np.uint8)[3:].view(np.float32).reshape(2, N),
    }
    for _ in range(12):
        batch.step(batch.sample(), out=out)
        assert_filled(batch, out)
        assert set(np.unique(out["mask"])) <= {0, 1}


def test_a_square_array_of_ours_keeps_its_layout() -> None:
    for n, name in ((14, "observation"), (6, "mask"), (2, "rewards"), (14, "final_observation")):
        batch = mc.Batch(mc.rules("kalah", max_actions=7), n, rewards="margin")
        for layout in LAYOUTS:
            out = {name: batch.buffers(layout)[name]}
            assert out[name].shape == (n, n)
            for _ in range(7):
                batch.step(batch.sample(), out=out)
            assert batch.truncated.all()
            found = out[name] if layout == "rows" else out[name].T
            np.testing.assert_array_equal(found, getattr(batch, name))
            batch.reset(seed=1)


def test_a_square_array_of_anybody_is_filled_as_those_beside_it() -> None:
    batch = mc.Batch(short(), 14, seed=1)
    while (batch.observation == batch.observation.T).all():
        batch.step(batch.sample())
    for masks in ((6, 14), (14, 6), None):
        out = {"observation": array((14, 14))} | ({"mask": array(masks)} if masks else {})
        batch.write(out)
        columns = masks == (6, 14)
        found = out["observation"].T if columns else out["observation"]
        np.testing.assert_array_equal(found, batch.observation)


# What is refused


def array(shape: Any, kind: Any = np.uint8) -> Array:
    return np.zeros(shape, dtype=kind)


def read_only() -> Array:
    view = array((14, N))
    view.flags.writeable = False
    return view


WRONG: list[tuple[str, Callable[[], object], Error, Words]] = [
    ("board", lambda: array((14, N)), ValueError, ("board", "observation", "final_mask")),
    ("plies", lambda: array(N, np.uint32), ValueError, ("plies", "observation")),
    ("observation", lambda: array((14, N), np.int8), TypeError, ("uint8", "int8")),
    ("observation", lambda: array((14, N), np.bool_), TypeError, ("uint8", "bool")),
    ("observation", lambda: array((14, N), np.float32), TypeError, ("uint8", "float32")),
    ("observation", lambda: array((14, N), np.int64), TypeError, ("uint8", "int64")),
    ("observation", lambda: array((14, N - 1)), ValueError, (f"({N}, 14)", f"(14, {N - 1})")),
    ("observation", lambda: array((13, N)), ValueError, (f"({N}, 14)", f"(13, {N})")),
    ("observation", lambda: array(14 * N), ValueError, (f"({N}, 14)", f"({14 * N},)")),
    ("observation", lambda: array((14, N, 1)), ValueError, (f"({N}, 14)", f"(14, {N}, 1)")),
    ("observation", lambda: array((N, 14)).T, ValueError, ("contiguous",)),
    ("observation", lambda: array((14, 2 * N))[:, ::2], ValueError, ("contiguous",)),
    ("observation", lambda: array((14, N + 1))[:, 1:], ValueError, ("contiguous",)),
    ("observation", read_only, ValueError, ("writeable",)),
    ("observation", lambda: [[0] * N] * 14, TypeError, ("array", "list")),
    ("observation", lambda: None, TypeError, ("array", "None")),
    ("observation", lambda: memoryview(bytearray(14 * N)), TypeError, ("array", "memoryview")),
    ("mask", lambda: array((6, N), np.int8), TypeError, ("bool", "int8")),
    ("mask", lambda: array((12, N), np.bool_), ValueError, (f"({N}, 6)", f"(12, {N})")),
    ("rewards", lambda: array((2, N), np.float64), TypeError, ("float32", "float64")),
    ("rewards", lambda: array((2, N), ">f4"), TypeError, ("float32",)),
    ("rewards", lambda: array(N, np.float32), ValueError, (f"({N}, 2)", f"({N},)")),
    ("to_move", lambda: array((N, 1)), ValueError, (f"({N},)", f"({N}, 1)")),
    ("to_move", lambda: array(2 * N)[::2], ValueError, ("contiguous",)),
    ("terminated", lambda: array(N + 1, np.bool_), ValueError, (f"({N},)", f"({N + 1},)")),
    ("final_mask", lambda: array((6, N), np.float32), TypeError, ("bool", "float32")),
]


@pytest.mark.parametrize(("name", "wrong", "error", "words"), WRONG)
def test_wrong_arrays_are_refused_before_anything_is_stepped(
    name: str, wrong: Callable[[], object], error: Error, words: Words
) -> None:
    batch: Any = mc.Batch(short(), N, seed=1)
    batch.step(batch.sample())
    before = snapshot(batch)
    out = batch.buffers() | {name: wrong()}
    good = {key: value.copy() for key, value in out.items() if key != name}
    calls: list[Call] = [lambda: batch.step(batch.sample(), out=out), lambda: batch.write(out)]
    for call in calls:
        with pytest.raises(error) as caught:
            call()
        assert caught.type is error
        for word in (name, *words):
            assert word in str(caught.value)
        assert difference(snapshot(batch), before) == []
        assert difference(out, good) == []


@pytest.mark.parametrize("out", [3, "observation", [("mask", 1)], {"mask"}])
def test_out_that_is_no_dict_of_arrays(out: object) -> None:
    batch: Any = mc.Batch(short(), N)
    calls: list[Call] = [lambda: batch.step(batch.sample(), out=out), lambda: batch.write(out)]
    for call in calls:
        with pytest.raises(TypeError, match="out"):
            call()
    assert not batch.plies.any()


def test_arrays_are_checked_at_every_step() -> None:
    batch = mc.Batch(short(), N)
    out = {"observation": array((14, N)), "mask": array((6, N))}
    batch.step(batch.sample(), out=out)
    for name, buffer in out.items():
        buffer.flags.writeable = False
        with pytest.raises(ValueError, match=name):
            batch.step(batch.sample(), out=out)
        assert set(batch.plies) == {1}
        buffer.flags.writeable = True
    batch.step(batch.sample(), out=out)
    assert_filled(batch, out)


def test_the_views_are_no_buffers() -> None:
    batch, other = (mc.Batch(short(), N) for _ in range(2))
    for name in OUTPUTS:
        for source in (batch, other):
            out = {name: getattr(source, name)}
            with pytest.raises(ValueError, match=name):
                batch.step(batch.sample(), out=out)
    assert not batch.plies.any()


def test_an_illegal_action_leaves_them_as_they_are() -> None:
    batch = mc.Batch(short(), N)
    out = batch.buffers()
    for buffer in out.values():
        buffer[...] = 1
    before = {name: buffer.copy() for name, buffer in out.items()}
    actions = batch.sample()
    actions[-1] = 6
    with pytest.raises(mc.IllegalAction):
        batch.step(actions, out=out)
    assert difference(out, before) == []


@pytest.mark.parametrize("layout", ["column", "", None, 1])
def test_an_unknown_layout_is_refused(layout: Any) -> None:
    with pytest.raises((ValueError, TypeError), match="layout"):
        mc.Batch(short(), N).buffers(layout)


# Recipes


@pytest.mark.parametrize("layout", LAYOUTS)
def test_torch_shares_the_buffers(layout: Layout) -> None:
    torch: Any = pytest.importorskip("torch")
    batch = mc.Batch(short(), N, seed=1)
    buffers = batch.buffers(layout)
    # Once: tensors on the memory of the buffers. `from_numpy` copies nothing, so every step shows
    # in them; the views of the batch are read-only, which torch has no word for.
    tensors = {name: torch.from_numpy(buffer) for name, buffer in buffers.items()}
    actions = torch.zeros(N, dtype=torch.uint8)
    generator = torch.Generator().manual_seed(0)
    batch.write(buffers)
    for _ in range(20):
        lanes_first = tensors["mask"] if layout == "rows" else tensors["mask"].T
        # A policy: this is torch's own memory. `.numpy()` shares it with the batch, on the CPU.
        weights = lanes_first.to(torch.float32)
        actions = torch.multinomial(weights, 1, generator=generator)[:, 0]
        batch.step(actions.numpy(), out=buffers)
        for name in OUTPUTS:
            assert tensors[name].data_ptr() == buffers[name].__array_interface__["data"][0]
        assert_filled(batch, {name: tensor.numpy() for name, tensor in tensors.items()})
        # What is to be kept over the next step, or goes to a GPU, is copied: `clone()`, `to()`.
        kept = tensors["observation"].clone()
        assert kept.data_ptr() != tensors["observation"].data_ptr()
    assert tensors["rewards"].dtype == torch.float32
    assert tensors["mask"].dtype == torch.bool


def test_torch_can_own_the_memory() -> None:
    torch: Any = pytest.importorskip("torch")
    batch = mc.Batch(short(), N, seed=1)
    # The other way round: tensors made by torch (pinned, say), lent to the batch as arrays.
    tensors = {
        "observation": torch.zeros((14, N), dtype=torch.uint8),
        "mask": torch.zeros((6, N), dtype=torch.bool),
        "rewards": torch.zeros((N, 2), dtype=torch.float32),
    }
    out = {name: tensor.numpy() for name, tensor in tensors.items()}
    for _ in range(12):
        batch.step(batch.sample(), out=out)
        assert_filled(batch, {name: tensor.numpy() for name, tensor in tensors.items()})


def test_jax_copies_the_buffers() -> None:
    jax: Any = pytest.importorskip("jax")
    batch = mc.Batch(short(), N, seed=1)
    buffers = batch.buffers("rows")
    batch.write(buffers)
    key = jax.random.key(0)
    earlier = []
    for _ in range(12):
        # `jax.numpy.array` copies, so what was taken stays as it was when the batch steps on.
        observation = jax.numpy.array(buffers["observation"])
        logits = jax.numpy.where(jax.numpy.array(buffers["mask"]), 0.0, -jax.numpy.inf)
        key, now = jax.random.split(key)
        actions = jax.random.categorical(now, logits)
        earlier.append((observation, batch.observation.copy()))
        # `np.asarray` of a JAX array on the CPU waits for it and copies nothing.
        batch.step(np.asarray(actions), out=buffers)
        assert_filled(batch, buffers)
    for found, wanted in earlier:
        np.testing.assert_array_equal(np.asarray(found), wanted)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_jax_shares_the_buffers_by_dlpack(layout: Layout) -> None:
    jax: Any = pytest.importorskip("jax")
    batch = mc.Batch(short(), N, seed=1)
    buffers = batch.buffers(layout)
    batch.write(buffers)
    told = jax.jit(lambda x: x.astype("int32").sum())
    for _ in range(12):
        # Without a copy, which JAX takes only from memory at a multiple of 64 bytes: good until
        # the next step, which changes what JAX holds to be constant. So finish with it before
        # (`block_until_ready`), and take it anew after each step. `jax.device_put` shares the
        # memory of such a buffer on the CPU as well, without a word.
        observation = jax.dlpack.from_dlpack(buffers["observation"], copy=False)
        total = told(observation).block_until_ready()
        assert int(total) == N * 48
        address = observation.unsafe_buffer_pointer()
        assert address == buffers["observation"].__array_interface__["data"][0]
        np.testing.assert_array_equal(as_view(np.asarray(observation), N), batch.observation)
        del observation
        batch.step(batch.sample(), out=buffers)
