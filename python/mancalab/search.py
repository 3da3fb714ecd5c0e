"""Tree search for all lanes of a batch, with an evaluator such as a network."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from mancalab._base.arguments import (
    check_word,
    checked_seed,
    checked_threads,
    integer,
    number,
    wrong_type,
)
from mancalab._batch.batch import Batch
from mancalab._batch.encoding import Encoding
from mancalab._batch.lanes import copied_truths
from mancalab._core import Rules, _described, _Trees
from mancalab._solving.tablebase import Tablebase

__all__ = ["BatchMCTS", "Evaluator", "SearchResult"]

Evaluator: TypeAlias = Callable[[npt.NDArray[Any], npt.NDArray[np.bool_]], Any]
"""A function that `BatchMCTS` calls: (observations, mask) -> (logits, values)."""

MOST_SIMULATIONS = 1_000_000
MOST_EXPLORATION = 1000.0
MOST_CONSIDERED = 64
MOST_SCALE = 1000.0
ROOTS = ("puct", "gumbel")
REWARDS = ("result", "margin")


class SearchResult(NamedTuple):
    """The result of a search, lane by lane.

    All is 0 in lanes that show the end of a game, and in those that were not searched.
    """

    policies: npt.NDArray[np.float32]
    """float32 (n, actions): "puct": the shares of the visits; "gumbel": the improved policy."""
    values: npt.NDArray[np.float32]
    """float32 (n,): the value of the root for the player to move: the mean of the evaluator's value
    of the root and of what the simulations came to; with a table that knows the root its value."""
    visits: npt.NDArray[np.uint32]
    """uint32 (n, actions): simulations that began with the action."""
    actions: npt.NDArray[np.uint8]
    """uint8 (n,): "puct": the action with the most visits, of several the lowest; "gumbel": the
    winner of sequential halving; with a table that knows the root, instead of one that is worth
    less, the lowest of those that are worth the most. `Batch.step` takes it as it is."""
    q_values: npt.NDArray[np.float32]
    """float32 (n, actions): the mean of what simulations through the action brought the player to
    move; 0 where there were none."""


class BatchMCTS:
    """Tree search in all lanes of a batch at once: their leaves are evaluated together.

    There is a tree for every lane. A simulation goes down from the root to an action that was not
    played before, or that ends the game. What follows such an action is a leaf. The evaluator is
    called first for the roots of all trees and then, round by round, for one leaf of each tree that
    has simulations left. It is never asked about the end of a game, which has the value of its
    result; a simulation that comes to one costs no round, so that a tree may be ready before
    others. The trees know nothing of each other: results depend neither on threads nor on the
    other lanes.

    Values are those of the player to move, from -1 (lost) to 1 (won). On the way up a value changes
    its sign where the turn passed to the other player, and only there: extra turns, turns of two
    parts and skipped turns do not change it. A tree ends at the cap on actions (`max_actions`) as
    the batch does, with the value 0.

    **PUCT** (`root="puct"`). At every node the action of the greatest

        Q(a) + exploration * sqrt(N) * P(a) / (1 + n(a))

    is followed, the lowest of several. n(a) counts the simulations through the action, N the
    simulations through the node with its own evaluation (1 + all n). Q(a) is the mean of what came
    of the action, for the player who chooses; while n(a) = 0 it is the mean of the node itself, the
    evaluator's value included. P is the softmax of the logits of the legal actions, rounded to
    float32; all else is computed in float64, from left to right. With `noise` = (alpha, fraction),
    P of the root is (1 - fraction) * P + fraction * D with D from the symmetric Dirichlet
    distribution of alpha.

    **Gumbel** (`root="gumbel"`). Policy improvement by planning with Gumbel (Danihelka and others,
    ICLR 2022), as in DeepMind's mctx with its defaults: the simulations of the root are shared out
    by sequential halving among `considered` actions at most, drawn without replacement according to
    the logits; below the root the visits follow the improved policy. The improved policy is the
    softmax of logits + (maxvisit_init + greatest n) * value_scale * Q, Q stretched to 0 to 1 among
    the actions of the node; an action without visits has the mean of the evaluator's value and of
    the Q of the others, weighted by P.

    All that is random follows from `seed` and from seed, game number and ply of the lane: the same
    position of the same game is searched in the same way again, by any number of threads.

    Parameters
    ----------
    batch
        Its lanes as they are when `run` is called are searched; the search does not change it.
    simulations
        Simulations of each tree in a run, 1 to 1,000,000.
    evaluator
        A function of observations (m, features), or what `encoding` makes of them, and of the mask
        of the legal actions, bool (m, actions), for the m leaves of a round in the order of their
        lanes. It returns logits (m, actions) and values (m,), arrays of floating point numbers (or
        what NumPy makes such arrays of). Logits of illegal actions may be anything; the others and
        the values must be finite. Values are taken as they are; results lie between -1 and 1. The
        arrays that it gets are filled anew for the next round.
    root
        "puct" or "gumbel".
    exploration
        The constant of PUCT, 0 to 1000; for "puct".
    noise
        alpha (0.001 to 1000) and fraction (0 to 1), or None; for "puct".
    considered
        Most actions considered at the root, 1 to 64; for "gumbel".
    gumbel_scale
        What the random numbers of the root are multiplied by, 0 to 1000; for "gumbel". With 0 the
        search is not random: for play after training.
    maxvisit_init, value_scale
        How much the values count beside the logits, 0 to 1,000,000 and 0 to 1000; for "gumbel".
    encoding
        What makes of raw observations, uint8 (m, features), the ones the evaluator gets: a function
        with the attributes `shape` (of one observation) and `dtype` that is called as
        `encoding(observations, out=...)`, such as `mancalab.Encoding`. None for raw ones.
    rewards
        What the end of a game is worth: "result" (1, -1, or 0 where nobody wins) or "margin" (score
        less the other's over all seeds of the game's start; 0 for void and truncated games). None:
        what the batch pays.
    table
        A `mancalab.Tablebase` of the game. Its positions are ends of the game for this search, with
        the values of perfect play, and a root that it knows has this value. None for none.
    seed
        0 to 2**64 - 1.
    threads
        Most threads; None for all cores. They rest while the evaluator works.

    The trees keep their memory from run to run. A tree takes about
    simulations * (60 + 24 * legal actions) bytes, and 100 bytes more a simulation in games that are
    not of two plain rows; up to twice that for few simulations. (1,024 trees of Kalah with 64
    simulations: 19 MB.) Several thousand trees leave the caches of a processor, and are searched
    more slowly.

    Raises
    ------
    ValueError, TypeError
        For an argument that is not allowed, with its name and what is.

    Examples
    --------
    >>> import mancalab as mc
    >>> import numpy as np
    >>> batch = mc.Batch(mc.rules("kalah"), 100)
    >>> def evaluator(observations, mask):
    ...     return np.zeros(mask.shape), np.zeros(len(mask))
    >>> search = mc.search.BatchMCTS(batch, 32, evaluator)
    >>> found = search.run()
    >>> found.policies.shape, int(found.visits[0].sum())
    ((100, 6), 32)
    >>> batch.step(found.actions)
    """

    def __init__(
        self,
        batch: Batch,
        simulations: int = 64,
        evaluator: Evaluator | None = None,
        *,
        root: Literal["puct", "gumbel"] = "puct",
        exploration: float = 1.25,
        noise: tuple[float, float] | None = None,
        considered: int = 16,
        gumbel_scale: float = 1.0,
        maxvisit_init: float = 50.0,
        value_scale: float = 0.1,
        encoding: Any = None,
        rewards: Literal["result", "margin"] | None = None,
        table: Tablebase | None = None,
        seed: int = 0,
        threads: int | None = None,
    ) -> None:
        if not isinstance(batch, Batch):
            raise wrong_type("batch", "a Batch is needed", batch)
        if not callable(evaluator):
            raise wrong_type(
                "evaluator", "a function of observations and mask is needed", evaluator
            )
        check_word("root", root, ROOTS)
        rewards = batch.reward_kind if rewards is None else rewards  # type: ignore[assignment]
        check_word("rewards", rewards, REWARDS)
        exploration = number("exploration", exploration, 0.0, MOST_EXPLORATION)
        halving = (
            integer("considered", considered, 1, MOST_CONSIDERED),
            number("gumbel_scale", gumbel_scale, 0.0, MOST_SCALE),
            number("maxvisit_init", maxvisit_init, 0.0, float(MOST_SIMULATIONS)),
            number("value_scale", value_scale, 0.0, MOST_SCALE),
        )
        noise = _checked_noise(noise, root)
        self._batch = batch
        self._evaluator = evaluator
        self._simulations = integer("simulations", simulations, 1, MOST_SIMULATIONS)
        self._trees = _Trees(
            batch.rules,
            len(batch),
            self._simulations,
            (exploration, noise, halving if root == "gumbel" else None),
            (rewards == "margin", _checked_table(table, batch.rules, str(rewards))),
            checked_seed(seed),
            checked_threads(threads),
        )
        lanes, actions = batch.mask.shape
        self._observations = np.zeros(batch.observation.shape, np.uint8)
        self._mask = np.zeros((lanes, actions), np.bool_)
        self._logits = np.zeros((lanes, actions), np.float32)
        self._values = np.zeros(lanes, np.float32)
        self._encoding = _checked_encoding(encoding, batch)
        self._encoded = self._observations
        if encoding is not None:
            self._encoded = np.zeros((lanes, *encoding.shape), encoding.dtype)
        self._in_use = threading.Lock()

    @property
    def batch(self) -> Batch:
        """The batch whose lanes are searched."""
        return self._batch

    @property
    def simulations(self) -> int:
        """Simulations of each tree in a run, if nothing else is asked for."""
        return self._simulations

    def run(
        self, simulations: int | None = None, *, lanes: npt.ArrayLike | None = None
    ) -> SearchResult:
        """Search from what the lanes show.

        Parameters
        ----------
        simulations
            Of each tree in this run, 1 to 1,000,000; None for those of the search.
        lanes
            Truth values, shape (n,): which lanes are searched; None for all. Two runs, one with few
            simulations in most lanes and one with many in the others, cap the playouts at random.

        Returns
        -------
        SearchResult
            Fresh arrays, with a row for every lane.

        Raises
        ------
        ValueError, TypeError
            An argument is not allowed; or the evaluator returned something of the wrong shape or
            type, or a number that is not finite.
        RuntimeError
            When another thread, or the evaluator, is using the search or the batch.

        Whatever the evaluator raises is raised, and Ctrl-C works between rounds; batch and search
        can be used as before.
        """
        asked = self._simulations
        if simulations is not None:
            asked = integer("simulations", simulations, 1, MOST_SIMULATIONS)
        some = None if lanes is None else copied_truths("lanes", lanes, len(self._batch))
        if not self._in_use.acquire(blocking=False):
            raise RuntimeError("the search is in use")
        try:
            with self._batch._native as native:  # noqa: SLF001
                count = self._trees.begin(native, asked, some, self._observations, self._mask)
            while count:
                self._evaluate(count)
                count = self._trees.advance(
                    self._logits[:count], self._values[:count], self._observations, self._mask
                )
            return self._result()
        finally:
            self._in_use.release()

    def _evaluate(self, count: int) -> None:
        """Let the evaluator fill logits and values of the first rows."""
        observations = self._encoded[:count]
        if self._encoding is not None:
            self._encoding(self._observations[:count], out=observations)
        answer = self._evaluator(observations, self._mask[:count])
        if not isinstance(answer, tuple | list) or len(answer) != 2:
            raise ValueError(f"evaluator: logits and values are needed, not {_with_length(answer)}")
        _take("logits", answer[0], self._logits[:count])
        _take("values", answer[1], self._values[:count])

    def _result(self) -> SearchResult:
        lanes, actions = self._mask.shape
        result = SearchResult(
            np.empty((lanes, actions), np.float32),
            np.empty(lanes, np.float32),
            np.empty((lanes, actions), np.uint32),
            np.empty(lanes, np.uint8),
            np.empty((lanes, actions), np.float32),
        )
        self._trees.results(*result)
        return result

    def __repr__(self) -> str:
        return f"<BatchMCTS: {self._simulations} simulations in each lane of {self._batch!r}>"


def _checked_noise(noise: object, root: str) -> tuple[float, float] | None:
    if noise is None:
        return None
    if root != "puct":
        raise ValueError(f'noise = {noise!r}: allowed only with root = "puct"')
    if not isinstance(noise, tuple | list) or len(noise) != 2:
        raise TypeError(f"noise: alpha and fraction are needed, or None, not {_with_length(noise)}")
    alpha, fraction = noise
    return number("noise[0]", alpha, 0.001, 1000.0), number("noise[1]", fraction, 0.0, 1.0)


def _checked_encoding(encoding: Any, batch: Batch) -> Any:
    """Raise for what is no encoding, or one of another game."""
    if encoding is None:
        return None
    fitting = callable(encoding) and hasattr(encoding, "shape") and hasattr(encoding, "dtype")
    if isinstance(encoding, type) or not fitting:
        needed = "a mancalab.Encoding, or a function with shape and dtype, is needed"
        raise wrong_type("encoding", needed, encoding)
    if isinstance(encoding, Encoding) and encoding.rules != batch.rules:
        raise ValueError(f"encoding: it is for {encoding.rules!r}; the batch plays {batch.rules!r}")
    return encoding


def _checked_table(table: object, rules: Rules, rewards: str) -> object:
    """Raise unless a table says what positions of the game are worth."""
    if table is None:
        return None
    if not isinstance(table, Tablebase):
        raise wrong_type("table", "a Tablebase is needed", table)
    try:
        table.check_game(rules)
    except ValueError as error:
        raise ValueError(f"table: {error}") from error
    if rewards == "margin" and rules.value_kind != "margin":
        raise ValueError(
            f"table: one of a game whose values are results ({rules.title}); allowed only with "
            'rewards = "result"'
        )
    return table


def _take(name: str, returned: object, out: npt.NDArray[np.float32]) -> None:
    """Copy what the evaluator returned."""
    array = np.asarray(returned)
    if array.dtype.kind != "f":
        raise ValueError(
            f"evaluator: {name} of a floating point type are needed, not {array.dtype}"
        )
    if array.shape != out.shape:
        raise ValueError(f"evaluator: {name} of shape {out.shape} are needed, not {array.shape}")
    with np.errstate(over="ignore"):  # refused afterwards, as infinite
        np.copyto(out, array, casting="same_kind")


def _with_length(value: object) -> str:
    length = f" of length {len(value)}" if isinstance(value, tuple | list) else ""
    return _described(value) + length
