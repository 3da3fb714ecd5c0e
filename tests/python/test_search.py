"""Tree search in all lanes of a batch."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import mancalab as mc
import plain_search as plain
from mancalab.search import BatchMCTS, SearchResult
from search_cases import Array, Evaluator, hashed, uniform


def for_states(evaluator: Evaluator) -> plain.Evaluate:
    """The same evaluator for the plain search."""

    def evaluate(state: mc.State) -> tuple[list[float], float]:
        mask = np.zeros((1, state.rules.n_actions), bool)
        mask[0, list(state.legal_actions)] = True
        logits, values = evaluator(state.observation[None], mask)
        return logits[0].tolist(), float(values[0])

    return evaluate


def midgames(rules: mc.Rules, lanes: int, steps: int, **options: Any) -> mc.Batch:
    """Games after so many random actions each, without another game begun."""
    batch = mc.Batch(rules, lanes, 3, "disabled", **options)
    for _ in range(steps):
        batch.step(batch.sample())
    return batch


def some_over(rules: mc.Rules, lanes: int) -> mc.Batch:
    """Games of which about a quarter is over."""
    batch = mc.Batch(rules, lanes, 3, "disabled")
    while len(running(batch)) > 0.75 * lanes:
        batch.step(batch.sample())
    return batch


def running(batch: mc.Batch) -> list[int]:
    return np.flatnonzero(~(batch.terminated | batch.truncated)).tolist()


def same(one: SearchResult, two: SearchResult) -> bool:
    return all(np.array_equal(getattr(one, name), getattr(two, name)) for name in one._fields)


def check_lane(found: SearchResult, lane: int, root: plain.Node) -> None:
    """Visits and value of a lane are those of the plain search."""
    counts = [root.counts.get(action, 0) for action in range(found.visits.shape[1])]
    assert found.visits[lane].tolist() == counts, lane
    assert found.values[lane] == np.float32(root.total / root.visits)
    means = [root.mean(action) if count else 0.0 for action, count in enumerate(counts)]
    np.testing.assert_array_equal(found.q_values[lane], np.array(means, dtype=np.float32))


def check_puct(batch: mc.Batch, evaluator: Evaluator, simulations: int = 40) -> None:
    search = BatchMCTS(batch, simulations, evaluator)
    found = search.run()
    for lane in running(batch):
        root = plain.puct(
            batch.state(lane), simulations, for_states(evaluator), rewards=batch.reward_kind
        )
        check_lane(found, lane, root)
        assert found.actions[lane] == max(root.counts, key=lambda a: root.counts[a])
    shares = found.visits / np.float64(simulations)
    np.testing.assert_array_equal(found.policies, shares.astype(np.float32))


@pytest.mark.parametrize("evaluator", [uniform, hashed])
@pytest.mark.parametrize("name", list(mc.catalogue))
def test_puct_equals_a_plain_search_visit_for_visit(name: str, evaluator: Evaluator) -> None:
    for steps in (0, 9, 24):
        batch = midgames(mc.rules(name), 4, steps)
        check_puct(batch, evaluator)


@pytest.mark.parametrize("name", ["kalah", "pratt", "mwambulula", "um-el-bagara"])
def test_margins_are_values_too(name: str) -> None:
    for steps in (15, 30):
        batch = midgames(mc.rules(name), 4, steps, rewards="margin")
        check_puct(batch, hashed, 120)


def test_rewards_are_those_of_the_batch_unless_asked_for() -> None:
    state = mc.rules("kalah").state(pits=[[0] * 5 + [1], [0] * 5 + [4]], stores=[40, 3])
    values = {}
    for rewards in ("result", "margin"):
        batch = mc.Batch(state.rules, 1, starts=[state], rewards="margin")
        options: Any = {"rewards": rewards}
        values[rewards] = BatchMCTS(batch, 1, uniform, **options).run().values[0]
    # The only action sweeps: 41 against 7. The root's own value, 0, counts as much.
    assert values == {"result": 0.5, "margin": np.float32(34 / 48 / 2)}
    paid_by_batch = BatchMCTS(batch, 1, uniform).run().values[0]
    assert paid_by_batch == values["margin"]


@pytest.mark.parametrize("name", ["kalah", "oware", "mwambulula", "chuba"])
def test_trees_end_at_the_cap_on_actions(name: str) -> None:
    batch = midgames(mc.rules(name, max_actions=12), 4, 10, rewards="margin")
    asked = []

    def evaluator(observations: Array, mask: Array) -> tuple[Array, Array]:
        asked.append(len(observations))
        return hashed(observations, mask)

    check_puct(batch, evaluator, 60)
    search = BatchMCTS(batch, 400, evaluator)
    asked.clear()
    search.run()
    # One action ahead, no further: the roots and what follows each of their actions.
    assert sum(asked) <= len(batch) + batch.mask.sum()
    truncated = midgames(mc.rules(name, max_actions=10), 4, 9)
    found = BatchMCTS(truncated, 50, lambda o, m: (uniform(o, m)[0], uniform(o, m)[1] + 1)).run()
    ended = [truncated.state(lane).play(found.actions[lane]).outcome for lane in range(4)]
    assert all(outcome is not None for outcome in ended)
    even = [outcome.result == "truncated" for outcome in ended if outcome is not None]
    assert any(even)
    assert np.all(found.values[even] <= 1 / 51 + 1e-6)


@pytest.mark.parametrize("evaluator", [uniform, hashed])
@pytest.mark.parametrize("considered", [16, 4, 3, 1])
@pytest.mark.parametrize("name", ["kalah", "oware", "mwambulula", "chuba", "elf-mankala"])
def test_gumbel_equals_a_plain_search(name: str, considered: int, evaluator: Evaluator) -> None:
    simulations = 37
    for steps in (0, 11):
        batch = midgames(mc.rules(name), 4, steps)
        search = BatchMCTS(
            batch, simulations, evaluator, root="gumbel", considered=considered, seed=8
        )
        found = search.run()
        for lane in running(batch):
            state = batch.state(lane)
            numbers = plain.gumbel_numbers(8, 3, lane, steps, len(state.legal_actions))
            root, action = plain.gumbel(
                state, simulations, for_states(evaluator), numbers, considered
            )
            check_lane(found, lane, root)
            assert found.actions[lane] == action
            policy = plain.improved(root)
            expected = [policy.get(a, 0.0) for a in range(batch.rules.n_actions)]
            np.testing.assert_allclose(found.policies[lane], expected, atol=1e-6)


@pytest.mark.parametrize(
    "tuning",
    [
        plain.Tuning(gumbel_scale=0.0),
        plain.Tuning(0.5, maxvisit_init=10.0, value_scale=1.0),
        plain.Tuning(maxvisit_init=0.0, value_scale=0.0),
    ],
)
@pytest.mark.parametrize("name", ["kalah", "chuba"])
def test_gumbel_is_tuned_as_a_plain_search_is(name: str, tuning: plain.Tuning) -> None:
    batch = midgames(mc.rules(name), 6, 7)
    found = BatchMCTS(batch, 40, hashed, root="gumbel", seed=8, **tuning._asdict()).run()
    for lane in running(batch):
        state = batch.state(lane)
        numbers = plain.gumbel_numbers(8, 3, lane, 7, len(state.legal_actions))
        root, action = plain.gumbel(state, 40, for_states(hashed), numbers, tuning=tuning)
        check_lane(found, lane, root)
        assert found.actions[lane] == action


@pytest.mark.parametrize("root", ["puct", "gumbel"])
def test_a_run_may_have_simulations_and_lanes_of_its_own(root: Any) -> None:
    batch = some_over(mc.rules("kalah"), 64)
    search = BatchMCTS(batch, 50, hashed, root=root, seed=2)
    asked = np.arange(64) % 3 == 0
    few = search.run(8, lanes=asked)
    whole = BatchMCTS(batch, 8, hashed, root=root, seed=2).run()
    for name in SearchResult._fields:
        found, wanted = getattr(few, name), getattr(whole, name)
        assert np.array_equal(found[asked], wanted[asked]), name
        assert not found[~asked].any(), name
    assert few.visits[asked].any()
    assert same(search.run(), BatchMCTS(batch, 50, hashed, root=root, seed=2).run())
    assert not any(array.any() for array in search.run(lanes=np.zeros(64, bool)))


@pytest.mark.parametrize("root", ["puct", "gumbel"])
@pytest.mark.parametrize("name", ["kalah", "mwambulula", "chuba"])
def test_policies_are_shares_of_legal_actions(name: str, root: Any) -> None:
    batch = some_over(mc.rules(name), 64)
    found = BatchMCTS(batch, 50, hashed, root=root).run()
    over = np.ones(64, bool)
    over[running(batch)] = False
    assert over.any()
    assert not over.all()
    np.testing.assert_allclose(found.policies[~over].sum(axis=1), 1, atol=1e-5)
    assert not found.policies[~batch.mask].any()
    assert not found.visits[~batch.mask].any()
    assert found.visits[~over].sum(axis=1).tolist() == [50] * int((~over).sum())
    for array in found:
        assert not array[over].any()
    assert np.take_along_axis(batch.mask, found.actions[:, None].astype(int), axis=1).all()
    names = [array.dtype.name for array in found]
    assert names == ["float32", "float32", "uint32", "uint8", "float32"]


@pytest.mark.parametrize("root", ["puct", "gumbel"])
def test_a_small_board_is_played_as_exact_play_has_it(root: Any) -> None:
    rules = mc.rules("kalah", columns=3, seeds=2)
    batch = mc.Batch(rules, 8, seed=2)
    batch.step(batch.sample())
    found = BatchMCTS(batch, 4000, uniform, root=root).run()
    for lane in range(8):
        state = batch.state(lane)
        values = mc.solve(state, actions=True).action_values
        assert values is not None
        best = np.sign(max(values.values()))
        good = [action for action, value in values.items() if np.sign(value) == best]
        assert found.actions[lane] in good
        assert found.policies[lane].argmax() in good
        assert found.policies[lane, good].sum() > 0.9
        assert found.values[lane] * best > 0.3 if best else abs(found.values[lane]) < 0.3


def test_noise_changes_the_shares_of_the_root_as_its_distribution_says() -> None:
    lanes, alpha, fraction = 400, 0.5, 0.25
    batch = mc.Batch(mc.rules("kalah"), lanes, seed=1)
    # Values do not count beside such a constant: the visits are shared out as the priors are.
    options: Any = {"exploration": 1000.0, "seed": 6}
    noisy = BatchMCTS(batch, 500, uniform, noise=(alpha, fraction), **options).run()
    expected = fraction**2 * (1 / 6) * (5 / 6) / (6 * alpha + 1)
    assert noisy.policies.var() == pytest.approx(expected, rel=0.1)
    assert np.all(noisy.policies > (1 - fraction) / 6 - 0.01)
    plain_shares = BatchMCTS(batch, 500, uniform, **options).run().policies
    assert plain_shares.var() < 1e-5
    none = BatchMCTS(batch, 500, uniform, noise=(alpha, 0), **options).run()
    assert np.array_equal(none.policies, plain_shares)


@pytest.mark.parametrize(
    "options", [{"noise": (0.3, 0.25)}, {"root": "gumbel"}], ids=["noise", "gumbel"]
)
def test_random_numbers_follow_from_seed_game_and_ply(options: Any) -> None:
    batch = mc.Batch(mc.rules("kalah"), 40, seed=1)

    def visits(batch: mc.Batch, seed: int) -> Array:
        return BatchMCTS(batch, 30, uniform, seed=seed, **options).run().visits

    first = visits(batch, 0)
    assert np.array_equal(visits(batch, 0), first)
    assert len(np.unique(first, axis=0)) > 10, "all games have numbers of their own"
    assert not np.array_equal(visits(batch, 1), first)
    part = batch.select([7, 3])
    assert np.array_equal(visits(part, 0), first[[7, 3]])
    other_run = mc.Batch(mc.rules("kalah"), 40, seed=2)
    assert not np.array_equal(visits(other_run, 0), first)


@pytest.mark.parametrize("name", ["kalah", "mwambulula"])
@pytest.mark.parametrize(
    "options", [{"noise": (0.3, 0.25)}, {"root": "gumbel"}], ids=["noise", "gumbel"]
)
def test_threads_change_nothing(name: str, options: Any) -> None:
    batch = midgames(mc.rules(name), 300, 25)
    rows: list[list[Array]] = []

    def watched(observations: Array, mask: Array) -> tuple[Array, Array]:
        rows[-1].append(observations.copy())
        return hashed(observations, mask)

    found = []
    for threads in (1, 2, 5, None):
        rows.append([])
        found.append(BatchMCTS(batch, 40, watched, threads=threads, **options).run())
    for other, seen in zip(found[1:], rows[1:], strict=True):
        assert same(found[0], other)
        assert len(seen) == len(rows[0])
        for one, two in zip(rows[0], seen, strict=True):
            assert np.array_equal(one, two)


@pytest.mark.parametrize("name", ["kalah", "oware", "mwambulula", "chuba", "elf-mankala"])
def test_the_first_call_is_for_the_roots_in_the_order_of_the_lanes(name: str) -> None:
    batch = some_over(mc.rules(name), 200)
    seen: list[tuple[Array, Array]] = []

    def watched(observations: Array, mask: Array) -> tuple[Array, Array]:
        assert len(observations) == len(mask) > 0
        seen.append((observations.copy(), mask.copy()))
        return uniform(observations, mask)

    BatchMCTS(batch, 5, watched).run()
    lanes = running(batch)
    assert 0 < len(lanes) < 200
    assert np.array_equal(seen[0][0], batch.observation[lanes])
    assert np.array_equal(seen[0][1], batch.mask[lanes])
    assert len(seen) <= 6
    assert all(mask.any(axis=1).all() for _, mask in seen), "ends of games are never asked about"


def test_lanes_that_show_an_end_wait_and_a_batch_of_them_asks_nothing() -> None:
    batch = midgames(mc.rules("kalah"), 3, 200)
    assert running(batch) == []
    found = BatchMCTS(batch, 5, lambda *_: pytest.fail("nothing to ask")).run()
    assert not any(array.any() for array in found)
    batch.reset([1])
    found = BatchMCTS(batch, 5, uniform).run()
    assert found.visits.sum(axis=1).tolist() == [0, 5, 0]


def test_a_search_is_run_again_as_the_batch_goes_on() -> None:
    batch = mc.Batch(mc.rules("kalah"), 20, seed=4)
    search = BatchMCTS(batch, 30, hashed, noise=(0.3, 0.25), seed=1)
    assert search.batch is batch
    assert search.simulations == 30
    for _ in range(5):
        found, afresh = search.run(), BatchMCTS(batch, 30, hashed, noise=(0.3, 0.25), seed=1).run()
        assert same(found, afresh)
        batch.step(found.actions)


class Doubled:
    """Observations as floats twice as large, with a last axis."""

    shape = (14, 1)
    dtype = np.dtype(np.float32)

    def __call__(self, observations: Array, out: Array) -> Array:
        out[..., 0] = observations
        out *= 2
        return out


def test_an_encoding_makes_the_observations() -> None:
    batch = midgames(mc.rules("kalah"), 9, 5)

    def evaluator(observations: Array, mask: Array) -> tuple[Array, Array]:
        assert observations.dtype == np.float32
        assert observations.shape[1:] == (14, 1)
        return hashed((observations[..., 0] / 2).astype(np.uint8), mask)

    found = BatchMCTS(batch, 30, evaluator, encoding=Doubled()).run()
    raw = BatchMCTS(batch, 30, hashed).run()
    assert np.array_equal(found.visits, raw.visits)


def test_after_an_error_of_the_evaluator_all_goes_on() -> None:
    batch = mc.Batch(mc.rules("mwambulula"), 50)
    calls = [0]

    def failing(observations: Array, mask: Array) -> tuple[Array, Array]:
        calls[0] += 1
        if calls[0] == 4:
            raise KeyboardInterrupt
        return hashed(observations, mask)

    search = BatchMCTS(batch, 20, failing)
    with pytest.raises(KeyboardInterrupt):
        search.run()
    expected = BatchMCTS(batch, 20, hashed).run()
    assert np.array_equal(search.run().visits, expected.visits)
    batch.step(expected.actions)


def test_an_evaluator_may_use_the_batch_but_not_the_search() -> None:
    batch = mc.Batch(mc.rules("kalah"), 4)

    def inner(observations: Array, mask: Array) -> tuple[Array, Array]:
        batch.step(batch.sample())
        with pytest.raises(RuntimeError, match="in use"):
            search.run()
        return hashed(observations, mask)

    expected = BatchMCTS(batch.copy(), 10, hashed).run()
    search = BatchMCTS(batch, 10, inner)
    assert np.array_equal(search.run().visits, expected.visits)


def test_a_search_says_what_it_is() -> None:
    batch = mc.Batch(mc.rules("kalah"), 2)
    text = f"<BatchMCTS: 7 simulations in each lane of {batch!r}>"
    assert repr(BatchMCTS(batch, 7, uniform)) == text
