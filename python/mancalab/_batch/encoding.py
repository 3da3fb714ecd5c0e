"""Observations as numbers that a network learns from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from mancalab._base.arguments import (
    check_text,
    check_word,
    checked_threads,
    flag,
    integer,
    settle,
    wrong_type,
)
from mancalab._batch.batch import Batch
from mancalab._core import Rules, State, _Encoding

KINDS = ("raw", "scaled", "thermometer", "one_hot")
MOST_PLANES = 255

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Encoding:
    """How the observations of a game are written for a network, for whole batches at once.

    Parameters
    ----------
    rules
        The game.
    kind
        "raw": the numbers themselves, uint8. "scaled": float32, each number over the greatest that
        it can be, which is all seeds of the game's start (stores and reserves too) for seeds, 1 for
        marks, and the last phase for the phase; never more than 1. "thermometer": the scaled
        number, then for k = 1 to `planes` whether the number is at least k. "one_hot": the scaled
        number, then whether it is k; the last one is for all numbers from `planes` on, and 0 has
        none.
    planes
        1 to 255; "raw" and "scaled" have none.
    outlook
        Whether the numbers are followed by what each action would do at once, all of them in one
        row: for the player to move, then for the other one as if it were their turn, for each
        action whether they move again (1 or 0); whether they gain on the other player (1 or 0),
        by more than one seed where sowing brings seeds into stores; and how many seeds they gain, a
        sixth each, from -2 to 2. All three are 0 for what is illegal, for the other player in any
        phase but 0, and where the rules refuse the numbers as a position. Not for "raw". A limit of
        the game's length, and a rule of repetition, are not foreseen.

        A gain is one of the margin of the stores, with the final count if the game ends. Games
        that the searches do not play as boards of two rows (`rules.refusals["two rows"]` says why)
        tell it otherwise: an action that ends the game gains 12 seeds if it wins, loses 12 if it
        loses and gains nothing else; one that begins another round gains nothing, nor does the
        choice of a pit between two rounds; and where each player sows a side of their own, as on
        four rows, the gain is what the other one loses of the seeds in their pits, store and
        reserve.

    Raises
    ------
    ValueError, TypeError
        For an argument that is not allowed, with its name and what is; ValueError where the
        environment variable MANCALAB_SIMD names a level that the processor lacks.

    Examples
    --------
    >>> import mancalab as mc
    >>> encoding = mc.Encoding(mc.rules("kalah"), "thermometer", planes=6)
    >>> encoding.shape, encoding.names[0]
    ((14, 7), 'own_pit_0')
    >>> encoding(mc.rules("kalah").start())[0].tolist()[1:]
    [1.0, 1.0, 1.0, 1.0, 0.0, 0.0]
    >>> encoding(mc.Batch(mc.rules("kalah"), 1000)).shape
    (1000, 14, 7)

    At the start of `kalah` pit 2 ends in the store: its player moves again, and gains a seed.

    >>> encoding = mc.Encoding(mc.rules("kalah"), "thermometer", planes=6, outlook=True)
    >>> encoding.shape
    (134,)
    >>> again, more, gain = encoding(mc.rules("kalah").start())[14 * 7 :].reshape(2, 6, 3)[0, 2]
    >>> float(again), float(more), round(6 * float(gain), 6)
    (1.0, 0.0, 1.0)
    """

    rules: Rules
    kind: str = "raw"
    planes: int = 12
    outlook: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.rules, Rules):
            raise wrong_type("rules", "a Rules is needed", self.rules)
        check_text("kind", self.kind)
        check_word("kind", self.kind, KINDS)
        planes = integer("planes", self.planes, 1, MOST_PLANES)
        if flag("outlook", self.outlook) and self.kind == "raw":
            allowed = f"allowed are {', '.join(KINDS[1:])}"
            raise ValueError(f"outlook = True: with kind = 'raw' there is none; {allowed}")
        names = tuple(self.rules.observation_names)
        depth = () if self.kind in {"raw", "scaled"} else (1 + planes,)
        native = _Encoding(self.rules, self.kind, planes, self.outlook)
        settle(
            self,
            planes=planes,
            _names=names,
            _shape=(native.size,) if self.outlook else (len(names), *depth),
            _dtype=np.dtype(np.uint8 if self.kind == "raw" else np.float32),
            _native=native,
        )

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the encoding of one position."""
        shape: tuple[int, ...] = self.__dict__["_shape"]
        return shape

    @property
    def dtype(self) -> np.dtype[Any]:
        """Type of the numbers: uint8 or float32."""
        dtype: np.dtype[Any] = self.__dict__["_dtype"]
        return dtype

    @property
    def names(self) -> tuple[str, ...]:
        """One name for each number of an observation, as in `rules.observation_names`.

        Those of an outlook have none.
        """
        names: tuple[str, ...] = self.__dict__["_names"]
        return names

    def __call__(
        self,
        observations: Batch | State | Array,
        out: Array | None = None,
        threads: int | None = None,
    ) -> Array:
        """Write observations in this way.

        Parameters
        ----------
        observations
            A batch, a state, or observations, uint8 (n, features), of any strides.
        out
            A C-contiguous array to be filled and given back; it must not share memory with the
            observations.
        threads
            Most threads; None for all cores. Up to 4,096 lanes are written on the calling thread.

        Returns
        -------
        numpy.ndarray
            Of shape (n, *shape), or `shape` for a state; `out` where it was passed.
        """
        threads = checked_threads(threads)
        source: object = observations
        if isinstance(observations, Batch):
            self._check_rules(observations.rules)
            with observations._native:  # noqa: SLF001  (nobody steps it meanwhile)
                return self._written(observations.observation, out, threads)
        if isinstance(observations, State):
            self._check_rules(observations.rules)
            row = None if out is None else self._checked(out, ())[None]
            written = self._written(observations.observation[None], row, threads)[0]
            return written if out is None else out
        if not isinstance(source, np.ndarray):
            raise wrong_type("observations", "a Batch, State or array is needed", source)
        if observations.dtype != np.uint8:
            raise TypeError(f"observations: uint8 is needed, not {observations.dtype}")
        if observations.ndim != 2 or observations.shape[1] != len(self.names):
            needed = f"shape (n, {len(self.names)}) is needed"
            raise ValueError(f"observations: {needed}, not {observations.shape}")
        return self._written(observations, out, threads)

    def _check_rules(self, rules: Rules) -> None:
        if rules is not self.rules and rules != self.rules:
            raise ValueError(
                f"observations: they are of {rules!r}; the encoding is for {self.rules!r}"
            )

    def _written(self, observations: Array, out: Array | None, threads: int | None) -> Array:
        lanes = (len(observations),)
        if out is None:
            out = np.empty((*lanes, *self.shape), dtype=self.dtype)
        else:
            self._checked(out, lanes)
            if np.may_share_memory(out, observations):
                raise ValueError("out: it shares memory with the observations")
        native: _Encoding = self.__dict__["_native"]
        native.write(observations, out, threads)
        return out

    def _checked(self, out: Array, lanes: tuple[int, ...]) -> Array:
        if not isinstance(out, np.ndarray):
            raise wrong_type("out", "a NumPy array is needed", out)
        if out.dtype != self.dtype:
            raise TypeError(f"out: dtype {self.dtype} is needed, not {out.dtype}")
        if out.shape != (*lanes, *self.shape):
            raise ValueError(f"out: shape {(*lanes, *self.shape)} is needed, not {out.shape}")
        if not (out.flags.writeable and out.flags.c_contiguous):
            raise ValueError("out: a writeable, C-contiguous array is needed")
        return out

    def __reduce__(self) -> tuple[Any, ...]:
        return Encoding, (self.rules, self.kind, self.planes, self.outlook)
