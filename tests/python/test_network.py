"""Trained networks as agents: their files, and what they play."""

from __future__ import annotations

import io
import pickle
import tracemalloc
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mancalab as mc
from mancalab._agents import weights
from mancalab._agents.weights import NetworkError
from mancalab.study import tournament
from networks import random_network, saved_network

KALAH = mc.rules("kalah", columns=4, seeds=3)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return saved_network(tmp_path, KALAH)


# Files


@pytest.mark.parametrize("blocks", [0, 1, 3])
def test_a_network_comes_back_from_its_file(tmp_path: Path, blocks: int) -> None:
    network = random_network(KALAH, blocks=blocks)
    weights.save(network, tmp_path / "a.npz")
    again = weights.load(tmp_path / "a.npz")
    assert (again.rules, again.encoding) == (network.rules, network.encoding)
    assert again.digest == network.digest
    batch = mc.Batch(KALAH, 5)
    shown = network.encoding(batch)
    for ours, theirs in zip(network(shown, batch.mask), again(shown, batch.mask), strict=True):
        np.testing.assert_array_equal(ours, theirs)


def test_many_positions_are_judged_as_one_by_one() -> None:
    network = random_network(KALAH)
    shown = np.random.default_rng(0).random((20_000, *network.encoding.shape), np.float32)
    mask = np.ones((len(shown), KALAH.n_actions), np.bool_)
    logits, values = network(shown, mask)
    assert logits.shape == mask.shape
    for i in (0, 16_383, 16_384, 19_999):
        one, value = network(shown[i : i + 1], mask[:1])
        np.testing.assert_array_equal(logits[i], one[0])
        assert values[i] == value[0]
    for threads in (1, 2):
        again, _ = network(shown, mask, threads=threads)
        np.testing.assert_array_equal(again, logits)
    assert network(shown[:0], mask[:0])[0].shape == (0, KALAH.n_actions)


