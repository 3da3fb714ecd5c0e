"""Many games in lockstep, as arrays."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final

import numpy as np
import numpy.typing as npt

from mancalab import _buffers
from mancalab._core import Rules, State, _Batch

Buffers = Mapping[str, npt.NDArray[Any]]

_MOST_LANES = 2**31 - 1


def _integer(name: str, value: object, low: int, high: int) -> int:
    if isinstance(value, bool | np.bool_):
        raise TypeError(f"{name}: an integer is needed, not {type(value).__name__}")
    try:
        number = operator.index(value)  # type: ignore[arg-type]  # the error says it better
    except TypeError:
        raise TypeError(f"{name}: an integer is needed, not {type(value).__name__}") from None
    if not low <= number <= high:
        raise ValueError(f"{name} = {number}: allowed are {low} to {high}")
    return number


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

    Attributes
    ----------
    observation
        uint8 (n, features): the numbers that `rules.observation_names` names.
    mask
        bool (n, rules.n_actions): which actions are legal.
    to_move, acted
        uint8 (n,): the side to move; the side that made the last action (0 before there is one).
    rewards
        float32 (n, 2): of the last step, by side (South, North).
    terminated, truncated
        bool (n,): whether the last step ended the game of the lane, or cut it off.
    final_observation, final_mask
        uint8 (n, features), bool (n, rules.n_actions): the end of the game, in the lanes in which
        the last step ended one; older ends in the others. It is seen by the player to move there.
    plies, games
        uint32 (n,), uint64 (n,): actions played in the running game, and its number.
    results, reasons, scores
        uint8 (n,), uint8 (n,), uint8 (n, 2): how the game that ended last in each lane ended, as
        places in `Batch.RESULTS` and `Batch.REASONS` (255 before there is one), and the scores of
        South and North.

    All arrays are read-only and live: they are the memory of the batch, and show the new state
    after a step. Copy what you keep. They serve NumPy; a padded, read-only array cannot be handed
    to torch or JAX, for which `buffers`, `write` and `step(out=...)` are made.

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

    observation: Final[npt.NDArray[np.uint8]]
    mask: Final[npt.NDArray[np.bool_]]
    to_move: Final[npt.NDArray[np.uint8]]
    acted: Final[npt.NDArray[np.uint8]]
    rewards: Final[npt.NDArray[np.float32]]
    terminated: Final[npt.NDArray[np.bool_]]
    truncated: Final[npt.NDArray[np.bool_]]
    final_observation: Final[npt.NDArray[np.uint8]]
    final_mask: Final[npt.NDArray[np.bool_]]
    plies: Final[npt.NDArray[np.uint32]]
    games: Final[npt.NDArray[np.uint64]]
    results: Final[npt.NDArray[np.uint8]]
    reasons: Final[npt.NDArray[np.uint8]]
    scores: Final[npt.NDArray[np.uint8]]

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
            raise TypeError(f"rules: a Rules is needed, not {type(rules).__name__}")
        lanes = _integer("n", n, 1, _MOST_LANES)
        numbers = (
            _integer("seed", seed, 0, 2**64 - 1),
            _integer("first_game", first_game, 0, 2**63 - 1),
        )
        if threads is not None:
            threads = _integer("threads", threads, 1, 1024)
        for name, value in (("autoreset", autoreset), ("rewards", rewards)):
            if not isinstance(value, str):
                raise TypeError(f"{name}: a str is needed, not {type(value).__name__}")
        listed = None if starts is None else list(starts)
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
        self._native = native
        self._lanes = lanes
        self._threads = threads
        self.rules: Final = rules
        self.autoreset: Final = kinds[0]
        self.reward_kind: Final = kinds[1]
        every_action = np.broadcast_to(np.True_, (lanes, rules.n_actions))
        views: dict[str, npt.NDArray[Any]] = {"final_mask": every_action}
        for name, view in native.views().items():
            views[name] = view if name in _buffers.WIDE else view[:, 0]
        self.__dict__.update(views)
        self._views = views
        self._targets = _buffers.Targets(views)

    @classmethod
    def _around(cls, native: _Batch, like: Batch, lanes: int) -> Batch:
        batch = cls.__new__(cls)
        kinds = (like.autoreset, like.reward_kind)
        batch._set_up(native, like.rules, lanes, kinds, like._threads)  # noqa: SLF001
        return batch

    def __len__(self) -> int:
        return self._lanes

    def step(self, actions: npt.ArrayLike, out: Buffers | None = None) -> None:
        """Play one action in every lane.

        Parameters
        ----------
        actions
            Integers of any type, shape (n,). What it says for lanes that show the end of their
            game is ignored.
        out
            Arrays to be filled with what the step brought, by name: see `buffers`.

        Raises
        ------
        IllegalAction
            Names the lane, the action and the clause that forbids it. Nothing was stepped.
        RuntimeError
            When another thread is using the batch.
        """
        copies = self._targets.of(out) if out is not None else ()
        array = np.asarray(actions)
        if array.dtype.kind not in "iu":
            raise TypeError(f"actions: integers are needed, not {array.dtype}")
        if array.ndim != 1:
            raise ValueError(f"actions: shape ({self._lanes},) is needed, not {array.shape}")
        if not array.dtype.isnative:
            array = array.astype(array.dtype.newbyteorder("="))
        self._native.step(np.ascontiguousarray(array))
        for target, source in copies:
            np.copyto(target, source)

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
        _buffers.check_actions(out, self._lanes)
        if out.dtype == np.uint8 and out.flags.c_contiguous:
            self._native.choose("random", out)
        else:
            np.copyto(out, self._chosen_by("random"))
        return out

    def _chosen_by(self, player: str) -> npt.NDArray[np.uint8]:
        """Actions that "random" or "greedy" chooses in every lane."""
        actions = np.empty(self._lanes, dtype=np.uint8)
        self._native.choose(player, actions)
        return actions

    def write(self, out: Buffers) -> None:
        """Fill arrays with what the batch shows, by name: see `buffers`."""
        for target, source in self._targets.of(out):
            np.copyto(target, source)

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
            `out`, or be replaced by an array of the same shape and type.
        """
        return _buffers.fresh(self._views, layout)

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
            self._native.restart(_integer("seed", seed, 0, 2**64 - 1))
            return
        chosen = np.zeros(self._lanes, dtype=np.bool_)
        chosen[slice(None) if lanes is None else self._numbers(lanes)] = True
        self._native.reset(chosen)

    def state(self, i: int) -> State:
        """State of lane `i`: the running game, or the end that the lane shows."""
        return self._native.state(self._lane(i))

    def set_state(self, i: int, state: State) -> None:
        """Let lane `i` go on from a state in which somebody is to move; its game number stays."""
        lane = self._lane(i)
        if not isinstance(state, State):
            raise TypeError(f"state: a State is needed, not {type(state).__name__}")
        if state.rules != self.rules:
            raise ValueError("state: it has other rules than the batch")
        if state.is_over:
            raise ValueError("state: it is over; a lane goes on from a running state")
        self._native.set_state(lane, state)

    def copy(self) -> Batch:
        """Copy the batch: the same games, which go on in the same way by themselves."""
        return self._around(self._native.copy(), self, self._lanes)

    def select(self, indices: npt.ArrayLike) -> Batch:
        """Make a batch of these lanes (numbers, or truth values), which keep games and numbers."""
        lanes = self._numbers(indices)
        if len(lanes) == 0:
            raise ValueError("indices: at least one lane is needed")
        return self._around(self._native.select(lanes.tolist()), self, len(lanes))

    def _lane(self, i: int) -> int:
        try:
            number = _integer("i", i, -self._lanes, self._lanes - 1)
        except ValueError as error:
            raise IndexError(str(error)) from None
        return number % self._lanes

    def _numbers(self, lanes: npt.ArrayLike) -> npt.NDArray[np.intp]:
        array = np.asarray(lanes)
        if array.dtype.kind == "b":
            if array.shape != (self._lanes,):
                raise ValueError(f"lanes: shape ({self._lanes},) is needed, not {array.shape}")
            return np.flatnonzero(array)
        if array.size == 0:
            return np.empty(0, dtype=np.intp)
        if array.dtype.kind not in "iu":
            raise TypeError(f"lanes: numbers of lanes or truth values are needed, not {array.dtype}")
        numbers = np.atleast_1d(array)
        if numbers.ndim != 1:
            raise ValueError(f"lanes: one dimension is needed, not {numbers.ndim}")
        beyond = (numbers < -self._lanes) | (numbers >= self._lanes)
        if beyond.any():
            first = numbers[beyond][0]
            raise IndexError(f"lanes: {first} is out of range for {self._lanes} lanes")
        return numbers.astype(np.intp) % self._lanes

    __copy__ = copy

    def __deepcopy__(self, _memo: dict[int, object]) -> Batch:
        return self.copy()

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        kinds = (self.autoreset, self.reward_kind)
        parts = self._native.to_bytes()
        starts: Sequence[State] = self._native.starts()
        return _rebuild, (self.rules, self._lanes, kinds, starts, self._threads, parts)

    def __repr__(self) -> str:
        kinds = f"autoreset={self.autoreset!r}, rewards={self.reward_kind!r}"
        return f"<Batch: {self._lanes} lanes of {self.rules!r}, {kinds}>"


def _rebuild(
    rules: Rules,
    lanes: int,
    kinds: tuple[str, str],
    starts: list[State],
    threads: int | None,
    parts: tuple[int, int, bytes],
) -> Batch:
    native = _Batch.from_bytes(rules, lanes, kinds, starts, threads, parts)
    batch = Batch.__new__(Batch)
    batch._set_up(native, rules, lanes, kinds, threads)  # noqa: SLF001
    return batch
