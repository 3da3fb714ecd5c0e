"""What each action would do at once, beside what the states of the reference engine say."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import mancalab as mc
from mancalab._agents import weights
from networks import random_network
from refusals import Error, Words, cases, lab, refused

Array = npt.NDArray[Any]

KALAH = mc.rules("kalah")
NUMBERS = 3  # of an action


Gain = Callable[[mc.State, mc.State, int], int]
"""What the player of a side gains from one state to the next."""


def of_stores(before: mc.State, after: mc.State, side: int) -> int:
    """The margin of the stores."""
    gains = after.stores.astype(int) - before.stores.astype(int)
    return int(gains[side] - gains[1 - side])


def of_sides(before: mc.State, after: mc.State, side: int) -> int:
    """Where each player sows a side of their own: what the other one loses, or the game."""
    if after.outcome is not None:
        winner = after.outcome.winner
        return 0 if winner is None else 12 if winner == side else -12

    def held(state: mc.State) -> int:
        other = 1 - side
        return int(state.pits[other].sum() + state.stores[other] + state.reserves[other])

    return held(before) - held(after)


def of_player(state: mc.State, side: int, sown: int, gained: Gain) -> Array:
    """What each action of the player to move would do; nothing for those of anybody else."""
    told = np.zeros((state.rules.n_actions, NUMBERS), np.float32)
    if state.is_over or state.to_move != side:
        return told
    for action in state.legal_actions:
        after = state.play(action)
        gain = gained(state, after, side)
        again = not after.is_over and after.to_move == side
        told[action] = again, gain > sown, np.clip(gain, -12, 12) / np.float32(6)
    return told


def definition(state: mc.State, sown: int, gained: Gain) -> Array:
    """What an outlook is."""
    side = int(state.to_move)
    turned = state.rules.state(pits=state.pits, stores=state.stores, to_move=1 - side)
    both = (state, side), (turned, 1 - side)
    return np.concatenate([of_player(*each, sown, gained) for each in both])


def positions(rules: mc.Rules, lanes: int) -> Iterator[mc.Batch]:
    """Positions of random games, some of them close to their ends."""
    batch = mc.Batch(rules, lanes, seed=3)
    for _ in range(80):
        yield batch
        batch.step(batch.sample())


@pytest.mark.parametrize(
    ("rules", "sown", "gained"),
    [
        (KALAH, 1, of_stores),
        (mc.rules("kalah", columns=3, seeds=2), 1, of_stores),
        (mc.rules("elf"), 1, of_stores),
        (mc.rules("oware", columns=7), 0, of_stores),
        (mc.rules("bohnenspiel"), 0, of_stores),
        (mc.rules("um-el-bagara"), 0, of_stores),
        (mc.rules("bao-ki-arabu"), 0, of_sides),
        (mc.rules("hawalis"), 0, of_sides),
        (mc.rules("tsoro"), 0, of_sides),  # what is captured leaves the board
    ],
    ids=lambda value: getattr(value, "__name__", repr(value)),
)
def test_an_outlook_is_what_the_actions_do(rules: mc.Rules, sown: int, gained: Gain) -> None:
    encoding = mc.Encoding(rules, "scaled", outlook=True)
    plain = mc.Encoding(rules, "scaled")
    told = gains = 0
    for batch in positions(rules, 3):
        shown = encoding(batch)
        np.testing.assert_array_equal(shown[:, : len(plain.names)], plain(batch))
        for lane in range(3):
            state = batch.state(lane)
            wanted = definition(state, sown, gained)
            np.testing.assert_array_equal(shown[lane, len(plain.names) :], wanted.ravel())
            np.testing.assert_array_equal(encoding(state), shown[lane])
            told += int(np.count_nonzero(wanted))
            gains += int(np.count_nonzero(wanted[:, 1]))
    assert told > 100
    assert gains > 0


@pytest.mark.parametrize("planes", [1, 3, 7, 12, 31, 40])
@pytest.mark.parametrize("kind", ["thermometer", "one_hot"])
def test_it_follows_the_numbers_of_any_kind(kind: str, planes: int) -> None:
    batch = mc.Batch(KALAH, 131, seed=2)
    for _ in range(20):
        batch.step(batch.sample())
    encoding = mc.Encoding(KALAH, kind, planes, outlook=True)
    plain, short = mc.Encoding(KALAH, kind, planes), mc.Encoding(KALAH, "scaled", outlook=True)
    assert (encoding.names, encoding.dtype) == (plain.names, plain.dtype)
    assert encoding.shape == (14 * (1 + planes) + 2 * KALAH.n_actions * NUMBERS,)
    wanted = np.concatenate([plain(batch).reshape(131, -1), short(batch)[:, 14:]], axis=1)
    for source in (batch, batch.observation, np.ascontiguousarray(batch.observation)):
        np.testing.assert_array_equal(encoding(source), wanted)
    np.testing.assert_array_equal(encoding(batch.observation[::-3]), wanted[::-3])


def test_the_number_of_threads_changes_nothing_and_out_is_filled() -> None:
    batch = mc.Batch(KALAH, 20_011, seed=4)
    for _ in range(20):
        batch.step(batch.sample())
    encoding = mc.Encoding(KALAH, "thermometer", 2, outlook=True)
    wanted = encoding(batch, threads=1)
    for threads in (2, 3, None):
        out = np.full(wanted.shape, 9, np.float32)
        assert encoding(batch, out, threads) is out
        np.testing.assert_array_equal(out, wanted)


def test_boards_of_too_many_seeds_have_no_outlook() -> None:
    encoding = mc.Encoding(KALAH, "scaled", outlook=True)
    random = np.random.default_rng(1)
    some = random.integers(0, 256, (500, 14), dtype=np.uint8) // random.integers(1, 40, (500, 1))
    shown = encoding(some.astype(np.uint8))
    many = some.sum(axis=1) > 255
    assert 50 < many.sum() < 450
    assert not shown[many, 14:].any()
    assert (shown[~many, 14:] != 0).any(axis=1).mean() > 0.9


def test_equal_encodings() -> None:
    encoding = mc.Encoding(KALAH, "thermometer", 3, outlook=True)
    again = mc.Encoding(KALAH, "thermometer", 3, True)
    assert (again, hash(again)) == (encoding, hash(encoding))
    assert encoding != mc.Encoding(KALAH, "thermometer", 3)
    twin = pickle.loads(pickle.dumps(encoding))  # noqa: S301  (our own)
    assert (twin, twin.shape) == (encoding, encoding.shape)


def test_in_any_phase_but_the_first_the_other_player_is_told_nothing() -> None:
    rules = mc.rules("mwambulula")
    encoding = mc.Encoding(rules, "scaled", outlook=True)
    batch = mc.Batch(rules, 4000, seed=1)
    for _ in range(12):
        batch.step(batch.sample())
    later = batch.observation[:, rules.observation_names.index("phase")] > 0
    own, other = encoding(batch)[:, len(encoding.names) :].reshape(4000, 2, -1).swapaxes(0, 1)
    assert 50 < later.sum() < 3900
    assert own[later].any()
    assert not other[later].any()
    assert other[~later].any(axis=1).mean() > 0.5


@pytest.mark.parametrize("name", ["togyzqumalaq", "omweso", "bao-la-kiswahili", "congklak"])
def test_numbers_that_the_rules_refuse_have_no_outlook(name: str) -> None:
    rules = mc.rules(name)
    encoding = mc.Encoding(rules, "scaled", outlook=True)
    batch = mc.Batch(rules, 500, seed=2)
    for _ in range(12):
        batch.step(batch.sample())
    some = np.array(batch.observation)
    assert encoding(some)[:, len(encoding.names) :].any(axis=1).mean() > 0.5
    many = some.copy()
    many[:, 0] = 255  # too many seeds in all
    assert not encoding(many)[:, len(encoding.names) :].any()


def test_every_game_has_one() -> None:
    for rules in mc.catalogue.values():
        encoding = mc.Encoding(rules, "scaled", outlook=True)
        assert encoding.shape == (len(encoding.names) + 2 * rules.n_actions * NUMBERS,)
        some = (encoding(batch)[:, len(encoding.names) :] for batch in positions(rules, 64))
        assert any(outlook.any() for outlook in some), rules.name


REFUSED: list[tuple[Callable[[], object], Error, Words]] = [
    (
        lambda: mc.Encoding(KALAH, "raw", outlook=True),
        ValueError,
        ("outlook = True: with kind = 'raw' there is none; allowed are scaled, thermometer",),
    ),
    (lambda: lab.Encoding(KALAH, "scaled", outlook=1), TypeError, ("outlook: True or False",)),
]


@cases(REFUSED)
def test_what_is_not_allowed(call: Callable[[], object], error: Error, words: Words) -> None:
    refused(call, error, words)


# Networks


@pytest.mark.parametrize("outlook", [False, True])
def test_a_network_with_an_outlook_comes_back_from_its_file(tmp_path: Path, outlook: bool) -> None:
    rules = mc.rules("kalah", columns=4, seeds=3)
    network = random_network(rules, outlook=outlook)
    path = tmp_path / "a.npz"
    weights.save(network, path)
    with np.load(path) as file:
        said = json.loads(str(file["about"]))["encoding"]
    assert said == ["thermometer", 4, *([True] if outlook else [])]
    again = weights.load(path)
    assert (again.encoding, again.digest) == (network.encoding, network.digest)
    assert again.encoding.outlook == outlook
    for simulations in (0, 4):
        agent = mc.agents.Network(path, simulations)
        tally = mc.match(rules, agent, mc.agents.Random(), 10, seed=3)
        assert tally == mc.match(rules, pickle.loads(pickle.dumps(agent)), "random", 10, seed=3)  # noqa: S301


@pytest.mark.parametrize("said", [[], ["thermometer"], ["thermometer", 4, 1], ["raw", 4, True]])
def test_a_file_that_says_another_encoding_is_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: list[Any]
) -> None:
    network = random_network(mc.rules("kalah", columns=4, seeds=3), outlook=True)
    monkeypatch.setattr(weights, "_about", lambda _encoding: said)
    weights.save(network, tmp_path / "a.npz")
    with pytest.raises(weights.NetworkError, match="the network in it is damaged"):
        weights.load(tmp_path / "a.npz")