def test_any_flipped_byte_is_noticed_or_harmless(path: Path) -> None:
    whole, network = path.read_bytes(), weights.load(path)
    noticed = 0
    for at in range(0, len(whole), len(whole) // 150):
        damaged = bytearray(whole)
        damaged[at] ^= 0x55
        path.write_bytes(bytes(damaged))
        try:
            again = weights.load(path)
        except NetworkError as error:
            assert str(path) in str(error)  # noqa: PT017  (some bytes of a zip mean nothing)
            noticed += 1
        else:
            assert again.digest == network.digest
    assert noticed > 100


@pytest.mark.parametrize("size", [0, 1, 100, -1])
def test_a_file_that_was_cut_is_refused(path: Path, size: int) -> None:
    path.write_bytes(path.read_bytes()[:size])
    with pytest.raises(NetworkError, match="damaged"):
        mc.agents.Network(path)


def test_nothing_in_a_file_is_executed(path: Path) -> None:
    class Evil:
        def __reduce__(self) -> tuple[Any, tuple[str]]:
            return exec, (f"open({str(path.with_suffix('.bad'))!r}, 'w')",)

    with np.load(path) as file:
        arrays = {name: file[name] for name in file.files}
    arrays["first.bias"] = np.array([Evil()], dtype=object)
    memory = io.BytesIO()
    np.savez(memory, **arrays)
    for content in (memory.getvalue(), pickle.dumps(Evil())):
        path.write_bytes(content)
        with pytest.raises(NetworkError, match="damaged"):
            mc.agents.Network(path)
    assert not path.with_suffix(".bad").exists()


def packed(path: Path, *members: tuple[str, bytes], kind: int = zipfile.ZIP_STORED) -> Path:
    """A zip file with these members."""
    with zipfile.ZipFile(path, "w", kind) as whole:
        for name, content in members:
            whole.writestr(name, content)
    return path


def array_file(header: str, content: bytes = b"") -> bytes:
    """An array of NumPy's format, version 1.0, with a header of our own."""
    text = header.encode().ljust(117) + b"\n"
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text + content


@pytest.mark.parametrize("kind", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_file_that_unpacks_to_more_than_it_is_has_no_network(tmp_path: Path, kind: int) -> None:
    """A file of 1400 bytes took 3 GB of memory and a minute."""
    path = packed(tmp_path / "network.npz", ("about.npy", bytes(10_000_000)), kind=kind)
    assert path.stat().st_size < 20_000
    tracemalloc.start()
    with pytest.raises(NetworkError, match="no network of mancalab, or it is damaged") as caught:
        mc.agents.Network(path)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert str(caught.value.__cause__) == "a part of it is compressed"
    assert most < 1_000_000


def test_parts_that_stand_on_one_another_are_refused(tmp_path: Path) -> None:
    """A directory may name one place of a file many times."""
    path = packed(tmp_path / "network.npz", ("a.npy", bytes(100_000)))
    with zipfile.ZipFile(path, "a") as whole:
        whole.filelist *= 1000
        whole._didModify = True  # type: ignore[attr-defined]  # noqa: SLF001
    with pytest.raises(NetworkError) as caught:
        mc.agents.Network(path)
    assert str(caught.value.__cause__) == "its parts are larger than the file"


@pytest.mark.parametrize(
    ("header", "said"),
    [
        (
            "{'descr': '<f4', 'fortran_order': False, 'shape': (1000000000000,)}",
            "an array is not as long as it states",
        ),
        ("{'descr': '<f4', 'fortran_order': False, 'shape': (2, -1)}", "not as long"),
        ("{'descr': '<f4', 'fortran_order': True, 'shape': (0,)}", "row by row"),
        ("{'descr': '|O', 'fortran_order': False, 'shape': (0,)}", "row by row"),
        ("{'descr': '<f4', 'fortran_order': False, 'shape': " + "(" * 50, ""),
    ],
)
def test_an_array_that_states_what_it_is_not(tmp_path: Path, header: str, said: str) -> None:
    path = packed(tmp_path / "network.npz", ("about.npy", array_file(header)))
    with pytest.raises(NetworkError) as caught:
        mc.agents.Network(path)
    assert said in str(caught.value.__cause__)


def test_a_file_of_another_version_says_so(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    network = weights.load(path)
    with monkeypatch.context() as patch:
        patch.setattr(weights, "VERSION", 2)
        weights.save(network, path)
    with pytest.raises(NetworkError, match=r"version 2; needed is .* version 1"):
        mc.agents.Network(path)


def test_layers_that_do_not_fit_are_refused(path: Path) -> None:
    network = weights.load(path)
    arrays = dict(network.arrays) | {"value.bias": np.zeros(3, np.float32)}
    weights.save(weights.Weights(network.rules, network.encoding, arrays), path)
    with pytest.raises(NetworkError, match="do not fit"):
        mc.agents.Network(path)


def test_a_missing_file_is_an_ordinary_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        mc.agents.Network(tmp_path / "none.npz")


# Play


@pytest.mark.parametrize("simulations", [0, 8])
def test_it_plays_matches_as_any_agent(path: Path, simulations: int) -> None:
    agent = mc.agents.Network(path, simulations)
    assert (agent.simulations, agent.rules) == (simulations, KALAH)
    tally = mc.match(KALAH, agent, mc.agents.Random(), 20, seed=3)
    assert tally.games == 20
    again = mc.match(KALAH, pickle.loads(pickle.dumps(agent)), mc.agents.Random(), 20, seed=3)  # noqa: S301  (our own)
    assert tally == again


def test_it_plays_tournaments_and_records_by_name(path: Path) -> None:
    name = f"network(path={str(path)!r}, simulations=4)"
    table = tournament([KALAH], [name, "greedy"], n=4)
    assert [row.games for row in table] == [4]
    assert mc.Record.play(KALAH, south=name, north="random", seed=1).outcome is not None


def test_alone_it_plays_the_action_that_it_likes_best(path: Path) -> None:
    agent = mc.agents.Network(path, simulations=0)
    batch = mc.Batch(KALAH, 50, seed=1)
    for _ in range(20):
        actions = np.asarray(agent.function(batch))
        for lane in range(0, 50, 7):
            shares, value = agent.judge(batch.state(lane))
            assert set(shares) == set(batch.state(lane).legal_actions)
            assert sum(shares.values()) == pytest.approx(1)
            assert -1 <= value <= 1
            assert actions[lane] == max(shares, key=lambda action: shares[action])
        batch.step(batch.sample())


def test_it_judges_games_that_go_on(path: Path) -> None:
    state = KALAH.start()
    while not state.is_over:
        state = state.play(state.legal_actions[0])
    with pytest.raises(ValueError, match="the game is over"):
        mc.agents.Network(path).judge(state)


def test_it_plays_its_own_game_only(path: Path) -> None:
    agent = mc.agents.Network(path)
    with pytest.raises(ValueError, match="the network plays Kalah"):
        mc.match(mc.rules("kalah"), agent, mc.agents.Random(), 2)


@pytest.mark.parametrize(("simulations", "error"), [(-1, ValueError), (0.5, TypeError)])
def test_bad_numbers_of_simulations_are_refused(
    path: Path, simulations: Any, error: type[Exception]
) -> None:
    with pytest.raises(error, match="simulations"):
        mc.agents.Network(path, simulations)


def test_two_networks_have_two_names(tmp_path: Path) -> None:
    names = {
        mc.agents.Network(saved_network(tmp_path, KALAH, seed=seed), simulations).name
        for seed in range(2)
        for simulations in (0, 8)
    }
    assert len(names) == 4
