"""What a batch promises: live read-only views, pure samples, the same games everywhere."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mancalab as mc
from batch_model import MODES, OUTPUTS, VIEWS, difference, future, snapshot, width
from chosen_games import CHOSEN

GAMES = CHOSEN
KALAH = mc.rules("kalah")


def address(array: np.ndarray[Any, Any]) -> int:
    return int(array.__array_interface__["data"][0])


# Views


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("n", [1, 65])
def test_types_and_shapes_of_the_views(game: str, n: int) -> None:
    rules = mc.catalogue[game]
    batch = mc.Batch(rules, n)
    for name, (kind, dimension) in VIEWS.items():
        view = getattr(batch, name)
        assert type(view) is np.ndarray
        assert view.dtype == kind, name
        assert view.shape == ((n, width(rules, dimension)) if dimension else (n,)), name


@pytest.mark.parametrize("n", [1, 64, 100, 5000])
@pytest.mark.parametrize("autoreset", MODES)
def test_views_are_live_and_of_one_memory(n: int, autoreset: str) -> None:
    rules = mc.rules("kalah", seeds=2, max_actions=20)
    batch = mc.Batch(rules, n, autoreset=autoreset)
    views = {name: getattr(batch, name) for name in VIEWS}
    addresses = {name: address(view) for name, view in views.items()}
    strides = {name: view.strides for name, view in views.items()}
    changed: set[str] = set()
    for step in range(70):
        before = snapshot(batch)
        if step == 40:
            batch.reset()
        elif step == 50:
            batch.reset(seed=3)
        elif step == 60:
            batch.set_state(0, mc.rules("kalah", seeds=2, max_actions=20).start().play(5))
        else:
            batch.step(batch.sample())
        now = snapshot(batch)
        assert difference(now, views) == []
        changed |= {name for name in VIEWS if not np.array_equal(before[name], now[name])}
        for name in VIEWS:
            view = getattr(batch, name)
            assert np.shares_memory(view, views[name]), name
            assert (address(view), view.strides) == (addresses[name], strides[name]), name
    if n > 1:
        assert changed >= set(VIEWS) - {"final_mask"}  # which may have been True before
    assert len(set(addresses.values())) == len(addresses)


@pytest.mark.parametrize("name", VIEWS)
def test_views_are_read_only(name: str) -> None:
    batch = mc.Batch(KALAH, 70)
    view = getattr(batch, name)
    assert not view.flags.writeable
    with pytest.raises(ValueError, match="read-only"):
        view[...] = 1
    with pytest.raises(ValueError, match="WRITEABLE"):
        view.flags.writeable = True


@pytest.mark.parametrize("name", [*VIEWS, "rules", "autoreset", "reward_kind"])
def test_attributes_are_not_to_be_changed(name: str) -> None:
    batch = mc.Batch(KALAH, 70)
    with pytest.raises(AttributeError):
        setattr(batch, name, getattr(batch, name))
    with pytest.raises(AttributeError):
        delattr(batch, name)


@pytest.mark.parametrize("game", ["kalah", "chuba"])
def test_a_view_outlives_its_batch(game: str) -> None:
    batch = mc.Batch(mc.rules(game), 3000)
    for _ in range(9):
        batch.step(batch.sample())
    wanted = snapshot(batch)
    views = {name: getattr(batch, name) for name in VIEWS}
    del batch
    gc.collect()
    others = [mc.Batch(mc.rules(game), 3000) for _ in range(5)]  # in the memory, had it been freed
    assert difference(views, wanted) == []
    assert len(others) == 5


def test_what_a_batch_says_of_itself() -> None:
    rules = mc.rules("kalah", columns=4)
    batch = mc.Batch(rules, 77, autoreset="disabled", rewards="margin")
    assert len(batch) == 77
    assert batch.rules == rules
    assert (batch.autoreset, batch.reward_kind) == ("disabled", "margin")
    plain = mc.Batch(rules, 1)
    assert (plain.autoreset, plain.reward_kind) == ("same_step", "result")
    for word in ("Batch", "kalah", "77", "disabled", "margin"):
        assert word in repr(batch)


@pytest.mark.parametrize("autoreset", MODES)
def test_a_new_batch(autoreset: str) -> None:
    batch = mc.Batch(mc.rules("chuba", start="north"), 66, seed=9, autoreset=autoreset)
    assert batch.games.tolist() == list(range(66))
    assert set(batch.to_move) == {1}
    for name in ("acted", "rewards", "terminated", "truncated", "plies"):
        assert not getattr(batch, name).any(), name
    assert set(batch.results) == set(batch.reasons) == {255}
    assert {batch.state(i) for i in range(66)} == {batch.rules.start()}


# Samples


@pytest.mark.parametrize("game", GAMES)
def test_a_sample_is_legal_and_changes_nothing(game: str) -> None:
    batch = mc.Batch(mc.catalogue[game], 300, seed=4)
    for _ in range(12):
        before = snapshot(batch)
        actions = batch.sample()
        assert actions.dtype == np.uint8
        assert actions.shape == (300,)
        assert batch.mask[np.arange(300), actions].all()
        np.testing.assert_array_equal(batch.sample(), actions)
        assert difference(snapshot(batch), before) == []
        actions[:] = 99  # the caller's own
        assert (batch.sample() != 99).all()
        batch.step(batch.sample())


@pytest.mark.parametrize("kind", [np.uint8, np.int8, np.int32, np.int64, np.uint64])
def test_a_sample_into_a_given_array(kind: type[np.integer[Any]]) -> None:
    batch = mc.Batch(mc.rules("mwambulula"), 129, seed=8)
    for _ in range(5):
        own = np.full(129, 77, dtype=kind)
        assert batch.sample(out=own) is own
        np.testing.assert_array_equal(own, batch.sample())
        batch.step(own)


@pytest.mark.parametrize("autoreset", MODES[1:])
def test_a_finished_lane_samples_0_and_ignores_its_action(autoreset: str) -> None:
    n = 100
    rules = mc.rules("pratt", max_actions=20)
    batch, twin = (mc.Batch(rules, n, autoreset=autoreset, seed=2) for _ in range(2))
    met = 0
    for _ in range(40):
        over = batch.terminated | batch.truncated
        actions = batch.sample().astype(np.int64)
        assert not actions[over].any()
        assert batch.mask[over].all()
        twin.step(actions)
        actions[over] = np.resize([-1, 6, 255, 256, 2**40, -(2**63), 1], int(over.sum()))
        batch.step(actions)
        assert difference(snapshot(batch), snapshot(twin)) == []
        met += int(over.sum())
    assert met > n


def test_other_seeds_are_other_games() -> None:
    hashes = {
        future(mc.Batch(KALAH, 70, seed=seed), 60) for seed in (0, 1, 2**32, 2**63, 2**64 - 1)
    }
    assert len(hashes) == 5
    assert future(mc.Batch(KALAH, 70), 60) == future(mc.Batch(KALAH, 70, seed=0), 60)


# The same games everywhere


@pytest.mark.parametrize("game", ["kalah", "elf", "mwambulula", "chuba", "oware"])
def test_lanes_do_not_depend_on_their_neighbours(game: str) -> None:
    rules = mc.catalogue[game]
    large = mc.Batch(rules, 1000, seed=6, autoreset="disabled")
    smaller = [mc.Batch(rules, n, seed=6, autoreset="disabled") for n in (1, 63, 64, 65, 999)]
    for _ in range(150):
        actions = large.sample()
        large.step(actions)
        wanted = snapshot(large)
        for batch in smaller:
            np.testing.assert_array_equal(batch.sample(), actions[: len(batch)])
            batch.step(actions[: len(batch)])
            rows = {name: view[: len(batch)] for name, view in wanted.items()}
            assert difference(snapshot(batch), rows) == []


@pytest.mark.parametrize("threads", [1, 2, 7, None])
def test_threads_do_not_show(threads: int | None) -> None:
    n = 40_000  # enough lanes for more than one thread
    for game in ("kalah", "pratt"):
        wanted = future(mc.Batch(mc.rules(game), n, seed=3, threads=1), 25)
        assert future(mc.Batch(mc.rules(game), n, seed=3, threads=threads), 25) == wanted


def test_build_info() -> None:
    info = mc.build_info()
    assert info["version"] == mc.__version__
    assert info["simd"] in info["simd_levels"]
    assert isinstance(info["simd_levels"], tuple)
    assert set(info["simd_levels"]) <= {"baseline", "neon", "avx2", "avx512"}
    assert "baseline" in info["simd_levels"]
    assert isinstance(info["threads"], int)
    assert info["threads"] >= 1
    assert info["profile"] in {"release", "debug"}


# Every kind of call that runs on lanes, for every game.
PROGRAM = """\
import hashlib
import mancalab as mc
from batch_model import fields, future
from chosen_games import PROFILE, shortened

