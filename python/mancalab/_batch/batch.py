"""Many games in lockstep, as arrays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, SupportsIndex

import numpy as np
import numpy.typing as npt

from mancalab._base.arguments import (
    MOST_COUNT,
    check_text,
    checked_seed,
    checked_threads,
    integer,
    wrong_type,
)
from mancalab._batch.buffers import WIDE, Targets, check_actions
from mancalab._batch.column import Column
from mancalab._batch.lanes import (
    copied_truths,
    number_of_lane,
    numbers_of_lanes,
    plain_actions,
)
from mancalab._core import Rules, State, _Batch, _Outputs

Buffers = Mapping[str, npt.NDArray[Any]]

_MOST_LANES = 2**31 - 1


class Batch:
    """Games in lockstep: one action of every game a step.

    Lane i of a batch of n plays the games number i, i + n, i + 2 n ... of its seed, so that the
    first games of a batch that plays by `sample` are those of `mancalab.playouts(rules, n, seed)`.
    All that is numbered by pits or actions is seen by the player to move.

    Parameters
    ----------
    rules
        The game; one whose rules ask for the history of a game (`limits.repetition`) is refused.
    n
        Number of lanes, 1 to 2**31 - 1.
    seed
        0 to 2**64 - 1; the same seed gives the same games on any machine and any number of threads.
    autoreset
        What becomes of a lane whose game is over, as Gymnasium names it. "same_step": it shows the
        next game at once. "next_step": it shows the end; the next step ignores its action and
        begins the next game. "disabled": it shows the end until it is reset. While it shows the
        end, its mask is all True and its action is ignored.
    rewards
        "result": 1 for a win, -1 for a loss, 0 for all else. "margin": score minus the other's, by
        all seeds of the game's start; 0 for void and truncated games.
    starts
        Positions to start from instead of the opening: game g starts from number g modulo their
        number.
    first_game
        Number of the first lane's first game, so that a run can be shared out among batches.
    threads
        Most threads of a step; None for all cores. Small batches are stepped on the calling thread.

    All arrays are read-only and live: they are the memory of the batch, and show the new state
    after a step. Copy what you keep. torch shares them with a warning, as it knows no
    read-only memory; `buffers`, `write` and `step(out=...)` are made for torch and JAX.

    Raises
    ------
    ValueError, TypeError
        For an argument that is not allowed, with its name and what is.

    Examples
    --------
    >>> import mancalab as mc
    >>> batch = mc.Batch(mc.rules("kalah"), 1000, seed=1)
    >>> for _ in range(100):
    ...     batch.step(batch.sample())
    >>> batch.observation.shape, batch.mask.shape
    ((1000, 14), (1000, 6))
    """

    RESULTS: ClassVar[tuple[str, ...]] = tuple(_Batch.names()[0])
    REASONS: ClassVar[tuple[str, ...]] = tuple(_Batch.names()[1])

    observation = Column[np.uint8](
        "uint8 (n, features): the numbers that `rules.observation_names` names."
    )
    mask = Column[np.bool_]("bool (n, rules.n_actions): which actions are legal.")
    to_move = Column[np.uint8]("uint8 (n,): the side to move.")
    acted = Column[np.uint8](
        "uint8 (n,): the side that made the last action; 0 before there is one."
    )
    rewards = Column[np.float32]("float32 (n, 2): of the last step, by side (South, North).")
    terminated = Column[np.bool_]("bool (n,): whether the last step ended the game of the lane.")
    truncated = Column[np.bool_](
        "bool (n,): whether the last step cut the game off at `max_actions`."
    )
    final_observation = Column[np.uint8](
        "uint8 (n, features): the end of the game, seen by the player to move there, in the lanes "
        "in which the last step ended one; older ends in the others."
    )
    final_to_move = Column[np.uint8](
        "uint8 (n,): the side to move at the end of the game that ended last; 0 before there is "
        "one."
    )
    final_mask = Column[np.bool_]("bool (n, rules.n_actions): all True, for the ends of games.")
    plies = Column[np.uint32]("uint32 (n,): actions played in the game of the lane.")
    games = Column[np.uint64]("uint64 (n,): the number of the game of the lane.")
    results = Column[np.uint8](
        "uint8 (n,): the result of the game that ended last, as its place in `Batch.RESULTS`; 255 "
        "before there is one."
    )
    reasons = Column[np.uint8](
        "uint8 (n,): the reason of the game that ended last, as its place in `Batch.REASONS`; 255 "
        "before there is one."
    )
    scores = Column[np.uint8](
        "uint8 (n, 2): the scores of South and North in the game that ended last."
    )

    def __init__(
        self,
        rules: Rules,
        n: int,
        seed: int = 0,
        autoreset: str = "same_step",
        rewards: str = "result",
        *,
        starts: Iterable[State] | None = None,
        first_game: int = 0,
        threads: int | None = None,
    ) -> None:
        if not isinstance(rules, Rules):
            raise wrong_type("rules", "a Rules is needed", rules)
        lanes = integer("n", n, 1, _MOST_LANES)
        numbers = (
            checked_seed(seed),
            integer("first_game", first_game, 0, MOST_COUNT),
        )
        threads = checked_threads(threads)
        for name, value in (("autoreset", autoreset), ("rewards", rewards)):
            check_text(name, value)
        listed = None if starts is None else _listed(starts)
        native = _Batch(rules, lanes, numbers, (autoreset, rewards), listed, threads)
        self._set_up(native, rules, lanes, (autoreset, rewards), threads)

    def _set_up(
        self,
        native: _Batch,
        rules: Rules,
        lanes: int,
        kinds: tuple[str, str],
        threads: int | None,
    ) -> None:
        # One thread at a time enters it: `with self._native as native`.
        self._native = native
        self._lanes = lanes
        self._rules, self._kinds, self._threads = rules, kinds, threads
        # One True for all, of memory that nobody can write.
        every_action = np.broadcast_to(np.frombuffer(b"\1", np.bool_), (lanes, rules.n_actions))
        views: dict[str, npt.NDArray[Any]] = {"final_mask": every_action}
        for name, view in native.views().items():
            views[name] = view if name in WIDE else view[:, 0]
        self._views = views
        self._targets = Targets(views)

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self._rules

    @property
    def autoreset(self) -> str:
        """How a lane continues when its game is over."""
        return self._kinds[0]

    @property
    def reward_kind(self) -> str:
        """The kind of rewards: "result" or "margin"."""
        return self._kinds[1]

    @classmethod
    def _around(cls, native: _Batch, like: Batch, lanes: int) -> Batch:
        batch = cls.__new__(cls)
        batch._set_up(native, like._rules, lanes, like._kinds, like._threads)  # noqa: SLF001
        return batch

    def __len__(self) -> int:
        return self._lanes

    def step(
        self,
        actions: npt.ArrayLike,
        out: Buffers | None = None,
        lanes: npt.ArrayLike | None = None,
    ) -> None:
        """Play one action in every lane, or in some while the others rest.

        Parameters
        ----------
        actions
            Integers of any type, shape (n,). Those of lanes that show the end of their game are
            ignored.
        out
            Arrays to be filled with the results of the step, by name: see `buffers`.
        lanes
            Truth values, shape (n,): which lanes play; None for all. The others rest: their
            actions are ignored and their games stay as they are. In this step they earn nothing
            and do not end; those that show the end of their game keep showing it.

        Raises
        ------
        IllegalAction
            Names the lane, the action and the clause that forbids it. Nothing was stepped.
        RuntimeError
            When another thread is using the batch.
        """
        # Actions are read once, before anything is written: they may be a column of this batch.
        array = plain_actions(actions, self._lanes)
        # These are read twice, and another thread may write them meanwhile.
        players = None if lanes is None else copied_truths("lanes", lanes, self._lanes)
        with self._native as native:
            if out is None:
                self._targets.forget()
                native.step(array, players, (), every_end=False)
                return
            targets, every_end = self._targets.of(out)
            native.step(array, players, targets, every_end=every_end)
            self._targets.filled()

    def _outputs(self, names: Sequence[tuple[str, bool]], *, fresh: bool) -> _Outputs:
        """What `_step_told` gives: names, and whether each holds column by column in memory.

        The arrays are fresh ones for each step, or always the same.
        """
        return _Outputs(self._native, names, fresh)

    def _step_told(
        self, actions: npt.ArrayLike, outputs: _Outputs
    ) -> tuple[bool, tuple[npt.NDArray[Any], ...]]:
        """Play one action in every lane; whether games ended, and arrays that tell of the step."""
        array = plain_actions(actions, self._lanes)
        with self._native as native:
            self._targets.forget()
            return native.step_told(array, outputs)

    def sample(self, *, out: npt.NDArray[Any] | None = None) -> npt.NDArray[Any]:
        """Choose a legal action for every lane, all equally likely.

        The choice is a function of seed, game number and ply: asked twice, it gives the same
        actions. Lanes that show the end of their game get 0.

        Parameters
        ----------
        out
            An array of integers of shape (n,) to be filled and given back.

        Returns
        -------
        numpy.ndarray
            uint8 (n,), or `out`.
        """
        if out is None:
            return self._chosen_by("random")
        check_actions(out, self._lanes)
        if out.dtype == np.uint8 and out.flags.c_contiguous:
            with self._native as native:
                native.choose("random", out)
        else:
            np.copyto(out, self._chosen_by("random"))
        return out

    def _chosen_by(self, player: str) -> npt.NDArray[np.uint8]:
        """Actions that "random" or "greedy" chooses in every lane."""
        actions = np.empty(self._lanes, dtype=np.uint8)
        with self._native as native:
            native.choose(player, actions)
        return actions

    def write(self, out: Buffers) -> None:
        """Fill arrays with what the batch shows, by name: see `buffers`."""
        with self._native as native:
            self._targets.renew()
            native.fill(self._targets.of(out)[0])
            self._targets.filled()

    def buffers(self, layout: str = "columns") -> dict[str, npt.NDArray[Any]]:
        """Fresh arrays for `write` and `step(out=...)`, for torch, JAX and others.

        Parameters
        ----------
        layout
            "columns": shape (k, n) for what has k numbers a lane, filled by copying whole columns,
            which is cheap. "rows": shape (n, k), filled by transposing.

        Returns
        -------
        dict
            observation, mask, to_move, acted, rewards, terminated, truncated, final_observation,
            final_mask: writeable, contiguous, 64-byte aligned. Any of them may be left out of
            `out`, or be replaced by an array of the same shape and type. (If there are as many
            lanes as numbers a lane, your own array is filled like the others beside it, else as
            rows.)
        """
        return self._targets.fresh(layout)

    def reset(self, lanes: npt.ArrayLike | None = None, seed: int | None = None) -> None:
        """Begin the next game in every lane, or in some; or all games again with another seed.

        Parameters
        ----------
        lanes
            Numbers of lanes, or truth values of shape (n,); None for all.
        seed
            Lane i starts game i of this seed, for all i; not together with `lanes`.
        """
        if seed is not None:
            if lanes is not None:
                raise ValueError("lanes and seed: a new seed is for all lanes; allowed is one")
            number = checked_seed(seed)
            with self._native as native:
                native.restart(number)
            return
        chosen = np.zeros(self._lanes, dtype=np.bool_)
        chosen[slice(None) if lanes is None else numbers_of_lanes("lanes", lanes, self._lanes)] = (
            True
        )
        with self._native as native:
            native.reset(chosen)

    def state(self, i: SupportsIndex) -> State:
        """State of lane `i`: the running game, or the end that the lane shows."""
        lane = number_of_lane(i, self._lanes)
        with self._native as native:
            return native.state(lane)

    def set_state(self, i: SupportsIndex, state: State) -> None:
        """Let lane `i` continue from a state that is not over; its game number stays."""
        lane = number_of_lane(i, self._lanes)
        if not isinstance(state, State):
            raise wrong_type("state", "a State is needed", state)
        if state.rules != self.rules:
            raise ValueError("state: it has other rules than the batch")
        if state.is_over:
            raise ValueError("state: it is over; a lane continues from a running state")
        with self._native as native:
            native.set_state(lane, state)

    def copy(self) -> Batch:
        """Copy the batch: the same games, independent of this batch from now on."""
        with self._native as native:
            return self._around(native.copy(), self, self._lanes)

    def select(self, indices: npt.ArrayLike) -> Batch:
        """Make a batch of these lanes (numbers, or truth values), which keep games and numbers."""
        lanes = numbers_of_lanes("indices", indices, self._lanes)
        if len(lanes) == 0:
            raise ValueError("indices: at least one lane is needed")
        with self._native as native:
            return self._around(native.select(lanes.astype(np.int64, copy=False)), self, len(lanes))

    __copy__ = copy

    def __deepcopy__(self, _memo: dict[int, object]) -> Batch:
        return self.copy()

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        with self._native as native:
            parts = native.to_bytes()
            starts: Sequence[State] = native.starts()
        return _rebuild, (self._rules, self._lanes, self._kinds, starts, self._threads, parts)

    def __repr__(self) -> str:
        kinds = f"autoreset={self.autoreset!r}, rewards={self.reward_kind!r}"
        return f"<Batch: {self._lanes} lanes of {self.rules!r}, {kinds}>"


def _listed(starts: Iterable[State]) -> list[State]:
    try:
        return list(starts)
    except TypeError:
        raise wrong_type("starts", "a sequence of states is needed", starts) from None


def _rebuild(  # noqa: PLR0917  (what pickling passes)
    rules: Rules,
    lanes: int,
    kinds: tuple[str, str],
    starts: list[State],
    threads: int | None,
    parts: tuple[int, int, bytes],
) -> Batch:
    lanes = integer("lanes", lanes, 1, _MOST_LANES)
    native = _Batch.from_bytes(rules, lanes, kinds, starts, threads, parts)
    batch = Batch.__new__(Batch)
    batch._set_up(native, rules, lanes, kinds, threads)  # noqa: SLF001
    return batch