told = hashlib.sha256()
n = 300 if PROFILE == "nightly" else 130
greedy, random = mc.agents.Greedy(), mc.agents.Random()
for rules in map(shortened, mc.catalogue.values()):
    batch = mc.Batch(rules, 130, seed=5, rewards="margin")
    told.update(future(batch, n).encode())
    told.update(repr(fields(mc.playouts(rules, n, seed=6))).encode())
    if "sows_back_into" in rules.features:
        continue  # a greedy player tries what every action would let the other one try
    told.update(repr(fields(mc.match(rules, greedy, random, 100, seed=7))).encode())
print(mc.build_info()["simd"], told.hexdigest())
"""


def at_level(level: str | None) -> subprocess.CompletedProcess[str]:
    """Run the program with this level, or the one that is chosen without being told."""
    environment = {key: value for key, value in os.environ.items() if key != "MANCALAB_SIMD"}
    if level is not None:
        environment["MANCALAB_SIMD"] = level
    here = str(Path(__file__).parent)
    path = os.pathsep.join(filter(None, [here, environment.get("PYTHONPATH")]))
    return subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", PROGRAM],
        env=environment | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )


def test_every_instruction_set_plays_the_same_games() -> None:
    plain = at_level(None)
    assert plain.returncode == 0, plain.stderr
    levels = mc.build_info()["simd_levels"]
    chosen, wanted = plain.stdout.split()
    assert chosen in levels
    for level in levels:
        run = at_level(level)
        assert run.returncode == 0, run.stderr
        assert run.stdout.split() == [level, wanted]


@pytest.mark.parametrize("level", ["avx1024", "AVX-2", "none"])
def test_an_unknown_instruction_set_is_refused(level: str) -> None:
    run = at_level(level)
    assert run.returncode == 1
    last = run.stderr.rstrip().splitlines()[-1]
    assert last.startswith("ValueError")
    for word in ("MANCALAB_SIMD", level, "baseline"):
        assert word in last


def test_the_outputs_are_views() -> None:
    assert set(OUTPUTS) < set(VIEWS)
